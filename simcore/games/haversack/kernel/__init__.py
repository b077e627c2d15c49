"""The compiled rules of The Guardians of Haversack: start, options, apply, record.

cells      sets of board cells          reach      where a Guardian can go and what it can hit
options    the legal choices            adventure  Phase 2: draw, move, act
gains      what is taken, and by whom   rounds     Phases 1, 4, 5
setup      start of a game              scoring    Phase 3, final scoring, results rows
writing    an option in one store      rows       what was counted, in one copy
"""

from simcore.contract import Engine
from simcore.games.haversack.kernel.apply import apply
from simcore.games.haversack.kernel.options import options
from simcore.games.haversack.kernel.scoring import record
from simcore.games.haversack.kernel.setup import start

ENGINE = Engine(start, options, apply, record)
