"""How the helpers of the strategies are compiled.

Neither kind makes arrays. `hot` functions are put into their callers whole: those on the way of
the frequent decisions (turn menu, payments), each of which has one caller or is tiny. Constants
that are handed to helpers are NumPy scalars: a plain number would be compiled in, once more for
every value.
"""

from simcore.jit import njit

helper = njit(lean=True)
hot = njit(lean=True, inline=True)
