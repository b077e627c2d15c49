"""What a report is made of: the tables of each run, and the pieces of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd
from matplotlib.figure import Figure

from analyses.base import Analysis, analyse
from analyses.catalog import analyses_for
from analyses.finding import Finding
from analyses.paired import OtherRules, other_rules, pairs
from analyses.runs import Facts, Run
from analyses.verdict import MARGIN, Method
from reports import text
from reports.text import Row, changes
from simcore.errors import MeepleError

CONFOUNDED = "confounded"
RANDOMISED = "randomised"
ASSUMED = "assumed values"
CAP = "stopped at the cap"
"""The ending of games that were not over by their rules."""


@dataclass(frozen=True)
class Tables:
    """Facts of one run and the tables of its analyses."""

    facts: Facts
    questions: dict[str, Analysis]
    frames: dict[str, pd.DataFrame]
    margin: float = MARGIN
    """Difference in win share that matters, which verdicts are about."""

    @classmethod
    def of(cls, run: Run, margin: float = MARGIN, adjusted: Method = "bh") -> Tables:
        """Put every question to a run."""
        facts = Facts.of(run)
        questions = analyses_for(facts, margin, adjusted)
        try:
            frames = analyse(run, questions)
        except (KeyError, IndexError) as error:
            raise MeepleError(f"a run of {facts.game} without what its report asks for: {error}") from None
        return cls(facts, {question.name: question for question in questions}, frames, margin)

    @property
    def within(self) -> str:
        """The margin in words, such as "±1 pp"."""
        return f"±{100 * self.margin:g} pp"

    def __contains__(self, name: str) -> bool:
        """Whether a question was answered: after few games a table may have no rows, and then says nothing."""
        return name in self.frames and len(self.frames[name]) > 0

    def __getitem__(self, name: str) -> pd.DataFrame:
        return self.frames[name]

    def also(self, question: Analysis, frame: pd.DataFrame) -> Tables:
        """The same with one more table, whose outermost index becomes the column `changed`."""
        frame = frame.rename_axis(["changed", None]).reset_index("changed").reset_index(drop=True)
        questions, frames = {**self.questions, question.name: question}, {**self.frames, question.name: frame}
        return replace(self, questions=questions, frames=frames)

    def rows(self, name: str) -> list[Row]:
        """Rows of a table."""
        return list(self.frames[name].to_dict("records"))

    def called(self, code: str) -> str:
        """A thing of the game by the name its rules give it."""
        return text.called(self.facts, code)

    def the(self, code: str) -> str:
        """The same in a sentence, such as "the Spook"."""
        name = self.called(code)
        return f"the {name if name != text.label(code) else name.title()}"

    @property
    def alone(self) -> bool:
        """Whether a seat plays by itself, so that there is nobody to win against."""
        return self.facts.players == 1

    def winners_and_others(self, row: Row) -> str:
        """The means of both in a row, or the one of all seats where a seat plays alone."""
        if self.alone:
            return text.number(row["winners"])
        return f"winners {text.number(row['winners'])}, others {text.number(row['others'])}"

    @property
    def fixed_rounds(self) -> int | None:
        """Rounds of a game if all games had as many and ended by the rules, else None."""
        lengths = self.frames["lengths"]
        return int(lengths["rounds"].iloc[0]) if len(lengths) == 1 and not lengths["capped"].any() else None

    def telling(self, name: str) -> pd.DataFrame:
        """A table without the rows that say nothing where all games have equally many rounds."""
        frame = self.frames[name]
        if self.fixed_rounds and name == "leader":
            return frame[frame["counted"] == "round"]
        if self.fixed_rounds and name == "endings":
            return frame[~frame["ending"].isin(["ended by the rules", CAP])]
        return frame

    def assumed(self, name: str) -> bool:
        """Whether a table rests on rule values that are assumed."""
        prefixes = self.questions[name].rests_on
        return any(value["source"] == "assumed" and value["key"].startswith(prefixes) for value in self.facts.values)

    def badges(self, name: str, *more: str) -> tuple[str, ...]:
        """Words to show beside a claim that comes from a table."""
        return (*more, ASSUMED) if self.assumed(name) else more


@dataclass(frozen=True)
class Material:
    """The run a report is about, and others of the same game that stand beside it.

    others are runs under the same rules, sorted by number of players, without the main run;
    variants are runs under other rules.
    """

    main: Tables
    others: tuple[Tables, ...] = ()
    variants: tuple[Tables, ...] = ()

    @classmethod
    def of(cls, runs: Iterable[Run], margin: float = MARGIN, adjusted: Method = "bh") -> Material:
        """The run with the most games, then the most players, then the fewest changed rules, is the main one."""
        every = [(run, Tables.of(run, margin, adjusted)) for run in runs]
        every.sort(key=lambda pair: pair[1].facts.players)
        run, main = max(every, key=lambda pair: _weight(pair[1].facts))
        digest = main.facts.digest
        others = tuple(t for _, t in every if t is not main and t.facts.digest == digest)
        variants = [(other, t) for other, t in every if t.facts.digest != digest]
        twins = [(changes(t.facts.overrides), other) for other, t in variants if pairs(main.facts, t.facts)]
        if twins:
            frames = [other_rules(run, other) for _, other in twins]
            main = main.also(OtherRules(main.facts), pd.concat(frames, keys=[words for words, _ in twins]))
        return cls(main, others, tuple(t for _, t in variants))

    @property
    def every(self) -> tuple[Tables, ...]:
        """All runs by number of players."""
        return tuple(sorted((self.main, *self.others), key=lambda tables: tables.facts.players))


def _weight(facts: Facts) -> tuple[int, int, int]:
    return facts.games, facts.players, -len(facts.overrides)


@dataclass(frozen=True)
class Claim:
    """Sentences made from numbers, the sample they rest on, and words that qualify them."""

    text: str
    sample: str
    badges: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drawing:
    """A figure with what it shows (alt, for those who cannot see it) and what to conclude."""

    name: str
    figure: Figure = field(repr=False)
    caption: Claim
    alt: str
    answers: bool = False
    """Whether its caption answers the question of its section; where none does, the first is taken to."""


@dataclass(frozen=True)
class Section:
    """A part of the page: figures, then tables by name."""

    anchor: str
    title: str
    drawings: Sequence[Drawing]
    tables: Sequence[str]
    finding: Finding | None = None
    """The experiment it shows, if it is not about the runs."""

    @property
    def answers(self) -> tuple[Drawing, ...]:
        """The figures that tell what it found, in short."""
        return tuple(each for each in self.drawings if each.answers) or tuple(self.drawings[:1])


Draw = Callable[[Tables], Drawing]
"""Draws one figure from the tables of a run."""
