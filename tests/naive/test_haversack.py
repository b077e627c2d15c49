"""The Guardians of Haversack: the kernel against the naive twin, decision by decision.

Run by hand for one game that disagrees, the message names its setting, seed and deal:

    Referee.of(Setting(changes, players)).game(seed, deal)
"""

from collections import Counter
from dataclasses import replace

import pytest

from simcore.jit import JIT_DISABLED
from simcore.schema import COMMON
from tests.naive.haversack import abilities, adventure, glory, movement, rounds
from tests.naive.haversack.rulebook import READINGS, read_rules
from tests.naive.haversack_bridge import SPEC, DisagreementError, Kernel, Referee, Setting, Twin, said_by_twin
from tests.naive.haversack_configurations import (
    CRAMPED_AND_RICH,
    FAST,
    FAST_TABLES,
    SLOW,
    SLOW_TABLES,
    SWITCHES,
    Configuration,
    one_by_one,
    tables,
)

compiled = pytest.mark.skipif(JIT_DISABLED, reason="plays more games than plain Python can")
SEED = 23
MOST_GAMES = 150
"""A planted fault, or another reading, must be noticed within so many games."""


def play_all(configuration, at, deals):
    """Play so many deals at each of so many tables."""
    decisions = 0
    for i, setting in enumerate(configuration.settings(at)):
        referee, first = Referee.of(setting), (configuration.first + i) * deals
        decisions += sum(referee.game(SEED, first + deal) for deal in range(deals))
    assert decisions > 15 * at * deals, "a game has that many choices at the very least"


def named(configuration):
    return configuration.name.replace(" ", "-")


@compiled
@pytest.mark.parametrize("configuration", FAST, ids=named)
def test_kernel_and_twin_agree(configuration):
    play_all(configuration, FAST_TABLES, 1)


@compiled
@pytest.mark.slow
@pytest.mark.parametrize("configuration", SLOW, ids=named)
def test_kernel_and_twin_agree_in_2000_games(configuration):
    play_all(configuration, SLOW_TABLES, 2000 // SLOW_TABLES)


# what is covered


def test_every_switch_and_reading_has_a_twin():
    assert list(SWITCHES) == list(READINGS)
    for name, switch in SWITCHES.items():
        assert set(switch.choices) == set(READINGS[name])
        assert switch.default == READINGS[name][0]


@pytest.mark.parametrize("configurations", [FAST, SLOW], ids=["fast", "slow"])
def test_every_reading_is_played(configurations):
    played = [(name, value) for each in configurations for name, value in each.changes.items()]
    for name, switch in SWITCHES.items():
        for reading in switch.choices:
            assert reading == switch.default or (f"rules.{name}", reading) in played, f"{name} = {reading}"


@pytest.mark.parametrize(("configurations", "at"), [(FAST, FAST_TABLES), (SLOW, SLOW_TABLES)], ids=["fast", "slow"])
def test_every_table_is_played(configurations, at):
    """1 to 4 players, both boards, all 64 mixes of faces."""
    faces = [name for name in tables()[0][1] if name != "rules.board"]
    played = Counter()
    for configuration in configurations:
        for setting in configuration.settings(at):
            where = (setting.players, setting.changes["rules.board"])
            played[(*where, *(setting.changes[name] for name in faces))] += 1
    assert all(played[(players, *table.values())] for players, table in tables())
    assert len(tables()) == 4 * 128


def test_every_number_of_the_rulebook_is_changed_somewhere():
    changed = {name for configuration in FAST for name in configuration.changes}
    for table in ("structure", "creature", "gains", "track", "chest"):
        for value in SPEC.load_rules(None, {}).values:
            assert not value.key.startswith(f"{table}.") or value.key in changed, f"{value.key} has its shipped value"


@compiled
def test_all_scores_and_outcomes_are_compared():
    setting = Setting({}, 2)
    referee = Referee.of(setting)
    twin = Twin(referee.rules, 2, Kernel(referee.ruleset, referee.tables, SEED, 0))
    twin.table.round = 1
    told = set(said_by_twin(twin.table, 0, glory.end_of_game(twin.table)[0]))
    columns = {column.name for column in (*COMMON, *SPEC.columns) if column.role in ("points", "outcome")}
    # the runner counts decisions, not the kernel
    assert columns - {"decisions"} <= told


# that a disagreement is noticed


def caught(make, changes):
    """The message of the first disagreement in games of `make(setting)`."""
    for game, setting in enumerate(Configuration("", changes).settings(MOST_GAMES)):
        try:
            make(setting).game(SEED, game)
        except DisagreementError as disagreement:
            return game, setting, str(disagreement)
    pytest.fail(f"no disagreement in {MOST_GAMES} games")


@compiled
@pytest.mark.parametrize("configuration", list(one_by_one()), ids=named)
def test_a_twin_of_another_reading_is_noticed(configuration):
    """So every ruling comes to matter in these games, and is read alike by both."""

    def misread(setting):
        return replace(Referee.of(setting), rules=read_rules({**setting.changes, **configuration.changes}))

    caught(misread, CRAMPED_AND_RICH)


def no_stop_at_fairies(board, mover, cell):
    return cell in board.monsters or (cell in board.map.forests and not mover.ignores_terrain)


def guardians_do_not_block(board, rulings, mover, cell):
    if cell in board.monsters:
        return mover.eliminates(board.monsters[cell])
    return cell not in board.map.lakes or mover.ignores_terrain


def villages_let_arrows_pass(board, rulings, cell):
    return any(cell in those for those in (board.guardians, board.fairies, board.monsters, board.map.forests))


def priestesses_are_sent_back_too(board, cell):
    return {other for other in board.guardians if other != cell and (other[0] == cell[0] or other[1] == cell[1])}


def items_are_never_ready(player):
    player.just_found.clear()


def no_vp_past_the_table(rules, total):
    table = rules.data["gains"]
    column = min(total, len(table["vp"]) - 1)
    return table["vp"][column], table["gold"][column]


def every_fairy_is_the_first(rules, player):
    fairies = sum(taken.creature == "fairy" for taken in player.gains_area)
    player.fairies += fairies
    return fairies * rules.data["track"]["fairy"][0]


def pigs_are_not_hunted(rules, player):
    return [taken.creature for taken in player.hunting_board if taken.creature != "pig"]


def the_supply_never_ends(table, player, guardian):
    return table.rules.cost(guardian, table.faces[guardian]) <= player.gold


FAULTS = [
    (movement, "must_stop", no_stop_at_fairies),
    (movement, "may_enter", guardians_do_not_block),
    (abilities, "stops_arrow", villages_let_arrows_pass),
    (abilities, "returnable", priestesses_are_sent_back_too),
    (adventure, "ready_what_was_found", items_are_never_ready),
    (glory, "gains", no_vp_past_the_table),
    (glory, "glory_of_fairies", every_fairy_is_the_first),
    (glory, "on_hunting_board", pigs_are_not_hunted),
    (rounds, "can_buy", the_supply_never_ends),
]


@compiled
@pytest.mark.parametrize(("module", "name", "faulty"), FAULTS, ids=lambda value: getattr(value, "__name__", None))
def test_a_fault_planted_in_the_twin_is_noticed(monkeypatch, module, name, faulty):
    monkeypatch.setattr(module, name, faulty)
    caught(Referee.of, {})


@compiled
def test_a_disagreement_says_where_and_what(monkeypatch):
    monkeypatch.setattr(movement, "must_stop", no_stop_at_fairies)
    game, setting, said = caught(Referee.of, {})
    assert f"seed {SEED}, deal {game}, decision " in said
    assert str(setting) in said
    assert "move of player " in said
    assert "only the kernel has nothing, only the twin move " in said
