"""Strategies for Watchmen of Destiny."""

LINE_UP = ("race-majority", "cheap-rush", "ninja-thief", "thrifty", "warriors")
"""Who plays where nobody is named, a table taking as many from the left as it has seats: ideas that differ."""
