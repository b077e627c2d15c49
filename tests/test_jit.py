"""The properties of compiled code that the design rests on, each seen in fresh processes."""

import ast
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcore import jit
from simcore.batch import simulate
from simcore.errors import MeepleError
from simcore.plain import PlainRecord
from simcore.schedule import Schedule
from tests import toygame

ROOT = Path(__file__).resolve().parent.parent

PLAY = """
    import json, sys, time
    import numpy as np
    from simcore import play
    from simcore.batch import simulate
    from simcore.schedule import Schedule
    from tests import toygame

    made = {"greedy": toygame.greedy(), "random": toygame.random()}
    rules = toygame.SPEC.load_rules(None, {})
    notices, rows, stats = [], [], []
    for lineup in [("greedy", "random"), ("random", "random"), ("random", "greedy")]:
        strategies = [made[name] for name in lineup]
        run = simulate(toygame.SPEC, rules, strategies, Schedule(7, lineup, 20), on_compile=notices.append)
        rows.append(np.concatenate(list(run)))
        if hasattr(play.play_games, "stats"):
            counts = play.play_games.stats
            stats.append([sum(counts.cache_hits.values()), sum(counts.cache_misses.values())])
    print(json.dumps({"notices": notices, "stats": stats, "rows": np.concatenate(rows).tobytes().hex()}))
"""


def in_a_process(cache: Path, **environment: str) -> dict[str, Any]:
    """What the program above tells when run with this cache folder."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore:First-class", "-c", textwrap.dedent(PLAY)],
        cwd=ROOT, env={**os.environ, "MEEPLELAB_CACHE": str(cache), **environment},
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]  # what the program printed


@pytest.fixture(scope="module")
def cold(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A cache folder and what the first process with it told."""
    cache = tmp_path_factory.mktemp("cache")
    return cache, in_a_process(cache)


def test_one_compilation_serves_every_line_up(cold: tuple[Path, dict[str, Any]]) -> None:
    assert cold[1]["stats"] == [[0, 1]] * 3


def test_a_second_process_compiles_nothing(cold: tuple[Path, dict[str, Any]]) -> None:
    cache, _ = cold
    files = {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}
    assert files
    assert in_a_process(cache)["stats"] == [[1, 0]] * 3
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")} == files


def test_compiling_is_announced_when_the_cache_is_cold_and_only_then(cold: tuple[Path, dict[str, Any]]) -> None:
    cache, first = cold
    assert len(first["notices"]) == 1
    assert "compiling Coins for 2 players" in first["notices"][0]
    assert in_a_process(cache)["notices"] == []


def test_rows_are_the_same_without_the_compiler(cold: tuple[Path, dict[str, Any]]) -> None:
    cache, first = cold
    plain = in_a_process(cache, NUMBA_DISABLE_JIT="1")
    assert plain["stats"] == []
    assert plain["rows"] == first["rows"]


def test_a_cache_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("MEEPLELAB_CACHE", str(tmp_path / "file"))
    with pytest.raises(MeepleError, match="cannot be written; set MEEPLELAB_CACHE to a folder for compiled code"):
        jit.cache_folder.__wrapped__()


def test_the_unit_of_a_function_is_what_may_be_compiled_into_it() -> None:
    assert jit.unit_of(ROOT / "simcore/games/toy/kernel/apply.py") == ("simcore/games/toy",)
    assert jit.unit_of(ROOT / "strategies/toy/bold.py") == ("simcore/games/toy", "strategies/toy")
    assert jit.unit_of(ROOT / "simcore/play.py") == ()
    assert jit.unit_of(ROOT / "tests/toygame.py") == ()
    assert jit.unit_of(Path("/elsewhere/mine.py")) == ()


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A source tree with one game."""
    for name in [*(f"simcore/{name}" for name in jit.CORE), "simcore/games/toy/kernel", "strategies/toy/bold"]:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    monkeypatch.setattr(jit, "_ROOT", tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("edited", "stale"),
    [
        ("simcore/stream.py", {"core", "game", "strategy"}),
        ("simcore/games/toy/kernel.py", {"game", "strategy"}),
        ("strategies/toy/bold.py", {"strategy"}),
        ("strategies/toy/_new.py", {"strategy"}),
        ("simcore/batch.py", set()),
    ],
)
def test_an_edit_makes_stale_what_it_may_be_compiled_into(tree: Path, edited: str, stale: set[str]) -> None:
    game = ("simcore/games/toy",)
    units = {"core": (), "game": game, "strategy": (*game, "strategies/toy")}
    before = {name: jit.source_digest.__wrapped__(unit) for name, unit in units.items()}
    (tree / edited).write_text("x = 2\n")
    after = {name: jit.source_digest.__wrapped__(unit) for name, unit in units.items()}
    assert {name for name in units if before[name] != after[name]} == stale


def test_every_compiled_module_of_the_core_is_in_the_digest() -> None:
    compiled = {
        path.stem
        for path in (ROOT / "simcore").glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and any("njit" in ast.unparse(one) for one in node.decorator_list)
    }
    assert compiled
    # What nothing compiled is made of need not be: the compiler itself sees an edit of a function's own file.
    apart = {"treated"}
    assert compiled - apart <= set(jit.CORE)
    sources = [*(ROOT / "simcore").rglob("*.py"), *(ROOT / "strategies").rglob("*.py")]
    users = {path.stem for path in sources if "from simcore.treated import" in path.read_text()}
    assert users == {"experiment"}


def test_an_exception_in_a_typed_function_reaches_python() -> None:
    @jit.njit(toygame.SIG.choose, cached=False)
    def raises(rules, public, private, options, count, weights, stream):
        if count > 0:
            raise ArithmeticError("seen")
        return 0

    bad = toygame.toy_strategy(raises, "bad")
    with pytest.raises(MeepleError, match="raised ArithmeticError: seen"):
        list(simulate(toygame.SPEC, toygame.SPEC.load_rules(None, {}), [bad] * 2, Schedule(1, ("bad",) * 2, 1)))


def test_bounds_are_checked_where_asked() -> None:
    @jit.njit(cached=False, bounds=True)
    def past(values):
        return values[5]

    with pytest.raises(IndexError):
        past(np.zeros(2))


def test_plain_records_answer_as_compiled_code_does() -> None:
    inner = np.dtype([("round", "i1"), ("card", "i1", (2,))])
    dtype = np.dtype([("item", "i1"), ("size", "u1"), ("public", inner), ("private", inner, (2,))])
    state = np.zeros(1, np.dtype((PlainRecord, dtype)))[0]
    state.item, state.size = 100, 200
    assert state.item + state.item + state.size == 400
    public, second = state.public, state.private[1]
    public.round, second.round, public.card[1] = 3, 4, 5
    assert (state.public.round, state.private[1].round, state.public.card[1]) == (3, 4, 5)
    assert state["public"]["round"] == 3
    assert state.copy().public.round == 3
