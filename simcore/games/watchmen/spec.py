"""Watchmen of Destiny declares itself."""

from __future__ import annotations

from simcore.contract import Describer, Engine, GameSpec
from simcore.games.watchmen.columns import COLUMNS
from simcore.games.watchmen.rules import load_rules, tables
from simcore.games.watchmen.state import DECISIONS, RULES, STATE


def _engine() -> Engine:
    from simcore.games.watchmen.kernel import ENGINE

    return ENGINE


def _describer() -> Describer:
    from simcore.games.watchmen import describe

    return describe


SPEC = GameSpec(
    name="watchmen",
    title="Watchmen of Destiny",
    version=1,
    players=(2, 5),
    rulebook="Watchmen of Destiny Rulebook",
    decisions=DECISIONS,
    # the Cloak by hand cards: up to 97 cards against 40 tents
    max_options=4096,
    rules_dtype=RULES,
    state_dtype=STATE,
    columns=COLUMNS,
    load_rules=load_rules,
    tables=tables,
    engine=_engine,
    describer=_describer,
)
