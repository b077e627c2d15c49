"""RLCard's uno between its random agents; each call of an agent is a decision."""

from __future__ import annotations

from importlib.metadata import version

import rlcard
from rlcard.agents import RandomAgent
from rounds import Contestant, serve


def uno() -> Contestant:
    """Two players."""
    env = rlcard.make("uno", config={"seed": 1})
    agents = [RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)]
    asked = [0]

    def counted(agent: RandomAgent) -> RandomAgent:
        plain = agent.eval_step

        def eval_step(state: object) -> object:
            asked[0] += 1
            return plain(state)

        agent.eval_step = eval_step
        return agent

    env.set_agents([counted(agent) for agent in agents])

    def play(games: int) -> tuple[int, int]:
        before = asked[0]
        for _ in range(games):
            env.run(is_training=False)
        return asked[0] - before, games

    return Contestant(version("rlcard"), "random agents", play)


if __name__ == "__main__":
    serve({"uno": uno})
