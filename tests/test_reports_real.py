"""Real runs of every game through the analyses and the report: what made-up rows cannot promise."""

import importlib.util
import tracemalloc
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analyses.base import analyse
from analyses.catalog import analyses_for
from analyses.runs import Facts
from meeplelab import api
from reports import write_report
from simcore.registry import GAMES, game
from simcore.store import Run, open_run
from tests.synthetic import MemoryRun, make_run

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def watchmen(tmp_path_factory) -> Run:
    folder = tmp_path_factory.mktemp("runs") / "four"
    line_up = ["greedy-value", "random", "first-legal", "random"]
    api.simulate("watchmen", players=4, games=240, strategies=line_up, seed=7, jobs=1, out=folder)
    return open_run(folder)


def test_watchmen_tables_agree_with_the_rows(watchmen) -> None:
    facts = Facts.of(watchmen)
    rows = watchmen.frame()
    tables = analyse(watchmen, analyses_for(facts))
    strategies = tables["strategies"].set_index("strategy")
    own = rows[rows["entry"] == 0]
    assert strategies.win_share["greedy-value"] == pytest.approx(own["win_share"].mean())
    assert strategies.n["random"] == 2 * len(own)
    whole = tables["points"][tables["points"]["strategy"] == "all"]
    assert whole["mean"].sum() == pytest.approx(rows["score"].mean())
    items = tables["items"]
    assert (items["dealt"] == facts.games).all(), "each item in the game is dealt to one seat"
    assert list(items["item"][~items["randomised"]]) == ["necklace"]
    assert items["plays"].sum() == pytest.approx(
        rows[[name for name in rows if name.startswith("items_played.")]].sum().sum() / facts.games
    )
    ninjas = tables["ninjas"].set_index("strategy").loc["all"]
    assert ninjas["gold"] == pytest.approx(ninjas["lost_gold"]), "what one loses another takes"
    races = tables["races"]
    assert races["n"].sum() == pytest.approx(rows[[name for name in rows if name.startswith("race_in.")]].sum().sum())
    growth = tables["growth"].set_index("round")
    first = rows["vp_by_round.r1"]
    assert growth.winners[1] == pytest.approx(first[rows["rank"] == 1].mean())
    assert growth.games[1] == facts.games


def test_mercenaries_are_asked_about_where_they_are_in_play(watchmen, tmp_path: Path) -> None:
    assert "mercenaries" not in analyse(watchmen, analyses_for(Facts.of(watchmen)))
    changes = {"rules.mercenaries": "true"}
    line_up = ["greedy-value", "random", "first-legal", "random"]
    api.simulate(
        "watchmen", players=4, games=240, strategies=line_up, seed=7, jobs=1, changes=changes, out=tmp_path / "run"
    )
    run = open_run(tmp_path / "run")
    rows = run.frame()
    table = analyse(run, analyses_for(Facts.of(run)))["mercenaries"].set_index("mercenary")
    assert list(table.index) == ["rabbit", "cat", "dog", "otter", "owl"]
    used, paid = rows["mercenaries_used.steal_random_card"], rows["mercenaries_paid.steal_random_card"]
    cat = table.loc["cat"]
    assert cat["used"] * 240 == pytest.approx(used.sum())
    assert cat["by_ability"] == pytest.approx(used.sum() / (used + paid).sum())
    assert cat["win_when_used"] == pytest.approx(rows["win_share"][used > 0].mean())
    around = used.groupby([rows["block"], rows["rotation"]]).transform("max") > 0
    assert cat["win_when_not"] == pytest.approx(rows["win_share"][around & (used == 0)].mean())
    first = rows["rank"] == 1
    assert cat["gap"] == pytest.approx(used[first].mean() - used[~first].mean())
    assert table["paid"]["owl"] == 0, "the Owl shows no gold"
    for runs, expected in (([run], True), ([watchmen], False), ([watchmen, run], True)):
        page = write_report(runs, tmp_path / f"report{len(runs)}{expected}").page.read_text(encoding="utf-8")
        assert ("Mercenaries: ability or payment" in page or 'id="mercenaries"' in page) is expected


def test_the_track_is_known_for_every_round_played(watchmen) -> None:
    rows = watchmen.frame()
    track = rows[[name for name in rows if name.startswith("vp_by_round.")]].to_numpy()
    played = np.arange(track.shape[1]) < rows["rounds"].to_numpy()[:, None]
    assert (track[played] != 127).all()
    assert (track[~played] == 127).all()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_at_every_number_of_players_has_a_page(name, tmp_path: Path) -> None:
    runs = []
    for players in game(name).player_counts():
        folder = tmp_path / str(players)
        api.simulate(name, players=players, games=30, strategies=["random"], seed=1, jobs=1, out=folder)
        runs.append(open_run(folder))
    page = write_report(runs, tmp_path / "report").page.read_text(encoding="utf-8")
    assert game(name).title in page
    assert "By number of players" in page


def test_a_run_of_links_is_the_run_so_many_times(watchmen, tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("bench_report", ROOT / "benchmarks" / "bench_report.py")
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    larger = open_run(bench.repeated(watchmen, 3, tmp_path / "larger"))
    assert (larger.games, larger.blocks) == (3 * watchmen.games, 3 * watchmen.blocks)
    one, three = (analyse(run, analyses_for(Facts.of(run)))["seats"] for run in (watchmen, larger))
    np.testing.assert_allclose(three["win_share"], one["win_share"])
    np.testing.assert_array_equal(three["n"], 3 * one["n"])
    blocks = watchmen.blocks
    np.testing.assert_allclose(three["score_se"], one["score_se"] * np.sqrt((blocks - 1) / (3 * blocks - 1)))


def test_memory_does_not_grow_with_the_run(monkeypatch) -> None:
    monkeypatch.setattr("analyses.base.MOST_WORKERS", 1)
    run = make_run(["a", "b", "c", "d"], 800, chunk=1600)
    questions = analyses_for(Facts.of(run))
    analyse(run, questions)
    peaks = []
    for times in (2, 8):
        frames = [frame for _ in range(times) for frame in run.iter_frames()]
        tracemalloc.start()
        analyse(Again(run, frames), questions)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


@dataclass(frozen=True)
class Again:
    """A run whose frames are already there."""

    run: MemoryRun
    frames: list[pd.DataFrame]

    @property
    def manifest(self) -> Mapping[str, Any]:
        return self.run.manifest

    def iter_frames(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        return iter(self.frames)
