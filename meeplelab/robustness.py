"""How much of what is concluded rests on what is assumed: the game in many plausible worlds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from meeplelab import findings, things
from meeplelab.amounts import check_held, positive_points
from meeplelab.ledger import forced_effects
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, prepare, workers
from meeplelab.worlds import Worlds, drawn_worlds
from simcore.errors import MeepleError
from simcore.experiment import design, experiment, things_of
from simcore.words import seat_name

if TYPE_CHECKING:
    from analyses.estimate import Estimate
    from analyses.finding import Finding
    from analyses.robustness.conclusions import Family, Found
    from analyses.robustness.measures import Played
    from simcore.contract import Thing

NAME = "robustness"
WORLDS = 128
GAMES = 4_500
BASE = 16
"""The base rules get so many times the games of a world."""
PLAIN = 0.25
"""Part of the games of a world that nothing is done to; the rest forces and bans things."""
FEWEST = 20
"""Worlds without which there is nothing to say."""
METHOD = (
    "Worlds: every assumed value at itself or one worth trying, by a Latin hypercube, each world on deals of its own. "
    "Shares of worlds: normal hierarchical model, Jeffreys interval widened by the noise of the games; what a "
    "conclusion hangs on: first-order index against the largest of shuffled worlds."
)


@dataclass(frozen=True)
class _Plan:
    """What a world is asked: deals with all rotations, deals with treatments, and the things that are treated."""

    plain: int
    forced: int
    things: tuple[Thing, ...]
    places: tuple[int, ...]
    rotations: int

    def times(self, factor: int) -> _Plan:
        """The same with more deals."""
        return replace(self, plain=factor * self.plain, forced=factor * self.forced)

    @property
    def deals(self) -> int:
        """Deals used."""
        return max(self.plain, self.forced)

    @property
    def games(self) -> int:
        """Games at most: fewer where things come within nobody's reach."""
        return self.plain * self.rotations + self.forced * (1 + 2 * len(self.places))


@dataclass(frozen=True)
class _Answers:
    """One world's answers: seats, strategies, dealt, forced."""

    seats: Estimate
    strategies: Estimate
    dealt: Estimate
    forced: Estimate


def robustness(
    game: str,
    *,
    worlds: int = WORLDS,
    games: int = GAMES,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    margin: str | float = "1pp",
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Play the game in so many plausible worlds, about `games` games each, and see which conclusions hold.

    Tables: conclusions, factors, leaders (see `analyses.robustness.conclusions`). The base rules get 16 times the
    games of a world. Raises MeepleError for bad input, and where nothing is assumed.
    """
    from analyses.finding import Finding
    from analyses.robustness.conclusions import ABOUT, UNITS

    width = positive_points(margin, "margin")
    if worlds < FEWEST:
        raise MeepleError(f"worlds: {worlds} are too few to tell a share of them; expected {FEWEST} or more")
    crew = workers(jobs)
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    seats = len(match.strategies)
    if seats < 2:
        raise MeepleError("robustness: win shares need a table of 2 or more players, not 1")
    plan = _planned(match, games)
    check_held(plan.times(BASE).games, "games")
    drawn = drawn_worlds(match.spec, match.ruleset, rules, changes, seats, worlds, seed)
    base, every = _play(match, plan, drawn, crew, listener)
    found = _conclude(match, plan, base, every, drawn, width, seed)
    facts = _facts(drawn, plan, width, found)
    total = plan.games * (worlds + BASE)
    deals = plan.deals * (worlds + BASE)
    again = command or findings.typed(
        NAME, game, "--worlds", worlds, "--games", games, "--players", seats, "--seed", seed
    )
    card = findings.evidence(match.spec, match.ruleset, match.schedule.lineup, seed, total, deals, METHOD, again)
    tables = {"conclusions": found.conclusions, "factors": found.factors, "leaders": found.leaders}
    return Finding(NAME, "What rests on what is assumed", card, tables, facts, _notes(facts, found), UNITS, about=ABOUT)


def _planned(match: Match, games: int) -> _Plan:
    """How the games of a world are spent.

    Raises MeepleError if they are too few.
    """
    every = things_of(match.spec).every
    places = tuple(i for i in things.meant(match.spec) if not every[i].shared)
    rotations = match.schedule.rotations
    plan = _Plan(
        int(PLAIN * games / rotations), int((1 - PLAIN) * games / (1 + 2 * len(places))),
        tuple(every[i] for i in places), places, rotations,
    )  # fmt: skip
    if min(plan.plain, plan.forced) < 2:
        least = -(-2 * (1 + 2 * len(places)) // (1 - PLAIN))
        raise MeepleError(
            f"games: {games} a world are too few to force and ban {len(places)} things; expected {least:.0f} or more"
        )
    return plan


# ---- playing


class _Progress:
    """Adds up what the parts of a world tell of, one run after another."""

    def __init__(self, listener: Listener, total: int) -> None:
        self._listener, self._total = listener, total
        self._before = self._last = 0
        self.part = replace(listener, progress=self._update)
        listener.tell(0, total)

    def _update(self, done: int, _: int) -> None:
        if done < self._last:
            self._before += self._last
        self._last = done
        self._listener.tell(min(self._before + done, self._total), self._total)

    def reached(self, done: int) -> None:
        """So many games are accounted for; those that nobody could be treated in count as played."""
        self._before, self._last = done, 0
        self._listener.tell(done, self._total)


def _play(match: Match, plan: _Plan, drawn: Worlds, jobs: int, listener: Listener) -> tuple[_Answers, list[_Answers]]:
    """The base rules, then every world, each on deals of its own so that their errors have nothing in common."""
    more = plan.times(BASE)
    progress = _Progress(listener, more.games + plan.games * len(drawn.rulesets))
    base = _answers(match, more, jobs, progress.part)
    progress.reached(more.games)
    every = []
    for number, ruleset in enumerate(drawn.rulesets):
        first = match.schedule.first_deal + more.deals + number * plan.deals
        schedule = replace(match.schedule, first_deal=first)
        every.append(_answers(replace(match, ruleset=ruleset, schedule=schedule), plan, jobs, progress.part))
        progress.reached(more.games + (number + 1) * plan.games)
    return base, every


def _answers(match: Match, plan: _Plan, jobs: int, listener: Listener) -> _Answers:
    from analyses.robustness import measures

    played = _ordinary(match, plan, jobs, listener)
    # A world is small, but its errors are pooled over all of them, so few deals will do here. Measured
    # as the ledger judges it: being kept from anything costs options, so zero would be no fair measure
    forced, _ = forced_effects(match, plan.places, plan.forced, jobs=jobs, against="kind", fewest=2, listener=listener)
    names = tuple(dict.fromkeys(match.schedule.lineup))
    return _Answers(
        measures.seats(played), measures.strategies(played, len(names)), measures.dealt(played, plan.places), forced
    )


def _ordinary(match: Match, plan: _Plan, jobs: int, listener: Listener) -> Played:
    """The ordinary games of a world: each deal under every rotation of the line-up."""
    from analyses.robustness.measures import Played

    seats, rotations = len(match.strategies), plan.rotations
    deals = match.schedule.first_deal + np.arange(plan.plain)
    trials = design(
        plan.plain * rotations, deal=np.repeat(deals, rotations), rotation=np.tile(np.arange(rotations), plan.plain)
    )
    outcomes = experiment(
        match.spec, match.ruleset, match.strategies, match.schedule.seed, trials, jobs=jobs,
        on_progress=listener.progress, on_compile=listener.notice,
    )  # fmt: skip
    parts = [(each.rows["win_share"].astype(np.float64), each.marks["dealt"].astype(np.uint64)) for each in outcomes]
    win, dealt = (np.concatenate(part).reshape(plan.plain, rotations, seats) for part in zip(*parts))
    lineup = match.schedule.lineup
    number = np.array([list(dict.fromkeys(lineup)).index(name) for name in lineup])
    entry = (np.arange(seats) + np.arange(rotations)[:, None]) % seats
    return Played(win, number[entry], dealt)


# ---- concluding


def _conclude(
    match: Match, plan: _Plan, base: _Answers, every: Sequence[_Answers], drawn: Worlds, margin: float, seed: int
) -> Found:
    from threadpoolctl import threadpool_limits

    from analyses.robustness.conclusions import conclude
    from analyses.robustness.worlds import factors, shown

    values = [[shown(value) for value in (each.value, *each.worth_trying)] for each in drawn.factors]
    with threadpool_limits(limits=1, user_api="blas"):
        return conclude(
            _families(match, plan, base, every), factors([each.key for each in drawn.factors], values, drawn.codes),
            margin, seed,
        )  # fmt: skip


def _families(match: Match, plan: _Plan, base: _Answers, every: Sequence[_Answers]) -> list[Family]:
    from analyses.robustness.conclusions import Family
    from analyses.verdict import FAVOURED, STRONG_WEAK, STRONGER_WEAKER

    lineup = tuple(dict.fromkeys(match.schedule.lineup))
    called = (things.called(match.ruleset, thing).strip("()") for thing in plan.things)
    names_of_things = tuple(f"{thing.kind} {name}" for thing, name in zip(plan.things, called, strict=True))
    kinds: dict[str, tuple[tuple[str, ...], tuple[str, str], bool]] = {
        "seats": (tuple(seat_name(seat) for seat in range(len(match.strategies))), FAVOURED, True),
        "strategies": (lineup, STRONGER_WEAKER, len(lineup) > 1),
        "dealt": (names_of_things, STRONG_WEAK, True),
        "forced": (names_of_things, STRONG_WEAK, True),
    }
    families = []
    for kind, (names, words, judged) in kinds.items():
        answers = [getattr(each, kind) for each in every]
        value, se, blocks = (
            np.array([getattr(each, part) for each in answers], np.float64) for part in ("value", "se", "blocks")
        )
        families.append(Family(kind, names, words, getattr(base, kind), value, se, blocks, judged))
    return families


def _facts(drawn: Worlds, plan: _Plan, margin: float, found: Found) -> dict[str, Any]:
    words = found.conclusions["robustness"].value_counts()
    return {
        "worlds": len(drawn.rulesets),
        "games_a_world": plan.games,
        "games_base": plan.times(BASE).games,
        "margin": margin,
        "values_varied": len(drawn.factors),
        "values_moved": float((drawn.codes > 0).sum(axis=1).mean()),
        "worlds_mended": drawn.mended,
        "changes_dropped": drawn.dropped,
        "conclusions": {str(word): int(number) for word, number in words.items() if word},
    }


def _notes(facts: Mapping[str, Any], found: Found) -> tuple[str, ...]:
    """What was varied, and how much this budget can see."""
    table = found.conclusions
    seen = table.groupby("kind", sort=False)["spread_visible"].median().dropna()
    lines = [
        f"{facts['worlds']} worlds of {facts['games_a_world']:,} games at most; in each about "
        f"{facts['values_moved']:.0f} of {facts['values_varied']} assumed values are another one worth trying. "
        f"The base rules: {facts['games_base']:,} games.",
        "Noise of the games is taken out of the range over the worlds; one number is their mean, where they are not "
        "told apart.",
        "Smallest spread over worlds that is found 8 times in 10: "
        + ", ".join(f"{kind} {100 * value:.2g} pp" for kind, value in seen.items()) + " (standard deviation).",
    ]  # fmt: skip
    if facts["changes_dropped"]:
        lines.append(
            f"In {facts['worlds_mended']} worlds values clashed; {facts['changes_dropped']} of them were put back to "
            "what is in force."
        )
    return tuple(lines)
