"""Tables from results rows: every analysis adds up over chunks and counts blocks, not rows."""
