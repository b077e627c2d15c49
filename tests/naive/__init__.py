"""Naive twins: each game refereed once more, plainly, from its rulebook, and compared with the kernel."""
