"""The Guardians of Haversack declares itself."""

from __future__ import annotations

from simcore.contract import Describer, Engine, GameSpec
from simcore.games.haversack.codes import DECISIONS, GUARDIANS
from simcore.games.haversack.columns import COLUMNS
from simcore.games.haversack.rules import load_rules, tables
from simcore.games.haversack.state import RULES, STATE


def _kernel() -> Engine:
    from simcore.games.haversack.kernel import ENGINE

    return ENGINE


def _words() -> Describer:
    from simcore.games.haversack import describe

    return describe


SPEC = GameSpec(
    name="haversack",
    title="The Guardians of Haversack",
    version=1,
    players=(1, 4),
    rulebook="The Guardians of Haversack Rulebook, Catch Up Games, March 2022",
    decisions=DECISIONS,
    max_options=512,
    rules_dtype=RULES,
    state_dtype=STATE,
    columns=COLUMNS,
    load_rules=load_rules,
    tables=tables,
    engine=_kernel,
    describer=_words,
    variants={
        "random-faces": {f"face.{name}": "random" for name in GUARDIANS},
        "winter": {"rules.board": "winter"},
    },
)
