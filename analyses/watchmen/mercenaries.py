"""The Bloody Mercenaries: ability or payment, and how those fare who use one."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pandas as pd

from analyses.base import Analysis, Sums, laid_out
from analyses.estimate import difference, means, share
from analyses.moments import of_rows
from analyses.points import Averages
from analyses.runs import Facts, Piece

USED, PAID, LAID, WIN_USER, USERS, WIN_OTHER, OTHERS, WON, WON_ROWS, LOST, LOST_ROWS, GAMES = range(12)
DATA = ("mercenary.", "rules.mercenar", "rules.owl")


def in_play(facts: Facts) -> bool:
    """Whether the run was played with the expansion."""
    return bool(facts.value("rules.mercenaries"))


def animals(facts: Facts) -> list[str]:
    """Whose ability each part of the columns counts, such as "rabbit" for draw_cards."""
    effects = {
        value["value"]: value["key"].split(".")[1]
        for value in facts.values
        if value["key"].startswith("mercenary.") and value["key"].endswith(".effect")
    }
    return [effects.get(effect, effect) for effect in facts.column("mercenaries_used").labels]


class Mercenaries(Analysis, name="mercenaries", title="Mercenaries"):
    """What becomes of each kind of mercenary, and how seats fare that use its ability.

    A mercenary leaves the hand for its ability or as payment; by_ability is the share that leaves by ability.
    used and paid are means a game. Win shares of those who used one and of the others in the same games are
    confounded: who draws more cards, or plays on longer, uses more of everything. gap is the uses of winners less
    those of the others, a seat.
    """

    units: ClassVar[dict[str, str]] = {
        "used": "count", "paid": "count", "by_ability": "share",
        "win_when_used": "share", "win_when_not": "share", "against_not": "points", "gap": "count",
    }  # fmt: skip
    marks: ClassVar[dict[str, str]] = {"win_when_used": "confounded", "win_when_not": "confounded"}
    rests_on = DATA
    reads = ("win_share", "rank", "mercenaries_used", "mercenaries_paid")

    def partial(self, piece: Piece) -> Sums:
        """Groups: kinds; quantities: see the names above. Users and others count where a seat of the game used one."""
        used, paid = (piece.matrix(self.flat(name)) for name in ("mercenaries_used", "mercenaries_paid"))
        around = np.repeat(piece.by_game(used).any(axis=1), piece.players, axis=0)
        win = piece.values("win_share")[:, None]
        had = used > 0
        won = np.broadcast_to((piece.values("rank") == 1)[:, None], used.shape)
        games = np.broadcast_to(np.arange(len(used))[:, None] % piece.players == 0, used.shape)
        parts = (
            used, paid, used + paid, win * had, had, win * (around & ~had), around & ~had,
            used * won, won, used * ~won, ~won, games,
        )  # fmt: skip
        return Sums({"kinds": of_rows(piece, np.stack(parts, axis=-1))})

    def finish(self, sums: Sums) -> pd.DataFrame:
        """One row a kind."""
        moments = sums.moments["kinds"]
        labels = {"mercenary": animals(self.facts), "ability": list(self.facts.column("mercenaries_used").labels)}
        return laid_out(
            labels,
            **means(moments, GAMES, used=USED, paid=PAID),
            by_ability=share(moments, USED, LAID),
            win_when_used=share(moments, WIN_USER, USERS),
            win_when_not=share(moments, WIN_OTHER, OTHERS),
            against_not=difference(moments, (WIN_USER, USERS), (WIN_OTHER, OTHERS)),
            gap=difference(moments, (WON, WON_ROWS), (LOST, LOST_ROWS)),
        )


class MercenaryTaste(Averages, name="mercenary_taste", title="Who uses which mercenary"):
    """Abilities used and mercenaries paid with, by strategy."""

    rests_on = DATA
    averages = ("mercenaries_used", "mercenaries_paid")
