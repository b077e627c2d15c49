"""The front door: the command line and the same verbs as functions (`meeplelab.api`)."""
