"""`meeplelab rules`: the data in force, a file checked, what is assumed, a file to edit, every rule at work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meeplelab.console import command, records, say, show_json, show_lines, show_text
from meeplelab.options import Changes, Game, Json, Rules, path, settings
from meeplelab.progress import RunProgress

rules_app = typer.Typer(
    help="The rules of a game: show, check, sources, export, coverage.", no_args_is_help=True, rich_markup_mode=None
)


def add(app: typer.Typer) -> None:
    """Add the commands below one name."""
    app.add_typer(rules_app, name="rules")


@rules_app.command("show")
@command
def rules_show(game: Game, rules: Rules = None, changes: Changes = None, json: Json = False) -> None:
    """Show every value in force and where it comes from."""
    from meeplelab import api, show

    frame = api.rules(game, rules, settings(changes))
    show_json({**frame.attrs, "values": records(frame)}) if json else show.rules(frame)


@rules_app.command("check")
@command
def rules_check(
    game: Game, file: Annotated[Path, typer.Argument(metavar="FILE", parser=path)], json: Json = False
) -> None:
    """Check a rules file and name the first mistake."""
    from meeplelab import api

    frame = api.rules(game, file)
    if json:
        show_json({**frame.attrs, "file": str(file), "values": len(frame)})
    else:
        ruleset = f"ruleset {frame.attrs['ruleset']!r}, digest {frame.attrs['digest']}"
        show_lines([f"{file}: {len(frame)} values, all good; {ruleset}"])


@rules_app.command("sources")
@command
def rules_sources(game: Game, rules: Rules = None, json: Json = False) -> None:
    """List what is assumed and what else is worth trying."""
    from meeplelab import api, show

    frame = api.rules(game, rules)
    if json:
        show_json({**frame.attrs, "values": records(frame[frame["source"] == "assumed"])})
    else:
        show.sources(frame)


@rules_app.command("export")
@command
def rules_export(
    game: Game,
    rules: Rules = None,
    changes: Changes = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", parser=path, help="File to write; it must not exist.")
    ] = None,
    json: Json = False,
) -> None:
    """Write the data in force as a file for --rules."""
    from meeplelab import api

    text = api.export_rules(game, rules, settings(changes), out)
    if out:
        say(f"written: {out}")
    if json:
        show_json({"game": game, "file": str(out) if out else None, "toml": text})
    elif not out:
        show_text(text)


@rules_app.command("coverage")
@command
def rules_coverage(
    game: Game,
    games: Annotated[
        int | None, typer.Option(metavar="N", help="Games of each configuration; the fixed batch without it.")
    ] = None,
    seed: Annotated[int | None, typer.Option(metavar="S", help="Seed; that of the fixed batch without it.")] = None,
    json: Json = False,
) -> None:
    """See every rule at work in a batch of games."""
    from meeplelab import api, show

    with RunProgress(f"watching {game}") as progress:
        frame = api.rules_coverage(game, games=games, seed=seed, listener=progress.listener)
    show_json({**frame.attrs, "rules": records(frame)}) if json else show.rules_coverage(frame)
