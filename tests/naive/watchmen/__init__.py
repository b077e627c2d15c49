"""Watchmen of Destiny written down a second time, slowly and for reading, from its rulebook alone.

No code, table or record of the kernel is used here; only the printed values come from the same
rules file. `game.play` is the place to begin: each module is a section of the rulebook, and each
function says which. Letters and numbers such as (A1) are the rulings on what the text leaves open;
docs/rules/watchmen.md has them all.
"""
