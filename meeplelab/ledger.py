"""The randomised ledger: what each thing of a game is worth, as seen, as dealt, and as forced against banned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab import things, treatments
from meeplelab.findings import evidence
from meeplelab.ledgerplay import DEALS, EXPLORE, WHEN, Making, Request
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Match, names_of, prepare, workers
from simcore.errors import MeepleError
from simcore.experiment import things_of
from simcore.fields import shown
from strategies import catalog

if TYPE_CHECKING:
    import pandas as pd

    from analyses.estimate import Estimate
    from analyses.finding import Finding
    from meeplelab.mixtures import Field

NAME, TITLE = "ledger", "The randomised ledger"
METHOD = (
    "Forced: on common deals a seat takes the thing {when} it can, against never; one seat a deal, drawn "
    "from those that get the chance; paired t over deals. Dealt: intention to treat, within seats. Seen: of seats that "
    "took it, less the others, confounded. Bias: with the covariance over deals. Verdicts on the forced effect"
    "{against}, by equivalence tests, adjusted over the table."
)
EFFECTS = ("seen", "dealt", "forced", "bias", "judged", "choice", "worst", "effect")
UNITS = {
    **dict.fromkeys(EFFECTS, "points"),
    **{f"{name}_vp": "VP" for name in (*EFFECTS, "given")},
    "took_forced": "share", "took_banned": "share",
}  # fmt: skip
MARKS = {"seen": "confounded", "seen_vp": "confounded", "forced": "randomised", "forced_vp": "randomised"}
ABOUT = {
    "things": "Seen: who took it less who did not. Dealt: who was dealt it less who was not. Forced: made to take it "
    "less kept from it. Bias: seen less forced. Judged: what the verdict is about; p values are of that being 0. Took: "
    "part of the forced seats, and of the banned ones, that took it. Deals needed: about how many would settle an open "
    "verdict.",
    "shared": "What all seats share moves scores. Dealt: deals with it less deals without. Given: the rules changed so "
    "that it is there, less that it is not, on common deals.",
    "choices": "Choice: taking it at a decision less leaving it, where now and then a choice is drawn by lot; weighted "
    "by the chance of what was drawn. n counts decisions.",
}


def ledger(
    game: str,
    *,
    kinds: str | Sequence[str] | None = None,
    chosen: str | Sequence[str] | None = None,
    players: int | None = None,
    strategies: str | Sequence[str] | None = None,
    deals: int = DEALS,
    margin: float = 0.01,
    method: str = "bh",
    against: str = "kind",
    how: str = "once",
    explore: float = EXPLORE,
    fields: str | Sequence[str] | None = None,
    field_finding: Path | None = None,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """What each thing is worth: seen, dealt, forced less banned, the bias of what is seen, and a verdict.

    kinds and chosen (names such as "item.spook") pick the things, all but kinds of moves without them.
    `deals` is on how many each is treated; margin (win share) and method are those of the verdicts, which are
    about the forced effect `against` that of the others of its "kind" or "zero". how is as in `forced_effects`;
    explore the chance of a free choice, 0 for none. fields repeats the verdicts where others play: uniform, nash
    (with the finding of a field), each, over the strategies named, or all of the game.

    Tables: things, and where there is anything to tell shared, choices, fields, worst; see `analyses.ledger.table`.
    Raises MeepleError for bad input.
    """
    from analyses.finding import Finding
    from analyses.verdict import METHODS, Judge

    crew = workers(jobs)
    if method not in METHODS:
        raise MeepleError(f"method: {shown(method)}; expected one of: {', '.join(METHODS)}")
    if margin <= 0:
        raise MeepleError(f"margin: {margin:g} is not above 0")
    match = prepare(game, players, 1, strategies, seed, rules, changes, notice=listener.notice)
    if len(match.strategies) < 2:
        raise MeepleError("players: one player alone has nobody to win against; expected 2 or more")
    asked = Request(things.meant(match.spec, names_of(kinds), names_of(chosen)), deals, how, against, explore, crew)
    wanted = _fields(match, fields, strategies, field_finding)
    judge = Judge(margin, method="by" if method == "by" else "bh")
    made = Making(match, asked, listener)
    tables: dict[str, pd.DataFrame] = {"things": made.things(judge)}
    for name, table in (("shared", made.shared(rules, changes or {})), ("choices", made.choices())):
        if len(table):
            tables[name] = table
    if wanted:
        tables |= made.fields(wanted, judge)
    facts: dict[str, Any] = {
        "margin": margin, "method": method, "against": against, "how": how, "explore": explore,
        "deals": deals, "out_of_reach": made.out_of_reach, "fields": [field.name for field in wanted],
    }  # fmt: skip
    schedule = match.schedule
    card = evidence(match.spec, match.ruleset, schedule.lineup, seed, made.games, made.deals, _method(asked), command)
    return Finding(NAME, TITLE, card, tables, facts, made.notes(), UNITS, MARKS, ABOUT)


def _method(asked: Request) -> str:
    """What was done, as it was asked for."""
    against = " less that of the middle of the others of its kind" if asked.against == "kind" else ""
    return METHOD.format(when=WHEN[asked.how], against=against)


def _fields(
    match: Match, words: str | Sequence[str] | None, strategies: str | Sequence[str] | None, finding: Path | None
) -> list[Field]:
    """The fields asked for, over the strategies named or all of the game."""
    from meeplelab.mixtures import fields_of

    asked = names_of(words)
    if finding is not None and "nash" not in asked:
        raise MeepleError("field finding: it is used for --fields nash only")
    return fields_of(asked, names_of(strategies) or catalog.names(match.spec.name), finding, match.spec.name)


def forced_effects(
    match: Match,
    places: Sequence[int],
    deals: int,
    *,
    jobs: int = 1,
    how: str = "once",
    against: str = "zero",
    fewest: int | None = None,
    listener: Listener = SILENT,
) -> tuple[Estimate, Estimate]:
    """Effect on win share and on score (VP) of being made to take each thing against being kept from it.

    places are places in the game's things, none of them shared; `deals` deals are played, from the first of
    the match on, once without treatment and then twice for each thing that comes within somebody's reach: the
    effect is that on a seat that gets the chance, one of them a deal drawn at random. Both Estimates have one
    entry a place, NaN with n = 0 for what nobody could take; n counts deals.

    how is "once" (the first time it can) or "always" (every time it can). against "kind" takes from each effect
    that of the middle of the others of its kind among `places` (`analyses.ledger.kinds`): what the ledger judges,
    since being kept from anything costs options and so the effect alone has no natural zero. The others that
    count rest on `fewest` deals or more, 30 unless told otherwise.
    """
    from analyses.ledger.kinds import against_kind
    from analyses.ledger.linear import mean
    from analyses.verdict import FEWEST_BLOCKS

    table = treatments.ordinary(match, treatments.deals_of(match, deals), jobs, listener)
    found = treatments.arms(match, table, places, how, jobs, listener)
    kinds = [things_of(match.spec).every[place].kind for place in places]
    win, score = (mean(part) for part in (found.win, found.score))
    if against == "kind":
        win, score = (against_kind(part, kinds, FEWEST_BLOCKS if fewest is None else fewest) for part in (win, score))
    method = "paired t over deals"
    return win.estimate(method), score.estimate(method)
