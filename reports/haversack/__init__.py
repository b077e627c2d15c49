"""Figures and findings of The Guardians of Haversack alone."""

from __future__ import annotations

from collections.abc import Callable

from reports.haversack import boards, faces, finds, guardians, rounds
from reports.material import Claim, Drawing, Material, Section, Tables


def sections(material: Material) -> tuple[Section, ...]:
    """Guardians, faces where chance drew them, the board, finds, rounds, supply."""
    main = material.main
    made = [
        Section(
            "guardians", "Guardians",
            [guardians.use(main), guardians.worth(main), guardians.copies(main), guardians.compositions(main)],
            ("guardians", "recruits", "copies", "compositions"),
        ),
        Section("glory", "Glory and Gold", [rounds.sources(main), rounds.curves(main), rounds.gold(main)], ("rounds",)),
        Section("finds", "Creatures, Villages, Chests", [finds.takings(main), finds.items(main)],
                ("takings", "chest_items")),
    ]  # fmt: skip
    if not main.alone:
        made.append(Section("supply", "Supply and seats", [rounds.supply(main)], ("supply",)))
    drawn = with_table(material, "faces")
    if drawn:
        figures = [draw(drawn) for draw in (faces.effects, faces.strategies)]
        made.insert(1, Section("faces", "Day and Night", figures, ("faces",) if drawn is main else ()))
    if "places" in main:
        made.append(Section("board", "The board", _boards(material), ("places",)))
    return tuple(made)


def with_table(material: Material, name: str) -> Tables | None:
    """The main run if it answers a question, else the largest run beside it that does."""
    runs = [tables for tables in (material.main, *material.variants, *material.others) if name in tables]
    return max(runs, key=lambda tables: (tables is material.main, tables.facts.games), default=None)


def _boards(material: Material) -> list[Drawing]:
    """Maps of the board in use, and those of another board where a run was played on it."""
    draws: tuple[Callable[[Tables], Drawing], ...] = (boards.board, boards.ended, boards.cleared)
    figures = [draw(material.main) for draw in draws]
    here = boards.name(material.main)
    others = {boards.name(tables): tables for tables in material.variants if "places" in tables}
    return figures + [draw(tables) for board, tables in others.items() if board != here for draw in draws[1:]]


def findings(material: Material) -> tuple[Claim, ...]:
    """What a reader should know first."""
    main = material.main
    claims = [guardians.worth_claim(main), rounds.source_claim(main), finds.item_claim(main)]
    drawn = with_table(material, "faces")
    if drawn:
        claims.append(faces.claim(drawn))
    if not main.alone:
        claims.append(rounds.supply_claim(main))
    if "places" in main:
        claims.append(boards.claim(main))
    return tuple(claims)
