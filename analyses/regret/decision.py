"""One decision judged twice: once to find the best of its options, once more, in fresh worlds, to measure.

The best of many noisy values is too high (the winner's curse). So the roll-outs that pick an option never measure
it: those of the first survey name the best option and, for each thing, the best that takes it; a second survey, in
worlds of its own, plays only these and the option that was chosen. Whatever was named wrongly is then measured as
what it is: the loss against an option that is not quite the best is too small, never too large.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from analyses.moments import Floats, Ints

Bools = npt.NDArray[np.bool_]
Masks = npt.NDArray[np.uint64]
WORTH, WON, VP = range(3)
"""What is known of an option: its worth, its share of the win, its VP beyond those of the best other seat."""
MEASURES = ("worth", "won", "vp")
DUST = 1e-9
"""Mean worths closer than this are equal: their options lead to the same end in every world played."""


@dataclass(frozen=True)
class Values:
    """Options played out in the same worlds.

    means  float64[options, 3]: means of worth, share of the win, and VP
    gain   float64[options]: mean worth less that of one option, the rival
    error  float64[options]: standard error of the gain, over worlds
    worlds how many each was played in
    """

    means: Floats
    gain: Floats
    error: Floats
    worlds: int


def values(won: Floats, vp: Floats, of_win: float, of_vp: float, rival: int) -> Values:
    """Values of options, from won and vp, float64[worlds, options].

    of_win and of_vp say what a won game and a VP are worth; gains are measured from the option `rival`.
    """
    worth = of_win * won + of_vp * vp
    gains = worth - worth[:, [rival]]
    worlds = len(worth)
    spread = gains.std(axis=0, ddof=1) if worlds > 1 else np.full(worth.shape[1], np.nan)
    means = np.stack([worth.mean(axis=0), won.mean(axis=0), vp.mean(axis=0)], axis=-1)
    return Values(means, gains.mean(axis=0), spread / np.sqrt(worlds), worlds)


def holds(sets: Masks, place: int) -> Bools:
    """Which of these sets hold the thing at a place: bool[options]."""
    return np.asarray(sets >> np.uint64(place) & np.uint64(1), bool)


@dataclass(frozen=True)
class Shortlist:
    """What the first survey of a decision names, by numbers of options.

    best     the best one; where several are equal, the chosen one if it is of them
    of_thing for each thing that some options take and others do not, the best that takes it
    is_best  for each such thing, whether one of the best takes it
    """

    chosen: int
    best: int
    of_thing: dict[int, int]
    is_best: dict[int, bool]

    @property
    def measured(self) -> list[int]:
        """The options to be measured, each once, in order."""
        return sorted({self.chosen, self.best, *self.of_thing.values()})


def shortlist(worth: Floats, sets: Masks, places: Sequence[int], chosen: int) -> Shortlist:
    """Name options by their worth, float64[options]; sets tell what each takes, places which things count."""
    tops = worth >= worth.max() - DUST
    best = _first(tops, chosen)
    of_thing, is_best = {}, {}
    for place in places:
        takes = holds(sets, place)
        if takes.any() and not takes.all():
            equal = takes & (worth >= worth[takes].max() - DUST)
            of_thing[place] = best if equal[best] else _first(equal, chosen)
            is_best[place] = bool((tops & takes).any())
    return Shortlist(chosen, best, of_thing, is_best)


def _first(among: Bools, chosen: int) -> int:
    """The chosen one if it is among these, else the first."""
    return chosen if among[chosen] else int(np.flatnonzero(among)[0])


@dataclass(frozen=True)
class Offers:
    """What things came to where some options took them and others did not, an entry an offer.

    deal            int64[O]: which of the deals, from 0
    weight          float64[O]: decisions that the judged one stands for
    thing           int64[O]: its place among the things of the game
    best, chosen    bool[O]: whether the best option takes it, whether the chosen one does
    loss            float64[O, 3]: what the best option that takes it loses against the best (see MEASURES)
    regret          float64[O, 3]: what the chosen option loses against the best
    """

    deal: Ints
    weight: Floats
    thing: Ints
    best: Bools
    chosen: Bools
    loss: Floats
    regret: Floats


@dataclass(frozen=True)
class Decisions:
    """Judged decisions, an entry each; kind and player (who chose) count from 0.

    regret float64[D, 3]; best: whether the chosen option was the best; options: how many there were.
    """

    deal: Ints
    weight: Floats
    kind: Ints
    player: Ints
    options: Ints
    best: Bools
    regret: Floats


def lost(found: Shortlist, measured: Floats) -> tuple[Floats, dict[int, Floats]]:
    """What the chosen option lost, float64[3], and the best option with each thing; from fresh means[measured, 3]."""
    at = {option: row for row, option in enumerate(found.measured)}
    top = measured[at[found.best]]
    return top - measured[at[found.chosen]], {
        place: top - measured[at[option]] for place, option in found.of_thing.items()
    }
