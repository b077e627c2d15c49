"""Payments: which cards to spend, and which to lay first, out of reach of the Ninjas."""

import numpy as np

from simcore.games.watchmen.words import BYTE, gold_of
from simcore.jit import hot_helper
from strategies.watchmen._cards import prize

MOST = 18  # cards looked at in one payment: their gold fits the bits of an integer
TIERS = 7
NEVER = 99
NONE = np.int64(-1)


@hot_helper
def tiers_of(rules, options, count, eye, weights):
    """Tiers of the cards offered, 3 bits each, and the gold in each tier, 8 bits each.

    Tier 0 is for cards that are only money, 1 .. TIERS the better they are to hire.
    """
    tiers = 0
    gold = 0
    for i in range(count):
        value = prize(rules, options[i].a, eye, weights)
        tier = min(TIERS, 1 + int(value))
        tier = 0 if value <= 0.0 else tier
        tiers |= tier << (3 * i)
        gold += gold_of(rules, options[i].a) << (8 * tier)
    return tiers, gold


@hot_helper
def ceiling_of(gold, need):
    """Lowest tier such that the cards up to it can pay what is needed."""
    total = 0
    for tier in range(TIERS):
        total += gold >> (8 * tier) & BYTE
        if total >= need:
            return tier
    return TIERS


@hot_helper
def sums(rules, options, count, tiers, ceiling, without):
    """Mask of the sums of gold that the cards up to a tier can make, one card left out."""
    mask = 1
    for i in range(count):
        # no branch, so the gold is read in any case: nobody can foresee which cards are kept
        spent = (i != without) & ((tiers >> (3 * i) & TIERS) <= ceiling)
        gold = gold_of(rules, options[i].a)
        mask |= mask << (gold if spent else 0)
    return mask


@hot_helper
def least_sum(mask, need):
    """Least sum in the mask that is at least `need`; 63 if there is none."""
    total = need
    while total < 63 and not mask >> total & 1:
        total += 1
    return total


@hot_helper
def first_card(rules, options, count, tiers, ceiling, total):
    """Index of the card to lay next: part of a payment of exactly `total`, most gold first.

    Of equal gold the one that is worse to hire goes. -1 if no card is part of such a payment.
    """
    bar = 1 << 16
    while True:
        best = most = -1
        for i in range(count):
            tier = tiers >> (3 * i) & TIERS
            gold = gold_of(rules, options[i].a)
            rank = (TIERS + 1) * gold + TIERS - tier
            better = (tier <= ceiling) & (0 < gold) & (gold <= total) & (most < rank) & (rank < bar)
            best = i if better else best
            most = rank if better else most
        if best < 0:
            return best
        rest = total - gold_of(rules, options[best].a)
        if sums(rules, options, count, tiers, ceiling, best) >> rest & 1:
            return best
        bar = most


@hot_helper
def richest(rules, options, count, need):
    """Index of the card with the most gold if every card must be laid, -1 if some can be kept."""
    best = 0
    most = -1
    gold = 0
    low = NEVER
    for i in range(count):
        coins = gold_of(rules, options[i].a)
        gold += coins
        low = min(low, coins)
        rank = 16 * coins + rules.price[options[i].a]
        best = i if rank > most else best
        most = max(most, rank)
    return best if gold - low < need else -1


@hot_helper
def choose_payment(rules, options, count, need, eye, weights):
    """Index of the next card to lay: spend money cards first, then as little too much as can be."""
    count = min(count, MOST)
    tiers, gold = tiers_of(rules, options, count, eye, weights)
    ceiling = ceiling_of(gold, need)
    total = least_sum(sums(rules, options, count, tiers, ceiling, NONE), need)
    if total > need and ceiling < TIERS:
        wider = least_sum(sums(rules, options, count, tiers, ceiling + 1, NONE), need)
        if wider < total:
            total, ceiling = wider, ceiling + 1
    return max(0, first_card(rules, options, count, tiers, ceiling, total))
