"""The house rules a linter lacks: who may import whom, where games are named, how big a module may get.

Every rule is a small function from a parsed module to the lines that break it, and every rule is
shown a module that breaks it, so that none can fall asleep.
"""

import ast
import importlib
import io
import itertools
import keyword
import re
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simcore import registry
from simcore.registry import GAMES
from strategies import catalog

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("simcore", "strategies", "analyses", "reports", "meeplelab")
MAX_LINES = 320

# Long modules, each with the reason it is not cut.
LONG: dict[str, str] = {}

# What a package may import of the house besides itself; an entry allows the module and what is below it.
MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "simcore": (),
    "strategies": ("simcore",),
    "analyses": ("simcore.schema", "simcore.errors", "simcore.bounded", "simcore.words"),
    "reports": ("analyses", "simcore.schema", "simcore.errors", "simcore.words"),
    "meeplelab": ("simcore", "strategies", "analyses", "reports"),
}
COMPILERS = {"jit", "njit", "vectorize", "guvectorize", "jitclass", "cfunc", "generated_jit", "stencil"}
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]

Rule = Callable[[str, ast.Module], Iterator[str]]


def imported(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Line and full name of everything imported, at any depth of the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)


def docstrings(tree: ast.Module) -> set[int]:
    """Ids of the constants that are docstrings (bare strings included)."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def imports_run_one_way(name: str, tree: ast.Module) -> Iterator[str]:
    package = name.split("/", 1)[0]
    allowed = (package, *MAY_IMPORT[package])
    for line, target in imported(tree):
        if target.startswith("."):
            yield f"{line}: relative import; write the full name"
        elif target.split(".", 1)[0] in PACKAGES and not any(
            target == start or target.startswith(start + ".") for start in allowed
        ):
            yield f"{line}: {package} may not import {target}"


def games_are_named_in_one_place(name: str, tree: ast.Module) -> Iterator[str]:
    parts = name.removesuffix(".py").split("/")
    if name == "simcore/registry.py" or any(part in GAMES for part in parts):
        return
    words = re.compile(rf"\b({'|'.join(GAMES)})\b|_({'|'.join(GAMES)})(?![a-z])|(?<![a-z])({'|'.join(GAMES)})_", re.I)
    silent = docstrings(tree)
    for node in ast.walk(tree):
        text = ""
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            text = node.value
        elif isinstance(node, ast.Name | ast.FunctionDef | ast.ClassDef):
            text = node.id if isinstance(node, ast.Name) else node.name
        if words.search(text):
            yield f"{node.lineno}: names a game: {text[:60]!r}"
    for line, target in imported(tree):
        if words.search(target):
            yield f"{line}: imports a game: {target}"


def only_one_module_compiles(name: str, tree: ast.Module) -> Iterator[str]:
    if name == "simcore/jit.py":
        return
    for line, target in imported(tree):
        if target.startswith("numba.") and target.rsplit(".", 1)[-1] in COMPILERS:
            yield f"{line}: {target}; compile through simcore.jit"
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and node.attr in COMPILERS
            and isinstance(node.value, ast.Name)
            and node.value.id in ("numba", "nb")
        ):
            yield f"{node.lineno}: {node.value.id}.{node.attr}; compile through simcore.jit"


def nothing_prints(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield f"{node.lineno}: print; only the command line talks, through its console"


def no_global_randomness(name: str, tree: ast.Module) -> Iterator[str]:
    allowed = {"Generator", "default_rng", "PCG64", "SeedSequence"}
    for line, target in imported(tree):
        if target == "random" or target.startswith("random."):
            yield f"{line}: the random module; draw from a keyed stream or a seeded Generator"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr not in allowed and ast.unparse(node.value) == "np.random":
            yield f"{node.lineno}: np.random.{node.attr}; draw from a keyed stream or a seeded Generator"


def public_things_are_documented(name: str, tree: ast.Module) -> Iterator[str]:
    if not ast.get_docstring(tree):
        yield "1: module without a docstring"
    for node in tree.body:
        members = node.body if isinstance(node, ast.ClassDef) else []
        for thing in (node, *members):
            if (
                isinstance(thing, ast.FunctionDef | ast.ClassDef)
                and not thing.name.startswith("_")
                and not ast.get_docstring(thing)
            ):
                yield f"{thing.lineno}: {thing.name} without a docstring"


BROKEN: list[tuple[Rule, str, str]] = [
    (imports_run_one_way, "simcore/x.py", "import strategies.catalog"),
    (imports_run_one_way, "analyses/x.py", "def f():\n    from simcore.batch import run"),
    (imports_run_one_way, "strategies/x.py", "from . import y"),
    (games_are_named_in_one_place, "reports/x.py", f"if game == {GAMES[0]!r}: pass"),
    (games_are_named_in_one_place, "meeplelab/x.py", f"import simcore.games.{GAMES[0]}.kernel"),
    (games_are_named_in_one_place, "meeplelab/x.py", f"def play_{GAMES[0]}(): pass"),
    (only_one_module_compiles, "simcore/x.py", "from numba import njit"),
    (only_one_module_compiles, "simcore/x.py", "import numba\n\n@numba.njit\ndef f(): pass"),
    (nothing_prints, "analyses/x.py", "print(1)"),
    (no_global_randomness, "simcore/x.py", "import numpy as np\nx = np.random.rand()"),
    (no_global_randomness, "strategies/x.py", "import random"),
    (public_things_are_documented, "simcore/x.py", '"""Doc."""\n\ndef f(): pass'),
]
RULES = list(dict.fromkeys(rule for rule, _, _ in BROKEN))


@pytest.mark.parametrize(("rule", "name", "source"), BROKEN, ids=lambda value: getattr(value, "__name__", None))
def test_rule_notices_what_breaks_it(rule: Rule, name: str, source: str) -> None:
    assert list(rule(name, ast.parse(source)))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_rule_is_kept(rule: Rule) -> None:
    broken = [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in MODULES
        for fault in rule(path.relative_to(ROOT).as_posix(), ast.parse(path.read_text()))
    ]
    assert not broken, "\n".join(broken)


def test_docstrings_may_speak_of_games() -> None:
    source = f'"""Such as {GAMES[0]}."""\nX = 1\n"""Or {GAMES[0]}."""'
    assert not list(games_are_named_in_one_place("simcore/x.py", ast.parse(source)))


def test_modules_are_short() -> None:
    sizes = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in MODULES}
    long = {name: size for name, size in sizes.items() if size > MAX_LINES}
    assert set(long) == set(LONG), f"over {MAX_LINES} lines: {long}; justified: {sorted(LONG)}"
    assert len(LONG) <= 3, "too many exceptions: cut a module instead"


def test_games_are_alike() -> None:
    """Every game folder has the files the house expects, and every game has a folder of strategies."""
    folders = {path.name for path in (ROOT / "simcore/games").iterdir() if (path / "spec.py").exists()}
    assert folders == set(GAMES)
    expected = ("spec.py", "rules.py", "state.py", "describe.py")
    missing = [f"{game}/{name}" for game, name in itertools.product(GAMES, expected)
               if not (ROOT / "simcore/games" / game / name).exists()]  # fmt: skip
    missing += [game for game in GAMES if not list((ROOT / "strategies" / game).glob("[!_]*.py"))]
    assert not missing


RUN = 6
"""So many lines in a row of the same shape are logic written twice."""
LAYOUT = (tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT, tokenize.ENDMARKER)


def shapes(source: str) -> list[tuple[int, str]]:
    """Number and shape of every line of logic: its code with any name as `n` and any literal as `v`.

    Passed over: imports, comments, docstrings, and lines of data or prose, which only list names and literals.
    """
    silent: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        bare = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if bare or isinstance(node, ast.Import | ast.ImportFrom):
            silent.update(range(node.lineno, node.end_lineno + 1))
    lines: dict[int, list[str]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in LAYOUT and token.start[0] not in silent:
            lines.setdefault(token.start[0], []).append(_shape(token))
    found = ((number, " ".join(line)) for number, line in sorted(lines.items()))
    return [(number, line) for number, line in found if "n (" in line or not set(line) <= set("nv ,:()[]{}")]


def _shape(token: tokenize.TokenInfo) -> str:
    if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
        return "n"
    return "v" if token.type in (tokenize.STRING, tokenize.NUMBER) else token.string


def runs_of(source: str) -> dict[tuple[str, ...], int]:
    """Every run of RUN lines of logic by its shapes, with the number of its first line."""
    lines = shapes(source)
    return {tuple(line for _, line in lines[i : i + RUN]): lines[i][0] for i in range(len(lines) - RUN + 1)}


def runs_of_game(game: str) -> dict[tuple[str, ...], str]:
    """The runs of all files of a game, in every room of the house and in the tests, with where they begin."""
    return {
        run: f"{path.relative_to(ROOT)}:{line}"
        for room in (*PACKAGES, "tests")
        for path in sorted((ROOT / room).rglob("*.py"))
        if game in path.relative_to(ROOT).as_posix()
        for run, line in runs_of(path.read_text()).items()
    }


def test_no_game_is_written_like_another() -> None:
    """What two games share has one home, and each states only what differs."""
    every = {game: runs_of_game(game) for game in GAMES}
    shared = [
        f"{every[one][run]} ~ {every[other][run]}"
        for one, other in itertools.combinations(GAMES, 2)
        for run in every[one].keys() & every[other].keys()
    ]
    assert all(len(runs) > 500 for runs in every.values())
    assert not shared, "\n".join(sorted(shared))


def test_shapes_see_through_names_and_pass_over_data() -> None:
    code = "def f(a):\n    b = a + 1\n    if b > 2:\n        return g(b, 'x')\n    for c in a:\n        b += c\n"
    other = (
        "def turn(hand):\n\n    # gold\n    gold = hand + 9\n    if gold > 7:\n        return buy(gold, 'all')\n"
        "    for card in hand:\n        gold += card\n"
    )
    assert runs_of(code).keys() == runs_of(other).keys() != set()
    assert runs_of(other.replace("gold > 7", "gold >= 7")).keys().isdisjoint(runs_of(code))
    assert shapes("import a\nX = (\n    'b',\n    C,\n    {'d': (1, E)},\n)\n'Words.'\n") == [(2, "n = (")]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_line_up_of_its_own(game: str) -> None:
    line_up = importlib.import_module(f"strategies.{game}").LINE_UP
    assert len(line_up) == len(set(line_up)) == registry.game(game).players[1]
    assert set(line_up) <= set(catalog.names(game))


def test_no_place_of_this_machine_is_written_down() -> None:
    """No absolute path of somebody's machine and no address of a package host in any file of ours."""
    homes = re.compile(r"/(home|Users|root|work)/[a-z]|index-url|extra-index|localhost:\d", re.I)
    own = Path(__file__).resolve()
    files = [path for name in (*PACKAGES, "tests", "docs", "benchmarks", ".ci") for path in (ROOT / name).rglob("*")]
    files += [ROOT / name for name in ("Makefile", "README.md", "pyproject.toml")]
    texts = {".py", ".md", ".toml", ".j2", ".css", ".txt", ".sh", ""}
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        if path.is_file() and path.suffix in texts and path != own and "__pycache__" not in path.parts
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if homes.search(line)
    ]
    assert not found, found
