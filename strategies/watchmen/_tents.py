"""Tents: how many there may still be, and with what to pay for the next."""

from simcore.games.watchmen.state import K_TENT
from simcore.games.watchmen.words import gold_of
from simcore.jit import helper, hot_helper
from strategies.watchmen._cards import held, look
from strategies.watchmen._taste import COIN

NOTHING = -1
MANY_CARDS = 1
NEVER = 99  # gold nobody has
FORBIDDEN = 1e12  # a cost nobody would bear


@hot_helper
def free_tents(rules, public):
    """Empty tents a Watchman can move into now."""
    free = public.tents[public.seat] - public.army_count[public.seat]
    return free + public.free_tents if rules.moneybag_tents_before_hire else free


@hot_helper
def tent_room(rules, public):
    """Tents the seat may still get."""
    return rules.max_tents - public.tents[public.seat]


@helper
def coin_tents(rules, public, options, count):
    """Index of the option to buy the most tents with coins alone, -1 if there is none."""
    best = NOTHING
    if public.coins >= rules.tent_price:
        most = 0
        for i in range(count):
            if options[i].kind == K_TENT and options[i].a < 0:
                if most < options[i].b and options[i].b * rules.tent_price <= public.coins:
                    best = i
                    most = options[i].b
    return best


@hot_helper
def more_for(rules, card, tents):
    """Whether a card is good for more tents than these."""
    return (tents + 1) * rules.tent_price <= rules.gold[card]


@helper
def card_tents(rules, public, private, options, count, target, hunting, liked, weights):
    """Index of the tent purchase that costs least and leaves enough for the target, -1 if none.

    Every tent bought counts as the gold it costs: it saves that much later.
    """
    room = tent_room(rules, public)
    spare = int(public.coins) + int(public.discount) + hunting * int(rules.hunter_gold)
    low = NEVER
    for i in range(private.hand_count):
        coins = gold_of(rules, private.hand[i])
        spare += coins
        if coins > 0 and private.hand[i] != target:
            low = min(low, coins)
    if target >= 0:
        spare -= rules.gold[target] + rules.price[target]
    eye = look(rules, public, liked)
    best = NOTHING
    least = 1e9
    for i in range(count):
        if options[i].kind == K_TENT:
            card, tents = options[i].a, options[i].b
            if card < 0:
                # several cards may pay: as many tents as the lowest card is good for
                cost = 1.0 * abs(tents * rules.tent_price - low) if rules.tent_payment == MANY_CARDS else least
            else:
                # no branches, so the cost is worked out in any case: nobody can foresee the hand
                kept = (card == target) | (rules.gold[card] > spare)
                kept |= (tents < room) & more_for(rules, card, tents)
                cost = held(rules, card, eye, weights) - weights[COIN] * tents * rules.tent_price + FORBIDDEN * kept
            best = best if cost >= least else i
            least = min(least, cost)
    return best
