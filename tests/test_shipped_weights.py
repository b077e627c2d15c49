"""The weights shipped with the games: whole, of the strategies they name, and worth what they say on other deals."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from analyses import tuning
from meeplelab.tuneplay import Arena
from simcore import batch
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from strategies import catalog, weightsfile

ROOT = Path(catalog.__file__).parent
FILES = sorted(path for name in GAMES for path in (ROOT / name / catalog.TUNED).iterdir())
TWO = 2
PAGE = ROOT.parent / "docs" / "tuning.md"
OTHER_SEED, BLOCKS = 20261130, 2000
shipped = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name} {path.stem}")


@shipped
def test_a_shipped_file_is_found_by_its_name_and_says_where_it_comes_from(path: Path) -> None:
    file = weightsfile.read(path)
    name, _, players = path.stem.rpartition("-")
    assert (file.game, file.strategy, str(file.players)) == (path.parent.parent.name, name, players)
    assert catalog.tuned_path(file.game, name, file.players) == path
    loaded = catalog.load(file.game, f"{name}@{catalog.TUNED}", file.players)
    assert {w.name: w.default for w in loaded.weights} == {
        **{w.name: w.default for w in catalog.load(file.game, name).weights}, **file.weights
    }  # fmt: skip
    command = file.tuning["command"].split()
    assert command[:4] == ["meeplelab", "tune", file.game, name]
    for option, value in (("--players", file.players), ("--seed", file.tuning["seed"])):
        assert command[command.index(option) + 1] == str(value)
    assert int(command[command.index("--generations") + 1]) == file.tuning["generations"]
    assert file.tuning["ruleset"] == game(file.game).load_rules(None, {}).digest
    assert file.held_out["blocks"] >= 20_000


def test_both_games_have_weights_for_every_number_of_players() -> None:
    for name in GAMES:
        files = [file for file in map(weightsfile.read, FILES) if file.game == name]
        counts = [file.players for file in files]
        low, high = game(name).players
        assert all(counts.count(players) >= 2 for players in range(low, high + 1))
        assert counts.count(TWO) >= 6
        assert sum(file.held_out["better"] for file in files if file.players == TWO) >= 5


def span(value: float, low: float, high: float, unit: str) -> str:
    return f"{value:+.1f} VP [{low:.1f}, {high:.1f}]" if unit == "VP" else (
        f"{100 * value:.1f}% [{100 * low:.1f}, {100 * high:.1f}]"
    )  # fmt: skip


def table() -> str:
    """The shipped files as the page on tuning shows them."""
    lines = [
        "| game | players | strategy | tuned against default | even | games to tune |",
        "|---|---|---|---|---|---|",
    ]
    for file in sorted(map(weightsfile.read, FILES), key=lambda file: (file.game, file.players, file.strategy)):
        held, unit = file.held_out, file.held_out["measure"]
        figure = span(*held["gain" if unit == "VP" else "against_default"], unit)
        even = "0 VP" if unit == "VP" else f"{100 * held['even']:.1f}%"
        title = game(file.game).title
        lines.append(f"| {title} | {file.players} | `{file.strategy}` | {figure} | {even} | {file.tuning['games']:,} |")
    return "\n".join(lines)


def test_the_page_on_tuning_shows_what_the_files_say() -> None:
    """With UPDATE_DOCS=1 the page is written anew."""
    text = PAGE.read_text()
    before, rest = text.split("<!-- tuned -->\n")
    shown, after = rest.split("\n<!-- end -->")
    if os.environ.get("UPDATE_DOCS") == "1":
        PAGE.write_text(f"{before}<!-- tuned -->\n{table()}\n<!-- end -->{after}")
    else:
        assert shown == table()


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
@shipped
def test_what_a_file_says_holds_on_another_seed(path: Path) -> None:
    """Against the default, or alone: as much as it says, as far as both intervals tell; and better where it says so."""
    file = weightsfile.read(path)
    spec = game(file.game)
    default = catalog.load(file.game, file.strategy)
    tuned = catalog.load(file.game, f"{file.strategy}@{catalog.TUNED}", file.players)
    batch.prepare(spec, file.players)
    others = (default,) if file.players > 1 else ()
    arena = Arena(spec, spec.load_rules(None, {}), default, others, file.players, OTHER_SEED, 2)
    weights = np.stack([tuned.weight_values(), default.weight_values()])
    if file.players > 1:
        seen = tuning.estimate(arena.scores(weights[:1], 0, BLOCKS), *arena.bounds)
        said, even = file.held_out["against_default"], 1 / file.players
    else:
        scores = arena.scores(weights, 0, BLOCKS)
        seen = tuning.gain(scores[:1], scores[1], *arena.bounds)
        said, even = file.held_out["gain"], 0.0
    error = np.hypot(float(seen.se[0]), (said[2] - said[1]) / 2 / 1.96)
    assert abs(float(seen.value[0]) - said[0]) <= 3.5 * error
    if file.held_out["better"]:
        assert seen.low[0] > even or said[1] <= seen.value[0] <= said[2]
