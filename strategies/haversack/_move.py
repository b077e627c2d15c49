"""Where to move the Guardian drawn: what is taken, what can be done from there, what it leads to."""

from simcore.games.haversack.codes import (
    CROCODILE,
    FAIRY,
    FOX,
    K_MOVE,
    K_STAY,
    K_SWAP,
    PIG,
    PRIESTESS,
    T_VILLAGE,
)
from simcore.games.haversack.kernel.cells import both, either, holds, load, some
from simcore.jit import helper, hot_helper
from strategies.haversack import _taste as taste
from strategies.haversack._alike import LEAST_NEAR, choose_alike
from strategies.haversack._look import RINGS, look
from strategies.haversack._worth import greatest, item_price, replay_worth


@hot_helper
def nearness(outlook, cell):
    """Number of rings a cell lies within."""
    a, b, c, d, e, f = outlook.rings
    near = holds(a, cell) + holds(b, cell) + holds(c, cell)
    return near + holds(d, cell) + holds(e, cell) + holds(f, cell)


@hot_helper
def act_worth(outlook, worth, cell):
    """Worth of the best act at a distance from a cell."""
    fox, crocodile, pig, fairy, village = outlook.posts
    best = worth_at(worth[FOX], fox, cell, 0.0)
    best = worth_at(worth[CROCODILE], crocodile, cell, best)
    best = worth_at(worth[PIG], pig, cell, best)
    best = worth_at(worth[FAIRY], fairy, cell, best)
    return worth_at(worth[T_VILLAGE], village, cell, best)


@hot_helper
def worth_at(worth, post, cell, best):
    """The better of what an act is worth, if the cell is a post for it, and the best so far."""
    return worth if holds(post, cell) and worth > best else best


@hot_helper
def all_posts(outlook):
    """Cells from which the Guardian can act on anything."""
    fox, crocodile, pig, fairy, village = outlook.posts
    return either(either(either(fox, crocodile), either(pig, fairy)), village)


@helper
def return_worth(rules, board, cell, weights):
    """Worth of the best return to the bag from a cell: a Guardian of its row or column."""
    best = 0.0
    line = load(rules.line[cell])
    for guardian in range(len(board.guardian)):
        if guardian != PRIESTESS and some(both(line, load(board.guardian[guardian]))):
            best = max(best, replay_worth(guardian, weights))
    return best


@hot_helper
def end_worth(rules, public, outlook, worth, option, weights):
    """Worth of ending a move (or staying) on a cell."""
    tile = rules.tile[public.face[public.guardian], public.guardian]
    value = worth[option.c] + weights[taste.NEAR] * nearness(outlook, option.a)
    if tile.shoots or tile.catches or tile.repairs:
        value += act_worth(outlook, worth, option.a)
    if tile.returns:
        value += return_worth(rules, public.board[public.seat], option.a, weights)
    return value - item_price(rules, public, option.b, weights)


@hot_helper
def move_worth(rules, public, outlook, worth, option, weights):
    """Worth of an option of D_MOVE."""
    if option.kind == K_MOVE or option.kind == K_STAY:
        return end_worth(rules, public, outlook, worth, option, weights)
    return replay_worth(option.c, weights) if option.kind == K_SWAP else 0.0


@hot_helper
def most_more(rules, public, weights):
    """No end can be worth more than what is taken there, what can be done from there at a distance, and this."""
    tile = rules.tile[public.face[public.guardian], public.guardian]
    more = weights[taste.NEAR] * RINGS
    return more + 2.0 * weights[taste.REPLAY] if tile.returns else more


@helper
def choose_each(rules, public, bag, options, count, weights, worth):
    """The best option of D_MOVE by a look at each; the first of equals. Ends that cannot be better are passed over."""
    outlook = look(rules, public, bag, worth)
    posts, act_most, more = all_posts(outlook), greatest(worth), most_more(rules, public, weights)
    best, choice = -1e9, 0
    for i in range(count):
        option = options[i]
        at_most = worth[option.c] + more + act_most * holds(posts, option.a)
        if option.kind == K_MOVE and at_most <= best:
            continue
        value = move_worth(rules, public, outlook, worth, option, weights)
        if value > best:
            best, choice = value, i
    return choice


@hot_helper
def choose_move(rules, public, private, options, count, weights, worth):
    """The best option of D_MOVE; the first of equals."""
    tile = rules.tile[public.face[public.guardian], public.guardian]
    remote = tile.shoots or tile.catches or tile.repairs or tile.returns
    if remote or weights[taste.NEAR] < LEAST_NEAR:
        return choose_each(rules, public, private.bag, options, count, weights, worth)
    return choose_alike(rules, public, private.bag, tile, options, count, weights, worth)
