"""Watchmen of Destiny."""
