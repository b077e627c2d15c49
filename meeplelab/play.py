"""A person at the table: one seat is played by whoever answers, the others by strategies.

All that is said is worked out from the view of that seat at its own decisions (`simcore.view`), so it cannot give
away what is hidden; the scores come when the game is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import pandas as pd

from meeplelab.listener import SILENT, Listener
from meeplelab.match import Changes, Names, as_typed, load, names_of, players_of, ruleset_of, shown_line_up
from meeplelab.sitting import HEADING, PLAIN, Ask, Chair, Line, NoAnswerError, Show, Sitting
from simcore.batch import engine_of
from simcore.contract import Illustrator
from simcore.errors import MeepleError
from simcore.registry import game as find_game
from simcore.replay import Game
from simcore.words import at_table, seat_name
from strategies import catalog

SEEDS = 1_000_000
"""Seeds that are drawn are below this, so that they are short to type."""


def play(
    game: str,
    ask: Ask,
    show: Show,
    *,
    players: int | None = None,
    seat: int = 1,
    against: Names | None = None,
    seed: int | None = None,
    deal: int = 0,
    rules: str | Path | None = None,
    changes: Changes | None = None,
    hint: str | None = None,
    choices: Sequence[int] = (),
    refusals: int | None = None,
    listener: Listener = SILENT,
) -> pd.DataFrame:
    """Play a game with somebody in a seat (counted from 1): `ask` puts a question to them, `show` shows them lines.

    The others are strategies, one for all or one a seat; the game's own line-up without. Without a seed one is drawn.
    `choices` are made before anybody is asked, as if they had been typed; hint names a strategy to ask for advice.
    After `refusals` answers in a row that name no option nobody is asked any more; without a number they are for ever.

    One row a seat: seat, who, score, place, win_share; none if the person left before the end. `attrs` has what the
    table was, `finished`, all `choices`, and the `command` that comes to where the game is. Raises MeepleError for
    bad input, and NoAnswerError (one too) after those refusals or where `ask` raises it.
    """
    chair = _seated(game, players, seat, names_of(against), seed, deal, rules, changes, hint, listener)
    current, begun = chair.game(), list(choices)
    sitting = Sitting(chair, current, ask, _held(show, begun), begun, refusals)
    sitting.show(_opening(chair, current))
    try:
        finished = sitting.played()
    except (KeyboardInterrupt, NoAnswerError):
        begun.clear()
        sitting.show(sitting.left())
        raise
    if begun:
        raise MeepleError(f"choices: {len(begun)} more than this game asked for; expected {len(chair.choices)}")
    rows = []
    if finished:
        for row in current.rows():
            at, share = int(row["seat"]), float(row["win_share"])
            rows.append((at + 1, chair.who(at), int(row["score"]), int(row["rank"]), share))
    frame = pd.DataFrame(rows, columns=["seat", "who", "score", "place", "win_share"])
    frame.attrs = {
        "game": game, "players": chair.players, "seat": chair.seat + 1, "against": list(chair.names),
        "seed": chair.seed, "deal": deal, "ruleset": chair.ruleset.name, "digest": chair.ruleset.digest,
        "finished": finished, "choices": list(chair.choices), "command": chair.command,
    }  # fmt: skip
    return frame


def _seated(
    game: str, players: int | None, seat: int, against: list[str], seed: int | None, deal: int,
    rules: str | Path | None, changes: Changes | None, hint: str | None, listener: Listener,
) -> Chair:  # fmt: skip
    """Everything looked up and checked, then compiled."""
    spec = find_game(game)
    if players is None and len(against) > 1:
        players = len(against) + 1
    count = players_of(spec, players)
    if not 1 <= seat <= count:
        raise MeepleError(f"seat: {seat}; this table has the seats 1 to {count}")
    ruleset = ruleset_of(spec, rules, changes)
    names = _opponents(game, count, seat - 1, against)
    for name in [*names, *([hint] if hint else [])]:
        catalog.check(game, name, count)
    others = load(spec, names, count, listener.notice)
    told = load(spec, [hint], count, listener.notice)[0] if hint else None
    engine_of(spec, listener.notice)
    typed = [*(("--hint", hint) if hint else ()), *(("--rules", str(rules)) if rules else ())]
    for key, value in (changes or {}).items():
        typed += ["--set", f"{key}={as_typed(value)}"]
    drawn = secrets.randbelow(SEEDS) if seed is None else seed
    return Chair(spec, ruleset, tuple(others), tuple(names), seat - 1, drawn, deal, told, [], tuple(typed))


def _opponents(game: str, players: int, seat: int, against: list[str]) -> list[str]:
    """Names of the others in the order of their seats.

    Raises MeepleError for any other number of names, and for opponents of one player alone.
    """
    if not against:
        usual = shown_line_up(game, players)
        return usual[:seat] + usual[seat + 1 :]
    if players == 1:
        raise MeepleError(f"against: {', '.join(against)}; one player alone has no opponents")
    return catalog.split(against, players - 1)


def _opening(chair: Chair, game: Game) -> Iterator[Line]:
    table = at_table(chair.players)
    yield HEADING, f"{chair.spec.title}, {table}, ruleset {chair.ruleset.name} ({chair.ruleset.digest})"
    yield PLAIN, f"seed {chair.seed}, deal {chair.deal}"
    for seat in range(chair.players):
        yield PLAIN, f"{seat_name(seat)}: {chair.who(seat)}"
    describer = chair.spec.describer()
    if isinstance(describer, Illustrator):
        yield PLAIN, ""
        yield PLAIN, "On the board:"
        yield from ((PLAIN, f"   {line}") for line in describer.legend())


def _held(show: Show, begun: list[int]) -> Show:
    """Shows lines once the choices made beforehand are all taken: if one is wrong, nothing was shown."""
    kept: list[Line] = []

    def held(lines: Iterable[Line]) -> None:
        kept.extend(lines)
        if not begun:
            show(kept[:])
            kept.clear()

    return held
