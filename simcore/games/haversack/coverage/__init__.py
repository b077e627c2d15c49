"""Rule coverage of The Guardians of Haversack: a witness for every row of its rule table."""

from simcore.coverage import Coverage
from simcore.games.haversack.coverage import abilities, items, movement, rounds, setup
from simcore.games.haversack.coverage.batch import BATCH, SEED

BOOKS = (
    setup.SETUP, setup.SCOUT, movement.BOOK, abilities.BOOK, items.BOOK, rounds.GLORY, rounds.RECRUIT, rounds.END,
)  # fmt: skip
COVERAGE = Coverage(tuple(witness for book in BOOKS for witness in book.witnesses), BATCH, SEED)
