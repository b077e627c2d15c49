"""The front page of a study: every report with its sections, each with what it found in a sentence, n, and a link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from analyses.runs import Facts
from reports import markup
from reports.material import Claim, Material, Section

NAME = "index.html"


@dataclass(frozen=True)
class Head:
    """A section in short: where it is, what it is called, and its first conclusion, if it draws one."""

    anchor: str
    title: str
    claim: Claim | None


@dataclass(frozen=True)
class Report:
    """A report that was written: its page, the run it is about in full, the games of all its runs, and its sections.

    `played` are sections about the runs, `asked` those of experiments.
    """

    page: Path
    facts: Facts
    games: int
    players: tuple[int, ...]
    played: tuple[Head, ...]
    asked: tuple[Head, ...]


def report_of(page: Path, material: Material, sections: Iterable[Section]) -> Report:
    """What a front page tells of a report that was written."""
    every = [tables.facts for tables in (*material.every, *material.variants)]
    heads = [(each.finding is not None, Head(each.anchor, each.title, _first(each))) for each in sections]
    players = tuple(sorted({facts.players for facts in every}))
    return Report(
        page, material.main.facts, sum(facts.games for facts in every), players,
        tuple(head for asked, head in heads if not asked), tuple(head for asked, head in heads if asked),
    )  # fmt: skip


def _first(section: Section) -> Claim | None:
    """The first conclusion of a section, in one sentence: the first that has an interval, if there is one."""
    if not section.drawings:
        return None
    claim = section.drawings[0].caption
    sentences = re.split(r"(?<=[.!?])\s+(?=[A-Z\d])", claim.text)
    chosen = next((each for each in sentences if "[" in each), sentences[0])
    return Claim(chosen, claim.sample, claim.badges)


def front_page(reports: Sequence[Report], folder: Path) -> str:
    """The front page, to be kept in a folder above the reports.

    It needs no other file but those it links to, loads nothing and runs nothing.
    """
    css = markup.own("page.css")
    links = [quote(report.page.relative_to(folder).as_posix()) for report in reports]
    return markup.environment().get_template("front.html.j2").render(
        reports=list(zip(links, reports, strict=True)), css=css, policy=markup.policy(css),
        badge_words=markup.BADGE_WORDS,
    )  # fmt: skip
