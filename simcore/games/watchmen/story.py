"""How Watchmen of Destiny tells what happens by itself between two decisions, and how scores come about.

`events` works from two states alone: what the cards, the counts and the round say before and after.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from simcore.games.watchmen import naming
from simcore.games.watchmen.naming import (
    RESTING,
    army,
    coded,
    hand,
    item_name,
    item_names,
    labels,
    listed,
    pile,
    several,
    who,
)
from simcore.games.watchmen.state import (
    D_DRAFT,
    D_EFFECT,
    D_MAGE,
    D_RETURN,
    D_SHIELD,
    D_TURN,
    NECKLACE,
    NINJA,
    RACE_NAMES,
    RACES,
    WARRIOR,
    WATCHMEN,
)
from simcore.ruleset import Ruleset
from simcore.schema import CAPPED
from simcore.words import seat_name


def majority(public: np.void, race: int) -> tuple[int, int]:
    """Army that scores a race, -1 if none or several lead, and the Watchmen of it in all armies."""
    counts = [int(public["race_count"][seat][race]) for seat in range(int(public["armies"]))]
    leaders = [seat for seat, count in enumerate(counts) if count == max(counts) > 0]
    return (leaders[0] if len(leaders) == 1 else -1), sum(counts)


def events(ruleset: Ruleset, before: np.void, after: np.void) -> list[str]:
    """What happened by itself between two decisions."""
    return [
        *_aimed(ruleset, before, after),
        *_moved(ruleset, before, after),
        *_round_over(before, after),
        *_handed_on(ruleset, before, after),
        *_begun(ruleset, before, after),
        *_refilled(before, after),
        *_searched(before, after),
        *_stolen(ruleset, before, after),
        *_hired(ruleset, before, after),
        *_drawn(ruleset, before, after),
    ]


def _grown(before: np.void, after: np.void, count: str, seat: int = 0) -> int:
    """How much one of a seat's counts grew."""
    return int(after["stats"][seat][count]) - int(before["stats"][seat][count])


def _seats(state: np.void) -> range:
    return range(int(state["public"]["players"]))


# Items' effects


def _aimed(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """What came of an effect that a Shield could stop."""
    old = before["public"]
    if old["decision"] == D_SHIELD:
        name, target = item_name(ruleset, int(old["item"])), int(old["target"])
        if _grown(before, after, "shield_reactions", target):
            yield f"{seat_name(target)} stops the {name}; the Shield is its item of this round"
        else:
            yield f"the {name} hits {seat_name(target)}"


def _moved(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """Cards that changed hands by chance, were discarded by chance, or came off the pile to a Mage."""
    old, new = before["public"], after["public"]
    if old["decision"] in (D_EFFECT, D_SHIELD, D_TURN):
        for giver in _seats(before):
            gone = [card for card in hand(before, giver) if card not in hand(after, giver)]
            for taker in _seats(before):
                taken = [card for card in gone if card in hand(after, taker)]
                if taken:
                    names = labels(ruleset, taken, full=True)
                    yield f"{seat_name(taker)} takes from {seat_name(giver)} by chance, unseen by the others: {names}"
            if gone and giver != old["turn"] and not any(card in hand(after, int(old["turn"])) for card in gone):
                yield f"{seat_name(giver)} discards by chance: {labels(ruleset, gone, full=True)}"
    if old["decision"] == D_TURN and new["decision"] == D_MAGE:
        taken = [card for card in pile(old) if card in hand(after, int(old["turn"]))]
        yield f"{seat_name(old['turn'])} takes off the pile: {labels(ruleset, taken, full=True)}"


def _searched(before: np.void, after: np.void) -> Iterator[str]:
    """A search among the top of the deck that found nothing."""
    new = after["public"]
    if before["public"]["decision"] == D_EFFECT and new["decision"] == D_RETURN:
        race = coded(RACE_NAMES, new["named"], "race").title()
        seen = naming.looked_at(after, int(new["turn"]))
        yield f"no {race} among the {several(len(seen), 'card')} looked at"


def _stolen(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """The first caller's theft; who else is known to have called is named, as all calls are secret."""
    calls = before["hidden"]["call"]
    for seat in _seats(before):
        if after["stats"][seat]["actions_used"][NINJA] > before["stats"][seat]["actions_used"][NINJA]:
            card = naming.printed(ruleset, hand(after, seat)[-1])
            late = [seat_name(other) for other in _seats(before) if other != seat and calls[other] >= 0]
            ahead_of = f", before {listed(late)}" if late else ""
            yield f"Ninja! {seat_name(seat)} takes {card.full} off the pile{ahead_of}"


# Hires


def _hired(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """What comes with a hire: free tents, the imaginary player's Watchman, the last round."""
    old, new = before["public"], after["public"]
    for seat in _seats(before):
        if tents := _grown(before, after, "tents_free", seat):
            yield f"{seat_name(seat)} gets {several(tents, 'free tent')}"
    for seat in range(int(old["players"]), int(old["armies"])):
        discarded = [card for card in pile(new) if card >= WATCHMEN and _in_deck(before, card)]
        if discarded:
            yield f"off the deck onto the pile: {labels(ruleset, discarded)}"
        for card in army(new, seat)[int(old["army_count"][seat]) :]:
            yield f"{who(new, seat)} houses the top card of the deck: {naming.printed(ruleset, card).full}"
    if new["last_round"] and not old["last_round"]:
        goal = int(after["goal_seat"])
        yield f"{seat_name(goal)} has {_watchmen(len(army(new, goal)))}: this round is the last"


def _in_deck(state: np.void, card: int) -> bool:
    return card in state["hidden"]["deck"][: int(state["public"]["deck_count"])]


# Rounds


def _turn_ended(before: np.void, after: np.void) -> bool:
    """Whether the last turn of a round ended just now."""
    old, new = before["public"], after["public"]
    over = new["seat"] < 0 or new["decision"] == D_DRAFT or new["round"] > old["round"]
    return bool(old["decision"] == D_TURN and over)


def _round_over(before: np.void, after: np.void) -> Iterator[str]:
    if not _turn_ended(before, after):
        return
    old, new = before["public"], after["public"]
    scores = ", ".join(f"{seat_name(seat)} {after['stats'][seat]['standing']}" for seat in _seats(after))
    yield f"round {old['round']} is over; VP by now: {scores}"
    if new["seat"] < 0:
        if new["last_round"]:
            yield f"the game ends: {seat_name(after['goal_seat'])} completed its army"
        else:
            yield f"the game is stopped after round {new['round']}"


def _handed_on(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """Items at the end of a round: the swap of two players, or the end of the draft."""
    old, new = before["public"], after["public"]
    if new["round"] == old["round"]:
        return
    if old["players"] == 2:
        for seat in _seats(before):
            item = int(old["played"][1 - seat])
            rests = ", which rests for a round" if after["private"][seat]["items"][item] == RESTING else ""
            yield f"{seat_name(seat)} gets the {item_name(ruleset, item)}{rests}"
        return
    waiting = int(after["hidden"]["wait"])
    if waiting < 0:
        yield f"nobody took the Necklace: it stays with {seat_name(new['necklace'])}"
        return
    drafted = after["stats"][waiting]["items_drafted"] - before["stats"][waiting]["items_drafted"]
    last = [item for item in range(len(drafted)) if drafted[item] and item != NECKLACE]
    yield f"{seat_name(waiting)}, which has the Necklace now, gets the last item: {item_names(ruleset, last)}"


def _begun(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    old, new = before["public"], after["public"]
    if new["round"] > old["round"]:
        yield f"round {new['round']} begins with {seat_name(new['starter'])}"
    if new["seat"] >= 0 and new["turn"] != old["turn"] and new["decision"] == D_TURN:
        played = item_name(ruleset, int(new["played"][new["turn"]]))
        yield f"{seat_name(new['turn'])} begins its turn with the {played} already face up"


# Deck


def _refilled(before: np.void, after: np.void) -> Iterator[str]:
    if _grown(before, after, "refills"):
        new = after["public"]
        yield f"the deck runs out and is made anew of discards: deck {new['deck_count']}, pile {new['pile_count']}"


def _drawn(ruleset: Ruleset, before: np.void, after: np.void) -> Iterator[str]:
    """Draws off the deck, and cards that were not to be had."""
    for seat in _seats(before):
        if count := _grown(before, after, "cards_drawn", seat):
            # draws are the last thing a choice brings about, so they lie last in the hand
            names = labels(ruleset, hand(after, seat)[-count:], full=True)
            yield f"{seat_name(seat)} draws {several(count, 'card')}, unseen by the others: {names}"
    if dry := _grown(before, after, "dry"):
        yield f"{several(dry, 'card')} could not be drawn: neither deck nor discards are left"


# The score


def result(ruleset: Ruleset, rows: npt.NDArray[np.void]) -> list[str]:
    """Each seat's score part by part, and what decided."""
    return [*(line for row in rows for line in _score(row)), *_end(ruleset, rows)]


def _score(row: np.void) -> Iterator[str]:
    races = [f"{row['majority'][race]} {RACE_NAMES[race].title()}" for race in range(RACES) if row["majority"][race]]
    parts = (
        f"{row['vp_prices']} for the prices of {_watchmen(int(row['races_hired'].sum()))}",
        f"+ {row['vp_warriors']} for {several(int(row['castes_hired'][WARRIOR]), 'Warrior')}",
        f"- {-int(row['vp_doubles'])} for doubles of race and caste",
        f"+ {row['vp_majority']} for majorities" + (f" ({', '.join(races)})" if races else ""),
    )
    share = float(row["win_share"])
    yield f"{seat_name(row['seat'])}: {row['score']} VP, place {row['rank']}, win share {share:.2f}"
    yield f"   {' '.join(parts)}"


def _watchmen(number: int) -> str:
    return "1 Watchman" if number == 1 else f"{number} Watchmen"


def _end(ruleset: Ruleset, rows: npt.NDArray[np.void]) -> Iterator[str]:
    """What ended the game, and what parted or did not part equal scores."""
    rounds = several(int(rows[0]["rounds"]), "round")
    if rows[0]["outcome"] == CAPPED:
        yield f"Stopped after {rounds}, the most allowed."
    for row in rows:
        if row["ended_it"]:
            yield f"{seat_name(row['seat']).title()} completed its army first; {rounds} were played."
    for score in sorted({int(row["score"]) for row in rows}, reverse=True):
        yield from _parted(ruleset, [row for row in rows if row["score"] == score], score == max(rows["score"]))


def _parted(ruleset: Ruleset, equal: list[np.void], best: bool) -> Iterator[str]:
    """What gold in hand, and for the win the lot, makes of equal scores."""
    if len(equal) == 1:
        return
    gold = ", ".join(f"{seat_name(row['seat'])} {row['hand_gold']}" for row in equal)
    yield f"Equal with {equal[0]['score']} VP, so the gold in hand counts: {gold}."
    most = max(row["hand_gold"] for row in equal)
    still = [seat_name(row["seat"]) for row in equal if row["hand_gold"] == most]
    if best and len(still) > 1:
        how = "share the win" if ruleset.rule("tie") == "shared" else "drew lots for the win"
        yield f"Still equal: {listed(still)} {how}."
