"""A replayed game is the game of the batch, step by step, and can be read."""

import dataclasses
import subprocess
import sys
import textwrap
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import replay, telling
from simcore.batch import simulate
from simcore.contract import Engine
from simcore.errors import MeepleError, StrategyError
from simcore.jit import njit
from simcore.replay import Game, Step, pass_over, position, steps
from simcore.schedule import Schedule
from simcore.telling import position_text, text
from tests import toygame

ROOT = Path(__file__).resolve().parent.parent
SPEC = toygame.SPEC
RULES = SPEC.load_rules(None, {})
LINEUP = ("random", "greedy", "random")
STRATEGIES = [toygame.random(), toygame.greedy(), toygame.random()]


def whole(replayed: Callable[[], Game]) -> str:
    """A game told to its end."""
    return "".join(piece for piece, _ in text(replayed))


def game(deal: int = 3, rotation: int = 1, strategies: Any = STRATEGIES, seed: int = 7) -> Game:
    return Game(SPEC, RULES, strategies, seed, deal, rotation)


def played(deal: int = 3, rotation: int = 1) -> tuple[Game, list[Step]]:
    replayed = game(deal, rotation)
    return replayed, list(steps(replayed))


def test_replayed_games_have_the_rows_of_the_batch() -> None:
    batch = np.concatenate(list(simulate(SPEC, RULES, STRATEGIES, Schedule(7, LINEUP, 60, first_deal=40))))
    rows = []
    for deal in range(40, 60):
        for rotation in range(3):
            replayed, _ = played(deal, rotation)
            rows.append(replayed.rows())
            rows[-1]["block"] = deal - 40
    assert (np.concatenate(rows) == batch).all()


def test_steps_tell_who_chose_what_out_of_which_options() -> None:
    replayed, told = played()
    assert [step.index for step in told] == list(range(len(told)))
    for step in told:
        assert step.entry == (step.seat + 1) % 3
        assert step.seat == step.before["public"]["seat"]
        assert step.decision == SPEC.decisions[step.before["public"]["decision"]]
        assert 0 <= step.choice < len(step.options)
        if step.decision == "take":
            taken = step.after["public"]["taken"][step.seat] - step.before["public"]["taken"][step.seat]
            assert taken == step.options["a"][step.choice]
    asked = np.bincount([step.seat for step in told if not step.forced], minlength=3)
    assert (replayed.rows()["decisions"] == asked).all()
    assert told[-1].after["public"]["seat"] == -1


def test_a_state_of_a_step_is_the_next_ones_before() -> None:
    _, told = played()
    for step, following in pairwise(told):
        assert step.after == following.before
        assert step.before != step.after


def test_a_game_that_is_over_offers_nothing() -> None:
    over, _ = played()
    assert over.seat == -1
    # whatever a kernel would answer: with a seat of -1 it reads and writes beside the records
    over.engine = over.engine._replace(options=lambda *_: 3)
    assert len(over.options()) == 0


def test_position_stops_at_the_asked_decision() -> None:
    _, told = played()
    for step in told:
        if not step.forced:
            stopped = game()
            options = position(stopped, step.asked, lambda: True)
            assert options is not None
            assert (options == step.options).all()
            assert stopped.state == step.before
    assert position(game(), 999, lambda: True) is None
    assert position(game(), 1, lambda: False) is None


def test_weights_of_the_run_are_used() -> None:
    weights = np.zeros((3, 1))
    modest = Game(SPEC, RULES, STRATEGIES, 7, 3, 1, weights)
    taken = [step.options["a"][step.choice] for step in steps(modest) if step.entry == 1 and step.decision == "take"]
    assert set(taken) == {1}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"rotation": 3}, "rotation: 3 is out of range; expected 0 to 2"),
        ({"rotation": -1}, "rotation: -1"),
        ({"deal": -1}, "deal: -1"),
        ({"seed": -1}, "seed: -1"),
        ({"strategies": STRATEGIES[:1]}, "toy is for 2 to 4, not 1"),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(MeepleError, match=words):
        game(**{"rotation": 0, **arguments})


def test_a_strategy_that_misbehaves_is_named() -> None:
    def illegal(rules, public, private, options, count, weights, stream):
        return count

    def raises(rules, public, private, options, count, weights, stream):
        raise ValueError("no idea")

    def writes(rules, public, private, options, count, weights, stream):
        options[0].a = 3
        return 0

    place = r"at the decision 'take' \(seed 7, deal 3, rotation 1\)\n  option 0: take 1\n  option 1: take 2"
    for function, trusted, words in (
        (illegal, True, "returned 3, but the options are 0 to 2"),
        (raises, True, "raised ValueError: no idea"),
        (writes, False, "changed the records it was shown; a strategy may only read them"),
    ):
        bad = toygame.toy_strategy(function, "bad", trusted=trusted)
        with pytest.raises(StrategyError, match=f"strategy 'bad' in seat 1 {words}, {place}"):
            list(steps(game(strategies=[bad] * 2)))


@njit(toygame.SIG.apply, cached=False)
def nothing_happens(rules, state, option):
    return


STILL = dataclasses.replace(
    SPEC, engine=lambda: Engine(toygame.start, toygame.options, nothing_happens, toygame.record)
)  # fmt: skip
"""The toy game, but whatever is taken stays."""


def test_of_a_game_that_never_ends_the_beginning_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MOST_CHOICES", 3000)
    monkeypatch.setattr(replay, "SPEAKS", 0.0)
    monkeypatch.setattr(telling, "LONG", 40)
    told: list[Step | None] = []
    heard: list[str] = []
    with pytest.raises(StrategyError, match=r"'random' in seat 1 was to choose after 60,000 choices in one game"):
        told.extend(step for _, step in text(lambda: Game(STILL, RULES, STRATEGIES, 7, 3, 0), heard.append))
    assert [step.index for step in told if step] == list(range(40))
    assert heard[0] == "40 decisions are told; playing on untold, to see whether this game ends"
    assert heard[1] == "1 choices made in this game; at 3,000 it is given up"


def test_a_long_game_that_ends_is_told_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    short = whole(game)
    monkeypatch.setattr(telling, "LONG", 4)
    assert whole(game) == short


def test_a_position_far_on_in_a_game_that_never_ends() -> None:
    far = Game(STILL, RULES, STRATEGIES, 7, 3, 0)
    assert "\n2001. seat 1 (random): coins to take\n" in position_text(far, 2001)
    assert far.asked.sum() == 2001


def test_a_game_is_passed_over_as_it_is_stepped_through() -> None:
    stepped, passed = game(), game()
    told = list(steps(stepped))
    pass_over(passed, 5)
    assert (passed.played, passed.state) == (5, told[5].before)
    rest = list(steps(passed))
    assert [(step.index, step.asked, step.choice) for step in rest] == [
        (step.index, step.asked, step.choice) for step in told[5:]
    ]
    assert (passed.rows() == stepped.rows()).all()


LOOP = """
    from simcore.replay import Game, steps
    from tests import toygame

    def loops(rules, public, private, options, count, weights, stream):
        while public.turns == 2:
            if count > 100:
                return 1
        return 0

    bad = toygame.toy_strategy(loops, "bad", trusted=False)
    list(steps(Game(toygame.SPEC, toygame.SPEC.load_rules(None, {}), [bad] * 2, 7, 3, 1, patience=1.0)))
"""


def test_an_endless_loop_is_named_and_ends_the_process() -> None:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(LOOP)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        "Error: strategy 'bad' in seat 1 has not answered for 1 seconds; it may loop for ever, "
        "at the decision 'take' (seed 7, deal 3, rotation 1)",
        "  option 0: take 1",
        "  option 1: take 2",
        "  option 2: take 3",
    ]


def test_the_text_tells_the_whole_game() -> None:
    told = whole(lambda: Game(SPEC, RULES, STRATEGIES, 3, 1, 1))
    head, *turns, end = told.rstrip("\n").split("\n\n")
    assert head.splitlines() == [
        f"Coins, 3 players, ruleset toy ({RULES.digest})",
        "seed 3, deal 1, rotation 1",
        "seat 1: greedy",
        "seat 2: random",
        "seat 3: random",
    ]
    assert turns[0].splitlines() == [
        "1. seat 1 (greedy): coins to take",
        "   | pile of 14, lucky 1",
        "   -> take 3 (one of 3; not: take 1; take 2)",
    ]
    replayed = Game(SPEC, RULES, STRATEGIES, 3, 1, 1)
    game_steps = list(steps(replayed))
    assert len(turns) == len(game_steps)
    assert [turn.endswith("(forced)") for turn in turns] == [step.forced for step in game_steps]
    assert end.splitlines() == [
        "The end.",
        *(f"   seat {row['seat'] + 1}: {row['vp_coins']} coins, {row['score']} VP" for row in replayed.rows()),
    ]


def test_the_text_tells_what_chance_does_and_forced_moves() -> None:
    told = "".join(whole(partial(Game, SPEC, RULES, [toygame.random()] * 2, 3, deal, 0)) for deal in range(12))
    assert "   * a coin falls back\n" in told
    assert "   -> take 1 (forced)\n" in told


def test_a_position_is_shown_with_all_its_options() -> None:
    _, told = played()
    turns = whole(game).split("\n\n")
    for step in told:
        head, turn, options = position_text(game(), step.index + 1).rstrip("\n").split("\n\n")
        assert head == turns[0]
        first, *sees = turn.splitlines()
        assert first == turns[step.index + 1].splitlines()[0]
        assert sees == [f"   | {line}" for line in toygame.Describe.table(RULES, step.before, step.seat)]
        words = [toygame.Describe.option(RULES, step.before, option) for option in step.options]
        marks = ["->" if i == step.choice else "  " for i in range(len(words))]
        assert options.splitlines() == [f"   {mark} {word}" for mark, word in zip(marks, words, strict=True)]


def test_a_position_that_no_game_has_is_refused() -> None:
    _, told = played()
    with pytest.raises(MeepleError, match=f"decision: 999; this game ends after its decision {len(told)}"):
        position_text(game(), 999)
    with pytest.raises(MeepleError, match="decision: 0; decisions are counted from 1"):
        position_text(game(), 0)
