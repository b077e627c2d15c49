"""Where each strategy stands: kept findings of `ladder` as a table of a page, between its markers.

    python -m reports.standing docs/strategies.md results/ladders/*.json

A page has for each game the lines `<!-- ladders GAME -->` and `<!-- end -->`; what stands between them is written anew.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from analyses.finding import Finding
from analyses.ladder.tables import FALLS, LEVEL_WITHIN, RISES
from analyses.ladder.words import bound
from analyses.ladder.words import number as known
from reports.text import NOTHING, Row, listed, number
from simcore.errors import MeepleError

NAME = "ladder"
SIGNS = {RISES: "↑", LEVEL_WITHIN: "=", FALLS: "↓"}


def standing(findings: Sequence[Finding]) -> str:
    """The ladders of one game at different numbers of players: a table of all rungs, then what each ladder says.

    A cell holds the place, the strength as the ladder counts it with its interval, and whether the step from the rung
    below rises (↑), is level (=) or falls (↓). Raises MeepleError for two ladders for the same number of players.
    """
    ladders = sorted(findings, key=lambda finding: finding.evidence.players)
    counts = [finding.evidence.players for finding in ladders]
    if len(set(counts)) != len(counts):
        raise MeepleError(f"{ladders[0].evidence.game}: two ladders for the same number of players; expected one each")
    cells = [_cells(finding) for finding in ladders]
    names = sorted({name for each in cells for name in each}, key=lambda name: _order(name, cells), reverse=True)
    lines = [_row(["strategy", *(_table(count) for count in counts)]), _row(["---"] * (len(counts) + 1))]
    lines += [_row([f"`{name}`", *(each.get(name, (0, NOTHING))[1] for each in cells)]) for name in names]
    return "\n".join([*lines, "", *map(_said, ladders)])


def _cells(finding: Finding) -> dict[str, tuple[float, str]]:
    """Place from 0 to 1 and cell of each rung by its name."""
    rungs = list(finding.tables["rungs"].to_dict("records"))
    words = {row["rung"]: str(row["verdict"]) for row in finding.tables["steps"].to_dict("records")}
    scale = "vp" if finding.evidence.players == 1 else "elo"
    cells: dict[str, tuple[float, str]] = {}
    for place, row in enumerate(rungs, 1):
        sign = SIGNS.get(words.get(row["rung"], ""), "")
        cells[str(row["rung"])] = place / len(rungs), f"{place}. {_strength(row, scale)} {sign}".rstrip()
    return cells


def _strength(row: Row, name: str) -> str:
    digits = 1 if name == "vp" else 0
    value, low, high = (known(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    if value is None:
        return bound(low, high, digits)
    if low is None or high is None or low == high:
        return number(value, digits)
    return f"{number(value, digits)} [{number(low, digits)}, {number(high, digits)}]"


def _order(name: str, cells: Sequence[dict[str, tuple[float, str]]]) -> float:
    """Mean place over the tables a rung stands at."""
    places = [each[name][0] for each in cells if name in each]
    return sum(places) / len(places)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _table(players: int) -> str:
    return "alone, VP" if players == 1 else f"{players} players, Elo"


def _said(finding: Finding) -> str:
    """What one ladder says, and how to get it again."""
    card, players = finding.evidence, finding.evidence.players
    steps = finding.tables["steps"]["games"].astype(int)
    fewest, most = int(steps.min()), int(steps.max())
    a_step = f"{most:,}" if fewest == most else f"{most:,}, with search {fewest:,},"
    text = " ".join(finding.notes[:3])
    return (
        f"- **{'Alone' if players == 1 else f'{players} players'}.** {text} Reference: `{finding.facts['reference']}`; "
        f"{_start(finding)}n = {card.games:,} games, {a_step} a step.\n  `{card.command}`"
    )


def _start(finding: Finding) -> str:
    """From whom Elo is counted, if it is not the lowest rung."""
    facts = finding.facts
    if finding.evidence.players == 1 or facts["start"] == facts["floor"]:
        return ""
    return f"Elo is counted from `{facts['start']}`, as what is below it never wins; "


def written(page: str, findings: Sequence[Finding]) -> str:
    """The page with the ladders of every game it has a place for; other places stay as they are.

    Raises MeepleError for a finding that is no ladder or has no place.
    """
    games = list(dict.fromkeys(finding.evidence.game for finding in findings))
    if wrong := [finding.name for finding in findings if finding.name != NAME]:
        raise MeepleError(f"{listed(wrong)}: no finding of {NAME}; expected those alone")
    for game in games:
        found = re.search(rf"<!-- ladders {re.escape(game)} -->\n(.*?)<!-- end -->", page, re.DOTALL)
        if found is None:
            raise MeepleError(f"the page has no place for {game}; expected <!-- ladders {game} --> and <!-- end -->")
        text = standing([finding for finding in findings if finding.evidence.game == game])
        page = f"{page[: found.start(1)]}\n{text}\n\n{page[found.end(1) :]}"
    return page


def main(words: Sequence[str]) -> None:
    """Write kept findings into a page."""
    page, *kept = map(Path, words)
    page.write_text(written(page.read_text(encoding="utf-8"), [Finding.read(path) for path in kept]), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (MeepleError, OSError, ValueError) as error:
        sys.exit(f"Error: {error}")
