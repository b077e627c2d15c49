"""`python -m meeplelab` is the same as the command `meeplelab`."""

from meeplelab.cli import main

main()
