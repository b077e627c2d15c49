"""The verbs of the command line as functions for notebooks and scripts.

They return pandas frames; the experiments (field, ladder, ledger, restrict, price, regret, whatif, bands, variance,
decided, robustness, strength, tune, exploit) an `analyses.finding.Finding`, which holds several frames and their
evidence.

    from meeplelab import api
    api.simulate("watchmen", players=4, games=10_000, strategies=["random", "greedy-value"])

Bad input raises `simcore.errors.MeepleError`, whose text is what the command line would print.
A frame's `attrs` hold what is true of the whole table: the seed, the ruleset, the folder...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from meeplelab.bands import bands as bands
from meeplelab.compare import compare as compare
from meeplelab.coverage import rules_coverage as rules_coverage
from meeplelab.decided import decided as decided
from meeplelab.exploit import exploit as exploit
from meeplelab.field import field as field
from meeplelab.findings import check_keep
from meeplelab.ladder import ladder as ladder
from meeplelab.ledger import ledger as ledger
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Changes, Names, check_out, prepare, ruleset_of
from meeplelab.play import play as play
from meeplelab.price import price as price
from meeplelab.publish import report as report
from meeplelab.publish import study as study
from meeplelab.regret import regret as regret
from meeplelab.restrict import restrict as restrict
from meeplelab.robustness import robustness as robustness
from meeplelab.runs import runs as runs
from meeplelab.simulate import simulate as simulate
from meeplelab.strength import strength as strength
from meeplelab.tune import tune as tune
from meeplelab.variance import variance as variance
from meeplelab.whatif import whatif as whatif
from simcore import registry
from simcore.errors import MeepleError
from simcore.files import replace_with
from simcore.registry import game as find_game


def games() -> pd.DataFrame:
    """One row a game: player counts, ruleset, and how many of its values rest on what."""
    rows = []
    for name in registry.GAMES:
        spec = find_game(name)
        ruleset = spec.load_rules(None, {})
        low, high = spec.players
        row: dict[str, Any] = {"game": name, "title": spec.title, "players_from": low, "players_to": high}
        row |= {"ruleset": ruleset.name, "digest": ruleset.digest, "values": len(ruleset.values)}
        rows.append(row | ruleset.source_counts())
    return pd.DataFrame(rows)


def strategies(game: str | None = None, name: str | None = None) -> pd.DataFrame:
    """One row a strategy: game, strategy, idea, stochastic, weights, tuned.

    weights is a list of mappings with name, default, low, high and meaning; tuned lists the numbers of players that
    weights are shipped for (`NAME@tuned`). The player that thinks ahead is the last. With a name, which may be that of
    a file of one's own, only that strategy. Raises MeepleError for an unknown game or name.
    """
    from strategies import catalog

    rows = []
    for title in registry.GAMES if game is None else [game]:
        known = [*catalog.names(title), *catalog.thinkers(title)] if name is None else [name]
        for each in (catalog.load(title, one) for one in known):
            weights = [
                {"name": w.name, "default": w.default, "low": w.low, "high": w.high, "meaning": w.meaning}
                for w in each.weights
            ]
            tuned = list(catalog.shipped_weights(title, each.name))
            rows.append((title, each.name, each.idea, each.stochastic, weights, tuned))
    return pd.DataFrame(rows, columns=["game", "strategy", "idea", "stochastic", "weights", "tuned"])


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
        check_keep(Path(out))
        replace_with(Path(out), text, "out: ")
    return text


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
    decision: int | None = None,
    png: str | Path | None = None,
    show: Callable[[str], None] | None = None,
    listener: Listener = SILENT,
) -> pd.DataFrame:
    """Play one game again: one row a decision, with seat, strategy, decision, options and choice.

    `attrs["text"]` tells the game turn by turn; with the number of a `decision`, counted from 1 as the text does,
    it shows that position with all its options, and the rows end there. `show` is given the text piece by piece, as
    the game is played. With `png` the board is drawn at each decision into that folder (new or empty). Raises
    MeepleError for bad input, and StrategyError where a strategy is at fault, once what came before was shown; of a
    game that never ends that is its beginning.
    """
    from itertools import chain, islice

    from meeplelab import pictures
    from simcore import batch, telling
    from simcore import replay as replays

    replays.check_deal(deal)
    if png is not None and decision is not None:
        raise MeepleError("png: pictures are drawn of a whole game; expected no --decision beside it")
    if png is not None:
        check_out(Path(png), "png")
        pictures.illustrator(find_game(game))
        pictures.check_folder(Path(png))

    match = prepare(game, players, 1, strategies, seed, rules, changes, deal, listener.notice)
    if not 0 <= rotation < match.schedule.rotations:
        raise MeepleError(f"rotation: {rotation}; this line-up has the rotations 0 to {match.schedule.rotations - 1}")
    batch.engine_of(match.spec, listener.notice)

    def fresh() -> replays.Game:
        return replays.Game(match.spec, match.ruleset, match.strategies, seed, deal, rotation)

    def told() -> Iterator[tuple[str, replays.Step | None]]:
        if decision is None:
            return telling.text(fresh, listener.notice)
        standing = telling.position_text(fresh(), decision, listener.notice)
        return chain([(standing, None)], (("", step) for step in islice(replays.steps(fresh()), decision)))

    speak, text, rows = match.spec.describer(), [], []
    for piece, step in told():
        if show and piece:
            show(piece)
        text.append(piece)
        if step is not None:
            choice = speak.option(match.ruleset, step.before, step.options[step.choice])
            entry = match.schedule.lineup[step.entry]
            rows.append((step.index, step.seat, entry, step.decision, len(step.options), choice))
    frame = pd.DataFrame(rows, columns=["step", "seat", "strategy", "decision", "options", "choice"])
    frame.attrs = {"game": game, "seed": seed, "deal": deal, "rotation": rotation, "digest": match.ruleset.digest}
    frame.attrs["text"] = "".join(text)
    if png is not None:
        drawn = pictures.draw(fresh(), Path(png))
        listener.say(f"{len(drawn)} pictures in {png}")
        frame.attrs["png"] = str(png)
    return frame
