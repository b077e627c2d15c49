"""One folder a game; each holds the same file names and is found through `simcore.registry`."""
