"""The page as readers meet it: hostile names, keyboards, small screens, dark rooms, eyes that see colours otherwise."""

import base64
import hashlib
import itertools
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from dataclasses import replace
from html import escape, unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

import reports
from analyses.catalog import analyses_for
from analyses.finding import Evidence, Finding
from analyses.runs import Facts
from reports import experiments, write_report
from reports import page as pages
from reports.canvas import SERIES, VERDICTS, canvas, from_zero, style, verdict_colour
from reports.front import LeftOut, Report, front_page
from reports.images import save
from reports.markup import BADGE_WORDS, hashed
from reports.material import Claim, Drawing, Section, Tables
from reports.text import MINUS, NOTHING, signed
from simcore.errors import MeepleError
from tests.synthetic import MemoryRun, make_run

EVIL = '<script>alert("x")</script>\'&--><img src=x onerror=alert(1)>'
FOLDER = Path(reports.__file__).parent
CSS, SCRIPT = ((FOLDER / f"page.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))


class Parts(HTMLParser):
    """Every tag of a page with its attributes, and the texts of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {"script": [], "style": []}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] in self.texts and self.cdata_elem:
            self.texts[self.tags[-1][0]].append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


def hostile(run: MemoryRun) -> MemoryRun:
    """The same run under a manifest in which every free text is an attack."""
    value = {"key": EVIL, "value": EVIL, "source": "assumed", "worth_trying": [EVIL], "note": EVIL}
    rules = {"name": EVIL, "digest": EVIL, "overrides": {EVIL: EVIL}, "values": [value]}
    columns = [{**column, "meaning": EVIL} for column in run.manifest["columns"]]
    more = {"title": EVIL, "ruleset": rules, "columns": columns, "versions": {EVIL: EVIL}, "command": [EVIL, EVIL]}
    return MemoryRun({**run.manifest, **more}, run.rows)


def finding(name: str) -> Finding:
    card = Evidence("watchmen", EVIL, 1, EVIL, EVIL, 2, (EVIL, "b"), 1, 2, 3, EVIL, EVIL, 1)
    frame = pd.DataFrame({EVIL: [EVIL, EVIL], "value": [1.0, 2.0], "verdict": [EVIL, ""]})
    words = {EVIL: EVIL, "../../up": EVIL}
    return Finding(
        name, EVIL, card, {EVIL: frame, "../../up": frame}, {}, (EVIL,), {"value": EVIL}, words, words, (EVIL,)
    )


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Report:
    runs = [hostile(make_run([EVIL, "b", "c", f"{EVIL}2"], 200)), hostile(make_run([EVIL, "b"], 60))]
    out = tmp_path_factory.mktemp("outer") / "in" / "ner"
    return write_report(runs, out, [finding("../../evil"), finding(EVIL)])


@pytest.fixture(scope="module")
def written(report) -> Path:
    return report.page


@pytest.fixture(scope="module")
def text(written) -> str:
    return written.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def parts(text) -> Parts:
    return Parts(text)


def test_nothing_a_manifest_says_becomes_part_of_the_page(text, parts) -> None:
    assert text.count("&lt;script&gt;") > 20
    assert "<script>alert" not in text
    assert len(parts.all("script")) == len(parts.all("style")) == 1
    assert parts.texts == {"script": [SCRIPT], "style": [CSS]}
    assert all(image["src"].startswith("data:image/svg+xml,") for image in parts.all("img"))
    assert not [name for _, attributes in parts.tags for name in attributes if name.startswith("on")]
    ours = [(FOLDER / name).read_text(encoding="utf-8") for name in ("page.html.j2", "badges.html.j2")]
    known = {tag for text in ours for tag in re.findall(r"<(\w+)", text)}
    assert {tag for tag, _ in parts.tags} <= known


def test_nothing_a_file_says_leads_out_of_the_report(written) -> None:
    outer = written.parent.parent.parent
    assert [path.name for path in outer.iterdir()] == ["in"]
    assert [path.name for path in (outer / "in").iterdir()] == ["ner"]
    folders = {path.parent.name for path in written.parent.rglob("*") if path.is_file()}
    assert folders == {"ner", "figures", "tables"}
    assert all(re.fullmatch(r"[\w-]+\.(csv|png|svg|html)", path.name) for path in written.parent.rglob("*.*"))
    for path in (written.parent / "figures").glob("*.svg"):
        assert not ET.parse(path).getroot().findall(".//{*}script")


def test_the_name_of_a_figure_leads_nowhere_else(tmp_path) -> None:
    with style():
        figure, _ = canvas()
        image = save(Drawing("../../up", figure, Claim("", ""), EVIL), tmp_path / "in" / "ner")
    assert {path.name for path in tmp_path.rglob("*.*")} == {"-up.png", "-up.svg"}
    assert {path.parent for path in tmp_path.rglob("*.*")} == {tmp_path / "in" / "ner"}
    assert '"' not in image.uri


def test_the_page_may_run_its_own_script_and_load_nothing(text, parts) -> None:
    policy = next(each["content"] for each in parts.all("meta") if each.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["img-src"] == "data:"
    for rule, own in (("script-src", SCRIPT), ("style-src", CSS)):
        assert rules[rule] == f"'sha256-{base64.b64encode(hashlib.sha256(own.encode()).digest()).decode()}'"
    addresses = [each[name] for _, each in parts.tags for name in ("src", "href", "srcset", "action") if name in each]
    assert all(re.match(r"#|data:image/|tables/[\w-]+\.csv$", address) for address in addresses)
    assert not re.search(r"@import|url\(\s*['\"]?http", CSS)
    assert not [each for _, each in parts.tags if "style" in each], "a style of its own would be refused"


def test_marks_of_a_finding_need_not_be_known(text) -> None:
    assert 'class="badge &lt;script' in text


def test_everything_can_be_reached_by_keyboard(parts) -> None:
    links = [each["href"][1:] for each in parts.all("a") if each["href"].startswith("#")]
    ids = [each["id"] for _, each in parts.tags if "id" in each]
    assert set(links) <= set(ids)
    assert len(ids) == len(set(ids))
    assert links[0] == "findings", "the first stop leads past the contents"
    assert [each.get("aria-label") for each in parts.all("nav")] == ["Contents"]
    areas = [each for _, each in parts.tags if each.get("class") in ("scroll", "card")]
    assert len(areas) > 20
    assert all(each["tabindex"] == "0" and each["role"] == "group" and each["aria-label"] for each in areas)
    assert len(parts.all("button")) > 100
    assert all(each == {"type": "button"} for each in parts.all("button"))


def test_every_figure_says_its_numbers(parts) -> None:
    told = [image["alt"] for image in parts.all("img")]
    assert len(told) > 14
    assert not [alt for alt in told if len(alt) < 30 or not re.search(r"\d", alt)]


# Severe deuteranopia and protanopia as matrices on linear RGB (Machado, Oliveira & Fernandes 2009).
VISION = {
    "usual": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    rgb = np.array(to_rgb(colour))
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(colour: str, vision: np.ndarray) -> np.ndarray:
    xyz = TO_XYZ @ np.clip(vision @ linear(colour), 0, 1) / (TO_XYZ @ np.ones(3))
    x, y, z = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISION)
def test_colours_stay_apart_for_every_eye(vision) -> None:
    verdicts = {*VERDICTS.values(), verdict_colour("balanced within ±1pp")}
    for colours in (SERIES, sorted(verdicts)):
        seen = [lab(colour, VISION[vision]) for colour in colours]
        assert min(np.linalg.norm(a - b) for a, b in itertools.combinations(seen, 2)) > 10


def contrast(one: str, other: str) -> float:
    """Contrast of two colours as WCAG 2 defines it."""
    light, dark = sorted((float(TO_XYZ[1] @ linear(colour)) for colour in (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_words_can_be_read_by_day_and_by_night() -> None:
    day, night = (dict(re.findall(r"--([\w-]+): (#\w+)", block)) for block in re.findall(r":root \{(.*?)\}", CSS, re.S))
    assert day.keys() == night.keys()
    assert "@media (prefers-color-scheme: dark)" in CSS
    for scheme in (day, night):
        pairs = [*itertools.product(("ink", "soft", "link"), ("paper", "card")), ("warn", "warn-back")]
        pairs += [("good", "good-back"), ("ink", "grey-back")]
        assert not [pair for pair in pairs if contrast(scheme[pair[0]], scheme[pair[1]]) < 4.5]
    assert re.search(r"\.card \{ background: #fff;", CSS), "figures are dark on white, by night too"


def test_a_figure_is_not_made_smaller_than_can_be_read() -> None:
    assert re.search(r"\.card img \{[^}]*min-width: 42rem", CSS)
    assert re.search(r"\.card \{[^}]*overflow-x: auto", CSS)
    assert re.search(r"\.scroll \{[^}]*overflow-x: auto", CSS)


NODE = """
const rows = JSON.parse(process.argv[1]).map((cells) => ({ cells: cells.map(([text, sort]) =>
  ({ textContent: text, dataset: sort === null ? {} : { sort } })) }));
const body = { rows, append: (...sorted) => { body.rows = sorted; } };
const headings = [0, 1].map((cellIndex) => ({ cellIndex, attributes: {},
  getAttribute(name) { return this.attributes[name] ?? null; },
  setAttribute(name, value) { this.attributes[name] = value; },
  removeAttribute(name) { delete this.attributes[name]; },
  closest: () => ({ tBodies: [body] }) }));
for (const heading of headings) heading.parentNode = { cells: headings };
const buttons = headings.map((heading) => ({ closest: () => heading,
  addEventListener(kind, act) { if (kind === "click") this.click = act; } }));
globalThis.document = { querySelectorAll: () => buttons };
eval(process.argv[2]);
const told = [];
for (const column of [1, 1, 0]) {
  buttons[column].click();
  told.push([body.rows.map((row) => row.cells[0].textContent), headings.map((each) => each.getAttribute("aria-sort"))]);
}
console.log(JSON.stringify(told));
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript outside a browser here")
def test_tables_sort_by_value_both_ways() -> None:
    rows = [[["item 10", None], ["9.0%", "0.09"]], [["item 9", None], [NOTHING, ""]],
            [["b", None], [f"{MINUS}100%", "-1.0"]], [["a", None], ["10.0%", "0.1"]]]  # fmt: skip
    done = subprocess.run(
        ["node", "-e", NODE, json.dumps(rows), SCRIPT], capture_output=True, text=True, check=True, timeout=60
    )
    down, up, words = json.loads(done.stdout)
    assert down == [["a", "item 10", "b", "item 9"], [None, "descending"]]
    assert up == [["b", "item 10", "a", "item 9"], [None, "ascending"]], "what has no value stays last"
    assert words == [["item 10", "item 9", "b", "a"], ["descending", None]]


@pytest.mark.parametrize("name", ["page", "experiments", "no.such", "watchmen.items", "..", "", "os"])
def test_a_game_of_another_name_has_the_common_questions_only(name) -> None:
    run = make_run(["a", "b"], 8)
    facts = Facts.of(MemoryRun({**run.manifest, "game": name}, run.rows))
    asked = {question.name for question in analyses_for(facts)}
    assert "seats" in asked
    assert "items" not in asked
    assert pages._own(name) is None


def test_a_run_without_the_columns_of_its_game_is_refused() -> None:
    run = make_run(["a", "b"], 8)
    columns = [column for column in run.manifest["columns"] if column["name"] != "majority"]
    with pytest.raises(MeepleError, match="a run of watchmen without what its report asks for: 'majority"):
        Tables.of(MemoryRun({**run.manifest, "columns": columns}, run.rows))


def test_the_front_page_leads_to_every_section_and_escapes_what_runs_bring(report, text) -> None:
    left_out = (LeftOut(EVIL, EVIL),)
    front = front_page([report, replace(report, left_out=left_out)], report.page.parent.parent)
    assert EVIL not in front
    assert "<script" not in front
    page = f"{report.page.parent.name}/report.html"
    links = re.findall(r'<a href="([^"]*)">', front)
    sections = set(re.findall(r'<section id="([^"]*)">', text)) - {"findings", "method", "again"}
    assert links.count(page) == 4, "at the title, and as the full report"
    assert [link.removeprefix(f"{page}#") for link in links if link != page] == 2 * [
        "assumed", *(head.anchor for head in report.heads)
    ]  # fmt: skip
    assert {head.anchor for head in report.heads} == sections - {"assumed"}
    style = re.search(r"<style>(.*?)</style>", front, re.S)
    assert f"style-src {hashed(style[1])}" in unescape(front)
    assert "script-src" not in front


def test_the_front_page_says_all_that_a_section_found(report) -> None:
    front = front_page([report], report.page.parent)
    assert len(report.heads) > 8
    for head in report.heads:
        # no card without words: what it found with its n, or else which tables it holds
        told = [part for answer in head.answers for part in (answer.claim.text, answer.claim.sample)] or head.tables[:1]
        assert told
        assert all(escape(signed(part), quote=False) in unescape_quotes(front) for part in told), head.title
        assert all(escape(words, quote=False) in unescape_quotes(front) for words in head.cautions)
    assert any(len(answer.claim.text.split(". ")) > 1 for head in report.heads for answer in head.answers)
    assert "What was left out" not in front
    used = {badge for head in report.heads for answer in head.answers for badge in answer.claim.badges}
    assert used
    assert all(escape(BADGE_WORDS[word]) in front.split("What the marks mean")[1] for word in used)
    assert "<dt>values assumed</dt><dd>1 of 1</dd>" in front


def unescape_quotes(text: str) -> str:
    return text.replace("&#39;", "'").replace("&#34;", '"')


def test_an_answer_is_the_figure_that_says_so() -> None:
    first, second = (Drawing(name, Figure(), Claim(name, ""), "") for name in ("first", "second"))
    assert Section("s", "S", [first, second], []).answers == (first,)
    assert Section("s", "S", [], ["table"]).answers == ()
    second = replace(second, answers=True)
    assert Section("s", "S", [first, second], []).answers == (second,)


def test_what_is_not_to_be_trusted_stands_first(text) -> None:
    assert text.count("Before you trust it.") == 2, "both findings have a caution"
    assert text.index("Before you trust it.") < text.index('class="evidence"', text.index("Before you trust it."))


@pytest.mark.parametrize(("assumed", "badges"), [(0, ("randomised",)), (3, ("randomised", "assumed values"))])
def test_claims_of_experiments_are_marked_where_values_are_assumed(monkeypatch, assumed, badges) -> None:
    drawing = Drawing("d", Figure(), Claim("It is so.", "n = 3", ("randomised",)), "")
    monkeypatch.setattr("reports.experiments.variance.section", lambda finding: [drawing])
    known = finding("variance")
    (section,) = experiments.sections([replace(known, evidence=replace(known.evidence, assumed=assumed))])
    assert [each.caption.badges for each in section.drawings] == [badges]


@pytest.mark.parametrize("which", ["x", "y"])
def test_a_mark_at_0_is_whole(which) -> None:
    size = 8.0
    with style():
        figure, (axes,) = canvas(4)
        axes.plot([0, 2], [0, 2], "D", markersize=size)
        from_zero(axes, which)
        figure.canvas.draw()
        at = axes.transData.transform((0, 0)) - axes.get_window_extent().min
        low, high = axes.get_xlim() if which == "x" else axes.get_ylim()
    diagonal = size * 2**0.5 * figure.dpi / 72
    assert at["xy".index(which)] >= diagonal / 2, "half a diamond fits between 0 and the edge"
    assert -0.2 < low < 0 < 2 < high
