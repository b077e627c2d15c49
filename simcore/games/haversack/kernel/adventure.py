"""Phase 2: draw a Guardian, move it, let it act; seat after seat, each on its own board."""

from simcore.games.haversack.codes import (
    BOOTS,
    BOW,
    D_ACT,
    D_MOVE,
    FEATHER,
    GUARDIANS,
    HAMMER,
    K_MOVE,
    K_PASS,
    K_REPAIR,
    K_RETURN,
    K_SHOOT,
    K_STAY,
    K_SWAP,
    MONSTERS,
    NET,
    P_STUCK,
    SET_ASIDE,
    SWORD,
    U_BOOTS,
    U_FEATHER,
    U_NONE,
    U_SWORD,
)
from simcore.games.haversack.kernel.cells import drop, put
from simcore.games.haversack.kernel.gains import mark, take, use_item
from simcore.jit import hot, njit
from simcore.stream import below

KINDS = len(GUARDIANS)


@hot
def _tokens(bag):
    total = 0
    for guardian in range(KINDS):
        total += bag[guardian]
    return total


@hot
def _pick(bag, nth):
    """Guardian of the nth token of a bag, without a branch: no processor foresees a draw."""
    picked = 0
    for guardian in range(KINDS - 1):
        nth -= bag[guardian]
        picked += nth >= 0
    return picked


@hot
def _draw(rules, state, seat, total):
    """Draw the next Guardian of a seat; an Item just found is ready from now on."""
    public = state.public
    board, bag = public.board[seat], state.private[seat].bag
    if board.found >= 0:
        board.items[board.found] += 1
        board.found = -1
    guardian = _pick(bag, below(state.hidden.draw[seat], total))
    bag[guardian] -= 1
    tile = rules.tile[public.face[guardian], guardian]
    public.seat, public.decision = seat, D_MOVE
    public.guardian, public.cell = guardian, -1
    public.ability = tile.shoots or tile.catches or tile.repairs or tile.returns
    public.killed, public.swapped, public.must_act = 0, 0, 0
    state.hidden.took = 0


@hot
def next_guardian(rules, state, seat):
    """Go on with the seat's next Guardian, or the next seat's first; False when all bags are empty."""
    while seat < state.public.players:
        total = _tokens(state.private[seat].bag)
        if total > 0:
            _draw(rules, state, seat, total)
            return True
        seat += 1
    return False


@njit()
def _use_on_move(state, seat, used, glory):
    for _ in range(used & U_BOOTS):
        use_item(state, seat, BOOTS, glory)
    if used & U_FEATHER:
        use_item(state, seat, FEATHER, glory)
    if used & U_SWORD:
        use_item(state, seat, SWORD, glory)


@njit()
def _return(state, seat, guardian, cell):
    """A Guardian on the board goes back to the bag."""
    drop(state.public.board[seat].guardian[guardian], cell)
    state.private[seat].bag[guardian] += 1
    state.stats[seat].returned[guardian] += 1
    state.hidden.took = 1


@hot
def _forget_aside(rules, state, seat):
    """Ruling 9, `discard_last`: what had no move goes back once another has been played."""
    if rules.no_move == SET_ASIDE:
        return
    board, bag = state.public.board[seat], state.private[seat].bag
    for guardian in range(KINDS):
        bag[guardian] += board.stuck[guardian]
        board.aside[guardian] -= board.stuck[guardian]
        board.stuck[guardian] = 0


@hot
def _stand(rules, state, seat, guardian, cell):
    """The Guardian is on the board."""
    public, stats = state.public, state.stats[seat]
    put(public.board[seat].guardian[guardian], cell)
    public.cell = cell
    stats.played[guardian] += 1
    stats.plays[public.round - 1] += 1
    mark(stats.ended, public.round, cell)
    _forget_aside(rules, state, seat)


@hot
def _may_act(public, seat):
    """Whether the Guardian has an ability or an Item that works at a distance."""
    items = public.board[seat].items
    return public.ability or items[BOW] > 0 or items[HAMMER] > 0 or items[NET] > 0


@njit()
def _set_aside(state, seat, guardian, why):
    board = state.public.board[seat]
    board.aside[guardian] += 1
    board.stuck[guardian] += why == P_STUCK
    state.stats[seat].set_aside[guardian] += 1


@hot
def move(rules, state, option):
    """Carry out a choice of D_MOVE; False when the play is over."""
    public = state.public
    seat, guardian = public.seat, public.guardian
    if option.kind == K_PASS:
        _set_aside(state, seat, guardian, option.a)
        return False
    if option.kind == K_SWAP:
        _return(state, seat, option.c, option.a)
        public.swapped = 1
    _stand(rules, state, seat, guardian, option.a)
    if option.kind == K_MOVE:
        glory = take(rules, state, seat, guardian, option.a, option.c)
        public.killed = option.c < MONSTERS
        if option.b != U_NONE:
            _use_on_move(state, seat, option.b, glory)
    public.must_act = option.kind == K_STAY
    if not _may_act(public, seat):
        return False
    public.decision = D_ACT
    return True


@njit()
def act(rules, state, option):
    """Carry out a choice of D_ACT; False when the play is over."""
    public = state.public
    seat, guardian = public.seat, public.guardian
    if option.kind == K_PASS:
        return False
    public.must_act = 0
    glory = 0
    if option.kind == K_RETURN:
        _return(state, seat, option.c, option.a)
    else:
        glory = take(rules, state, seat, guardian, option.a, option.c)
    if option.kind == K_SHOOT:
        public.killed = 1
        _reward_shot(rules, state, seat, guardian, option.b)
    if option.b >= 0:
        use_item(state, seat, option.b, glory)
    elif option.kind != K_REPAIR or not rules.druid_multi:
        public.ability = 0
    return True


@njit()
def _reward_shot(rules, state, seat, guardian, item):
    """The Night face of the Huntress earns VP for each monster shot (ruling 27: with a Bow too)."""
    public = state.public
    vp = rules.tile[public.face[guardian], guardian].shot_vp
    if item == BOW and not rules.night_bow_vp:
        vp = 0
    public.board[seat].vp += vp
    state.stats[seat].vp_shots += vp
    state.stats[seat].vp_by[guardian] += vp


@hot
def finish_play(rules, state):
    """The play is over; True if another Guardian follows."""
    public = state.public
    if public.cell >= 0 and not state.hidden.took:
        state.stats[public.seat].wasted[public.guardian] += 1
    return next_guardian(rules, state, public.seat)
