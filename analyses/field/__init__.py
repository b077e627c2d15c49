"""A field of strategies that all meet: who finishes ahead of whom, how strong each is, and which mixtures last."""
