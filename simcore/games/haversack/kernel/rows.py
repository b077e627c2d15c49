"""What was counted during play, put into a results row as one block of bytes."""

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.numpy_support import as_dtype

from simcore.jit import JIT_DISABLED


@intrinsic
def _fill_row(typing_context: Any, row: Any, stats: Any) -> Any:
    """All fields of `stats` into those of the same names of `row`, where they lie in the same order without a gap."""
    to, given = as_dtype(row), as_dtype(stats)
    first = to.fields[given.names[0]][1]
    if any(to.fields[name] != (dtype, first + offset) for name, (dtype, offset) in given.fields.items()):
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        into, source = (builder.bitcast(each, cgutils.voidptr_t) for each in args)
        into = cgutils.pointer_add(builder, into, context.get_constant(types.intp, first))
        cgutils.raw_memcpy(builder, into, source, context.get_constant(types.intp, given.itemsize), 1)
        return context.get_dummy_value()

    return types.none(row, stats), build


def _plain_fill_row(row: Any, stats: Any) -> None:
    for name in stats.dtype.names:
        row[name] = stats[name]


fill_row: Any = _plain_fill_row if JIT_DISABLED else _fill_row
"""For jitted code: `fill_row(row, stats)`, every field of `stats` into the results row."""
