"""Worlds that look the same to the seat to decide: Scout cards to come, Items in closed Chests, draws from the bags.

What lies in a bag is no secret: all have seen what was recruited, and what is on the board or aside.
"""

from simcore.contract import Worlds
from simcore.games.haversack.codes import CUP, GUARDIANS, ITEMS
from simcore.games.haversack.kernel.cells import load, size
from simcore.games.haversack.kernel.scoring import MOST_MONSTERS, hunting_vp, monsters_hunted
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit
from simcore.stream import draw, shuffle

KINDS = len(GUARDIANS)


@njit()
def lay_cards(rules, public, deck, stream):
    """The cards revealed, round by round, then the others in any order."""
    count = 0
    for number in range(public.round + 1):
        for card in range(rules.cards):
            if public.card_round[card] == number:
                deck[count] = card
                count += 1
    revealed = count
    for card in range(rules.cards):
        if public.card_round[card] < 0:
            deck[count] = card
            count += 1
    shuffle(stream, deck[revealed:], count - revealed)


@njit()
def fill_chests(rules, board, chest, stream):
    """The Items found, then the others in any order."""
    opened = closed = 0
    for item in range(len(ITEMS)):
        found = int(board.items[item]) + board.used[item] + (board.found == item)
        if item == CUP:
            found += board.cups
        for _ in range(found):
            chest[opened] = item
            opened += 1
        for _ in range(rules.chest_count[item] - found):
            chest[board.chests + closed] = item
            closed += 1
    shuffle(stream, chest[board.chests :], closed)


@njit()
def fill_bag(public, seat, bag):
    """All tokens of a seat that are not on its board or set aside."""
    board = public.board[seat]
    for guardian in range(KINDS):
        bag[guardian] = public.owned[seat, guardian] - size(load(board.guardian[guardian])) - board.aside[guardian]


@njit(SIGNATURES.imagine)
def imagine(rules, public, private, state, stream):
    """Fill in what the seat to decide cannot see; see `simcore.contract.Worlds`."""
    hidden = state.hidden
    hidden.deal[0], hidden.chance[0] = draw(stream), draw(stream)
    hidden.took = 0
    lay_cards(rules, public, hidden.deck, stream)
    for seat in range(public.players):
        hidden.draw[seat, 0] = draw(stream)
        hidden.refused[seat] = 0
        for guardian in range(KINDS):
            hidden.glory_now[seat, guardian] = hidden.village_glory[seat, guardian] = 0
        fill_chests(rules, public.board[seat], hidden.chest[seat], stream)
        if seat != public.seat:
            fill_bag(public, seat, state.private[seat].bag)


@njit(SIGNATURES.settle)
def settle(rules, state, scores, merits):
    """Scores at the end of a game; equal ones are parted by the monsters hunted."""
    for seat in range(state.public.players):
        board = state.public.board[seat]
        scores[seat] = board.vp + board.chests * rules.chest_vp + hunting_vp(rules, board)
        merits[seat] = scores[seat] * MOST_MONSTERS + monsters_hunted(board)


WORLDS = Worlds(imagine, settle)
