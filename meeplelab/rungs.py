"""Which strategies stand on a ladder: by default the blind one, all heuristics, tuned ones, and search at budgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analyses.ladder.games import SEARCH
from simcore.errors import MeepleError
from simcore.words import plural
from strategies import catalog

FLOOR = "random"
"""The strategy that chooses blindly."""
BUDGETS = (25, 50, 100, 200)
NONE = "none"
"""The word for no budgets."""
FLOOR_KIND = "floor"
KINDS = (FLOOR_KIND, "heuristic", "tuned", "own", SEARCH)


@dataclass(frozen=True)
class Rungs:
    """Names of the rungs. Their order is settled, or it is to be measured between the first one and those that search.

    left_out says in sentences what would belong here and is not there.
    """

    names: tuple[str, ...]
    settled: bool
    left_out: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kind of each."""
        return tuple(map(kind_of, self.names))


def kind_of(name: str) -> str:
    """Kind of a strategy by its name; see KINDS."""
    head = catalog.head_of(name)
    if catalog.is_search(head):
        return SEARCH
    if catalog.is_own(name):
        return "own"
    if catalog.TUNED in name.split("@")[1:]:
        return "tuned"
    return FLOOR_KIND if head == FLOOR else "heuristic"


def rungs_of(game: str, players: int, strategies: Sequence[str], budgets: Sequence[int] | None) -> Rungs:
    """The rungs asked for: these strategies, lowest first, or all there are; on top search at these budgets.

    Without budgets there are the usual ones, and with strategies given none. Raises MeepleError for names
    that do not exist, for one given twice, and for fewer than two rungs.
    """
    shipped = catalog.names(game)
    heuristics = [name for name in shipped if name != FLOOR]
    left_out: list[str] = []
    if strategies:
        names = list(strategies)
    else:
        tuned, untuned = _tuned(game, players, heuristics)
        names = [*(name for name in shipped if name == FLOOR), *heuristics, *tuned]
        if untuned:
            table = plural(players, "player")
            left_out.append(f"Without weights tuned at {table}, so not here as @tuned: {', '.join(untuned)}.")
    wanted = (() if strategies else BUDGETS) if budgets is None else budgets
    searching = [f"{_search(game, players)}@budget={budget}" for budget in wanted]
    if budgets is None and searching:
        try:
            catalog.check(game, searching[0], players)
        except MeepleError as error:
            searching = []
            left_out.append(f"Nobody searches here: {error}.")
    names += searching
    for name in names:
        catalog.check(game, name, players)
    if len(set(names)) != len(names) or len(names) < 2:
        raise MeepleError(f"ladder: {', '.join(names) or 'nothing'}; expected two or more different rungs")
    return Rungs(tuple(names), bool(strategies), tuple(left_out))


def _search(game: str, players: int) -> str:
    """The search player, its roll-outs played by the usual policy as well as is known at this number of players."""
    if not catalog.thinkers(game):
        return catalog.SEARCH
    tuned = players in catalog.shipped_weights(game, catalog.policy_of(game, catalog.SEARCH))
    return f"{catalog.SEARCH}@{catalog.TUNED}" if tuned else catalog.SEARCH


def _tuned(game: str, players: int, heuristics: Sequence[str]) -> tuple[list[str], list[str]]:
    """Names of the heuristics with weights that were tuned at this number of players, and those that lack them."""
    there = [name for name in heuristics if players in catalog.shipped_weights(game, name)]
    # What has no weights cannot be tuned, so nothing is missing there.
    missing = [name for name in heuristics if name not in there and catalog.load(game, name).weights]
    return [f"{name}@{catalog.TUNED}" for name in there], missing


def budgets_of(text: str | Sequence[int] | None) -> tuple[int, ...] | None:
    """Budgets as typed: "25,50,100,200" or whole numbers, rising; "none" for no search; None where nothing was said.

    Raises MeepleError.
    """
    if text is None:
        return None
    parts = [part.strip() for part in text.split(",")] if isinstance(text, str) else list(text)
    if parts == [NONE]:
        return ()
    try:
        budgets = tuple(int(part) for part in parts)
    except ValueError:
        budgets = ()
    if (not budgets and parts) or any(low >= high for low, high in zip((0, *budgets), budgets)):
        raise MeepleError(
            f"budgets: {', '.join(map(str, parts))}; expected rising whole numbers such as 25,50,100,200, or {NONE}"
        )
    return budgets
