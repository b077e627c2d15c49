"""Rule coverage of Watchmen of Destiny: a witness for every row of its rule table."""

from simcore.coverage import Coverage
from simcore.games.watchmen.coverage import castes, items, mercenaries, rounds, scoring, setup, turns
from simcore.games.watchmen.coverage.batch import BATCH, SEED

BOOKS = (
    setup.BOOK, turns.STEP1, turns.TENTS, turns.HIRING, castes.BOOK, castes.DECK, rounds.DRAFT,
    scoring.BOOK, rounds.TWO, items.BOOK, mercenaries.BOOK,
)  # fmt: skip
COVERAGE = Coverage(tuple(witness for book in BOOKS for witness in book.witnesses), BATCH, SEED)
