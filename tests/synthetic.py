"""Made-up results rows with known effects, and a run kept in memory.

The rows keep the promises of real ones (whole games in order, parts that add up to the score,
ties split, items dealt without repeats) but come from no rules: an outcome is a latent strength
a seat, to which a test adds effects of a size it chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from simcore.games.watchmen.columns import COLUMNS
from simcore.games.watchmen.state import CASTES, ITEMS, RACES, TRACK
from simcore.schedule import Schedule
from simcore.schema import CAPPED, COMMON, Column, flatten, row_dtype

NOT_PLAYED = 127


@dataclass(frozen=True)
class MemoryRun:
    """Rows in memory behind the interface of a stored run, cut into chunks of `chunk` rows."""

    manifest: Mapping[str, Any]
    rows: pd.DataFrame = field(repr=False)
    chunk: int = 4000

    def iter_frames(self, columns: Sequence[str] | None = None) -> Iterator[pd.DataFrame]:
        """Chunks of whole games in order."""
        step = max(self.chunk // self.manifest["players"], 1) * self.manifest["players"]
        rows = self.rows if columns is None else self.rows[list(columns)]
        for start in range(0, len(rows), step):
            yield rows.iloc[start : start + step]


@dataclass(frozen=True)
class Effects:
    """What to put into the latent strength of a seat, in standard deviations of luck."""

    seats: tuple[float, ...] = ()
    strategies: Mapping[str, float] = field(default_factory=dict)
    items: Mapping[int, float] = field(default_factory=dict)
    shared_deal: float = 0.5


def manifest(schedule: Schedule, values: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """A manifest as the store writes it, with the keys that are read here."""
    return {
        "game": "watchmen",
        "title": "Watchmen of Destiny",
        "game_version": 1,
        "ruleset": {"name": "base", "digest": "0123456789ab", "overrides": {}, "values": list(values)},
        "players": schedule.players,
        "lineup": list(schedule.lineup),
        "seed": schedule.seed,
        "games": schedule.games,
        "rotations": schedule.rotations,
        "first_deal": schedule.first_deal,
        "columns": [asdict(column) for column in (*COMMON, *COLUMNS)],
        "versions": {"python": "3.11", "meeplelab": "0.1.0"},
        "command": ["meeplelab", "simulate", "watchmen"],
    }


def make_run(
    line_up: Sequence[str],
    games: int,
    seed: int = 1,
    effects: Effects = Effects(),
    chunk: int = 4000,
    values: Sequence[Mapping[str, Any]] = (),
) -> MemoryRun:
    """A run of made-up games with these effects."""
    schedule = Schedule(seed=seed, lineup=tuple(line_up), asked=games)
    rows = make_rows(schedule, effects)
    return MemoryRun(manifest(schedule, values), pd.DataFrame(flatten(rows, COLUMNS)), chunk)


def make_rows(schedule: Schedule, effects: Effects) -> npt.NDArray[np.void]:
    """Structured rows of a schedule."""
    rng = np.random.default_rng(schedule.seed)
    players, games = schedule.players, schedule.games
    rows = np.zeros(games * players, row_dtype(COLUMNS))
    game = np.repeat(np.arange(games), players)
    rows["seat"] = np.tile(np.arange(players), games)
    rows["block"], rows["rotation"] = np.divmod(game, schedule.rotations)
    rows["deal"] = rows["block"] + schedule.first_deal
    rows["entry"] = (rows["seat"] + rows["rotation"]) % players
    _deal_items(rows, schedule, rng)
    strength = _strength(rows, schedule, effects, rng)
    _play(rows, players, strength, rng)
    _finish(rows, players, rng)
    return rows


def _deal_items(rows: npt.NDArray[np.void], schedule: Schedule, rng: np.random.Generator) -> None:
    """The Necklace to the first seat, 2 of the other items to each seat, the same for all games of a block."""
    players = schedule.players
    order = rng.permuted(np.tile(np.arange(1, 1 + 2 * players), (schedule.blocks, 1)), axis=1)
    hands = np.repeat(order.reshape(schedule.blocks, players, 2), schedule.rotations, axis=0).reshape(-1, 2)
    np.put_along_axis(rows["items_dealt"], hands, 1, axis=1)
    rows["items_dealt"][rows["seat"] == 0, 0] = 1


def _strength(
    rows: npt.NDArray[np.void], schedule: Schedule, effects: Effects, rng: np.random.Generator
) -> npt.NDArray[np.float64]:
    """Latent strength: luck of the seat in the deal, luck of the game, and the effects."""
    deal = rng.normal(size=(schedule.blocks, schedule.players)) * effects.shared_deal
    strength = rng.normal(size=len(rows)) + deal[rows["block"], rows["seat"]]
    if effects.seats:
        strength += np.array(effects.seats)[rows["seat"]]
    names = np.array([effects.strategies.get(name, 0.0) for name in schedule.lineup])
    strength += names[rows["entry"]]
    for item, size in effects.items.items():
        strength += size * rows["items_dealt"][:, item]
    return strength


def _play(
    rows: npt.NDArray[np.void], players: int, strength: npt.NDArray[np.float64], rng: np.random.Generator
) -> None:
    """Rounds, items, armies and points; a strong seat plays more and hires more."""
    size, games = len(rows), len(rows) // players
    rows["rounds"] = np.repeat(np.clip(rng.normal(13, 2, games), 8, TRACK + 4), players).astype(np.int64)
    rows["outcome"] = np.where(rows["rounds"] >= TRACK + 3, CAPPED, 0)
    rows["decisions"] = 30 + rng.poisson(10, size)
    in_play = rng.permuted(np.tile(np.arange(RACES) <= players, (games, 1)), axis=1)
    rows["race_in"] = np.repeat(in_play, players, axis=0)
    hires = np.clip(np.rint(5 + strength), 0, 7).astype(np.int64)
    rows["hires"] = hires
    weights = rng.random((size, RACES)) * rows["race_in"]
    for k in range(7):
        race = np.argmax(weights + rng.random((size, RACES)) * rows["race_in"], axis=1)
        rows["races_hired"][np.arange(size), race] += hires > k
        rows["castes_hired"][np.arange(size), rng.integers(0, CASTES, size)] += hires > k
    rows["actions_used"] = rng.poisson(rows["castes_hired"] * 1.2)
    rows["vp_prices"] = 4 * hires + rng.integers(0, 5, size)
    rows["vp_warriors"] = rows["castes_hired"][:, 0]
    rows["vp_doubles"] = -rng.binomial(2, 0.4, size)
    _majorities(rows, players)
    _tracks(rows, rng)
    rows["effects_used"] = rng.binomial(rows["items_played"], 0.8)
    rows["effects_suffered"] = rng.poisson(0.2, (size, ITEMS)) * rows["items_dealt"]
    rows["items_drafted"] = rng.poisson(0.6, (size, ITEMS))
    rows["ninja_asked"] = rng.poisson(6, size)
    rows["ninja_gold"] = 2 * rows["actions_used"][:, 4]
    rows["gold_paid"] = 5 * hires
    rows["hand_gold"] = rng.integers(0, 9, size)


def _majorities(rows: npt.NDArray[np.void], players: int) -> None:
    """The total of a race to the one seat that has most of it."""
    count = rows["races_hired"].reshape(-1, players, RACES).astype(np.int64)
    best = count.max(axis=1, keepdims=True)
    alone = (count == best) & ((count == best).sum(axis=1, keepdims=True) == 1) & (best > 0)
    points = np.where(alone, count.sum(axis=1, keepdims=True), 0).reshape(-1, RACES)
    rows["majority"] = points
    rows["vp_majority"] = points.sum(axis=1)


def _tracks(rows: npt.NDArray[np.void], rng: np.random.Generator) -> None:
    """One item a round and a score that grows to what it is without majorities."""
    size = len(rows)
    rounds = np.arange(TRACK)
    played = rounds < rows["rounds"][:, None]
    rows["item_by_round"] = np.where(played, rng.integers(1, 9, (size, TRACK)), -1)
    for item in range(ITEMS):
        rows["items_played"][:, item] = (rows["item_by_round"] == item).sum(axis=1)
    total = (rows["vp_prices"] + rows["vp_warriors"] + rows["vp_doubles"])[:, None]
    part = np.minimum((rounds + 1) / rows["rounds"][:, None], 1) + rng.normal(0, 0.1, (size, TRACK))
    rows["vp_by_round"] = np.where(played, np.clip(np.rint(total * part), -5, 120), NOT_PLAYED)


def _finish(rows: npt.NDArray[np.void], players: int, rng: np.random.Generator) -> None:
    """Score, tie-break by hand gold, places, win shares."""
    rows["score"] = rows["vp_prices"] + rows["vp_warriors"] + rows["vp_doubles"] + rows["vp_majority"]
    score = rows["score"].reshape(-1, players).astype(np.int64)
    value = score * 100 + rows["hand_gold"].reshape(-1, players)
    rank = 1 + (value[:, None, :] > value[:, :, None]).sum(axis=2)
    first = rank == 1
    rows["rank"] = rank.ravel()
    rows["win_share"] = (first / first.sum(axis=1, keepdims=True)).ravel()
    top = score == score.max(axis=1, keepdims=True)
    parted = (top.sum(axis=1) > 1) & (first.sum(axis=1) < top.sum(axis=1))
    rows["tie_break"] = np.repeat(parted, players)
    rows["ended_it"] = first.ravel()
    rows["refills"] = np.repeat(rng.poisson(0.3, len(score)), players)
    rows["lead_changes"] = np.repeat(rng.poisson(3, len(score)), players)


def by_hand(
    line_up: Sequence[str],
    games: Sequence[Sequence[Mapping[str, Any]]],
    rotations: int = 1,
    columns: Sequence[Column] = COLUMNS,
    values: Sequence[Mapping[str, Any]] = (),
) -> MemoryRun:
    """A run from the fields that matter: one mapping a seat of each game; the rest is 0.

    A field with labels takes a mapping from place to value.
    """
    schedule = Schedule(seed=1, lineup=tuple(line_up), asked=len(games))
    players = schedule.players
    rows = np.zeros(len(games) * players, row_dtype(columns))
    if columns is COLUMNS:
        rows["item_by_round"] = -1
    for number, game in enumerate(games):
        for seat, fields in enumerate(game):
            row = rows[number * players + seat]
            block, rotation = divmod(number, rotations)
            row["block"], row["rotation"], row["seat"] = block, rotation, seat
            row["entry"] = (seat + rotation) % players
            for name, value in fields.items():
                if isinstance(value, Mapping):
                    for place, part in value.items():
                        row[name][place] = part
                else:
                    row[name] = value
    about = {**manifest(schedule, values), "games": len(games), "rotations": rotations}
    about["columns"] = [asdict(column) for column in (*COMMON, *columns)]
    return MemoryRun(about, pd.DataFrame(flatten(rows, columns)), chunk=players)
