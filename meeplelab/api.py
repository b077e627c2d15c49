"""The verbs of the command line as functions for notebooks and scripts; they return pandas frames.

    from meeplelab import api
    api.simulate("watchmen", players=4, games=10_000, strategies=["random", "greedy-value"])

Bad input raises `simcore.errors.MeepleError`, whose text is what the command line would print.
A frame's `attrs` hold what is true of the whole table: the seed, the ruleset, the folder...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from meeplelab.bands import bands as bands
from meeplelab.compare import compare as compare
from meeplelab.coverage import rules_coverage as rules_coverage
from meeplelab.decided import decided as decided
from meeplelab.field import field as field
from meeplelab.listener import SILENT, Listener
from meeplelab.match import check_out, players_of, prepare, ruleset_of, workers
from meeplelab.progress import duration
from meeplelab.variance import variance as variance
from meeplelab.whatif import whatif as whatif
from simcore.errors import MeepleError
from simcore.registry import GAMES
from simcore.registry import game as find_game
from simcore.schedule import Schedule

Changes = Mapping[str, object]
"""Changed rules values by key, as `--set` takes them."""
Names = str | Sequence[str]
"""Strategy names; a text holds them with commas between."""


def games() -> pd.DataFrame:
    """One row a game: player counts, ruleset, and how many of its values rest on what."""
    rows = []
    for name in GAMES:
        spec = find_game(name)
        ruleset = spec.load_rules(None, {})
        low, high = spec.players
        row: dict[str, Any] = {"game": name, "title": spec.title, "players_from": low, "players_to": high}
        row |= {"ruleset": ruleset.name, "digest": ruleset.digest, "values": len(ruleset.values)}
        rows.append(row | ruleset.source_counts())
    return pd.DataFrame(rows)


def strategies(game: str | None = None) -> pd.DataFrame:
    """One row a strategy: game, strategy, idea, stochastic, weights.

    weights is a list of mappings with name, default, low, high and meaning. Raises MeepleError
    for an unknown game.
    """
    from strategies import catalog

    rows = []
    for name in GAMES if game is None else [game]:
        for each in (catalog.load(name, known) for known in catalog.names(name)):
            weights = [
                {"name": w.name, "default": w.default, "low": w.low, "high": w.high, "meaning": w.meaning}
                for w in each.weights
            ]
            rows.append((name, each.name, each.idea, each.stochastic, weights))
    return pd.DataFrame(rows, columns=["game", "strategy", "idea", "stochastic", "weights"])


def rules(game: str, file: str | Path | None = None, changes: Changes | None = None) -> pd.DataFrame:
    """One row a value of the rules in force: key, value, source, worth_trying, note, meaning (of a switch).

    `attrs` holds the name and digest of the ruleset. Raises MeepleError for a bad file or change.
    """
    spec = find_game(game)
    ruleset = ruleset_of(spec, file, changes)
    meanings = {f"rules.{switch.key}": switch.meaning for switch in ruleset.switches}
    frame = pd.DataFrame(
        [(v.key, v.value, v.source, list(v.worth_trying), v.note, meanings.get(v.key, "")) for v in ruleset.values],
        columns=["key", "value", "source", "worth_trying", "note", "meaning"],
    )
    frame.attrs = {"game": game, "ruleset": ruleset.name, "digest": ruleset.digest, "changed": dict(ruleset.overrides)}
    return frame


def export_rules(
    game: str, file: str | Path | None = None, changes: Changes | None = None, out: str | Path | None = None
) -> str:
    """The rules in force as the text of a TOML file, which loads back to the same rules.

    With `out` it is also written there. Raises MeepleError if that file exists or cannot be written.
    """
    from simcore.rulesexport import export_rules as export

    text = export(ruleset_of(find_game(game), file, changes))
    if out is not None:
        try:
            with Path(out).open("x", encoding="utf-8") as target:
                target.write(text)
        except FileExistsError:
            raise MeepleError(f"out: {out} exists; name a new file, or remove this one first") from None
        except OSError as error:
            raise MeepleError(f"out: {out} cannot be written: {error.strerror}") from None
    return text


def simulate(
    game: str,
    *,
    players: int | None = None,
    games: int = 10_000,
    strategies: Names | None = None,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    rules: str | Path | None = None,
    changes: Changes | None = None,
    chunk: int | None = None,
    listener: Listener = SILENT,
    command: Sequence[str] = (),
) -> pd.DataFrame:
    """Play, and sum up; see `meeplelab.summary` for the frame.

    One strategy fills every seat, several are one a seat; without any the game's own line-up
    plays. With `out` the rows are kept in that folder (new or empty), otherwise nowhere. `attrs`
    holds the facts of the run. Raises MeepleError for bad input, and then writes nothing.
    """
    from meeplelab.played import Played, sources_of
    from meeplelab.summary import summary
    from simcore.run import play_to

    if out is not None:
        check_out(Path(out))
    crew = workers(jobs)
    match = prepare(game, players, games, strategies, seed, rules, changes, notice=listener.notice)
    listener.say(match.schedule.note())
    if out is None:
        played = Played(match, crew, chunk, listener)
        frame = summary(played)
        seconds = played.seconds
    else:
        run = play_to(
            Path(out), match.spec, match.ruleset, match.strategies, match.schedule, sources=sources_of(match),
            command=command, jobs=crew, chunk=chunk,
            on_progress=listener.progress, on_compile=listener.notice,
        )  # fmt: skip
        seconds = run.manifest["wall_seconds"]
        frame = summary(run)
    count = match.schedule.games
    rate = round(count / seconds) if seconds > 0 else 0
    listener.say(f"{count:,} games in {duration(seconds)}, {rate:,} games/s")
    frame.attrs |= {"games_asked": match.schedule.asked, "seconds": round(seconds, 3), "games_per_second": rate}
    frame.attrs["out"] = None if out is None else str(out)
    return frame


def replay(
    game: str,
    *,
    seed: int = 1,
    deal: int = 0,
    rotation: int = 0,
    players: int | None = None,
    strategies: Names | None = None,
    rules: str | Path | None = None,
    changes: Changes | None = None,
    png: str | Path | None = None,
    listener: Listener = SILENT,
) -> pd.DataFrame:
    """Play one game again: one row a decision, with seat, strategy, decision, options and choice.

    `attrs["text"]` tells the game turn by turn. With `png` the board is drawn at each decision
    into that folder (new or empty). Raises MeepleError for bad input.
    """
    from meeplelab import pictures
    from simcore import replay as replays

    if png is not None:
        check_out(Path(png), "png")
        pictures.illustrator(find_game(game))

    match = prepare(game, players, 1, strategies, seed, rules, changes, deal, listener.notice)
    if not 0 <= rotation < match.schedule.rotations:
        raise MeepleError(f"rotation: {rotation}; this line-up has the rotations 0 to {match.schedule.rotations - 1}")

    def fresh() -> replays.Game:
        return replays.Game(match.spec, match.ruleset, match.strategies, seed, deal, rotation)

    speak = match.spec.describer()
    rows = [
        (
            step.index,
            step.seat,
            match.schedule.lineup[step.entry],
            step.decision,
            len(step.options),
            speak.option(match.ruleset, step.before, step.options[step.choice]),
        )
        for step in replays.steps(fresh())
    ]
    frame = pd.DataFrame(rows, columns=["step", "seat", "strategy", "decision", "options", "choice"])
    frame.attrs = {"game": game, "seed": seed, "deal": deal, "rotation": rotation, "digest": match.ruleset.digest}
    frame.attrs["text"] = replays.text(fresh())
    if png is not None:
        drawn = pictures.draw(fresh(), Path(png))
        listener.say(f"{len(drawn)} pictures in {png}")
        frame.attrs["png"] = str(png)
    return frame


def report(folder: str | Path, out: str | Path | None = None, listener: Listener = SILENT) -> pd.DataFrame:
    """Write a report of a run, or of the runs right below a folder: one row a file written.

    It goes to `out` (new or empty), else to the folder `report` beside the run's files. `attrs`
    holds the path of the page. Raises MeepleError for bad input, and then writes nothing.
    """
    from meeplelab import study

    target = Path(out) if out is not None else Path(folder) / study.REPORT
    check_out(target)
    runs = study.find_runs(Path(folder))
    games = sum(run.games for run in runs)
    listener.say(f"writing a report on {games:,} games in {len(runs)} run{'s' * (len(runs) > 1)}")
    study.write_whole(runs, target)
    files = sorted(path for path in target.rglob("*") if path.is_file())
    frame = pd.DataFrame(
        [(path.relative_to(target).as_posix(), path.suffix.lstrip("."), path.stat().st_size) for path in files],
        columns=["file", "kind", "bytes"],
    )
    page = next(path for path in files if path.suffix == ".html")
    frame.attrs = {"game": runs[0].game, "games": games, "runs": [str(run.folder) for run in runs], "page": str(page)}
    return frame


def study(
    game: str | None = None,
    *,
    games: int = 100_000,
    seed: int = 1,
    jobs: int | None = None,
    out: str | Path | None = None,
    listener: Listener = SILENT,
    command: Sequence[str] = (),
) -> pd.DataFrame:
    """Play a game (or all) at every number of players and write its report: one row a run.

    `games` are played at the usual table of four, a fifth of that at each other one and under
    each of the game's variants of the rules, by the game's own line-up. Everything goes below
    `out` (new or empty), else below a fresh numbered folder of `results`.
    `attrs["pages"]` holds the paths of the reports.
    """
    from meeplelab import study as studies

    chosen = [find_game(name) for name in (GAMES if game is None else [game])]
    workers(jobs)
    Schedule(seed, ("any",), games)  # refuses bad numbers before a folder is made
    if out is not None:
        check_out(Path(out))
    folder = Path(out) if out is not None else studies.fresh_folder(Path("results"))
    rows, pages = [], []
    for spec in chosen:
        usual = players_of(spec, None)
        tables: list[tuple[int, str, Changes]] = [(p, f"{p}-players", {}) for p in spec.player_counts()]
        tables += [(usual, f"{studies.OTHER_RULES}/{name}", changes) for name, changes in spec.variants.items()]
        for players, name, changes in tables:
            target = folder / spec.name / name
            listener.say(f"{spec.title}, {'alone' if players == 1 else f'{players} players'}, in {name}")
            fewer = players != usual or bool(changes)
            frame = simulate(
                spec.name, players=players, games=-(-games // studies.BESIDE) if fewer else games, changes=changes,
                seed=seed, jobs=jobs, out=target, listener=listener, command=command,
            )  # fmt: skip
            rows.append((spec.name, players, frame.attrs["games"], frame.attrs["seconds"], str(target)))
        pages.append(report(folder / spec.name, listener=listener).attrs["page"])
    table = pd.DataFrame(rows, columns=["game", "players", "games", "seconds", "folder"])
    table.attrs = {"seed": seed, "pages": pages}
    return table
