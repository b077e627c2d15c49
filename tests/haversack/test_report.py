"""A real run of Haversack with drawn faces, and the same deals on the other board: tables agree, figures are there."""

from pathlib import Path

import numpy as np
import pytest

from meeplelab import api
from meeplelab.study import OTHER_RULES, find_runs
from reports import write_report
from reports.haversack import findings, sections
from reports.material import Material
from simcore.errors import MeepleError
from simcore.games.haversack.codes import GUARDIANS
from simcore.jit import JIT_DISABLED
from simcore.registry import game
from simcore.store import Run

pytestmark = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
LINE_UP = ["greedy-glory", "random"]
FACES = game("haversack").variants["random-faces"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Run]:
    folder = tmp_path_factory.mktemp("runs")
    for name, games, changes in (("here", 80, FACES), (f"{OTHER_RULES}/there", 40, {**FACES, "rules.board": "winter"})):
        api.simulate(
            "haversack", players=2, games=games, strategies=LINE_UP, jobs=1, out=folder / name, changes=changes
        )
    return find_runs(folder)


@pytest.fixture(scope="module")
def material(runs: list[Run]) -> Material:
    return Material.of(runs)


def test_runs_under_other_rules_are_variants(material: Material) -> None:
    assert material.others == ()
    assert [tables.facts.games for tables in material.variants] == [40]
    changed = material.main["other_rules"]["changed"]
    assert set(changed) == {"rules.board = winter, 6 of face.* = random"}


def test_tables_agree_with_the_rows(runs: list[Run], material: Material) -> None:
    rows, main = runs[0].frame(), material.main
    guardians = main["guardians"].set_index("guardian")
    for name in GUARDIANS:
        assert guardians.played[name] == pytest.approx(rows[f"played.{name}"].mean())
    assert guardians.vp.sum() == pytest.approx(rows["score"].mean(), rel=1e-5)
    faces = main["faces"].set_index(["strategy", "guardian"])
    night = rows["night.thief"] > 0
    gap = rows["score"][night].mean() - rows["score"][~night].mean()
    assert faces.score["all", "thief"] == pytest.approx(gap)
    assert main["places"]["ended"].sum() == pytest.approx(_members(rows.filter(like="ended.")) / rows["rounds"].sum())
    there = runs[1].frame()
    both = rows.iloc[: len(there)]
    assert (both["deal"].to_numpy() == there["deal"].to_numpy()).all()
    paired = main["other_rules"].set_index(["strategy", "source"])
    assert paired.change["all", "score"] == pytest.approx(there["score"].mean() - both["score"].mean())


def _members(words: object) -> int:
    return sum(int(word).bit_count() for word in np.asarray(words).ravel())


def test_the_page_has_its_figures_and_both_boards(runs: list[Run], material: Material, tmp_path: Path) -> None:
    names = [drawing.name for section in sections(material) for drawing in section.drawings]
    assert len(names) == len(set(names)) >= 15
    assert {"ended_summer", "ended_winter", "cleared_summer", "faces", "supply"} <= set(names)
    assert any("randomised" in claim.badges for claim in findings(material))
    page = write_report(runs, tmp_path).page.read_text(encoding="utf-8")
    assert "Under other rules" in page
    assert "nan" not in page.split('<section id="assumed"')[0].replace("finance", "").lower().split()


def test_another_game_does_not_stand_beside(tmp_path: Path) -> None:
    api.simulate("haversack", players=1, games=2, strategies="random", jobs=1, out=tmp_path / "one")
    api.simulate("watchmen", players=2, games=2, strategies="random", jobs=1, out=tmp_path / OTHER_RULES / "two")
    with pytest.raises(MeepleError, match="expected the same game"):
        find_runs(tmp_path)
