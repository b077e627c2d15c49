"""The Guardians of Haversack declares itself."""

from simcore.contract import game_in
from simcore.games.haversack.codes import DECISIONS, GUARDIANS

SPEC = game_in(
    __package__,
    "The Guardians of Haversack",
    "The Guardians of Haversack Rulebook, Catch Up Games, March 2022",
    DECISIONS,
    version=1,
    players=(1, 4),
    max_options=512,
    variants={
        "random-faces": {f"face.{name}": "random" for name in GUARDIANS},
        "winter": {"rules.board": "winter"},
    },
)
