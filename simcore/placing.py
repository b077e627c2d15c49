"""Places at the table: who is first, who shares, whether the tie-break parted the best."""

from simcore.jit import njit


@njit()
def place(rows, merit):
    """Fill rank, win_share and tie_break from score and `merit`; returns how many share the win.

    merit int[P]: higher is better; it orders by score first, then by the game's tie-break. Equal
    merit shares the place.
    """
    players = len(rows)
    winners, leaders = 0, 0
    for a in range(players):
        better, higher = 0, 0
        for b in range(players):
            better += merit[b] > merit[a]
            higher += rows[b].score > rows[a].score
        rows[a].rank = better + 1
        winners += better == 0
        leaders += higher == 0
    for a in range(players):
        rows[a].tie_break = leaders > winners
        rows[a].win_share = 1.0 / winners if rows[a].rank == 1 else 0.0
    return winners
