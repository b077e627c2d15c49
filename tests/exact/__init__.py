"""Exact answers where they exist: distributions by enumeration in fractions, and small games solved to the end."""
