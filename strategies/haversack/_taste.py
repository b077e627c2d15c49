"""The weights that tune the shared decisions, and where each sits in a strategy's array.

A strategy declares `weights=taste(hunt=1.0)` and may append weights of its own, which start at
index OWN. Worth is in VP.
"""

from strategies.contract import Weight

GLORY, HUNT, FAIRY, VILLAGE, CHEST, NEAR, KEEP, REPLAY, WAIT, BUY, OWN = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15

_TASTE = (
    Weight("glory", 1.0, "worth of one Glory", 0.0, 3.0),
    Weight("hunt", 0.0, "weight of a monster's share of the Hunting Board", 0.0, 3.0),
    Weight("fairy", 1.0, "weight of the Glory of Fairies", 0.0, 3.0),
    Weight("village", 1.0, "weight of the Glory of a Village in all rounds to come", 0.0, 3.0),
    Weight("chest", 0.5, "weight of an opened Chest's VP", 0.0, 3.0),
    Weight("near", 0.1, "worth of ending one step nearer to what nobody reaches yet", 0.0, 1.0),
    Weight("keep", 1.5, "least worth for which an Item is used up before the last round", 0.0, 6.0),
    Weight("replay", 0.8, "worth of playing a Guardian again", 0.0, 4.0),
    Weight("wait", 0.0, "save Gold if whom it can buy is liked less than this part of whom it cannot yet", 0.0, 1.0),
    Weight("guide", 0.5, "liking for Guides when recruiting", 0.0, 6.0),
    Weight("warrior", 2.0, "liking for Warriors", 0.0, 6.0),
    Weight("thief", 1.0, "liking for Thieves", 0.0, 6.0),
    Weight("priestess", 0.0, "liking for Priestesses", 0.0, 6.0),
    Weight("druid", 0.5, "liking for Druids", 0.0, 6.0),
    Weight("huntress", 0.5, "liking for Huntresses", 0.0, 6.0),
)


def taste(**changed: float) -> tuple[Weight, ...]:
    """The shared weights in order, with other defaults where a strategy's taste differs.

    Raises ValueError for a name that is not a shared weight.
    """
    known = {weight.name for weight in _TASTE}
    if not changed.keys() <= known:
        raise ValueError(f"no shared weight is called {', '.join(sorted(changed.keys() - known))}")
    return tuple(
        Weight(each.name, changed.get(each.name, each.default), each.meaning, each.low, each.high) for each in _TASTE
    )
