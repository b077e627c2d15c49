"""Figures and findings of Watchmen of Destiny alone."""

from __future__ import annotations

from reports.material import Claim, Material, Section, Tables
from reports.watchmen.armies import (
    caste_counts,
    castes,
    ninja_claim,
    ninjas,
    race_claim,
    race_counts,
    races,
)
from reports.watchmen.items import bias, effects, effects_by_players, item_claim, plays, rounds
from reports.watchmen.mercenaries import mercenaries, mercenary_claim, with_mercenaries


def sections(material: Material) -> tuple[Section, ...]:
    """Items, races, castes; items beside other numbers of players, and mercenaries, where such runs are given."""
    main = material.main
    hired = with_mercenaries(material)
    item_figures = [effects(main), plays(main), bias(main), rounds(main)]
    if material.others:
        item_figures.append(effects_by_players(material.every))
    return (
        Section("items", "Items", item_figures, ("items", "item_rounds", "item_taste")),
        Section("races", "Races and majorities", [race_counts(main), races(main)], ("races", "race_counts")),
        Section(
            "castes", "Castes, special actions and Ninjas",
            [castes(main), caste_counts(main), ninjas(main)], ("castes", "caste_counts", "ninjas"),
        ),
        *[Section("mercenaries", "Mercenaries", [mercenaries(tables)], own_tables(main)) for tables in hired],
        Section("deck", "Deck and last round", [], ("deck", "enders")),
    )  # fmt: skip


def own_tables(main: Tables) -> tuple[str, ...]:
    """Tables on mercenaries, where the report is about a run with the expansion."""
    return tuple(name for name in ("mercenaries", "mercenary_taste") if name in main)


def findings(material: Material) -> tuple[Claim, ...]:
    """What a reader should know first."""
    main = material.main
    own = (item_claim(main), race_claim(main), ninja_claim(main))
    return (*own, mercenary_claim(main)) if "mercenaries" in main else own
