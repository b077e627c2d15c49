"""The skill ladder: from blind choice over heuristics and tuned ones to search at doubling budgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from meeplelab import findings
from meeplelab.amounts import check_held, positive_points
from meeplelab.listener import SILENT, Listener
from meeplelab.match import load, names_of, players_of, ruleset_of, workers
from meeplelab.rungs import FLOOR_KIND, Rungs, budgets_of, kind_of, rungs_of
from simcore.errors import MeepleError
from simcore.parallel import check_jobs
from simcore.registry import game as find_game
from simcore.schedule import Schedule
from strategies import catalog

if TYPE_CHECKING:
    from analyses.finding import Finding
    from analyses.ladder.games import LadderGames, Pair
    from meeplelab.ladderplay import Tables

NAME = "ladder"
TITLE = "The skill ladder"
GAMES, SEARCH_GAMES, PILOT = 10_000, 400, 500
STEP = 0.6


@dataclass(frozen=True)
class Amounts:
    """Games of a pair of quick strategies, of one with search, and of a pair in the pilot; the precision (a share)."""

    games: int
    search: int
    pilot: int
    precision: float | None

    def check(self, players: int) -> None:
        """Refuse numbers that give no interval.

        Raises MeepleError.
        """
        for what, number in (("games", self.games), ("search games", self.search), ("pilot", self.pilot)):
            if number < 2 * players:
                raise MeepleError(
                    f"{what}: {number} games a pair; expected 2 deals with all rotations or more: {2 * players} games"
                )
            check_held(number, what)


def ladder(
    game: str,
    strategies: str | Sequence[str] | None = None,
    *,
    budgets: str | Sequence[int] | None = None,
    players: int | None = None,
    games: int = GAMES,
    search_games: int = SEARCH_GAMES,
    pilot: int = PILOT,
    precision: str | float | None = None,
    reference: str | None = None,
    step: float = STEP,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """How far skill goes: each rung against the one below and against a common reference; depth, luck, what rises.

    The rungs are `random`, all heuristics and those with tuned weights, ordered in a pilot on deals of its own, then
    `search` (by `@tuned` where there are such weights) at each of the budgets; or `strategies`, the lowest first. A
    pair plays `games`, one that searches `search_games`; with a precision (percentage points of win share) until its
    share is known so well, and these at most. step is the share of games won by two that counts as one step of skill.
    Tables: rungs, steps, luck (see `analyses.ladder.tables`). Raises MeepleError for bad input.
    """
    from meeplelab.ladderplay import Tables

    spec = find_game(game)
    count = players_of(spec, players)
    ruleset, crew = ruleset_of(spec, rules, changes), workers(jobs)
    check_jobs(crew)
    amounts = Amounts(games, search_games, pilot, _precision(precision, count))
    amounts.check(count)
    if not 0.5 < step < 1:
        raise MeepleError(
            f"step: {step:g} is no share that the better of two wins; expected more than 0.5, less than 1"
        )
    rungs = rungs_of(game, count, names_of(strategies), budgets_of(budgets))
    names = rungs.names
    if reference is not None:
        catalog.check(game, reference, count)
        names += (reference,) * (reference not in names)
    fresh = 0 if rungs.settled else -(-pilot // count)
    for most in (games, search_games):
        Schedule(seed, ("any",) * count, most, fresh)  # raises for bad numbers
    for sentence in rungs.left_out:
        listener.say(sentence)
    entered = tuple(load(spec, names, count, listener.notice))
    labels = catalog.labels(entered)
    if len(set(labels)) < len(labels):
        raise MeepleError(f"ladder: {', '.join(labels)}; expected different strategies")
    tables = Tables(spec, ruleset, entered, labels, count, seed, crew, listener=listener)
    order = list(range(len(rungs.names))) if rungs.settled else _measured(tables, rungs, pilot)
    order += range(len(order), len(names))
    names = tuple(names[i] for i in order)
    tables = replace(
        tables, strategies=tuple(entered[i] for i in order), labels=tuple(tables.labels[i] for i in order),
        first_deal=fresh,
    )  # fmt: skip
    against = names.index(reference) if reference is not None else _usual_reference(names)
    played, total = _play(tables, tuple(map(kind_of, names)), len(rungs.names), against, amounts)
    return _finding(played, total, tables, rungs, amounts, step, command or _again(game, count, amounts, seed))


def _precision(precision: str | float | None, players: int) -> float | None:
    if precision is None:
        return None
    if players == 1:
        raise MeepleError("precision: one player alone has no win share; expected --games instead")
    return positive_points(precision, "precision")


def _measured(tables: Tables, rungs: Rungs, pilot: int) -> list[int]:
    """Numbers of the rungs in their order: those between the lowest and the ones that search by a small tournament."""
    from analyses.ladder.games import SEARCH
    from meeplelab.ladderplay import measured

    kinds = rungs.kinds
    floor = [i for i, kind in enumerate(kinds) if kind == FLOOR_KIND]
    search = [i for i, kind in enumerate(kinds) if kind == SEARCH]
    between = [i for i in range(len(kinds)) if i not in (*floor, *search)]
    if len(between) > 1:
        tables.listener.say(f"a pilot for the order of {len(between)} strategies")
        between = measured(tables, between, pilot)
    return [*floor, *between, *search]


def _usual_reference(names: Sequence[str]) -> int:
    """The highest rung that is a plain heuristic, else the highest that does not search, else the lowest."""
    kinds = list(map(kind_of, names))
    for wanted in (("heuristic",), ("tuned", "own", "floor")):
        if found := [i for i, kind in enumerate(kinds) if kind in wanted]:
            return found[-1]
    return 0


def _play(
    tables: Tables, kinds: tuple[str, ...], size: int, reference: int, amounts: Amounts
) -> tuple[LadderGames, int]:
    """Play the quick pairs, then those that search, each lot under a bar of its own; the games as well."""
    from analyses.ladder.games import SEARCH, LadderGames
    from meeplelab.ladderplay import Outcomes, Size, laid_out, pairs_of, play_pairs

    def slow(pair: Pair) -> bool:
        return any(kinds[i] == SEARCH for i in pair)

    alone = tables.players == 1
    pairs = pairs_of(kinds[:size], reference, alone)
    wanted = [(i, i) for i in sorted({i for pair in pairs for i in pair})] if alone else pairs
    got: Outcomes = {}
    for search in (False, True):
        part = [pair for pair in wanted if slow(pair) == search]
        each = Size(amounts.search if search else amounts.games, amounts.precision)
        # A slow strategy is heard of after every block.
        got |= play_pairs(tables, part, each, tables.players if search else None)
    won, games, gap = laid_out(got, pairs, tables.players)
    played = LadderGames(tables.labels, kinds, size, reference, tables.players, tuple(pairs), won, games, gap)
    return played, tables.players * sum(map(len, got.values()))


def _again(game: str, players: int, amounts: Amounts, seed: int) -> str:
    return findings.typed(
        NAME, game, "--players", players, "--games", amounts.games, "--search-games", amounts.search, "--seed", seed
    )


def _finding(
    played: LadderGames, games: int, tables: Tables, rungs: Rungs, amounts: Amounts, step: float, command: str
) -> Finding:
    from analyses.finding import Finding
    from analyses.ladder.tables import ABOUT, ABOUT_ALONE, METHOD, UNITS, tables_of
    from analyses.ladder.words import sentences

    frames, facts = tables_of(played, step)
    card = findings.evidence(
        tables.spec, tables.ruleset, played.names, tables.seed, games, games // tables.players, METHOD, command
    )
    facts |= {"pilot_games": 0 if rungs.settled else amounts.pilot, "left_out": list(rungs.left_out)}
    notes = (*sentences(frames, facts), *_notes(played, rungs, amounts))
    about = ABOUT_ALONE if tables.players == 1 else ABOUT
    return Finding(NAME, TITLE, replace(card, players=tables.players), frames, facts, notes, UNITS, about=about)


def _notes(played: LadderGames, rungs: Rungs, amounts: Amounts) -> list[str]:
    """How the rungs came to their places, what is missing, and what the scale cannot say."""
    lines = []
    if not rungs.settled:
        lines.append(
            f"The order between {played.names[0]} and the rungs that search was measured in a tournament of "
            f"{amounts.pilot} games a pair on other deals; every number here is from fresh ones."
        )
    lines.append(
        f"Reference: {played.names[played.reference]}. A scale says of each rung one number; who beats whom beyond it "
        "is told by `meeplelab field`."
    )
    return [*lines, *rungs.left_out]
