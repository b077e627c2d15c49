"""Frames of `meeplelab.api` as text for a terminal, readable at 80 columns."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from analyses.finding import seated
from meeplelab.console import show_entry, show_lines, show_table
from simcore.rulesvalues import in_words
from simcore.words import at_table, plural

Row = Mapping[str, Any]


def rows_of(frame: pd.DataFrame) -> Iterable[Row]:
    """Rows as mappings."""
    return [{str(name): value for name, value in row.items()} for row in frame.to_dict("records")]


def percent(value: float) -> str:
    """A share as a percentage."""
    return "-" if pd.isna(value) else f"{100 * value:.1f}%"


def interval(row: Row, name: str = "", share: bool = True) -> str:
    """The two ends of an interval."""
    low, high = row[f"{name}low"], row[f"{name}high"]
    if pd.isna(low) or pd.isna(high):
        return "-"
    return f"{100 * low:.1f} to {100 * high:.1f}" if share else f"{low:.2f} to {high:.2f}"


def games(frame: pd.DataFrame) -> None:
    """Games and how much of their data is known."""
    kinds = ("rulebook", "public", "assumed")
    show_table(
        ("game", "players", "values", *kinds),
        (
            (
                row["game"],
                f"{row['players_from']}-{row['players_to']}",
                row["values"],
                *(percent(row[kind] / row["values"]) for kind in kinds),
            )
            for row in rows_of(frame)
        ),
        right=("players", "values", *kinds),
    )
    show_lines([""])
    for row in rows_of(frame):
        show_entry(row["title"], f"ruleset {row['ruleset']!r}, digest {row['digest']}")


def strategies(frame: pd.DataFrame) -> None:
    """Strategies, a few words each."""
    for game, part in frame.groupby("game", sort=False):
        show_table(
            ("strategy", "idea", "weights", "tuned for"),
            (
                (row["strategy"], row["idea"], len(row["weights"]) or "-", ", ".join(map(str, row["tuned"])) or "-")
                for row in rows_of(part)
            ),
            title=str(game),
            right=("weights",),
        )
        show_lines([""])
    show_lines(
        ["All about one of them: meeplelab strategies GAME NAME. Tuned for so many players: play it as NAME@tuned."]
    )


def strategy(frame: pd.DataFrame) -> None:
    """A strategy with its weights."""
    for row in rows_of(frame):
        kind = "draws lots" if row["stochastic"] else "no chance of its own"
        show_entry(f"{row['strategy']}  ({row['game']}; {kind})", row["idea"])
        weights = row["weights"]
        if weights:
            show_lines([""])
            show_table(
                ("weight", "default", "from", "to", "meaning"),
                (
                    (each["name"], *(f"{each[part]:g}" for part in ("default", "low", "high")), each["meaning"])
                    for each in weights
                ),
                right=("default", "from", "to"),
            )
        if row["tuned"]:
            players = ", ".join(map(str, row["tuned"]))
            show_lines(["", f"{row['strategy']}@tuned: weights shipped for {players} players"])


def rules(frame: pd.DataFrame) -> None:
    """Every value in force and where it comes from."""
    facts = frame.attrs
    show_table(
        ("key", "value", "source"),
        ((row["key"], in_words(row["value"]), _source(row["source"])) for row in rows_of(frame)),
    )
    changed = ", ".join(f"{key}={in_words(value)}" for key, value in facts["changed"].items())
    show_lines(
        [f"ruleset {facts['ruleset']!r}, digest {facts['digest']}", *([f"changed: {changed}"] if changed else [])]
    )


def sources(frame: pd.DataFrame) -> None:
    """What is assumed, and what else would be worth trying."""
    counts = frame["source"].str.split(":").str[0].value_counts()
    assumed = frame[frame["source"] == "assumed"]
    show_table(
        ("key", "assumed", "worth trying", "note"),
        (
            (row["key"], in_words(row["value"]), ", ".join(map(in_words, row["worth_trying"])) or "-", row["note"])
            for row in rows_of(assumed)
        ),
    )
    show_lines(
        [
            ", ".join(f"{counts.get(source, 0)} {source}" for source in ("rulebook", "public", "assumed"))
            + f" of {len(frame)} values",
            *(
                f"public source: {source[7:]}"
                for source in sorted(set(frame["source"]))
                if source.startswith("public:")
            ),
        ]
    )


def rules_coverage(frame: pd.DataFrame) -> None:
    """Every rule, how often it was at work and where; then the configurations."""
    facts = frame.attrs
    every = len(facts["configurations"])
    for section, part in frame.groupby("section", sort=False):
        show_table(
            ("rule", "seen when", "times", "games", "configurations"),
            (
                (row["rule"], row["seen_when"], f"{row['fired']:,}", row["games"], _few(row["configurations"], every))
                for row in rows_of(part)
            ),
            title=str(section),
            right=("times", "games"),
        )
        show_lines([""])
    show_table(
        ("configuration", "players", "games", "strategies", "changes"),
        (
            (
                each["name"],
                each["players"],
                each["games"],
                ", ".join(each["strategies"]),
                ", ".join(f"{key}={_first_line(value)}" for key, value in each["changes"].items()) or "-",
            )
            for each in facts["configurations"]
        ),
        right=("players", "games"),
    )
    show_lines(["", f"{len(frame)} rules, {plural(facts['games'], 'game')}, seed {facts['seed']}."])
    show_lines([f"never seen: {each}" for each in facts["silent"]] or ["Every rule was seen at work."])


def _few(names: list[str], every: int) -> str:
    """A few names, or how many there are."""
    return ", ".join(names) or "none" if len(names) <= 3 else f"{len(names)} of {every}"


def _first_line(text: str) -> str:
    """A text of several lines in short."""
    lines = text.strip().splitlines()
    return text if len(lines) == 1 else f"{lines[0]}..."


def _source(source: str) -> str:
    """A source in short: of a public one, the host."""
    kind, _, address = source.partition(":")
    return f"{kind}: {address.split('/')[2].removeprefix('www.')}" if address else kind


def summary(frame: pd.DataFrame) -> None:
    """A run in a few tables."""
    facts = frame.attrs
    table = at_table(facts["players"])
    show_lines(
        [
            f"{facts['title']}, {table}: {plural(facts['games'], 'game')} in {plural(facts['blocks'], 'block')}",
            f"played by {seated(facts['line_up'])}",
        ]
    )
    for about in ("strategy", "seat"):
        if facts["players"] > 1:
            show_lines([""])
            _win_shares(frame[frame["about"] == about], about)
        elif about == "strategy":
            show_lines([""])
            _scores(frame[frame["about"] == about], about)
    show_lines([""])
    show_table(
        ("of the whole game", "value", "95% interval", "unit"),
        (
            (row["name"], percent(row["value"]), interval(row), "of games")
            if row["unit"] == "share"
            else (row["name"], f"{row['value']:.2f}", interval(row, share=False), row["unit"])
            for row in rows_of(frame[frame["about"] == "game"])
        ),
        right=("value", "95% interval"),
    )
    fair = f"A fair share is {percent(facts['fair_share'])}. " if facts["players"] > 1 else ""
    show_lines(
        [
            "",
            f"{fair}Intervals and verdicts count blocks, not games.",
            f"{facts['rules_assumed']} of {facts['rules_values']} rules values are assumed.",
            f"Kept in {facts['out']}." if facts["out"] else "Nothing is kept; give --out DIR to keep the rows.",
        ]
    )


def _win_shares(part: pd.DataFrame, about: str) -> None:
    scores = {row["name"]: row["value"] for row in rows_of(part[part["measure"] == "score"])}
    show_table(
        (about, "win share", "95% interval", "mean score", "n", "verdict"),
        (
            (
                row["name"],
                percent(row["value"]),
                interval(row),
                f"{scores[row['name']]:.1f}",
                f"{row['n']:,}",
                row["verdict"],
            )
            for row in rows_of(part[part["measure"] == "win_share"])
        ),
        right=("win share", "95% interval", "mean score", "n"),
    )


def _scores(part: pd.DataFrame, about: str) -> None:
    """Scores alone, for a game without opponents."""
    show_table(
        (about, "mean score", "95% interval", "n"),
        (
            (row["name"], f"{row['value']:.2f}", interval(row, share=False), f"{row['n']:,}")
            for row in rows_of(part[part["measure"] == "score"])
        ),
        right=("mean score", "95% interval", "n"),
    )


def _worth(value: float) -> str:
    return f"{value:.2f}" if math.isfinite(value) else "not known"


def compare(frame: pd.DataFrame) -> None:
    """Pairs of strategies and what to conclude."""
    facts = frame.attrs
    show_table(
        ("better", "win share", "other", "win share ", "difference", "95% interval", "games"),
        (
            (
                row["better"],
                percent(row["better_win_share"]),
                row["other"],
                percent(row["other_win_share"]),
                f"{100 * row['difference']:.1f} pp",
                interval(row, "difference_"),
                f"{row['games']:,}",
            )
            for row in rows_of(frame)
        ),
        right=("win share", "win share ", "difference", "95% interval", "games"),
        whole=("better", "other"),
    )
    fair = (
        f"A seat's fair share is {percent(facts['fair_share'])} at a table of {facts['players']}; each line is about "
        "tables of its two strategies alone."
    )
    show_lines([fair, *frame["sentence"], *filter(None, frame["ending"])])
    if facts["stop"]["rule"] == "sprt":
        plain = ", ".join(f"{100 * value:.2f}" for value in frame["plain_difference_biased"])
        show_lines([f"Differences allow for the stopping. The plain ones, {plain} pp, are biased by it."])
    worth = ", ".join(f"{_worth(row['worth'])} ({row['better']}, {row['other']})" for row in rows_of(frame))
    show_lines([f"A game in a block is worth so many independent games: {worth}."])
