"""The games as PettingZoo environments: agents take turns over the same compiled rules that `simulate` plays.

    from meeplelab.env import env

    table = env("watchmen", players=4)
    table.reset(seed=7)
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        over = terminated or truncated
        table.step(None if over else table.action_space(agent).sample(observation["action_mask"]))

It needs the extra `env`, which `make setup` brings. docs/env.md tells what is observed and rewarded.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from meeplelab.match import Changes, players_of, ruleset_of
from simcore.contract import GameSpec
from simcore.errors import MeepleError
from simcore.fields import shortened
from simcore.registry import game as find_game
from simcore.replay import Game, Outsider
from simcore.schedule import Schedule
from simcore.telling import asked_lines, seen_lines
from simcore.view import Layout
from simcore.workspace import rules_record

try:
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"meeplelab.env needs {error.name}; in a clone: make setup, or pip install --editable '.[env]'", name=error.name
    ) from None

Numbers = npt.NDArray[np.int32]
Observation = dict[str, npt.NDArray[Any]]
REWARDS = ("win", "vp")
NO_OPTION = -1
"""In the table of options: a place that holds none."""


def env(game: str, **settings: Any) -> AECEnv[str, Observation, int]:
    """A table of a game as an AEC environment, with PettingZoo's usual checks around it; see `raw_env`.

    Raises MeepleError for bad settings, and from `step` for an option that is not on offer.
    """
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(game, **settings)))


def parallel_env(game: str, **settings: Any) -> ParallelEnv[str, Observation, int | None]:
    """The same in PettingZoo's parallel form: a cycle is one decision, and only the action of who decides counts."""
    return turn_based_aec_to_parallel(env(game, **settings))


def _whole(value: Any, name: str) -> int:
    """A whole number that a program handed in. Raises MeepleError for anything else."""
    try:
        if not isinstance(value, bool | np.bool_):
            return operator.index(value)
    except TypeError:
        pass
    raise MeepleError(f"{name}: {shortened(repr(value))}; expected a whole number")


class raw_env(AECEnv[str, Observation, int], EzPickle):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name for it
    """A table of a game without PettingZoo's checks.

    Agents are "seat_1" to "seat_P". An observation is a dict: `observation`, what the seat sees (int32, named by
    `observation_names`); `action_mask`, 1 for each option on offer (int8[M]); and `options`, the options
    (int8[M, 4]: kind, a, b, c as the game states them, -1 where there is none). An action is the place of an option.
    Decisions with a single option are taken by themselves.

    The first `reset(seed=S)` plays deal 0 of seed S and each one after it without a seed the next deal, so that every
    game is one that `simulate` and `replay` play too; `options={"deal": D}` chooses the deal.

    reward is "win" (at the end the share of the win, which adds up to 1 over the table) or "vp" (at the end the
    victory points); "win", but for one player alone "vp". After max_cycles decisions of the table the game is
    truncated, without a reward. render_mode "ansi" makes `render` return the position in words.

    A copy (`copy.deepcopy`, pickle) is at the same place of the same game: it plays there by what was chosen so far.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "render_modes": ["ansi"],
        "name": "meeplelab",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        players: int | None = None,
        rules: str | Path | None = None,
        changes: Changes | None = None,
        seed: int = 1,
        reward: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(self, game, players, rules, changes, seed, reward, max_cycles, render_mode)
        AECEnv.__init__(self)
        self.spec: GameSpec = find_game(game)
        if changes is not None and not isinstance(changes, Mapping):
            raise MeepleError(
                f"changes: {shortened(repr(changes))}; expected values by key, such as {{'board': 'winter'}}"
            )
        count = players_of(self.spec, None if players is None else _whole(players, "players"))
        self.ruleset = ruleset_of(self.spec, rules, changes)
        self.reward = reward or ("win" if count > 1 else "vp")
        self.max_cycles = None if max_cycles is None else _whole(max_cycles, "max_cycles")
        self.render_mode = render_mode
        self._check()
        Schedule(_whole(seed, "seed"), ("any",), 1)  # refuses a seed that no game has
        self.metadata = {**type(self).metadata, "name": f"{game}_v{self.spec.version}"}
        self._table = rules_record(self.spec, self.ruleset, count)
        self._layout = Layout(self.spec)
        self._seats = tuple(Outsider(f"seat_{seat + 1}", game) for seat in range(count))
        self.possible_agents = [seat.name for seat in self._seats]
        self.agents: list[str] = []
        self.observation_spaces = {agent: self._observed() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.spec.max_options) for agent in self.possible_agents}
        self._seed, self._deal = seed, -1
        self._taken: list[int | None] = []
        self._game: Game

    def _check(self) -> None:
        if self.reward not in REWARDS:
            raise MeepleError(f"reward: {self.reward!r}; expected {' or '.join(REWARDS)}")
        if self.max_cycles is not None and self.max_cycles < 1:
            raise MeepleError(f"max_cycles: {self.max_cycles}; expected 1 or more decisions")
        if self.render_mode not in (None, "ansi"):
            raise MeepleError(f"render_mode: {self.render_mode!r}; expected 'ansi' or None")

    def __getstate__(self) -> dict[str, Any]:
        begun = (self._seed, self._deal, self._taken) if hasattr(self, "_game") else None
        return {**EzPickle.__getstate__(self), "begun": begun}

    def __setstate__(self, state: dict[str, Any]) -> None:
        begun = state["begun"]
        EzPickle.__setstate__(self, state)
        if begun:
            seed, deal, taken = begun
            self.reset(seed, {"deal": deal})
            for action in taken:
                self.step(action)

    def _check_agent(self, agent: object) -> None:
        if agent not in self.possible_agents:
            known = self.possible_agents
            raise MeepleError(f"agent: {shortened(repr(agent))}; expected one of: {', '.join(known)}")

    def _observed(self) -> spaces.Space[Any]:
        most = self.spec.max_options
        return spaces.Dict(
            {
                "observation": spaces.Box(self._layout.low, self._layout.high, dtype=np.int32),
                "action_mask": spaces.Box(0, 1, (most,), np.int8),
                "options": spaces.Box(-128, 127, (most, 4), np.int8),
            }
        )

    @property
    def observation_names(self) -> tuple[str, ...]:
        """Where each number of an `observation` comes from: the field of the public or private record."""
        return self._layout.names

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's observations."""
        self._check_agent(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's actions: places of options."""
        self._check_agent(agent)
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game under way, whose state holds what is hidden too: for looking at, not for agents.

        Raises MeepleError before the first `reset`.
        """
        if not hasattr(self, "_game"):
            raise MeepleError(f"{self.spec.name}: no game is under way; call reset first")
        return self._game

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Set up a game: deal 0 of the seed; without a seed the next deal. Raises MeepleError for bad numbers."""
        given = {} if options is None else options
        if not isinstance(given, Mapping):  # PettingZoo's own test hands in keys of others
            raise MeepleError(f"options: {shortened(repr(given))}; expected {{'deal': D}} or nothing")
        source, deal = (self._seed, self._deal + 1) if seed is None else (_whole(seed, "seed"), 0)
        deal = _whole(given.get("deal", deal), "deal")
        self._game = Game(self.spec, self.ruleset, self._seats, source, deal, 0, rules=self._table)
        self._seed, self._deal, self._taken = source, deal, []
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._decisions = 0
        # until its first decision a seat has seen the table as it was set up
        self._seen = {name: self._layout.numbers(self._game.state, i) for i, name in enumerate(self.agents)}
        self._go_on()
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """Carry out the option at a place of those on offer, and play on to the next decision.

        Raises MeepleError for a place that holds none, and where no game is under way; nothing is played then.
        """
        name = self.game.decision
        if not self.agents:
            raise MeepleError(f"{self.spec.name}: the game is over; call reset for another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._taken.append(action)
            return
        place = None if action is None else _whole(action, "action")
        if place is None or not 0 <= place < len(self._offer):
            last = len(self._offer) - 1
            raise MeepleError(
                f"illegal action {action} of {agent} at the decision {name!r}; expected an option on "
                f"offer, 0 to {last} (action_mask)"
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._game.take(place, len(self._offer))
        self._taken.append(place)
        self._decisions += 1
        self._go_on()
        if not self.terminations[agent] and self._decisions == self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def _go_on(self) -> None:
        """Play on to the next real decision, or to the end."""
        game = self._game
        while len(offer := game.options()) == 1:
            game.take(0, 1)
        self._offer = offer
        if game.seat < 0:
            self._end()
            return
        self.agent_selection = self.possible_agents[game.seat]
        self._seen[self.agent_selection] = self._layout.numbers(game.state, game.seat)

    def _end(self) -> None:
        for row in self._game.rows():
            agent = self.possible_agents[row["seat"]]
            won, scored = float(row["win_share"]), int(row["score"])
            self.rewards[agent] = won if self.reward == "win" else float(scored)
            self.infos[agent] = {"vp": scored, "place": int(row["rank"]), "win_share": won}
            self._seen[agent] = self._layout.numbers(self._game.state, int(row["seat"]))
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> Observation:
        """What an agent sees; of one that does not decide, what it saw when it last did, with no options.

        What is asked of another seat can tell what that seat holds, so nobody sees it.
        """
        self._check_agent(agent)
        most = self.spec.max_options
        mask, options = np.zeros(most, np.int8), np.full((most, 4), NO_OPTION, np.int8)
        seat = self.game.seat  # raises where there is no game
        dead = self.terminations.get(agent, True) or self.truncations[agent]
        if seat >= 0 and agent == self.agent_selection and not dead:
            offered = len(self._offer)
            mask[:offered] = 1
            options[:offered] = np.frombuffer(self._offer.tobytes(), np.int8).reshape(offered, 4)
        return {"observation": self._seen[agent].copy(), "action_mask": mask, "options": options}

    def rows(self) -> npt.NDArray[np.void]:
        """Results rows of the finished game, one a seat, as `simulate` would write them (its block left at 0).

        Raises MeepleError while the game goes on.
        """
        if self.game.seat >= 0:
            raise MeepleError("rows: the game is not over yet")
        return self._game.rows()

    def render(self) -> str | None:
        """The position in words: what the seat to decide sees and may do; at the end the scores.

        None without render_mode "ansi".
        """
        if self.render_mode is None:
            return None
        game = self.game
        if game.seat < 0:
            return "\n".join(self.spec.describer().result(self.ruleset, game.rows()))
        table = seen_lines(self.spec, self.ruleset, game.state)
        return "\n".join([*table, *asked_lines(self.spec, self.ruleset, game.state, self._offer)])

    def close(self) -> None:
        """Nothing is held open."""
