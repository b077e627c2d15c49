"""Strategies: how a seat chooses. One idea a file; a user adds a file of their own."""
