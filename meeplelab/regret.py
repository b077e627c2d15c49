"""Regret: decisions of a field judged by a search; dead content, traps, and positions to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import things
from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, as_typed, names_of, players_of, prepare, shown_line_up, workers
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.fields import shown
from simcore.parallel import check_jobs
from simcore.registry import game as find_game
from strategies import catalog

if TYPE_CHECKING:
    import pandas as pd

    from analyses.finding import Finding
    from meeplelab.regretdraw import Drawn
    from meeplelab.regretplay import Field, Judged

NAME, TITLE = "regret", "Regret: dead content and traps"
GAMES, POSITIONS, EXAMPLES = 400, 1_500, 2
SEARCH = "search@budget=1000"
MOST = 1_000_000
METHOD = (
    "Decisions drawn without replacement from all that offer a thing beside something else, of each kind equally many "
    "and weighted by how many there are. One survey of imagined worlds names the best options, fresh worlds measure "
    "them. Ratios over deals: Wilson at the effective n, t; verdicts adjusted over the table."
)
UNITS = {
    **dict.fromkeys(("best", "chosen"), "share"),
    **dict.fromkeys(("loss", "loss_won", "fault", "regret", "regret_won"), "points"),
    **dict.fromkeys(("loss_vp", "regret_vp"), "VP"),
}  # fmt: skip
ABOUT = {
    "things": "Of the decisions that offer a thing beside something else. Best: part of them in which an option that "
    "takes it is best. Chosen: part in which the field took it. Loss: worth that the best option with it loses there "
    "against the best of all. Fault: the same where the field took it. Regret: what the option taken loses there. "
    "Worth: the search's, a won game is 100 pp, and VP count beside it; won and VP tell the two apart.",
    "decisions": "By kind of decision: options, part in which the field chose the best, worth lost a decision. Asked: "
    "how many there were in all games.",
    "players": "The same by who chose.",
    "examples": "Positions to look at, picked by the roll-outs that named the best options and measured by fresh ones. "
    "Loss: what the option with the thing loses against the better one.",
    "options": "All that was found of the options of those positions, the best twelve and those that were measured. "
    "Gain: over the option that the roll-outs' strategy advises, with its standard error over worlds. Measured: worth "
    "in fresh worlds.",
}


def regret(
    game: str,
    *,
    kinds: str | Sequence[str] | None = None,
    chosen: str | Sequence[str] | None = None,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    search: str = SEARCH,
    games: int = GAMES,
    positions: int = POSITIONS,
    rare: float = 0.05,
    margin: float = 0.01,
    method: str = "bh",
    examples: int = EXAMPLES,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """What the choices of a field lose against the best a search finds, thing by thing; traps and dead content.

    The line-up plays `games`, each of a deal of its own and turned by one seat from deal to deal; of the decisions in
    them that offer one of the things (kinds and chosen pick them, as for `ledger`; all without them) beside something
    else, `positions` are judged by `search`, whose budget is spent by half on naming the best options and by half on
    measuring them in fresh worlds. A thing is dead content if it is best in less than the share `rare` of its offers
    and loses more than `margin` there, a trap if it loses more than `margin` where it was chosen; both in worth of
    the search, a won game being 1. `examples` positions are told for each thing. Tables: things, decisions, players
    (see `analyses.regret.tables`), examples, options. Raises MeepleError for bad input.
    """
    from analyses.finding import Finding
    from analyses.regret.tables import Judge
    from analyses.verdict import METHODS
    from meeplelab.regretdraw import draw
    from meeplelab.regretplay import Field, Thinker
    from meeplelab.regretshown import examples_of

    crew = workers(jobs)
    check_jobs(crew)
    if method not in METHODS:
        raise MeepleError(f"method: {shown(method)}; expected one of: {', '.join(METHODS)}")
    for what, share in (("rare", rare), ("margin", margin)):
        if not 0 < share < 1:
            raise MeepleError(f"{what}: {100 * share:g}% is out of range; expected more than 0 and less than 100")
    for what, number in (("games", games), ("positions", positions)):
        if not 1 <= number <= MOST:
            raise MeepleError(f"{what}: {number:,}; expected 1 to {MOST:,}")
    if not 0 <= examples <= 100:
        raise MeepleError(f"examples: {examples} for each thing; expected 0 to 100")
    spec = find_game(game)
    count = players_of(spec, players, names_of(strategies))
    places = _places(spec, names_of(kinds), names_of(chosen))
    thinker = Thinker.of(game, search, count)
    match = prepare(game, count, 1, strategies, seed, rules, changes, notice=listener.notice)
    field = Field(match, thinker, places, crew, listener)
    _compile(field)
    courses = field.courses(games)
    drawn = draw(courses, positions, len(spec.decisions), seed)
    judged = list(field.judged(courses, drawn))
    tables = found(match, places, judged, drawn, Judge(rare, margin, "by" if method == "by" else "bh"))
    names = names_of(strategies)
    listed = catalog.split(names, count) if names else shown_line_up(game, count)
    again = _replay(game, listed, seed, rules, changes or {})
    tables |= examples_of(match, tables["things"], judged, places, examples, again)
    facts = {
        "rare": rare, "margin": margin, "method": method, "search": thinker.strategy.name,
        "roll_outs_by": thinker.policy.name, "budget": thinker.budget, "worth_of_win": thinker.of_win,
        "worth_of_vp": thinker.of_vp, "positions": len(judged), "asked": int(drawn.asked.sum()),
        "roll_outs": sum(len(each.found.means) * each.found.worlds
                         + len(each.measured.means) * each.measured.worlds for each in judged),
        **words_of(tables["things"]),
    }  # fmt: skip
    card = evidence(spec, match.ruleset, match.schedule.lineup, seed, games, games, METHOD, command)
    return Finding(NAME, TITLE, card, tables, facts, notes(facts), UNITS, about=ABOUT)


def _places(spec: Any, kinds: Sequence[str], names: Sequence[str]) -> tuple[int, ...]:
    """Places of the things asked for that a choice can take; kinds of moves are among them unless others are named."""
    every = things_of(spec).every
    wanted = things.meant(spec, kinds, names) if kinds or names else range(len(every))
    found = tuple(place for place in wanted if not every[place].shared)
    if not found:
        raise MeepleError("things: all seats share these, so no choice takes them; expected others")
    return found


def _compile(field: Field) -> None:
    """Compile the survey, or take it from the cache; the wait is told of before it begins."""
    from simcore import jit

    game, policy = field.match.spec.name, field.thinker.policy
    unit = (f"simcore/games/{game}", "strategies/searching", f"strategies/{game}")
    name = f"survey-{policy.name}"
    if not policy.trusted or not jit.is_warm(unit, name):
        field.listener.say(f"compiling the search by {policy.name} for {field.match.spec.title}; it may take a minute")
    field.surveyor  # noqa: B018  # compiled here, while the notice of it stands
    if policy.trusted:
        jit.mark_warm(unit, name)


def found(
    match: Match, places: Sequence[int], judged: Sequence[Judged], drawn: Drawn, judge: Any
) -> dict[str, pd.DataFrame]:
    """The tables of things, kinds of decisions and players."""
    import numpy as np

    from analyses.regret.decision import Decisions, Offers, holds, lost
    from analyses.regret.tables import decisions_table, things_table

    offers: list[tuple[Any, ...]] = []
    decisions: list[tuple[Any, ...]] = []
    for each in judged:
        named, (regret, losses) = each.named, lost(each.named, each.measured.means)
        deal, best = each.course.deal, named.best == named.chosen
        decisions.append((deal, each.weight, each.kind, each.entry, len(each.sets), best, regret))
        for place, loss in losses.items():
            took = bool(holds(each.sets, place)[named.chosen])
            offers.append((deal, each.weight, place, named.is_best[place], took, loss, regret))
    every = things_of(match.spec).every
    labels = {
        "thing": [things.name_of(every[place]) for place in places],
        "kind": [every[place].kind for place in places],
        "called": [things.called(match.ruleset, every[place]) for place in places],
    }
    chosen = Decisions(*map(np.array, zip(*decisions, strict=True)))
    lineup = match.schedule.lineup
    players = list(dict.fromkeys(lineup))
    who = np.array([players.index(lineup[entry]) for entry in chosen.player])
    return {
        "things": things_table(labels, places, Offers(*map(np.array, zip(*offers, strict=True))), judge),
        "decisions": decisions_table(match.spec.decisions, "decision", chosen.kind, chosen, drawn.asked.tolist()),
        "players": decisions_table(players, "player", who, chosen),
    }


def words_of(table: pd.DataFrame) -> dict[str, list[str]]:
    """The things by verdict."""
    from analyses.regret.tables import WORDS

    keys = dict(zip(("traps", "dead", "fine", "unknown"), WORDS, strict=True))
    return {key: table.loc[table["verdict"] == word, "thing"].tolist() for key, word in keys.items()}


def notes(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """What to conclude, and what a reader must know."""
    rare, margin = f"{100 * facts['rare']:g}%", f"{100 * facts['margin']:g} pp"
    said = [
        f"Traps, chosen and losing more than {margin} of worth: {_listed(facts['traps'])}. Dead content, best in less "
        f"than {rare} of its offers and losing more than {margin} there: {_listed(facts['dead'])}. Fine: "
        f"{len(facts['fine'])}; not yet known: {len(facts['unknown'])}.",
        f"Worth is that of roll-outs by {facts['roll_outs_by']}: what an option is worth if all seats go on like that. "
        "What only pays with a plan that these roll-outs do not follow looks worse than it is; another search can be "
        "asked with --search.",
        f"{facts['positions']:,} of {facts['asked']:,} decisions that offer a thing were judged. Losses are against "
        "the best option that one survey found, measured by another: they are too small where it was not the best, "
        "never too large. With more roll-outs a decision (budget) they come closer.",
    ]
    return tuple(said)


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "none"


def _replay(
    game: str, listed: Sequence[str], seed: int, rules: str | Path | None, changes: Mapping[str, object]
) -> list[str]:
    """Words of the command that replays games of this field, but for which game."""
    words = ["replay", game, "--strategies", ",".join(listed), "--players", str(len(listed)), "--seed", str(seed)]
    words += ["--rules", str(rules)] if rules is not None else []
    for key, value in changes.items():
        words += ["--set", f"{key}={as_typed(value)}"]
    return words
