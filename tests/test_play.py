"""A person at the table: the game is the one that strategies play, and nothing is said that the seat cannot see."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from meeplelab import api, console
from meeplelab import play as playing
from meeplelab.commands import play as talk
from simcore import replay
from simcore.errors import MeepleError
from simcore.registry import GAMES
from simcore.registry import game as find_game
from simcore.replay import Game, steps
from simcore.telling import asked_lines, seen_lines
from simcore.view import view
from strategies.catalog import load_lineup
from tests import toygame
from tests.commandline import TAKE_MOST, Commands, Result
from tests.properties.hidden import other_world
from tests.properties.world import fixed

OTHER = "./mine.py:least"
TOY = ("play", "toy", "--players", "2", "--against", OTHER, "--seed", "3")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("mine.py").write_text(TAKE_MOST)
    known = {OTHER: toygame.greedy("least", 0), "./mine.py:most": toygame.greedy("most", 2)}
    loaded = playing.load
    monkeypatch.setattr(
        playing,
        "load",
        lambda spec, names, *more: [known.get(name) or loaded(spec, [name], *more)[0] for name in names],
    )
    console.console.cache_clear()
    with toygame.registered():
        yield Commands(capsys)
    console.console.cache_clear()


def again(out: str) -> list[str]:
    """The words of the command on the last line."""
    return out.rstrip().splitlines()[-1].split("meeplelab ")[1].split()


# ---- the conversation


def test_a_game_is_played_to_the_end_and_can_be_seen_again(command: Commands) -> None:
    result = command(*TOY, typed="1\n" * 40)
    assert result.code == 0, result.err
    assert "seat 1: you\nseat 2: least\n" in result.out
    assert "seat 1: coins to take\n   1  take 1\n   2  take 2\n   3  take 3\n1 to 3, ? for help: 1\n" in result.out
    assert "The end.\n   seat 1: " in result.out
    told = command(*again(result.out), typed="")
    assert told.code == 0
    assert scores(told) == scores(result)


def scores(result: Result) -> str:
    return result.out.split("The end.")[1]


def test_whoever_leaves_can_go_on(command: Commands) -> None:
    whole = command(*TOY, typed="1\n2\n1\n" + "1\n" * 40)
    left = command(*TOY, typed="1\n2\nq\n")
    assert left.code == 0
    assert "The game is left. Go on with: meeplelab play toy" in left.out
    assert again(left.out)[-2:] == ["--choices", "1,2"]
    assert scores(command(*again(left.out), typed="1\n" * 40)) == scores(whole)


@pytest.mark.parametrize("typed", ["", "2\n", "2\n?"])
def test_input_that_ends_before_the_game_is_an_error(command: Commands, typed: str) -> None:
    result = command(*TOY, typed=typed)
    assert result.code == 2
    assert re.fullmatch(r"Error: input: no more of it; expected 1 to \d, or q to leave the game\n", result.err)
    assert "The game is left. Go on with: meeplelab play toy" in result.out


def test_a_person_may_end_the_input(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "by_a_person", lambda: True)
    result = command(*TOY, typed="2\n" + "nonsense\n" * 30)
    assert (result.code, result.err) == (0, "No more input.\n")
    assert "The game is left. Go on with: meeplelab play toy" in result.out
    assert result.out.count("'nonsense' is no option") == 30


def test_a_closed_input_is_an_error(command: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    result = command(*TOY)
    assert (result.code, result.err.count("Error: input: no more of it;")) == (2, 1)


@pytest.mark.parametrize("typed", ["nonsense", "?", "t", "h", "\x1b[31m"])
def test_answers_that_never_name_an_option_come_to_an_end(command: Commands, typed: str) -> None:
    result = command(*TOY, typed="2\n" + f"{typed}\n" * 19 + "1\n" + f"{typed}\n" * 1000)
    assert result.code == 2
    assert result.err == (
        f"Error: 20 answers in a row named no option, the last {typed!r}; expected 1 to 3 at: seat 1: coins to take\n"
    )
    assert result.out.rstrip().endswith("--choices 2,1")
    told = command(*TOY, "--json", typed=f"{typed}\n" * 1000)
    assert (told.code, told.out) == (2, "")


@pytest.mark.parametrize("wrong", ["0", "4", "-1", "x", "", "1.5", "9" * 5000, "٢", "\0"])
def test_wrong_input_asks_again(command: Commands, wrong: str) -> None:
    result = command(*TOY, typed=f"{wrong}\nq\n")
    assert result.code == 0
    assert "is no option; expected 1 to 3, or ? for help" in result.out
    assert "--choices" not in again(result.out)


def test_bytes_that_are_no_text_ask_again(command: Commands) -> None:
    result = command(*TOY, typed=b"\xff\xfe\n2\nq\n")
    assert result.code == 0
    assert again(result.out)[-1] == "2"


def test_help_and_the_table_are_shown_on_request(command: Commands) -> None:
    result = command(*TOY, typed="?\nt\nh\nq\n")
    assert "take that option" in result.out
    assert result.out.count("   | pile of ") == 2
    assert "start with --hint STRATEGY" in result.out


def test_a_hint_is_what_the_strategy_would_do(command: Commands) -> None:
    result = command(*TOY, "--hint", "./mine.py:most", typed="h\n1\nh\nq\n")
    assert "most would take 3  take 3\n" in result.out
    assert "--hint ./mine.py:most" in result.out


def test_lines_that_are_new_are_marked(command: Commands) -> None:
    result = command(*TOY, typed="1\n1\n" + "1\n" * 40)
    assert "   > pile of " in result.out


def test_one_document_for_programs(command: Commands) -> None:
    result = command(*TOY, "--json", typed="1\n" * 40)
    document = json.loads(result.out)
    assert document["finished"]
    assert [row["who"] for row in document["scores"]] == ["you", "least"]
    assert "1 to 3, ? for help" in result.err
    left = json.loads(command(*TOY, "--json", typed="q\n").out)
    assert (left["finished"], left["scores"], left["choices"]) == (False, [], [])


def test_without_a_seed_one_is_drawn_and_told(command: Commands) -> None:
    words = [word for word in TOY if word not in ("--seed", "3")]
    told = {command(*words, typed="q\n").out.splitlines()[1] for _ in range(4)}
    assert len(told) > 1
    assert all(line.startswith("seed ") for line in told)


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--seat", "3"), "seat: 3; this table has the seats 1 to 2"),
        (("--against", "a,b,c", "--players", "2"), "strategies: 3 names for 1 players"),
        (("--choices", "1,x"), "choices: 'x' is no option; expected numbers"),
        (("--choices", "1,7"), "choices: number 2 is 7; expected 1 to 3 at: seat 1: coins to take"),
        (("--choices", ",".join("1" * 60)), "more than this game asked for"),
        (("--hint", "nobody"), "toy has no strategy 'nobody'"),
        (("--seed", "-1"), "seed: -1 is out of range"),
    ],
)
def test_bad_input_is_named(command: Commands, args: tuple[str, ...], words: str) -> None:
    result = command(*TOY, *args, typed="")
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_alone_there_are_no_opponents(command: Commands) -> None:
    result = command("play", GAMES[1], "--players", "1", "--against", "explorer", typed="")
    assert (result.code, result.err) == (2, "Error: against: explorer; one player alone has no opponents\n")


# ---- the same game as without a person


TABLES = [("watchmen", 1, ("thrifty", "greedy-value", "random")), ("haversack", 0, ("greedy-glory", "random"))]


@pytest.mark.parametrize(("game", "seat", "names"), TABLES)
def test_who_answers_as_a_strategy_does_plays_its_game(game: str, seat: int, names: tuple[str, ...]) -> None:
    """Choices taken from a replay, typed by a person: the same end; and what is shown comes from views alone."""
    spec = find_game(game)
    ruleset = spec.load_rules(None, {})
    replayed = Game(spec, ruleset, load_lineup(game, len(names), names), 5, 2, 0)
    own = [step for step in steps(replayed) if step.seat == seat and not step.forced]
    answers, shown = iter(own), []

    def ask(prompt: str) -> str:
        step = next(answers)
        assert prompt.startswith(f"1 to {len(step.options)},")
        return str(step.choice + 1)

    def show(lines: Iterable[tuple[str, str]]) -> None:
        shown.extend(text for _, text in lines)

    against = [name for i, name in enumerate(names) if i != seat]
    frame = api.play(game, ask, show, players=len(names), seat=seat + 1, against=against, seed=5, deal=2)
    rows = replayed.rows()
    assert frame["score"].tolist() == rows["score"].tolist()
    assert frame["place"].tolist() == rows["rank"].tolist()
    assert frame.attrs["choices"] == [step.choice + 1 for step in own]
    assert next(answers, None) is None
    for step in own:
        assert f"seat {seat + 1}: {spec.describer().decision(ruleset, step.before)}" in shown


class Suspicious:
    """A describer that refuses to speak of a state that holds more than the view of a seat."""

    def __init__(self, spec: Any, seat: int) -> None:
        self._describer, self._spec, self._seat, self.asked = spec.describer(), spec, seat, 0

    def _checked(self, state: np.void) -> np.void:
        assert state.tobytes() == view(self._spec, state, self._seat).tobytes()
        self.asked += 1
        return state

    def table(self, ruleset: Any, state: np.void, seat: int) -> Any:
        assert seat == self._seat
        return self._describer.table(ruleset, self._checked(state), seat)

    def decision(self, ruleset: Any, state: np.void) -> Any:
        assert state["public"]["seat"] == self._seat
        return self._describer.decision(ruleset, self._checked(state))

    def option(self, ruleset: Any, state: np.void, option: np.void) -> Any:
        return self._describer.option(ruleset, self._checked(state), option)

    def result(self, ruleset: Any, rows: Any) -> Any:
        return self._describer.result(ruleset, rows)


@pytest.mark.parametrize("game", GAMES)
def test_words_come_from_the_view_of_the_seat_alone(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = find_game(game)
    describer = Suspicious(spec, 1)
    monkeypatch.setattr(
        playing, "find_game", lambda name: dataclasses.replace(find_game(name), describer=lambda: describer)
    )
    rng = random.Random(3)

    def ask(prompt: str) -> str:
        return rng.choice(["t", str(rng.randint(1, int(prompt.split()[2].strip(","))))])

    frame = api.play(game, ask, list, players=2, seat=2, against="random", seed=1)
    assert frame.attrs["finished"]
    assert describer.asked > 100


@pytest.mark.parametrize("game", GAMES)
def test_words_are_the_same_in_every_world_that_looks_alike(game: str) -> None:
    rng = random.Random(4)
    for start in fixed(game, 6):
        world = start.world()
        other = other_world(world, rng)
        assert other.states.tobytes() != world.states.tobytes()
        told = [
            [
                *seen_lines(each.spec, each.ruleset, each.state),
                *asked_lines(each.spec, each.ruleset, each.state, each.buffer[: len(each.options())]),
            ]
            for each in (world, other)
        ]
        assert told[0] == told[1]
        assert len(told[0]) > 8


def test_ctrl_c_tells_how_to_go_on() -> None:
    said: list[str] = []

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    with toygame.registered(), pytest.raises(KeyboardInterrupt):
        api.play(
            GAMES[0], interrupted, lambda lines: said.extend(text for _, text in lines), players=2, against="random",
            seed=1,
        )  # fmt: skip
    assert said[-1].startswith("The game is left. Go on with: meeplelab play")


def test_a_game_that_a_person_never_lets_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_CHOICES", 0)
    with pytest.raises(MeepleError, match=r"^seat 1 was to choose after 60,000 choices in one game"):
        api.play(GAMES[0], lambda _: "1", lambda _: None, players=2, against="random", seed=1)


def test_a_number_of_choices_that_fits_is_no_error() -> None:
    frame = api.play(GAMES[0], lambda _: None, list, players=2, against="random", seed=1, choices=[1])
    assert frame.attrs["choices"] == [1]
    shown: list[object] = []
    with pytest.raises(MeepleError, match="number 2 is 99"):
        api.play(GAMES[0], lambda _: None, shown.extend, players=2, against="random", seed=1, choices=[1, 99])
    assert not shown
