"""The parts of the variance against a library, against definitions worked out by hand, and at their edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from analyses.variance import (
    ALIKE,
    MEANING,
    ONE_SEAT,
    SEAT_ALONE,
    STRATEGY,
    STRATEGY_ALONE,
    WHO,
    Crossed,
    shares,
    sums_of,
    variances,
)


def made(seed: int, deals: int = 40, lucks: int = 3, players: int = 4, rotations: int = 4, **effects: float) -> Crossed:
    """Normal outcomes with a deal and a luck the same for all, and noise in each cell."""
    rng = np.random.default_rng(seed)
    y = effects.get("deal", 1.0) * rng.normal(size=(deals, 1, 1, 1))
    y = y + effects.get("luck", 0.7) * rng.normal(size=(deals, lucks, 1, 1))
    y = y + rng.normal(size=(deals, lucks, rotations, players))
    line_up = tuple("abcdefgh"[:rotations]) * (players // rotations)
    return Crossed(y, line_up)


def test_deal_and_luck_are_those_of_a_mixed_model() -> None:
    """In a balanced design REML gives the same as mean squares (Searle, Casella & McCulloch 1992, section 4.8)."""
    data = made(3)
    deals, lucks = data.y.shape[:2]
    y = data.y.reshape(deals, lucks, -1)
    cells = y.shape[-1]
    frame = pd.DataFrame({"y": y.ravel(), "deal": np.repeat(np.arange(deals), lucks * cells)})
    frame["luck"] = np.tile(np.repeat(np.arange(lucks), cells), deals)
    model = sm.MixedLM.from_formula("y ~ 1", frame, groups="deal", re_formula="1", vc_formula={"luck": "0 + C(luck)"})
    fit: Any = model.fit(reml=True)
    components = sums_of(data)[0].components()
    assert components["deal"][0] == pytest.approx(float(fit.cov_re.iloc[0, 0]), rel=1e-3)
    # The mean of a luck over the cells carries its share of the noise; the model's noise has this size.
    assert components["luck"][0] == pytest.approx(float(fit.vcomp[0]) + fit.scale / cells, rel=1e-3)


def test_parts_add_up_to_the_plain_variance() -> None:
    data = made(4, deals=400)
    parts = variances(data)
    assert sum(parts.values()) == pytest.approx(data.y.var(), rel=0.01)
    table, finer = shares(data)
    assert table["share"].sum() == pytest.approx(1)
    for of, part in finer.groupby("of"):
        assert part["variance"].sum() == pytest.approx(parts[str(of)])


def test_without_chance_the_parts_are_those_of_a_plain_table() -> None:
    """A deal that changes nothing and no luck: seat and strategy are variances of the table's margins."""
    table = np.array([[3.0, 1.0, 4.0], [1.0, 5.0, 9.0], [2.0, 6.0, 5.0]])  # [seat, place of the line-up]
    seats, rotations = np.meshgrid(np.arange(3), np.arange(3))
    y = np.broadcast_to(table[seats, (seats + rotations) % 3], (5, 2, 3, 3)).copy()
    parts = variances(Crossed(y, ("a", "b", "c")))
    assert parts["seat"] == pytest.approx(table.mean(axis=1).var())
    assert parts["strategy"] == pytest.approx(table.mean(axis=0).var())
    assert parts["seat with strategy"] == pytest.approx(
        table.var() - table.mean(axis=1).var() - table.mean(axis=0).var()
    )
    assert [parts[name] for name in ("setup", "chance in play")] == pytest.approx([0, 0])
    frame = shares(Crossed(y, ("a", "b", "c")))[0]
    assert (frame["share_high"] - frame["share_low"]).max() < 1e-9


def test_what_only_the_deal_or_only_the_luck_decides_is_theirs() -> None:
    rng = np.random.default_rng(5)
    places = np.arange(4)
    for name, shape in (("setup", (300, 1)), ("chance in play", (300, 3))):
        best = rng.integers(0, 4, shape)[..., None, None]
        y = np.broadcast_to((places == best).astype(float), (300, 3, 4, 4))
        table = shares(Crossed(y, ("a", "b", "c", "d")))[0].set_index("part")
        assert table.loc[name, "share"] == pytest.approx(1, abs=0.02)
        assert table.loc[name, "share_high"] == 1
        assert table.drop(name)["share_high"].max() < 0.05


def test_left_out_in_turn_is_left_out() -> None:
    data = made(6, deals=7)
    less = sums_of(data)[1].components()
    for deal in range(7):
        without = sums_of(Crossed(np.delete(data.y, deal, axis=0), data.line_up))[0].components()
        for source, values in without.items():
            np.testing.assert_allclose(less[source][deal], values, atol=1e-12)


def test_a_name_twice_in_the_line_up_is_one_strategy() -> None:
    rng = np.random.default_rng(7)
    names = ("a", "a", "b", "c")
    worth = {"a": 0.0, "b": 1.0, "c": -1.0}
    seats, rotations = np.meshgrid(np.arange(4), np.arange(4))
    y = np.array([worth[name] for name in names])[(seats + rotations) % 4] + rng.normal(size=(500, 2, 4, 4))
    data = Crossed(y, names)
    assert variances(data)["strategy"] == pytest.approx(0.5, abs=0.05)
    assert np.trace(data.projections()[STRATEGY]) == pytest.approx(2)


@pytest.mark.parametrize(
    ("players", "rotations", "parts"),
    [
        (4, 1, ["setup", "chance in play", "seat"]),
        (1, 1, ["setup", "chance in play"]),
        (4, 2, list(MEANING)),
    ],
)
def test_only_parts_that_can_be_there_are_shown(players: int, rotations: int, parts: list[str]) -> None:
    table, _ = shares(made(8, players=players, rotations=rotations))
    assert table["part"].tolist() == parts
    assert table["share"].sum() == pytest.approx(1)
    assert (table["n"] == 40 * 3 * players * rotations).all()


def test_one_luck_a_deal_cannot_tell_them_apart() -> None:
    with pytest.raises(ValueError, match="two or more of both"):
        made(9, lucks=1)


@pytest.mark.parametrize("rotations", [2, 4])
def test_setup_is_taken_apart_the_same_whatever_the_number_of_rotations(rotations: int) -> None:
    """Effects of a seat, of a strategy and of single games of a deal, each of variance 1 by seat and game."""
    rng = np.random.default_rng(10)
    deals, seats = 4000, np.arange(4)
    place = (seats + np.arange(rotations)[:, None]) % rotations
    for own, part in enumerate((SEAT_ALONE, STRATEGY_ALONE, WHO)):
        effects = [
            rng.normal(size=(deals, 4))[:, None, seats],
            rng.normal(size=(deals, rotations))[:, place],
            rng.normal(size=(deals, rotations, 4)),
        ]
        y = np.broadcast_to(effects[own], (deals, rotations, 4))[:, None].repeat(2, axis=1)
        finer = shares(Crossed(y, ("a", "b", "c", "d")[:rotations] * (4 // rotations)))[1]
        found = finer[finer["of"] == "setup"].set_index("part")["variance"]
        mean = {SEAT_ALONE: 1 / 4, STRATEGY_ALONE: 1 / rotations, WHO: 0.0}[part]
        assert found[part] == pytest.approx(1 - mean, abs=0.06)
        assert found[ALIKE] == pytest.approx(mean, abs=0.06)
        assert found.drop([part, ALIKE]).abs().max() < 0.06


@pytest.mark.parametrize(("players", "rotations"), [(2, 2), (4, 1), (3, 1)])
def test_what_cannot_be_told_apart_is_not(players: int, rotations: int) -> None:
    finer = shares(made(11, players=players, rotations=rotations))[1]
    assert finer["part"].tolist() == [ALIKE, ONE_SEAT] * 2
