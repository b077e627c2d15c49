"""Restricted play: what is banned is not taken, what is never taken costs nothing, and what is planted is found."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from analyses import restricted
from analyses.finding import Finding
from analyses.restricted import BROKEN, NEVER, ONLY, WITHOUT, Games
from analyses.verdict import Judge
from meeplelab import api, restrictions
from meeplelab.listener import SILENT
from meeplelab.match import prepare
from meeplelab.restrictplay import Table, bound_games, free_games, in_question
from meeplelab.things import name_of
from reports import canvas
from reports.experiments import restrict as figures
from simcore.errors import MeepleError
from simcore.experiment import experiment, things_of
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from tests.commandline import Commands
from tests.sizes import sized

GAME = "watchmen"
OTHER = next(name for name in GAMES if name != GAME)
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.chdir(tmp_path)
    Path("there.json").write_text("{}")
    return Commands(capsys)


def banned(name: str, **words: object) -> list[str]:
    spec = game(name)
    one = restrictions.asked(spec, **words)  # type: ignore[arg-type]
    return [name_of(things_of(spec).every[place]) for place in one.places]


# Words


@pytest.mark.parametrize("text", ["item.spook", "items.spook", "Item.Spook", " item.spook "])
def test_one_thing_by_its_name(text: str) -> None:
    assert banned(GAME, ban=[text]) == ["item.spook"]


def test_names_that_mean_several_and_kinds() -> None:
    animals = ("rabbit", "cat", "dog", "otter", "owl")
    assert banned(GAME, ban=["mercenaries"]) == [f"mercenary.{name}" for name in animals]
    assert banned(GAME, ban=["races"]) == [f"race.{n}" for n in ("rabbit", "otter", "owl", "dog", "mouse", "cat")]
    assert banned(GAME, only=["race.cat"]) == [f"race.{n}" for n in ("rabbit", "otter", "owl", "dog", "mouse")]
    assert banned(GAME, blind=["ninja"]) == ["call.ninja"]
    assert banned(GAME, blind=["spook"]) == ["effect.spook"]
    assert set(banned(GAME, blind=["effect"])) >= {"effect.spook", "effect.shield", "effect.moneybag"}
    assert banned(GAME, no_interaction=True) == ["contact.opponent"]
    assert banned(OTHER, ban=["guardians.druid", "chest items.butterfly net"]) == [
        "guardian.druid", "chest-item.butterfly_net"
    ]  # fmt: skip


def test_several_words_make_one_restriction() -> None:
    one = restrictions.asked(game(GAME), ["race.cat"], ["caste.mage"], ["ninja"], True)
    assert one.label == "without race.cat, only caste.mage, blind to call.ninja, no interaction"
    assert one.only
    assert len(one.places) == 1 + 4 + 1 + 1
    assert one.mask == sum(1 << place for place in one.places)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ({"ban": ["item.spok"]}, "did you mean item.spook"),
        ({"ban": ["spook"]}, "which of item.spook, draft.spook"),
        ({"ban": ["nothing at all"]}, "one of the kinds: item, draft"),
        ({"ban": [""]}, "has no ''"),
        ({"ban": ["race in play.cat"]}, "all seats share it"),
        ({"blind": ["race.cat"]}, "has no 'race.cat'"),
        ({"blind": ["ninjas"]}, "did you mean call.ninja"),
        ({"only": ["race"]}, "leaves all of its kind"),
        ({"only": ["call.ninja"]}, "leaves all of its kind"),
        ({"only": ["race.cat"], "ban": ["race.cat"]}, "race.cat is banned too"),
        ({}, "nothing to restrict"),
    ],
)
def test_words_that_mean_nothing_are_refused(words: dict[str, list[str]], said: str) -> None:
    with pytest.raises(MeepleError, match=said):
        restrictions.asked(game(GAME), **words)


def test_a_game_without_contact_has_no_interaction_to_ban() -> None:
    with pytest.raises(MeepleError, match=f"no option of {OTHER} touches an opponent"):
        restrictions.asked(game(OTHER), no_interaction=True)


def test_each_thing_of_a_kind_is_asked_of_both_ways() -> None:
    made = restrictions.each(game(GAME), "castes")
    assert [one.label for one in made[:2]] == ["without caste.warrior", "only caste.warrior"]
    assert len(made) == 10
    assert all(one.mask & other.mask == 0 for one, other in zip(made[::2], made[1::2]))
    assert [one.only for one in restrictions.each(game(GAME), "call")] == [False]
    for wrong in ("item.spook", "spook", "boards"):
        with pytest.raises(MeepleError, match="each: "):
            restrictions.each(game(GAME), wrong)


# Statistics


def made(win: np.ndarray, digest: np.ndarray | None = None, every: int = 0) -> Games:
    """Games in which the restriction is in question once, and not kept in one of every so many."""
    count = len(win)
    broken = np.arange(count) % every == 0 if every else np.zeros(count)
    digest = np.arange(count) if digest is None else digest
    return Games(win, 10 * win, np.ones(count, np.int64), broken.astype(np.int64), digest)


def test_the_change_is_the_paired_one_of_blocks() -> None:
    rng = np.random.default_rng(5)
    free, bound = rng.random(120), rng.random(120)
    sums = restricted.moments(made(free), made(bound, np.r_[np.arange(90), np.full(30, -1)], 2), 3)
    row = restricted.table(["without x"], [WITHOUT], [sums], Judge()).iloc[0]
    known = stats.ttest_rel(bound.reshape(-1, 3).mean(axis=1), free.reshape(-1, 3).mean(axis=1))
    interval = known.confidence_interval()
    assert row["change"] == pytest.approx((bound - free).mean())
    assert (row["change_low"], row["change_high"]) == pytest.approx((interval.low, interval.high))
    assert row["change_vp"] == pytest.approx(10 * row["change"])
    assert row["p"] == pytest.approx(known.pvalue)
    assert (row["free_win"], row["win"]) == pytest.approx((free.mean(), bound.mean()))
    assert (row["bit"], row["unkept"], row["questioned"]) == (0.25, 0.5, 1.0)
    assert (row["blocks"], row["games"], row["n"]) == (40, 120, 120)


@pytest.mark.parametrize(
    ("shift", "without", "only"),
    [(-0.1, "necessary", "not dominant"), (0.0, "not necessary", "dominant"), (0.1, "better without", "better alone")],
)
def test_verdicts_answer_the_question_asked(shift: float, without: str, only: str) -> None:
    noise = np.random.default_rng(2).normal(0, 0.01, 2000)
    free = np.full(2000, 0.5)
    sums = restricted.moments(made(free), made(free + shift + noise, -np.arange(2000) - 1), 4)
    frame = restricted.table(["without x", "only x"], [WITHOUT, ONLY], [sums, sums], Judge())
    assert frame["verdict"].tolist() == [without, only]
    said = restricted.sentences(frame, "somebody", 0.01)
    assert said[0].startswith("somebody, without x: ")
    assert "1 pp" in said[0]


@pytest.mark.parametrize(("shift", "word"), [(-0.1, "not dominant"), (0.0, BROKEN), (0.1, BROKEN)])
def test_what_could_not_be_kept_is_not_said_to_cost_nothing(shift: float, word: str) -> None:
    noise = np.random.default_rng(2).normal(0, 0.01, 2000)
    free = np.full(2000, 0.5)
    for every, said in ((10, word), (50, None)):
        sums = restricted.moments(made(free), made(free + shift + noise, -np.arange(2000) - 1, every), 4)
        verdict = restricted.table(["only x"], [ONLY], [sums], Judge()).loc[0, "verdict"]
        assert verdict == said if said else verdict != BROKEN


def test_who_loses_every_game_of_an_even_match_is_judged() -> None:
    for players in (2, 3, 4):
        free = made(np.full(400 * players, 1 / players))
        sums = restricted.moments(free, made(np.zeros(400 * players), -np.arange(400 * players) - 1), players)
        row = restricted.table(["only x"], [ONLY], [sums], Judge()).iloc[0]
        assert row["verdict"] == "not dominant"
        assert row["change"] == row["change_low"] == pytest.approx(-1 / players)
        assert row["change"] < row["change_high"] < 0


@pytest.mark.parametrize(("blocks", "word"), [(20, "not yet known"), (100, "not yet known"), (600, "not necessary")])
def test_games_that_go_otherwise_and_end_the_same_are_judged_by_their_number(blocks: int, word: str) -> None:
    rows = made(np.tile([0.0, 0.5], 2 * blocks))
    other = made(rows.win, np.r_[-1, np.arange(1, 4 * blocks)])
    row = restricted.table(["without x"], [WITHOUT], [restricted.moments(rows, other, 4)], Judge()).iloc[0]
    assert row["verdict"] == word
    assert row["change"] == 0


def test_what_changes_no_game_has_no_interval_and_a_word_of_its_own() -> None:
    free = made(np.full(400, 0.5))
    row = restricted.table(["without x"], [WITHOUT], [restricted.moments(free, free, 4)], Judge()).iloc[0]
    assert row["verdict"] == NEVER
    assert row["change"] == 0
    assert np.isnan(row["change_low"])
    assert "no game went otherwise" in restricted.sentences(pd.DataFrame([row]), "x", 0.01)[0]


# Games


def a_table(strategies: str, blocks: int, players: int = 3, changes: dict[str, str] | None = None) -> Table:
    match = prepare(GAME, players, players * blocks, strategies, 7, None, changes)
    return Table(match, 1, blocks)


def test_who_is_restricted_sits_in_every_seat_and_bans_hold_there_alone() -> None:
    table = a_table("greedy-value", sized(80, 2))
    mask = restrictions.asked(game(GAME), ["item.moneybag"], (), ["effect"]).mask
    (outcome,) = experiment(
        table.match.spec, table.match.ruleset, table.match.strategies, 7, table.trials(mask), chunk=table.games
    )  # fmt: skip
    rows, marks = outcome.rows, outcome.marks
    mine = rows["entry"] == 1
    assert sorted(rows["seat"][mine].tolist()) == sorted([0, 1, 2] * table.blocks)
    broken = marks["unkept"] > 0
    assert not (marks["took"] & np.uint64(mask))[mine & ~broken].any()
    place = things_of(table.match.spec).every.index(
        next(thing for thing in things_of(table.match.spec).every if name_of(thing) == "item.moneybag")
    )
    assert not rows["items_played"][mine & ~broken, place].any()
    assert not rows["effects_used"][mine & ~broken].any()
    assert not marks["asked"][~mine].any()


@compiled
def test_no_interaction_leaves_the_others_alone() -> None:
    table = a_table("greedy-value", 200, 4, {"rules.mercenaries": "true"})
    mask = restrictions.asked(game(GAME), no_interaction=True).mask
    (outcome,) = experiment(
        table.match.spec, table.match.ruleset, table.match.strategies, 7, table.trials(mask), chunk=table.games
    )  # fmt: skip
    rows, marks = outcome.rows, outcome.marks
    mine = (rows["entry"] == 1) & (marks["unkept"] == 0)
    names = {column.name: column.labels for column in table.match.spec.columns}
    used, calls = rows["effects_used"][mine], rows["actions_used"][mine]
    for item in ("letter", "cloak", "poison", "spook"):
        assert not used[:, names["effects_used"].index(item)].any()
    assert used.any()
    assert not calls[:, names["actions_used"].index("ninja")].any()
    # a red diamond must be used: that it could not be kept is counted
    assert (marks["unkept"][rows["entry"] == 1] > 0).any()


@pytest.mark.parametrize("players", [2, 4])
def test_a_ban_of_what_is_never_there_changes_no_game(players: int) -> None:
    table = a_table("greedy-value", sized(60, 1), players)
    mask = restrictions.asked(game(GAME), ["mercenary"]).mask
    free, bound = (
        next(
            experiment(
                table.match.spec, table.match.ruleset, table.match.strategies, 7, table.trials(each), chunk=table.games
            )
        )
        for each in (0, mask)
    )
    assert (free.rows == bound.rows).all()
    assert (free.marks == bound.marks).all()
    games, chance = free_games(table, SILENT)
    assert not len(in_question(chance, mask))
    assert bound_games(table, games, in_question(chance, mask), mask, SILENT) is games


@compiled
def test_games_that_are_not_played_again_are_those_that_cannot_differ() -> None:
    table = a_table("greedy-value,random,thrifty", 60)
    mask = restrictions.asked(game(GAME), ["draft.spook"]).mask
    free, chance = free_games(table, SILENT)
    found = in_question(chance, mask)
    assert 0 < len(found) < table.games
    some = bound_games(table, free, found, mask, SILENT)
    every = bound_games(table, free, np.arange(table.games), mask, SILENT)
    for name, values in vars(every).items():
        assert (getattr(some, name) == values).all(), name


# The command


PLANTED = {"item.shield.draw": 8, "item.shield.actions": 6}


@compiled
def test_an_item_worth_much_is_necessary_and_one_worth_nothing_is_not() -> None:
    worth = api.restrict(GAME, ban="item.shield", strategies="greedy-value", games=3000, changes=PLANTED, jobs=2)
    (row,) = worth.table.to_dict("records")
    assert row["verdict"] == "necessary"
    assert row["change_high"] < -0.02
    assert row["change_vp_high"] < 0
    assert row["free_win"] == pytest.approx(0.25)  # a mirror match: fair by the rotations
    nothing = api.restrict(GAME, ban="mercenaries", strategies="greedy-value", games=400, jobs=1)
    assert nothing.table["verdict"].tolist() == [NEVER]


@compiled
def test_each_of_a_kind_finds_the_same_and_leaves_out_what_is_out_of_reach() -> None:
    finding = api.restrict(GAME, each="items", strategies="greedy-value", games=1200, changes=PLANTED, jobs=2)
    table = finding.table.set_index("restriction")
    assert table.loc["without item.shield", "verdict"] == "necessary"
    assert table["change"].idxmin() == "without item.shield" or table["change"].idxmin().startswith("only ")
    assert "item.anvil" in finding.facts["out_of_reach"]
    ways = finding.table["way"].tolist()
    assert ways == sorted(ways, key=list(restricted.WORDS).index)
    assert all(part["change"].is_monotonic_increasing for _, part in finding.table.groupby("way"))
    assert "without item.anvil" not in table.index
    (note,) = [note for note in finding.notes if note.startswith("Nothing to ban")]
    assert "greedy-value never had an option that takes " in note
    assert "item.anvil" in note
    assert finding.facts["banned"]["without item.spook"] == ["item.spook"]


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_finding_is_printed_kept_and_drawn_and_jobs_do_not_matter(command: Commands, name: str) -> None:
    kind = "guardian" if name == OTHER else "caste"
    words = ("restrict", name, "--each", kind, "--games", "120", "--players", "3", "--strategies", "random")
    result = command(*words, "--jobs", "2", "--json", "--out", "found.json")
    assert result.code == 0, result.err
    assert result.out == Path("found.json").read_text()
    document = json.loads(result.out)
    (rows,) = document["tables"].values()
    assert all({"blocks", "games", "n", "change_low", "change_high"} <= set(row) for row in rows)
    assert json.loads(command(*words, "--jobs", "1", "--json").out)["tables"] == document["tables"]
    with canvas.style():
        for drawing in figures.section(Finding.read(Path("found.json"))):
            drawing.figure.savefig("figure.png")
            assert drawing.alt
            assert drawing.caption.text


@compiled
def test_words_on_the_terminal(command: Commands) -> None:
    result = command(
        "restrict", GAME, "--ban", "items.spook", "--blind", "ninja", "--who", "cheap-rush", "--games", "400"
    )
    assert result.code == 0, result.err
    assert "cheap-rush (entry 2)" in result.out
    assert "without item.spook, blind to call.ninja: 2 banned: item.spook, call.ninja" in result.out
    assert "plans for no ban" in result.out
    assert "Again: meeplelab" in result.out


WRONG = [
    (("chess", "--ban", "item.spook"), ("unknown game 'chess'",)),
    ((GAME,), ("nothing to restrict", "--ban item.necklace")),
    ((GAME, "--ban", "items.spok"), ("ban: ", "'items.spok'", "item.spook")),
    ((OTHER, "--ban", "board.winter"), ("all seats share it",)),
    ((OTHER, "--no-interaction"), ("touches an opponent",)),
    ((GAME, "--each", "item", "--ban", "race.cat"), ("each: ", "no other beside it")),
    ((GAME, "--each", "item.spook"), ("each: item.spook", "item, draft, race")),
    ((GAME, "--ban", "race.cat", "--who", "cheap-rus"), ("who: cheap-rus", "did you mean cheap-rush")),
    ((GAME, "--ban", "race.cat", "--who", "5"), ("who: 5", "counts from 1")),
    ((GAME, "--ban", "race.cat", "--who", "²"), ("who: ²", "counts from 1")),
    ((GAME, "--ban", "race.cat", "--games", "0"), ("games: 0",)),
    ((GAME, "--ban", "race.cat", "--games", "99999999999"), ("games",)),
    ((GAME, "--ban", "race.cat", "--margin", "0"), ("margin: 0",)),
    ((GAME, "--ban", "race.cat", "--method", "bonferroni"), ("method: bonferroni",)),
    ((GAME, "--ban", "race.cat", "--jobs", "0"), ("jobs: 0",)),
    ((GAME, "--ban", "race.cat", "--strategies", "rando"), ("'rando'",)),
    ((GAME, "--ban", "race.cat", "--out", "there.json"), ("there.json exists",)),
    ((OTHER, "--ban", "guardian.druid", "--players", "1"), ("one player alone", "expected 2 or more")),
]


@pytest.mark.parametrize(("words", "said"), WRONG, ids=lambda value: " ".join(value)[:60])
def test_refusals(command: Commands, words: tuple[str, ...], said: tuple[str, ...]) -> None:
    before = sorted(Path().iterdir())
    result = command("restrict", *words)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("Error: ") == 1
    assert all(part in result.err for part in said), result.err
    assert sorted(Path().iterdir()) == before
