"""A game with a person in it, under way: what the seat is shown, what is asked, and what an answer does."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from meeplelab import findings
from simcore.errors import MeepleError
from simcore.fields import shown
from simcore.replay import Game, Outsider
from simcore.telling import asked_lines, seen_lines

if TYPE_CHECKING:
    from simcore.contract import GameSpec
    from simcore.ruleset import Ruleset
    from strategies.contract import Strategy

YOU = "you"
HEADING, SEEN, CHANGED, ASKED, PLAIN = "heading", "seen", "changed", "asked", "plain"
"""What a line is, for whoever shows it."""
Line = tuple[str, str]
Ask = Callable[[str], str | None]
"""Puts a question, gives the answer; None when there will be no more."""
Show = Callable[[Iterable[Line]], None]


class NoAnswerError(MeepleError):
    """Whoever is asked will not name an option any more."""


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


class Sitting:
    """A game with a person in it, under way; `begun` are choices made beforehand, taken away as they are made.

    `most` answers in a row may name no option; None: as many as they like.
    """

    def __init__(
        self, chair: Chair, game: Game, ask: Ask, show: Show, begun: list[int], most: int | None = None
    ) -> None:
        self.chair, self.game, self.ask, self.show, self.begun, self.most = chair, game, ask, show, begun, most
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
        """The place of an option, from 1, as soon as one is named; None to leave.

        Raises NoAnswerError after too many answers that name none.
        """
        for given in itertools.count(1):
            answer = self.ask(f"1 to {count}, ? for help: ")
            if answer is None:
                return None
            word = answer.strip().lower()
            if word.isascii() and word.isdigit() and len(word) < 6 and 1 <= int(word) <= count:
                return int(word)
            if word in ("q", "quit", "exit"):
                return None
            self.show(self._reply(word, count))
            if given == self.most:
                break
        raise NoAnswerError(
            f"{self.most} answers in a row named no option, the last {shown(word)}; expected 1 to {count} at: "
            f"{self._asked()[0]}"
        )

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
