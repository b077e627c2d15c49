"""numba signatures of the engine, from the declared records."""

from numba import types

from simcore.contract import signatures
from simcore.games.haversack.columns import COLUMNS
from simcore.games.haversack.state import RULES, STATE
from simcore.schema import row_dtype

SIGNATURES = signatures(RULES, STATE, row_dtype(COLUMNS))

# One version each of the two functions that are called with many constants: numba would
# otherwise compile them anew for every constant.
_BUFFER, _I8 = SIGNATURES.options.args[2], types.int64
WRITE = _I8(_BUFFER, _I8, _I8, _I8, _I8, _I8)
WRITE_CELLS = _I8(_BUFFER, _I8, _I8, types.UniTuple(types.uint64, 2), _I8, _I8)
