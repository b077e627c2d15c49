"""The rule tables name functions and tests that exist, and no row lacks either."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TABLES = sorted((ROOT / "docs" / "rules").glob("*.md"))


def rows(path):
    """Cells of every table row but heads and rules."""
    for line in path.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0] != "id" and not set(cells[0]) <= set("-"):
            yield cells


def defined(folder, pattern="*.py"):
    """Names of functions defined in a folder's files."""
    names = set()
    for path in folder.rglob(pattern):
        names |= set(re.findall(r"^\s*def (\w+)", path.read_text(), re.MULTILINE))
    return names


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_row_names_what_exists(path):
    functions = defined(ROOT / "simcore" / "games" / path.stem)
    tests = defined(ROOT / "tests" / path.stem, "test_*.py")
    seen = 0
    for _, rule, _, function_cell, test_cell in rows(path):
        named = [name.rsplit(".", 1)[-1] for name in re.findall(r"`([\w.]+)`", function_cell)]
        proofs = re.findall(r"`(\w+)`", test_cell)
        assert named, f"no function for: {rule}"
        assert proofs, f"no test for: {rule}"
        assert not set(named) - functions, f"{rule}: no such function: {set(named) - functions}"
        assert not set(proofs) - tests, f"{rule}: no such test: {set(proofs) - tests}"
        seen += 1
    assert seen > 30, "the table has its rows"
