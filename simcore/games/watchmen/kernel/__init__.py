"""The compiled rules of Watchmen of Destiny: start, options, apply, record.

cards     deck, pile, hands, armies            scoring   points, majorities, results rows
turns     rounds, turns, the item draft         effects   step 1: items, targets, Shield
purchase  step 2: tents, hires, payment, Ninja  actions   step 2: special actions, mercenaries
options   the legal choices of every decision   setup     start of a game
memory    what each seat has seen go where
"""

from simcore.contract import Engine
from simcore.games.watchmen.kernel.apply import apply
from simcore.games.watchmen.kernel.options import options
from simcore.games.watchmen.kernel.scoring import record
from simcore.games.watchmen.kernel.setup import start

ENGINE = Engine(start, options, apply, record)
