"""The one place that calls numba: one set of options, cache folders that cannot be stale.

numba's disk cache can be silently stale: editing a *called* file does not recompile its cached
caller. So a function's cache folder is named by a digest of all sources that may be compiled into
it; an edit starts a fresh folder. Strategies are called through typed values and never become
part of a kernel, so a new strategy does not recompile its game. A user's own strategy file is
compiled without the cache.
"""

from __future__ import annotations

import hashlib
import os
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core import cgutils
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import intrinsic

from simcore.errors import MeepleError
from simcore.indices import BOUNDS_CHECKED, OURS

# Functions as first-class values are marked experimental by numba; the whole design rests on
# them and tests/test_jit.py proves the properties we need, so the notice carries no news.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]

# A game is many small loops over a handful of cards. Unrolled, peeled and vectorised they only grow: the code of a
# kernel and its strategies then no longer fits the processor's first cache, which costs more than the loops save.
# And choices written without branches shall stay so: nobody can foresee cards.
for _option in (
    "unroll-threshold=0",
    "unroll-runtime=false",
    "unroll-allow-partial=false",
    "unroll-allow-peeling=false",
    "vectorize-loops=false",
    "vectorize-slp=false",
    "x86-cmov-converter=false",
):
    binding.set_option("", f"-{_option}")

_ROOT = Path(__file__).resolve().parent.parent
CORE = ("bits", "contract", "indices", "jit", "loans", "placing", "play", "schema", "scratch", "stream", "writing")
"""Modules of this package whose functions or constants end up in compiled code."""


def unit_of(path: Path) -> tuple[str, ...]:
    """Folders, besides the core, whose sources may be compiled into functions of this file."""
    parts = path.relative_to(_ROOT).parts if path.is_relative_to(_ROOT) else ()
    if parts[:2] == ("simcore", "games"):
        return (f"simcore/games/{parts[2]}",)
    if parts[:1] == ("strategies",) and len(parts) > 2:
        return (f"simcore/games/{parts[1]}", f"strategies/{parts[1]}")
    return ()


def is_ours(path: Path) -> bool:
    """Whether a source file belongs to one of our packages, and is not a user's."""
    path = path.resolve()
    return path.is_relative_to(_ROOT) and path.relative_to(_ROOT).parts[0] in OURS


@cache
def source_digest(unit: tuple[str, ...] = ()) -> str:
    """Hex digest (12 digits) of the core, the folders of a unit, the compiler's version, and if it checks bounds."""
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}{' bounds' * BOUNDS_CHECKED}".encode())
    files = [_ROOT / "simcore" / f"{name}.py" for name in CORE]
    for folder in unit:
        files += sorted((_ROOT / folder).rglob("*.py"))
    for path in files:
        digest.update(str(path.relative_to(_ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def cache_folder(unit: tuple[str, ...] = ()) -> Path:
    """Folder for the compiled code of a unit, made if need be.

    It lies in the user's cache folder unless `MEEPLELAB_CACHE` names another. Raises MeepleError
    if it cannot be written.
    """
    base = os.environ.get("MEEPLELAB_CACHE") or platformdirs.user_cache_dir("meeplelab")
    folder = Path(base) / "-".join(["compiled", *(name.replace("/", "-") for name in unit[-1:]), source_digest(unit)])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    if not writable:
        raise MeepleError(f"{folder}: cannot be written; set MEEPLELAB_CACHE to a folder for compiled code")
    return folder


def is_warm(unit: tuple[str, ...], name: str) -> bool:
    """Whether the code called `name` was compiled into the unit's cache folder before."""
    return JIT_DISABLED or (cache_folder(unit) / f"{name}.warm").exists()


def mark_warm(unit: tuple[str, ...], name: str) -> None:
    """Note that the code called `name` is now in the unit's cache folder."""
    if not JIT_DISABLED:
        (cache_folder(unit) / f"{name}.warm").touch()


def njit(
    signature: Any = None,
    *,
    cached: bool = True,
    bounds: bool = False,
    lean: bool = False,
    inline: bool = False,
    copied: bool = False,
    unit: tuple[str, ...] | None = None,
) -> Callable[..., Any]:
    """Compile a function without Python objects, free of the interpreter lock.

    With a `signature` it is compiled at import and may be passed as a typed value. With `bounds`
    an index out of range and a division by zero raise, as in plain Python; a user's functions are
    always compiled so, and without the cache. Lean code makes no arrays (it fails to compile if
    it does), so those it is handed need no reference counts; inlined code is put into its callers
    whole. Together they halve a strategy's time. Copied code is never compiled by itself: its
    text becomes part of its callers, which spares them the optimiser's work on all it calls. A
    function made of parts that its own file does not tell names its `unit` (see `cache_folder`).
    """
    asked: dict[str, Any] = {"nogil": True}
    if lean:
        asked["_nrt"] = False
    if inline:
        asked["forceinline"] = True
    if copied:
        asked["inline"] = "always"

    def compiled(function: Callable[..., Any]) -> Any:
        own = is_ours(Path(function.__code__.co_filename))
        checks = bounds or not own
        # numba's own default (None) lets NUMBA_BOUNDSCHECK decide.
        options = {**asked, "boundscheck": checks or None, "error_model": "python" if checks else "numpy"}
        use_cache = cached and own and not JIT_DISABLED
        if use_cache:
            # Read by numba when it makes the function's cache, here and now.
            folder = cache_folder(unit_of(Path(function.__code__.co_filename).resolve()) if unit is None else unit)
            numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
        decorator: Any = numba.njit
        signatures = () if signature is None else (signature,)
        return decorator(*signatures, cache=use_cache, **options)(function)

    return compiled


def specialise(function: Any, signature: Any) -> Callable[..., Any]:
    """Entry point of `function` for exactly this signature, compiled or taken from the cache.

    Calling the entry point converts jitted functions to typed function values, so one compiled
    runner serves every line-up of strategies and is found in the disk cache by a new process.
    """
    if JIT_DISABLED:
        return function  # type: ignore[no-any-return]
    function.compile(signature.args)
    return function.get_overload(signature.args)  # type: ignore[no-any-return]


@intrinsic
def _lend(typing_context: Any, array: Any) -> Any:
    """The same array without its reference count."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view = context.make_array(signature.args[0])(context, builder, args[0])
        view.meminfo = cgutils.get_null_value(view.meminfo.type)
        return view._getvalue()

    return array(array), build


def _lend_plain(array: Any) -> Any:
    return array


lend = _lend_plain if JIT_DISABLED else _lend
"""For jitted code: an array that is not counted when it is passed on.

Counting is two atomic instructions at every call that takes an array. Whoever lends must keep
the array itself alive for as long as the loan is used.
"""


hot = njit(inline=True)
"""For a kernel's functions on the way of every decision: put into their callers whole."""

helper = njit(lean=True)
hot_helper = njit(lean=True, inline=True)
"""For the parts of a strategy. Neither makes arrays; hot ones are put into their callers whole: those on the way of the
frequent decisions, each of which has one caller or is tiny. Constants handed to helpers are NumPy scalars: a plain
number would be compiled in, once more for every value.
"""
