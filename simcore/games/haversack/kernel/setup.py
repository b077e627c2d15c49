"""Setup: faces, decks, boards, bags (rulebook: Setup)."""

from simcore.games.haversack.codes import FAIRY, GUARDIANS, ITEMS, KEEP, RANDOM
from simcore.games.haversack.kernel.cells import load, store
from simcore.games.haversack.kernel.rounds import reveal, scout
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit
from simcore.stream import CHANCE, DEAL, below, key, shuffle

KINDS = len(GUARDIANS)


@njit()
def _shuffle_cards(rules, deal, deck):
    """Shuffle the Scout cards; ruling 2 may keep Fairies out of the start cards."""
    for card in range(rules.cards):
        deck[card] = card
    shuffle(deal, deck, rules.cards)
    if rules.start_fairy == KEEP:
        return
    for i in range(rules.start_creatures):
        while rules.card_creature[deck[i]] == FAIRY:
            j = i + 1 + below(deal, rules.cards - i - 1)
            deck[i], deck[j] = deck[j], deck[i]


@njit()
def _shuffle_chests(rules, stream, chest):
    """The Items of one player's Chests, in the order they will be found.

    Chests look alike until they are opened, so it makes no difference which of them holds what.
    """
    count = 0
    for item in range(len(ITEMS)):
        for _ in range(rules.chest_count[item]):
            chest[count] = item
            count += 1
    shuffle(stream, chest, count)


@njit()
def _set_up_seat(rules, state, seat, chance):
    """Board, bag and streams of one seat. Its draws are its own: no other seat's play moves them."""
    public, hidden = state.public, state.hidden
    public.board[seat] = hidden.no_board
    state.stats[seat] = hidden.no_stats
    hidden.draw[seat, 0] = key(chance, 0, seat)
    _shuffle_chests(rules, hidden.draw[seat], hidden.chest[seat])
    board = public.board[seat]
    store(board.chest, load(rules.chest))
    store(board.ruin, load(rules.village))
    board.found = -1
    hidden.refused[seat] = 0
    board.gold = rules.start_gold
    for guardian in range(KINDS):
        hidden.glory_now[seat, guardian] = 0
        hidden.village_glory[seat, guardian] = 0
        state.private[seat].bag[guardian] = public.owned[seat, guardian] = rules.start_bag[guardian]


@njit()
def _set_up_table(rules, state, deal):
    public = state.public
    public.players = rules.players
    public.round = 0
    for guardian in range(KINDS):
        face = rules.face[guardian]
        coin = below(deal, 2)
        public.face[guardian] = coin if face == RANDOM else face
        public.supply[guardian] = rules.box[guardian] - rules.players * rules.start_bag[guardian]
    for card in range(rules.cards):
        public.card_round[card] = -1


@njit(SIGNATURES.start)
def start(rules, state, keys):
    """Set a game up and run on to the first decision."""
    hidden = state.hidden
    hidden.deal[0], hidden.chance[0] = keys[DEAL], keys[CHANCE]
    _shuffle_cards(rules, hidden.deal, hidden.deck)
    _set_up_table(rules, state, hidden.deal)
    for seat in range(rules.players):
        _set_up_seat(rules, state, seat, keys[CHANCE])
    for i in range(rules.start_creatures):
        reveal(rules, state, hidden.deck[i], rules.start_cell[i])
    scout(rules, state)
