"""The order of a ladder from a tournament: a chain in which each is ahead of the one below.

The mean share decides first. Where that puts one above another to whom it lost, the two change places until there is
no such neighbour left (insertion, as in the local Kemenization of Dwork et al. 2001): such a chain always exists
(Redei 1934), also where strategies beat each other in circles.
"""

from __future__ import annotations

import numpy as np

from analyses.moments import Floats


def chain(ahead: Floats) -> list[int]:
    """Numbers from the weakest to the strongest.

    ahead[i, j] is by how much i is ahead of j, less than 0 if it is behind; its opposite stands at [j, i].
    """
    order: list[int] = []
    for each in np.argsort(ahead.mean(axis=1), kind="stable").tolist():
        place = len(order)
        while place and ahead[each, order[place - 1]] < 0:
            place -= 1
        order.insert(place, each)
    return order
