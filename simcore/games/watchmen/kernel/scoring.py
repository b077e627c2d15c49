"""Scoring in four parts, standings by round, and the results rows."""

from simcore.games.watchmen.kernel.cards import gold_in_hand
from simcore.games.watchmen.kernel.signatures import SIGNATURES
from simcore.games.watchmen.state import CASTES, ITEMS, RACES, TRACK, WARRIOR
from simcore.games.watchmen.words import BYTE, majorities, sum_of, won
from simcore.jit import njit
from simcore.placing import place
from simcore.schema import CAPPED, ENDED
from simcore.stream import below

NOT_PLAYED, MOST = 127, 126
MOST_COUNTED = 255
"""More refills or cards wanted in vain are counted as so many."""
SHARED = 0
MOST_GOLD = 1024
"""More gold than a hand of all cards could show."""


@njit()
def work_out_standing(state):
    """Each seat's score if the game ended now: what its army is worth, and race majorities."""
    public = state.public
    most, second, total = majorities(state)
    for seat in range(public.players):
        majority = sum_of(won(int(public.tally[seat]), most, second, total))
        state.stats[seat].standing = public.points[seat] + majority


@njit()
def note_standing(state):
    """Write down each seat's score after the round, and whether another seat leads."""
    work_out_standing(state)
    public = state.public
    best, leader = -1000, -1
    for seat in range(public.players):
        stats = state.stats[seat]
        if public.round <= TRACK:
            stats.vp_by_round[public.round - 1] = min(stats.standing, MOST)
        if stats.standing > best:
            best, leader = stats.standing, seat
        elif stats.standing == best:
            leader = -1
    if leader >= 0:
        if state.leader >= 0 and state.leader != leader:
            state.stats[0].lead_changes += 1
        state.leader = leader


@njit()
def _record_score(rules, state, seat, majority, row):
    """The four parts of the score and what the army is made of; majority is the word of what it won of each race."""
    public = state.public
    prices, warriors = 0, 0
    for tent in range(public.army_count[seat]):
        card = public.army[seat, tent]
        prices += rules.price[card]
        row.races_hired[rules.race[card]] += 1
        row.castes_hired[rules.caste[card]] += 1
        warriors += rules.warrior_vp * (rules.caste[card] == WARRIOR)
    for race in range(RACES):
        row.race_in[race] = public.race_in[race]
        row.majority[race] = majority >> (8 * race) & BYTE
    row.vp_prices, row.vp_warriors = prices, warriors
    row.vp_doubles = public.points[seat] - prices - warriors
    row.vp_majority = sum_of(majority)
    row.score = public.points[seat] + row.vp_majority


@njit()
def _record_items(stats, row):
    for item in range(ITEMS):
        row.items_dealt[item] = stats.items_dealt[item]
        row.items_played[item] = stats.items_played[item]
        row.items_drafted[item] = stats.items_drafted[item]
        row.effects_used[item] = stats.effects_used[item]
        row.effects_suffered[item] = stats.effects_suffered[item]
    for i in range(TRACK):
        row.item_by_round[i] = stats.item_by_round[i]
        row.vp_by_round[i] = stats.vp_by_round[i]
    row.shield_reactions, row.effects_blocked = stats.shield_reactions, stats.effects_blocked


@njit()
def _record_economy(stats, row):
    row.hires, row.first_hire = stats.hires, stats.first_hire
    for caste in range(CASTES):
        row.actions_used[caste] = stats.actions_used[caste]
        row.mercenaries_used[caste] = stats.mercenaries_used[caste]
        row.mercenaries_paid[caste] = stats.mercenaries_paid[caste]
    row.tents_bought, row.tents_free = stats.tents_bought, stats.tents_free
    row.cards_drawn, row.gold_paid, row.gold_over = stats.cards_drawn, stats.gold_paid, stats.gold_over
    row.coins_gained, row.coins_spent = stats.coins_gained, stats.coins_spent
    row.ninja_gold, row.ninja_asked = stats.ninja_gold, stats.ninja_asked
    row.ninja_lost, row.ninja_lost_gold = stats.ninja_lost, stats.ninja_lost_gold


@njit()
def _draw_winner(state, rows, winners):
    """Leave one of those who share the first place there, drawn by lot (ruling B4)."""
    nth = below(state.hidden.chance, winners)
    for a in range(len(rows)):
        if rows[a].rank == 1:
            lucky = nth == 0
            nth -= 1
            rows[a].win_share = 1.0 if lucky else 0.0
            rows[a].rank = 1 if lucky else 2


@njit(SIGNATURES.record)
def record(rules, state, rows):
    """Fill the rows of a finished game, one a seat, in seat order."""
    public = state.public
    most, second, total = majorities(state)
    for seat in range(public.players):
        row, stats = rows[seat], state.stats[seat]
        _record_score(rules, state, seat, won(int(public.tally[seat]), most, second, total), row)
        _record_items(stats, row)
        _record_economy(stats, row)
        row.outcome = ENDED if public.last_round else CAPPED
        row.rounds = public.round
        row.hand_left = public.hand_count[seat]
        row.hand_gold = gold_in_hand(rules, state, seat)
        # equal scores are parted by the gold in hand
        state.merit[seat] = row.score * MOST_GOLD + row.hand_gold
        row.tents_empty = public.tents[seat] - public.army_count[seat]
        row.ended_it = state.goal_seat == seat
        row.refills = min(state.stats[0].refills, MOST_COUNTED)
        row.dry = min(state.stats[0].dry, MOST_COUNTED)
        row.lead_changes = state.stats[0].lead_changes
    winners = place(rows, state.merit)
    if winners > 1 and rules.tie != SHARED:
        _draw_winner(state, rows, winners)
