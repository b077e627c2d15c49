"""The batch runner: one compiled loop for every game and every line-up.

The game's four functions and the strategies arrive as typed function values, so this file knows
no game. See `simcore.contract` for what they must do.
"""

import numpy as np

from simcore.jit import lend, njit
from simcore.scratch import copy_bytes, lay_out, pick, same_bytes
from simcore.stream import SEATS, key

# Slots of `watch`, the runner's running commentary: read by the watchdog while games are played
# and by Python after a fault. TICKS moves before and after each call of a strategy, so it is odd
# while one is choosing; STEP counts the calls of the game under way.
GAME, SEAT, DECISION, FAULT, CHOICE, COUNT, TICKS, STEP = 0, 1, 2, 3, 4, 5, 6, 7
WATCH_SIZE = 8
NO_FAULT, ILLEGAL, TAMPERED, ENDLESS = range(4)
MOST_CHOICES = 60_000
"""Choices after which a game is taken never to end; a row's count of them holds little more."""


@njit()
def _open(start, rules, state, keys, streams, seed, deal, players):
    """Key the streams of one deal and set the game up."""
    for channel in range(SEATS + players):
        keys[channel] = key(seed, deal, channel)
    for seat in range(players):
        streams[seat, 0] = keys[SEATS + seat]
    start(rules, state, keys)


@njit()
def play_games(engine, strategies, weights, guards, rules, states, buffer, raw, shadow, schedule, rows, watch):
    """Play games `first` .. `first + count - 1` of a run; returns the number finished.

    engine      (start, options, apply, record), typed functions of the game
    strategies  tuple of P typed functions, one an entry of the line-up
    weights     float64[P, W], row e belongs to entry e
    guards      uint8[P], 1 to check that entry e leaves all it is shown unchanged
    rules       record[1]; states record[1]; buffer option[M], scratch for the legal choices
    raw, shadow tuples of uint8[]: the bytes of all that is shown, and room for a copy of them
    schedule    int64[5]: seed, first game, count, rotations a block, first deal
    rows        row[count * P], zeroed; game g fills rows g * P .. g * P + P - 1
    watch       int64[WATCH_SIZE]
    """
    start, options, apply, record = engine
    state = states[0]
    rule = rules[0]
    players = len(strategies)
    keys = np.empty(SEATS + players, np.uint64)
    streams = np.empty((players, 1), np.uint64)
    line_up = lay_out(strategies)
    lent_buffer, lent_weights, lent_streams = lend(buffer), lend(weights), lend(streams)
    seed, first, count, rotations, first_deal = schedule[0], schedule[1], schedule[2], schedule[3], schedule[4]
    checked = False  # mostly nobody is
    for entry in range(players):
        checked |= guards[entry] != 0
    for index in range(count):
        game = first + index
        block = game // rotations
        rotation = game % rotations
        deal = first_deal + block
        base = index * players
        watch[GAME] = game
        watch[STEP] = 0
        _open(start, rule, state, keys, streams, seed, deal, players)
        while state.public.seat >= 0:
            legal = options(rule, state, lent_buffer)
            choice = 0
            if legal != 1:
                seat = state.public.seat
                # a rotation is less than the number of players, and a division dear
                entry = seat + rotation
                entry -= players if entry >= players else 0
                watch[SEAT] = seat
                watch[DECISION] = state.public.decision
                watch[COUNT] = legal
                watch[STEP] += 1
                if watch[STEP] > MOST_CHOICES:
                    watch[FAULT] = ENDLESS
                    return index
                if checked and guards[entry]:
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
                if checked and guards[entry]:
                    for k in range(len(raw)):
                        if not same_bytes(raw[k], shadow[k]):
                            watch[FAULT] = TAMPERED
                            return index
                rows[base + seat].decisions += 1
            apply(rule, state, lent_buffer[choice])
        for seat in range(players):
            row = rows[base + seat]
            row.block = block
            row.deal = deal
            row.rotation = rotation
            row.seat = seat
            row.entry = (seat + rotation) % players
        record(rule, state, rows[base : base + players])
    # a use after the last loan: until here the streams must not be freed
    streams[0, 0] = 0
    return count
