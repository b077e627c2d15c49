"""What a thing should cost: where its forced effect crosses zero as a value of the rules is moved, on common deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meeplelab import movable, things, treatments
from meeplelab.amounts import check_held
from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, prepare, ruleset_of, workers
from meeplelab.stages import Stages
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.schedule import MAX_DEALS

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from analyses.ledger.linear import Linear
    from analyses.ledger.price import Crossing

NAME, TITLE = "price", "Price"
DEALS = 40_000
FIRST_PART = 4
"""The first look takes one in so many of the deals."""
FIRST_LOOK = 9
"""Prices of the first look at most, the ends among them."""
CLOSER = 2
"""Whole prices on either side of the crossing that get all deals."""
METHOD = (
    "Forced less banned at each price on common deals, one seat a deal, drawn from those that get the chance; the "
    "crossing is that of straight lines between whole prices, its interval all prices that do not differ from the "
    "target (Fieller), with the covariance over deals."
)
ZERO = (
    "At 0 it is as good as never taking it. That is not as good as the others of its kind: what they are worth says "
    "`meeplelab ledger {game} --kinds {kind}`, and --target asks for as much."
)


def price(
    game: str,
    thing: str,
    *,
    by: str | None = None,
    span: str | None = None,
    target: float = 0.0,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    deals: int = DEALS,
    how: str = "once",
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """The price of a thing at which being made to take it is worth `target` (a win share) against never taking it.

    by names the value that is moved (its cost, else its price, else its draw), span the range ("1:8"; four
    either way without). Whole values are looked at from the ends inwards; those around the crossing get all
    `deals`, the others a quarter. Table: curve, one row a price. Facts: at, low, high (None where there is none,
    or where it is open), status, now, the keys moved, and what the rules allow.

    Raises MeepleError for bad input, and for a thing that nobody could take at any price.
    """
    from analyses.finding import Finding
    from analyses.ledger.price import crossing

    crew = workers(jobs)
    if how not in treatments.HOW:
        raise MeepleError(f"how: {how!r}; expected one of: {', '.join(treatments.HOW)}")
    if not 8 <= deals <= MAX_DEALS // 2:
        raise MeepleError(f"deals: {deals}; expected 8 to {MAX_DEALS // 2}")
    check_held(deals, "deals")
    match = prepare(game, players, 1, strategies, seed, rules, changes, notice=listener.notice)
    if len(match.strategies) < 2:
        raise MeepleError("players: one player alone has nobody to win against; expected 2 or more")
    place = things.one(match.spec, thing)
    lever = movable.lever(match.spec, match.ruleset, place, by)
    first, last = movable.span(lever, span)
    curve = _Curve(match, place, lever, how, rules, changes or {}, deals, crew)
    curve.look(_spread(first, last), deals // FIRST_PART, listener)
    if not curve.prices:
        if curve.refusal and not curve.out_of_reach:
            raise MeepleError(f"price: the rules refuse every {lever.key} from {first} to {last}: {curve.refusal}")
        raise MeepleError(f"price: nobody could take {thing} at any {lever.key} from {first} to {last}")
    while more := _between(curve, target):
        curve.look(more, deals // FIRST_PART, listener)
    curve.look(_closest(curve, target), deals, listener)
    prices = np.array(curve.prices, float)
    found = crossing(prices, curve.effects(), target) if len(prices) > 1 else None
    facts: dict[str, Any] = {
        "thing": things.name_of(things_of(match.spec).every[place]),
        "called": things.called(match.ruleset, things_of(match.spec).every[place]),
        "keys": list(lever.keys), "now": lever.now, "range": [first, last], "allowed": [lever.low, lever.high],
        "target": target, "how": how, "refused": curve.refused, **_facts(found),
    }  # fmt: skip
    card = evidence(
        match.spec, match.ruleset, match.schedule.lineup, seed, curve.games, deals, METHOD, command
    )  # fmt: skip
    finding = Finding(NAME, TITLE, card, {"curve": curve.table()}, facts, units={"forced": "points", "forced_vp": "VP"})
    kind = things.word(things_of(match.spec).every[place].kind)
    zero = () if target else (ZERO.format(game=match.spec.name, kind=kind),)
    return replace(finding, notes=(sentence(finding), *zero, *curve.notes()))


def _facts(found: Crossing | None) -> dict[str, Any]:
    """A crossing as JSON values; what is not finite is left out."""
    if found is None:
        return {"at": None, "low": None, "high": None, "status": "not known"}
    ends = {name: getattr(found, name) for name in ("at", "low", "high")}
    return {name: float(end) if np.isfinite(end) else None for name, end in ends.items()} | {"status": found.status}


def sentence(finding: Finding) -> str:
    """The answer in words."""
    known, table = finding.facts, finding.table
    what = f"{known['keys'][0]}" + (f" (with {', '.join(known['keys'][1:])})" if known["keys"][1:] else "")
    goal = f"{100 * known['target']:+g} pp" if known["target"] else "0"
    ends = f"from {table['price'].min()} to {table['price'].max()}"
    if known["status"] == "crosses":
        low = f"{known['low']:.2f}" if known["low"] is not None else f"{table['price'].min()} or less"
        high = f"{known['high']:.2f}" if known["high"] is not None else f"{table['price'].max()} or more"
        now = f"; it is {known['now']} now" if known["now"] is not None else ""
        return (
            f"{known['called']}: the forced effect crosses {goal} at {what} = {known['at']:.2f} [{low}, {high}]{now}."
        )
    if known["status"] in ("above", "below"):
        more = f" The rules allow {known['allowed'][0]} to {known['allowed'][1]}."
        return f"{known['called']}: the forced effect is {known['status']} {goal} at every {what} {ends}.{more}"
    seen = ""
    if known["at"] is not None:
        seen = f" (it looks like {known['at']:.2f})"
    return (
        f"{known['called']}: whether the forced effect crosses {goal} for {what} {ends} is not known{seen}; more deals."
    )


def _spread(first: int, last: int) -> list[int]:
    """Whole prices of the first look."""
    count = min(last - first + 1, FIRST_LOOK)
    return sorted({round(each) for each in np.linspace(first, last, count)})


class _Curve:
    """Effects at prices, all on the same deals; what was played is kept."""

    def __init__(
        self, match: Match, place: int, lever: movable.Lever, how: str, rules: str | Path | None,
        changes: Mapping[str, object], deals: int, jobs: int,
    ) -> None:  # fmt: skip
        self.match, self.place, self.lever, self.how = match, place, lever, how
        self.rules, self.changes, self.deals, self.jobs = rules, changes, deals, jobs
        self.games = 0
        self.refused: list[int] = []
        self.refusal = ""
        self.out_of_reach: list[int] = []
        self._known: dict[int, tuple[int, treatments.Floats]] = {}

    @property
    def prices(self) -> list[int]:
        """Prices that have an effect, in order."""
        return sorted(self._known)

    def seen(self, value: int) -> bool:
        """Whether a price was looked at."""
        return value in self._known or value in self.refused or value in self.out_of_reach

    def look(self, values: Sequence[int], deals: int, listener: Listener) -> None:
        """Play these prices up to so many deals."""
        todo = [value for value in values if self._known.get(value, (0, None))[0] < deals and not self._dead(value)]
        missing = sum(deals - self._known.get(value, (0, None))[0] for value in todo)
        stages = Stages(listener, 3 * missing)
        for value in todo:
            self._play(value, deals, stages)

    def _dead(self, value: int) -> bool:
        return value in self.refused or value in self.out_of_reach

    def _play(self, value: int, deals: int, stages: Stages) -> None:
        try:
            ruleset = ruleset_of(self.match.spec, self.rules, {**self.changes, **self.lever.changes(value)})
        except MeepleError as error:
            self.refused.append(value)
            self.refusal = self.refusal or str(error)
            return
        start, kept = self._known.get(value, (0, np.full((2, self.deals), np.nan)))
        match = replace(self.match, ruleset=ruleset)
        numbers = treatments.deals_of(match, deals)[start:]
        table = treatments.ordinary(match, numbers, self.jobs, stages.next)
        pair = treatments.arms(match, table, [self.place], self.how, self.jobs, stages.next)
        kept[0, start:deals], kept[1, start:deals] = pair.win[:, 0], pair.score[:, 0]
        self.games += len(numbers) + 2 * int(np.isfinite(pair.win).sum())
        if np.isfinite(kept[0]).sum() < 2:
            self.out_of_reach.append(value)
            return
        self._known[value] = deals, kept

    def effects(self, which: int = 0) -> Linear:
        """Effects at `prices`, on win share (0) or VP (1)."""
        from analyses.ledger.linear import mean

        return mean(np.column_stack([self._known[value][1][which] for value in self.prices]))

    def table(self) -> pd.DataFrame:
        """One row a price."""
        import pandas as pd

        win, score = self.effects().estimate(), self.effects(1).estimate()
        return pd.DataFrame(
            {"price": self.prices, **win.columns("forced"), **score.columns("forced_vp"), "n": win.n.astype(np.int64)}
        )

    def notes(self) -> tuple[str, ...]:
        """Prices that are left out."""
        said = ["n is deals on which somebody got the chance: who can pay differs from price to price."]
        if self.refused:
            said.append(f"Refused by the rules: {', '.join(map(str, sorted(self.refused)))}.")
        if self.out_of_reach:
            said.append(f"Out of everybody's reach: {', '.join(map(str, sorted(self.out_of_reach)))}.")
        return tuple(said)


def _bracket(curve: _Curve, target: float) -> tuple[int, int] | None:
    """The two neighbouring prices between which the curve seems to cross."""
    from analyses.ledger.price import crossing

    prices = curve.prices
    if len(prices) < 2:
        return None
    at = crossing(np.array(prices, float), curve.effects(), target).at
    if not np.isfinite(at):
        return None
    above = min(max(int(np.searchsorted(prices, at)), 1), len(prices) - 1)
    return prices[above - 1], prices[above]


def _between(curve: _Curve, target: float) -> list[int]:
    """Whole prices to be looked at next, inside the bracket; none if there are none."""
    pair = _bracket(curve, target)
    if pair is None:
        return []
    inner = [value for value in range(pair[0] + 1, pair[1]) if not curve.seen(value)]
    return inner if len(inner) <= 3 else [inner[round(i)] for i in np.linspace(0, len(inner) - 1, 3)]


def _closest(curve: _Curve, target: float) -> list[int]:
    """Prices that get all deals: those around the crossing, or the ends if there is none."""
    pair, prices = _bracket(curve, target), curve.prices
    if pair is None:
        return [prices[0], prices[-1]]
    low, high = prices.index(pair[0]), prices.index(pair[1])
    return prices[max(low - CLOSER + 1, 0) : high + CLOSER]
