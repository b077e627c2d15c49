"""Nash averaging and alpha-rank against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

from analyses.field.alpharank import POPULATION, alpha_rank, fixation, gains, stationary
from analyses.field.nash import nash
from analyses.moments import Floats
from tests.test_field import ROCK_PAPER_SCISSORS


def antisymmetric(size: int, seed: int) -> Floats:
    half = np.triu(np.random.default_rng(seed).normal(size=(size, size)), 1)
    return np.asarray(half - half.T)


# ---- Nash


def test_rock_paper_scissors_is_played_evenly() -> None:
    assert nash(ROCK_PAPER_SCISSORS) == pytest.approx(np.full(3, 1 / 3))


def test_uneven_rock_paper_scissors_in_closed_form() -> None:
    """With gains a, b, c the equilibrium weighs each strategy by the gain of the other two on each other."""
    a, b, c = 0.1, 0.3, 0.2
    payoffs = np.array([[0, a, -b], [-a, 0, c], [b, -c, 0]])
    assert nash(payoffs) == pytest.approx(np.array([c, b, a]) / 0.6)


def test_who_beats_all_is_played_alone() -> None:
    line = np.subtract.outer([0.3, 0.1, -0.4], [0.3, 0.1, -0.4])
    assert nash(line) == pytest.approx([1, 0, 0])


def test_all_even_is_played_evenly() -> None:
    assert nash(np.zeros((5, 5))) == pytest.approx(np.full(5, 0.2), abs=1e-6)


def test_a_copy_shares_the_part_of_its_original() -> None:
    """Invariance to redundant strategies, the point of the largest entropy."""
    places = [0, 1, 2, 2]
    doubled = ROCK_PAPER_SCISSORS[np.ix_(places, places)]
    assert nash(doubled) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-5)


def test_two_at_the_top_who_are_even_share() -> None:
    payoffs = np.array([[0, 0, 0.2], [0, 0, 0.1], [-0.2, -0.1, 0]])
    assert nash(payoffs) == pytest.approx([0.5, 0.5, 0], abs=1e-5)


@pytest.mark.parametrize("seed", range(12))
def test_nobody_gains_on_the_mixture(seed: int) -> None:
    payoffs = antisymmetric(3 + seed % 7, seed)
    mixture = nash(payoffs)
    assert mixture.sum() == pytest.approx(1)
    assert (mixture >= 0).all()
    assert (payoffs @ mixture).max() < 1e-6


# ---- alpha-rank


def two_player(payoffs: Floats) -> Floats:
    """Win shares at tables of two from what the row gains on the column."""
    return np.asarray((0.5 + payoffs / 2)[:, :, None])


@pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0])
def test_fixation_of_a_constant_gain_in_closed_form(alpha: float) -> None:
    gain, population = 0.07, 50
    exact = (1 - np.exp(-alpha * gain)) / (1 - np.exp(-population * alpha * gain))
    assert fixation(np.full(population - 1, gain), alpha) == pytest.approx(exact)
    assert fixation(np.zeros(population - 1), alpha) == pytest.approx(1 / population)


def test_gains_of_a_linear_game_of_two_in_closed_form() -> None:
    """A mutant meets k-1 other mutants and n-k residents among n-1; at a table of its kind it gets a half."""
    win, population = 0.8, 10
    copies = two_player(np.array([[0, 2 * win - 1], [1 - 2 * win, 0]]))
    got = gains(copies, population)[0, 1]
    k = np.arange(1, population)
    mutant = ((k - 1) * 0.5 + (population - k) * win) / (population - 1)
    resident = (k * (1 - win) + (population - k - 1) * 0.5) / (population - 1)
    assert got == pytest.approx(mutant - resident)


def test_gains_at_a_larger_table_by_enumeration() -> None:
    """Everyone at the table is drawn without replacement from the population."""
    rng = np.random.default_rng(3)
    copies, population, players = rng.uniform(0, 1, (2, 2, 3)), 7, 4
    got = gains(copies, population)[0, 1]
    for number in range(1, population):
        draws = np.array([rng.permutation(population - 1)[: players - 1] for _ in range(20_000)])
        mutants = 1 + (draws < number - 1).sum(axis=1)  # the others, as a mutant sees them
        residents = players - (draws < number).sum(axis=1)  # itself among them, as a resident sees them
        mutant = np.append(copies[0, 1], 1 / players)[mutants - 1].mean()
        resident = np.append(copies[1, 0], 1 / players)[residents - 1].mean()
        assert got[number - 1] == pytest.approx(mutant - resident, abs=0.02)


def test_the_dominant_one_has_all_the_time_as_alpha_grows() -> None:
    payoffs = np.array([[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]])
    parts = [alpha_rank(two_player(payoffs), alpha)[0] for alpha in (0.01, 1, 10, 100, 1e4)]
    assert parts == sorted(parts)
    assert parts[-1] == pytest.approx(1)
    assert parts[0] == pytest.approx(1 / 3, abs=0.1)


def test_cycles_share_the_time() -> None:
    for alpha in (0.1, 10, 1000):
        assert alpha_rank(two_player(ROCK_PAPER_SCISSORS), alpha) == pytest.approx(np.full(3, 1 / 3))


@pytest.mark.parametrize("seed", range(5))
def test_the_stationary_share_is_that_of_power_iteration(seed: int) -> None:
    size = 5
    copies = two_player(np.tanh(antisymmetric(size, seed)) * 0.2)
    chances = np.swapaxes(fixation(np.where(np.eye(size, dtype=bool)[:, :, None], 0, gains(copies)), 1.0), 0, 1)
    chain = chances / (size - 1) * (1 - np.eye(size))
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    share = np.linalg.matrix_power(chain, 10**6)[0]
    assert stationary(chances / (size - 1)) == pytest.approx(share, abs=1e-8)
    assert alpha_rank(copies, 1.0, POPULATION) == pytest.approx(share, abs=1e-8)


def test_shares_of_many_chains_at_once() -> None:
    chains = np.random.default_rng(1).uniform(0.01, 0.2, (4, 3, 5, 5))
    assert stationary(chains)[2, 1] == pytest.approx(stationary(chains[2, 1]))
