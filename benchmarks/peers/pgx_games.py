"""pgx on the processor: a compiled scan over a batch of games, each started anew as soon as it ends.

Each step of each game is a decision of a uniform random player. A game counts when it ends.
"""

from __future__ import annotations

import os

# Before jax is imported: one core, one thread.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["JAX_PLATFORMS"] = "cpu"

from functools import partial
from importlib.metadata import version
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pgx
from pgx.experimental import auto_reset
from rounds import Contestant, serve

BATCH = 1000
"""Games side by side; of 100 to 8,000 this was about the fastest for both games."""
STEPS = 250
"""Steps of each of them in one call."""


def batch(name: str) -> Contestant:
    """One game of pgx."""
    env = pgx.make(name)
    step, init = jax.vmap(auto_reset(env.step, env.init)), jax.vmap(env.init)

    def moved(state: Any, rng: Any) -> tuple[Any, Any, Any, Any]:
        rng, choosing, resetting = jax.random.split(rng, 3)
        logits = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        action = jax.random.categorical(choosing, logits, axis=-1)
        state = step(state, action, jax.random.split(resetting, BATCH))
        return state, rng, action, state.terminated | state.truncated

    @jax.jit
    def run(state: Any, rng: Any) -> tuple[Any, Any, Any]:
        def body(carry: Any, _: None) -> tuple[Any, None]:
            state, rng, ended = carry
            state, rng, _action, done = moved(state, rng)
            return (state, rng, ended + done.sum()), None

        return jax.lax.scan(body, (state, rng, 0), None, length=STEPS)[0]

    @jax.jit
    def told(state: Any, rng: Any) -> tuple[Any, Any]:
        """Actions and ends, [steps, games], and the same play as `run`."""

        def body(carry: Any, _: None) -> tuple[Any, Any]:
            state, rng = carry
            seen = state.observation.reshape(BATCH, -1)
            state, rng, action, done = moved(state, rng)
            return (state, rng), (seen, action, done)

        return jax.lax.scan(body, (state, rng), None, length=STEPS)[1]

    first = jax.jit(init)(jax.random.split(jax.random.PRNGKey(1), BATCH))
    now = [first, jax.random.PRNGKey(2)]

    def play(games: int) -> tuple[int, int]:
        ended = calls = 0
        while ended < games:
            now[0], now[1], count = run(*now)
            ended += int(count)
            calls += 1
        return calls * BATCH * STEPS, ended

    def distinct() -> tuple[int, int]:
        """Finished games of one call, and how many differ in what was seen or done."""
        seen, action, done = (np.asarray(part) for part in told(first, jax.random.PRNGKey(3)))
        games = []
        for k in range(BATCH):
            begin = 0
            for end in np.flatnonzero(done[:, k]) + 1:
                games.append(seen[begin:end, k].tobytes() + action[begin:end, k].tobytes())
                begin = end
        return len(games), len(set(games))

    # In a game of a few decisions equal games are to be expected.
    tells = distinct if name == "2048" else None
    return Contestant(f"{version('pgx')}, jax {version('jax')}", f"uniform random, batch of {BATCH:,}", play, tells)


if __name__ == "__main__":
    serve({name: partial(batch, name) for name in ("leduc_holdem", "2048")})
