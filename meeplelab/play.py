"""A person at the table: one seat is played by whoever answers, the others by strategies.

All that is said is worked out from the view of that seat at its own decisions (`simcore.view`), so it cannot give
away what is hidden; the scores come when the game is over.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from meeplelab import findings
from meeplelab.listener import SILENT, Listener
from meeplelab.match import Changes, Names, as_typed, load, names_of, players_of, ruleset_of, shown_line_up
from simcore.contract import Illustrator
from simcore.errors import MeepleError
from simcore.registry import game as find_game
from simcore.replay import Game, Outsider
from simcore.telling import asked_lines, seen_lines
from simcore.words import seat_name
from strategies import catalog

if TYPE_CHECKING:
    from simcore.contract import GameSpec
    from simcore.ruleset import Ruleset
    from strategies.contract import Strategy

YOU = "you"
SEEDS = 1_000_000
"""Seeds that are drawn are below this, so that they are short to type."""
HEADING, SEEN, CHANGED, ASKED, PLAIN = "heading", "seen", "changed", "asked", "plain"
"""What a line is, for whoever shows it."""
Line = tuple[str, str]
Ask = Callable[[str], str | None]
"""Puts a question, gives the answer; None when there will be no more."""
Show = Callable[[Iterable[Line]], None]


@dataclass(frozen=True)
class Chair:
    """Where the person sits, at which table, and what was chosen there so far (places of options, from 1)."""

    spec: GameSpec
    ruleset: Ruleset
    others: tuple[Strategy, ...]
    names: tuple[str, ...]
    seat: int
    seed: int
    deal: int
    hint: Strategy | None
    choices: list[int]
    typed: tuple[str, ...]

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.others) + 1

    def game(self) -> Game:
        """The game from its start."""
        person = self.hint or Outsider(YOU, self.spec.name)
        line_up = [*self.others[: self.seat], person, *self.others[self.seat :]]
        return Game(self.spec, self.ruleset, line_up, self.seed, self.deal, 0)

    def who(self, seat: int) -> str:
        """Who plays a seat."""
        return YOU if seat == self.seat else self.others[seat - (seat > self.seat)].name

    @property
    def command(self) -> str:
        """The command that comes to where the game is now."""
        against = ("--against", ",".join(self.names)) if self.names else ()
        made = ("--choices", ",".join(map(str, self.choices))) if self.choices else ()
        return findings.typed(
            "play", self.spec.name, "--players", self.players, "--seat", self.seat + 1, *against, "--seed", self.seed,
            *(("--deal", self.deal) if self.deal else ()), *self.typed, *made,
        )  # fmt: skip


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
    listener: Listener = SILENT,
) -> pd.DataFrame:
    """Play a game with somebody in a seat (counted from 1): `ask` puts a question to them, `show` shows them lines.

    The others are strategies, one for all or one a seat; the game's own line-up without. Without a seed one is drawn.
    `choices` are made before anybody is asked, as if they had been typed; hint names a strategy to ask for advice.

    One row a seat: seat, who, score, place, win_share; none if the person left before the end. `attrs` has what the
    table was, `finished`, all `choices`, and the `command` that comes to where the game is. Raises MeepleError for
    bad input.
    """
    chair = _seated(game, players, seat, names_of(against), seed, deal, rules, changes, hint, listener)
    current, begun = chair.game(), list(choices)
    sitting = Sitting(chair, current, ask, _held(show, begun), begun)
    sitting.show(_opening(chair, current))
    try:
        finished = sitting.played()
    except KeyboardInterrupt:
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
    table = "1 player" if chair.players == 1 else f"{chair.players} players"
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


class Sitting:
    """A game with a person in it, under way; `begun` are choices made beforehand, taken away as they are made."""

    def __init__(self, chair: Chair, game: Game, ask: Ask, show: Show, begun: list[int]) -> None:
        self.chair, self.game, self.ask, self.show, self.begun = chair, game, ask, show, begun
        self._known: list[str] = []
        self._passed = True

    def played(self) -> bool:
        """Play to the end; False if the person left."""
        game = self.game
        while game.seat >= 0:
            count = len(game.options())
            if game.seat != self.chair.seat:
                self._passed = True
                game.apply(game.choose(count))
                continue
            choice = self._decided(count)
            if choice is None:
                self.show(self.left())
                return False
            game.options()  # a hint may have been asked for since
            game.take(choice, count)
        self.show([(PLAIN, ""), (HEADING, "The end."), *((PLAIN, f"   {line}") for line in self._result())])
        self.show([(PLAIN, ""), (PLAIN, f"See it again with: {self.chair.command}")])
        return True

    def left(self) -> list[Line]:
        """What is said to who leaves."""
        return [(PLAIN, ""), (PLAIN, f"The game is left. Go on with: {self.chair.command}")]

    def _result(self) -> list[str]:
        return self.chair.spec.describer().result(self.chair.ruleset, self.game.rows())

    def _decided(self, count: int) -> int | None:
        """Show the position and get the place of an option; None to leave."""
        self.show(self._news())
        question, *options = self._asked()
        if count == 1:
            self.show([(ASKED, f"{question}: {options[0].split(maxsplit=1)[1]} (the only option)")])
            return 0
        self.show([(ASKED, question), *((PLAIN, line) for line in options)])
        if self.begun:
            choice = self.begun.pop(0)
            if not 1 <= choice <= count:
                number = len(self.chair.choices) + 1
                raise MeepleError(f"choices: number {number} is {choice}; expected 1 to {count} at: {question}")
            self.show([(PLAIN, f"   -> {choice}")])
        else:
            answer = self._answered(count)
            if answer is None:
                return None
            choice = answer
        self.chair.choices.append(choice)
        return choice - 1

    def _asked(self) -> list[str]:
        game = self.game
        return asked_lines(self.chair.spec, self.chair.ruleset, game.state, game.options(), first=1)

    def _news(self) -> Iterator[Line]:
        """What the seat sees: all of it when others have decided since, else what has changed."""
        lines = seen_lines(self.chair.spec, self.chair.ruleset, self.game.state)
        yield PLAIN, ""
        for line in lines:
            if line not in self._known:
                yield (CHANGED if self._known else SEEN), line
            elif self._passed:
                yield SEEN, line
        self._known, self._passed = lines, False

    def _answered(self, count: int) -> int | None:
        """The place of an option, from 1, as soon as one is named; None to leave."""
        while True:
            answer = self.ask(f"1 to {count}, ? for help: ")
            if answer is None:
                return None
            word = answer.strip().lower()
            if word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= count:
                return int(word)
            if word in ("q", "quit", "exit"):
                return None
            self.show(self._reply(word, count))

    def _reply(self, word: str, count: int) -> list[Line]:
        if word in ("?", "help"):
            return self._help(count)
        if word == "t":
            lines = seen_lines(self.chair.spec, self.chair.ruleset, self.game.state)
            question, *options = self._asked()
            return [*((SEEN, line) for line in lines), (ASKED, question), *((PLAIN, line) for line in options)]
        if word == "h" and self.chair.hint:
            self.game.options()  # strategies read them where the game wrote them
            choice = self.game.advice(count)
            return [(PLAIN, f"   {self.chair.hint.name} would take {self._asked()[choice + 1].strip()}")]
        if word == "h":
            return [(PLAIN, "   nobody is there to ask: start with --hint STRATEGY")]
        return [(PLAIN, f"   {word[:40]!r} is no option; expected 1 to {count}, or ? for help")]

    def _help(self, count: int) -> list[Line]:
        hint = "what the strategy of --hint would do" if self.chair.hint else "a hint, if --hint STRATEGY is given"
        told = {
            f"1 to {count}": "take that option", "t": "show the table and the options again", "h": hint,
            "q": "leave; the command to go on is printed", "?": "this help",
        }  # fmt: skip
        lines = [(PLAIN, f"   {what:<8} {does}") for what, does in told.items()]
        return [*lines, (PLAIN, "   Lines marked > are new since you decided last.")]
