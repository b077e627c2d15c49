"""The turn: a Watchman to go for, the next step to hiring it, and what would be lost otherwise."""

from __future__ import annotations

from dataclasses import dataclass

from tests.naive.watchmen.greedy.mercenaries import use_mercenary
from tests.naive.watchmen.greedy.worth import Look, Taste
from tests.naive.watchmen.table import PASS, Option, Player, Table

NEVER = 99
"""Gold that nobody has."""


@dataclass
class Plan:
    """What is on the menu of whom, by whose taste."""

    table: Table
    me: Player
    options: list[Option]
    taste: Taste

    def __post_init__(self) -> None:
        self.turn, self.cards = self.table.turn, self.table.rules.cards
        number = self.table.rules.number
        self.tent_price, self.hunter_gold = number["tent_price"], number["hunter_gold"]
        self.room = number["max_tents"] - self.me.tents  # for more tents
        early = self.table.rules.switch["moneybag_tents_before_hire"]
        self.free = self.me.free_tents() + (self.turn.free_tents if early else 0)
        self.acts = {self.cards[option[1]].caste: option for option in self.options if option[0] == "act"}
        hunters = sum(housed.left for housed in self.me.army if housed.card.caste == "hunter")
        self.hunting = min(hunters, self.turn.actions)  # Hunters' actions at hand

    def gold_at_hand(self) -> int:
        """Coins, the discount, and what Hunters can bring; the cards of the hand not counted."""
        return self.turn.coins + self.turn.discount + self.hunting * self.hunter_gold


def turn(table: Table, me: Player, options: list[Option], taste: Taste) -> Option:
    """Assassins first; then mercenaries, the target, and what the turn would waste."""
    if table.turn.hires < 1 and table.last_round:
        return PASS
    plan = Plan(table, me, options, taste)
    if "assassin" in plan.acts:
        return plan.acts["assassin"]
    target = best_target(plan) if table.turn.hires > 0 else None
    step = use_mercenary(table, me, options, target)
    if step is None and target:
        step = pursue(plan, target)
    return step or wind_up(plan)


# Whom to hire


def within_reach(plan: Plan) -> list[str]:
    """Watchmen in the hand that all the gold of this turn can hire, after a tent if none is free."""
    cards = [plan.cards[name] for name in plan.me.hand]
    gold = plan.gold_at_hand()
    for card in cards:
        gold += plan.table.rules.mercenaries["dog"]["discount"] if card.ability == "dog" else card.gold
    showing = [*sorted(card.gold for card in cards if card.gold > 0), NEVER, NEVER]
    lowest, more = NEVER, 0  # the card that pays for the tent; a Watchman with so much gold has it paid by the next
    if plan.free < 1:
        if plan.room < 1:
            return []
        if plan.turn.coins >= plan.tent_price:
            gold -= plan.turn.coins  # what is not used is lost
        elif plan.hunting > 0:
            gold -= plan.hunter_gold
        else:
            lowest, more = showing[0], showing[1] - showing[0]
            gold -= lowest
    reached = []
    for card in cards:
        left = gold - card.gold - (more if card.gold == lowest else 0)
        if card.is_watchman and left >= card.price:
            reached.append(card.name)
    return reached


def best_target(plan: Plan) -> str | None:
    """The Watchman within reach that is worth most; None if it is better to wait."""
    reached = within_reach(plan)
    if not reached or (len(reached) == 1 and plan.taste["patience"] <= 0):
        return reached[0] if reached else None
    look = Look(plan.table, plan.me, plan.taste)
    best, most = reached[-1], 0.0
    for name in reached:
        value = look.worth(plan.cards[name])
        if value > most:
            best, most = name, value
    return None if most < plan.taste["patience"] and time_to_wait(plan.table) else best


def time_to_wait(table: Table) -> bool:
    """Whether no army is within two Watchmen of the end."""
    longest = max(len(player.army) for player in table.players)
    return longest + 2 < table.rules.number["army_goal"] and not table.last_round


# The steps to it


def pursue(plan: Plan, target: str) -> Option | None:
    """Hire the target, or get a tent for it; None if nothing leads there."""
    if plan.free > 0:
        return hire(plan, target)
    step = coin_tents(plan)
    if step is None and plan.room > 1:
        step = plan.acts.get("hunter")
    return step or card_tents(plan, target)


def hire(plan: Plan, target: str) -> Option | None:
    """Hire with a Dog if there is one; with Hunters' coins first, if the price takes all of them."""
    dogs = [option for option in plan.options if option[0] == "ability" and option[2:] == (target,)]
    if dogs:
        return dogs[-1]
    direct = ("hire", target) if ("hire", target) in plan.options else None
    due = plan.cards[target].price - plan.turn.discount
    if "hunter" in plan.acts and (direct is None or plan.turn.coins + plan.hunter_gold <= due):
        return plan.acts["hunter"]
    return direct


def coin_tents(plan: Plan) -> Option | None:
    """As many tents as the coins alone can buy."""
    paid = [
        option
        for option in plan.options
        if option[0] == "tents" and option[1] is None and option[2] * plan.tent_price <= plan.turn.coins
    ]
    return max(paid, key=lambda option: option[2], default=None)


def card_tents(plan: Plan, target: str) -> Option | None:
    """The purchase of tents that costs least and leaves enough for the target.

    A tent bought counts as the gold it costs, since it saves that later; so a card buys all that it can.
    """
    cards, me = plan.cards, plan.me
    look = Look(plan.table, me, plan.taste)
    spare = plan.gold_at_hand() + plan.table.gold(me.hand) - cards[target].gold - cards[target].price
    lowest = min((cards[name].gold for name in me.hand if cards[name].gold > 0 and name != target), default=NEVER)
    costs: list[tuple[float, Option]] = []
    for option in plan.options:
        if option[0] != "tents" or option[1] == target:
            continue
        _, name, tents = option
        if name is None:
            # several cards may pay: as many tents as the lowest card is good for
            if plan.table.rules.switch["tent_payment"] == "many_cards":
                costs.append((abs(tents * plan.tent_price - lowest), option))
        elif min(plan.room, cards[name].gold // plan.tent_price) <= tents and cards[name].gold <= spare:
            costs.append((look.held(name) - plan.taste["coin"] * tents * plan.tent_price, option))
    return min(costs, key=lambda cost: cost[0], default=(0.0, None))[1]


# What would be lost


def wind_up(plan: Plan) -> Option:
    """A Mage if it brings enough, tents by coins left and by Hunters if none is free; else the turn is over."""
    if "mage" in plan.acts and mage_gain(plan) >= 1.0:
        return plan.acts["mage"]
    if not plan.table.last_round:
        step = coin_tents(plan)
        if step is None and plan.free < 1 and plan.room > 1:
            step = plan.acts.get("hunter")
        if step:
            return step
    return PASS


def mage_gain(plan: Plan) -> float:
    """The cards a Mage takes less the worst one then in the hand, in cards of three gold; more as the end nears."""
    look, table = Look(plan.table, plan.me, plan.taste), plan.table
    taken = [look.held(name) for name in table.pile[::-1][: table.rules.number["mage_draw"]]]
    gain = 0.0
    for value in taken:
        gain += value
    worst = min([*taken, *(look.held(name) for name in plan.me.hand)])
    return (gain - worst) / (3.0 * plan.taste["coin"] * max(0.1, look.early))
