"""A strategy file of one's own: found, run, and every way it can fail told with its line."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import re
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TextIO

from simcore import registry
from simcore.bounded import content
from simcore.errors import MeepleError, StrategyError
from simcore.fields import shortened
from simcore.patience import waiting

if TYPE_CHECKING:
    from strategies.contract import Strategy

LONGEST = 300
"""Characters of a reason."""
LARGEST = 1 << 20
"""Bytes of a file at most."""
LOADING = 300.0
"""Seconds a file may take to load, what it compiles included."""
TRACEBACK = "MEEPLELAB_TRACEBACK"
"""Environment variable: set, an unexpected error after a file was run is shown whole."""
_run_here: list[str] = []
"""Paths of the files that were run in this process."""


def is_file(text: str) -> bool:
    """Whether the text names a file, not a shipped strategy."""
    return ".py:" in text or text.endswith(".py") or "/" in text or "\\" in text


def load(game: str, text: str) -> Strategy:
    """The strategy of `path.py:name`; the name may be left out if the file holds but one.

    The name is the strategy's or that of the variable. Raises MeepleError for a file that is
    missing, is not Python, fails to run, or does not hold the strategy for this game.
    """
    name, path = _parts(text)
    found = _by_name(_run(path, game))
    if not found:
        raise MeepleError(
            f"{path}: defines no strategy; expected a function under @strategy({game!r}, name=..., idea=...)"
        )
    chosen = _choose(path, found, name)
    if chosen.game != game:
        raise MeepleError(f"{path}: strategy {chosen.name!r} plays {chosen.game}, not {game}")
    return chosen


def check(text: str) -> None:
    """Refuse a name that is none of a file, and a file that is not there; nothing is run.

    Raises MeepleError.
    """
    _parts(text)


def blamed(error: Exception) -> str:
    """One line on an unexpected error for which a file that was run may be to blame; empty if none was.

    A file runs as any Python does, so it may change what it did not make: a module of ours, or of others.
    """
    if not _run_here:
        return ""
    try:
        if os.environ.get(TRACEBACK):
            return ""
        what = (
            f"{', '.join(f'{path}{_line(error, Path(path))}' for path in dict.fromkeys(_run_here))}: {_reason(error)}"
        )
    except Exception:  # what words are made with may be changed too
        what = f"{_run_here[0]}: nothing works as it should"
    return f"{what}; does the file change what is not its own? With {TRACEBACK}=1 it is shown where this happened"


def strategies_of(module: ModuleType) -> list[Strategy]:
    """Strategies a module defines, in order."""
    from strategies.contract import Strategy

    # By its type alone: any other value may answer questions about itself as it likes.
    own = [value for value in vars(module).values() if issubclass(type(value), Strategy)]
    return [value for value in own if value.source == module.__name__]


def _parts(text: str) -> tuple[str, Path]:
    # A drive letter's colon is not followed by a strategy's name.
    head, colon, name = text.rpartition(":")
    if not colon or name.endswith(".py"):
        head, name = text, ""
    elif not name:
        raise MeepleError(f"{text!r}: no name after the colon; expected a form such as ./mine.py:bold")
    path = Path(head)
    if path.suffix != ".py":
        raise MeepleError(f"{head}: not a Python file; expected a form such as ./mine.py:bold")
    if not path.is_file():
        raise MeepleError(f"{head}: no such strategy file")
    return name, path


def _by_name(module: ModuleType) -> dict[str, Strategy]:
    own = strategies_of(module)
    for one in own:
        if any(other.name == one.name and other is not one for other in own):
            raise MeepleError(f"{module.__file__}: two strategies are called {one.name!r}; give them different names")
    variables = {key: value for key, value in vars(module).items() if any(value is one for one in own)}
    return {**variables, **{one.name: one for one in own}}


def _choose(path: Path, found: dict[str, Strategy], name: str) -> Strategy:
    distinct = list(dict.fromkeys(one.name for one in found.values()))
    if not name:
        if len(distinct) > 1:
            raise MeepleError(f"{path}: holds {', '.join(distinct)}; say which, such as {path}:{distinct[0]}")
        name = distinct[0]
    if name not in found:
        close = get_close_matches(name, list(found), 1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise MeepleError(f"{path}: no strategy {name!r}; {hint}it holds: {', '.join(distinct)}")
    return found[name]


def _run(path: Path, game: str) -> ModuleType:
    """Import the file once for its content; an edited file is run anew."""
    found = content(path, "expected a Python file with a strategy", LARGEST)
    digest = hashlib.sha256(os.fsencode(path.resolve()) + b"\0" + found).hexdigest()[:12]
    name = f"own_strategies_{path.stem}_{digest}"
    if isinstance(known := sys.modules.get(name), ModuleType):
        return known
    module_spec = importlib.util.spec_from_file_location(name, path.resolve())
    if module_spec is None or module_spec.loader is None:
        raise MeepleError(f"{path}: cannot be imported as Python")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module
    _run_here.append(str(path))
    try:
        # What the file prints is no result of ours, and what it closes is not what messages go to.
        said = _Said(sys.stderr)
        with redirect_stdout(said), redirect_stderr(said), waiting(LOADING, lambda: StrategyError(_slow(path))):
            module_spec.loader.exec_module(module)
    except KeyboardInterrupt:
        sys.modules.pop(name, None)  # the file may have taken it out itself
        raise
    except BaseException as error:
        sys.modules.pop(name, None)
        raise MeepleError(
            _unknown_field(error, path, game) or f"{path}{_line(error, path)}: {_reason(error)}"
        ) from error
    return module


class _Said(io.TextIOBase):
    """Where a file prints to while it is run: it may close this, and nothing else is closed."""

    def __init__(self, to: TextIO) -> None:
        self._to = to

    def write(self, text: str) -> int:
        """Pass it on."""
        return self._to.write(text)

    def flush(self) -> None:
        """Pass this on, too; it is asked for by closing."""
        self._to.flush()


def _slow(path: Path) -> str:
    return f"{path}: has not loaded after {LOADING:g} seconds; it may loop for ever"


def _unknown_field(error: BaseException, path: Path, game: str) -> str:
    """Words for a field no record has, which the compiler tells by a bare KeyError; else empty."""
    frames = traceback.extract_tb(error.__traceback__)
    if not isinstance(error, KeyError) or not error.args or not frames or "numba" not in frames[-1].filename:
        return ""
    field = str(error.args[0])
    spec = registry.game(game)
    shown = {
        "rules": spec.rules_dtype, "public": spec.state_dtype["public"], "private": spec.state_dtype["private"].base,
    }  # fmt: skip
    every = [f"{record}.{name}" for record, dtype in shown.items() for name in dtype.names or ()]
    close = get_close_matches(field, [name.split(".")[1] for name in every], 2)
    hints = [name for name in every if name.split(".")[1] in close]
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    places = [i + 1 for i, line in enumerate(lines) if re.search(rf"\.{re.escape(field)}\b", line)]
    where = f", line {places[0]}" if places else ""
    hint = f"; did you mean {' or '.join(hints)}?" if hints else ""
    return f"{path}{where}: no record a strategy is shown has a field {field!r}{hint}"


def _line(error: BaseException, path: Path) -> str:
    """Place of an error in the file, such as `, line 7`; empty if it lies elsewhere."""
    if isinstance(error, SyntaxError):
        return f", line {error.lineno}" if error.lineno else ""
    # The compiler tells the line in its message, the last mention being the innermost.
    told = re.findall(rf'File "[^"]*{re.escape(path.name)}", line (\d+)', _words(error))
    if told:
        return f", line {told[-1]}"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path.resolve())]
    return f", line {frames[-1].lineno}" if frames else ""


def _reason(error: BaseException) -> str:
    """One line of an error's message; of a compiler's long one the line that tells what is wrong."""
    line = _told(error)
    return shortened("".join(letter if letter.isprintable() else "?" for letter in line), LONGEST)


def _words(error: BaseException) -> str:
    """An error's message; empty if telling it is another error."""
    try:
        return str(error)
    except KeyboardInterrupt:
        raise
    except BaseException:  # its class is the file's own
        return ""


def _told(error: BaseException) -> str:
    if isinstance(error, MeepleError):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"syntax error: {error.msg}"
    lines = [line.strip() for line in re.sub(r"\x1b\[[0-9;]*m", "", _words(error)).splitlines()]
    if any("No conversion from none to int64" in line for line in lines):
        return "returns nothing on some path; expected the index of an option"
    telling = [
        line for line in lines if line and not line.startswith(("Failed in", "During:", "File ", "<source", "^"))
    ]
    return f"{type(error).__name__}: {telling[0] if telling else 'no message'}"
