"""Strategies for Watchmen of Destiny."""

LINE_UP = ("race-majority", "cheap-rush", "ninja-thief", "thrifty", "warriors")
"""Who plays where nobody is named, a table taking as many from the left as it has seats: ideas that differ."""

ROLL_OUTS = "greedy-value"
"""Who plays the roll-outs of a search where nobody is named."""
