"""Figures as files, and as parts of a page that needs no files."""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import matplotlib as mpl
from markupsafe import Markup
from matplotlib.backends.backend_agg import FigureCanvasAgg

from reports.material import Drawing
from reports.text import filename

PLAIN = " !$'()*+,-./:;=?@[]_~<>{}|^`"
"""What may stand in the address of an inlined drawing as it is."""


@dataclass(frozen=True)
class Image:
    """A saved figure: its name, and itself as an address for the page."""

    name: str
    uri: Markup


def save(drawing: Drawing, folder: Path) -> Image:
    """Write a figure as PNG and SVG."""
    folder.mkdir(parents=True, exist_ok=True)
    FigureCanvasAgg(drawing.figure)
    # Part of a name may come from a file of findings.
    place = folder / filename(drawing.name)
    drawing.figure.savefig(place.with_suffix(".png"))
    # The layout found for the PNG serves the SVG too, at half the time: nothing is to lay it out again.
    with mpl.rc_context({"figure.constrained_layout.use": False}):
        drawing.figure.set_layout_engine(None)
    buffer = io.BytesIO()
    # Without a date and with a fixed salt equal tables give equal bytes.
    drawing.figure.savefig(buffer, format="svg", metadata={"Date": None, "Description": drawing.alt})
    place.with_suffix(".svg").write_bytes(buffer.getvalue())
    return Image(drawing.name, inlined(buffer.getvalue().decode()))


def inlined(svg: str) -> Markup:
    """A drawing as an address, without what it can do without: a quarter shorter than in base 64."""
    bare = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    return Markup("data:image/svg+xml," + quote(" ".join(bare.split()).replace("> <", "><"), safe=PLAIN))
