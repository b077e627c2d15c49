"""The board as a picture, and as heat maps: where Guardians end, where something is taken."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from analyses.haversack.places import board_of
from reports.board import cells, heat_on_board, marks
from reports.canvas import canvas, percent_axis
from reports.material import Claim, Drawing, Tables
from reports.text import Row, estimate, listed, percent, rough_percent, sample
from simcore.words import plural

KINDS = {
    "^": "forest", "~": "lake", "C": "castle", "h": "hut", "g": "grove", "$": "chest", "v": "village", "s": "start",
}  # fmt: skip
"""What the first letter of a cell's word stands for; anything else is plain."""
LISTED = 12


def name(tables: Tables) -> str:
    """The board in force."""
    return str(tables.facts.value("rules.board"))


def kind(word: str) -> str:
    """What the ground of a cell is."""
    return KINDS.get(word[0], "plain")


def _where(row: Row) -> str:
    special = "" if kind(row["space"]) in ("plain", "forest", "lake") else f"{kind(row['space'])} {row['space']} "
    return f"{special}({row['row']},{row['column']})"


def board(tables: Tables) -> Drawing:
    """The board with what is printed on it, and the spaces nobody reached."""
    words = board_of(tables.facts)
    rows = tables.rows("places")
    missed = [row for row in rows if row["ended"] == 0 and row["cleared"] == 0]
    figure, (axes,) = canvas(6.6)
    cells(axes, [[kind(word) for word in line] for line in words])
    notes = {
        (r, c): (word, "note") for r, line in enumerate(words) for c, word in enumerate(line) if word[0] in "Chg$vs"
    }
    marks(axes, notes)
    marks(axes, {(row["row"], row["column"]): ("no", "foe") for row in missed})
    axes.set_title(f"The {name(tables)} board; no: nobody ever ended there", pad=18)
    axes.set_xlabel("green Forest, blue Lake; h Hut, g Grove, $ Chest, v Village, s start space, CC Castle")
    words_of = "; ".join(f"row {r}: {' '.join(line)}" for r, line in enumerate(words))
    return Drawing(f"board_{name(tables)}", figure, claim(tables), f"Map of the {name(tables)} board. {words_of}.")


def claim(tables: Tables) -> Claim:
    """Which spaces are used most, and which never."""
    rows = tables.rows("places")
    missed = [_where(row) for row in rows if row["ended"] == 0 and row["cleared"] == 0]
    busy = max(rows, key=lambda row: row["ended"])
    rich = max(rows, key=lambda row: row["cleared"])
    none = (
        f"On {plural(len(missed), 'space')} no Guardian ever ended and nothing was taken: {listed(missed[:LISTED])}"
        f"{' and more' * (len(missed) > LISTED)}."
        if missed
        else "There is no space on which no Guardian ever ended."
    )
    return Claim(
        f"On the {name(tables)} board Guardians end most often on {_where(busy)}, in "
        f"{estimate(busy, 'ended', 'share')} of a seat's rounds; "
        f"most is taken at {_where(rich)}, {estimate(rich, 'cleared', 'share')}. {none}",
        sample(busy, "rounds of seats"),
        tables.badges("places"),
    )


def _grid(tables: Tables, column: str) -> npt.NDArray[np.float64]:
    return tables["places"].pivot(index="row", columns="column", values=column).to_numpy(float)


def _map(tables: Tables, column: str, title: str, colours: str, said: str) -> Drawing:
    words = board_of(tables.facts)
    values = _grid(tables, column)
    figure, (axes,) = canvas(6.6)
    labels = [[word if kind(word) != "plain" else "" for word in line] for line in words]
    image = heat_on_board(axes, values, labels, colours)
    bar = figure.colorbar(image, ax=axes, shrink=0.75)
    percent_axis(bar.ax, "y")
    axes.set_title(f"{title}: {name(tables)} board", pad=18)
    axes.set_xlabel("% of a seat's rounds; · under 0.5%, hatched never")
    rows = sorted(tables.rows("places"), key=lambda row: -row[column])
    first = rows[:3]
    unused = sum(row[column] == 0 for row in rows)
    unseen = rough_percent(rows[-1][f"{column}_high"])
    never = f" (at most {unseen} of rounds would go unseen)" if unused else ""
    where = listed([f"{_where(row)} {estimate(row, column, 'share')}" for row in first])
    claim = Claim(
        f"{said} {where}. On {unused} of {len(rows)} spaces it never happens{never}.",
        sample(first[0], "rounds of seats"),
        tables.badges("places"),
    )
    alt = "; ".join(f"{_where(row)} {percent(row[column])}" for row in rows if row[column] >= 0.005)
    return Drawing(f"{column}_{name(tables)}", figure, claim, f"Heat map of the board. {alt}.")


def ended(tables: Tables) -> Drawing:
    """Where Guardians end."""
    return _map(tables, "ended", "Where Guardians end", "Blues", "Guardians end most often on")


def cleared(tables: Tables) -> Drawing:
    """Where creatures are caught, Villages repaired, Chests opened."""
    return _map(tables, "cleared", "Where creatures, Villages and Chests are taken", "Oranges", "Most is taken on")
