""" "Step 1: Choose an Item for your turn", and what the items do ("Clarifications")."""

from __future__ import annotations

from tests.naive.watchmen.table import PASS, Asking, Option, Player, Question, Table, draw, lay_back, look

AIMED = {
    "swap_hand_card": "Letter",
    "swap_hired_watchman": "Cloak",
    "target_no_actions_this_round": "Poison",
    "target_discards_random_card": "Spook",
}
WITHOUT_CHOICE = ("none", "start_player_marker", "immune_and_reaction")


def step_1(table: Table, player: Player) -> Asking[None]:
    """Flip an item, carry out its effect, then draw its number of cards (C1)."""
    if not player.played:  # a Shield put down as a reaction counts as this round's item
        ready = sorted(player.items - player.resting)
        _, item = yield Question(player.seat, "item", [("item", name) for name in ready])
        flip(player, item)
        yield from effect(table, player)
    row = table.rules.items[player.played]
    draw(table, player, row["draw"])
    table.turn.actions = 0 if player.poisoned else row["actions"]


def flip(player: Player, item: str) -> None:
    """Turn an item face up in front of its player; a Shield protects from now on."""
    player.items.remove(item)
    player.played = item
    if item == "shield":
        player.immune = True


def effect(table: Table, player: Player) -> Asking[None]:
    """White diamond: the effect may be used. Red: it must, if that is possible at all."""
    row = table.rules.items[player.played]
    if row["effect"] in WITHOUT_CHOICE:
        return
    options = uses(table, player)
    if row["diamond"] != "red" or not options:
        options = [PASS, *options]
    answer = yield Question(player.seat, "effect", options)
    if answer == PASS:
        return
    if row["effect"] not in AIMED:
        yield from carry_out(table, player, answer)
        return
    target = table.players[answer[1]]
    if not (yield from puts_shield_down(table, player, target)):
        yield from hit(table, player, target, answer)


def uses(table: Table, player: Player) -> list[Option]:
    """Every way to use the effect of the item face up."""
    rules, kind = table.rules, table.rules.items[player.played]["effect"]
    opponents = [other for other in table.others(player.seat) if not other.immune]
    if kind == "target_no_actions_this_round":
        return [("target", other.seat) for other in opponents if not other.had_turn]
    if kind in ("swap_hand_card", "target_discards_random_card"):
        return [("target", other.seat) for other in opponents if other.hand]
    if kind == "swap_hired_watchman":
        return swaps(table, player, opponents)
    if kind == "name_race_search":
        return [("name", race) for race in table.races]
    if kind == "two_hires_first_gives_two_tents":
        return [("take", "tents"), ("take", "hire")] if rules.switch["moneybag"] == "either_or" else [("take", "both")]
    if kind == "restore_own_action":
        return [("restore", housed.card.name) for housed in player.army if housed.left < housed.card.actions]
    if kind == "name_caste_all_restore_one":
        return [("name", caste) for caste in ("warrior", "assassin", "mage", "hunter", "ninja")]
    return [("use",)]  # the Anvil; unnamed B


def swaps(table: Table, player: Player, opponents: list[Player]) -> list[Option]:
    """Cloak: an own Watchman, or (switch) one in the hand, for one of an opponent (G5)."""
    cards, most = table.rules.cards, table.rules.switch["cloak_max_price_gain"]
    if table.rules.switch["cloak_source"] == "hand":
        given = [cards[name] for name in player.hand if cards[name].is_watchman]
    else:
        given = [housed.card for housed in player.army]
    return [
        ("swap", other.seat, own.name, housed.card.name)
        for own in given
        for other in opponents
        for housed in other.army
        if housed.card.price <= own.price + most
    ]


def puts_shield_down(table: Table, player: Player, target: Player) -> Asking[bool]:
    """Shield: who is targeted before the own turn may answer with it (G1).

    It is then this round's item. Who keeps it can no longer neutralise an effect with it.
    """
    stops = player.played in table.rules.items["shield"]["blocks"]
    if not stops or target.had_turn or target.played or target.kept_shield:
        return False
    if "shield" not in target.items - target.resting:
        return False
    answer = yield Question(target.seat, "shield", [PASS, ("use",)])
    if answer == PASS:
        target.kept_shield = True  # and may not use it against another effect of this round
        return False
    flip(target, "shield")
    return True


def hit(table: Table, player: Player, target: Player, use: Option) -> Asking[None]:
    """Letter, Cloak, Poison, Spook: carry the effect out on its target."""
    kind = AIMED[table.rules.items[player.played]["effect"]]
    if kind == "Poison":
        target.poisoned = True
    elif kind == "Spook":
        for _ in range(min(len(target.hand), table.rules.items[player.played]["cards"])):
            table.pile.append(table.random_card(target))
    elif kind == "Letter":
        player.hand.append(table.random_card(target))
        _, given = yield Question(player.seat, "give", [("card", name) for name in player.hand])
        player.hand.remove(given)
        target.hand.append(given)
    else:
        exchange(table, player, target, own=use[2], theirs=use[3])


def exchange(table: Table, player: Player, target: Player, own: str, theirs: str) -> None:
    """Cloak: the new Watchman keeps the number of actions that the old one had left (G5)."""
    cards = table.rules.cards
    place = next(housed for housed in target.army if housed.card.name == theirs)
    place.card = cards[own]
    if table.rules.switch["cloak_source"] == "hand":
        player.hand.remove(own)
        player.hand.append(theirs)
    else:
        next(housed for housed in player.army if housed.card.name == own).card = cards[theirs]


def carry_out(table: Table, player: Player, use: Option) -> Asking[None]:
    """The effects that are aimed at nobody."""
    row, turn = table.rules.items[player.played], table.turn
    if row["effect"] == "no_hire_this_turn":
        turn.hires = 0
    elif row["effect"] == "hire_discount":
        turn.discount = row["gold"]
    elif row["effect"] == "two_hires_first_gives_two_tents":
        turn.hires = 1 if use[1] == "tents" else row["hires"]
        turn.free_tents = 0 if use[1] == "hire" else row["free_tents"]
    elif row["effect"] == "restore_own_action":
        restore(player, use[1], row["amount"])
    elif row["effect"] == "name_race_search":
        yield from search(table, player, use[1], row["look"])
    elif row["effect"] == "name_caste_all_restore_one":
        yield from energy_stone(table, player, use[1], row["amount"])


def restore(player: Player, name: str, amount: int) -> None:
    """Slide a Watchman back down its tent, not below its number of actions."""
    housed = next(housed for housed in player.army if housed.card.name == name)
    housed.left = min(housed.card.actions, housed.left + amount)


def search(table: Table, player: Player, race: str, count: int) -> Asking[None]:
    """Target: look at the top 3 cards, take a Watchman of the race named if any, the rest back on top."""
    cards = look(table, count)
    fitting = [name for name in cards if table.rules.cards[name].race == race]
    if fitting:
        _, taken = yield Question(player.seat, "take", [("card", name) for name in fitting])
        cards.remove(taken)
        player.hand.append(taken)
    yield from lay_back(table, player, cards)


def energy_stone(table: Table, player: Player, caste: str, amount: int) -> Asking[None]:
    """Energy Stone: each player may renew one action of one Watchman of the caste named (G7)."""
    for other in table.clockwise(player.seat):
        used = [h.card.name for h in other.army if h.card.caste == caste and h.left < h.card.actions]
        if used:
            answer = yield Question(other.seat, "restore", [PASS, *(("restore", name) for name in used)])
            if answer != PASS:
                restore(other, answer[1], amount)
