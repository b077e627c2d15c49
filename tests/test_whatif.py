"""What-ifs: both sides on the same deals, where a game parts, the command that tells it, and figures."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from analyses.contrast import Flip
from analyses.finding import Finding
from meeplelab import api
from meeplelab.match import prepare
from meeplelab.sides import Sides, changed, game, parting
from reports.changes import apart, moved, p_short, times, values_in_words
from reports.experiments.whatif import section
from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES
from simcore.replay import steps
from tests.commandline import TAKE_MOST, Commands
from tests.toygame import registered

PAIR = ("--strategies", "./mine.py:most,./mine.py:least")
TOY = ("whatif", "toy", *PAIR, "--jobs", "1", "--games", "60")
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")

CHANGES = {"watchmen": "item.spook.draw=2", "haversack": "guardian.druid.cost=4"}


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(TAKE_MOST)
    with registered():
        yield Commands(capsys)


def test_base_and_variant_are_the_runs_that_simulate_plays(command: Commands) -> None:
    result = command(*TOY, "--set", "most=2", "--json")
    assert result.code == 0, result.err
    document = json.loads(result.out)
    rows = {row["metric"]: row for row in document["tables"]["changes"]}
    seen: set[str] = set()
    for side, more in (("base", ()), ("variant", ("--set", "most=2"))):
        played = json.loads(command("simulate", "toy", *PAIR, "--jobs", "1", "--games", "60", *more, "--json").out)
        for row in played["results"]:
            key = f"{row['about']}.{row['name']}.{row['measure']}"
            if row["about"] == "seat":
                key = f"seat.{int(row['name'].split()[-1])}.{row['measure']}"
            if key in rows:
                seen.add(key)
                assert rows[key][side] == pytest.approx(row["value"]), key
    assert seen == {f"{of}.{what}" for of in ("seat.1", "seat.2", "strategy.most", "strategy.least")
                    for what in ("win_share", "score")}  # fmt: skip
    assert rows["strategy.most.score"]["change"] == pytest.approx(
        rows["strategy.most.score"]["variant"] - rows["strategy.most.score"]["base"]
    )
    assert document["evidence"]["games"] == 120
    assert document["evidence"]["blocks"] == 30
    assert document["facts"]["changed"] == {"rules.most": [3, 2]}


def test_the_commands_tell_the_two_games(command: Commands) -> None:
    """Both, run as they are printed, end with the winners the finding names."""
    document = json.loads(command(*TOY, "--set", "most=2", "--json").out)
    flip = document["facts"]["flip"]
    told = []
    for line, winner in zip(flip["commands"], flip["winners"]):
        words = shlex.split(line)
        result = command(*words[1:])
        assert result.code == 0, result.err
        told.append(result.out)
        best = max(result.out.split("The end.")[1].split(" VP")[:-1], key=lambda part: int(part.split()[-1]))
        assert best.split(":")[0].strip().splitlines()[-1].strip() == winner.split(" (")[0]
    step = flip["step"]
    before, after = (text.split(f"\n{step}. ")[0].splitlines()[1:] for text in told)
    assert before == after, "alike up to the decision at which they part"
    assert told[0].split(f"\n{step}. ")[1] != told[1].split(f"\n{step}. ")[1]


def test_replay_tells_both_from_the_parting_on(command: Commands) -> None:
    result = command(*TOY, "--set", "most=2", "--replay")
    step = json.loads(command(*TOY, "--set", "most=2", "--json").out)["facts"]["flip"]["step"]
    assert result.out.index("Again: meeplelab") < result.out.index("== base: "), "the long tale comes last"
    base, variant = result.out.split("== base: ")[1].split("== variant: ")
    for text in (base, variant):
        assert text.splitlines()[1].startswith(f"{step}. seat ")
        assert "The end." in text


def test_a_table_for_people(command: Commands) -> None:
    result = command(*TOY, "--set", "most=2")
    assert result.code == 0, result.err
    assert "Coins, what if: rules.most 3 -> 2" in result.out
    assert "The first game with another winner: deal " in result.out
    assert "design effect of" in result.out
    assert "n = 120 games in 30 blocks, seed 1" in result.out
    assert "120 games" in result.err


def test_a_finding_is_kept(command: Commands) -> None:
    assert command(*TOY, "--set", "most=2", "--out", "kept.json").code == 0
    finding = Finding.read(Path("kept.json"))
    assert (finding.name, finding.evidence.games) == ("whatif", 120)
    again = command(*TOY, "--set", "most=2", "--out", "kept.json")
    assert (again.code, again.out) == (2, "")
    assert "kept.json exists" in again.err


WRONG: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
    (TOY, ("the variant's rules are those of the base", "--set KEY=VALUE")),
    ((*TOY, "--set", "most"), ("--set most: expected KEY=VALUE",)),
    ((*TOY, "--set", "most=3"), ("the variant's rules are those of the base",)),
    ((*TOY, "--set", "most=2", "--games", "0"), ("games: 0",)),
    ((*TOY, "--set", "most=2", "--jobs", "0"), ("jobs: 0",)),
    (("whatif", "chess", "--set", "a=1"), ("unknown game 'chess'",)),
    (("whatif", "watchmen", "--set", "items.spook.draw=2"), ("did you mean item.spook.draw?",)),
    (("whatif", "watchmen", "--set", "item.spook.draw=99"), ("expected a whole number",)),
    (("whatif", "watchmen", "--with", "absent.toml"), ("absent.toml",)),
    (("whatif", "watchmen", "--rules", "absent.toml", "--set", "item.spook.draw=2"), ("absent.toml",)),
]


@pytest.mark.parametrize(("args", "words"), WRONG, ids=lambda value: " ".join(value)[-60:])
def test_bad_input_is_one_message_and_two(command: Commands, args: tuple[str, ...], words: tuple[str, ...]) -> None:
    result = command(*args)
    assert (result.code, result.out) == (2, "")
    for word in words:
        assert word in result.err


def test_a_file_in_place_of_changes(command: Commands) -> None:
    Path("variant.toml").write_text('base = "watchmen"\n[item.spook]\ndraw = 2\n')
    Path("same.toml").write_text('base = "watchmen"\nname = "The same"\n')

    def sides(file: str | None, changes: dict[str, object]) -> Sides:
        base, variant = (prepare("watchmen", 4, 4, None, 1, f, c) for f, c in ((None, None), (file, changes)))
        return Sides(base, variant)

    assert changed(sides("variant.toml", {})) == {"item.spook.draw": [1, 2]}
    both = changed(sides("variant.toml", {"item.spook.actions": 1}))
    assert both == {"item.spook.draw": [1, 2], "item.spook.actions": [2, 1]}
    with pytest.raises(MeepleError, match="those of the base"):
        sides("same.toml", {})


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_real_game(name: str, tmp_path: Path) -> None:
    key, _, value = CHANGES[name].partition("=")
    finding = api.whatif(name, {key: value}, games=400, jobs=1, parts=True)
    table = finding.table.set_index("metric")
    assert table["change"].notna().all()
    assert {"strategy", "seat", "game", "points", "count", "part"} == set(table["group"])
    parts = table[table["group"] == "points"]["change"].sum()
    assert table.change["score.mean"] == pytest.approx(parts), "the parts add up to the score"
    shares = table.loc[[each for each in table.index if each.endswith("win_share") and each.startswith("seat")]]
    assert shares["change"].sum() == pytest.approx(0, abs=1e-6)
    assert finding.facts["changed"] == {key: [int(value) + (-1 if name == GAMES[0] else 1), int(value)]}
    told = finding.facts["flip"]
    assert told["winners"][0] != told["winners"][1]
    path = tmp_path / "finding.json"
    path.write_text(finding.text())
    for found in (finding, Finding.read(path)):
        drawings = section(found)
        assert [each.name for each in drawings] == ["whatif_shares", "whatif_points", "whatif_counts"]
        assert all(key in each.alt and key in each.caption.text for each in drawings)
        assert all("800 games" in each.caption.sample for each in drawings)


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_games_part_at_the_first_decision_that_is_not_the_same(name: str) -> None:
    key, _, value = CHANGES[name].partition("=")
    base, variant = (prepare(name, 4, 4, None, 1, None, each) for each in (None, {key: value}))
    sides = Sides(base, variant)
    flip = Flip(3, 1, (), ())
    index, words = parting(sides, flip)
    here, there = (list(steps(game(match, flip))) for match in (base, variant))
    for one, other in zip(here[:index], there[:index]):
        assert one.after.tobytes() == other.after.tobytes()
        assert one.options[one.choice] == other.options[other.choice]
    one, other = here[index], there[index]
    assert one.before.tobytes() == other.before.tobytes()
    assert one.after.tobytes() != other.after.tobytes() or one.options.tobytes() != other.options.tobytes()
    assert words.startswith("seat ")


def test_changes_in_words() -> None:
    row = {"unit": "share", "change": 0.0123, "change_low": 0.01, "change_high": 0.0146}
    assert moved(row) == ("+1.23 pp", "+1.00 to +1.46")
    assert (
        moved({**row, "unit": "VP"}) == ("+0.0123 VP", "0.0100 to 0.0146") or moved({**row, "unit": "VP"})[0][0] == "+"
    )
    none = {"unit": "count", "change": 0.0, "change_low": None, "change_high": None}
    assert moved(none) == ("0.00", "")
    assert [times(x) for x in (1.234, 12.6, 5000.0, float("inf"))] == ["1.2", "13", "over 1000", "over 1000"]
    assert [apart(x) for x in (0.0, 0.25, 1.0)] == ["none", "25%", "all"]
    assert [p_short(x) for x in (0.0001, 0.0123, 0.5)] == ["<0.001", "0.012", "0.50"]
    many = {f"k{i}": [i, True] for i in range(6)}
    assert values_in_words(many) == "k0 0 -> true, k1 1 -> true, k2 2 -> true, k3 3 -> true and 2 more"
    assert values_in_words({"a": [None, [1, 2]]}) == "a none -> 1,2"


def test_nothing_is_drawn_where_nothing_differs() -> None:
    columns = ["metric", "unit", "meaning", "base", "change", "change_low", "change_high", "change_se", "p_adjusted"]
    table = pd.DataFrame([["score.mean", "VP", "score", 1.0, 0.0, None, None, None, None]], columns=columns)
    finding = Finding("whatif", "What if", None, {"changes": table}, {"changed": {}})  # type: ignore[arg-type]
    assert section(finding) == []
