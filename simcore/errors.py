"""Errors a user can mend. The command line shows their text alone and exits with code 2."""

from __future__ import annotations


class MeepleError(Exception):
    """Bad input: the message says what, where, and what was expected."""


class StrategyError(MeepleError):
    """A strategy returned an illegal choice, raised, looped, or wrote to what it was shown."""
