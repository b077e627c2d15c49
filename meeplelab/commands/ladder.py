"""`meeplelab ladder`: how deep skill goes, how much is luck, and where each strategy stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from meeplelab import completing
from meeplelab.console import command, show_lines, show_table
from meeplelab.findings import Keep, check_keep, hand_over, was_typed
from meeplelab.options import Changes, Game, Jobs, Json, Players, Rules, Seed, settings
from meeplelab.progress import RunProgress
from simcore.words import at_table

if TYPE_CHECKING:
    from analyses.finding import Finding

Row = dict[str, Any]
RungNames = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        metavar="A,B,...",
        help="The rungs, lowest first. Without: random, all heuristics and tuned ones as a pilot orders them, search.",
    ),
]
Budgets = Annotated[
    str | None,
    typer.Option(
        metavar="N,N,...",
        help="Roll-outs a decision of the rungs that search, or none; 25,50,100,200 where no --strategies are given.",
    ),
]
PairGames = Annotated[int, typer.Option(metavar="N", help="Games of each pair, rounded up to whole blocks.")]
SearchGames = Annotated[int, typer.Option(metavar="N", help="Games of each pair with a rung that searches: slow ones.")]
Pilot = Annotated[int, typer.Option(metavar="N", help="Games of each pair in the pilot that orders the rungs.")]
Precision = Annotated[
    str | None,
    typer.Option(metavar="D", help="Play until each win share is known to ±D, such as 1pp; games are then the most."),
]
Reference = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Meets every rung. Without: the strongest heuristic of the pilot.",
        autocompletion=completing.strategies,
    ),
]
Step = Annotated[float, typer.Option(metavar="P", help="Share of games won by two that is one step of skill.")]


def add(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("ladder")
    @command
    def ladder(
        game: Game,
        players: Players = None,
        strategies: RungNames = None,
        budgets: Budgets = None,
        games: PairGames = 10_000,
        search_games: SearchGames = 400,
        pilot: Pilot = 500,
        precision: Precision = None,
        reference: Reference = None,
        step: Step = 0.6,
        seed: Seed = 1,
        jobs: Jobs = None,
        rules: Rules = None,
        changes: Changes = None,
        out: Keep = None,
        json: Json = False,
    ) -> None:
        """Say how deep skill goes, how much is luck, who stands where."""
        from meeplelab import api

        check_keep(out)
        with RunProgress(f"playing {game}") as progress:
            finding = api.ladder(
                game, strategies, budgets=budgets, players=players, games=games, search_games=search_games,
                pilot=pilot, precision=precision, reference=reference, step=step, seed=seed, jobs=jobs, rules=rules,
                changes=settings(changes), listener=progress.listener, command=was_typed(),
            )  # fmt: skip
        hand_over(finding, show, json, out)


def show(finding: Finding) -> None:
    """Rungs from the top down with the step each is above the one below, then luck."""
    from meeplelab.show import interval, percent, rows_of

    alone = finding.evidence.players == 1
    table = at_table(finding.evidence.players)
    show_lines([f"{finding.evidence.title}, {table}: {finding.title.lower()}", ""])
    steps: dict[Any, Row] = {row["rung"]: dict(row) for row in rows_of(finding.tables["steps"])}
    rows = [dict(row) for row in rows_of(finding.table)][::-1]
    over, scale, seen = ("vp_of_step", "vp", "vp_seen") if alone else ("win_share", "elo", "seen")
    digits = 1 if alone else 0
    heads = ("rung", "over below", "interval", "step", "VP" if alone else "Elo", "interval ", "over ref.", "interval  ",
             "games")  # fmt: skip
    show_table(
        heads,
        (
            (
                row["rung"],
                *_step(steps.get(row["rung"]), over, alone),
                *_strength(row, scale, digits),
                *(_strength(row, seen, digits) if alone else (percent(row[seen]), interval(row, f"{seen}_"))),
                f"{steps[row['rung']]['games']:,}" if row["rung"] in steps else "-",
            )
            for row in rows
        ),
        right=tuple(head for head in heads if head not in ("rung", "step")),
    )
    facts = finding.facts
    meant = (
        ("VP more than the rung below on the same deals", "VP")
        if alone
        else (
            f"win share of one seat among seats of the rung below; even is {percent(facts['even'])}",
            "Elo, added up,",
        )
    )
    show_lines(
        [
            f"Over below: {meant[0]}. Intervals: 95%.",
            f"{meant[1]} above {facts['floor' if alone else 'start']}; reference: {facts['reference']}.",
            "",
        ]
    )
    show_table(
        ("luck", "of games", "95% interval", "among equals", "of that", "games"),
        (
            (
                row["measure"], percent(row["value"]), interval(row, "value_"), percent(row["even"]),
                percent(row["of_even"]), f"{row['games']:,}",
            )
            for row in rows_of(finding.tables["luck"])
        ),
        right=("of games", "95% interval", "among equals", "of that", "games"),
    )  # fmt: skip


def _step(row: Row | None, name: str, alone: bool) -> tuple[str, str, str]:
    """What is over the rung below, its interval, and what can be said of the step."""
    from meeplelab.show import interval, percent

    if row is None:
        return "-", "-", ""
    ends = _strength(row, name, 1) if alone else (percent(row[name]), interval(row, f"{name}_"))
    return *ends, str(row["verdict"]).removesuffix(" within its interval")


def _strength(row: Row, name: str, digits: int) -> tuple[str, str]:
    """A value of the scale with its interval, or the bound that is all there is."""
    from analyses.ladder.words import bound, number

    value, low, high = (number(row[f"{name}{end}"]) for end in ("", "_low", "_high"))
    if value is None:
        return bound(low, high, digits), "-"
    if low is None or high is None:
        return f"{value:.{digits}f}", "-"
    return f"{value:.{digits}f}", "-" if low == high else f"{low:.{digits}f} to {high:.{digits}f}"
