"""Where to move a Guardian that does nothing at a distance.

Its options that differ in nothing but the cell stand next to each other. Such a run is weighed at once: all it can
differ by is how near its ends are to what nobody reaches yet, and how near the nearest is a set of cells tells.
"""

from simcore.games.haversack.codes import K_MOVE, K_STAY, K_SWAP
from simcore.games.haversack.kernel.cells import NOWHERE, either, holds, only, some
from simcore.jit import hot_helper
from strategies.haversack import _taste as taste
from strategies.haversack._look import RINGS, aims, nearest
from strategies.haversack._worth import item_price, replay_worth, worths

LEAST_NEAR = 1e-6  # below, one ring more could be lost in rounding


@hot_helper
def run_end(options, first, count):
    """End of the run of options that differ from `first` in nothing but the cell."""
    option, last = options[first], options[count - 1]
    if option.kind == last.kind and option.b == last.b and option.c == last.c:
        return count
    end = first + 1
    while options[end].c == option.c and options[end].b == option.b and options[end].kind == option.kind:
        end += 1
    return end


@hot_helper
def ends_move(option):
    """Whether the option puts the Guardian on a cell of its own choice."""
    return option.kind == K_MOVE or option.kind == K_STAY


@hot_helper
def run_worth(rules, public, worth, option, near, weights):
    """Worth of an option whose cell lies within so many rings."""
    if ends_move(option):
        return worth[option.c] + weights[taste.NEAR] * near - item_price(rules, public, option.b, weights)
    return replay_worth(option.c, weights) if option.kind == K_SWAP else 0.0


@hot_helper
def sure_worth(rules, public, worth, options, count, weights):
    """What the best run is worth at least, its first option, its end, and what any other run is worth at most."""
    top, lead, lead_end, rival = -1e9, 0, 0, -1e9
    lead_most = rival
    first = 0
    while first < count:
        end = run_end(options, first, count)
        option = options[first]
        least = run_worth(rules, public, worth, option, 0, weights)
        most = run_worth(rules, public, worth, option, RINGS, weights)
        if least > top:
            rival = max(rival, lead_most)
            top, lead, lead_end, lead_most = least, first, end, most
        else:
            rival = max(rival, most)
        first = end
    return top, lead, lead_end, rival


@hot_helper
def cells_of(options, first, end):
    """Cells of a run of options."""
    cells = NOWHERE
    for i in range(first, end):
        cells = either(cells, only(options[i].a))
    return cells


@hot_helper
def choose_alike(rules, public, bag, tile, options, count, weights):
    """The best option of D_MOVE; the first of equals."""
    board = public.board[public.seat]
    worth = worths(rules, public, board, weights)
    top, lead, lead_end, rival = sure_worth(rules, public, worth, options, count, weights)
    if rival < top and (lead_end == lead + 1 or not ends_move(options[lead])):
        return lead
    far = aims(rules, board, bag, tile, worth)
    best, choice, among = -1e9, 0, NOWHERE
    first = 0
    while first < count:
        end = run_end(options, first, count)
        option = options[first]
        if run_worth(rules, public, worth, option, RINGS, weights) >= top:
            near, cells = 0, NOWHERE
            if ends_move(option):
                near, cells = nearest(rules, far, cells_of(options, first, end))
            value = run_worth(rules, public, worth, option, near, weights)
            if value > best:
                best, choice, among = value, first, cells
        first = end
    if some(among):
        while not holds(among, options[choice].a):
            choice += 1
    return choice
