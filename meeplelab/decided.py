"""When a game is decided: ordinary games are played, and their scores by round read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meeplelab.amounts import check_held
from meeplelab.findings import evidence
from meeplelab.listener import SILENT, Listener
from meeplelab.match import prepare, workers
from simcore.errors import MeepleError

if TYPE_CHECKING:
    import pandas as pd

    from analyses.decided.tables import Decided
    from analyses.finding import Finding

NAME = "decided"
TITLE = "When the game is decided"
GAMES = 40_000
SURE = 0.8
METHOD = (
    "Chances from score, strategy and seat after each round: a conditional logit, then isotonic regression, fitted on "
    "one half of the blocks and judged on the other; intervals over blocks (Wilson, t; Woodruff for medians)."
)
NOTES = (
    "The chances know what the track of the score shows, who plays which strategy and from which seat; not hands, nor "
    "what is only scored at the end. Whoever sees more may know the winner earlier.",
    "The runaway index compares the leader with an equal field that has the same luck: what each seat still gains is "
    "dealt anew to the seats of its game, beyond what its strategy gains from that seat on average. Where points are "
    "paid for, an index below 0 also says that who leads has spent what the others still hold.",
)
UNITS = {
    **dict.fromkeys(("leader_wins", "shuffled", "decided", "said", "won", "from", "to"), "share"),
    "runaway": "points", "gap": "points", "lead": "VP",
}  # fmt: skip
ABOUT = {
    "measures": "Of whole games. The Brier score is the mean squared gap between chance and win share.",
    "rounds": "After each round. Shuffled: how often the leader would win in an equal field with the same luck; "
    "runaway: how much more often it does. Decided: part of the games whose winner is known for good by then. Brier "
    "base: the Brier score of who knows only strategies and seats.",
    "reliability": "Chances in classes of a tenth: mean of what was said, and part of these seats that won.",
    "leads": "By round and lead to the best other seat: chance said, and part of these seats that won.",
}


def decided(
    game: str,
    *,
    players: int | None = None,
    games: int = GAMES,
    strategies: str | Sequence[str] | None = None,
    sure: float = SURE,
    seed: int = 1,
    jobs: int | None = None,
    rules: str | Path | None = None,
    changes: Mapping[str, object] | None = None,
    chunk: int | None = None,
    listener: Listener = SILENT,
    command: str = "",
) -> Finding:
    """Chances of winning by round, the round of no return, lead changes, and whether leaders run away.

    A game is decided from the round on from which its winner's chance stays above `sure`. The tables, all
    described in `analyses.decided.tables`: `measures` (the whole in a few numbers), `rounds`, `reliability`,
    `leads`. The facts: sure, the fair share, and how many classes of the reliability table are off beyond error.
    Raises MeepleError for bad input, for one player, and for too few games.
    """
    from analyses.decided.course import Course
    from analyses.decided.tables import Decided
    from analyses.finding import Finding
    from meeplelab.played import Played

    crew = workers(jobs)
    if not 0 < sure < 1:
        raise MeepleError(f"sure: {sure:g} is no chance to be sure at; expected a number between 0 and 1")
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    schedule = match.schedule
    if schedule.players < 2:
        raise MeepleError("players: one player alone has no lead and nobody to lose to; expected 2 or more")
    Decided.check_blocks(schedule.blocks, schedule.games)
    check_held(schedule.games, "games")
    listener.say(schedule.note())
    known = Decided.of(Course.of(Played(match, crew, chunk, listener)), sure)
    tables, facts = found(known)
    return Finding(
        NAME, TITLE,
        evidence(match.spec, match.ruleset, schedule.lineup, seed, schedule.games, schedule.blocks, METHOD, command),
        tables, facts, (sentence(tables["measures"], sure), *NOTES), UNITS, about=ABOUT,
    )  # fmt: skip


def found(known: Decided) -> tuple[dict[str, pd.DataFrame], dict[str, Any]]:
    """Tables and facts."""
    from analyses.decided.tables import by_lead, by_round, in_short, reliability

    tables = {
        "measures": in_short(known), "rounds": by_round(known), "reliability": reliability(known),
        "leads": by_lead(known),
    }  # fmt: skip
    classes = tables["reliability"]
    off = (classes["gap_low"] > 0) | (classes["gap_high"] < 0)
    players, rounds = known.course.players, known.course.last
    facts = {"sure": known.sure, "fair_share": 1 / players, "classes": len(classes), "classes_off": int(off.sum()),
             "rounds_fewest": int(rounds.min()), "rounds_most": int(rounds.max())}  # fmt: skip
    return tables, facts


def sentence(measures: pd.DataFrame, sure: float = SURE) -> str:
    """What to conclude, in words."""
    rows = measures.set_index("measure").to_dict("index")
    end, median = rows["decided only at the end"], rows["round of no return, median"]
    share = f"{100 * end['value']:.1f}% [{100 * end['value_low']:.1f}, {100 * end['value_high']:.1f}]"
    when = (
        "most games have no sure winner before the end"
        if end["value"] > 0.5
        else f"half of the games are decided by round {median['value']:.0f}"
    )
    words = f"With {sure:.0%} as sure enough, {when}; {share} only at the end."
    index = rows.get("runaway index")
    if index is None:
        return words
    low, high = 100 * index["value_low"], 100 * index["value_high"]
    span = f"{100 * index['value']:+.1f} pp [{low:+.1f}, {high:+.1f}]"
    way = (
        "Leaders run away: they win more than the points they have would bring"
        if low > 0
        else "Leaders are caught up with: they win less than the points they have would bring"
        if high < 0
        else "Leaders win as often as the points they have would bring, as far as can be seen"
    )
    return f"{words} {way} ({span})."
