"""Step 2: tents and hires, paid with cards laid one by one on the pile, and the Ninjas' calls."""

from simcore.games.watchmen.kernel.cards import (
    add_ready,
    ask,
    back_to_menu,
    bring_out,
    clockwise,
    into_hand,
    is_watchman,
    move_in,
    off_deck,
    off_pile,
    onto_pile,
    out_of_hand,
    ready_deck,
)
from simcore.games.watchmen.kernel.memory import all_saw
from simcore.games.watchmen.state import (
    D_NINJA,
    D_PAY,
    K_PASS,
    M_HIRE,
    NINJA,
    WATCHMEN,
)
from simcore.games.watchmen.words import ready_ninjas
from simcore.jit import hot, njit
from simcore.stream import below

NO_CARD, NOT_ASKED, SILENT = -1, -2, -1
RANDOM, CLOCKWISE, REVERSE = range(3)
WHOLE_PILE = 0
MANY_CARDS = 1


@hot
def pay_with(rules, state, card):
    """Lay one card of the payment on the pile; the payer chooses the order."""
    public = state.public
    seat = public.turn
    out_of_hand(state, seat, card)
    onto_pile(state, card)
    public.paid += rules.gold[card]
    public.laid += 1
    if not is_watchman(card):
        state.stats[seat].mercenaries_paid[rules.mercenary_effect[card - WATCHMEN]] += 1


@hot
def open_purchase(state, card, tents, price):
    """Begin a purchase with the coins at hand, which are for this purchase only (ruling C3)."""
    public = state.public
    public.card = card
    public.buying = tents
    public.price = price
    public.paid = public.coins
    public.laid = 0
    state.stats[public.turn].coins_spent += public.coins
    public.coins = 0


@hot
def buy_tents(rules, state, card, tents):
    """Buy tents with one card, with coins alone, or (switch) with several cards (ruling C2)."""
    open_purchase(state, NO_CARD, tents, tents * rules.tent_price)
    if rules.tent_payment == MANY_CARDS:
        ask(state, state.public.turn, D_PAY)
        return
    if card != NO_CARD:
        pay_with(rules, state, card)
    finish_purchase(rules, state)


@hot
def discounts(rules, state, dog):
    """Gold by which a hire is cheaper now: by this turn's discount, and by a Dog mercenary if it is used."""
    return int(state.public.discount) + (rules.mercenary_amount[M_HIRE] if dog else 0)


@hot
def hire_price(rules, state, card, dog):
    """Gold to pay for a Watchman now; never below 0."""
    return max(0, rules.price[card] - discounts(rules, state, dog))


@hot
def hire(rules, state, option):
    """House a Watchman from the hand, then ask for its payment."""
    public = state.public
    seat = public.turn
    price = hire_price(rules, state, option.a, option.b)
    if option.b:
        bring_out(state, seat, option.c)
        state.stats[seat].mercenaries_used[M_HIRE] += 1
    if rules.moneybag_tents_before_hire:
        pitch_free_tents(rules, state)
    out_of_hand(state, seat, option.a)
    move_in(rules, state, seat, option.a)
    open_purchase(state, option.a, 0, price)
    ask(state, seat, D_PAY)


@hot
def pitch_free_tents(rules, state):
    """The Moneybag's tents, with the first hire of the turn or of the game (ruling G3)."""
    public = state.public
    seat = public.turn
    # the one just housed is counted when the tents come after the hire
    already = public.army_count[seat] - (0 if rules.moneybag_tents_before_hire else 1)
    if public.free_tents > 0 and not (rules.moneybag == 1 and already > 0):
        tents = min(public.free_tents, rules.max_tents - public.tents[seat])
        public.tents[seat] += tents
        state.stats[seat].tents_free += tents
    public.free_tents = 0


@hot
def answer_pay(rules, state, option):
    """Lay one more card, or declare the purchase paid; with the last card laid it is."""
    public = state.public
    if option.kind == K_PASS:
        finish_purchase(rules, state)
        return
    pay_with(rules, state, option.a)
    if public.paid >= public.price and public.hand_count[public.turn] == 0:
        finish_purchase(rules, state)
    else:
        ask(state, public.turn, D_PAY)


@njit()
def finish_purchase(rules, state):
    """Hand over what was bought; overpaid gold is lost. Then the Ninjas may call."""
    public = state.public
    seat = public.turn
    stats = state.stats[seat]
    stats.gold_paid += public.paid
    stats.gold_over += public.paid - public.price
    if public.card == NO_CARD:
        public.tents[seat] += public.buying
        stats.tents_bought += public.buying
    else:
        finish_hire(rules, state)
    public.card = NO_CARD
    public.buying = 0
    if public.laid > 0:
        open_calls(rules, state)
    else:
        back_to_menu(state)


@hot
def finish_hire(rules, state):
    """Count the hire: limit of the turn, discount, free tents, end of the game."""
    public = state.public
    seat = public.turn
    public.hires_left -= 1
    public.hired += 1
    public.discount = 0
    if not rules.moneybag_tents_before_hire:
        pitch_free_tents(rules, state)
    stats = state.stats[seat]
    stats.hires += 1
    if stats.first_hire == 0:
        stats.first_hire = public.round
    if public.army_count[seat] >= rules.army_goal and public.last_round == 0:
        public.last_round = 1
        state.goal_seat = seat
    if public.armies > public.players:
        follow(rules, state)


@njit()
def watchman_to_come(state):
    """Whether a Watchman lies in the deck or in the pile."""
    public = state.public
    for i in range(public.deck_count):
        if is_watchman(state.hidden.deck[i]):
            return True
    for i in range(public.pile_count):
        if is_watchman(public.pile[i]):
            return True
    return False


@njit()
def follow(rules, state):
    """Variant 2: the imaginary player follows the larger army with the top card (rulings F4, F5).

    With nothing but mercenaries to come it would draw for ever, so it goes without.
    """
    public = state.public
    dummy = public.players
    most = max(public.army_count[0], public.army_count[1])
    while public.army_count[dummy] < min(most, public.tents[dummy]):
        hopeless = rules.mercenaries and not watchman_to_come(state)
        if not hopeless:
            ready_deck(rules, state, 1)
        if hopeless or public.deck_count == 0:
            state.stats[0].dry += 1
            return
        card = off_deck(state)
        if is_watchman(card):
            move_in(rules, state, dummy, card)
        else:
            onto_pile(state, card)
            if rules.ninja_depth != WHOLE_PILE:
                public.laid = 0  # the payment lies beneath it, out of reach (ruling D2)


# Ninjas: all who can are asked before anybody's call counts.


@hot
def has_ninja(state, seat):
    """Whether a seat has a Ninja that is not exhausted."""
    return ready_ninjas(state.public, seat) > 0


@hot
def within_reach(rules, state):
    """Whether the pile has a card that Ninjas may take now (ruling D2)."""
    public = state.public
    return public.pile_count > 0 and (rules.ninja_depth == WHOLE_PILE or public.laid > 0)


@hot
def open_calls(rules, state):
    """After a payment: ask every opponent with a Ninja before the payer goes on (ruling D3)."""
    forget_calls(state)
    go_on_calling(rules, state)


@hot
def forget_calls(state):
    """Nobody has been asked yet."""
    for seat in range(state.public.players):
        state.hidden.call[seat] = NOT_ASKED
    state.hidden.asked = 0


@hot
def ask_next(rules, state):
    """Ask the next opponent clockwise with a Ninja; False when all have been asked."""
    public, hidden = state.public, state.hidden
    for k in range(hidden.asked + 1, public.players):
        seat = clockwise(state, public.turn, k)
        if has_ninja(state, seat):
            hidden.asked = k
            state.stats[seat].ninja_asked += 1
            ask(state, seat, D_NINJA)
            return True
    return False


@njit()
def go_on_calling(rules, state):
    """Ask on; when all have answered the first caller takes a card, and all may call again."""
    while within_reach(rules, state):
        if ask_next(rules, state):
            return
        seat = first_caller(rules, state) if state.hidden.asked > 0 else -1
        if seat < 0:
            break
        steal(rules, state, seat)
        forget_calls(state)
    back_to_menu(state)


@hot
def answer_call(rules, state, option):
    """Note a call without showing it to the others."""
    state.hidden.call[state.public.seat] = SILENT if option.kind == K_PASS else option.a
    go_on_calling(rules, state)


@hot
def first_caller(rules, state):
    """Who called first among the willing (ruling D1); -1 when all were silent."""
    public, hidden = state.public, state.hidden
    willing = 0
    for k in range(1, public.players):
        if hidden.call[clockwise(state, public.turn, k)] >= 0:
            willing += 1
    if willing == 0:
        return -1
    nth = 0
    if rules.ninja_order == RANDOM and willing > 1:
        nth = below(hidden.chance, willing)
    elif rules.ninja_order == REVERSE:
        nth = willing - 1
    for k in range(1, public.players):
        seat = clockwise(state, public.turn, k)
        if hidden.call[seat] >= 0:
            if nth == 0:
                return seat
            nth -= 1
    return -1


@hot
def steal(rules, state, seat):
    """The Ninja that was called moves up its tent and takes the top discard."""
    public = state.public
    public.left[seat, state.hidden.call[seat]] -= 1
    add_ready(state, seat, NINJA, -1)
    card = off_pile(state)
    public.laid = max(0, public.laid - 1)
    into_hand(state, seat, card)
    all_saw(state, seat, card)
    thief, payer = state.stats[seat], state.stats[public.turn]
    thief.actions_used[NINJA] += 1
    thief.ninja_gold += rules.gold[card]
    payer.ninja_lost += 1
    payer.ninja_lost_gold += rules.gold[card]
