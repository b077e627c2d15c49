"""Experiments that choose when to stop, and estimates that are right nevertheless."""
