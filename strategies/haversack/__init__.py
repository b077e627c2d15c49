"""Strategies for The Guardians of Haversack."""

LINE_UP = ("all-rounder", "monster-hunter", "chest-thief", "village-builder")
"""Who plays where nobody is named, a table taking as many from the left as it has seats: ideas that differ."""
