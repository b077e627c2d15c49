"""The front page of a study: every report with its sections, what each found with n and cautions, what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from analyses.runs import Facts
from reports import markup
from reports.material import ASSUMED, Claim, Material

NAME = "index.html"


@dataclass(frozen=True)
class Answer:
    """What a section found: about is the part of its question, empty if there is but one."""

    about: str
    claim: Claim


@dataclass(frozen=True)
class Head:
    """A section in short: where it is, what it is called, what it found, and what to know before trusting that.

    A section without an answer is told by the titles of its tables. `asked` are those of experiments, the others
    are about the runs.
    """

    anchor: str
    title: str
    answers: tuple[Answer, ...]
    tables: tuple[str, ...]
    cautions: tuple[str, ...]
    asked: bool


@dataclass(frozen=True)
class LeftOut:
    """An experiment a study did not make, and why."""

    experiment: str
    reason: str


@dataclass(frozen=True)
class Report:
    """A report that was written: its page, the run it is about in full, the games of all its runs, and its sections.

    `players` are the numbers of players of all its runs, assumed counts the values of the rules that are.
    """

    page: Path
    facts: Facts
    games: int
    players: tuple[int, ...]
    assumed: int
    heads: tuple[Head, ...]
    left_out: tuple[LeftOut, ...] = ()

    @property
    def parts(self) -> list[tuple[str, list[Head]]]:
        """The sections under their headings."""
        return [
            ("What was played", [head for head in self.heads if not head.asked]),
            ("What experiments found", [head for head in self.heads if head.asked]),
        ]

    @property
    def badges(self) -> set[str]:
        """Words that qualify a claim of any section."""
        used = {badge for head in self.heads for answer in head.answers for badge in answer.claim.badges}
        return used | {ASSUMED} if self.assumed else used


def report_of(page: Path, material: Material, heads: Iterable[Head]) -> Report:
    """What a front page tells of a report that was written."""
    every = [tables.facts for tables in (*material.every, *material.variants)]
    facts = material.main.facts
    return Report(
        page, facts, sum(each.games for each in every), tuple(sorted({each.players for each in every})),
        sum(value["source"] == "assumed" for value in facts.values), tuple(heads),
    )  # fmt: skip


def front_page(reports: Sequence[Report], folder: Path) -> str:
    """The front page, to be kept in a folder above the reports.

    It needs no other file but those it links to, loads nothing and runs nothing.
    """
    css = markup.own("page.css")
    links = [quote(report.page.relative_to(folder).as_posix()) for report in reports]
    used = set[str]().union(*(report.badges for report in reports))
    return markup.environment().get_template("front.html.j2").render(
        reports=list(zip(links, reports, strict=True)), css=css, policy=markup.policy(css),
        badge_words=markup.BADGE_WORDS, legend=[word for word in markup.BADGE_WORDS if word in used],
    )  # fmt: skip
