"""The other phases: Scout, Glory, Recruitment, End of Round."""

from simcore.games.haversack.codes import D_RECRUIT, FAIRY, GUARDIANS, K_PASS, ONE_EACH, ONE_ROUND, SHARED
from simcore.games.haversack.kernel.adventure import next_guardian
from simcore.games.haversack.kernel.cells import NOWHERE, either, has, load, put, size, store
from simcore.games.haversack.kernel.gains import catch_by_tent
from simcore.games.haversack.kernel.scoring import close_game, close_round
from simcore.jit import njit
from simcore.stream import shuffle

KINDS = len(GUARDIANS)


@njit()
def reveal(rules, state, card, cell):
    """Turn up a Scout card: every player places its creature on the cell, or takes it by a Tent."""
    public = state.public
    public.card_round[card] = public.round
    kind = rules.card_creature[card]
    for seat in range(public.players):
        board = public.board[seat]
        if has(board.tent, cell):
            catch_by_tent(rules, state, seat, cell, kind)
        else:
            put(board.creature[kind], cell)


@njit()
def scout(rules, state):
    """Phase 1: the next round begins with its pile of cards; then the Adventure opens."""
    public = state.public
    first = rules.start_creatures + public.round * rules.cards_per_round
    public.round += 1
    for i in range(first, first + rules.cards_per_round):
        card = state.hidden.deck[i]
        reveal(rules, state, card, rules.card_cell[card])
    next_guardian(rules, state, 0)


@njit()
def _sort_order(state):
    """Fewest VP first, ties at random (rulebook: Recruitment)."""
    public = state.public
    for seat in range(public.players):
        public.order[seat] = seat
    shuffle(state.hidden.chance, public.order, public.players)
    for i in range(1, public.players):
        seat = public.order[i]
        j = i
        while j > 0 and public.board[public.order[j - 1]].vp > public.board[seat].vp:
            public.order[j] = public.order[j - 1]
            j -= 1
        public.order[j] = seat


@njit()
def _note_sold_out(rules, state, seat):
    """Count, once a Recruitment, that the supply keeps a seat from a Guardian it could pay for."""
    public = state.public
    if rules.supply != SHARED or state.hidden.refused[seat] == public.round:
        return
    for guardian in range(KINDS):
        cost = rules.tile[public.face[guardian], guardian].cost
        if cost <= public.board[seat].gold and public.supply[guardian] == 0:
            state.hidden.refused[seat] = public.round
            state.stats[seat].sold_out += 1
            return


@njit()
def _open_recruitment(rules, state):
    public = state.public
    _sort_order(state)
    state.stats[public.order[0]].recruits_first += 1
    for seat in range(public.players):
        public.done[seat] = 0
    public.turn = 0
    public.seat = public.order[0]
    public.decision = D_RECRUIT
    public.guardian = -1


@njit()
def close_adventure(rules, state):
    """Phase 3 for all; then Recruitment, or the end of the game after the last round."""
    public = state.public
    for seat in range(public.players):
        close_round(rules, state, seat)
    if public.round < rules.rounds:
        _open_recruitment(rules, state)
        return
    for seat in range(public.players):
        close_game(rules, state, seat)
    public.seat = -1


@njit()
def _next_buyer(rules, public):
    """Whose turn it is to recruit; -1 when all are done."""
    if rules.recruit_order != ONE_EACH and not public.done[public.order[public.turn]]:
        return public.order[public.turn]
    for _ in range(public.players):
        public.turn = (public.turn + 1) % public.players
        if not public.done[public.order[public.turn]]:
            return public.order[public.turn]
    return -1


@njit()
def recruit(rules, state, option):
    """Carry out a choice of D_RECRUIT."""
    public = state.public
    seat = public.seat
    _note_sold_out(rules, state, seat)
    if option.kind == K_PASS:
        public.done[seat] = 1
    else:
        guardian = option.a
        cost = rules.tile[public.face[guardian], guardian].cost
        public.board[seat].gold -= cost
        public.supply[guardian] -= 1
        state.private[seat].bag[guardian] += 1
        public.owned[seat, guardian] += 1
        state.stats[seat].recruited[guardian] += 1
        state.stats[seat].gold_spent[public.round - 1] += cost
    buyer = _next_buyer(rules, public)
    if buyer >= 0:
        public.seat = buyer
    else:
        _end_round(rules, state)


@njit()
def _pitch_tents(rules, public, board):
    """Phase 5: old Tents go, a Tent comes beneath each Guardian whose tile says so."""
    tents = NOWHERE if rules.tent_life == ONE_ROUND else load(board.tent)
    for guardian in range(KINDS):
        if rules.tile[public.face[guardian], guardian].tents:
            tents = either(tents, load(board.guardian[guardian]))
    store(board.tent, tents)


@njit()
def _take_back(board, bag):
    """All Guardians return to the bag."""
    for guardian in range(KINDS):
        bag[guardian] += size(load(board.guardian[guardian])) + board.aside[guardian]
        store(board.guardian[guardian], NOWHERE)
        board.aside[guardian] = board.stuck[guardian] = 0


@njit()
def _end_round(rules, state):
    """Phase 5: Tents, Guardians back to the bag, Fairies vanish; then the next round."""
    public = state.public
    for seat in range(public.players):
        board = public.board[seat]
        _pitch_tents(rules, public, board)
        _take_back(board, state.private[seat].bag)
        store(board.creature[FAIRY], NOWHERE)
    scout(rules, state)
