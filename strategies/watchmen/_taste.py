"""The weights that tune the shared decisions, and where each sits in a strategy's array.

A strategy declares `weights=taste(majority=1.0)` and may append weights of its own, which start
at index OWN.
"""

from strategies.contract import Weight

PRICE, WARRIOR, MAJORITY, DENIAL, DOUBLE, ACTION, LIKED, COIN, PAR, PATIENCE, CALL, DRAW, SLOT, HARM, START, OWN = (
    range(16)
)

_TASTE = (
    Weight("price", 1.0, "worth of one point of a Watchman's price", 0.0, 2.0),
    Weight("warrior", 1.0, "worth of one point of the Warriors' bonus", 0.0, 4.0),
    Weight("majority", 0.5, "worth of one point of race majority gained at once", 0.0, 2.0),
    Weight("denial", 0.1, "worth of one point of race majority an opponent loses to a tie", 0.0, 1.0),
    Weight("double", 1.0, "worth of one point lost to a double", 0.0, 4.0),
    Weight("action", 0.3, "worth of one special action on a new Watchman while the armies are empty", 0.0, 3.0),
    Weight("liked", 0.0, "extra worth of the Watchmen this strategy collects", 0.0, 6.0),
    Weight("coin", 0.6, "worth of one gold in hand", 0.0, 2.0),
    Weight("par", 4.5, "worth up to which a Watchman in hand is only money", 0.0, 12.0),
    Weight("patience", 0.0, "least worth of a Watchman to hire before the end is near", 0.0, 8.0),
    Weight("call", 1.3, "least worth of a card for which a Ninja is used up", 0.0, 4.0),
    Weight("draw", 1.4, "worth of one card an item draws", 0.0, 4.0),
    Weight("slot", 1.1, "worth of one special action an item allows to a Watchman that has one left", 0.0, 4.0),
    Weight("harm", 0.3, "worth of one point of harm done to an opponent", 0.0, 2.0),
    Weight("start", 0.2, "worth of being first in the next round", -2.0, 2.0),
)


def taste(**changed: float) -> tuple[Weight, ...]:
    """The shared weights in order, with other defaults where a strategy's taste differs.

    Raises ValueError for a name that is not a shared weight.
    """
    unknown = sorted(set(changed) - {weight.name for weight in _TASTE})
    if unknown:
        raise ValueError(f"no shared weight is called {', '.join(unknown)}")
    return tuple(
        Weight(weight.name, changed.get(weight.name, weight.default), weight.meaning, weight.low, weight.high)
        for weight in _TASTE
    )
