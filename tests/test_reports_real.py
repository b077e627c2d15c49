"""Real runs of every game through the analyses and the report: what made-up rows cannot promise."""

from pathlib import Path

import numpy as np
import pytest

from analyses.base import analyse
from analyses.catalog import analyses_for
from analyses.runs import Facts
from meeplelab import api
from reports import write_report
from simcore.registry import GAMES, game
from simcore.store import Run, open_run


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
    page = write_report(runs, tmp_path / "report").read_text(encoding="utf-8")
    assert game(name).title in page
    assert "By number of players" in page
