"""Speed beside peers on one core, all in one run: choices/s, moves/s and games/s, medians, and our speed over each.

Run with `make bench` or `make bench-peers`, which install the peers into `.venv-peers`. Each contestant has a process
of its own (`benchmarks/peers`); all are bound to one core and play in turns, half a second each, warmed up. Speeds are
by processor time, since other work on the machine takes the core away; how much of that is left by the clock stands
beside them. A peer that cannot be had has a line that says so.

A choice is among two or more options; a move is every decision of a player, with a single option too. Peers count
moves alone. Our games count choices; how many moves there are in a game is counted in some games apart from the rounds.
Ratios to peers are moves/s over moves/s. Ratios to our own copies, and the bars in million choices/s, are of choices.
In roll-outs ours counts choices and the peer moves, so the ratio there is less than like for like.

The twins are the plain Python referees of the tests. "twin told" is told what chance brought and what was chosen;
"twin alone" draws its own lots and makes its own choices, as ours does.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

HERE = Path(__file__).resolve().parent
MANY = 50
"""Decisions that make a game comparable with ours; shorter ones stand apart."""
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS"), "1"
)
HOUSES = ("watchmen:greedy-value", "haversack:all-rounder")
"""Our usual strategies, whose speed is set against each peer's."""
OURS = (*HOUSES, "watchmen:random", "haversack:random")
ALONE = ("watchmen:greedy-value", "watchmen:random", "haversack:random")
"""What the twins can play by themselves."""
COPIES = {
    "twin told": "the twin, told what to choose",
    "twin alone": "the twin, plays by itself",
    "not compiled": "the same source as plain Python",
}
"""Other ways to play our own games."""
PEERS = (
    ("open_spiel", "openspiel_games", ("hearts", "bridge", "crazy_eights")),
    ("pgx", "pgx_games", ("leduc_holdem", "2048")),
    ("rlcard", "rlcard_games", ("uno",)),
    ("catanatron", "catanatron_games", ("catan",)),
)
ROLLOUTS = (
    ("ours", "ours", ("watchmen-rollouts", "haversack-rollouts")),
    ("open_spiel", "openspiel_games", ("hearts-rollouts", "bridge-rollouts", "crazy_eights-rollouts")),
)


@dataclass
class Line:
    """A contestant and what its rounds gave."""

    who: str
    script: str
    name: str
    process: subprocess.Popen[str]
    errors: IO[str]
    told: dict[str, Any] = field(default_factory=dict)
    rounds: list[dict[str, float]] = field(default_factory=list)
    fault: str = ""

    def hear(self) -> dict[str, Any]:
        """The next thing it says; empty, and a fault noted, if it has died."""
        assert self.process.stdout
        said = self.process.stdout.readline()
        if said:
            return dict(json.loads(said))
        self.errors.seek(0)
        last = self.errors.read().strip().splitlines()
        self.fault = last[-1] if last else f"ended with code {self.process.wait()}"
        return {}

    def round(self) -> None:
        """Have it play one round."""
        assert self.process.stdin
        with suppress(BrokenPipeError):  # it has died; hear() tells why
            self.process.stdin.write("\n")
            self.process.stdin.flush()
        if heard := self.hear():
            self.rounds.append(heard)

    def end(self) -> None:
        """Let it go."""
        with self.errors, suppress(BrokenPipeError), self.process as process:
            process.kill()

    @property
    def is_rollouts(self) -> bool:
        """Whether it plays on from positions instead of whole games."""
        return self.name.endswith("-rollouts")

    @property
    def is_peer(self) -> bool:
        """Whether it is an engine of somebody else's, of whose decisions all count."""
        return self.who != "ours" and self.who not in COPIES

    def rate(self, what: str, by: str = "processor") -> float:
        """Median of what was done a second."""
        return statistics.median(each[what] / each[by] for each in self.rounds)

    @property
    def moves_rate(self) -> float | None:
        """Moves a second; None where nobody counts them."""
        if self.is_peer:
            return self.rate("decisions")
        return self.rate("games") * self.told["moves"] if self.told["moves"] else None

    @property
    def length(self) -> float:
        """Decisions that count, a game."""
        return sum(each["decisions"] for each in self.rounds) / sum(each["games"] for each in self.rounds)

    def over(self, other: Line) -> float:
        """Its speed over another's: in moves if both count them, else in the decisions that count."""
        mine, others = self.moves_rate, other.moves_rate
        if mine and others:
            return mine / others
        return self.rate("decisions") / other.rate("decisions")


def started(who: str, script: str, name: str, python: Path, **extra: str) -> Line:
    """A contestant's process, warming up."""
    errors = TemporaryFile("w+")  # noqa: SIM115  # as long as the process; a pipe would fill up
    process = subprocess.Popen(
        [python, HERE / "peers" / f"{script}.py", name],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True,
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": str(HERE.parent), **extra},
    )  # fmt: skip
    return Line(who, script, name, process, errors)


def contest(peers: Path) -> list[Line]:
    """All contestants, warm, one after the other; those that cannot play have a fault."""
    own = Path(sys.executable)
    asked = [("ours", "ours", name, own, {}) for name in OURS]
    asked += [("twin told", "twin", name, own, {}) for name in OURS]
    asked += [("twin alone", "twin_alone", name, own, {}) for name in ALONE]
    asked += [("not compiled", "ours", name, own, {"NUMBA_DISABLE_JIT": "1"}) for name in HOUSES]
    for group in (PEERS, ROLLOUTS):
        for who, script, names in group:
            asked += [(who, script, name, own if who == "ours" else peers, {}) for name in names]
    lines = []
    for who, script, name, python, extra in asked:
        if sys.stderr.isatty():
            print(f"{f'warming up {who} {name}':<60}", end="\r", file=sys.stderr)
        if not python.exists():
            raise SystemExit(f"{python}: no such interpreter; `make bench-peers` makes it")
        lines.append(started(who, script, name, python, **extra))
        lines[-1].told = lines[-1].hear()
    return lines


HEAD = (
    f"{'who':<13}{'game':<24}{'version':<19}{'choices/game':>14}{'choices/s':>13}{'moves/game':>12}{'moves/s':>13}"
    f"{'games/s':>11}{'by clock':>10}{'Watchmen x':>12}{'Haversack x':>12}  plays"
)


def rivals(line: Line, ours: dict[str, Line]) -> list[Line | None]:
    """Who is set against a line, in a column for each game of ours: for a copy the same play, for a peer the usual."""
    games = [(house, house.partition(":")[0]) for house in HOUSES]
    if line.who == "ours":
        return [None for _ in games]
    if line.who in COPIES:
        return [ours.get(line.name) if line.name.startswith(game) else None for _, game in games]
    return [ours.get(f"{game}-rollouts" if line.is_rollouts else house) for house, game in games]


def shown(line: Line, ours: dict[str, Line]) -> str:
    """One line of a table."""
    start = f"{line.who:<13}{line.name:<24}"
    if not line.rounds:
        return f"{start}not to be had here: {line.fault}"
    if line.fault:
        return f"{start}stopped after round {len(line.rounds)}: {line.fault}"
    ratios = [f"{rival.over(line):,.1f}" if rival and rival.rounds else "" for rival in rivals(line, ours)]
    choices = ("", "") if line.is_peer else (f"{line.length:.1f}", f"{line.rate('decisions'):,.0f}")
    length = line.length if line.is_peer else line.told["moves"]
    moves = (f"{length:.1f}", f"{line.moves_rate:,.0f}") if length else ("", "")
    clock = line.rate("decisions", "wall") / line.rate("decisions")
    distinct = line.told["distinct"]
    noted = f"; of {distinct[0]:,} finished games {distinct[1]:,} differ" if distinct else ""
    return (
        f"{start}{line.told['version']:<19}{choices[0]:>14}{choices[1]:>13}{moves[0]:>12}{moves[1]:>13}"
        f"{line.rate('games'):>11,.0f}{clock:>10.0%}{ratios[0]:>12}{ratios[1]:>12}"
        f"  {line.told['remark']}{noted}"
    )


def verdicts(lines: list[Line]) -> list[str]:
    """The bars, and how far each is met."""
    played = [line for line in lines if line.rounds and not line.fault]
    of = {(line.who, line.name): line for line in played}
    whole = [line for line in played if line.is_peer and not line.is_rollouts]
    told = []

    def bar(text: str, value: float, least: float, unit: str = "") -> None:
        told.append(f"{text}: {value:,.1f}{unit} (bar {least:g}{unit}: {'met' if value >= least else 'not met'})")

    for name, least in zip(HOUSES, (10, 3)):
        if ("ours", name) in of:
            bar(f"{name}, million choices/s", of["ours", name].rate("decisions") / 1e6, least)
    for name in (HOUSES[0], "watchmen:random"):
        for text, some, least in (
            (f"the fastest peer on a game of {MANY} or more decisions", [e for e in whole if e.length >= MANY], 5),
            ("the fastest peer on any game", whole, 1),
        ):
            if ("ours", name) in of and some:
                best = max(some, key=lambda line: line.rate("decisions"))
                value = of["ours", name].over(best)
                bar(f"{name} over {text} ({best.who} {best.name}), moves/s", value, least, " times")
    for name in OURS:
        for who, what in COPIES.items():
            if {("ours", name), (who, name)} <= set(of):
                bar(f"{name} over {what}, choices/s", of["ours", name].over(of[who, name]), 100, " times")
    return told


def play(lines: list[Line], repeats: int) -> None:
    """Have all of them play in turns; whoever dies is passed over from then on."""
    try:
        for _ in range(repeats):
            for line in lines:
                if not line.fault:
                    line.round()
    finally:
        for line in lines:
            line.end()


def report(lines: list[Line]) -> str:
    """The tables and the verdicts."""
    ours = {line.name: line for line in lines if line.who == "ours"}
    whole = [line for line in lines if not line.is_rollouts]
    tiny = [line for line in whole if line.rounds and line.length < MANY]
    return "\n".join(
        [
            "Whole games, from the deal to the end. A choice is among two or more options, a move is every decision;",
            "peers count moves. Our speed over theirs (x) is in moves/s for a peer, in choices/s for a copy.",
            HEAD,
            *(shown(line, ours) for line in whole if line not in tiny),
            f"\nGames of fewer than {MANY} decisions:",
            *(shown(line, ours) for line in tiny),
            "\nRoll-outs from a position, no deal and no rows:",
            *(shown(line, ours) for line in lines if line.is_rollouts),
            "",
            *verdicts(lines),
        ]
    )


def main() -> None:
    """Play and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", type=Path, default=HERE.parent / ".venv-peers/bin/python", help="their interpreter")
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})  # contestants inherit it
    lines = contest(asked.peers)
    play(lines, asked.repeats)
    print(report(lines))


if __name__ == "__main__":
    main()
