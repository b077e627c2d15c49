"""`meeplelab compare` as its users meet it: when it stops, what it tells meanwhile, and what it refuses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from meeplelab import api, progress
from meeplelab.amounts import points
from meeplelab.listener import Listener
from simcore.errors import MeepleError
from tests.commandline import TAKE_MOST, Commands, Result
from tests.toygame import registered

TWO = ("compare", "toy", "./mine.py:most", "./mine.py:least", "--jobs", "1")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        yield Commands(capsys)


def document(result: Result) -> Any:
    assert result.code == 0, result.err
    return json.loads(result.out)


@pytest.mark.parametrize(("players", "precision"), [(2, 2), (3, 0.8), (4, 0.2)])
def test_plays_until_the_interval_is_narrow_enough(command: Commands, players: int, precision: float) -> None:
    facts = document(command(*TWO, "--players", str(players), "--precision", f"{precision}pp", "--json"))
    (pair,) = facts["pairs"]
    assert facts["stop"] == {"rule": "precision", "precision_pp": pytest.approx(precision), "most": 2_000_000}
    assert 0.8 * precision < 100 * pair["half_width"] <= precision
    assert pair["difference_high"] - pair["difference_low"] == pytest.approx(2 * pair["half_width"])
    assert facts["games"] == pair["games"]
    assert f"within the {precision} pp asked for" in pair["ending"]


def test_the_most_is_kept_and_told(command: Commands) -> None:
    args = (*TWO, "--players", "4", "--precision", "0.1", "--most", "3001")
    (pair,) = document(command(*args, "--json"))["pairs"]
    assert pair["games"] == 3000, "whole blocks of two games, no more than allowed"
    assert pair["half_width"] > 0.001
    assert "wider than the 0.1 pp asked for: stopped at the most games allowed, 3,000." in command(*args).out


@pytest.mark.parametrize(("bounds", "word"), [(("-70", "-60"), "above"), (("30", "40"), "below")])
def test_sprt_decides_for_the_first_named(command: Commands, bounds: tuple[str, str], word: str) -> None:
    """Whoever of the two is ahead, the statements are about the first less the second."""
    facts = document(command(*TWO, "--players", "2", "--sprt", *bounds, "--json"))
    (pair,) = facts["pairs"]
    assert facts["stop"]["sprt_pp"] == pytest.approx([float(bound) for bound in bounds])
    assert (pair["decision"], pair["ending"].split(",")[0]) == (word, "most less least")
    assert pair["difference_low"] <= pair["difference"] <= pair["difference_high"]
    assert pair["games"] < 2000
    text = " ".join(command(*TWO, "--players", "2", "--sprt", *bounds).out.split())
    assert "The plain ones" in text
    assert "biased" in text
    assert "stagewise" in facts["method"]


def test_undecided_sprt_is_told(command: Commands) -> None:
    centre = 100 * document(command(*TWO, "--players", "2", "--games", "20000", "--json"))["pairs"][0]["difference"]
    first = document(command(*TWO, "--players", "2", "--games", "20000", "--json"))["pairs"][0]["better"] == "most"
    middle = centre if first else -centre
    args = (*TWO, "--players", "2", "--sprt", str(middle - 0.2), str(middle + 0.2), "--most", "2000", "--json")
    (pair,) = document(command(*args))["pairs"]
    assert pair["decision"] == "open"
    assert "undecided at the most games allowed, 2,000." in pair["ending"]


def test_same_seed_same_answer_whatever_the_number_of_workers(command: Commands) -> None:
    args = ("compare", "toy", "./mine.py:most", "./mine.py:least", "--players", "3", "--precision", "2", "--json")
    one, three = (document(command(*args, "--jobs", jobs)) for jobs in ("1", "3"))
    assert one["pairs"] == three["pairs"]


def test_margin_and_method_are_the_users(command: Commands) -> None:
    args = (*TWO, "--players", "2", "--games", "4000", "--margin", "48", "--method", "by", "--json")
    facts = document(command(*args))
    assert (facts["margin_pp"], facts["adjusted"]) == (48, "by")
    assert facts["pairs"][0]["verdict"] == "balanced within ±48pp"


def test_margin_of_a_simulation_too(command: Commands) -> None:
    args = (
        "simulate",
        "toy",
        "--strategies",
        "./mine.py:most,./mine.py:least",
        "--games",
        "2000",
        "--jobs",
        "1",
        "--json",
    )
    narrow, wide = document(command(*args)), document(command(*args, "--margin", "49.9", "--method", "by"))
    seats = [row["verdict"] for row in wide["results"] if row["about"] == "seat" and row["measure"] == "win_share"]
    assert (narrow["margin_pp"], narrow["adjusted"], wide["margin_pp"], wide["adjusted"]) == (1, "bh", 49.9, "by")
    assert seats == ["balanced within ±49.9pp"] * 2
    refused = command(*args, "--margin", "0")
    assert (refused.code, refused.out) == (2, "")
    assert "margin: 0 is not above 0" in refused.err


def test_what_a_game_in_a_block_is_worth_is_told(command: Commands) -> None:
    text = command(*TWO, "--players", "4", "--games", "2000").out
    found = re.search(r"A game in a block is worth so many independent games: (\d+\.\d+) \(", text)
    assert found
    assert 0.5 < float(found.group(1)) < 5


@pytest.mark.parametrize("rule", [("--precision", "1"), ("--sprt", "-44", "-43")])
def test_nothing_shown_meanwhile_tells_who_is_ahead(
    command: Commands, rule: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On stderr stand games, rates, the half-width reached or the share of the way; no estimate and no sign."""
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.0)
    told = command(*TWO, "--players", "2", *rule, "--most", "40000").err.splitlines()
    shape = re.compile(
        r"most against least|compiling .*|playing toy: [\d,]+ games"
        r"|[\d,]+ of [\d,]+ games(, [\d,]+ games/s)?(, [\d.]+ (s|min \d+ s|h \d+ min) left)?"
        r"(, half-width \d+\.\d\d of 1 pp|, \d+% of the way to a bound)?"
    )
    assert [line for line in told if not shape.fullmatch(line)] == []
    assert any("half-width" in line or "of the way" in line for line in told)


def test_the_end_draws_near_in_the_listener(command: Commands) -> None:
    """Games done never fall, never pass what is expected, and each look is told."""
    seen: list[tuple[int, int]] = []
    words: list[str] = []
    listener = Listener(lambda done, total: seen.append((done, total)), None, words.append)
    names = ["./mine.py:most", "./mine.py:least"]
    frame = api.compare("toy", names, players=3, precision=0.8, jobs=1, listener=listener)
    assert len(words) == frame["looks"][0] - 1
    done = [each for each, _ in seen]
    assert done == sorted(done)
    assert done[-1] == frame["games"][0]
    assert all(each <= total for each, total in seen)


@pytest.mark.parametrize("amount", ["0.5pp", "0.5", "0.5%", " 0.5 pp ", "0.5PP", 0.5])
def test_amounts_are_percentage_points(amount: str | float) -> None:
    assert points(amount, "precision") == pytest.approx(0.005)


@pytest.mark.parametrize("amount", ["", "pp", "half", "nan", "inf", "0.5 VP", "1,5"])
def test_other_amounts_are_refused(amount: str) -> None:
    with pytest.raises(MeepleError, match="no number of percentage points"):
        points(amount, "precision")


WRONG = [
    (("--precision", "0"), ("precision: 0", "not above 0")),
    (("--precision", "half"), ("precision: half", "such as 0.5pp")),
    (("--precision", "60"), ("precision: 60", "within ±50 pp")),
    (("--precision", "1", "--games", "100"), ("--games and --precision", "expected one of them")),
    (("--precision", "1", "--sprt", "0", "1"), ("--precision and --sprt", "expected one of them")),
    (("--sprt", "0", "1", "--games", "5"), ("--games and --sprt",)),
    (("--sprt", "1", "0"), ("sprt: 1 is not below 0", "smaller difference first")),
    (("--sprt", "1", "1"), ("sprt: 1 is not below 1",)),
    (("--sprt", "0"), ("--sprt", "2 arguments")),
    (("--sprt", "0", "much"), ("sprt: much", "percentage points")),
    (("--sprt", "0", "70"), ("sprt: 0 70", "within ±50 pp")),
    (("--sprt", "0", "1", "--alpha", "0.6"), ("alpha: 0.6", "less than 0.5")),
    (("--sprt", "0", "1", "--beta", "0"), ("beta: 0", "more than 0")),
    (("--alpha", "0.1"), ("--alpha and --beta", "--sprt")),
    (("--most", "100"), ("--most", "--precision and --sprt")),
    (("--precision", "1", "--most", "0"), ("most: 0", "1 or more")),
    (("--precision", "1", "--most", "1"), ("most: 1", "block", "2")),
    (("--margin", "-1"), ("margin: -1", "not above 0")),
    (("--margin", "wide"), ("margin: wide",)),
    (("--method", "bonferroni"), ("method: bonferroni", "expected bh or by")),
]


@pytest.mark.parametrize(("args", "parts"), WRONG, ids=lambda value: " ".join(value))
def test_mistakes_are_told(command: Commands, args: tuple[str, ...], parts: tuple[str, ...]) -> None:
    result = command(*TWO, "--players", "4", *args)
    assert result.code == 2
    assert result.out == ""
    assert not [part for part in parts if part not in result.err], result.err
