"""Every row of a rule table is seen at work in the game's fixed batch, under every value of the switches it names."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from meeplelab import api, console, show
from simcore.coverage import Coverage, Sighting, observe, silent, value_of, watch
from simcore.errors import MeepleError
from simcore.facts import Facts
from simcore.games.haversack.coverage.table import cells, ends, monsters, starts, walk
from simcore.jit import JIT_DISABLED
from simcore.registry import GAMES, game
from simcore.replay import Game
from strategies import catalog
from tests.commandline import Commands
from tests.toygame import registered

DOCS = Path(__file__).resolve().parent.parent / "docs" / "rules"
compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")


def rows(name: str) -> Iterator[tuple[str, str, str]]:
    """Section, id and all the text of every row of a rule table."""
    section = ""
    for line in (DOCS / f"{name}.md").read_text().splitlines():
        if line.startswith("## "):
            section = line[3:].split(" (`")[0]
        found = re.match(r"\| `([\w.-]+)` \|", line)
        if found and line.count(" | ") == 4:
            yield section, found[1], line


def coverage_of(name: str) -> Coverage:
    declared = game(name).coverage
    assert declared is not None
    return declared()


def rulesets_of(name: str) -> dict[str, Any]:
    return {each.name: game(name).load_rules(None, each.changes) for each in coverage_of(name).batch}


def play(name: str, configuration: str, deal: int) -> Game:
    """A fresh game of the batch, the line-up as listed."""
    (chosen,) = (each for each in coverage_of(name).batch if each.name == configuration)
    line_up = catalog.load_lineup(name, chosen.players, chosen.line_up)
    return Game(game(name), game(name).load_rules(None, chosen.changes), line_up, 5, deal, 0)


# ---- the tables and the witnesses


@pytest.mark.parametrize("name", GAMES)
def test_every_row_has_a_witness_and_every_witness_a_row(name: str) -> None:
    told = [(section, rule) for section, rule, _ in rows(name)]
    assert len(told) > 60
    assert told == [(each.section, each.rule) for each in coverage_of(name).witnesses]


@pytest.mark.parametrize("name", GAMES)
def test_every_row_of_a_table_has_an_id_and_is_done(name: str) -> None:
    lines = [line for line in (DOCS / f"{name}.md").read_text().splitlines() if line.startswith("| ")]
    of_rules = [line for line in lines if line.count(" | ") == 4 and not line.startswith("| id ")]
    assert [line for line in of_rules if not re.match(r"\| `[\w.-]+` \|", line)] == []
    assert not [line for line in of_rules if re.search(r"not done|todo|missing", line, re.IGNORECASE)]


@pytest.mark.parametrize("name", GAMES)
def test_every_witness_says_what_it_sees(name: str) -> None:
    decisions = set(game(name).decisions)
    for each in coverage_of(name).witnesses:
        assert re.fullmatch(r"[A-Z0-9].{15,140}\.", each.words), each.rule
        assert set(each.decisions) <= decisions, each.rule


@pytest.mark.parametrize("name", GAMES)
def test_every_switch_is_played_at_every_value(name: str) -> None:
    rulesets = rulesets_of(name)
    for switch in next(iter(rulesets.values())).switches:
        played = {str(value_of(each, switch.key)) for each in rulesets.values()}
        listed = isinstance(switch.default, str | bool) and switch.key != "races"
        assert played >= {str(choice) for choice in switch.choices} if listed else len(played) > 1, switch.key


@pytest.mark.parametrize("name", GAMES)
def test_every_switch_of_a_row_is_one_its_witness_depends_on(name: str) -> None:
    """A row that names a switch for its other reading must be seen under each of the readings."""
    keys = {switch.key for switch in game(name).load_rules(None, {}).switches}
    witnesses = {each.rule: each for each in coverage_of(name).witnesses}
    bare = {"two.plain": {"two_player"}}  # a row about one value of the switch alone
    for _, rule, line in rows(name):
        named = {word for word in re.findall(r"`(\w+)(?: = [^`]+)?`", line.split(" | ")[2]) if word in keys}
        assert named == set(witnesses[rule].keys) & keys | bare.get(rule, set()), rule


# ---- the batch


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_seen_at_work(name: str) -> None:
    frame = api.rules_coverage(name)
    assert frame.attrs["silent"] == []
    assert (frame["fired"] >= frame["games"]).all()
    assert frame["configurations"].map(bool).all()
    coverage, rulesets = coverage_of(name), rulesets_of(name)
    found = [Sighting(row.rule, where, 1, 1) for row in frame.itertuples() for where in row.configurations]
    assert silent(coverage, rulesets, found) == []
    for rule in frame["rule"]:
        assert silent(coverage, rulesets, [each for each in found if each.rule != rule]) == [rule]
    two_readings = next(each for each in coverage.witnesses if each.keys)
    key, plain = two_readings.keys[0], game(name).load_rules(None, {})
    usual = [each for each in found if value_of(rulesets[each.configuration], key) == value_of(plain, key)]
    assert any(each.startswith(f"{two_readings.rule} under {key} = ") for each in silent(coverage, rulesets, usual))


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_never_shows_is_named(name: str) -> None:
    coverage, spec = coverage_of(name), game(name)
    first, other = coverage.witnesses[2], coverage.witnesses[4]
    blind = replace(coverage, witnesses=(replace(first, sees=lambda _: False, keys=()), replace(other, keys=())))
    configuration = next(each for each in coverage.batch if each.players == 3)
    ruleset = spec.load_rules(None, configuration.changes)
    line_up = catalog.load_lineup(name, configuration.players, configuration.line_up)
    found = observe(spec, blind, configuration, ruleset, line_up, 1, 1)
    assert silent(blind, {configuration.name: ruleset}, found) == [first.rule]


# ---- figures against the kernel's own accounts


def total(found: Any, name: str, label: int | None = None) -> int:
    """Sum of a results column over the seats."""
    return int(found[name].sum() if label is None else found[name][:, label].sum())


@compiled
@pytest.mark.parametrize("deal", range(3))
def test_watchmen_counts_are_those_of_the_results(deal: int) -> None:
    game_played = play("watchmen", "mercenaries, 4", deal)
    fired = watch(coverage_of("watchmen"), game_played)
    result = game_played.rows()
    players, rounds = len(result), int(result["rounds"][0])
    assert fired["ninja.takes"] == fired["ninja.free"] == total(result, "actions_used", 4) > 0
    assert fired["item.shield-answer"] == total(result, "shield_reactions")
    assert fired["step1.item"] == players * rounds - total(result, "shield_reactions")
    assert fired["draft.number"] == fired["draft.holder"] == rounds - 1
    assert fired["draft.waits"] + fired["draft.stays"] == rounds - 1
    assert fired["deck.out"] == int(result["refills"][0])
    assert fired["mercenary.rabbit"] == total(result, "mercenaries_used", 0)
    assert fired["mercenary.cat"] == total(result, "mercenaries_used", 1)
    assert fired["hire.circles"] == total(result, "hires") - total(result, "castes_hired", 0)


@compiled
@pytest.mark.parametrize("deal", range(3))
def test_haversack_counts_are_those_of_the_results(deal: int) -> None:
    game_played = play("haversack", "Night", deal)
    fired = watch(coverage_of("haversack"), game_played)
    result = game_played.rows()
    assert fired["scout.pile"] == fired["recruit.bag"] == 4
    assert fired["thief.opens"] == total(result, "chests")
    assert fired["priestess.night"] == total(result, "returned")
    assert fired["huntress.night"] + fired["huntress.bow"] == total(result, "vp_shots")
    assert fired["move.draw"] == 5 * (len(result) - 1)


# ---- the parts


@compiled
def test_facts_are_the_record_as_plain_numbers() -> None:
    state = play("haversack", "2 players", 0).state
    facts = Facts(state)
    assert facts.public.round == 1
    assert facts.public.board[1].chest == state["public"]["board"][1]["chest"].tolist()
    assert type(facts.public.board[0].chest[0]) is int
    assert facts.public is facts.public
    with pytest.raises(AttributeError, match=r"no field 'colour'; it has: public, private"):
        _ = facts.colour


@compiled
def test_moves_told_anew_from_the_rulebook_are_those_on_offer() -> None:
    """The walk that witnesses of movement leave a rule out of is right with all rules in it."""
    seen: Counter[str] = Counter()

    def compare(scene: Any) -> bool:
        board = scene.before.public.board[scene.seat]
        tile = scene.rules.tile[scene.before.public.face[scene.before.public.guardian]][scene.before.public.guardian]
        if tile.straight:
            return False
        foes = monsters(board) if not any(tile.kills) else 0
        assert ends(scene) & ~foes == walk(scene) & ~foes
        assert starts(scene) & cells(scene.rules.cells) == starts(scene)
        seen["moves"] += 1
        return True

    coverage = coverage_of("haversack")
    (first, *_) = (each for each in coverage.witnesses if each.decisions == ("move",))
    for name in ("2 players", "Druids", "winter", "faces by chance"):
        watch(replace(coverage, witnesses=(replace(first, sees=compare),)), play("haversack", name, 1))
    assert seen["moves"] > 150


@pytest.mark.parametrize("name", GAMES)
def test_names_are_declared_once(name: str) -> None:
    coverage = coverage_of(name)
    with pytest.raises(ValueError, match=coverage.witnesses[0].rule):
        replace(coverage, witnesses=coverage.witnesses[:1] * 2)
    with pytest.raises(ValueError, match=coverage.batch[0].name):
        replace(coverage, batch=coverage.batch[:1] * 2)


# ---- the front door


def test_bad_numbers_and_games_without_a_table_are_refused() -> None:
    with pytest.raises(MeepleError, match=r"games: 0 .* expected 1 to 10,000"):
        api.rules_coverage(GAMES[0], games=0)
    with pytest.raises(MeepleError, match=r"games: 1000000000000 .* expected 1 to 10,000"):
        api.rules_coverage(GAMES[0], games=10**12)
    with pytest.raises(MeepleError, match="unknown game"):
        api.rules_coverage("chess")
    with registered(), pytest.raises(MeepleError, match="toy does not say how its rules are seen"):
        api.rules_coverage("toy")


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_the_command_shows_every_rule_and_what_was_not_seen(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, full = game(name), coverage_of(name)
    small = replace(full, batch=full.batch[:2])
    monkeypatch.setattr("meeplelab.coverage.find_game", lambda _: replace(spec, coverage=lambda: small))
    command, told = Commands(capsys), ("rules", "coverage", name, "--games", "1", "--seed", "3")
    shown, found = command(*told), json.loads(command(*told, "--json").out)
    assert shown.code == 0, shown.err
    assert [row["rule"] for row in found["rules"]] == [each.rule for each in full.witnesses]
    assert all(row["rule"] in shown.out for row in found["rules"])
    assert [each["name"] for each in found["configurations"]] == [each.name for each in small.batch]
    assert (found["games"], found["seed"]) == (2, 3)
    unseen = [row["rule"] for row in found["rules"] if not row["fired"]]
    assert [each for each in found["silent"] if " under " not in each] == unseen
    assert unseen
    assert all(f"never seen: {each}" in shown.out for each in found["silent"])
    refused = command(*told[:-3], "0")
    assert (refused.code, "games: 0" in refused.err) == (2, True)


def test_the_table_fits_a_narrow_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    console.console.cache_clear()
    frame = pd.DataFrame(
        [("a.long-name-of-a-rule", "Part", "Something is seen. " * 9, 12_345, 99, ["one", "two", "three", "four"])],
        columns=["rule", "section", "seen_when", "fired", "games", "configurations"],
    )
    changes = {"board.own.map": "\n.. ..\n.. ..\n", "races": "owl"}
    facts = {"name": "one", "players": 2, "games": 99, "strategies": ["random"], "changes": changes}
    frame.attrs = {"configurations": [facts], "silent": [], "games": 99, "seed": 1}
    show.rules_coverage(frame)
    console.console.cache_clear()
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "4 of 1" in out
    assert "Every rule was seen at work." in out
    assert "board.own.map=.. ..." in out
