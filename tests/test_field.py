"""The statistics of a field against libraries and closed forms."""

from __future__ import annotations

import itertools
import math

import choix
import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import optimize
from statsmodels.discrete.conditional_models import ConditionalLogit
from statsmodels.duration.hazard_regression import PHReg

from analyses.field.design import FEWEST_DEALS, Design, meetings, plan, sampled, weights
from analyses.field.games import FieldGames, ahead, copies, resampled, won
from analyses.field.hodge import cyclic, intransitivity, share
from analyses.field.hodge import weights as link_weights
from analyses.field.mixtures import mixtures
from analyses.field.ratings import expected, fit, orders
from analyses.field.tables import circles, field_of
from analyses.moments import Floats
from simcore.errors import MeepleError
from tests.fieldgames import field_games, laid_out, with_ranks

STRENGTH = (0.8, 0.1, -0.3, -0.6)
SEAT = (0.3, 0.0, -0.3)


@pytest.fixture(scope="module")
def games() -> FieldGames:
    return field_games(laid_out(4, 3, 25), STRENGTH, SEAT, np.random.default_rng(5), shared=0.5)


# ---- designs


def test_all_line_ups_are_played_where_they_can_be_afforded() -> None:
    design = plan(5, 3, 10_000, 1)
    every = {tuple(sorted(row)) for row in itertools.combinations_with_replacement(range(5), 3)}
    assert design.kind == "all"
    assert {tuple(sorted(row)) for row in design.line_ups.tolist()} == every
    assert len(design.line_ups) == len(every)
    assert design.games <= 10_000 < design.games + design.games_a_deal
    assert design.deals >= FEWEST_DEALS


@pytest.mark.parametrize(("strategies", "players"), [(11, 4), (11, 5), (7, 3), (9, 4), (20, 4), (5, 4), (4, 4)])
def test_a_sample_seats_every_strategy_equally_often_and_pairs_nearly_so(strategies: int, players: int) -> None:
    rows = [tuple(row) for row in sampled(strategies, players).tolist()]
    assert len(rows) == len(set(rows))
    kinds = [len(set(row)) for row in rows]
    assert kinds.count(1) == strategies
    assert kinds.count(2) == strategies * (strategies - 1) // 2 * (players - 1)
    mixed = np.array([row for row in rows if len(set(row)) > 2])
    assert all(len(set(row)) == players for row in mixed.tolist())
    assert len(set(np.bincount(mixed.ravel(), minlength=strategies))) == 1
    fewest, most = meetings(mixed, strategies)
    assert fewest > 0
    assert most <= 1.25 * fewest


def test_a_difference_family_balances_pairs_exactly() -> None:
    """13 strategies at tables of 4: the pattern 0, 1, 3, 9 holds every distance once (the projective plane)."""
    mixed = np.array([row for row in sampled(13, 4).tolist() if len(set(row)) > 2])
    fewest, most = meetings(mixed, 13)
    assert fewest == most


def test_few_games_give_a_sample_and_the_order_at_the_table_is_shuffled() -> None:
    design = plan(11, 4, 40_000, 3)
    assert design.kind == "sampled"
    assert design.deals >= FEWEST_DEALS
    assert (np.sort(design.line_ups, axis=1) != design.line_ups).any()
    assert (plan(11, 4, 40_000, 3).line_ups == design.line_ups).all()
    assert plan(11, 4, 10, 3).deals == 0


@pytest.mark.parametrize(("strategies", "players"), [(2, 4), (6, 2), (3, 3)])
def test_a_sample_that_leaves_nothing_out_is_no_sample(strategies: int, players: int) -> None:
    design = plan(strategies, players, 100, 1)
    assert (design.kind, design.deals < FEWEST_DEALS) == ("all", True)
    assert len(design.line_ups) == math.comb(strategies + players - 1, players)


def test_weighed_line_ups_are_an_average_field() -> None:
    """Games of each line-up times their weights come in the shares of independent draws of each seat."""
    design = laid_out(4, 3, 1)
    got = weights(design) * design.rotations
    expected_shares = [
        sum(tuple(sorted(draw)) == tuple(sorted(row)) for draw in itertools.product(range(4), repeat=3))
        for row in design.line_ups.tolist()
    ]
    assert got == pytest.approx(np.array(expected_shares))


# ---- sums


def test_sums_by_hand() -> None:
    """Two games of one deal: a, b, a at places 1, 2, 2 and b, b, a at places 3, 1, 2."""
    who, rank = np.array([[0, 1, 0], [1, 1, 0]]), np.array([[1, 2, 2], [3, 1, 2]])
    win = (rank == 1).astype(float)
    small = FieldGames(("a", "b"), np.zeros(2, int), who, rank, win, np.ones(2))
    met = ahead(small)
    assert met.total[0].tolist() == [[0, 1.5 + 1], [0.5 + 1, 0]]
    assert met.cases[0].tolist() == [[0, 4], [4, 0]]
    assert met.games.tolist() == [[0, 2], [2, 0]]
    assert won(small).total[0].tolist() == [1, 1]
    assert won(small).cases[0].tolist() == [3, 3]
    held = copies(small)
    assert held.mean()[0, 1].tolist() == [0, 0.5]  # one a among two b won nothing, two a among one b half a seat each
    assert held.mean()[1, 0].tolist() == [0, 0.5]


def test_resamplings_draw_as_many_deals(games: FieldGames) -> None:
    draws = resampled(25, 40, 1)
    assert (draws.sum(axis=1) == 25).all()
    assert ahead(games).mean(np.ones((1, 25)))[0] == pytest.approx(ahead(games).mean(), nan_ok=True)


# ---- ratings


def test_strengths_without_seats_are_those_of_choix() -> None:
    """Every order comes equally often in every seat, so that there is no seat term; each strategy has one seat."""
    games = field_games(laid_out(4, 3, 12), STRENGTH, SEAT, np.random.default_rng(4))
    single = (np.diff(np.sort(games.who, axis=1), axis=1) > 0).all(axis=1)
    turns = [np.roll(np.arange(3), turn) for turn in range(3)]
    who, rank = (np.concatenate([part[single][:, turn] for turn in turns]) for part in (games.who, games.rank))
    even = FieldGames(games.strategies, np.tile(games.deal[single], 3), who, rank, rank == 1, np.ones(len(who)))
    theirs = choix.ilsr_rankings(4, orders(even).strategy.tolist(), tol=1e-10)
    ours = fit(even)
    assert ours.seat == pytest.approx(np.zeros(3), abs=1e-6)
    assert ours.strength == pytest.approx(theirs - theirs.mean(), abs=1e-6)


def stages(games: FieldGames) -> pd.DataFrame:
    """Every draw of every order: who was left, who was drawn; strategies and seats as dummies."""
    data, rows = orders(games), []
    for game, (who, seats) in enumerate(zip(data.strategy.tolist(), data.seat.tolist())):
        for place in range(games.players - 1):
            for later in range(place, games.players):
                rows.append((game * 10 + place, int(later == place), who[later], seats[later]))
    table = pd.DataFrame(rows, columns=["stage", "drawn", "strategy", "seat"])
    for name, size in (("strategy", games.size), ("seat", games.players)):
        for number in range(1, size):
            table[f"{name}{number}"] = (table[name] == number).astype(float)
    return table


def test_ratings_with_seats_are_those_of_the_conditional_logit(games: FieldGames) -> None:
    table = stages(games)
    names = [name for name in table if name[-1].isdigit()]
    theirs = ConditionalLogit(table["drawn"], table[names], groups=table["stage"]).fit(disp=False, method="newton")
    ours = fit(games)
    strength, seat = (ours.strength - ours.strength[0])[1:], (ours.seat - ours.seat[0])[1:]
    assert np.concatenate([strength, seat]) == pytest.approx(theirs.params.to_numpy(), abs=1e-4)


def test_the_covariance_is_that_of_cox_regression_with_clusters(games: FieldGames) -> None:
    """An order is a stratum of a Cox model whose times are the places; deals are its clusters."""
    data = orders(games)
    count, players = data.seat.shape
    x = np.concatenate(
        [np.eye(games.size)[data.strategy][:, :, 1:], np.eye(players)[data.seat][:, :, 1:]], axis=2
    ).reshape(count * players, -1)
    times, strata = np.tile(np.arange(1.0, players + 1), count), np.repeat(np.arange(count), players)
    theirs = PHReg(times, x, strata=strata, ties="breslow").fit(groups=np.repeat(data.deal, players), disp=False)
    ours, size = fit(games), games.size
    contrast = np.zeros((x.shape[1], size + players))
    contrast[: size - 1, 1:size] = np.eye(size - 1)
    contrast[: size - 1, 0] = -1
    contrast[size - 1 :, size + 1 :] = np.eye(players - 1)
    contrast[size - 1 :, size] = -1
    assert contrast @ np.concatenate([ours.strength, ours.seat]) == pytest.approx(theirs.params, abs=1e-4)
    spread = contrast @ ours.covariance @ contrast.T * (games.deals - 1) / games.deals
    assert spread == pytest.approx(theirs.cov_params(), rel=1e-3)


def test_two_players_are_bradley_terry_and_ties_half_a_win() -> None:
    games = field_games(laid_out(3, 2, 60), (0.5, 0.0, -0.5), (0.2, -0.2), np.random.default_rng(9))
    tied = games.rank.copy()
    tied[::7] = 1
    games = with_ranks(games, tied)
    score = np.where(tied[:, 0] == tied[:, 1], 0.5, tied[:, 0] == 1)
    x = np.eye(3)[games.who[:, 0]][:, 1:] - np.eye(3)[games.who[:, 1]][:, 1:]
    theirs = sm.GLM(score, sm.add_constant(x), family=sm.families.Binomial()).fit()
    ours = fit(games)
    assert (ours.strength - ours.strength[0])[1:] == pytest.approx(theirs.params[1:], abs=1e-6)
    assert ours.seat[0] - ours.seat[1] == pytest.approx(theirs.params[0], abs=1e-6)


def test_a_tie_counts_as_all_orders_it_allows() -> None:
    who, rank = np.array([[0, 1, 2, 0]]), np.array([[2, 1, 2, 2]])
    tied = FieldGames(("a", "b", "c"), np.zeros(1, int), who, rank, (rank == 1) * 1.0, np.ones(1))
    found = orders(tied)
    assert sorted(found.seat.tolist()) == [[1, *rest] for rest in sorted(map(list, itertools.permutations([0, 2, 3])))]
    assert found.weight == pytest.approx(np.full(6, 1 / 6))


def test_who_never_finishes_ahead_is_left_out_and_changes_nothing(games: FieldGames) -> None:
    """A fourth strategy that is always last has no strength; the others are rated as if it were not there."""
    last = games.who == 3
    moved = np.where(last, games.rank + 10, games.rank)
    rank = 1 + (moved[:, None, :] < moved[:, :, None]).sum(axis=2)
    swept = with_ranks(games, rank)
    ours = fit(swept)
    assert np.isnan(ours.strength).tolist() == [False, False, False, True]
    assert np.isnan(ours.covariance[3]).all()
    assert np.isfinite(ours.interval()[0][:3]).all()
    assert ours.strength[:3].sum() == pytest.approx(0)
    far = Likely(swept)
    assert (far.strength - far.strength[:3].mean())[:3] == pytest.approx(ours.strength[:3], abs=1e-3)
    value, _, low, high = expected(ours)
    assert np.isnan(value).tolist() == [False, False, False, True]
    assert ((low < value) & (value < high))[:3].all()


class Likely:
    """Strengths with the last one far below all others, by a general optimiser on the plain likelihood."""

    def __init__(self, games: FieldGames) -> None:
        data = orders(games)

        def minus(free: Floats) -> float:
            use = np.concatenate([[0.0], free[:2], [-25.0]])[data.strategy]
            use = use + np.concatenate([[0.0], free[2:]])[data.seat]
            left = np.logaddexp.accumulate(use[:, ::-1], axis=1)[:, ::-1]
            return float((left - use).sum())

        free = optimize.minimize(minus, np.zeros(4), method="BFGS").x
        self.strength = np.concatenate([[0.0], free[:2], [-25.0]])


def test_no_ratings_where_nothing_chains_the_strategies() -> None:
    games = field_games(laid_out(2, 2, 20), (0, 0), (0, 0), np.random.default_rng(1))
    swept = with_ranks(games, np.where(games.who == games.who.min(axis=1, keepdims=True), 1, 2))
    ours = fit(swept)
    assert not ours.known
    assert np.isnan(ours.strength).all()
    assert np.isnan(expected(ours)[0]).all()


def test_expected_win_shares_are_those_of_two_players_in_closed_form() -> None:
    games = field_games(laid_out(2, 2, 400), (0.4, -0.4), (0.1, -0.1), np.random.default_rng(8))
    ours = fit(games)
    gap, seat = ours.strength[0] - ours.strength[1], ours.seat[0] - ours.seat[1]

    def wins(use: float) -> float:
        return float(1 / (1 + np.exp(-use)))

    mirror = (wins(seat) + wins(-seat)) / 2
    other = (wins(gap + seat) + wins(gap - seat)) / 2
    assert expected(ours)[0] == pytest.approx([(mirror + other) / 2, (mirror + 1 - other) / 2])


# ---- intransitivity

ROCK_PAPER_SCISSORS = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]], float)
EVEN = np.ones((3, 3))


def test_rock_paper_scissors_is_all_cycles_and_a_line_none() -> None:
    line = np.subtract.outer([1.0, 0.2, -0.7], [1.0, 0.2, -0.7])
    uneven = np.array([[0, 1, 2], [1, 0, 0.3], [2, 0.3, 0]])
    assert share(ROCK_PAPER_SCISSORS, EVEN) == pytest.approx(1)
    assert share(line, EVEN) == pytest.approx(0, abs=1e-7)
    assert share(line, uneven) == pytest.approx(0, abs=1e-7)
    both = line + ROCK_PAPER_SCISSORS
    assert cyclic(both, EVEN) == pytest.approx(ROCK_PAPER_SCISSORS)
    assert share(both, EVEN) ** 2 == pytest.approx(6 / (both**2).sum())


def test_circles_are_counted_beyond_their_intervals_only() -> None:
    names = pd.DataFrame({"strategy": ["rock", "paper", "scissors", "hand"]})

    def matchups(*ahead: tuple[str, str, float]) -> pd.DataFrame:
        return pd.DataFrame(ahead, columns=["strategy", "opponent", "ahead_low"])

    circle = [("paper", "rock", 0.6), ("rock", "scissors", 0.7), ("scissors", "paper", 0.51)]
    assert circles(names, matchups(*circle)) == 1
    assert circles(names, matchups(*((b, a, low) for a, b, low in circle))) == 1
    assert circles(names, matchups(*circle[:2], ("scissors", "paper", 0.5))) == 0
    assert circles(names, matchups(*circle[:2], ("paper", "scissors", 0.6))) == 0


def test_the_rest_is_that_of_weighted_least_squares() -> None:
    rng = np.random.default_rng(6)
    half = np.triu(rng.normal(size=(5, 5)), 1)
    weight = np.triu(rng.uniform(0.1, 1, (5, 5)), 1)
    matrix, weight = half - half.T, weight + weight.T
    first, second = np.triu_indices(5, 1)
    x = np.eye(5)[first][:, 1:] - np.eye(5)[second][:, 1:]
    theirs = sm.WLS(matrix[first, second], x, weights=weight[first, second]).fit()
    assert cyclic(matrix, weight)[first, second] == pytest.approx(theirs.resid)


def test_noise_alone_is_not_taken_for_cycles() -> None:
    """In a field without cycles the share seen lies at the floor; one with cycles lies above it."""
    rng = np.random.default_rng(7)

    def noisy(truth: Floats) -> tuple[Floats, Floats]:
        half = np.triu(rng.normal(0, 0.1, (401, len(truth), len(truth))), 1)
        noise = half - np.swapaxes(half, 1, 2)
        return truth + noise[0], truth + noise[0] + noise[1:]

    strengths = np.linspace(-1, 1, 6)
    line = np.subtract.outer(strengths, strengths)
    shown = [intransitivity(*noisy(line)) for _ in range(60)]
    assert np.mean([found.p < 0.05 for found in shown]) < 0.15
    assert np.mean([found.seen for found in shown]) == pytest.approx(np.mean([found.floor for found in shown]), rel=0.1)
    assert np.mean([found.corrected for found in shown]) < 0.5 * np.mean([found.seen for found in shown])
    cycle = np.zeros((6, 6))
    cycle[:3, :3] = ROCK_PAPER_SCISSORS
    truth = share(line + cycle, link_weights(line + cycle))
    with_cycles = [intransitivity(*noisy(line + cycle)) for _ in range(60)]
    assert all(found.p < 0.01 and found.seen > found.floor_high for found in with_cycles)
    assert np.mean([found.low <= truth <= found.high for found in with_cycles]) > 0.8


# ---- the whole


def test_tables_of_a_field_agree_with_each_other(games: FieldGames) -> None:
    found = field_of(games, 1)
    assert list(found.tables) == ["ratings", "matchups", "mixtures", "seats", "sweep"]
    ratings, met = found.tables["ratings"], found.tables["matchups"]
    assert ratings["strategy"].tolist() == ["s0", "s1", "s2", "s3"]
    assert ratings["rating"].sum() == pytest.approx(0)
    assert ratings["win_share"].mean() == pytest.approx(1 / 3)
    assert ratings["seen"].mean() == pytest.approx(1 / 3, abs=1e-6)
    assert ratings["n"].sum() == games.who.size
    pairs = met.set_index(["strategy", "opponent"])["ahead"]
    assert len(pairs) == 12
    assert all(pairs[a, b] + pairs[b, a] == pytest.approx(1) for a, b in pairs.index)
    assert (met["deals"] == 25).all()
    mixed = found.tables["mixtures"]
    assert mixed["nash"].sum() == pytest.approx(1)
    assert mixed["nash"][0] == 1
    assert mixed["alpha_rank"][0] > 0.99
    sums = found.tables["sweep"].groupby("alpha")["share"].sum()
    assert sums.to_numpy() == pytest.approx(np.ones(len(sums)))
    assert 0 <= found.facts["intransitivity"]["seen"] < 0.4
    again = field_of(games, 1)
    assert all(again.tables[name].equals(table) for name, table in found.tables.items())


def test_a_clean_sweep_has_no_false_interval() -> None:
    games = field_games(laid_out(2, 2, 20), (0, 0), (0, 0), np.random.default_rng(1))
    swept = with_ranks(games, 1 + (games.who > games.who.min(axis=1, keepdims=True)))
    table = field_of(swept, 1).tables["ratings"].set_index("strategy")
    assert table["seen"].to_dict() == {"s0": 0.75, "s1": 0.25}
    assert table[["seen_low", "seen_high", "rating", "win_share"]].isna().all(axis=None)
    met = field_of(swept, 1).tables["matchups"]
    assert met["ahead"].tolist() == [1, 0]
    assert met["ahead_low"][0] < 1


def test_mixtures_for_the_ledger(games: FieldGames) -> None:
    found = mixtures(field_of(games, 1).tables)
    assert list(found) == ["uniform", "nash", "s0", "s1", "s2", "s3"]
    assert all(sum(part.values()) == pytest.approx(1) for part in found.values())
    assert found["uniform"]["s2"] == 0.25
    assert found["s1"] == {"s0": 0, "s1": 1, "s2": 0, "s3": 0}
    with pytest.raises(MeepleError, match="finding of a field"):
        mixtures({})


def test_two_strategies_have_no_cycles() -> None:
    games = field_games(laid_out(2, 3, 12), (0.2, -0.2), SEAT, np.random.default_rng(5))
    assert field_of(games, 1).facts["intransitivity"] is None


def test_a_design_counts_its_games_and_blocks() -> None:
    design = Design("all", np.array([[0, 0], [0, 1]]), np.array([1, 2]), 5)
    assert (design.games_a_deal, design.games, design.blocks) == (3, 15, 10)
