"""What single decisions lose: options judged in imagined worlds, and what that says of the things they take.

decision  one decision: which options to measure anew, and what was lost     tables  things, decisions and players
skewed    mean losses with intervals that allow for their skew
"""
