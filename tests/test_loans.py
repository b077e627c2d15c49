"""What typed functions are handed, and what compiled code makes of an index."""

import numba
import numpy as np
import pytest
from numba import types

from simcore.batch import simulate
from simcore.errors import StrategyError
from simcore.jit import JIT_DISABLED, njit
from simcore.loans import Loan
from simcore.registry import game
from simcore.schedule import Schedule
from simcore.scratch import lay_out, pick
from strategies.catalog import load

compiled = pytest.mark.skipif(JIT_DISABLED, reason="about the compiler")
PAIR = np.dtype([("left", "i1"), ("right", "i4")])


def loan(dtype: object) -> Loan:
    return Loan(numba.typeof(np.zeros(1, dtype)))  # type: ignore[call-overload]


@compiled
def test_an_array_on_loan_is_like_any_other() -> None:
    @njit(types.int64(loan(np.int64), loan(np.int64)), cached=False)
    def weigh(values, room):
        for i in range(len(values)):
            room[i] = 2 * values[i]
        return values.sum() + room.size + values.strides[0] + values[1:].shape[0]

    values, room = np.arange(5), np.zeros(5, np.int64)
    assert weigh(values, room) == 10 + 5 + 8 + 4
    assert room.tolist() == [0, 2, 4, 6, 8]
    assert weigh(values[2:], room) == 9 + 5 + 8 + 2
    assert room.tolist() == [4, 6, 8, 6, 8]
    assert weigh(values[:0], room) == 0 + 5 + 8 + 0


@compiled
def test_only_arrays_that_look_alike_are_lent() -> None:
    @njit(types.int64(loan(np.int64)), cached=False)
    def first(values):
        return values[0]

    for wrong in (np.zeros(3, np.int32), np.zeros((2, 2), np.int64), np.arange(6)[::2], [1, 2]):
        with pytest.raises(TypeError, match="No matching definition"):
            first(wrong)


@compiled
def test_records_are_lent_and_lent_on() -> None:
    @njit(types.int64(loan(PAIR), types.int64), cached=False)
    def inner(pairs, count):
        pairs[count - 1].left = 7
        return pairs[0].right + len(pairs)

    @njit(cached=False)
    def outer(pairs):
        return inner(pairs, 2) + inner(pairs[1:], 1)

    pairs = np.zeros(3, PAIR)
    pairs["right"] = 10, 20, 30
    assert outer(pairs) == 10 + 3 + 20 + 2
    assert pairs["left"].tolist() == [0, 7, 0]


@compiled
def test_a_row_of_functions_is_picked_from() -> None:
    wanted = types.int64(types.int64)

    @njit(wanted, cached=False)
    def once(value):
        return value

    @njit(wanted, cached=False)
    def twice(value):
        return 2 * value

    @njit(types.int64(types.UniTuple(types.FunctionType(wanted), 3), types.int64), cached=False)
    def in_turn(functions, value):
        row, total = lay_out(functions), 0
        for place in range(len(functions)):
            total = 10 * total + pick(row, place)(value)
        return total

    assert in_turn((once, twice, once), 3) == 363
    assert in_turn((twice, once, twice), 3) == 636


@compiled
@pytest.mark.skipif(bool(numba.config.BOUNDSCHECK), reason="negative indices are refused then")  # type: ignore[attr-defined]
def test_an_index_counts_from_the_end_where_others_may_expect_it() -> None:
    def at(values, place):
        return values[place]

    values = np.arange(4)
    assert njit(cached=False, bounds=True)(at)(values, -1) == 3
    assert numba.njit(at)(values, -2) == 2
    with pytest.raises(IndexError):
        njit(cached=False, bounds=True)(at)(values, -5)

    helper = numba.njit(at)

    @njit(cached=False, bounds=True)
    def through_a_helper(values, place):
        return helper(values, place)

    assert through_a_helper(values, -3) == 1

    @njit(cached=False)
    def last(values):
        return values[-1]

    assert last(values) == 3


@compiled
@pytest.mark.skipif(bool(numba.config.BOUNDSCHECK), reason="negative indices are refused then")  # type: ignore[attr-defined]
def test_an_index_of_our_own_is_a_place_and_nothing_else() -> None:
    @njit(cached=False)
    def before(values, place):
        return values[1:][place]

    # still inside the array that was cut: where -1 lies if nothing is counted from the end
    assert before(np.arange(4), -1) == 0


HELPED = """
from simcore.jit import {kind}
from strategies.contract import Weight, strategy

@{kind}
def at(values, place):
    return values[place]

@strategy("watchmen", idea="Asks a helper.", weights=(Weight("a", 0.0, "first"), Weight("b", 1.0, "last")))
def helped(rules, public, private, options, count, weights, stream):
    return int(at(weights, {place}))
"""


@compiled
@pytest.mark.parametrize("kind", ["njit()", "helper", "hot_helper"])
def test_a_users_helper_is_checked(tmp_path, kind):
    def play(place):
        file = tmp_path / f"{place.replace('*', 'x')}.py"
        file.write_text(HELPED.format(kind=kind, place=place).replace(f"import {kind}", f"import {kind.strip('()')}"))
        lineup = [load("watchmen", f"{file}:helped")] * 2
        rules = game("watchmen").load_rules(None, {})
        return next(simulate(game("watchmen"), rules, lineup, Schedule(1, ("helped",) * 2, 1), jobs=1))

    if not numba.config.BOUNDSCHECK:  # type: ignore[attr-defined]
        assert len(play("count - count - 1")) == 2  # the last weight is 1, and a place of an option
    with pytest.raises(StrategyError, match="raised IndexError"):
        play("1000000 * count")
