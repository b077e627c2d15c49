"""Simulations with known truth: how often intervals cover it and verdicts are wrong."""
