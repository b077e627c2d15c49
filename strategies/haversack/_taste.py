"""The weights that tune the shared decisions, and where each sits in a strategy's array.

A strategy declares `weights=taste(hunt=1.0)` and may append weights of its own, which start at
index OWN. Worth is in VP.
"""

from strategies.taste import shared

GLORY, HUNT, FAIRY, VILLAGE, CHEST, NEAR, KEEP, REPLAY, WAIT, BUY, OWN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15

taste = shared(
    """
    # weight, default, lowest and highest to try, meaning
    glory      1.0  0.0  3.0  worth of one Glory
    hunt       0.0  0.0  3.0  weight of a monster's share of the Hunting Board
    fairy      1.0  0.0  3.0  weight of the Glory of Fairies
    village    1.0  0.0  3.0  weight of the Glory of a Village in all rounds to come
    chest      0.5  0.0  3.0  weight of an opened Chest's VP
    near       0.1  0.0  1.0  worth of ending one step nearer to what nobody reaches yet
    keep       1.5  0.0  6.0  least worth for which an Item is used up before the last round
    replay     0.8  0.0  4.0  worth of playing a Guardian again
    wait       0.0  0.0  1.0  save Gold if whom it can buy is liked less than this part of whom it cannot yet
    guide      0.5  0.0  6.0  liking for Guides when recruiting
    warrior    2.0  0.0  6.0  liking for Warriors
    thief      1.0  0.0  6.0  liking for Thieves
    priestess  0.0  0.0  6.0  liking for Priestesses
    druid      0.5  0.0  6.0  liking for Druids
    huntress   0.5  0.0  6.0  liking for Huntresses
    """
)
