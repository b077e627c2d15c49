"""The rules without the compiler, and compiled with bounds checked: no index is out of range or negative."""

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

from simcore.plain import PlainArray, PlainRecord

ROOT = Path(__file__).resolve().parent.parent
PLAIN, CHECKED = {"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_BOUNDSCHECK": "1"}

GAMES = """
    import random
    from tests.properties.laws import Books
    from tests.properties.world import World

    for title, players, rules in (
        ("watchmen", 3, {}),
        ("watchmen", 2, {"mercenaries": "true", "energy_stone": "true", "cloak_source": "hand"}),
        ("haversack", 3, {"face.guide": "night", "face.priestess": "night", "face.huntress": "night"}),
        ("haversack", 2, {"rules.board": "winter", "may_pass": "true", "act_unmoved": "true", "range2": "upto"}),
    ):
        books, rng = Books(World.dealt(title, players, rules, seed=1)), random.Random(1)
        while count := books.check():
            books.apply(rng.randrange(count))
"""

TOYS = """
    import numpy as np
    from simcore.jit import njit

    record = np.zeros(1, np.dtype([("cards", "i1", (3,)), ("next", "i1", (3,))]))[0]

    def read(record, index):
        return record.cards[index]

    def write(record, index):
        record.cards[index] = 1
        return 0

    def of_tuple(record, index):
        return (record.next[0], record.next[1])[index]

    for how in ({}, {"lean": True}, {"inline": True}, {"lean": True, "inline": True}):
        for function in (read, write, of_tuple):
            inner = njit(cached=False, **how)(function)

            @njit(cached=False, lean=how.get("lean", False))
            def called(record, index):
                return inner(record, index)

            for compiled in (inner, called):
                compiled(record, 1)
                for index in (3, -1, -4):
                    try:
                        compiled(record, index)
                    except IndexError:
                        continue
                    raise SystemExit(f"{function.__name__}[{index}] compiled with {how} was let pass")
"""


def told(program: str, mode: dict[str, str]) -> str:
    """What a program prints in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if name not in (*PLAIN, *CHECKED)} | mode
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "mode", [pytest.param(PLAIN, id="plain"), pytest.param(CHECKED, id="checked", marks=pytest.mark.slow)]
)
def test_games_of_both_titles(mode):
    told(GAMES, mode)


def test_an_index_out_of_range_is_caught_however_it_is_compiled():
    told(TOYS, CHECKED)


def test_the_toys_would_pass_unseen_where_nothing_is_checked():
    with pytest.raises(AssertionError, match="was let pass"):
        told(TOYS, {})


def test_checked_code_never_shares_a_cache_folder_with_the_other():
    program = "from simcore.jit import source_digest; print(source_digest())"
    assert told(program, CHECKED) != told(program, {})


def test_plain_arrays_refuse_to_count_from_the_end():
    inner = np.dtype([("cards", "i1", (3,)), ("army", "i1", (2, 3))])
    states = np.zeros(1, np.dtype((PlainRecord, np.dtype([("seat", inner, (2,))])))).view(PlainArray)
    seat = states[0].seat[1]
    seat.cards[2] = 7
    assert (states[0].seat[1].cards[2], type(seat.cards[2])) == (7, int)
    assert (seat.cards[:2].tolist(), seat.army[1, 2]) == ([0, 0], 0)
    with pytest.raises(IndexError, match="negative index -1"):
        seat.cards[np.int8(-1)]
    with pytest.raises(IndexError, match="negative index -1"):
        seat.cards[-1] = 1
    with pytest.raises(IndexError, match="negative index -2"):
        seat.army[1, -2]
    with pytest.raises(IndexError, match="negative index -1"):
        states[0].seat[-1]
    with pytest.raises(IndexError, match="negative index -1"):
        states[-1]
