"""Findings: what is kept is read back, what is damaged is refused, and a report shows them."""

from __future__ import annotations

import importlib
import inspect
import json
import os
import sys
import types
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analyses.finding import Evidence, Finding
from meeplelab import publish
from meeplelab.findings import card, keep, was_typed
from meeplelab.listener import Listener
from meeplelab.study import find_findings
from reports.page import write_report
from reports.tables import found
from reports.text import MINUS, NOTHING
from simcore.errors import MeepleError
from tests import toygame
from tests.commandline import TAKE_MOST
from tests.synthetic import make_run

EVIDENCE = Evidence(
    "watchmen", "Watchmen of Destiny", 2, "base", "0123456789ab", 2, ("a", "b"), 7, 400, 100, "Counted.",
    "meeplelab ledger watchmen --seed 7", 12,
)  # fmt: skip


def finding(name: str = "other") -> Finding:
    table = pd.DataFrame(
        {
            "thing": ["Spook", "<b>Cloak</b>"],
            "effect": [0.0123, np.nan],
            "effect_low": [0.01, np.nan],
            "effect_high": [0.015, np.nan],
            "n": np.array([100, 0]),
            "kept": [True, False],
        }
    )
    return Finding(
        name, "What it does", EVIDENCE, {name: table, "more": table[["thing", "n"]]}, {"half": np.float64(0.5)},
        ("A note.",), {"effect": "points", "n": "count"}, {"effect": "randomised"}, {"more": "Only counts."},
    )  # fmt: skip


def test_a_finding_is_read_back_as_it_was(tmp_path: Path) -> None:
    keep(finding(), tmp_path / "below" / "other.json")
    back = Finding.read(tmp_path / "below" / "other.json")
    assert back.document() == finding().document()
    assert back.facts == {"half": 0.5}
    assert back.table["n"].tolist() == [100, 0]
    assert (back.unit("effect"), back.unit("thing")) == ("points", "number")
    assert not [path for path in (tmp_path / "below").iterdir() if path.name != "other.json"]


def test_a_finding_is_never_written_over(tmp_path: Path) -> None:
    keep(finding(), tmp_path / "a.json")
    before = (tmp_path / "a.json").read_bytes()
    with pytest.raises(MeepleError, match=r"a\.json exists"):
        keep(finding("ledger"), tmp_path / "a.json")
    assert (tmp_path / "a.json").read_bytes() == before


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[:100],
        lambda text: text.replace('"format": 1', '"format": 99'),
        lambda text: text.replace('"seed"', '"sead"'),
        lambda text: text.replace('"tables"', '"tabels"'),
        lambda text: "[1, 2]",
        lambda text: "[" * 100_000,
    ],
)
def test_a_damaged_finding_is_refused_with_its_name(tmp_path: Path, damage: object) -> None:
    path = tmp_path / "other.json"
    path.write_text(damage(finding().text()))  # type: ignore[operator]
    with pytest.raises(MeepleError, match=r"other\.json"):
        Finding.read(path)


def test_a_file_that_is_no_finding_is_read_no_further_than_it_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("analyses.finding.LARGEST", 1 << 20)
    (tmp_path / "big.json").write_text(" " * (1 << 20) + finding().text())
    with pytest.raises(MeepleError, match=r"big\.json: bigger than 1 MiB; expected a finding$"):
        Finding.read(tmp_path / "big.json")
    with pytest.raises(MeepleError, match=r"absent\.json: no such file; expected a finding$"):
        Finding.read(tmp_path / "absent.json")
    with pytest.raises(MeepleError, match=r"a folder; expected a finding$"):
        Finding.read(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_a_pipe_or_a_device_is_no_finding(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path("/dev/zero")):
        with pytest.raises(MeepleError, match="no regular file; expected a finding"):
            Finding.read(path)


def test_words_of_a_damaged_finding_are_told_on_one_short_line(tmp_path: Path) -> None:
    document = finding().document()
    document["evidence"]["x\n" + "y" * 5000] = 1
    (tmp_path / "other.json").write_text(json.dumps(document))
    with pytest.raises(MeepleError) as caught:
        Finding.read(tmp_path / "other.json")
    assert len(str(caught.value)) < len(str(tmp_path)) + 300
    assert str(caught.value).isprintable()


def test_the_card_says_n_method_seed_digest_and_command() -> None:
    said = card(finding())
    for part in ("400 games in 100 blocks", "seed 7", "0123456789ab", "Counted.", "meeplelab ledger watchmen --seed 7"):
        assert part in said


def test_a_page_writes_cells_in_the_units_of_a_finding() -> None:
    table = pd.DataFrame(
        {
            "measure": ["a", "b"], "value": [0.159, 0.85], "value_low": [0.138, 0.79], "value_high": [0.18, 0.91],
            "unit": ["points", "a game"], "moves": [{"2": -0.1016172, "4": 0.05}, {"glory": 0.25}],
            "deals_needed": [12_345.0, np.nan], "key": ["x.y", "x.z"],
        }
    )  # fmt: skip
    kept = Finding("other", "T", EVIDENCE, {"other": table}, units={"moves": "points"})
    (page,) = found(kept)
    assert [heading.text for heading in page.headings] == ["measure", "value", "unit", "moves", "deals needed"]
    cells = [[f"{cell.text} {cell.interval}".strip() for cell in row] for row in page.rows]
    assert cells == [
        ["a", "+15.90 pp [+13.80, +18.00]", "", f"2: {MINUS}10.16 pp; 4: +5.00 pp", "12,000"],
        ["b", "0.85 [0.79, 0.91]", "a game", "glory: +25.00 pp", NOTHING],
    ]


@pytest.mark.parametrize("kept", [["--out", "x/a.json"], ["--out=x/a.json"]])
def test_the_command_on_the_card_can_be_typed_again(kept: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["/bin/meeplelab", "ledger", "watchmen", *kept, "--things", "item.spook"])
    assert was_typed() == "meeplelab ledger watchmen --things item.spook"


def test_a_report_shows_findings_and_escapes_them(tmp_path: Path) -> None:
    folder = tmp_path / "experiments"
    keep(finding(), folder / "one.json")
    found = find_findings(tmp_path, "watchmen")
    page = write_report([make_run(["a", "b"], 200)], tmp_path / "report", found).page.read_text()
    assert '<section id="other">' in page
    assert "&lt;b&gt;Cloak&lt;/b&gt;" in page
    assert "<b>Cloak</b>" not in page
    assert "+1.23 pp" in page
    assert "[+1.00, +1.50]" in page
    assert page.count('class="evidence"') == page.count("<section id=") - 4  # not findings, assumed, method, again
    assert "meeplelab ledger watchmen --seed 7" in page
    kept = pd.read_csv(tmp_path / "report" / "tables" / "other_more.csv")
    assert kept["n"].tolist() == [100, 0]


def test_a_finding_about_another_game_is_refused(tmp_path: Path) -> None:
    keep(finding(), tmp_path / "experiments" / "one.json")
    with pytest.raises(MeepleError, match=r"one\.json: about watchmen beside runs of toy"):
        find_findings(tmp_path, "toy")


def test_a_finding_that_lacks_what_its_figures_show_is_refused(tmp_path: Path) -> None:
    bare = Finding.read(_written(tmp_path, finding("ledger")))
    with pytest.raises(MeepleError, match="does not hold what its figures show"):
        write_report([make_run(["a", "b"], 200)], tmp_path / "report", [bare])


def test_a_finding_names_no_module(tmp_path: Path) -> None:
    document = json.loads(finding().text()) | {"name": "os"}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(document))
    page = write_report([make_run(["a", "b"], 200)], tmp_path / "report", [Finding.read(path)]).page.read_text()
    assert '<section id="os">' in page


def _written(folder: Path, found: Finding) -> Path:
    keep(found, folder / f"{found.name}.json")
    return folder / f"{found.name}.json"


def test_a_study_keeps_and_shows_what_experiments_find_and_goes_on_without_those_that_cannot_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(name: str, game: str, games: int, *_: object) -> Finding:
        if name == "field":
            raise MeepleError("games: 100 are too few")
        return replace(finding(f"other-{name}"), evidence=replace(EVIDENCE, game=game, games=games))

    own = types.ModuleType("strategies.toy")
    own.LINE_UP = ("./mine.py:most",) * 4  # type: ignore[attr-defined]
    (tmp_path / "mine.py").write_text(TAKE_MOST)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "strategies.toy", own)
    monkeypatch.setattr(publish, "experiment", asked)
    said: list[str] = []
    with toygame.registered():
        small = publish.study("toy", games=100, jobs=1, out="small", listener=Listener(notice=said.append))
        monkeypatch.setattr(publish, "FEWEST_GAMES", 100)
        whole = publish.study("toy", games=100, jobs=1, out="whole", listener=Listener(notice=said.append))
        bare = publish.study("toy", games=100, jobs=1, out="bare", experiments=False)
    assert not Path("small/toy/experiments").exists()
    assert not Path("bare/toy/experiments").exists()
    assert any("are left out: a study of fewer than" in line for line in said)
    assert "field is left out: games: 100 are too few" in said
    assert whole.attrs["left_out"] == [{"game": "toy", "experiment": "field", "reason": "games: 100 are too few"}]
    assert "<code>field</code>: games: 100 are too few" in Path(whole.attrs["front"]).read_text()
    assert {each["reason"] for each in bare.attrs["left_out"]} == {"not asked for"}
    kept = sorted(path.stem for path in Path("whole/toy/experiments").iterdir())
    assert kept == sorted(name for name in publish.EXPERIMENTS if name != "field")
    page = Path(whole.attrs["pages"][0]).read_text()
    assert all(f'<section id="other-{name}">' in page for name in kept)
    assert '<section id="other-' not in Path(small.attrs["pages"][0]).read_text()


@pytest.mark.parametrize("name", publish.EXPERIMENTS)
def test_an_experiment_of_a_study_grows_with_it_and_says_how_to_play_it_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = importlib.import_module(f"meeplelab.{name}")
    option = publish.EXPERIMENTS[name]
    default = inspect.signature(getattr(module, name)).parameters[option].default
    calls: list[dict[str, object]] = []

    def verb(game: str, **options: object) -> Finding:
        calls.append(options)
        return finding()

    verb.__signature__ = inspect.signature(getattr(module, name))  # type: ignore[attr-defined]
    monkeypatch.setattr(module, name, verb)
    publish.experiment(name, "watchmen", publish.WHOLE_GAMES // 2, 7, 1, Listener())
    size = -(-default // 2)
    assert calls[0][option] == size
    assert calls[0]["command"] == f"meeplelab {name} watchmen --{option} {size} --seed 7"
