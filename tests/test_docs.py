"""The documents keep their word: their commands run, their code works, their samples are what comes out.

`UPDATE_DOCS=1` writes the samples anew; read the difference before committing it.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from meeplelab import console
from simcore.jit import JIT_DISABLED
from tests.commandline import Commands

ROOT = Path(__file__).resolve().parent.parent
UPDATE = os.environ.get("UPDATE_DOCS") == "1"
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
PAGES = sorted(path for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Commands]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    console.console.cache_clear()
    yield Commands(capsys)
    console.console.cache_clear()


def blocks(text: str, language: str) -> list[str]:
    """Contents of the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run_block(command: Commands, block: str) -> str:
    """Run the commands of a console block; returns the block with the output they gave where it shows one.

    A sample may leave lines out: "..." stands for any number of them.
    """
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert not parts[0], "a console block begins with a command"
    done = []
    for line, sample in zip(parts[1::2], parts[2::2], strict=True):
        words, typed = shlex.split(line), None
        if words[0] == "printf":
            assert words[2] == "|"
            typed, words = words[1].replace("\\n", "\n"), words[3:]
        assert words[0] == "meeplelab"
        result = command(*words[1:], typed=typed)
        assert result.code == 0, f"{line}\n{result.err}"
        output = "".join(f"{text.rstrip()}\n" for text in result.out.splitlines())
        if sample and not matches(sample, output):
            sample = output
        done.append(f"$ {line}\n{sample}")
    return "".join(done)


def matches(sample: str, output: str) -> bool:
    """Whether the output is the sample, with anything in place of its lines "..."."""
    pattern = ".*".join(re.escape(part) for part in re.split(r"^\.\.\.\n", sample, flags=re.MULTILINE))
    return re.fullmatch(pattern, output, re.DOTALL) is not None


def check_page(command: Commands, page: Path) -> None:
    """Run all console blocks of a page in order and compare their samples."""
    before = page.read_text()
    after = before
    for block in blocks(before, "console"):
        after = after.replace(f"```console\n{block}```", f"```console\n{run_block(command, block)}```")
    if UPDATE and after != before:
        page.write_text(after)
        return
    assert after == before, f"{page.name}: samples differ; see them with UPDATE_DOCS=1"


def test_samples_are_compared_line_by_line() -> None:
    assert matches("a\n...\nd\n", "a\nb\nc\nd\n")
    assert not matches("a\n...\nd\n", "a\nb\nc\n")
    assert not matches("a\n", "a\nb\n")


@compiled
def test_readme_samples_are_true(command: Commands) -> None:
    check_page(command, ROOT / "README.md")


@compiled
def test_quickstart_works(command: Commands, capsys: pytest.CaptureFixture[str]) -> None:
    page = ROOT / "docs/quickstart.md"
    check_page(command, page)
    for code in blocks(page.read_text(), "python"):
        exec(compile(code, str(page), "exec"), {})
    assert "verdict" in capsys.readouterr().out


@compiled
def test_own_strategy_in_a_quarter_of_an_hour(command: Commands) -> None:
    page = ROOT / "docs/add_a_strategy.md"
    (code,) = blocks(page.read_text(), "python")
    Path("mine.py").write_text(code)
    check_page(command, page)


def test_own_strategy_is_told_of_fields_that_exist() -> None:
    """Every `public.x`, `private.x` and `rules.x` of the page is a field of the records."""
    from simcore.registry import game

    spec = game("watchmen")
    state = spec.state_dtype
    fields = {"rules": spec.rules_dtype, "public": state["public"], "private": state["private"].base}
    text = (ROOT / "docs/add_a_strategy.md").read_text()
    told = set(re.findall(r"\b(rules|public|private)\.([a-z_0-9]+)", text))
    assert len(told) > 25
    assert not [f"{record}.{name}" for record, name in told if name not in (fields[record].names or ())]


def test_own_strategy_is_told_of_every_decision() -> None:
    from simcore.games.watchmen import state

    text = (ROOT / "docs/add_a_strategy.md").read_text()
    missing = [name for name in state.DECISIONS if f"D_{name.upper()}" not in text]
    assert missing == ["convert"], "only a decision of the expansion is left out"


def test_links_lead_somewhere() -> None:
    dead = []
    for page in PAGES:
        text = page.read_text()
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not (page.parent / target).exists():
                dead.append(f"{page.relative_to(ROOT)} -> {target}")
    assert not dead


def test_headings_that_are_linked_exist() -> None:
    missing = []
    for page in PAGES:
        for target, anchor in re.findall(r"\]\(([^)#]*)#([^)]+)\)", page.read_text()):
            if "://" in target:
                continue
            other = (page.parent / target if target else page).read_text()
            anchors = {
                re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
                for heading in re.findall(r"^#+ (.*)$", other, re.MULTILINE)
            }
            if anchor not in anchors:
                missing.append(f"{page.relative_to(ROOT)} -> {target}#{anchor}")
    assert not missing


def test_readme_has_two_commands_to_set_up_and_lists_every_command(command: Commands) -> None:
    text = (ROOT / "README.md").read_text()
    (setup,) = blocks(text, "sh")
    assert [line.split("#")[0].strip() for line in setup.splitlines()] == ["make report", "make test"]
    overview = command("--help").out.split("Commands:\n")[1]
    names = re.findall(r"^  (\w+) ", overview, re.MULTILINE)
    assert len(names) >= 8
    assert not [name for name in names if f"`meeplelab {name}" not in text]
