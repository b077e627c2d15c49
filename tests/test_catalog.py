"""Strategies by name and by file, and every way a user's file can fail."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import strategies
from simcore.errors import MeepleError
from simcore.registry import GAMES
from strategies import catalog
from tests import toygame

ROOT = Path(__file__).resolve().parent.parent
HEAD = "from strategies.contract import Weight, strategy\n\n"
BOLD = HEAD + (
    '@strategy("toy", name="bold", idea="Takes all it may.", weights=(Weight("most", 2.0, "how many"),))\n'
    "def take_all(rules, public, private, options, count, weights, stream):\n"
    "    return count - 1\n"
)
RECURSIVE = (
    "from simcore.jit import njit\n\n@njit()\ndef down(n):\n    return down(n - 1) + down(n - 2) if n > 1 else 1\n\n"
    + BOLD.replace("count - 1", "down(count)")
)
MUTUAL = RECURSIVE.replace("return down(n - 1)", "return up(n - 1)").replace(
    "@njit()", "@njit()\ndef up(n):\n    return down(n - 1) * down(n - 3) if n > 1 else 2\n\n@njit()", 1
)
SHY = BOLD.replace("bold", "shy-one").replace("take_all", "shy").replace("count - 1", "0")


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with toygame.registered():
        yield


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of shipped strategies for the toy."""
    folder = tmp_path / "toy"
    folder.mkdir()
    for name, text in [("bold", BOLD), ("shy_one", SHY), ("_helper", "raise RuntimeError\n"), ("__init__", "")]:
        (folder / f"{name}.py").write_text(text)
    monkeypatch.setattr(catalog, "_HERE", tmp_path)
    monkeypatch.setattr(strategies, "__path__", [*strategies.__path__, str(tmp_path)])
    monkeypatch.setenv("MEEPLELAB_CACHE", str(tmp_path / "cache"))
    for name in [name for name in sys.modules if name.startswith("strategies.toy")]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def own(tmp_path: Path, text: str, name: str = "mine.py") -> str:
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def refused(name: str) -> str:
    with pytest.raises(MeepleError) as caught:
        catalog.load("toy", name)
    assert "\n" not in str(caught.value)
    return str(caught.value)


# Shipped strategies


def test_the_folder_is_the_list(shipped: Path) -> None:
    assert catalog.names("toy") == ["bold", "shy-one"]


def test_every_game_lists_its_folder() -> None:
    for game in set(GAMES) - {"toy"}:
        files = {path.stem for path in (ROOT / "strategies" / game).glob("*.py") if not path.stem.startswith("_")}
        assert {name.replace("-", "_") for name in catalog.names(game)} == files


def test_listing_imports_no_compiler() -> None:
    code = "import sys; from strategies import catalog; catalog.names('watchmen'); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_a_shipped_strategy_is_loaded_and_trusted(shipped: Path) -> None:
    loaded = catalog.load("toy", "shy-one")
    assert (loaded.name, loaded.game, loaded.trusted) == ("shy-one", "toy", True)
    assert loaded is catalog.load("toy", "shy-one")


def test_an_unknown_name_suggests_and_lists(shipped: Path) -> None:
    assert refused("bald") == (
        "toy has no strategy 'bald'; did you mean bold? known: bold, shy-one, or a file such as ./mine.py:bold"
    )
    assert "did you mean" not in refused("xyz")
    with pytest.raises(MeepleError, match="unknown game 'toi'; did you mean 'toy'"):
        catalog.load("toi", "bold")


@pytest.mark.parametrize("name", ["search", "search:bold", "search@budget=4", "search@tuned"])
def test_a_game_whose_worlds_cannot_be_imagined_has_no_player_that_thinks_ahead(shipped: Path, name: str) -> None:
    for look_up in (catalog.load, catalog.check):
        with pytest.raises(MeepleError, match=r"toy has no strategy 'search.*cannot be imagined"):
            look_up("toy", name, 2)


def test_digest_follows_the_file_and_its_helpers(shipped: Path) -> None:
    bold, shy = catalog.load_lineup("toy", 2, "bold,shy-one")
    before = catalog.source_digest(bold)
    assert len(before) == 12
    assert before != catalog.source_digest(shy)
    (shipped / "shy_one.py").write_text(SHY + "# changed\n")
    assert catalog.source_digest(bold) == before
    (shipped / "_helper.py").write_text("")
    assert catalog.source_digest(bold) != before


# Line-ups


def test_one_name_fills_every_seat(shipped: Path) -> None:
    assert [one.name for one in catalog.load_lineup("toy", 3, "bold")] == ["bold"] * 3


def test_otherwise_one_name_a_seat(shipped: Path) -> None:
    assert [one.name for one in catalog.load_lineup("toy", 2, " bold, shy-one ")] == ["bold", "shy-one"]
    assert [one.name for one in catalog.load_lineup("toy", 2, ["shy-one", "bold"])] == ["shy-one", "bold"]
    with pytest.raises(MeepleError, match="strategies: 2 names for 3 players; expected one, or one a seat"):
        catalog.load_lineup("toy", 3, "bold,shy-one")
    for empty in ("", "bold,,bold", []):
        with pytest.raises(MeepleError, match="strategies: "):
            catalog.load_lineup("toy", 3, empty)


def test_labels_tell_two_of_one_name_apart(shipped: Path, tmp_path: Path) -> None:
    mine = own(tmp_path, BOLD)
    lineup = catalog.load_lineup("toy", 3, ["bold", f"{mine}:bold", "bold"])
    assert catalog.labels(lineup) == ("bold", f"bold@{tmp_path.name}/mine.py", "bold")


def test_the_name_of_a_shipped_strategy_is_its_own(shipped: Path, tmp_path: Path) -> None:
    mine = own(tmp_path, BOLD)
    for lineup in ([f"{mine}:bold", "bold"], [f"{mine}:bold", "shy-one"]):
        assert catalog.labels(catalog.load_lineup("toy", 2, lineup)) == (f"bold@{tmp_path.name}/mine.py", lineup[1])


# A file of one's own


def test_a_file_of_ones_own_is_loaded_and_not_trusted(tmp_path: Path) -> None:
    mine = own(tmp_path, BOLD)
    loaded = catalog.load("toy", f"{mine}:bold")
    assert (loaded.name, loaded.trusted) == ("bold", False)
    assert catalog.load("toy", f"{mine}:take_all") is loaded
    assert catalog.load("toy", mine) is loaded
    assert len(catalog.source_digest(loaded)) == 12


def test_a_relative_path_works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own(tmp_path, BOLD)
    monkeypatch.chdir(tmp_path)
    assert catalog.load_lineup("toy", 2, "./mine.py:bold,mine.py")[1].name == "bold"


def test_an_edited_file_is_loaded_anew(tmp_path: Path) -> None:
    first = catalog.load("toy", own(tmp_path, BOLD))
    second = catalog.load("toy", own(tmp_path, BOLD + "# again\n"))
    assert first is not second
    assert catalog.source_digest(first) == catalog.source_digest(second)  # both read the file as it is now


def test_two_strategies_in_a_file_are_told_apart_by_name(tmp_path: Path) -> None:
    mine = own(tmp_path, BOLD + SHY)
    assert catalog.load("toy", f"{mine}:shy-one").name == "shy-one"
    assert refused(mine) == f"{mine}: holds bold, shy-one; say which, such as {mine}:bold"
    assert refused(f"{mine}:bald") == f"{mine}: no strategy 'bald'; did you mean 'bold'? it holds: bold, shy-one"


def test_a_file_that_is_not_there_or_no_python_is_told(tmp_path: Path) -> None:
    assert refused("./nowhere.py:bold") == "./nowhere.py: no such strategy file"
    assert "not a Python file" in refused(own(tmp_path, BOLD, "mine.txt") + ":bold")
    assert "no name after the colon" in refused(own(tmp_path, BOLD) + ":")
    (tmp_path / "folder.py").mkdir()
    assert "no such strategy file" in refused(str(tmp_path / "folder.py"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def broken(:\n", "line 1: syntax error"),
        ("\nimport nowhere\n", "line 2: ModuleNotFoundError: No module named 'nowhere'"),
        ("\n\nraise ValueError\n", "line 3: ValueError: no message"),
        (BOLD.replace('"toy"', '"toi"'), "line 3: unknown game 'toi'; did you mean 'toy'"),
        (
            BOLD.replace("count - 1", "public.pill"),
            "line 5: no record a strategy is shown has a field 'pill'; did you mean public.pile?",
        ),
        (BOLD.replace("count - 1", "public.zzzz"), "line 5: no record a strategy is shown has a field 'zzzz'"),
        (BOLD.replace("count - 1", "undefined"), "NameError: name 'undefined' is not defined"),
        (BOLD.replace("count - 1", "open('x')"), "line 5: TypingError: Untyped global name 'open'"),
        (BOLD.replace("count - 1", "'text'"), "line 3: strategy 'bold' returns text; expected the index"),
        (BOLD.replace("return count - 1", "pass"), "line 3: strategy 'bold' never returns"),
        (BOLD.replace("return count - 1", "if count > 1:\n        return 0"), "returns nothing on some path"),
        (BOLD.replace("weights, stream", "weights"), "line 3: TypeError: Signature mismatch: 7 argument types given"),
        (RECURSIVE, "line 9: strategy 'bold' calls a function that calls itself; expected a loop"),
        (MUTUAL, "calls a function that calls itself; expected a loop"),
        ("import sys\nsys.exit(3)\n", "line 2: SystemExit: 3"),
        ("x = '\0'\n", "mine.py: syntax error: source code string cannot contain null bytes"),
        (BOLD.replace("return count - 1", "raise ValueError"), "line 3: strategy 'bold' never returns"),
        (BOLD.replace("count - 1", "0.5 * count"), "line 3: strategy 'bold' returns a float64; expected the index"),
        (BOLD.replace("count - 1", "count > 1"), "line 3: strategy 'bold' returns a bool; expected the index"),
        (BOLD.replace('"bold"', '""'), "line 3: the strategy's name = '': expected 1 to 200 printable characters"),
        (BOLD.replace('"bold"', '"a\\nb"'), "the strategy's name = 'a\\nb'"),
        (BOLD.replace('"bold"', "5"), "the strategy's name = 5"),
        (BOLD.replace('"Takes all it may."', "None"), "the idea of 'bold' = none"),
        (BOLD.replace("2.0", "float('nan')"), "weight 'most': default = nan: expected a finite number"),
        (BOLD.replace("2.0", "float('inf')"), "weight 'most': default = inf: expected a finite number"),
        (BOLD.replace("2.0", "'2'"), "weight 'most': default = '2': expected a finite number"),
        (BOLD.replace('"most"', "1"), "a weight's name = 1"),
        (
            BOLD.replace('(Weight("most", 2.0, "how many"),)', '("most",)'),
            "the weights of 'bold' = ('most',): expected a",
        ),
        (BOLD.replace('(Weight("most", 2.0, "how many"),)', "5"), "the weights of 'bold' = 5: expected a tuple"),
        (BOLD.replace('"how many"),)', '"how many"),) * 2'), "the weights of 'bold': most declared twice"),
        (BOLD.replace('"how many"', "None"), "weight 'most': meaning = none: expected printable text"),
        (BOLD.replace('"how many"', '"\\x1b[2J"'), "weight 'most': meaning = "),
        (BOLD.replace('"how many"', '"how many", 5, -5'), "weight 'most': low 5 is above high -5"),
        (
            BOLD.replace('"how many"),)', '"how many"),) * 2_000_000'),
            "the weights of 'bold': 2,000,000; expected at most",
        ),
        (BOLD.replace("2.0", "10**400"), "line 3: OverflowError"),
        (BOLD.replace('"bold"', "type('S', (str,), {'__eq__': None})('bold')"), "the strategy's name = "),
        ("raise type('E', (Exception,), {'__str__': lambda self: 1 / 0})\n", "line 1: E: no message"),
        ("raise type('E', (Exception,), {'__str__': lambda self: exit(0)})\n", "line 1: E: no message"),
        ("raise ValueError('a\\u202eb\\x07')\n", "line 1: ValueError: a?b?"),
        ("raise type('B', (BaseException,), {})\n", "line 1: B: no message"),
        ("import sys\ndel sys.modules[__name__]\nraise ValueError\n", "line 3: ValueError: no message"),
        ("x = bytearray(10**15)\n", "line 1: MemoryError"),
        ("(" * 5000, "line 1: syntax error: too many nested parentheses"),
        ("x = " + "-" * 100_000 + "1\n", "mine.py: MemoryError"),
        ("#" * 1_100_000, "bigger than 1 MiB; expected a Python file"),
        ("x = 1\n", "defines no strategy; expected a function under @strategy('toy', name=..., idea=...)"),
    ],
)
def test_a_file_that_fails_is_told_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    mine = own(tmp_path, text)
    message = refused(f"{mine}:bold")
    assert message.startswith(mine)
    assert words in message


HOSTILE_VALUE = """
class Awkward:
    @property
    def __class__(self):
        raise ValueError
    def __eq__(self, other):
        raise ValueError
x = Awkward()
"""


@pytest.mark.parametrize("also", [HOSTILE_VALUE, "import sys\nsys.modules[__name__] = None\n"])
def test_what_else_a_file_holds_does_not_matter(tmp_path: Path, also: str) -> None:
    mine = own(tmp_path, BOLD + also)
    assert [catalog.load("toy", mine).name for _ in range(2)] == ["bold"] * 2


def test_strange_paths(tmp_path: Path) -> None:
    for name in ("m\u00eene \u65e5.py", "two.dots.py", "-.py"):
        assert catalog.load("toy", own(tmp_path, BOLD, name)).name == "bold"
    assert "UnicodeEncodeError" in refused(own(tmp_path, BOLD, "a\udcffb.py"))
    (tmp_path / "link.py").symlink_to(tmp_path / "-.py")
    assert catalog.load("toy", str(tmp_path / "link.py")).name == "bold"
    (tmp_path / "loop.py").symlink_to(tmp_path / "loop.py")
    os.mkfifo(tmp_path / "pipe.py")
    for name in ("loop.py", "pipe.py", "a\0b.py"):
        assert "no such strategy file" in refused(str(tmp_path / name))


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    for content in (
        b"\x7fELF\x01\x00\xff\xfe",
        "x = 1".encode("utf-16"),
        b"# coding: nowhere\nx = 1\n",
        b"x = '\xff'\n",
    ):
        (tmp_path / "mine.py").write_bytes(content)
        assert "syntax error: " in refused(str(tmp_path / "mine.py"))


def test_a_file_that_never_loads_ends_the_process(tmp_path: Path) -> None:
    mine = own(tmp_path, "while True:\n    pass\n")
    code = f"from strategies import userfile\nuserfile.LOADING = 0.5\nuserfile.load('watchmen', {mine!r})\n"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == f"Error: {mine}: has not loaded after 0.5 seconds; it may loop for ever\n"


def test_a_long_reason_is_cut(tmp_path: Path) -> None:
    message = refused(own(tmp_path, f"raise ValueError('{'z' * 5000}')\n"))
    assert message.endswith("zz...")
    assert len(message) < len(str(tmp_path)) + 350


def test_what_a_file_prints_is_no_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    catalog.load("toy", own(tmp_path, BOLD + "print('hello')\n"))
    assert capsys.readouterr() == ("", "hello\n")


def test_two_strategies_of_one_name_in_a_file_are_refused(tmp_path: Path) -> None:
    mine = own(tmp_path, BOLD + SHY.replace("shy-one", "bold"))
    assert refused(f"{mine}:bold") == f"{mine}: two strategies are called 'bold'; give them different names"


def test_a_strategy_of_another_game_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = own(tmp_path, BOLD)
    catalog.load("toy", mine)
    with pytest.raises(MeepleError, match="strategy 'bold' plays toy, not watchmen"):
        catalog.load("watchmen", mine)
