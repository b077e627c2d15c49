"""Items: which to play, which to draft, whether to give one up for the Shield.

Effects are valued in gold, by how things stand now; see `effect_gold`.
"""

import numpy as np

from simcore.games.watchmen.state import (
    E_CLOAK,
    E_DISCOUNT,
    E_ENERGY,
    E_LETTER,
    E_MONEYBAG,
    E_NO_HIRE,
    E_POISON,
    E_RESTORE,
    E_SEARCH,
    E_SHIELD,
    E_SPOOK,
    EFFECTS,
    ITEMS,
    K_PASS,
    K_USE,
    NECKLACE,
    WATCHMEN,
)  # fmt: skip
from simcore.games.watchmen.words import facts_of, gold_in, price_in, usable
from simcore.jit import helper, hot_helper
from strategies.watchmen._taste import COIN, DRAW, HARM, SLOT, START

# What effects are worth in gold: half a card looked for, a card swapped for a worse one, ...
SEARCH_GOLD, LETTER_GOLD, CLOAK_GOLD, SHIELD_GOLD, ENERGY_GOLD, RESTORE_GOLD = 1.2, 1.2, 1.6, 0.5, 0.8, 2.0
HIRE_GOLD, HIRE_LOST_GOLD, CARD_GOLD = 2.0, 2.5, 2.0
SECOND_HIRE = 6
READY = 1


def by_effect(values):
    """A table with an entry an effect, 0 where no other is given."""
    return np.array([float(values.get(effect, 0.0)) for effect in range(len(EFFECTS))])


GOLD = by_effect(
    {
        E_SEARCH: SEARCH_GOLD,
        E_LETTER: LETTER_GOLD,
        E_CLOAK: CLOAK_GOLD,
        E_SHIELD: SHIELD_GOLD,
    }
)
"""Worth of each effect that is worth always the same, if it does something."""
HARMS = by_effect({E_LETTER: 1.0, E_SPOOK: CARD_GOLD, E_POISON: CARD_GOLD})
"""Gold each of them costs an opponent."""
CHANGING = 1 << E_NO_HIRE | 1 << E_DISCOUNT | 1 << E_MONEYBAG | 1 << E_RESTORE | 1 << E_ENERGY
"""Mask of the effects whose worth depends on more."""
ALWAYS = ~(CHANGING | 1 << E_CLOAK | 1 << E_POISON)


@hot_helper
def slack(rules, private):
    """Gold left over by the cheapest hire the hand can pay for now; negative: gold it lacks."""
    gold = 0
    cost = 99
    for i in range(private.hand_count):
        card = private.hand[i]
        facts = facts_of(rules, card)
        gold += gold_in(facts)
        if card < WATCHMEN:
            cost = min(cost, price_in(facts) + gold_in(facts))
    return gold - cost


@helper
def any_used(rules, public, seat):
    """Whether a Watchman of the seat has used a special action."""
    for slot in range(public.army_count[seat]):
        if public.left[seat, slot] < rules.actions[public.army[seat, slot]]:
            return True
    return False


@helper
def someone_waits(public, seat):
    """Whether an opponent of the seat is still to have its turn in this round."""
    waits = False
    for other in range(public.players):
        waits |= (other != seat) & (public.had_turn[other] == 0)
    return waits


@helper
def in_force(public, seat):
    """Mask of the effects of `GOLD` that would do something now."""
    mask = ALWAYS | (public.army_count[seat] > 0) << E_CLOAK
    return mask | someone_waits(public, seat) << E_POISON


@helper
def changing_gold(rules, public, seat, item, spare):
    """Worth in gold of the effects that are not in `GOLD`."""
    effect = rules.item_effect[item]
    if effect == E_DISCOUNT:
        return 1.0 * rules.item_amount[item] if spare + CARD_GOLD * rules.item_draw[item] >= 0 else 0.0
    if effect == E_MONEYBAG:
        value = 1.0 * min(rules.item_amount2[item], rules.max_tents - public.tents[seat]) if spare >= -2 else 0.0
        return value + HIRE_GOLD if spare >= SECOND_HIRE else value
    if effect == E_NO_HIRE:
        return -HIRE_LOST_GOLD if rules.item_red[item] and spare >= 0 else 0.0  # a white one is declined
    gold = RESTORE_GOLD if effect == E_RESTORE else ENERGY_GOLD
    return gold if any_used(rules, public, seat) else 0.0


@hot_helper
def effect_gold(rules, public, seat, item, spare, force, harm):
    """Worth of an item's effect in gold to a seat.

    spare is what `slack` tells, force what `in_force` does, harm the worth of one gold an opponent loses.
    """
    effect = rules.item_effect[item]
    if CHANGING >> effect & 1:
        return changing_gold(rules, public, seat, item, spare)
    return GOLD[effect] + HARMS[effect] * harm if force >> effect & 1 else 0.0


@hot_helper
def item_value(rules, public, seat, item, work, spare, force, weights):
    """Worth of an item to a seat: the cards it draws, the actions it allows to `work` left, its effect."""
    value = weights[DRAW] * rules.item_draw[item]
    value += weights[SLOT] * min(rules.item_actions[item], work)
    return value + weights[COIN] * effect_gold(rules, public, seat, item, spare, force, weights[HARM])


@hot_helper
def choose_item(rules, public, private, options, count, weights):
    """Index of the item most worth playing now."""
    seat = public.seat
    work = usable(public, seat)
    spare = slack(rules, private)
    force = in_force(public, seat)
    best = 0
    most = -1e9
    for i in range(count):
        value = item_value(rules, public, seat, int(options[i].a), work, spare, force, weights)
        best = best if value <= most else i
        most = max(most, value)
    return best


@hot_helper
def draft_item(rules, public, private, options, count, weights):
    """Index of the item most worth having; the Necklace leaves one the worst of the others."""
    seat = public.seat
    work = usable(public, seat)
    spare = slack(rules, private)
    force = in_force(public, seat)
    best = 0
    necklace = -1
    most = -1e9
    least = 1e9
    for i in range(count):
        if options[i].a == NECKLACE:
            necklace = i
        else:
            value = item_value(rules, public, seat, int(options[i].a), work, spare, force, weights)
            least = min(least, value)
            best = best if value <= most else i
            most = max(most, value)
    if necklace >= 0 and least + weights[START] > most:
        return necklace
    return best


@helper
def blow(rules, public, weights):
    """Worth of what the effect under way would cost the seat it is aimed at."""
    effect = rules.item_effect[public.item]
    if effect == E_POISON:
        return weights[SLOT] * min(2, usable(public, public.seat))
    if effect == E_CLOAK:
        return weights[COIN] * CLOAK_GOLD
    if effect == E_LETTER:
        return weights[COIN] * LETTER_GOLD
    return weights[COIN] * CARD_GOLD


@helper
def answer_shield(rules, public, private, options, count, weights):
    """Index of using the Shield if that costs less than the blow, by what else could be played."""
    seat = public.seat
    work = usable(public, seat)
    spare = slack(rules, private)
    force = in_force(public, seat)
    shield = 0.0
    most = 0.0
    for item in range(ITEMS):
        if private.items[item] == READY:
            value = item_value(rules, public, seat, item, work, spare, force, weights)
            most = max(most, value)
            if rules.item_effect[item] == E_SHIELD:
                shield = value
    wanted = K_USE if blow(rules, public, weights) > most - shield else K_PASS
    for i in range(count):
        if options[i].kind == wanted:
            return i
    return 0
