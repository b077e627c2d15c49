"""The PettingZoo environments: PettingZoo's own tests, the rows of the batch, and nothing that a seat cannot see."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Discrete
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils.conversions import parallel_to_aec

from meeplelab import env as environments
from meeplelab.env import env, parallel_env, raw_env
from simcore.batch import simulate
from simcore.errors import MeepleError
from simcore.registry import GAMES
from simcore.registry import game as find_game
from simcore.replay import Game
from simcore.schedule import Schedule
from simcore.view import Layout
from strategies.catalog import load_lineup
from tests import toygame
from tests.properties.hidden import other_world
from tests.properties.world import fixed

ROOT = Path(__file__).resolve().parent.parent
TABLES = [(game, players) for game in GAMES for players in find_game(game).player_counts()]
# PettingZoo says so of every dict of an environment that is not its own.
OF_DICTS = ("Observation space for each agent probably should be", "Observation is not a NumPy array")
every_table = pytest.mark.parametrize(("game", "players"), TABLES)


@every_table
def test_api_test_of_pettingzoo(game: str, players: int) -> None:
    with warnings.catch_warnings():
        for words in OF_DICTS:
            warnings.filterwarnings("ignore", message=words)
        api_test(env(game, players=players), num_cycles=40)


@every_table
def test_seed_test_of_pettingzoo(game: str, players: int) -> None:
    seed_test(lambda: env(game, players=players), num_cycles=20)


class Offered(Discrete):
    """Actions of an agent for a test that knows nothing of masks: a sample is an option on offer."""

    def __init__(self, raw: raw_env, agent: str) -> None:
        super().__init__(raw.spec.max_options)
        self.raw, self.agent = raw, agent

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self.raw.observe(self.agent)["action_mask"] if mask is None else mask)


@every_table
def test_max_cycles_test_of_pettingzoo(game: str, players: int) -> None:
    """It expects every agent in every cycle: that is the parallel form, in which a cycle is one decision."""

    def table(max_cycles: int) -> Any:
        made = parallel_env(game, players=players, max_cycles=max_cycles)
        raw = made.unwrapped
        raw.action_spaces = {agent: Offered(raw, agent) for agent in raw.possible_agents}
        return made

    max_cycles_test(SimpleNamespace(parallel_env=table, env=lambda max_cycles: parallel_to_aec(table(max_cycles))))


@every_table
def test_max_cycles_counts_the_decisions_of_the_table(game: str, players: int) -> None:
    table = env(game, players=players, max_cycles=7)
    table.reset(seed=3)
    assert played(table) == 7
    table.reset()
    for _ in table.agent_iter():
        *_, terminated, truncated, info = table.last()
        assert not terminated
        assert info == {}
        table.step(None if truncated else 0)
    assert table.agents == []


def played(table: Any, rng: random.Random | None = None) -> int:
    """Play to the end, by chance or always the first option; the number of decisions."""
    count = 0
    for _ in table.agent_iter():
        observation, _, terminated, truncated, _ = table.last()
        over = terminated or truncated
        offered = int(observation["action_mask"].sum())
        assert bool(offered) != over
        table.step(None if over else (rng.randrange(offered) if rng else 0))
        count += not over
    return count


# ---- the same games


LINES = {
    "watchmen": ("random", "greedy-value", "thrifty", "random", "cheap-rush"),
    "haversack": ("random", "greedy-glory", "explorer", "random"),
}


@every_table
def test_choices_of_strategies_give_the_rows_of_the_batch(game: str, players: int) -> None:
    """Row for row, column for column, for deal after deal: the environment plays the game that is simulated."""
    spec, deals = find_game(game), 3
    ruleset = spec.load_rules(None, {})
    line_up = load_lineup(game, players, LINES[game][:players])
    names = tuple(strategy.name for strategy in line_up)
    schedule = Schedule(11, names, deals * len(set(names)) * players)
    batch = np.concatenate(list(simulate(spec, ruleset, line_up, schedule)))
    table = env(game, players=players)
    for deal in range(deals):
        table.reset(seed=11 if deal == 0 else None)
        raw = table.unwrapped
        for agent in table.agent_iter():
            observation, reward, terminated, _, info = table.last()
            if terminated:
                row = next(row for row in raw.rows() if f"seat_{row['seat'] + 1}" == agent)
                assert info == {"vp": row["score"], "place": row["rank"], "win_share": pytest.approx(row["win_share"])}
                assert reward == (pytest.approx(row["win_share"]) if players > 1 else row["score"])
                table.step(None)
            else:
                table.step(answer(raw.game, line_up, int(observation["action_mask"].sum())))
        expected = batch[(batch["deal"] == deal) & (batch["rotation"] == 0)].copy()
        expected["block"] = 0
        assert len(expected) == players
        assert (raw.rows() == expected).all()


def answer(game: Game, line_up: list[Any], count: int) -> int:
    """What the strategy of the seat to decide chooses, with the stream it has in the batch."""
    state, strategy = game.state, line_up[game.seat]
    with np.errstate(over="ignore"):
        return int(
            strategy.choose(
                game.rules, state["public"], state["private"][game.seat], game.space.buffer, count,
                strategy.weight_values(), game.streams[game.seat],
            )
        )  # fmt: skip


def test_games_follow_one_another_as_the_deals_of_a_run() -> None:
    table = raw_env(GAMES[0], players=3, seed=5)
    met = []
    for options in (None, None, {"deal": 9}, None):
        table.reset(options=options)
        met.append((table.game.seed, table.game.deal))
    table.reset(seed=8)
    assert [*met, (table.game.seed, table.game.deal)] == [(5, 0), (5, 1), (5, 9), (5, 10), (8, 0)]


# ---- what is seen


@pytest.mark.parametrize("game", GAMES)
def test_layout_lists_every_field_under_its_name(game: str) -> None:
    for start in fixed(game, 4):
        world = start.world()
        layout = Layout(world.spec)
        numbers = layout.numbers(world.state, world.seat)
        records = {"public": world.public, "private": world.state["private"][world.seat]}
        assert len(set(layout.names)) == layout.size == len(numbers)
        assert (layout.low <= numbers).all()
        assert (numbers <= layout.high).all()
        listed = {name: int(number) for name, number in zip(layout.names, numbers, strict=True)}
        told = {name: value for part, record in records.items() for name, value in leaves(part, record)}
        assert listed == told


def leaves(name: str, value: Any) -> list[tuple[str, int]]:
    """Every number of a record by name, worked out field by field."""
    if value.dtype.names:
        if value.shape:
            return [leaf for i, each in enumerate(value) for leaf in leaves(f"{name}.{i}", each)]
        return [leaf for field in value.dtype.names for leaf in leaves(f"{name}.{field}", np.asarray(value[field]))]
    if value.shape:
        return [leaf for i, each in enumerate(value) for leaf in leaves(f"{name}.{i}", np.asarray(each))]
    if value.dtype.kind == "u" and value.dtype.itemsize >= 4:
        return [(f"{name}.bit{bit}", (int(value) >> bit) & 1) for bit in range(8 * value.dtype.itemsize)]
    return [(name, int(value))]


@pytest.mark.parametrize("game", GAMES)
def test_observations_are_the_same_in_every_world_that_looks_alike(game: str) -> None:
    rng = random.Random(1)
    for start in fixed(game, 8):
        world = start.world()
        layout = Layout(world.spec)
        other = other_world(world, rng)
        assert other.states.tobytes() != world.states.tobytes()
        assert (layout.numbers(other.state, world.seat) == layout.numbers(world.state, world.seat)).all()
        assert other.options() == world.options()


@pytest.mark.parametrize("game", GAMES)
def test_who_does_not_decide_sees_what_it_last_decided_on(game: str) -> None:
    """Not what another seat is asked, which can tell what that seat holds; at the end everybody sees the table."""
    table, rng = env(game, players=3), random.Random(2)
    table.reset(seed=4)
    seen: dict[str, Any] = {}
    for agent in table.agent_iter():
        observation, _, terminated, _, _ = table.last()
        if not terminated:
            seen[agent] = observation["observation"]
            for other in seen.keys() - {agent}:
                told = table.observe(other)
                assert (told["observation"] == seen[other]).all()
                assert not told["action_mask"].any()
                assert (told["options"] == environments.NO_OPTION).all()
        else:
            final = dict(zip(table.observation_names, observation["observation"], strict=True))
            assert final["public.seat"] == -1
        table.step(None if terminated else rng.randrange(int(observation["action_mask"].sum())))


def test_options_tell_what_a_place_means() -> None:
    table = raw_env(GAMES[0], players=2)
    table.reset(seed=1)
    observation = table.observe(table.agent_selection)
    offered = table.game.options()
    assert observation["options"][: len(offered)].tolist() == [list(option) for option in offered.tolist()]
    assert (observation["options"][len(offered) :] == environments.NO_OPTION).all()
    assert observation["action_mask"].sum() == len(offered) > 1


# ---- manners


def test_an_option_not_on_offer_is_refused_and_nothing_is_played() -> None:
    table = env(GAMES[0], players=4)
    table.reset(seed=1)
    before = table.unwrapped.game.state.tobytes()
    with pytest.raises(MeepleError, match=r"illegal action 700 of seat_\d at the decision 'item'; expected .* 0 to \d"):
        table.step(700)
    with pytest.raises(AssertionError, match="not in action space"):
        table.step(-1)
    assert table.unwrapped.game.state.tobytes() == before
    table.step(0)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": 9}, "players: .* not 9"),
        ({"reward": "glory"}, "reward: 'glory'; expected win or vp"),
        ({"max_cycles": 0}, "max_cycles: 0"),
        ({"render_mode": "human"}, "render_mode: 'human'"),
        ({"changes": {"no.such": 1}}, "no.such"),
    ],
)
def test_bad_settings_are_named(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(MeepleError, match=words):
        env(GAMES[0], **settings)


def test_rewards_add_up_to_one_win_or_are_points() -> None:
    for reward, check in (("win", share_of_one), ("vp", points)):
        table = raw_env(GAMES[0], players=4, reward=reward)
        table.reset(seed=6)
        played(table_with(table, check))


def table_with(table: raw_env, check: Callable[[dict[str, float], raw_env], None]) -> raw_env:
    """The table, whose end is checked when it comes."""
    end = table._end

    def ended() -> None:
        end()
        check(table.rewards, table)

    table._end = ended  # type: ignore[method-assign]
    return table


def share_of_one(rewards: dict[str, float], table: raw_env) -> None:
    assert sum(rewards.values()) == pytest.approx(1)


def points(rewards: dict[str, float], table: raw_env) -> None:
    assert list(rewards.values()) == table.rows()["score"].tolist()


def test_rows_are_there_at_the_end_only() -> None:
    table = raw_env(GAMES[0], players=2)
    table.reset(seed=1)
    with pytest.raises(MeepleError, match="not over"):
        table.rows()
    played(table, random.Random(1))
    assert len(table.rows()) == 2


def test_positions_are_rendered_in_words() -> None:
    table = env(GAMES[0], players=2, render_mode="ansi")
    table.reset(seed=1)
    shown = str(table.render())
    assert "your hand" in shown
    assert "which item to play\n   0  play the" in shown
    played(table)
    assert "win share" in str(table.render())
    silent = raw_env(GAMES[0], players=2)
    silent.reset()
    assert silent.render() is None


def test_any_game_of_the_registry_is_an_environment() -> None:
    with toygame.registered():
        table = env("toy", players=3)
        table.reset(seed=1)
        assert played(table, random.Random(1)) > 3


def test_settings_survive_pickling() -> None:
    table = pickle.loads(pickle.dumps(raw_env(GAMES[1], players=1, seed=3, max_cycles=5)))
    table.reset()
    assert (table.reward, table.max_cycles, table.game.seed) == ("vp", 5, 3)


def test_without_the_extra_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "meeplelab.env")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ModuleNotFoundError, match=r"in a clone: make setup, or pip install --editable '\.\[env\]'$"):
        importlib.import_module("meeplelab.env")


def test_documented_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", (ROOT / "docs/env.md").read_text(), re.MULTILINE | re.DOTALL)
    told = []
    for _ in range(2):
        exec(compile(code, "docs/env.md", "exec"), {})
        told.append(capsys.readouterr().out)
    assert told[0].startswith("[")
    assert told[0] == told[1]


# programs that ask for what there is not


ONE_TABLE_EACH = {"watchmen": 2, "haversack": 1}


@pytest.mark.parametrize("action", [1.5, True, "x", np.float64(1.0), [0]])
def test_an_action_that_is_no_whole_number_plays_nothing(action) -> None:
    table = raw_env("haversack", players=1)
    table.reset(seed=3)
    before = table.observe("seat_1")["observation"]
    with pytest.raises(MeepleError, match=r"^action: .*; expected a whole number$"):
        table.step(action)
    assert (table.observe("seat_1")["observation"] == before).all()
    table.step(np.int64(0))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"players": "2"}, "players: '2'; expected a whole number"),
        ({"max_cycles": "a"}, "max_cycles: 'a'; expected a whole number"),
        ({"changes": [1]}, r"changes: \[1\]; expected values by key"),
        ({"seed": 1.5}, "seed: 1.5; expected a whole number"),
        ({"seed": -1}, "seed"),
    ],
)
def test_settings_that_no_table_has(settings, words) -> None:
    with pytest.raises(MeepleError, match=words):
        raw_env("haversack", **settings)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1.5,), "seed: 1.5"), ((3, [1]), "options"),
        ((3, {"deal": "x"}), "deal: 'x'"), ((3, {"deal": -1}), "deal"), ((-3,), "seed"),
    ],
)  # fmt: skip
def test_a_reset_that_asks_for_no_game_leaves_the_one_under_way(arguments, words) -> None:
    table = raw_env("haversack", players=1)
    table.reset(seed=3)
    game = table.game
    with pytest.raises(MeepleError, match=words):
        table.reset(*arguments)
    assert table.game is game
    table.step(0)


def test_without_a_game_there_is_nothing_to_ask() -> None:
    table = raw_env("haversack", players=1)
    for asked in (lambda: table.step(0), table.rows, lambda: table.observe("seat_1"), lambda: table.game):
        with pytest.raises(MeepleError, match="haversack: no game is under way; call reset first"):
            asked()
    table.reset(seed=1)
    for asked in (table.observe, table.action_space, table.observation_space):
        with pytest.raises(MeepleError, match="agent: 'seat_9'; expected one of: seat_1"):
            asked("seat_9")
    while table.agents:
        table.step(None if table.terminations[table.agent_selection] else 0)
    with pytest.raises(MeepleError, match="haversack: the game is over; call reset for another"):
        table.step(None)


@pytest.mark.parametrize(("title", "players"), ONE_TABLE_EACH.items())
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_stands_where_the_original_does_and_goes_its_own_way(title, players, copied) -> None:
    table = raw_env(title, players=players)
    assert copied(table).agents == []
    table.reset(seed=5, options={"deal": 2})
    for number in range(9):
        table.step(number % int(table.observe(table.agent_selection)["action_mask"].sum()))
    other = copied(table)
    assert other.agent_selection == table.agent_selection
    before = {agent: table.observe(agent)["observation"] for agent in table.agents}
    assert all((other.observe(agent)["observation"] == before[agent]).all() for agent in table.agents)
    assert other.game.state.tobytes() == table.game.state.tobytes()
    other.step(0)
    assert all((table.observe(agent)["observation"] == before[agent]).all() for agent in table.agents)
    table.step(0)
    assert other.game.state.tobytes() == table.game.state.tobytes()
    # both go on to the same next deal
    table.reset()
    other.reset()
    assert other.game.deal == table.game.deal == 3
