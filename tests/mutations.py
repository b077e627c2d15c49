"""Plants the rule faults of `mutations.md` one at a time and looks whether a proof notices.

Each is planted in a copy of the source, and the proofs run there without the compiler, so that
nothing needs compiling and a plain run of a game is enough. `make mutations` runs them all,
`python -m tests.mutations 3 14` some.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutations.md"
COPIED = ("simcore", "strategies", "analyses", "reports", "meeplelab", "tests", "pyproject.toml")
PROOFS = {
    "naive twin": ("tests/naive/test_{game}.py", "-k", "agree and not many and not 2000"),
    "golden games": ("tests/test_golden.py", "-k", "{game}"),
    "tests of the rules": ("tests/{game}",),
}
"""What pytest is told, in the order in which the proofs are tried."""

_SECTION = re.compile(
    r"^## (?P<number>\d+)\. (?P<title>.+)\n\n`(?P<path>[^`]+)`.*\n\n```diff\n(?P<diff>(?:[-+].*\n)+)```$", re.MULTILINE
)


@dataclass(frozen=True)
class Mutation:
    """A fault to plant: `before` stands once in the file and gives way to `after`."""

    number: int
    title: str
    path: str
    before: str
    after: str

    @property
    def game(self) -> str:
        """The game whose rules it breaks."""
        return Path(self.path).parts[2]

    def plant(self, root: Path) -> None:
        """Put the fault into a copy of the source; raises ValueError if its place is not there."""
        file = root / self.path
        text = file.read_text()
        if text.count(self.before) != 1:
            raise ValueError(f"mutation {self.number}: its lines stand {text.count(self.before)} times in {self.path}")
        file.write_text(text.replace(self.before, self.after))


def read(text: str) -> list[Mutation]:
    """The faults a list describes."""
    found = []
    for part in _SECTION.finditer(text):
        lines = part["diff"].splitlines(keepends=True)
        before, after = ("".join(line[1:] for line in lines if line[0] == sign) for sign in "-+")
        found.append(Mutation(int(part["number"]), part["title"], part["path"], before, after))
    return found


def copy(folder: Path) -> Path:
    """A copy of the source in a folder."""
    unwanted = shutil.ignore_patterns("__pycache__", ".*", "*.nb?")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=unwanted)
        else:
            shutil.copy2(source, folder / name)
    return folder


def fails(root: Path, game: str, proof: str) -> bool:
    """Whether a proof fails in a copy of the source."""
    arguments = [word.format(game=game) for word in PROOFS[proof]]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-m", "not slow", *arguments],
        cwd=root,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):  # 1: tests ran and failed; anything else is no verdict
        raise RuntimeError(f"{proof} could not be run: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.returncode == 1


def caught_by(mutation: Mutation | None, game: str) -> str | None:
    """The first proof that notices a fault (none planted: None), None if all of them pass."""
    with tempfile.TemporaryDirectory() as folder:
        root = copy(Path(folder))
        if mutation is not None:
            mutation.plant(root)
        return next((proof for proof in PROOFS if fails(root, game, proof)), None)


def main() -> int:
    """Print who caught which fault; 0 if all were caught."""
    wanted = {int(word) for word in sys.argv[1:]}
    mutations = [one for one in read(LIST.read_text()) if not wanted or one.number in wanted]
    begin, missed = time.perf_counter(), 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for mutation, proof in zip(mutations, pool.map(lambda one: caught_by(one, one.game), mutations), strict=True):
            missed += proof is None
            print(f"{mutation.number:>3}  {mutation.title:<58}{proof or 'MISSED'}", flush=True)
    spent = time.perf_counter() - begin
    print(f"{len(mutations) - missed} of {len(mutations)} caught in {spent:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
