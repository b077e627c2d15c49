"""Whether verdicts change with the strength of play: the same rules and deals under fields of rising strength."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import findings, strengthfields, things
from meeplelab.amounts import check_held
from meeplelab.judging import MARGIN, METHOD, judge_of
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, players_of, prepare, workers
from meeplelab.strengthfields import Level
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.registry import game as find_game
from simcore.schedule import Schedule

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from analyses.strength import Family, Strength
    from analyses.verdict import Judge

NAME = "strength"
TITLE = "Verdicts and the strength of play"
GAMES = 40_000
DEALS_PART = 8
"""Things are forced and banned on one deal for so many ordinary games."""
SEARCH_SECONDS = 60.0
"""About how long the ordinary games of a field with search take where their number was not given."""
FEWEST_DEALS = 30
"""On fewer a forced effect gets no verdict, and is not asked for."""
EVIDENCE = (
    "All fields play the same deals. Verdicts in each as in a report (seats, what is dealt) and in the ledger (what a "
    "seat is made to take, against the others of its kind). Change: difference of two fields, t over deals with the "
    "covariance of those both played; p values adjusted over all things and pairs of fields."
)
UNITS = {"change": "points", "effect": "points"}
ABOUT = {
    "things": "Changes with strength: two fields have settled verdicts that differ, and effects that differ beyond "
    "chance. Same: every field that was asked settles on one verdict. From, to, change: the two fields that say so, or "
    "those whose difference stands out most. Table: where the verdict stands in the report.",
    "fields": "The verdict in each field, with the effect it is about: for seats and what is dealt the win share less "
    "the fair share, for the ledger being made to take a thing less being kept from it, against others of its kind.",
    "changes": "Effect in the second field less that in the first. Deals: those of the field that played fewer.",
    "line_ups": "Who sat at the table, turned so that every entry plays every seat. Games: ordinary ones. Deals: "
    "those on which things were forced and banned."
}  # fmt: skip


def strength(
    game: str,
    *,
    fields: str | Sequence[str] | None = None,
    search: bool = False,
    players: int | None = None,
    games: int = GAMES,
    deals: int | None = None,
    search_games: int | None = None,
    margin: str | float = MARGIN,
    method: str = METHOD,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Find every verdict that stands whoever plays under several fields, and which of them change.

    fields are words (weak, usual, strong, search), or line-ups: one strategy for all seats, or one a seat joined by
    "+"; weakest first. Without them: usual and strong, or weak and usual where no weights are shipped for this number
    of players. search adds the field of that name. Each field plays `games`, one that searches `search_games` (without:
    as many as take about a minute); things are forced and banned on `deals` (an eighth of the games).

    Tables: things, fields, changes (see `analyses.strength.across`), line_ups. Raises MeepleError for bad input.
    """
    from analyses.strength import across

    judge, crew = judge_of(margin, method), workers(jobs)
    count = players_of(find_game(game), players)
    if count < 2:
        raise MeepleError("players: one player alone has nobody to win against; expected 2 or more")
    deals = max(games // DEALS_PART, 2) if deals is None else deals
    for what, number, least in (("deals", deals, 0), ("search games", search_games or count, count)):
        if number < least:
            raise MeepleError(f"{what}: {number}; expected {least} or more")
        check_held(number, what)
    Schedule(seed, ("any",) * count, games)  # raises for bad numbers
    check_held(games, "games")
    levels = strengthfields.levels_of(game, count, fields, search, listener)
    matches = [
        prepare(game, count, games, level.line_up, seed, rules, changes, notice=listener.notice) for level in levels
    ]
    plan = _Plan(matches[0], judge, crew, games, deals, search_games)
    played: dict[str, list[Family]] = {}
    facts: list[dict[str, Any]] = []
    for level, match in zip(levels, matches, strict=True):
        played[level.name], fact = _play(level, match, plan, listener)
        facts.append(fact)
    found = across(played, judge)
    again = command or _again(game, levels, count, plan, seed)
    chosen = next((fact["games"] for fact in facts if fact["slow"]), None)
    if search_games is None and chosen is not None:
        again += f" --search-games {chosen}"
    return _finding(found, levels, facts, plan, again)


@dataclass(frozen=True)
class _Plan:
    """What every field is asked, and with how many games."""

    match: Match
    judge: Judge
    jobs: int
    games: int
    deals: int
    search_games: int | None

    @property
    def places(self) -> list[int]:
        """The things that a seat can be made to take."""
        spec = self.match.spec
        if spec.things is None:
            return []
        every = things_of(spec).every
        return [i for i in things.meant(spec) if not every[i].shared]


def _play(level: Level, match: Match, plan: _Plan, listener: Listener) -> tuple[list[Family], dict[str, Any]]:
    """The verdicts in one field, and what was played for them."""
    from analyses.strength import forced_family, found_in
    from meeplelab.played import Played
    from meeplelab.strengthfields import forced, timed

    places, deals = plan.places, plan.deals
    if level.slow:
        games = plan.search_games or timed(match, plan.jobs, SEARCH_SECONDS, listener)
        match = replace(match, schedule=replace(match.schedule, asked=games))
        deals = min(deals, games // (1 + 2 * len(places)))
        deals = deals if deals >= FEWEST_DEALS else 0
    schedule = match.schedule
    listener.say(f"{level.name}: {', '.join(dict.fromkeys(schedule.lineup))}, {schedule.games:,} games")
    # One that searches is heard of after every block.
    chunk = schedule.rotations if level.slow else None
    families = found_in(Played(match, plan.jobs, chunk, listener), plan.judge)
    if deals and places:
        every = things_of(match.spec).every
        names = [things.name_of(every[place]) for place in places]
        kinds = [every[place].kind for place in places]
        families.append(forced_family(kinds, names, forced(match, places, deals, plan.jobs, listener), plan.judge))
    fact = {"field": level.name, "line_up": list(schedule.lineup), "games": schedule.games,
            "blocks": schedule.blocks, "deals": deals, "slow": level.slow}  # fmt: skip
    return families, fact


def _again(game: str, levels: Sequence[Level], players: int, plan: _Plan, seed: int) -> str:
    words = ["strength", game, "--fields", ",".join(level.typed for level in levels), "--players", players,
             "--games", plan.games, "--seed", seed]  # fmt: skip
    words += [] if plan.deals == plan.games // DEALS_PART else ["--deals", plan.deals]
    words += [] if plan.search_games is None else ["--search-games", plan.search_games]
    return findings.typed(*words)


def _finding(
    found: Strength, levels: Sequence[Level], facts: Sequence[Mapping[str, Any]], plan: _Plan, command: str
) -> Finding:
    import pandas as pd

    from analyses.finding import SEVERAL, Finding, seated

    match = plan.match
    line_ups = pd.DataFrame(
        [(fact["field"], seated(fact["line_up"]), fact["games"], fact["blocks"], fact["deals"]) for fact in facts],
        columns=["field", "line_up", "games", "blocks", "deals"],
    )
    tables = {name: _called(getattr(found, name), match) for name in ("things", "fields", "changes")}
    forced = sum(fact["deals"] * (1 + 2 * len(plan.places)) for fact in facts)
    card = findings.evidence(
        match.spec, match.ruleset, tuple(f"{fact['field']}: {', '.join(fact['line_up'])}" for fact in facts),
        match.schedule.seed, int(line_ups["games"].sum()) + forced,
        int(line_ups["blocks"].sum() + line_ups["deals"].sum()), EVIDENCE, command,
    )  # fmt: skip
    said = {
        "margin": plan.judge.margin, "method": plan.judge.method,
        SEVERAL: {fact["field"]: fact["line_up"] for fact in facts},
        "verdicts": {str(word): int(number) for word, number in found.things["strength"].value_counts().items()},
    }  # fmt: skip
    return Finding(
        NAME, TITLE, replace(card, players=len(match.strategies)), {**tables, "line_ups": line_ups}, said,
        _notes(tables["things"], levels, facts), UNITS, about=ABOUT,
    )  # fmt: skip


def _called(table: pd.DataFrame, match: Match) -> pd.DataFrame:
    """The table with what its things are called."""
    every = things_of(match.spec).every if match.spec.things else ()
    names = {things.name_of(thing): things.called(match.ruleset, thing) for thing in every}

    def called(kind: str, thing: str) -> str:
        return names.get(thing) or names.get(f"{things.word(kind)}.{thing}") or f"{kind} {thing}"

    words = [called(*pair) for pair in zip(table["kind"], table["thing"], strict=True)]
    table.insert(0, "called", words)
    return table


def _notes(table: pd.DataFrame, levels: Sequence[Level], facts: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What changes, in words, and what was not asked."""
    from analyses.strength import CHANGES, SAME, sentence

    turned = [sentence(row) for row in table.to_dict("records") if row["strength"] == CHANGES]
    same = int((table["strength"] == SAME).sum())
    lines = [
        *(turned or ["No verdict is known to change from field to field."]),
        f"Of {len(table)} verdicts {len(turned)} change with strength, {same} are the same in all fields, and of "
        f"{len(table) - len(turned) - same} it is not yet known.",
    ]
    less = [fact["field"] for fact in facts if not fact["deals"]]
    if less:
        lines.append(f"Too few games to force and ban things: {', '.join(less)}. Seats and what is dealt were asked.")
    if not any(level.slow for level in levels):
        lines.append("No field here searches; --search adds one, at some hundred times the time a game.")
    lines.append("Verdicts on strategies are left out: another field has others.")
    return tuple(lines)
