"""Files gone wrong: a sample of the fuzzing of `tests.fuzzing`, and files built to take for ever."""

import os
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simcore.errors import MeepleError
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES
from tests.fuzzing import GROWTH, TooLongError, looking, readers, run, verdict, within

READERS = readers()
NAMED = [  # the second game's rules are read by the same reader as the first one's
    pytest.param(reader, id=reader.kind, marks=pytest.mark.slow if reader.kind in GAMES[1:] else ())
    for reader in READERS
]


def test_a_sample_of_mutated_files(tmp_path: Path) -> None:
    tally = run(tmp_path, files=500, played=0, games=0, seed=7)
    assert not tally.faults
    assert tally.growth < GROWTH
    for reader in READERS:  # the sample is about something: each kind has files of both sorts
        assert tally.files[f"{reader.kind} refused"] > 50
        assert tally.files[f"{reader.kind} lawful"] > 0
    assert sum(tally.files.values()) == 500


@pytest.mark.slow
@pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
def test_lawful_mutants_are_played_to_the_end(tmp_path: Path) -> None:
    # of 12,000 files only 142 are lawful for Watchmen
    tally = run(tmp_path, files=20_000, played=200, games=20, seed=8)
    assert not tally.faults
    assert tally.played == Counter(dict.fromkeys(GAMES, 200))


@pytest.mark.slow
def test_a_hundred_thousand_mutated_files(tmp_path: Path) -> None:
    tally = run(tmp_path, files=100_000, played=0, games=0, seed=9)
    assert not tally.faults
    assert tally.growth < GROWTH


LINES = st.sampled_from([name for reader in READERS for text in reader.corpus for name in text.decode().splitlines()])
WORDS = st.one_of(st.text(max_size=20), LINES, st.sampled_from(["=", "[", "]", "{", "}", '"', "\n", ".", ",", "'''"]))


@given(pieces=st.lists(WORDS, max_size=12), raw=st.binary(max_size=12))
@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_read_or_refused(tmp_path: Path, pieces: list[str], raw: bytes) -> None:
    path = tmp_path / "any.toml"
    path.write_bytes("\n".join(pieces).encode("utf-8", "surrogatepass") + raw)
    for reader in READERS:
        answer, told = verdict(reader.read, path)
        assert answer in ("lawful", "refused"), told


def rows(table: str, values: str) -> str:
    return "".join(f"[{table}.X{number}]\n{values}\n" for number in range(6_000))


ENDLESS = {
    "a dotted key": "a" + ".a" * 400_000 + " = 1",
    "a quoted key": '"a"' + '."a"' * 60_000 + " = 1",
    "a dotted header": "[" + "a." * 60_000 + "a]",
    "a dotted key in a table": "x = {" + "a . " * 60_000 + "a = 1}",
    "tables in tables": "x = " + "{a = " * 60_000 + "1" + "}" * 60_000,
    "deep bands": "[bands]\na" + ".a" * 900 + " = {low = 1}",
    "values worth trying": 'base = "GAME"\n[worth_trying]\n"*" = [' + "1, " * 60_000 + "]",
    "patterns": 'base = "GAME"\n[worth_trying]\n' + "".join(f'"*e*{k}*" = [1]\n' for k in range(10_000)),
    "short names": 'base = "GAME"\n[sources]\n' + "".join(f'a{k} = "public:https://a.org"\n' for k in range(8_000)),
    "weights": 'game = "GAME"\nstrategy = "random"\n[weights]\n' + "".join(f"a{k} = 1\n" for k in range(5000)),
    "a long weight": f'game = "{GAMES[0]}"\nstrategy = "random"\n[weights]\n{"a" * 9000} = 1\n',
    "bands": "[bands]\n" + "".join(f"a{k} = {{low = 1}}\n" for k in range(6_000)),
    "rows": 'base = "GAME"\n' + rows("template.T2", 'caste = "mage"\nprice = 1\ngold = 1\nactions = 1'),
    "a long text": 'name = "' + "x" * 500_000 + '"',
    "a long word": "x" * 500_000 + " = 1",
    "a long number": "format = 0x" + "f" * 500_000,
    "spaces": "a" + " " * 500_000 + "= 1",
    "quotes": '"' * 500_000,
}


@pytest.mark.parametrize("content", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("reader", NAMED)
def test_no_file_takes_for_ever(tmp_path: Path, reader: object, content: str) -> None:
    path = tmp_path / "endless.toml"
    path.write_text(content.replace("GAME", getattr(reader, "kind", "")))
    answer, told = verdict(reader.read, path)  # type: ignore[attr-defined]
    assert answer != "fault", told


@pytest.mark.parametrize("reader", NAMED)
def test_what_is_no_file_is_told(tmp_path: Path, reader: object) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    os.mkfifo(tmp_path / "pipe")
    for name in ("", "loop", "pipe", "absent", "a\0b", "x" * 300, "a\udcffb"):
        with pytest.raises(MeepleError):
            reader.read(tmp_path / name)  # type: ignore[attr-defined]


# What finds faults does find them.


def test_each_fault_is_seen(tmp_path: Path) -> None:
    def loops(path: Path) -> None:
        with within(0.2):
            while True:
                pass

    def writes(path: Path) -> None:
        (tmp_path / "elsewhere").write_text("x")

    def two_lines(path: Path) -> None:
        raise MeepleError(f"{path}: one\ntwo")

    def nameless(path: Path) -> None:
        raise MeepleError("something is wrong")

    path = tmp_path / "some.toml"
    for read in (loops, writes, two_lines, nameless, lambda path: 1 // 0):
        assert verdict(read, path)[0] == "fault"
    assert verdict(lambda path: path, path) == ("lawful", path)
    with pytest.raises(TooLongError):
        loops(path)


def test_reading_is_no_touching(tmp_path: Path) -> None:
    path = tmp_path / "some.toml"
    path.write_text("x")
    with looking() as touched:
        path.read_text()
    assert not touched
