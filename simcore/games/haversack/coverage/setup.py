"""Witnesses: Setup, and the Scout phase."""

from __future__ import annotations

from typing import Any

from simcore.coverage import Book, Closing, Opening, Scene
from simcore.games.haversack.boards import GROVE, HUT
from simcore.games.haversack.codes import CREATURES, FAIRY, GUARDIANS, MONSTERS, RANDOM
from simcore.games.haversack.coverage.table import cells, ends_round, members
from simcore.games.haversack.rules import board_in_force

SETUP = Book("Setup")
SCOUT = Book("Positioning the Creatures, Phase 1 (Scout)")
BAG = (1, 2, 1, 1, 0, 0)
"""Guides, Warriors, Thieves, Priestesses, Druids, Huntresses of a start bag."""


def _creature_at(board: Any, cell: int) -> int:
    """Code of the creature on a cell, -1 without."""
    return next((kind for kind in range(len(CREATURES)) if cells(board.creature[kind]) >> cell & 1), -1)


@SETUP.end("setup.faces", keys=tuple(f"face.{name}" for name in GUARDIANS))
def faces(closing: Closing) -> bool:
    """Every tile lies as chosen to the end of the game; of those drawn by chance some show Day and some Night."""
    wanted, shown = closing.rules.face, closing.state.public.face
    drawn = {face for face, want in zip(shown, wanted, strict=True) if want == RANDOM}
    kept = shown == closing.opening.state.public.face and len(drawn) != 1
    return kept and all(want in (face, RANDOM) for face, want in zip(shown, wanted, strict=True))


@SETUP.start("setup.board", keys=("board",))
def board(opening: Opening) -> bool:
    """Everybody's Chests and Villages lie where the side of the board in force has them."""
    words = board_in_force(opening.ruleset).cells
    chests = {cell for cell, word in enumerate(words) if word[0] == "$"}
    ruins = {cell for cell, word in enumerate(words) if word[0] == "v"}
    return all(
        set(members(cells(each.chest))) == chests and set(members(cells(each.ruin))) == ruins
        for each in opening.state.public.board[: opening.rules.players]
    )


@SETUP.start("setup.chests")
def chests(opening: Opening) -> bool:
    """Everybody has the 10 Chest tokens, in an order of chance."""
    expected = [item for item, count in enumerate(opening.rules.chest_count) for _ in range(count)]
    piles = [opening.state.hidden.chest[seat][:10] for seat in range(opening.rules.players)]
    return all(sorted(pile) == expected != pile for pile in piles) and len(expected) == 10


@SETUP.start("setup.villages")
def villages(opening: Opening) -> bool:
    """A destroyed Village lies on each Village space of the map, and the column has a token for each."""
    ruins = opening.state.public.board[0].ruin
    number = len(list(members(cells(ruins))))
    return bool(ruins == opening.rules.village and number == 10 and opening.state.public.board[0].villages == 0)


@SETUP.start("setup.bag")
def bag(opening: Opening) -> bool:
    """With the Guardian drawn first, every bag has held a Guide, two Warriors, a Priestess and a Thief."""
    state = opening.state
    bags = [list(state.private[seat].bag) for seat in range(opening.rules.players)]
    bags[0][state.public.guardian] += 1
    return all(tuple(each) == BAG for each in bags)


@SETUP.start("setup.cards")
def cards(opening: Opening) -> bool:
    """28 cards lie in an order of chance: 3 are revealed, the first pile of 5 as well, 20 are not."""
    deck, rounds = opening.state.hidden.deck[:28], opening.state.public.card_round[:28]
    shuffled = sorted(deck) == list(range(28)) != deck
    return bool(shuffled and [rounds.count(0), rounds.count(1), rounds.count(-1)] == [3, 5, 20])


@SETUP.start("setup.creatures", keys=("start_fairy",))
def creatures(opening: Opening) -> bool:
    """The three creatures stand on the spaces 1, 2, 3, a Fairy among them; by the switch none is a Fairy."""
    rules, public, deck = opening.rules, opening.state.public, opening.state.hidden.deck
    kinds = [rules.card_creature[card] for card in deck[:3]]
    placed = [
        [_creature_at(each, cell) for cell in rules.start_cell[:3]] == kinds
        for each in public.board[: opening.rules.players]
    ]
    return all(placed) and (FAIRY in kinds) != bool(rules.start_fairy)


def _revealed(scene: Scene) -> list[int]:
    """The cards revealed in the step."""
    now = scene.after.public.round
    return [card for card in range(scene.rules.cards) if scene.after.public.card_round[card] == now]


@SCOUT.start("scout.card")
def card(opening: Opening) -> bool:
    """Of the cards of round 1 each puts its Fairy on a Grove or its monster on a Hut, of the card's own mark."""
    rules, public = opening.rules, opening.state.public
    words = board_in_force(opening.ruleset).cells
    marks = sorted(opening.ruleset.data["card"])
    shown = [number for number in range(rules.cards) if public.card_round[number] == 1]
    kinds = {rules.card_creature[number] == FAIRY for number in shown}
    right = [
        words[rules.card_cell[number]] == (GROVE if rules.card_creature[number] == FAIRY else HUT) + marks[number]
        and _creature_at(public.board[0], rules.card_cell[number]) == rules.card_creature[number]
        for number in shown
    ]
    return all(right) and len(kinds) == 2


@SCOUT.step("scout.pile", "recruit")
def pile(scene: Scene) -> bool:
    """The next five cards are revealed to all, and every player places the creatures or a Tent takes them."""
    if not ends_round(scene):
        return False
    shown = _revealed(scene)
    first = 3 + 5 * scene.before.public.round
    placed = [
        _creature_at(scene.after.public.board[seat], scene.rules.card_cell[each]) == scene.rules.card_creature[each]
        or cells(scene.after.public.board[seat].tent) >> scene.rules.card_cell[each] & 1
        for seat in range(scene.rules.players)
        for each in shown
    ]
    return all(placed) and sorted(shown) == sorted(scene.before.hidden.deck[first : first + 5])


@SCOUT.step("scout.tent", "recruit", keys=("tent_hunts",))
def tent(scene: Scene) -> bool:
    """A monster due on a Tent goes into the gains area; by the switch it will not count on the Hunting Board."""
    if not ends_round(scene):
        return False
    for seat in range(scene.rules.players):
        board = scene.after.public.board[seat]
        due = [scene.rules.card_creature[each] for each in _revealed(scene)
               if cells(board.tent) >> scene.rules.card_cell[each] & 1]  # fmt: skip
        caught = [due.count(kind) for kind in range(len(CREATURES))]
        spared = sum(board.spared) - sum(scene.before.public.board[seat].spared)
        hunted = sum(caught[:MONSTERS])
        if hunted and board.gains == caught and spared == (0 if scene.rules.tent_hunts else hunted):
            return True
    return False
