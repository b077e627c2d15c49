"""A survey of a decision: every option played out equally often, in the same imagined worlds with the same luck.

A search drops options on its way; here none is dropped, so that what is left unchosen can be told from what was
chosen. `making.bind_survey` puts a game's functions and a policy in place of the names, as for `thinking`.
"""

from simcore.scratch import clear_record, copy_record, stack_array
from simcore.stream import draw
from strategies.searching.thinking import (
    FLOAT,
    MAX_OPTIONS,
    OPTION,
    OWN,
    SEATS,
    STATE,
    WORD,
    apply,
    follow,
    look_into,
    set_luck,
    settle,
    stand,
)

takes = None
"""What a game supplies beside the names of `thinking`: what an option takes, see `simcore.contract.Things`."""


def takings(rules, state, offered, count, sets):
    """Write what each option of the decision under way takes into sets, uint64[count]: bits of things."""
    for i in range(count):
        sets[i] = takes(rules, state, offered[i])


def survey(rules, public, private, offered, count, weights, stream, worlds, shares, margins):
    """Play all options out in so many worlds; returns how many, below 0 if that failed (see `thinking`).

    shares, margins   float64[worlds * count], the options of a world side by side: what the seat won of the game, and
                      its VP beyond those of the best other seat (of one player alone its score)
    """
    states, buffer = stack_array(STATE, 2), stack_array(OPTION, MAX_OPTIONS)
    streams = stack_array(WORD, SEATS)
    scores, merits = stack_array(FLOAT, SEATS), stack_array(FLOAT, SEATS)
    world, work = states[0], states[1]
    clear_record(world)
    own, seat = weights[OWN:], public.seat
    for number in range(worlds):
        look_into(rules, public, private, world, stream)
        seed = draw(stream)
        for i in range(count):
            copy_record(work, world)
            apply(rules, work, offered[i])
            set_luck(streams, seed)
            failed = follow(rules, work, buffer, own, streams)
            if failed:
                return failed
            settle(rules, work, scores, merits)
            won, margin = stand(scores, merits, work.public.players, seat)
            shares[number * count + i] = won
            margins[number * count + i] = margin
    return worlds
