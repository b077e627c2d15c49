"""Where to move a Guardian that does nothing at a distance.

Its options that differ in nothing but the cell stand next to each other. Such a run is weighed at once: all it can
differ by is how near its ends are to what nobody reaches yet, and how near the nearest is a set of cells tells.
"""

from simcore.games.haversack.codes import K_MOVE, K_STAY, K_SWAP, T_NOTHING, U_BOOTS, U_NONE
from simcore.games.haversack.kernel.cells import NOWHERE, either, holds, only, some
from simcore.jit import hot_helper
from simcore.writing import alike
from strategies.haversack import _taste as taste
from strategies.haversack._look import RINGS, aims, nearest
from strategies.haversack._worth import item_price, replay_worth

LEAST_NEAR = 1e-6  # below, one ring more could be lost in rounding


@hot_helper
def run_end(options, first, count):
    """End of the run of options alike that begins with `first`."""
    if alike(options, first, count - 1):
        return count
    end = first + 1
    while alike(options, first, end):
        end += 1
    return end


@hot_helper
def ends_move(option):
    """Whether the option puts the Guardian on a cell of its own choice."""
    return option.kind == K_MOVE or option.kind == K_STAY


@hot_helper
def worth_within(worth, option, near, price, weights):
    """Worth of an option whose cell lies near by so much, if an Item has this price."""
    if ends_move(option):
        return worth[option.c] + near - (0.0 if option.b == U_NONE else price)
    return replay_worth(option.c, weights) if option.kind == K_SWAP else 0.0


@hot_helper
def lead(options, count, weights, worth, most_near, price):
    """What one option is worth at least, its place, and what any other is worth at most."""
    top, place, top_most, rival = -1e9, 0, -1e9, -1e9
    i = 0
    while i < count:
        option = options[i]
        least = worth_within(worth, option, 0.0, price, weights)
        most = worth_within(worth, option, most_near, price, weights)
        better = least > top
        rival = max(rival, top_most if better else most)
        place = i if better else place
        top_most = most if better else top_most
        top = least if better else top
        i += 1
        if option.c == T_NOTHING and i < count and alike(options, i - 1, i):
            rival = max(rival, most)
            i = run_end(options, i, count)
    return top, place, rival


@hot_helper
def cells_of(options, first, end):
    """Cells of a run of options."""
    cells = NOWHERE
    for i in range(first, end):
        cells = either(cells, only(options[i].a))
    return cells


@hot_helper
def choose_alike(rules, public, bag, tile, options, count, weights, worth):
    """The best option of D_MOVE; the first of equals."""
    near, price = weights[taste.NEAR], item_price(rules, public, U_BOOTS, weights)
    top, place, rival = lead(options, count, weights, worth, near * RINGS, price)
    if rival < top:
        return place
    far = aims(rules, public.board[public.seat], bag, tile, worth)
    best, choice, among = -1e9, 0, NOWHERE
    first = 0
    while first < count:
        end = run_end(options, first, count)
        option = options[first]
        if worth_within(worth, option, near * RINGS, price, weights) >= top:
            within, cells = 0, NOWHERE
            if ends_move(option):
                within, cells = nearest(rules, far, cells_of(options, first, end))
            value = worth_within(worth, option, near * within, price, weights)
            if value > best:
                best, choice, among = value, first, cells
        first = end
    if some(among):
        while not holds(among, options[choice].a):
            choice += 1
    return choice
