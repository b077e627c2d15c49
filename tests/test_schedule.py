"""The schedule: N games asked are N distinct games in whole blocks."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.errors import MeepleError
from simcore.schedule import MAX_DEALS, MAX_SEED, Schedule, rotations_of

LINEUPS = st.lists(st.sampled_from("abc"), min_size=1, max_size=6).map(tuple)


@pytest.mark.parametrize(
    ("lineup", "rotations"),
    [("aaaa", 1), ("abab", 2), ("abcd", 4), ("aab", 3), ("abba", 4), ("ab", 2), ("aabaab", 3), ("a", 1)],
)
def test_rotations_are_the_smallest_period(lineup: str, rotations: int) -> None:
    assert rotations_of(tuple(lineup)) == rotations


@given(LINEUPS)
def test_rotations_are_all_the_distinct_seatings(lineup: tuple[str, ...]) -> None:
    turned = {tuple(lineup[(s + r) % len(lineup)] for s in range(len(lineup))) for r in range(len(lineup))}
    assert rotations_of(lineup) == len(turned)


@given(LINEUPS, st.integers(1, 200), st.integers(0, 50))
@settings(max_examples=50)
def test_games_are_distinct_and_in_whole_blocks(lineup: tuple[str, ...], asked: int, first_deal: int) -> None:
    schedule = Schedule(1, lineup, asked, first_deal)
    assert asked <= schedule.games < asked + schedule.rotations
    played = set()
    for game in range(schedule.games):
        block, deal, rotation = schedule.place(game)
        assert deal == first_deal + block
        played.add((deal, tuple(lineup[schedule.entry(seat, rotation)] for seat in range(len(lineup)))))
    assert len(played) == schedule.games
    assert schedule.games == schedule.blocks * schedule.rotations


@given(LINEUPS)
def test_each_entry_sits_in_each_seat_equally_often(lineup: tuple[str, ...]) -> None:
    schedule = Schedule(1, lineup, 1)
    for name in set(lineup):
        seats = [
            seat
            for rotation, seat in itertools.product(range(schedule.rotations), range(len(lineup)))
            if lineup[schedule.entry(seat, rotation)] == name
        ]
        assert {seats.count(seat) for seat in range(len(lineup))} == {len(seats) // len(lineup)}


def test_note_tells_rounding_in_words_and_only_then() -> None:
    assert Schedule(1, ("a", "b"), 10).note() == ""
    note = Schedule(1, ("a", "b", "c", "d"), 10).note()
    assert note == "10 games rounded up to 12: 3 whole blocks of 4 games, one deal under all its seat rotations"
    assert "1 whole block of" in Schedule(1, ("a", "b", "c", "d"), 1).note()


@given(st.integers(1, 300), st.integers(1, 400))
def test_chunks_cover_every_game_once(asked: int, size: int) -> None:
    schedule = Schedule(1, ("a", "b", "c"), asked)
    games = [game for first, count in schedule.chunks(size) for game in range(first, first + count)]
    assert games == list(range(schedule.games))
    assert all(count <= size for _, count in schedule.chunks(size))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1, ("a",), 0), "games: 0"),
        ((1, ("a",), -5), "games: -5"),
        ((-1, ("a",), 1), "seed: -1"),
        ((MAX_SEED + 1, ("a",), 1), "seed: 9223372036854775808"),
        ((1, (), 1), "line-up is empty"),
        ((1, ("a",), 1, -1), "first deal: -1"),
        ((1, ("a",), 2, MAX_DEALS - 1), "games: deals"),
    ],
)
def test_numbers_that_cannot_be_played_are_refused(arguments: tuple, words: str) -> None:
    with pytest.raises(MeepleError, match=words):
        Schedule(*arguments)


def test_a_chunk_of_no_games_is_refused() -> None:
    with pytest.raises(MeepleError, match="chunk: 0"):
        list(Schedule(1, ("a",), 1).chunks(0))
