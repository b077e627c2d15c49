"""Strategy fairy-catcher: no Fairy may vanish."""

from strategies.contract import strategy
from strategies.haversack._decide import decide
from strategies.haversack._taste import taste


@strategy(
    "haversack",
    name="fairy-catcher",
    idea="Captures every Fairy before the round ends; recruits Guardians that go far.",
    weights=taste(fairy=3.0, guide=2.0, druid=2.0, warrior=1.5, hunt=0.5),
)
def fairy_catcher(rules, public, private, options, count, weights, stream):
    """Fairies first, then Glory."""
    return decide(rules, public, private, options, count, weights)
