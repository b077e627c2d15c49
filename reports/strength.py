"""Marks beside verdicts that change with the strength of play, where the report has asked for that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from analyses.finding import SEVERAL, Finding
from analyses.strength import CHANGES, LEDGER, sentence
from reports.material import Claim

NAME = "strength"
"""The experiment that finds them."""
Turning = Mapping[str, str]
"""Things whose verdict in a table changes, each with a sentence."""


def turning(findings: Iterable[Finding], table: str, players: int, digest: str, line_up: tuple[str, ...]) -> Turning:
    """What changes of a table under these rules, if the line-up that its verdicts are about is one of the fields."""
    told: dict[str, str] = {}
    for finding in findings:
        known = finding.evidence
        if finding.name != NAME or (known.players, known.digest) != (players, digest):
            continue
        if list(line_up) not in [list(each) for each in finding.facts[SEVERAL].values()]:
            continue
        told |= {
            str(row["thing"]): sentence(row)
            for row in finding.tables["things"].to_dict("records")
            if row["table"] == table and row["strength"] == CHANGES
        }
    return told


def turning_in(finding: Finding, findings: Iterable[Finding]) -> Turning:
    """What changes of the main table of an experiment."""
    known = finding.evidence
    if finding.name != LEDGER:
        return {}
    return turning(findings, LEDGER, known.players, known.digest, known.line_up)


def claims(findings: Iterable[Finding]) -> list[Claim]:
    """For the head of the page: how many verdicts change, and the first of them."""
    made = []
    for finding in findings:
        if finding.name == NAME:
            rows = finding.tables["things"].to_dict("records")
            turned = [row for row in rows if row["strength"] == CHANGES]
            if turned:
                most = max(turned, key=lambda row: abs(float(row["change"])))
                text = f"{len(turned)} of {len(rows)} verdicts change with the strength of play. Most: {sentence(most)}"
                known = finding.evidence
                made.append(Claim(text, f"n = {known.games:,} games, {known.blocks:,} blocks", (CHANGES,)))
    return made
