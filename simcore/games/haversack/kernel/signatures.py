"""numba signatures of the engine, from the declared records."""

from simcore.contract import signatures
from simcore.games.haversack.columns import COLUMNS
from simcore.games.haversack.state import RULES, STATE
from simcore.schema import row_dtype

SIGNATURES = signatures(RULES, STATE, row_dtype(COLUMNS))
