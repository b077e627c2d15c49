"""Search over what a seat can see: the same code for every game and every player of roll-outs.

A world is imagined that fits the view, an option is carried out in it, and the policy plays all seats on to the end.
Two ways to spend the budget of roll-outs:

* flat: sequential halving (Karnin, Koren, Somekh 2013) over the options; all that are left meet in the same worlds
  with the same luck, so that their differences are paired. The option the policy advises stays in to the end, and
  another is chosen only if it is better by some standard errors.
* tree: information-set Monte-Carlo tree search (Cowling, Powley, Whitehouse 2012): one tree over what has been
  chosen, a new world for each descent, UCB among the options that are legal in it, each seat for itself.

`making.bind` puts a game's functions and a policy in place of the names below and compiles the rest. Nothing here
allocates memory: records and arrays lie on the stack.
"""

import math

import numpy as np

from simcore.scratch import clear_record, copy_record, stack_array
from simcore.stream import below, draw, mix, shuffle

options = apply = imagine = settle = policy = STATE = OPTION = None
"""What a game and the policy supply."""
MAX_OPTIONS = 1
BUDGET, TREE, WIN, MARGIN, CAUTION, EXPLORE, OWN = range(7)
"""Places of the weights; from OWN on they are the policy's."""
SEATS, NODES, LONGEST = 8, 32768, 4096
"""Most seats; nodes of a tree and choices of one descent there is room for."""

NO_OPTION, NO_END = -1, -2
"""Answers of a search that failed: its policy named no option, or a roll-out did not end."""
MOST_MOVES = 100_000
"""Moves after which a roll-out is taken never to end."""

FLOAT, WORD, WHOLE = np.float64, np.uint64, np.int64


def follow(rules, state, buffer, weights, streams):
    """Play on to the end, every seat by the policy; 0, or why that failed: NO_OPTION or NO_END."""
    for _ in range(MOST_MOVES):
        if state.public.seat < 0:
            return 0
        count = options(rules, state, buffer)
        choice = 0
        if count != 1:
            seat = state.public.seat
            choice = policy(rules, state.public, state.private[seat], buffer, count, weights, streams[seat : seat + 1])
            if choice < 0 or choice >= count:
                return NO_OPTION
        apply(rules, state, buffer[choice])
    return NO_END


def look_into(rules, public, private, world, stream):
    """Imagine a world that fits the view."""
    copy_record(world.public, public)
    copy_record(world.private[public.seat], private)
    imagine(rules, world.public, world.private[public.seat], world, stream)


def set_luck(streams, seed):
    """Streams of the roll-outs' players."""
    for seat in range(SEATS):
        streams[seat] = mix(seed + np.uint64(seat))


def stand(scores, merits, players, seat):
    """How a seat stands at the end of a game: its share of the win, and its margin over the best other."""
    better, equal = 0, 1
    margin = scores[seat]
    if players > 1:
        best = -1e300
        for other in range(players):
            if other != seat:
                better += merits[other] > merits[seat]
                equal += merits[other] == merits[seat]
                best = max(best, scores[other])
        margin -= best
    return 0.0 if better else 1.0 / equal, margin


def weigh(rules, state, weights, scores, merits, worth):
    """What the end of a game is worth to each seat: its share of the win, and its margin over the best other."""
    settle(rules, state, scores, merits)
    for seat in range(state.public.players):
        won, margin = stand(scores, merits, state.public.players, seat)
        worth[seat] = weights[MARGIN] * margin + weights[WIN] * won


def halve(alive, left, gains):
    """Keep the better half of the options but the first, which stays; returns how many are left."""
    keep = max(2, (left + 1) // 2)
    for a in range(1, keep):
        best = a
        for b in range(a + 1, left):
            if gains[alive[b]] > gains[alive[best]]:
                best = b
        alive[a], alive[best] = alive[best], alive[a]
    return keep


def enter(alive, count, advised, budget, stream):
    """The options that are compared, the advised one first: all, or as many drawn as can be played twice."""
    left = 1
    alive[0] = advised
    for i in range(count):
        if i != advised:
            alive[left] = i
            left += 1
    most = max(2, budget // 2)
    if left > most:
        shuffle(stream, alive[1:], left - 1)
        left = most
    return left


def flat(rules, public, private, offered, count, weights, stream, advised, gains, squares, totals, plays):
    """Compare options by sequential halving; returns the chosen one, or why it failed."""
    worlds, buffer = stack_array(STATE, 2), stack_array(OPTION, MAX_OPTIONS)
    alive, streams = stack_array(WHOLE, MAX_OPTIONS), stack_array(WORD, SEATS)
    scores, merits, worth = stack_array(FLOAT, SEATS), stack_array(FLOAT, SEATS), stack_array(FLOAT, SEATS)
    world, work = worlds[0], worlds[1]
    clear_record(world)
    own, seat = weights[OWN:], public.seat
    budget = max(2, int(weights[BUDGET]))
    left = enter(alive, count, advised, budget, stream)
    rounds, halved = 1, left
    while halved > 2:
        halved = (halved + 1) // 2
        rounds += 1
    while True:
        for _ in range(max(1, budget // (rounds * left))):
            look_into(rules, public, private, world, stream)
            seed = draw(stream)
            level = 0.0
            for a in range(left):
                i = alive[a]
                copy_record(work, world)
                apply(rules, work, offered[i])
                set_luck(streams, seed)
                failed = follow(rules, work, buffer, own, streams)
                if failed:
                    return failed
                weigh(rules, work, weights, scores, merits, worth)
                if a == 0:
                    level = worth[seat]
                gain = worth[seat] - level
                gains[i] += gain
                squares[i] += gain * gain
                totals[i] += worth[seat]
                plays[i] += 1.0
        if left <= 2:
            break
        left = halve(alive, left, gains)
    chosen, best = advised, 0.0
    for a in range(1, left):
        i = alive[a]
        mean = gains[i] / plays[i]
        error = math.sqrt(max(0.0, squares[i] / plays[i] - mean * mean) / plays[i])
        if mean - weights[CAUTION] * error > best:
            chosen, best = i, mean - weights[CAUTION] * error
    return chosen


def packed(option):
    """An option as one number."""
    return (
        (np.int64(option.kind) & 255)
        | (np.int64(option.a) & 255) << 8
        | (np.int64(option.b) & 255) << 16
        | (np.int64(option.c) & 255) << 24
    )


def find(tree, node, key):
    """The child of a node by an option, -1 if there is none."""
    child = tree[node].first
    while child >= 0 and tree[child].key != key:
        child = tree[child].next
    return child


def sprout(tree, size, node, key, seat):
    """A new child of a node; it is the last of the tree."""
    child = tree[size]
    child.first, child.next, child.key, child.seat = -1, tree[node].first, key, seat
    child.visits = child.available = 0
    child.total = 0.0
    tree[node].first = size


def descend(rules, state, buffer, weights, stream, tree, size, path, span):
    """Go down the tree and one choice beyond it; returns the choices on the path, how many, and whether one is new."""
    node, depth = 0, 0
    while state.public.seat >= 0 and depth < LONGEST:
        count = options(rules, state, buffer)
        if count == 1:
            apply(rules, state, buffer[0])
            continue
        seat = state.public.seat
        untried, choice, child, best = 0, -1, -1, -1e300
        for i in range(count):
            known = find(tree, node, packed(buffer[i]))
            if known < 0:
                untried += 1
                # each of the untried is as likely
                if below(stream, untried) == 0:
                    choice = i
            else:
                tree[known].available += 1
                bonus = span * math.sqrt(math.log(tree[known].available + 1.0) / tree[known].visits)
                value = tree[known].total / tree[known].visits + weights[EXPLORE] * bonus
                if value > best and untried == 0:
                    best, child = value, known
                    choice = i
        if untried:
            if size == NODES:
                return depth, False
            if untried == count:
                advised = policy(rules, state.public, state.private[seat], buffer, count, weights[OWN:], stream)
                choice = advised if 0 <= advised < count else choice
            sprout(tree, size, node, packed(buffer[choice]), seat)
            tree[size].available = 1
            path[depth] = size
            apply(rules, state, buffer[choice])
            return depth + 1, True
        path[depth] = child
        depth += 1
        node = child
        apply(rules, state, buffer[choice])
    return depth, False


def climb(rules, public, private, offered, count, weights, stream, totals, plays):
    """Tree search; returns the option visited most, or why it failed."""
    states, buffer = stack_array(STATE, 1), stack_array(OPTION, MAX_OPTIONS)
    tree, path, streams = stack_array(NODE, NODES), stack_array(WHOLE, LONGEST), stack_array(WORD, SEATS)
    scores, merits, worth = stack_array(FLOAT, SEATS), stack_array(FLOAT, SEATS), stack_array(FLOAT, SEATS)
    state, own = states[0], weights[OWN:]
    clear_record(state)
    tree[0].first = -1
    size, low, high = 1, 1e300, -1e300
    for _ in range(max(2, int(weights[BUDGET]))):
        look_into(rules, public, private, state, stream)
        span = max(0.0, high - low)
        depth, new = descend(rules, state, buffer, weights, stream, tree, size, path, span)
        size += new
        set_luck(streams, draw(stream))
        failed = follow(rules, state, buffer, own, streams)
        if failed:
            return failed
        weigh(rules, state, weights, scores, merits, worth)
        for i in range(depth):
            node = tree[path[i]]
            node.visits += 1
            node.total += worth[node.seat]
            low, high = min(low, worth[node.seat]), max(high, worth[node.seat])
    chosen, most = 0, -1
    for i in range(count):
        child = find(tree, 0, packed(offered[i]))
        if child >= 0:
            totals[i], plays[i] = tree[child].total, tree[child].visits
            if tree[child].visits > most:
                chosen, most = i, tree[child].visits
    return chosen


NODE = np.dtype(
    [
        ("first", "i4"), ("next", "i4"),      # its first child, the next child of its parent; -1 none
        ("key", "i8"), ("seat", "i1"),        # the option that leads here, and who chose it
        ("visits", "i4"), ("available", "i4"),  # descents through here, and those that could have come through
        ("total", "f8"),                      # worth to that seat, summed over visits
    ]
)  # fmt: skip


def judge(rules, public, private, offered, count, weights, stream, totals, plays, gains, squares):
    """Search a decision and tell what was found; the index of the option chosen.

    totals, plays    float64[count]: summed worth and number of roll-outs of each option
    gains, squares   float64[count]: sums of what each was better than the advised option, and of its square, in
                     worlds both were played in; of a tree search nothing
    Returns NO_OPTION or NO_END if the search failed.
    """
    for i in range(count):
        totals[i] = plays[i] = gains[i] = squares[i] = 0.0
    if weights[TREE] > 0.5:
        return climb(rules, public, private, offered, count, weights, stream, totals, plays)
    advised = policy(rules, public, private, offered, count, weights[OWN:], stream)
    if advised < 0 or advised >= count:
        return NO_OPTION
    return flat(rules, public, private, offered, count, weights, stream, advised, gains, squares, totals, plays)


def choose(rules, public, private, offered, count, weights, stream):
    """The index of the option that search finds best."""
    totals, plays = stack_array(FLOAT, MAX_OPTIONS), stack_array(FLOAT, MAX_OPTIONS)
    gains, squares = stack_array(FLOAT, MAX_OPTIONS), stack_array(FLOAT, MAX_OPTIONS)
    return judge(rules, public, private, offered, count, weights, stream, totals, plays, gains, squares)


HELPERS = (follow, look_into, set_luck, stand, weigh, halve, enter, flat, packed, find, sprout, descend, climb)
"""In an order in which each comes after those it calls."""
