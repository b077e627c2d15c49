"""Strategy item-denier: what the strongest rival wants, the rival must not have."""

from simcore.games.watchmen.state import D_DRAFT, D_EFFECT, D_ITEM, E_LETTER, E_SPOOK, K_USE, NECKLACE
from simcore.games.watchmen.words import usable
from simcore.jit import helper
from strategies.contract import Weight, strategy
from strategies.watchmen._cards import standing
from strategies.watchmen._decide import NO_KINDS, decide
from strategies.watchmen._items import in_force, item_value, slack
from strategies.watchmen._taste import OWN, START, taste


@helper
def rival_of(public):
    """Opponent that would score most if the game ended now."""
    best = (public.seat + 1) % public.players
    for other in range(public.players):
        if other != public.seat and standing(public, other) > standing(public, best):
            best = other
    return best


@helper
def weigh_items(rules, public, private, options, count, sign, weights):
    """Index of the best item by its worth to the own seat plus `sign` times its worth to the rival.

    The rival's hand is not known: it is taken to be just enough for a hire.
    """
    seat, rival = public.seat, rival_of(public)
    work, rival_work = usable(public, seat), usable(public, rival)
    spare = slack(rules, private)
    force, rival_force = in_force(public, seat), in_force(public, rival)
    best = 0
    most = -1e9
    for i in range(count):
        item = int(options[i].a)
        value = weights[START]
        if item != NECKLACE:
            value = item_value(rules, public, seat, item, work, spare, force, weights)
            value += sign * weights[OWN] * item_value(rules, public, rival, item, rival_work, 0, rival_force, weights)
        if value > most:
            best = i
            most = value
    return best


@helper
def hit_rival(public, options, count):
    """Index of the use of an effect on the strongest rival that can be hit, by the score as it stands."""
    best = 0
    most = -1e9
    for i in range(count):
        if options[i].kind == K_USE:
            value = 1.0 * standing(public, options[i].a)
            if value > most:
                best = i
                most = value
    return best


@strategy(
    "watchmen",
    idea="Drafts the items the strongest rival needs, holds back those it must not get, and aims every effect at it.",
    weights=(
        *taste(harm=0.3, denial=0.5, action=0.8, par=6.0, start=0.0),
        Weight("spite", 0.5, "worth of an item kept from the strongest rival, per point it is worth there", 0.0, 2.0),
    ),
)
def item_denier(rules, public, private, options, count, weights, stream):
    """An item played will be on offer, so it costs what it is worth to the rival; one drafted gains that."""
    if public.decision == D_ITEM:
        return weigh_items(rules, public, private, options, count, -1.0, weights)
    if public.decision == D_DRAFT:
        return weigh_items(rules, public, private, options, count, 1.0, weights)
    if public.decision == D_EFFECT:
        effect = rules.item_effect[public.item]
        if effect == E_LETTER or effect == E_SPOOK:
            return hit_rival(public, options, count)
    return decide(rules, public, private, options, count, NO_KINDS, weights)
