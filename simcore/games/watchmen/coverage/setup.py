"""Witnesses: Setup."""

from __future__ import annotations

from simcore.coverage import Book, Closing, Opening
from simcore.games.watchmen.coverage.table import deck, gold, hand
from simcore.games.watchmen.state import ITEM_NAMES, ITEMS, NECKLACE, RACES, WATCHMEN

BOOK = Book("Setup")
BASE = ITEM_NAMES.index("energy_stone")
"""Items before this one are of the base game."""
RACES_FOR, PILE = (3, 4, 5, 6), 35


def _items(opening: Opening, seat: int) -> list[int]:
    return [item for item in range(ITEMS) if opening.state.private[seat].items[item]]


@BOOK.start("setup.races", keys=("races",))
def races(opening: Opening) -> bool:
    """Deck and start hands are the cards of as many races as the players want, those named or not just the first."""
    rules, state = opening.rules, opening.state
    cards = [*deck(state), *(card for seat in range(rules.players) for card in hand(state, seat))]
    found = {rules.race[card] for card in cards if card < WATCHMEN}
    if len(found) != RACES_FOR[rules.players - 2] or found != {
        race for race in range(RACES) if state.public.race_in[race]
    }:
        return False
    if rules.race_fixed:
        return found == set(rules.race_choice) - {-1}
    return len(found) == RACES or found != set(range(len(found)))


@BOOK.end("setup.tents")
def tents(closing: Closing) -> bool:
    """Five players, all with tents, end with no more than the pile of 35 holds."""
    taken = closing.state.public.tents
    return bool(closing.rules.players == 5 and min(taken) > 0 and sum(taken) <= PILE)


@BOOK.start("setup.hand")
def start_hand(opening: Opening) -> bool:
    """Every hand shows 5 gold and would not without the card drawn last."""
    rules = opening.rules
    hands = [hand(opening.state, seat) for seat in range(rules.players)]
    return all(gold(rules, cards) >= rules.start_gold > gold(rules, cards[:-1]) for cards in hands)


@BOOK.start("setup.necklace")
def necklace(opening: Opening) -> bool:
    """Seat 0 has the Necklace and decides first."""
    public = opening.state.public
    return bool(public.necklace == public.seat == public.starter == 0 and public.item_at[NECKLACE] == 0)


@BOOK.start("setup.items")
def items(opening: Opening) -> bool:
    """Everybody is dealt the right number, none that does not show the number of players, and nobody knows whose."""
    rules, state = opening.rules, opening.state
    hands = [_items(opening, seat) for seat in range(rules.players)]
    dealt = [item for held in hands for item in held]
    wanted = 3 if rules.players <= 3 else 2
    right = all(len(held) == wanted for held in hands) and len(set(dealt)) == len(dealt) and NECKLACE not in dealt
    shown = [item for item in range(1, BASE) if rules.item_in[item]]
    hidden = all(state.public.item_at[item] < 0 for item in dealt) or set(dealt) == set(shown)
    return right and hidden and len(shown) < BASE - 1 and all(rules.item_in[item] for item in dealt)


@BOOK.start("setup.exclusive", keys=("energy_stone", "unknown_c"))
def exclusive(opening: Opening) -> bool:
    """A Kickstarter item is dealt if its switch says so and else not, and nobody has an item more for it."""
    rules = opening.rules
    hands = [_items(opening, seat) for seat in range(rules.players)]
    dealt = {item for held in hands for item in held}
    switches = (rules.energy_stone, rules.unknown_c)
    return all((BASE + i in dealt) == bool(on) for i, on in enumerate(switches)) and all(
        len(held) == rules.items_each for held in hands
    )
