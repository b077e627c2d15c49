"""Commands of modules of their own, each with `add(app)`; nothing heavy is imported at the top."""
