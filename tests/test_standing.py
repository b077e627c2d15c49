"""Ladders as a table of a page, and the page of strategies: everyone who ships is told of, with every weight."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from analyses.finding import Evidence, Finding
from analyses.ladder.tables import METHOD, UNITS, tables_of
from analyses.ladder.words import sentences
from reports import standing
from reports.text import NOTHING
from simcore.errors import MeepleError
from simcore.registry import GAMES
from strategies import catalog
from tests.ladderblocks import drawn

PAGE = Path(__file__).resolve().parent.parent / "docs/strategies.md"


def ladder(players: int, game: str = "toy", strength: tuple[float, ...] = (0.0, 1.5, 1.5)) -> Finding:
    games = drawn(strength, players, 400, np.random.default_rng(players))
    tables, facts = tables_of(games)
    card = Evidence(game, "Toy", 1, "base", "0", players, games.names, 1, 2000, 500, METHOD, f"meeplelab ladder {game}")
    return Finding("ladder", "The skill ladder", card, tables, facts, sentences(tables, facts), UNITS)


def test_a_row_a_rung_a_column_a_number_of_players() -> None:
    text = standing.standing([ladder(3), ladder(2, strength=(0.0, 1.5, 1.5, 3.0))])
    head, line, *rows = text.split("\n\n")[0].splitlines()
    assert head == "| strategy | 2 players, Elo | 3 players, Elo |"
    assert line == "| --- | --- | --- |"
    assert [row.split("`")[1] for row in rows] == ["r3", "r2", "r1", "r0"]
    two, three = rows[1].strip("| ").split(" | ")[1:]
    assert re.fullmatch(r"3\. \d+ \[\d+, \d+\] =", two)
    assert re.fullmatch(r"3\. \d+ \[\d+, \d+\] =", three)
    assert re.fullmatch(r"\| `r1` \| 2\. \d+ \[\d+, \d+\] ↑ \| 2\. \d+ \[\d+, \d+\] ↑ \|", rows[2])
    assert rows[3] == "| `r0` | 1. 0 | 1. 0 |"
    assert rows[0].endswith(f"↑ | {NOTHING} |")
    elo = ladder(3).tables["rungs"].iloc[2]
    assert three.startswith(f"3. {elo['elo']:.0f} [{elo['elo_low']:.0f}, {elo['elo_high']:.0f}]")
    said = text.split("\n\n")[1]
    assert said.startswith("- **2 players.** The ladder rises at 2 of 3 steps")
    assert "n = 2,000 games, 800 a step.\n  `meeplelab ladder toy`" in said


def test_bounds_are_told_as_such() -> None:
    finding = ladder(2)
    rungs = finding.tables["rungs"].copy()
    rungs.loc[1:, ["elo", "elo_high"]] = np.nan
    text = standing.standing([replace(finding, tables={**finding.tables, "rungs": rungs})])
    assert re.search(r"`r1` \| 2\. at least \d+ ↑", text)


def test_only_what_stands_between_the_markers_is_written() -> None:
    page = "# A\n<!-- ladders toy -->\nold\n<!-- end -->\nB\n<!-- ladders other -->\nkept\n<!-- end -->\n"
    new = standing.written(page, [ladder(2)])
    assert new.startswith("# A\n<!-- ladders toy -->\n\n| strategy |")
    assert "old" not in new
    assert new.endswith("<!-- end -->\nB\n<!-- ladders other -->\nkept\n<!-- end -->\n")
    assert standing.written(new, [ladder(2)]) == new
    assert standing.written(page, []) == page


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MeepleError, match="no place for toy"):
        standing.written("# A", [ladder(2)])
    with pytest.raises(MeepleError, match="two ladders for the same number"):
        standing.standing([ladder(2), ladder(2)])
    with pytest.raises(MeepleError, match="no finding of ladder"):
        standing.written("# A", [replace(ladder(2), name="field")])


def test_kept_findings_are_written_into_a_file(tmp_path: Path) -> None:
    page, kept = tmp_path / "page.md", tmp_path / "ladder.json"
    page.write_text("<!-- ladders toy -->\n<!-- end -->\n")
    kept.write_text(ladder(2).text())
    standing.main([str(page), str(kept)])
    assert "| `r2` |" in page.read_text()


@pytest.mark.parametrize("game", GAMES)
def test_every_strategy_that_ships_is_told_of_in_plain_words(game: str) -> None:
    text = PAGE.read_text()
    told = re.findall(r"^### `([a-z-]+)`$", text, re.MULTILINE)
    assert not [name for name in catalog.names(game) if name not in told]
    assert f"<!-- ladders {game} -->" in text


@pytest.mark.parametrize("game", GAMES)
def test_every_weight_is_told_of(game: str) -> None:
    text = PAGE.read_text()
    weights = {weight.name for name in catalog.names(game) for weight in catalog.load(game, name).weights}
    assert len(weights) > 14
    assert not [name for name in weights if f"`{name}`" not in text and f"`{name} " not in text]


def test_no_strategy_is_told_of_that_does_not_ship() -> None:
    told = set(re.findall(r"^### `([a-z-]+)`$", PAGE.read_text(), re.MULTILINE))
    assert told == {name for game in GAMES for name in catalog.names(game)}
