"""The compiled loop of experiments: games in which a seat is made to take a thing, or kept from some.

It plays a game as `simcore.play` does and is compiled apart, so that ordinary play stays as fast as
it is. Nothing compiled is made of these functions, so an edit here compiles no game anew.
"""

import numpy as np

from simcore.jit import lend, njit
from simcore.play import (
    CHOICE,
    COUNT,
    DECISION,
    ENDLESS,
    FAULT,
    GAME,
    ILLEGAL,
    MOST_CHOICES,
    SEAT,
    STEP,
    TAMPERED,
    TICKS,
)
from simcore.scratch import copy_bytes, lay_out, pick, same_bytes
from simcore.stream import DEAL, SEATS, below, key, unit

FREE, FORCED, ALWAYS, BANNED = range(4)
"""Arms: as the strategy likes; takes the thing the first time it can; every time; never while it can do else."""

TRIAL = np.dtype(
    [
        ("deal", "u4"),      # keys the setup
        ("luck", "u4"),      # keys chance in play and the strategies' streams; the deal in an ordinary game
        ("rotation", "u1"),  # seat s is played by entry (s + rotation) % P
        ("seat", "i1"),      # who is treated, -1 nobody (explored: everybody)
        ("thing", "i2"),     # place in the game's things, -1 none
        ("arm", "i1"),
        ("explore", "f4"),   # chance that a choice is drawn uniformly from the legal options
        ("banned", "u8"),    # set of things banned in any arm
    ]
)  # fmt: skip

MARK = np.dtype(
    [
        ("dealt", "u8"),     # things that chance gave the seat at the start
        ("chance", "u8"),    # things it had a legal option to take, before any were withheld
        ("took", "u8"),      # things it took
        ("asked", "u2"),     # its decisions at which an option would have taken a banned thing
        ("unkept", "u2"),    # of those, how many had no other options: the ban could not be kept
    ]
)  # fmt: skip

TAKEN, LEFT, ASKED = range(3)
"""What `ipw` sums over a row's decisions: T/p, (1 - T)/(1 - p), and 1 where taking was in question."""


@njit()
def _open(start, rules, state, keys, streams, coins, seed, trial, players):
    """Key the streams of one trial and set the game up."""
    keys[DEAL] = key(seed, trial.deal, DEAL)
    for channel in range(DEAL + 1, SEATS + players):
        keys[channel] = key(seed, trial.luck, channel)
    for seat in range(players):
        streams[seat, 0] = keys[SEATS + seat]
        # beyond the channels of any game, so that exploring moves no other draw
        coins[seat, 0] = key(seed, trial.luck, 1000 + seat)
    start(rules, state, keys)


@njit()
def _tell(takes, rules, state, options, taking, legal):
    """What each option takes, into taking; returns what any of them takes."""
    found = np.uint64(0)
    for i in range(legal):
        taking[i] = takes(rules, state, options[i])
        found |= taking[i]
    return found


@njit()
def _withhold(options, taking, legal, wanted, take):
    """Leave only the options that take a wanted thing, or only those that take none; returns how many.

    Where none would be left all of them stay.
    """
    kept = 0
    for i in range(legal):
        kept += ((taking[i] & wanted) != 0) == take
    if kept == 0 or kept == legal:
        return legal
    place = 0
    for i in range(legal):
        if ((taking[i] & wanted) != 0) == take:
            options[place] = options[i]
            taking[place] = taking[i]
            place += 1
    return place


@njit()
def _banned_all(taking, legal, banned):
    """Whether every option takes a banned thing."""
    for i in range(legal):
        if not taking[i] & banned:
            return False
    return True


@njit()
def _weigh(taking, legal, advised, choice, explore, sums):
    """Add the inverse propensities of one explored decision to a row's sums, float64[things, 3]."""
    every, some = ~np.uint64(0), np.uint64(0)
    for i in range(legal):
        every &= taking[i]
        some |= taking[i]
    asked = some & ~every
    for thing in range(len(sums)):
        one = np.uint64(1) << np.uint64(thing)
        if asked & one:
            count = 0
            for i in range(legal):
                count += (taking[i] & one) != 0
            chance = explore * count / legal
            if taking[advised] & one:
                chance += 1.0 - explore
            sums[thing, ASKED] += 1.0
            if taking[choice] & one:
                sums[thing, TAKEN] += 1.0 / chance
            else:
                sums[thing, LEFT] += 1.0 / (1.0 - chance)


@njit()
def play_trials(
    engine, telling, strategies, weights, guards, rules, states, buffer, raw, shadow, trials, first, seed, rows, marks,
    ipw, watch,
):  # fmt: skip
    """Play the trials in order; returns the number finished.

    telling     (takes, dealt), typed functions of the game
    trials      TRIAL[N]; first, int64, is the number of the first one in the design; seed int64
    rows        row[N * P], zeroed; marks MARK[N * P], zeroed, in the same order
    ipw         float64[N * P, K, 3], zeroed; no room at all if nothing is explored
    The rest is as in `simcore.play.play_games`.
    """
    start, options, apply, record = engine
    takes, dealt = telling
    state = states[0]
    rule = rules[0]
    players = len(strategies)
    keys = np.empty(SEATS + players, np.uint64)
    streams = np.empty((players, 1), np.uint64)
    coins = np.empty((players, 1), np.uint64)
    taking = np.empty(len(buffer), np.uint64)
    line_up = lay_out(strategies)
    lent_buffer, lent_weights, lent_streams = lend(buffer), lend(weights), lend(streams)
    for index in range(len(trials)):
        trial = trials[index]
        base = index * players
        watch[GAME] = first + index
        watch[STEP] = 0
        wanted = np.uint64(0)
        if trial.thing >= 0:
            wanted = np.uint64(1) << np.uint64(trial.thing)
        banned = trial.banned
        if trial.arm == BANNED:
            banned |= wanted
        satisfied = False
        _open(start, rule, state, keys, streams, coins, seed, trial, players)
        for seat in range(players):
            marks[base + seat].dealt = dealt(rule, state, seat)
        while state.public.seat >= 0:
            legal = options(rule, state, lent_buffer)
            seat = state.public.seat
            mark = marks[base + seat]
            found = _tell(takes, rule, state, lent_buffer, taking, legal)
            mark.chance |= found
            if seat == trial.seat and found & banned:
                mark.asked += 1
                mark.unkept += _banned_all(taking, legal, banned)
                legal = _withhold(lent_buffer, taking, legal, banned, False)
            if seat == trial.seat and (trial.arm == FORCED or trial.arm == ALWAYS) and not satisfied:
                legal = _withhold(lent_buffer, taking, legal, wanted, True)
            choice = 0
            if legal != 1:
                entry = (seat + trial.rotation) % players
                watch[SEAT] = seat
                watch[DECISION] = state.public.decision
                watch[COUNT] = legal
                watch[STEP] += 1
                if watch[STEP] > MOST_CHOICES:
                    watch[FAULT] = ENDLESS
                    return index
                if guards[entry]:
                    for k in range(len(raw)):
                        copy_bytes(shadow[k], raw[k])
                watch[TICKS] += 1
                choose = pick(line_up, entry)
                choice = choose(
                    rule,
                    state.public,
                    state.private[seat],
                    lent_buffer,
                    legal,
                    lent_weights[entry],
                    lent_streams[seat],
                )
                watch[TICKS] += 1
                if choice < 0 or choice >= legal:
                    watch[FAULT] = ILLEGAL
                    watch[CHOICE] = choice
                    return index
                if guards[entry]:
                    for k in range(len(raw)):
                        if not same_bytes(raw[k], shadow[k]):
                            watch[FAULT] = TAMPERED
                            return index
                rows[base + seat].decisions += 1
                if trial.explore > 0 and (trial.seat < 0 or seat == trial.seat):
                    advised = choice
                    if unit(coins[seat]) < trial.explore:
                        choice = below(coins[seat], legal)
                    _weigh(taking, legal, advised, choice, trial.explore, ipw[base + seat])
            mark.took |= taking[choice]
            if trial.arm == FORCED and seat == trial.seat and taking[choice] & wanted:
                satisfied = True
            apply(rule, state, lent_buffer[choice])
        for seat in range(players):
            row = rows[base + seat]
            row.block = trial.deal
            row.deal = trial.deal
            row.rotation = trial.rotation
            row.seat = seat
            row.entry = (seat + trial.rotation) % players
        record(rule, state, rows[base : base + players])
    # a use after the last loan: until here the streams must not be freed
    streams[0, 0] = 0
    return len(trials)
