"""Figures and findings of Watchmen of Destiny alone."""

from __future__ import annotations

from reports.material import Claim, Material, Section
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


def sections(material: Material) -> tuple[Section, ...]:
    """Items, races, castes; items beside other numbers of players where such runs are given."""
    main = material.main
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
        Section("deck", "Deck and last round", [], ("deck", "enders")),
    )  # fmt: skip


def findings(material: Material) -> tuple[Claim, ...]:
    """What a reader should know first."""
    main = material.main
    return item_claim(main), race_claim(main), ninja_claim(main)
