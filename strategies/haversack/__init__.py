"""Strategies for The Guardians of Haversack."""

LINE_UP = ("all-rounder", "greedy-glory", "engine", "monster-hunter")
"""Who plays where nobody is named, a table taking as many from the left as it has seats: ideas that differ."""

ROLL_OUTS = "all-rounder"
"""Who plays the roll-outs of a search where nobody is named."""
