"""Strategies for Watchmen of Destiny."""
