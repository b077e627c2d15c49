"""The weights that tune the shared decisions, and where each sits in a strategy's array.

A strategy declares `weights=taste(majority=1.0)` and may append weights of its own, which start at
index OWN.
"""

from strategies.taste import shared

PRICE, WARRIOR, MAJORITY, DENIAL, DOUBLE, ACTION, LIKED, COIN, PAR, PATIENCE, CALL, DRAW, SLOT, HARM, START, OWN = (
    range(16)
)

taste = shared(
    """
    # weight, default, lowest and highest to try, meaning
    price     1.0   0.0   2.0  worth of one point of a Watchman's price
    warrior   1.0   0.0   4.0  worth of one point of the Warriors' bonus
    majority  0.5   0.0   2.0  worth of one point of race majority gained at once
    denial    0.1   0.0   1.0  worth of one point of race majority drawn level for, mostly lost to an opponent
    double    1.0   0.0   4.0  worth of one point lost to a double
    action    0.3   0.0   3.0  worth of one special action on a new Watchman while the armies are empty
    liked     0.0   0.0   6.0  extra worth of the Watchmen this strategy collects
    coin      0.6   0.0   2.0  worth of one gold in hand
    par       4.5   0.0  12.0  worth up to which a Watchman in hand is only money
    patience  0.0   0.0   8.0  least worth of a Watchman to hire before the end is near
    call      1.3   0.0   4.0  least worth of a card for which a Ninja is used up
    draw      1.4   0.0   4.0  worth of one card an item draws
    slot      1.1   0.0   4.0  worth of one special action an item allows to a Watchman that has one left
    harm      0.3   0.0   2.0  worth of one point of harm done to an opponent
    start     0.2  -2.0   2.0  worth of being first in the next round
    """
)
