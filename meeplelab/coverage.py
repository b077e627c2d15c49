"""Every rule of a game seen at work in a fixed batch of games; see `simcore.coverage`."""

from __future__ import annotations

import pandas as pd

from meeplelab.listener import SILENT, Listener
from meeplelab.match import load
from simcore.batch import engine_of
from simcore.errors import MeepleError
from simcore.registry import game as find_game

MOST = 10_000
"""Games of each configuration at most: they are stepped through in Python, a few hundred a second at best."""


def rules_coverage(
    game: str, *, games: int | None = None, seed: int | None = None, listener: Listener = SILENT
) -> pd.DataFrame:
    """Play the game's batch of configurations and see its rules at work: one row a rule, in the table's order.

    Columns: rule (the id of its row in the rule table), section, seen_when (what counts as seen),
    fired (how often), games (in how many games), configurations (names of those it was seen in).
    `games` plays so many in each configuration and `seed` other ones; without them the batch is
    the fixed one, in which every rule is seen. `attrs` holds the configurations and, in "silent", what was not seen.
    Raises MeepleError for a game without such a batch and for bad numbers.
    """
    from simcore.coverage import observe, silent
    from strategies import catalog

    spec = find_game(game)
    if spec.coverage is None:
        raise MeepleError(f"{game} does not say how its rules are seen at work")
    if games is not None and not 1 <= games <= MOST:
        raise MeepleError(f"games: {games} is out of range; expected 1 to {MOST:,} of each configuration")
    coverage = spec.coverage()
    seed = coverage.seed if seed is None else seed
    wanted = {each.name: games or each.games for each in coverage.batch}
    engine_of(spec, listener.notice)
    rulesets, found, done = {}, [], 0
    if listener.progress:
        listener.progress(0, sum(wanted.values()))
    for each in coverage.batch:
        rulesets[each.name] = spec.load_rules(None, each.changes)
        line_up = load(spec, catalog.split(each.line_up, each.players), each.players, listener.notice)
        found += observe(spec, coverage, each, rulesets[each.name], line_up, wanted[each.name], seed)
        done += wanted[each.name]
        if listener.progress:
            listener.progress(done, sum(wanted.values()))
    sightings = pd.DataFrame(found, columns=["rule", "configuration", "fired", "games"])
    seen = sightings[sightings["fired"] > 0]
    by_rule = sightings.groupby("rule", sort=False)[["fired", "games"]].sum()
    names = seen.groupby("rule", sort=False)["configuration"].agg(list)
    frame = pd.DataFrame(
        [
            (each.rule, each.section, each.words, *by_rule.loc[each.rule], names.get(each.rule, []))
            for each in coverage.witnesses
        ],
        columns=["rule", "section", "seen_when", "fired", "games", "configurations"],
    )
    frame.attrs = {"game": game, "title": spec.title, "seed": seed, "games": done}
    frame.attrs["configurations"] = [
        {
            "name": each.name,
            "players": each.players,
            "games": wanted[each.name],
            "strategies": list(each.line_up),
            "changes": dict(each.changes),
        }
        for each in coverage.batch
    ]
    frame.attrs["silent"] = silent(coverage, rulesets, found)
    return frame
