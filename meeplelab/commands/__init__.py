"""Commands that plan and play an experiment: one module each, with `add(app)`; nothing heavy is imported at the top."""
