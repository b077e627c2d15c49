"""What all pages share: the template's filters, the style, the policy, and what badges mean."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from analyses.finding import seated
from analyses.strength import CHANGES
from reports import text
from reports.material import ASSUMED

BADGE_WORDS = {
    "confounded": "Describes who did it, not what it does: the two groups differ in more than this.",
    "randomised": "Compares groups made at random, so the difference is an effect.",
    ASSUMED: "Rests on rule values that are not printed in public sources and were assumed.",
    CHANGES: "Stronger or weaker players give another verdict.",
}


def environment() -> Environment:
    """Where templates come from, and the filters they use; all they write is escaped."""
    made = Environment(
        loader=PackageLoader(__package__, "."), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.filters["count"] = text.count
    made.filters["label"] = text.label
    made.filters["seated"] = seated
    made.filters["changes"] = text.changes
    made.filters["signed"] = text.signed
    return made


def own(name: str) -> Markup:
    """A style sheet or script of this package. It holds no data, so it goes into a page as it is."""
    return Markup(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def policy(css: str, script: str = "") -> str:
    """The policy of a page: it loads nothing, and this style and script alone may style and run."""
    runs = f"script-src {hashed(script)}; " if script else ""
    return f"default-src 'none'; img-src data:; style-src {hashed(css)}; {runs}base-uri 'none'; form-action 'none'"


def hashed(content: str) -> str:
    """How a page's policy names the one script, or style sheet, that may run."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"
