"""The report: figures, tables and one page that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pandas as pd

from analyses.catalog import folder_of
from analyses.finding import Evidence, Finding, seated
from analyses.paired import OtherRules
from analyses.runs import Facts, Run
from analyses.verdict import MARGIN, Method
from reports import course, ends, experiments, markup, other, strength, text, who
from reports.canvas import style
from reports.front import Answer, Head, Report, report_of
from reports.images import Image, save
from reports.material import Claim, Material, Section
from reports.tables import Shown, found, shown
from simcore.words import at_table, plural

NAME = "report.html"
PLAYERS = "players"
"""Anchor of the section about other numbers of players."""


def write_report(
    runs: Sequence[Run],
    out_dir: Path,
    findings: Sequence[Finding] = (),
    margin: float = MARGIN,
    adjusted: Method = "bh",
) -> Report:
    """Write report.html, figures/ (PNG and SVG) and tables/ (CSV) into a folder; returns what a front page tells of it.

    The run with the most games is reported in full; the others, of the same game at other numbers
    of players or under other rules, stand beside it where that is the question. Findings of
    experiments have sections of their own. Verdicts on the runs are about this margin (a share).
    Raises MeepleError for an empty run and for a finding that does not hold what it should.
    """
    material = Material.of(runs, margin, adjusted)
    out_dir.mkdir(parents=True, exist_ok=True)
    with style():
        sections = (
            *_common(material), *_own_sections(material), *_beside(material), *experiments.sections(findings)
        )  # fmt: skip
        images = {drawing.name: save(drawing, out_dir / "figures") for part in sections for drawing in part.drawings}
    _write_tables(material, out_dir / "tables")
    for finding in findings:
        _write_found(finding, out_dir / "tables")
    laid = [_laid_out(material, part, findings) for part in sections]
    page = markup.environment().get_template("page.html.j2").render(_content(material, laid, images, findings))
    path = out_dir / NAME
    path.write_text(page, encoding="utf-8")
    return report_of(path, material, [_head(each) for each in laid])


def _common(material: Material) -> Iterator[Section]:
    """Sections every game has."""
    main = material.main
    several = main.facts.players > 1
    if several:
        yield Section("seats", "Seats", [who.seats(main)], ["seats"])
    if not main.facts.mirror:
        tables = ["strategies", "comparison", "matchups"]
        yield Section("strategies", "Strategies", [who.strategies(main), who.matchups(main)], tables)
    did = [who.doings(main)] if several else []
    yield Section("points", "Points", [who.points(main), *did], ["points", "doings"])
    course_figures = [course.growth(main)] if "growth" in main else []
    if several and "leader" in main:
        course_figures.append(course.leader(main))
    if "lead_changes" in main:
        course_figures.append(course.lead_changes(main))
    names = [name for name in ("growth", "leader", "lead_changes") if name in main]
    if names:
        yield Section("course", "Course of the game", course_figures, names)
    odd = len(ends.oddities(main)) > 0
    asked = {"lengths": not main.fixed_rounds, "decisions": True, "endings": odd}
    draws = {"lengths": ends.lengths, "decisions": ends.decisions, "endings": ends.endings}
    names = [name for name, sensible in asked.items() if sensible]
    yield Section("length", "Length and endings", [draws[name](main) for name in names], ["sizes", *names])


def _beside(material: Material) -> Iterator[Section]:
    """The same game at other numbers of players, and under other rules."""
    if material.others:
        together = tuple(tables for tables in material.every if not tables.alone)
        figures = [who.seats_by_players(together)] if together else []
        figures.append(ends.sizes_by_players(material.every))
        yield Section(PLAYERS, "By number of players", figures, [])
    if OtherRules.name in material.main:
        yield Section("rules", "Under other rules", [other.other_rules(material.main)], [OtherRules.name])


def _own(game: str) -> ModuleType | None:
    """The folder of figures named after the game, if there is one."""
    return folder_of(__package__, game, "sections", "findings")


def _own_sections(material: Material) -> tuple[Section, ...]:
    own = _own(material.main.facts.game)
    return own.sections(material) if own else ()


def _findings(material: Material) -> list[Claim]:
    """The sentences at the head of the page."""
    main = material.main
    claims = [who.point_claim(main), ends.length_claim(main)]
    if not main.alone:
        claims = [who.seat_claim(main), who.strategy_claim(main), *claims]
        if "leader" in main:
            claims.append(course.leader_claim(main))
    own = _own(main.facts.game)
    return [*claims, *(own.findings(material) if own else ())]


def _write_tables(material: Material, folder: Path) -> None:
    """One CSV a table; with several runs rows stand below each other, told apart by players, line-up, rules."""
    folder.mkdir(parents=True, exist_ok=True)
    every = (*material.every, *material.variants)
    names = dict.fromkeys(name for tables in every for name in tables.frames)
    for name in names:
        parts = []
        for tables in every:
            if name in tables.frames:
                frame = tables[name].copy()
                frame.insert(0, "players", tables.facts.players)
                frame.insert(1, "line_up", ",".join(tables.facts.line_up))
                frame.insert(2, "rules", text.changes(tables.facts.overrides))
                parts.append(frame)
        pd.concat(parts, ignore_index=True).to_csv(folder / f"{name}.csv", index=False)


def _write_found(finding: Finding, folder: Path) -> None:
    """The tables of an experiment as CSV."""
    for table, frame in zip(found(finding), finding.tables.values(), strict=True):
        frame.to_csv(folder / f"{table.name}.csv", index=False)


def _content(
    material: Material, laid: Sequence[Laid], images: dict[str, Image], findings: Sequence[Finding]
) -> dict[str, Any]:
    """Everything the template writes."""
    facts = material.main.facts
    css, script = markup.own("page.css"), markup.own("page.js")
    return {
        "facts": facts,
        "others": [tables.facts for tables in (*material.others, *material.variants)],
        "command": text.again(facts.command),
        "findings": [*_findings(material), *strength.claims(findings)],
        "sections": laid,
        "images": images,
        "assumed": assumed(facts.values),
        "badge_words": markup.BADGE_WORDS,
        "within": material.main.within,
        "css": css,
        "script": script,
        "policy": markup.policy(css, script),
    }


Card = list[tuple[str, str]]
"""What stands on an evidence card: names and values."""


@dataclass(frozen=True)
class Laid:
    """A section as the page shows it: who played, tables, what warns, and the evidence card below them."""

    section: Section
    field: str
    tables: list[Shown]
    warnings: list[str]
    card: Card


def _laid_out(material: Material, section: Section, findings: Sequence[Finding]) -> Laid:
    main, finding = material.main, section.finding
    if finding is not None:
        turned = strength.turning_in(finding, findings)
        return Laid(
            section,
            finding.field,
            found(finding, turned),
            list(turned.values()),
            _card(finding.evidence, finding.field),
        )
    facts = main.facts
    tables: list[Shown] = []
    warnings: list[str] = []
    for name in section.tables:
        turned = strength.turning(findings, name, facts.players, facts.digest, facts.line_up)
        warnings += turned.values()
        tables.append(shown(main.questions[name], main.telling(name), main.assumed(name), turned))
    every = material.every if section.anchor == PLAYERS else (main,)
    field = "; ".join(
        f"{f'{at_table(each.facts.players)}: ' * (len(every) > 1)}{seated(each.facts.line_up)}" for each in every
    )
    return Laid(section, field, tables, warnings, _run_card(facts))


def _head(laid: Laid) -> Head:
    """A section in short."""
    section, turned = laid.section, len(laid.warnings)
    several = len(section.answers) > 1
    answers = [
        Answer(text.label(drawing.name.removeprefix(f"{section.anchor}_")) if several else "", drawing.caption)
        for drawing in section.answers
    ]
    cautions = section.finding.cautions if section.finding else ()
    if turned:
        cautions += (f"Other players give another verdict on {plural(turned, 'line')}.",)
    tables = tuple(table.title for table in laid.tables)
    return Head(section.anchor, section.title, tuple(answers), tables, cautions, section.finding is not None)


def _card(evidence: Evidence, field: str) -> Card:
    changed = f"{evidence.ruleset} ({evidence.digest}), {text.count(evidence.assumed)} values assumed"
    return [
        ("n", f"{plural(evidence.games, 'game')} in {plural(evidence.blocks, 'block')}"),
        ("method", evidence.method),
        ("played by", field),
        ("seed", str(evidence.seed)),
        ("ruleset", changed),
        ("game", f"{evidence.game} version {evidence.version}, {at_table(evidence.players)}"),
        ("command", evidence.command),
    ]


def _run_card(facts: Facts) -> Card:
    count = sum(value["source"] == "assumed" for value in facts.values)
    method = "Block sums with linearised variance; what each table counts is told above it."
    evidence = Evidence(
        facts.game, facts.title, facts.version, facts.ruleset, facts.digest, facts.players, facts.line_up,
        facts.seed, facts.games, facts.blocks, method, text.again(facts.command) or "not recorded", count,
    )  # fmt: skip
    return _card(evidence, evidence.field)


def assumed(values: Iterable[Any]) -> list[tuple[str, list[Any]]]:
    """Assumed values by the first part of their key."""
    groups: dict[str, list[Any]] = {}
    for value in values:
        if value["source"] == "assumed":
            groups.setdefault(value["key"].split(".", 1)[0], []).append(value)
    return list(groups.items())
