"""The one place that calls numba: one set of options, one cache folder.

numba's disk cache can be silently stale: editing a *called* file does not recompile its cached
caller. So the cache folder is named by a digest of every kernel and strategy source; an edit
anywhere starts a fresh folder. A user's own strategy file is compiled without the cache.
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
from numba.core.errors import NumbaExperimentalFeatureWarning

from simcore.errors import MeepleError

# Functions as first-class values are marked experimental by numba; the whole design rests on
# them and tests/test_jit.py proves the properties we need, so the notice carries no news.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_ROOT = Path(__file__).resolve().parent.parent
_SOURCES = ("simcore", "strategies")


@cache
def source_digest() -> str:
    """Hex digest (12 digits) of every source file that may end up in compiled code."""
    digest = hashlib.sha256(numba.__version__.encode() + np.__version__.encode())
    for folder in _SOURCES:
        for path in sorted((_ROOT / folder).rglob("*.py")):
            digest.update(str(path.relative_to(_ROOT)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def cache_folder() -> Path:
    """Where compiled code is kept; `MEEPLELAB_CACHE` overrides the user cache folder."""
    base = os.environ.get("MEEPLELAB_CACHE") or platformdirs.user_cache_dir("meeplelab")
    return Path(base) / f"compiled-{source_digest()}"


def _usable_cache_folder() -> Path:
    """Make the cache folder if it is not there. Raises MeepleError if it cannot be written."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MeepleError(
            f"cannot make the folder for compiled code {folder}: {error.strerror}; "
            "set MEEPLELAB_CACHE to a folder that can be written"
        ) from None
    if not os.access(folder, os.W_OK):
        raise MeepleError(f"cannot write {folder}; set MEEPLELAB_CACHE to a folder that can be written")
    return folder


numba.config.CACHE_DIR = str(_usable_cache_folder())  # type: ignore[attr-defined]


def is_warm(name: str) -> bool:
    """Whether the code called `name` was compiled into this cache folder before."""
    return JIT_DISABLED or (cache_folder() / f"{name}.warm").exists()


def mark_warm(name: str) -> None:
    """Note that the code called `name` is now in the cache folder."""
    if not JIT_DISABLED:
        (cache_folder() / f"{name}.warm").touch()


def njit(signature: Any = None, *, cached: bool = True, bounds: bool = False) -> Callable[..., Any]:
    """Compile a function without Python objects, free of the interpreter lock.

    With a `signature` it is compiled at import and may be passed as a typed value.
    """
    # numba's own default (None) lets NUMBA_BOUNDSCHECK decide.
    options: dict[str, Any] = {"nogil": True, "error_model": "numpy", "boundscheck": True if bounds else None}
    if signature is None:
        return numba.njit(cache=cached, **options)  # type: ignore[no-any-return]
    return numba.njit(signature, cache=cached, **options)  # type: ignore[no-any-return]


JIT_DISABLED = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]


def specialise(function: Any, signature: Any) -> Callable[..., Any]:
    """Entry point of `function` for exactly this signature, compiled or taken from the cache.

    Calling the entry point converts jitted functions to typed function values, so one compiled
    runner serves every line-up of strategies and is found in the disk cache by a new process.
    """
    if JIT_DISABLED:
        return function  # type: ignore[no-any-return]
    function.compile(signature.args)
    return function.get_overload(signature.args)  # type: ignore[no-any-return]
