"""Mercenaries of the expansion: when an ability is worth more than the coin the card shows."""

from simcore.games.watchmen.state import (
    K_CHOOSE,
    K_MERCENARY,
    K_PASS,
    M_DISCARD,
    M_DRAW,
    M_GOLD,
    M_STEAL,
    WARRIOR,
    WATCHMEN,
)  # fmt: skip
from simcore.games.watchmen.words import BYTE, sum_of
from simcore.jit import helper
from strategies.watchmen._cards import standing


@helper
def short_of_gold(rules, public, private):
    """Whether no hire can be paid for now, but one could with the gold an Owl brings."""
    if public.hires_left <= 0 or public.tents[public.seat] <= public.army_count[public.seat]:
        return False
    gold = int(public.coins) + int(public.discount)
    cost = 99
    for i in range(private.hand_count):
        card = private.hand[i]
        gold += int(rules.gold[card])
        if card < WATCHMEN:
            cost = min(cost, int(rules.price[card]) + int(rules.gold[card]))
    actions = sum_of(
        int(public.ready[public.seat]) & ~(BYTE << 8 * WARRIOR)
    )  # a Warrior has none, whatever its tent shows
    return gold < cost <= gold + actions * rules.owl_gold_per_action


@helper
def worth_drawing(rules, public):
    """Whether a Rabbit draws more cards than itself, with enough of them not in hands.

    Else two Rabbits would draw each other for ever once all other cards are in hands.
    """
    amount = rules.mercenary_amount[M_DRAW]
    return (amount > 1) & (public.deck_count + public.pile_count >= amount)


@helper
def use_mercenary(rules, public, private, options, count, target):
    """Index of a mercenary's ability worth more than its coin, -1 if there is none.

    Draw and steal at once, the latter from the strongest; make all discard with next to nothing
    to lose; turn actions into gold when no target is within reach without it.
    """
    best = -1
    most = -1e9
    for i in range(count):
        if options[i].kind == K_MERCENARY:
            effect = rules.mercenary_effect[options[i].a - WATCHMEN]
            value = -1e9
            if effect == M_DRAW and worth_drawing(rules, public):
                value = 1e6
            elif effect == M_STEAL and options[i].b >= 0:
                value = 1.0 * standing(public, options[i].b) + public.hand_count[options[i].b]
            elif effect == M_DISCARD and private.hand_count <= 2 and public.hires_left <= 0:
                value = -1e6
            elif effect == M_GOLD and target < 0 and short_of_gold(rules, public, private):
                value = -1e6
            if value > most:
                best = i
                most = value
    return best


@helper
def convert(rules, public, private, options, count):
    """Index of the Watchman whose action to turn into gold, or of stopping once a hire is within reach."""
    best = 0
    if options[0].kind == K_PASS and not short_of_gold(rules, public, private):
        return best
    most = 0
    for i in range(count):
        if options[i].kind == K_CHOOSE and public.left[public.seat, options[i].a] > most:
            best = i
            most = public.left[public.seat, options[i].a]
    return best
