"""Arrays on loan: how a typed function is handed an array in two words.

numba passes an array as seven words. Five of them a function of ours never needs: who owns the array, and what follows
from its type. A decision is three calls of some tens of nanoseconds each, so they count.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.datamodel import models
from numba.core.imputils import lower_cast
from numba.extending import register_model
from numba.np.numpy_support import as_dtype


class Loan(types.Array):
    """An array of one dimension, its items side by side, that belongs to somebody else.

    Within a function it is like any array, and a call takes any such array for it. Whoever lends keeps the array
    itself alive until the call is over.
    """

    def __init__(self, array: types.Array) -> None:
        readonly = not array.mutable
        super().__init__(array.dtype, 1, "C", readonly=readonly, aligned=array.aligned, name=f"loan({array})")


@register_model(Loan)
class _LoanModel(models.ArrayModel):
    """As an argument only where the items lie and how many there are; else an array nobody owns."""

    def get_argument_type(self: Any) -> Any:
        """Types of the two words."""
        return [self._models[self.get_field_position(name)].get_argument_type() for name in ("data", "nitems")]

    def as_argument(self: Any, builder: Any, value: Any) -> Any:
        """Take the two words out of an array."""
        return [self.get(builder, value, name) for name in ("data", "nitems")]

    def from_argument(self: Any, builder: Any, value: Any) -> Any:
        """Make the array again of the two words and what its type tells."""
        data, count = value
        word = count.type
        size = word(as_dtype(self._fe_type.dtype).itemsize)
        array = ir.Constant(self.get_value_type(), None)
        for name, part in (("data", data), ("nitems", count), ("itemsize", size)):
            array = self.set(builder, array, part, name)
        for name, part in (("shape", count), ("strides", size)):
            one = ir.Constant(ir.ArrayType(word, 1), ir.Undefined)
            array = self.set(builder, array, builder.insert_value(one, part, 0), name)
        return array


@lower_cast(types.Array, Loan)  # type: ignore[untyped-decorator]
@lower_cast(Loan, types.Array)  # type: ignore[untyped-decorator]
def _as_it_is(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """Both look alike inside a function."""
    return value
