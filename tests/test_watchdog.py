"""A strategy that misbehaves stops the run and is named, with the decision and its options."""

import dataclasses
import re
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import batch, watchdog
from simcore import play as runner
from simcore.contract import Engine
from simcore.errors import StrategyError
from simcore.jit import njit
from simcore.schedule import Schedule
from tests import toygame

ROOT = Path(__file__).resolve().parent.parent
SPEC = toygame.SPEC
RULES = SPEC.load_rules(None, {})


def too_far(rules, public, private, options, count, weights, stream):
    return count if public.turns == 3 else 0


def negative(rules, public, private, options, count, weights, stream):
    return -1


def raises(rules, public, private, options, count, weights, stream):
    if public.turns == 3:
        raise ValueError("no idea")
    return 0


def out_of_bounds(rules, public, private, options, count, weights, stream):
    return options[count + 100].kind


def writes_public(rules, public, private, options, count, weights, stream):
    public.taken[0] += 5
    return 0


def writes_private(rules, public, private, options, count, weights, stream):
    private.lucky += 1
    return 0


def writes_options(rules, public, private, options, count, weights, stream):
    options[0].a = 3
    return 0


def writes_rules(rules, public, private, options, count, weights, stream):
    rules.most = 1
    return 0


def writes_weights(rules, public, private, options, count, weights, stream):
    weights[0] += 1.0
    return 0


def play(function: Any, games: int = 20, trusted: bool = False, spec: Any = SPEC, **options: Any) -> int:
    """Play the culprit, called bad, against a random strategy; the number of rows."""
    bad = toygame.toy_strategy(function, "bad", trusted=trusted)
    schedule = Schedule(7, ("random", "bad"), games)
    return sum(map(len, batch.simulate(spec, RULES, [toygame.random(), bad], schedule, **options)))


def test_an_illegal_choice_is_named_with_decision_and_options() -> None:
    with pytest.raises(StrategyError) as caught:
        play(too_far, trusted=True)
    first, *options = str(caught.value).splitlines()
    assert re.fullmatch(
        r"strategy 'bad' in seat [12] returned (\d), but the options are 0 to \d, "
        r"at the decision 'take' of game \d+ \(seed 7, deal \d+, rotation [01]\)",
        first,
    )
    assert [line.strip() for line in options] == ["option 0: take 1", "option 1: take 2", "option 2: take 3"]


def test_a_negative_choice_is_illegal() -> None:
    with pytest.raises(StrategyError, match="returned -1, but the options are 0 to 2"):
        play(negative)


def test_an_exception_is_named_with_the_decision() -> None:
    with pytest.raises(StrategyError, match=r"'bad' in seat [12] raised ValueError: no idea, at the decision 'take'"):
        play(raises)


def test_reading_past_the_options_is_an_exception_in_a_file_of_ones_own() -> None:
    with pytest.raises(StrategyError, match="raised IndexError"):
        play(out_of_bounds)


@pytest.mark.parametrize("function", [writes_public, writes_private, writes_options, writes_rules, writes_weights])
def test_writing_to_what_was_shown_is_found(function: Any) -> None:
    with pytest.raises(StrategyError, match=r"'bad' in seat [12] changed the records it was shown"):
        play(function)


def test_drawing_from_the_stream_is_no_tampering() -> None:
    assert play(toygame.choose_random, trusted=False) == 40


def test_the_first_fault_in_game_order_is_told_whatever_the_workers() -> None:
    told = set()
    for jobs, chunk in [(1, 1), (2, 1), (3, 2), (2, 20)]:
        with pytest.raises(StrategyError) as caught:
            play(too_far, jobs=jobs, chunk=chunk)
        told.add(str(caught.value))
    assert len(told) == 1


def test_a_fault_of_the_game_is_not_blamed_on_a_strategy() -> None:
    @njit(toygame.SIG.apply, cached=False)
    def broken(rules, state, option):
        raise RuntimeError("broken rule")

    engine = Engine(toygame.start, toygame.options, broken, toygame.record)
    with pytest.raises(RuntimeError, match="broken rule"):
        play(toygame.choose_random, spec=dataclasses.replace(SPEC, engine=lambda: engine))


def test_a_game_that_offers_nothing_is_not_blamed_on_a_strategy() -> None:
    @njit(toygame.SIG.options, cached=False)
    def nothing(rules, state, buffer):
        return 0

    engine = Engine(toygame.start, nothing, toygame.apply, toygame.record)
    with pytest.raises(RuntimeError, match="toy offers no option at the decision 'take'"):
        play(toygame.choose_random, spec=dataclasses.replace(SPEC, engine=lambda: engine))


def test_a_very_long_game_is_told_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "LONG", 3)
    heard: list[str] = []
    watch = np.zeros(runner.WATCH_SIZE, np.int64)
    watch[runner.STEP], watch[runner.GAME] = 4, 5
    schedule = Schedule(7, ("random", "bad"), 20)
    accuse = lambda seen: watchdog.Culprit(SPEC, RULES, [], schedule, np.zeros((2, 1)), seen.copy())  # noqa: E731
    with watchdog.Watchdog(accuse, 0.2, tell=heard.append) as guard, guard.watching(watch):
        time.sleep(0.3)
    assert heard == [
        "4 choices at the decision 'take' of game 5 (seed 7, deal 2, rotation 1), which goes on; "
        "a game is given up after 60,000"
    ]


@pytest.mark.parametrize("trusted", [True, False])
def test_a_game_without_an_end_is_named(trusted: bool) -> None:
    @njit(toygame.SIG.apply, cached=False)
    def still(rules, state, option):
        return

    engine = Engine(toygame.start, toygame.options, still, toygame.record)
    spec = dataclasses.replace(SPEC, engine=lambda: engine)
    with pytest.raises(StrategyError, match=r"in seat 1 was to choose after 60,000 choices in one game, .* 'take'"):
        play(toygame.choose_random, spec=spec, trusted=trusted)
    with pytest.raises(StrategyError) as caught:
        play(toygame.choose_random, spec=spec, trusted=trusted)
    assert "\n" not in str(caught.value)


def test_many_options_are_cut_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "SHOWN", 1)
    with pytest.raises(StrategyError, match=r"option 0: take 1\n  and 2 more options$"):
        play(negative)


def test_a_message_does_not_wait_for_a_slow_description(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(toygame.Describe):
        @staticmethod
        def option(*_: Any) -> str:
            time.sleep(60)
            return ""

    monkeypatch.setattr(watchdog, "REPLAY_SECONDS", 0.1)
    began = time.monotonic()
    with pytest.raises(StrategyError, match=r"not listed: playing the game again took over 0.1 seconds"):
        play(negative, spec=dataclasses.replace(SPEC, describer=lambda: Slow))
    assert time.monotonic() - began < 30


def test_a_message_survives_a_broken_description() -> None:
    class Broken(toygame.Describe):
        @staticmethod
        def option(*_: Any) -> str:
            raise KeyError("word")

    with pytest.raises(StrategyError, match=r"returned -1.*\n  options not listed: KeyError: 'word'"):
        play(negative, spec=dataclasses.replace(SPEC, describer=lambda: Broken))


LOOP = """
    from pathlib import Path
    from simcore.run import play_to
    from simcore.schedule import Schedule
    from tests import toygame

    def loops(rules, public, private, options, count, weights, stream):
        while public.turns == 3:
            if count > 100:
                return 1
        return 0

    bad = toygame.toy_strategy(loops, "bad", trusted=False)
    schedule = Schedule(7, ("random", "bad"), 20)
    rules = toygame.SPEC.load_rules(None, {})
    play_to(Path(r"FOLDER"), toygame.SPEC, rules, [toygame.random(), bad], schedule,
            sources=("", ""), jobs=JOBS, chunk=2, patience=1.0)
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_loop_is_named_and_ends_the_process(tmp_path: Path, jobs: int) -> None:
    folder = tmp_path / "run"
    code = textwrap.dedent(LOOP).replace("FOLDER", str(folder)).replace("JOBS", str(jobs))
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 2, done.stderr
    assert re.search(r"Error: strategy 'bad' in seat [12] has not answered for 1 seconds; it may loop", done.stderr)
    assert "decision 'take' of game" in done.stderr
    assert "option 0: take 1" in done.stderr
    assert not folder.exists()
