"""The page and its parts: what they say is what the tables hold, and nothing is fetched."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import unquote

import numpy as np
import pandas as pd
import pytest
from markupsafe import Markup
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.text import Text

from analyses.base import ALL, analyse
from analyses.catalog import analyses_for
from analyses.runs import Facts
from reports import text, write_report
from reports.canvas import GREEN, GREY, ORANGE, style
from reports.course import growth_claim
from reports.ends import endings, length_claim, oddities
from reports.images import Image, save
from reports.material import Drawing, Material, Tables
from reports.tables import shown
from reports.watchmen.items import effects, plays
from reports.who import matchups, point_claim, points, seat_claim, strategies, strategy_claim
from tests.synthetic import Effects, by_hand, make_run

ASSUMED = (
    {"key": "item.spook.draw", "value": 1, "source": "rulebook", "worth_trying": [], "note": ""},
    {"key": "item.anvil.draw", "value": 4, "source": "assumed", "worth_trying": [3, 5], "note": "a <guess>"},
)
ODD = "<b>x$1$&"


def drawn(svg: str) -> str:
    """What an SVG draws, however it is written."""
    root = ET.fromstring(svg)
    for part in root.findall("{*}metadata"):
        root.remove(part)
    return " ".join(ET.canonicalize(ET.tostring(root, "unicode"), strip_text=True).split())


class Links(HTMLParser):
    """Collects ids, references, images and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.images: list[dict] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag, attrs) -> None:
        found = dict(attrs)
        self.tags.add(tag)
        self.ids += [found["id"]] if "id" in found else []
        self.references += [found[key] for key in ("href", "src") if key in found]
        if tag == "img":
            self.images.append(found)


@pytest.fixture(scope="module")
def runs():
    effects = Effects(strategies={ODD: 0.4}, items={3: 0.3})
    main = make_run([ODD, "plain", "plain", "other"], 600, effects=effects, values=ASSUMED)
    return [make_run(["plain", "other"], 200, seed=2, values=ASSUMED), main]


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    """Filled by `written`."""
    return {}


@pytest.fixture(scope="module")
def written(runs, figures, tmp_path_factory) -> Path:
    def kept(drawing: Drawing, folder: Path) -> Image:
        figures[drawing.name] = drawing.figure
        return save(drawing, folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("reports.page.save", kept)
        return write_report(runs, tmp_path_factory.mktemp("report")).page


@pytest.fixture(scope="module")
def page(written) -> str:
    return written.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def links(page) -> Links:
    parser = Links()
    parser.feed(page)
    return parser


@pytest.fixture(scope="module")
def tables(runs) -> Tables:
    return Tables.of(runs[1])


def test_a_table_without_rows_answers_nothing(tables) -> None:
    """After few games faces, say, have no rows yet: the page leaves them out."""
    assert "items" in tables
    assert "items" not in replace(tables, frames={**tables.frames, "items": tables.frames["items"].iloc[:0]})


def test_page_needs_nothing_else(links) -> None:
    assert all(re.match(r"#|data:image/|tables/\w+\.csv$", link) for link in links.references)
    assert links.tags.isdisjoint({"link", "iframe", "object"})


def test_page_is_small(written) -> None:
    assert written.stat().st_size < 5_000_000


def test_contents_lead_to_sections(links) -> None:
    targets = [link[1:] for link in links.references if link.startswith("#")]
    assert len(targets) > 12
    assert set(targets) <= set(links.ids)
    assert len(links.ids) == len(set(links.ids))


def test_names_are_escaped(page, written) -> None:
    assert ODD not in page
    assert "&lt;b&gt;x$1$&amp;" in page
    assert "a &lt;guess&gt;" in page
    for path in (written.parent / "figures").glob("*.svg"):
        ET.parse(path)


def test_every_figure_is_described_and_saved_twice(links, written) -> None:
    assert len(links.images) >= 14
    assert all(len(image["alt"]) > 30 for image in links.images)
    folder = written.parent / "figures"
    assert len(list(folder.glob("*.png"))) == len(list(folder.glob("*.svg"))) == len(links.images)
    inlined = {drawn(unquote(image["src"].split(",", 1)[1])) for image in links.images}
    assert inlined == {drawn(path.read_text()) for path in folder.glob("*.svg")}


def test_no_word_leaves_its_figure(written, figures) -> None:
    outside = []
    for name, figure in figures.items():
        renderer = figure.canvas.get_renderer()
        width = figure.bbox.width
        axes = [axis for each in figure.axes for axis in (each.xaxis, each.yaxis)]
        # Numbers at the axes may be kept beyond their ends, where they are not drawn.
        ticks = {id(label) for axis in axes for tick in axis.get_major_ticks() for label in (tick.label1, tick.label2)}
        for words in figure.findobj(Text):
            box = words.get_window_extent(renderer)
            # Across only: how far down the name of an axis is drawn is known for the size drawn last alone.
            inside = box.x0 > -3 and box.x1 < width + 3
            shown = words.get_visible() and words.get_text().strip() and id(words) not in ticks
            if shown and not inside:
                outside.append((name, words.get_text()))
    assert len(figures) >= 14
    assert not outside


def test_csv_tables_are_the_tables(runs, written) -> None:
    folder = written.parent / "tables"
    for run in runs:
        facts = Facts.of(run)
        for name, frame in analyse(run, analyses_for(facts)).items():
            saved = pd.read_csv(folder / f"{name}.csv", keep_default_na=False, na_values=[""])
            own = saved[saved["players"] == facts.players].drop(columns=["players", "line_up"]).reset_index(drop=True)
            numbers = frame.select_dtypes("number").columns
            pd.testing.assert_frame_equal(own[numbers], frame[numbers], check_dtype=False)


def test_the_same_tables_give_the_same_bytes(tables, written, tmp_path) -> None:
    with style():
        save(strategies(tables), tmp_path)
    for name in ("strategies.png", "strategies.svg"):
        assert (tmp_path / name).read_bytes() == (written.parent / "figures" / name).read_bytes()


def test_head_tells_what_was_played(page) -> None:
    for words in ("600", "0123456789ab", "meeplelab simulate watchmen", "2 players, 200 games"):
        assert words in page


def test_assumed_values_are_listed_and_marked_beside_claims(page, tables) -> None:
    assert "item.anvil.draw" in page
    assert "item.spook.draw" not in page
    assert tables.badges("items", "randomised") == ("randomised", "assumed values")
    assert tables.badges("seats") == ()
    known = Tables.of(make_run(["a", "b"], 40, values=ASSUMED[:1]))
    assert known.badges("items") == ()


def test_confounded_columns_are_marked(tables) -> None:
    table = shown(tables.questions["items"], tables["items"], True)
    marks = {heading.text: heading.mark for heading in table.headings}
    assert marks["win when played"] == "confounded"
    assert marks["win when dealt"] == ""


def test_cells_hold_value_interval_and_sort_key(tables) -> None:
    table = shown(tables.questions["seats"], tables["seats"], False)
    column = [heading.text for heading in table.headings].index("win share")
    row = tables.rows("seats")[0]
    cell = table.rows[0][column]
    assert cell.text == f"{100 * row['win_share']:.1f}%"
    assert cell.interval == f"[{100 * row['win_share_low']:.1f}, {100 * row['win_share_high']:.1f}]"
    assert float(cell.sort) == row["win_share"]
    assert not any(heading.text.endswith((" low", " high", " se")) for heading in table.headings)


def test_main_run_is_the_largest(runs) -> None:
    material = Material.of(runs)
    assert material.main.facts.players == 4
    assert [tables.facts.players for tables in material.every] == [2, 4]


def test_claims_come_from_the_numbers() -> None:
    win, loss = {"win_share": 1, "rank": 1, "score": 9, "vp_prices": 9}, {"rank": 2, "score": 4, "vp_majority": 4}
    tables = Tables.of(by_hand(["a", "b"], [[win, loss], [loss, win]] * 40, rotations=2))
    with style():
        assert "No seat advantage" in seat_claim(tables).text or "balanced" in seat_claim(tables).text
        claim = strategy_claim(tables)
        assert claim.text.startswith("a wins most, 100.0%")
        assert "b wins least, 0.0%" in claim.text
        assert claim.sample == "n = 80 seats each, 80 games, 40 blocks"
        assert "Winners lead the others by 5.00 VP, most of all in prices, 9 VP" in point_claim(tables).text


def test_a_seat_that_plays_alone_is_not_compared() -> None:
    tables = Tables.of(make_run(["a"], 30))
    assert "leader" not in tables
    told = {name: shown(tables.questions[name], tables[name], False) for name in ("points", "doings", "growth")}
    for table in told.values():
        assert {"winners", "others", "gap", "win share"}.isdisjoint(heading.text for heading in table.headings)
        assert "winners" not in table.about
        assert "all" not in {row[0].text for row in table.rows}, "what all did is what the one strategy did"
    assert "mean" in {heading.text for heading in told["growth"].headings}
    assert "winners" not in growth_claim(tables).text


def test_rounds_that_never_differ_are_told_as_a_rule() -> None:
    seat = {"win_share": 1, "rank": 1, "score": 9, "rounds": 5}, {"rank": 2, "score": 4, "rounds": 5}
    same = Tables.of(by_hand(["a", "b"], [seat] * 20, rotations=2))
    assert same.fixed_rounds == 5
    assert length_claim(same).text == "Every game takes 5 rounds."
    assert set(same.telling("leader")["counted"]) == {"round"}
    assert list(same.telling("endings")["ending"]) == ["decided by the tie-break", "victory shared"]
    assert list(oddities(same)["ending"][:2]) == ["decided by the tie-break", "victory shared"]
    longer = tuple({**fields, "rounds": 6} for fields in seat)
    other = Tables.of(by_hand(["a", "b"], [seat, longer] * 20, rotations=2))
    assert other.fixed_rounds is None
    assert "nine of ten take between 5 and 6" in length_claim(other).text


def test_an_item_has_the_name_its_rules_give_it() -> None:
    named = {"key": "item.unknown_a.name", "value": "(unnamed base item A)", "source": "assumed"}
    tables = Tables.of(make_run(["a", "b"], 40, values=({**ASSUMED[0]}, {**ASSUMED[1], **named})))
    assert tables.the("unknown_a") == "the unnamed base item A"
    assert tables.the("spook") == "the Spook"
    table = shown(tables.questions["item_taste"], tables["item_taste"], False)
    assert "items played, unnamed base item A" in {row[1].text for row in table.rows}


def test_what_is_the_same_for_all_seats_is_no_doing_of_a_seat(tables) -> None:
    assert {"refills", "dry", "lead_changes"}.isdisjoint(tables["doings"]["source"])
    assert "gold_over" in set(tables["doings"]["source"])


def test_seat_claim_reports_an_advantage() -> None:
    run = make_run(["a", "a", "a", "a"], 1500, effects=Effects(seats=(0.6, 0, 0, 0)))
    claim = seat_claim(Tables.of(run))
    assert claim.text.startswith("The seat matters (p < 0.001): seat 1 is furthest from its fair share, by +")


def test_forest_draws_the_table(tables) -> None:
    with style():
        axes = strategies(tables).figure.axes[0]
    order = tables["strategies"].sort_values("win_share", ascending=False)
    dots = axes.collections[-1].get_offsets()
    np.testing.assert_allclose(dots[:, 0], order["win_share"])
    assert [label.get_text() for label in axes.get_yticklabels()] == list(order["strategy"])
    ends = np.array([path.vertices[:, 0] for path in axes.collections[0].get_paths()])
    np.testing.assert_allclose(ends, order[["win_share_low", "win_share_high"]])


@pytest.mark.parametrize("share", [0.02, 0.113, 0.47, 0.962, 1.0])
def test_ticks_go_as_far_as_the_points(tables, share: float) -> None:
    table = tables["endings"].copy()
    at = table["ending"] == "decided by the tie-break"
    table.loc[at, ["share", "share_low", "share_high"]] = share
    drawn = replace(tables, frames={**tables.frames, "endings": table})
    with style():
        axes = endings(drawn).figure.axes[0]
    ticks = axes.get_xticks()
    assert len(ticks) >= 3
    assert share <= ticks[-1] + 1e-9 <= 1 + 1e-8
    assert ticks[0] == 0
    assert axes.get_xlim()[1] > ticks[-1]


def test_what_is_played_and_what_is_used_do_not_hide_each_other(tables) -> None:
    with style():
        axes = plays(tables).figure.axes[0]
    dots = [each.get_offsets() for each in axes.collections if len(each.get_offsets()) > 1]
    lines = [{round(float(y), 6) for _, y in each if np.isfinite(y)} for each in dots]
    assert len(lines) == 3
    assert not lines[0] & lines[1] | lines[1] & lines[2] | lines[0] & lines[2]


def test_verdicts_have_colours(tables) -> None:
    table = tables["items"].copy()
    table["verdict"] = ["too strong", "balanced within ±1pp", "not yet known"] * 3
    drawn = Tables(tables.facts, tables.questions, {**tables.frames, "items": table})
    with style():
        dots = effects(drawn).figure.axes[0].collections[1]
    wanted = {"too": ORANGE, "balanced": GREEN, "not": GREY}
    order = table.sort_values("effect_of_deal", ascending=False)["verdict"].str.split().str[0]
    assert [tuple(colour) for colour in dots.get_facecolors()] == [to_rgba(wanted[word]) for word in order]


def test_heat_map_writes_its_numbers(tables) -> None:
    with style():
        axes = matchups(tables).figure.axes[0]
    written = {words.get_text().split("\n")[0] for words in axes.texts}
    assert written == {f"{100 * value:.1f}%" for value in tables["matchups"]["ahead"]}


def test_stacked_bars_add_up_to_the_score(tables) -> None:
    with style():
        axes = points(tables).figure.axes[0]
    ends = [float(words.get_text()) for words in axes.texts]
    rows = tables["points"]
    rows = rows[rows["strategy"] == "all"]
    assert ends[-2:] == pytest.approx([rows["winners"].sum(), rows["others"].sum()], abs=0.05)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (text.percent(0.12345), "12.3%"),
        (text.percent(float("nan")), text.NOTHING),
        (
            text.signed("-1.2 pp [-3, +4], seed-5, --set x=-1 (-2)"),
            f"{text.MINUS}1.2 pp [{text.MINUS}3, +4], seed-5, --set x=-1 ({text.MINUS}2)",
        ),
        (text.points(-0.0123), f"{text.MINUS}1.23 pp"),
        (text.points(0.00001), "0.00 pp"),
        (text.number(-0.001), "0.00"),
        (text.number(12345.6), "12,346"),
        (text.p_value(0.0001), "p < 0.001"),
        (text.p_value(0.0312), "p = 0.031"),
        (text.p_value(float("nan")), "p not known"),
        (text.written(0.15, 0.1, 0.2, "share"), ("15.0%", "[10.0, 20.0]")),
        (text.written(0.0004, 0.0002, 0.0006, "share"), ("0.04%", "[0.02, 0.06]")),
        (text.written(0.25, 0.25, 0.25, "share"), ("25%", "")),
        (text.written(5.0, 5.0, 5.0, "rounds"), ("5", "")),
        (text.written(-0.25, -0.25, -0.25, "points"), (f"{text.MINUS}25 pp", "")),
        (text.rough_percent(0.00766), "0.77%"),
        (text.rough_count(37_393), "37,000"),
        (text.rough_count(5_312_793), "5.3 million"),
        (text.rough_count(float("nan")), text.NOTHING),
        (text.label("ninja_asked"), "chances to call a Ninja"),
        (text.written(4.0, 3.0, 5.0, "VP"), ("4.0", "[3.0, 5.0]")),
        (text.written(0.041, -0.001, 0.083, "number"), ("0.041", f"[{text.MINUS}0.001, 0.083]")),
        (text.written(0.005, -0.01, 0.02, "points"), ("+0.50 pp", f"[{text.MINUS}1.00, +2.00]")),
        (text.written(0.5, float("nan"), 1.0, "VP"), ("0.50", "")),
        (text.label("items_played.unknown_a"), "unknown a"),
        (text.thing("unknown_a"), "the Unknown A"),
        (text.listed(["a"]), "a"),
        (text.listed(["a", "b", "c"]), "a, b and c"),
        (text.plural(1, "round"), "1 round"),
        (text.plural(2000, "round"), "2,000 rounds"),
    ],
)
def test_numbers_in_words(made, expected) -> None:
    assert made == expected


@pytest.mark.parametrize(("line_up", "games"), [(["a"], 1), (["a", "a"], 24), (["a", "b", "a"], 3)])
def test_the_smallest_runs_give_a_page_too(line_up, games, tmp_path, monkeypatch) -> None:
    if games > 1:
        # One of them is drawn for good; the others only as far as their texts.
        monkeypatch.setattr("reports.page.save", lambda drawing, _: Image(drawing.name, Markup("data:image/png,")))
    page = write_report([make_run(line_up, games)], tmp_path).page.read_text(encoding="utf-8")
    assert ("Win share by seat" in page) is (len(line_up) > 1)
    found = re.search(r".{60}\bnan\b.{20}", re.sub(r'src="data:[^"]*"', "", page), re.IGNORECASE)
    assert found is None, found


@pytest.mark.parametrize(
    ("means", "words"),
    [
        ((0.0, 0.0), ": 0.0 VP [-1.0, 1.0] of 0.00 VP a seat. Winners"),
        ((3.0, -3.0), ": 3.0 VP [2.0, 4.0] of 0.00 VP a seat. Winners"),
        ((3.0, 1.0), ": 3.0 VP [2.0, 4.0] of 4.00 VP a seat (75%). Winners"),
    ],
)
def test_the_share_of_a_score_is_told_where_there_is_one(means: tuple[float, float], words: str) -> None:
    rows = [
        {"strategy": ALL, "source": f"vp_{i}", "n": 8, "games": 4, "blocks": 2,
         **{f"{name}{end}": value + at for name, value in (("mean", mean), ("gap", 0.5))
            for end, at in (("", 0), ("_low", -1), ("_high", 1))}}
        for i, mean in enumerate(means)
    ]  # fmt: skip
    tables = SimpleNamespace(alone=False, rows=lambda _: rows, badges=lambda _: ())
    assert words in point_claim(tables).text.replace(text.MINUS, "-")  # type: ignore[arg-type]  # all that is asked of it


@pytest.mark.parametrize(
    ("typed", "again"),
    [
        ("meeplelab simulate toy --out run --games 8", "meeplelab simulate toy --out run-again --games 8"),
        ("meeplelab study toy --out=a/b/ --resume", "meeplelab study toy --out=a/b-again"),
        ("meeplelab simulate toy", "meeplelab simulate toy"),
        ("meeplelab simulate toy --out", "meeplelab simulate toy --out"),
        ("", ""),
    ],
)
def test_a_command_is_told_as_one_that_runs_again(typed: str, again: str) -> None:
    assert text.again(typed.split()) == again
