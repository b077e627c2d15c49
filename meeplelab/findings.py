"""Findings of the experiments: their evidence cards, and how a command shows and keeps them."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from meeplelab.console import say, show_lines, show_text
from meeplelab.options import path
from simcore.errors import MeepleError
from simcore.words import plural

if TYPE_CHECKING:
    from collections.abc import Sequence

    from analyses.finding import Evidence, Finding
    from simcore.contract import GameSpec
    from simcore.ruleset import Ruleset

Keep = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", parser=path, help="Keep the finding as JSON; a report beside it shows it."),
]


def evidence(
    spec: GameSpec, ruleset: Ruleset, line_up: Sequence[str], seed: int, games: int, blocks: int, method: str,
    command: str,
) -> Evidence:  # fmt: skip
    """The card of numbers that were just played."""
    from analyses.finding import Evidence

    return Evidence(
        spec.name, spec.title, spec.version, ruleset.name, ruleset.digest, len(line_up), tuple(line_up), seed,
        games, blocks, method, command, len(ruleset.assumed()),
    )  # fmt: skip


def typed(*words: object) -> str:
    """A command of ours as it would be typed, from its words."""
    return shlex.join(["meeplelab", *map(str, words)])


def check_keep(out: Path | None) -> None:
    """Refuse a file that exists or has no place to be, before anything is played.

    Raises MeepleError.
    """
    if out is None:
        return
    if out.exists() or out.is_symlink():  # one that leads nowhere would be replaced
        raise MeepleError(f"out: {out} exists; name a new file, or remove this one first")
    check_place(out)


def check_place(out: Path) -> None:
    """Refuse a file that has no place to be.

    Raises MeepleError.
    """
    above = next(folder for folder in out.absolute().parents if folder.exists() or folder.is_symlink())
    if not above.is_dir():
        raise MeepleError(f"out: {out} cannot be written: {above} is no folder")
    if not os.access(above, os.W_OK | os.X_OK):
        raise MeepleError(f"out: {out} cannot be written: nothing may be made in {above}")


def keep(finding: Finding, out: Path) -> None:
    """Write a finding to a new file, whole or not at all.

    Raises MeepleError if it exists or cannot be written.
    """
    check_keep(out)
    from simcore.files import replace_with

    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MeepleError(f"out: {out} cannot be written: {error.strerror}") from None
    replace_with(out, finding.text(), "out: ")


def hand_over(finding: Finding, show: Callable[[Finding], None], json: bool, out: Path | None) -> None:
    """Print a finding as tables or as JSON, and keep it if it was asked for.

    Where it cannot be kept after all it is printed all the same: it took games to find.
    """
    try:
        if out is not None:
            keep(finding, out)
            say(f"written: {out}")
    finally:
        if json:
            show_text(finding.text())
        else:
            show(finding)
            show_lines(["", *finding.notes, *finding.cautions, card(finding)])


def card(finding: Finding) -> str:
    """The evidence card on a line."""
    known = finding.evidence
    return (
        f"n = {plural(known.games, 'game')} in {plural(known.blocks, 'block')}, seed {known.seed}, "
        f"ruleset {known.digest}, {known.assumed} rule values assumed. "
        f"Played by {finding.field}. {known.method} Again: {known.command}"
    )


def was_typed() -> str:
    """The command under way as it was typed, but for where the finding is kept: typed again, that file exists."""
    words: list[str] = []
    rest = iter(sys.argv[1:])
    for word in rest:
        if word == "--out":
            next(rest, None)
        elif not word.startswith("--out="):
            words.append(word)
    return typed(*words)
