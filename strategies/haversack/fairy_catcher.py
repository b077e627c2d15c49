"""Strategy fairy-catcher: no Fairy may vanish."""

from strategies.haversack._decide import by_taste
from strategies.haversack._taste import taste

fairy_catcher = by_taste(
    __name__,
    "Captures every Fairy before the round ends; recruits Guardians that go far.",
    taste(fairy=3.0, guide=2.0, druid=2.0, warrior=1.5, hunt=0.5),
)
