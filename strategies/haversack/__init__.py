"""Strategies for The Guardians of Haversack."""
