"""Files gone wrong by the hundred thousand: TOML files mutated, read, and if they are lawful rules, played.

    python -m tests.fuzzing --files 100000 --played 200

Each file comes from the shipped ones (rules, weights, bands), has up to four things done to it (bytes flipped, lines
swapped, doubled, dropped or torn, values and keys replaced, nesting, other encodings) and is read as whoever wrote it
would have it read. Right are two answers: what the reader makes of it, or one MeepleError of one line. It must be given
within a time, and while it is looked for nothing may be written, made, removed or started, and memory must not grow.
"""

from __future__ import annotations

import argparse
import random
import re
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from meeplelab import bandsfile
from simcore.batch import simulate
from simcore.errors import MeepleError
from simcore.registry import GAMES, game
from simcore.ruleset import Ruleset
from simcore.schedule import Schedule
from strategies import catalog, weightsfile

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 5.0
"""Processor time a file may take; reading a file of the usual size takes some milliseconds."""
GROWTH = 128
"""MiB by which the process may grow while it reads all files."""
LONGEST = 2000
"""Characters of a message at most."""
HOSTILE = (
    b"-1", b"0", b"1", b"2", b"3", b"7", b"99", b"127", b"128", b"255", b"256", b"32768", b"-129", b"2147483648",
    b"9223372036854775808", b"-9223372036854775809", b"1" + b"0" * 400, b"1" + b"0" * 5000, b"0x" + b"f" * 9000,
    b"nan", b"inf", b"-inf", b"1e400", b"-0.0", b"0.1", b"1e-320", b"1_0", b"true", b"false", b'""', b'"random"',
    b'"' + b"x" * 5000 + b'"', b'"\\u0000"', b'"\\u001b[2J"', b'"\\n"', '"Ünï\u202ecode"'.encode(), 
    b'"../../etc/passwd"',
    b"[]", b"[1, 2]", b"[[]]", b"[" * 90 + b"]" * 90, b"[" * 3000, b"{}", b"{a = 1}", b"{a.b.c.d = {e = 1}}",
    b"2020-01-01", b"12:00:00", b"'''\n'''", b"+-1", b"'none'", b'"rulebook"', b'"public:https://a.org"', b'"owl"',
)  # fmt: skip
KEYS = (b"a", b"''", b'"a b"', b"a.b.c", b"name", b"game", b"base", b"source", b"note", b"low", b"high", b"why",
        b"A" * 300, b"a" + b".a" * 400, b"rules", b"worth_trying", b"weights", b"__class__",
        "\u043a\u043b\u044e\u0447".encode())  # fmt: skip
_VALUE = re.compile(rb"(?<== )[^\n,{}\[\]]+|(?<==)[^\s,{}\[\]]+")
_KEY = re.compile(rb"(?m)^[\w.\"*-]+(?= ?=)|(?<=[{,] )[\w.]+(?= ?=)|(?<=\[)[\w.]+(?=\])")

Dice = random.Random


@dataclass(frozen=True)
class Reader:
    """What reads one kind of files, and what such files look like."""

    kind: str
    corpus: tuple[bytes, ...]
    read: Callable[[Path], Any]


def _of(name: str) -> tuple[bytes, Callable[[Path], Ruleset]]:
    spec = game(name)
    return (ROOT / f"simcore/games/{name}/data/{name}.toml").read_bytes(), lambda path: spec.load_rules(path, {})


def readers() -> list[Reader]:
    """The readers of rules (one a game), weights and bands."""
    found = []
    for name in GAMES:
        for each in catalog.names(name):
            catalog.load(name, each)  # what is compiled is compiled now
        shipped, read = _of(name)
        own = tuple(path.read_bytes() for path in (ROOT / "tests/exact/rules").glob(f"{name}*.toml"))
        found.append(Reader(name, (shipped, *own), read))
    tuned = sorted(ROOT.glob("strategies/*/tuned/*.toml"))
    found.append(Reader("weights", tuple(path.read_bytes() for path in tuned), _weights))
    bands = sorted((ROOT / "docs/bands").glob("*.toml"))
    found.append(Reader("bands", tuple(path.read_bytes() for path in bands), bandsfile.read))
    return found


def _weights(path: Path) -> dict[str, float]:
    """A file of weights laid over the strategy it names, as far as there is one."""
    file = weightsfile.read(path)
    known = file.game in GAMES and file.strategy in catalog.names(file.game)
    return file.values_for(catalog.load(file.game, file.strategy)) if known else dict(file.weights)


# ---- mutations


def changes_of(dice: Dice, content: bytes, name: str) -> bytes:
    """Part of a shipped file of rules, as one that changes only what it lists."""
    _, *sections = re.split(rb"(?m)^(?=\[)", content)
    if name not in GAMES or dice.random() < 0.05:
        return content
    chosen = sorted(dice.sample(range(len(sections)), min(len(sections), dice.randint(1, 4))))
    return f'base = "{name}"\n'.encode() + b"".join(sections[k] for k in chosen)


def _place(dice: Dice, pattern: re.Pattern[bytes], content: bytes) -> tuple[int, int]:
    places = [found.span() for found in pattern.finditer(content)]
    return dice.choice(places) if places else (0, 0)


def _flipped(dice: Dice, content: bytes, other: bytes) -> bytes:
    changed = bytearray(content or b"\0")
    for _ in range(dice.randint(1, 4)):
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _inserted(dice: Dice, content: bytes, other: bytes) -> bytes:
    at = dice.randint(0, len(content))
    return (
        content[:at]
        + dice.choice((dice.randbytes(dice.randint(1, 8)), dice.choice(HOSTILE), b"[[", b'"""'))
        + content[at:]
    )


def _torn(dice: Dice, content: bytes, other: bytes) -> bytes:
    first, last = sorted((dice.randint(0, len(content)), dice.randint(0, len(content))))
    return dice.choice((content[:first] + content[first + dice.randint(1, 40) :], content[first:last], content[:last]))


def _lines(dice: Dice, content: bytes, other: bytes) -> bytes:
    lines = content.splitlines(keepends=True) or [b"\n"]
    one, two = dice.randrange(len(lines)), dice.randrange(len(lines))
    how = dice.randrange(4)
    if how == 0:
        lines[one], lines[two] = lines[two], lines[one]
    elif how == 1:
        lines.insert(two, lines[one])
    elif how == 2:
        del lines[one]
    else:
        lines[two:two] = other.splitlines(keepends=True)[:20]
    return b"".join(lines)


def _valued(dice: Dice, content: bytes, other: bytes) -> bytes:
    first, last = _place(dice, _VALUE, content)
    return content[:first] + dice.choice(HOSTILE) + content[last:]


def _nudged(dice: Dice, content: bytes, other: bytes) -> bytes:
    """Another value of the kind that stands there, so that much of it stays lawful."""
    first, last = _place(dice, _VALUE, content)
    old = content[first:last].strip()
    if old.lstrip(b"-").isdigit():
        new = str(int(old[:9]) + dice.choice((-2, -1, 1, 2, 5))).encode()
    elif old in (b"true", b"false"):
        new = b"false" if old == b"true" else b"true"
    else:
        start, end = _place(dice, _VALUE, other)
        new = other[start:end]
    return content[:first] + new + content[last:]


def _keyed(dice: Dice, content: bytes, other: bytes) -> bytes:
    first, last = _place(dice, _KEY, content)
    start, end = _place(dice, _KEY, other)
    return content[:first] + dice.choice((dice.choice(KEYS), other[start:end])) + content[last:]


def _encoded(dice: Dice, content: bytes, other: bytes) -> bytes:
    text = content.decode("utf-8", "replace")
    how = dice.randrange(6)
    if how == 0:
        return text.encode(dice.choice(("utf-16", "utf-16-le", "utf-32", "utf-7")))
    if how == 1:
        return b"\xef\xbb\xbf" + content
    if how == 2:
        return content.replace(b"\n", dice.choice((b"\r\n", b"\r", b"\0", "\u2028".encode())))
    if how == 3:
        return text.replace(
            dice.choice("aeou1="), dice.choice("\u0430\u0435\u043e\uff11\uff1d\u00e9\u200b\ud7ff")
        ).encode()
    return content + dice.choice((b"\xff", b"\xc3", b"\xed\xa0\x80", b"\0", b"\x1a", b"\xf4\x90\x80\x80"))


def _deepened(dice: Dice, content: bytes, other: bytes) -> bytes:
    first, last = _place(dice, _VALUE, content)
    deep = dice.choice((1, 2, 20, 100, 400, 2000))
    start, end = dice.choice(((b"[", b"]"), (b"{a = ", b"}"), (b"{a." + b"b." * deep + b"c = ", b"}")))
    return content[:first] + start * deep + content[first:last] + end * deep + content[last:]


MUTATIONS = (_flipped, _inserted, _torn, _lines, _valued, _nudged, _nudged, _nudged, _keyed, _encoded, _deepened)


def mutated(dice: Dice, reader: Reader) -> bytes:
    """A file of a kind with something wrong with it."""
    content = changes_of(dice, dice.choice(reader.corpus), reader.kind)
    other = changes_of(dice, dice.choice(reader.corpus), reader.kind)
    # Half of the files are nudged only: most of what is lawful is among them.
    kinds = (_nudged,) if dice.random() < 0.5 else MUTATIONS
    for _ in range(dice.randint(1, 4)):
        content = dice.choice(kinds)(dice, content, other)
    return content


# ---- what is right


class TooLongError(BaseException):
    """The time is up; no Exception, so that nobody takes it for one of a file's faults."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise TooLongError after so much processor time, where the system can tell."""

    def late(*_: object) -> None:
        raise TooLongError

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


TOUCHING = {
    "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.truncate", "os.chmod", "os.link", "os.symlink", "os.system",
    "os.exec", "os.posix_spawn", "os.fork", "subprocess.Popen", "socket.connect", "shutil.rmtree", "shutil.move",
}  # fmt: skip
_touched: list[str] = []
_looking = [False]


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if _looking[0] and (event in TOUCHING or (event == "open" and _writes(arguments))):
        _touched.append(f"{event} {str(arguments)[:100]}")


def _writes(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    return any(letter in (mode or "") for letter in "wax+") or bool((flags or 0) & 3)


@contextmanager
def looking() -> Iterator[list[str]]:
    """What is written, made, removed or started in this context, as the interpreter tells of it."""
    if not _hooked:
        sys.addaudithook(_hook)
        _hooked.append(True)
    _touched.clear()
    _looking[0] = True
    try:
        yield _touched
    finally:
        _looking[0] = False


_hooked: list[bool] = []


def verdict(read: Callable[[Path], Any], path: Path) -> tuple[str, Any]:
    """("lawful", what was read), ("refused", words) or ("fault", words) of a file; names of one kind are short."""
    try:
        with looking() as touched, within(SECONDS):
            value = read(path)
    except MeepleError as error:
        told = str(error)
        plain = told.isprintable() and len(told) <= LONGEST and str(path) in told
        value, answer = told, "refused" if plain else "fault"
    except TooLongError:
        return "fault", f"more than {SECONDS} s"
    except Exception as error:
        return "fault", f"{type(error).__name__}: {error}"[:300]
    else:
        answer = "lawful"
    return ("fault", f"touched {touched[0]}") if touched else (answer, value)


def play(name: str, ruleset: Ruleset, games: int, dice: Dice) -> str:
    """Play so many games by lawful rules, number of players and strategy by chance; what went wrong, or nothing."""
    spec = game(name)
    players, strategy = dice.choice(list(spec.player_counts())), dice.choice(catalog.names(name))
    try:
        spec.tables(ruleset, players)
    except MeepleError:
        return ""  # not for so many players: told as such before anything is played
    lineup = catalog.load_lineup(name, players, strategy)
    schedule = Schedule(dice.randrange(2**31), tuple(each.name for each in lineup), games)
    try:
        with within(10 * SECONDS):
            rows = sum(len(chunk) for chunk in simulate(spec, ruleset, lineup, schedule, jobs=1))
    except TooLongError:
        return f"{strategy} at {players} players: more than {10 * SECONDS} s"
    except Exception as error:
        return f"{strategy} at {players} players: {type(error).__name__}: {error}"[:300]
    return "" if rows == games * players else f"{strategy} at {players} players: {rows} rows of {games} games"


@dataclass
class Tally:
    """What so many files came to."""

    files: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    played: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    growth: float = 0.0

    def __str__(self) -> str:
        kinds = sorted({key.split()[0] for key in self.files})
        told = [
            f"{kind}: {self.files[f'{kind} refused']:,} refused, {self.files[f'{kind} lawful']:,} lawful, "
            f"{self.played[kind]:,} of them played"
            for kind in kinds
        ]
        return "\n".join(
            [
                *told,
                f"slowest {self.slowest:.2f} s",
                f"memory grew by {self.growth:.0f} MiB",
                f"{len(self.faults)} faults",
                *self.faults[:20],
            ]
        )


def run(folder: Path, files: int, played: int, games: int, seed: int, kept: Path | None = None) -> Tally:
    """Read so many files, then play so many of the lawful rules of each game; files with a fault go to `kept`."""
    dice, tally, every = Dice(seed), Tally(), readers()
    path, lawful = folder / "mutated.toml", []
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    def note(kind: str, number: int, content: bytes, wrong: str) -> None:
        tally.faults.append(f"{kind}, file {number}: {wrong}")
        if kept:
            (kept / f"{kind}-{number}.toml").write_bytes(content)

    for number in range(files):
        reader = every[number % len(every)]
        content = mutated(dice, reader)
        path.write_bytes(content)
        began = time.process_time()
        answer, value = verdict(reader.read, path)
        tally.slowest = max(tally.slowest, time.process_time() - began)
        tally.files[f"{reader.kind} {answer}"] += 1
        if answer == "fault":
            note(reader.kind, number, content, value)
        elif answer == "lawful" and reader.kind in GAMES and tally.played[reader.kind] < played:
            tally.played[reader.kind] += 1
            lawful.append((reader, number, content))
        if [each.name for each in folder.iterdir()] != [path.name]:
            note(reader.kind, number, content, "left something behind")
    tally.growth = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    # read once more: hundreds of rulesets kept would look like memory that is lost
    for reader, number, content in lawful:
        path.write_bytes(content)
        if wrong := play(reader.kind, reader.read(path), games, dice):
            note(reader.kind, number, content, wrong)
    return tally


def main() -> None:
    """Run and print the figures; exit 1 if there was a fault."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=100_000)
    parser.add_argument("--played", type=int, default=200, help="lawful rules of each game")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a folder for the files with a fault")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tally = run(Path(folder), asked.files, asked.played, asked.games, asked.seed, asked.kept)
    print(tally)
    sys.exit(bool(tally.faults) or tally.growth > GROWTH)


if __name__ == "__main__":
    main()
