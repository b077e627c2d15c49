"""Witnesses: the end of the game and scoring."""

from __future__ import annotations

from collections import Counter

from simcore.coverage import Book, Closing, Scene
from simcore.games.watchmen.coverage.table import army, ends_round, turn_of
from simcore.games.watchmen.state import RACES, WARRIOR

BOOK = Book("End of the game and scoring")
FLOOR_HALF, EXTRA_COPIES, CHOOSE2, PER_CARD = range(4)
SHARED = 0


@BOOK.step("end.seventh", "turn")
def seventh(scene: Scene) -> bool:
    """The game ends with the round, though the 7th Watchman was hired in an earlier turn of it."""
    over = ends_round(scene) and scene.before.public.last_round == 1 and scene.after.public.seat < 0
    seat = scene.before.goal_seat
    return bool(over and seat != turn_of(scene) and scene.after.public.army_count[seat] == 7)


@BOOK.step("end.cap", "turn", keys=("max_rounds",))
def cap(scene: Scene) -> bool:
    """The last round of all ends without a 7th Watchman, and so does the game."""
    public = scene.before.public
    over = ends_round(scene) and scene.after.public.seat < 0 and max(public.army_count) < scene.rules.army_goal
    return bool(over and public.last_round == 0 and public.round == scene.rules.max_rounds)


@BOOK.end("score.first")
def prices(closing: Closing) -> bool:
    """An army scores its prices and 1 VP for each of its Warriors."""
    rules, state = closing.rules, closing.state
    armies = [army(state, seat) for seat in range(len(closing.rows))]
    right = [
        (row.vp_prices, row.vp_warriors)
        == (sum(rules.price[card] for card in cards), sum(rules.caste[card] == WARRIOR for card in cards))
        for row, cards in zip(closing.rows, armies, strict=True)
    ]
    return all(right) and any(row.vp_prices and row.vp_warriors for row in closing.rows)


def readings(number: int) -> tuple[int, int, int, int]:
    """VP lost for so many equal Watchmen under the four readings."""
    return number // 2, number - 1, number * (number - 1) // 2, number if number > 1 else 0


@BOOK.end("score.doubles", keys=("double_penalty",))
def doubles(closing: Closing) -> bool:
    """An army loses VP for equal Watchmen by the reading in force, and not as many by one listed before it."""
    reading = closing.rules.double_penalty
    for seat, row in enumerate(closing.rows):
        kinds = Counter(closing.rules.kind[card] for card in army(closing.state, seat))
        lost = [sum(readings(number)[other] for number in kinds.values()) for other in range(4)]
        if lost[reading] > 0 and row.vp_doubles == -lost[reading] and lost[reading] not in lost[:reading]:
            return True
    return False


@BOOK.end("score.majority")
def majority(closing: Closing) -> bool:
    """Who has the most Watchmen of a race scores all of that race; of a race with two such nobody does."""
    counts = closing.state.public.race_count
    seats = range(len(closing.rows))
    alone = shared = False
    for race in range(RACES):
        most = max(counts[seat][race] for seat in range(closing.state.public.armies))
        best = [seat for seat in range(closing.state.public.armies) if counts[seat][race] == most > 0]
        scored = [closing.rows[seat].majority[race] for seat in seats]
        total = sum(counts[seat][race] for seat in range(closing.state.public.armies))
        if len(best) == 1 and best[0] in seats:
            alone |= scored == [total if seat == best[0] else 0 for seat in seats]
        elif len(best) > 1:
            shared |= not any(scored)
    return alone and shared


@BOOK.end("score.nothing")
def nothing(closing: Closing) -> bool:
    """One with cards, an empty tent and items scores no more than the army brings."""
    return any(
        row.hand_left > 0
        and row.tents_empty > 0
        and sum(closing.state.private[seat].items) > 0
        and row.score == row.vp_prices + row.vp_warriors + row.vp_doubles + row.vp_majority
        for seat, row in enumerate(closing.rows)
    )


def _richest(closing: Closing) -> tuple[list[int], list[int]]:
    """Seats with the highest score, and those of them with the most gold in hand."""
    return closing.best([row.hand_gold for row in closing.rows])


@BOOK.end("tie.gold")
def gold_decides(closing: Closing) -> bool:
    """Of several with the highest score the one with the most gold in hand wins; their scores stay equal."""
    tied, richest = _richest(closing)
    return len(tied) > len(richest) == 1 and bool(closing.rows[richest[0]].win_share == 1)


@BOOK.end("tie.equal", keys=("tie",))
def equal(closing: Closing) -> bool:
    """Several with the highest score and equal gold share the win; by the switch a lot gives it to one."""
    _, richest = _richest(closing)
    if closing.rules.tie == SHARED:
        return closing.shares(richest)
    shares = sorted(closing.rows[seat].win_share for seat in richest)
    return len(richest) > 1 and shares == [0.0] * (len(richest) - 1) + [1.0]
