"""Phase 3 - Glory, and the End of the Game."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tests.naive.haversack.rulebook import MONSTERS, Rules
from tests.naive.haversack.table import GloryOfRound, Player, Table


def glory(table: Table, *, last_round: bool) -> None:
    """Phase 3. Gold serves for Recruitment only, so none is paid in the last round."""
    for player in table.players:
        earned = GloryOfRound(
            monsters=glory_of_monsters(table.rules, player),
            fairies=glory_of_fairies(table.rules, player),
            villages=table.rules.data["track"]["village"][player.villages],
            cups=player.cups_this_round * table.rules.number("cup_glory"),
        )
        player.gains_area.clear()
        player.cups_this_round = 0
        vp, gold = gains(table.rules, earned.total)
        player.vp_of_glory += vp
        if not last_round:
            player.gold += gold
        earned.track = player.score_track
        player.rounds.append(earned)


def glory_of_monsters(rules: Rules, player: Player) -> int:
    """Count the Monsters in the gains area and place them on the Hunting Board."""
    monsters = [taken for taken in player.gains_area if taken.creature in MONSTERS]
    player.hunting_board += monsters
    return sum(rules.data["creature"][taken.creature]["glory"] for taken in monsters)


def glory_of_fairies(rules: Rules, player: Player) -> int:
    """Place the Fairies of the gains area on the next free spaces, each with its Glory."""
    earned = 0
    for taken in player.gains_area:
        if taken.creature == "fairy":
            earned += rules.data["track"]["fairy"][player.fairies]
            player.fairies += 1
    return earned


def gains(rules: Rules, total: int) -> tuple[int, int]:
    """VP and Gold for the Glory of a round; past the end of the table only VP grow."""
    table = rules.data["gains"]
    top = len(table["vp"]) - 1
    if total <= top:
        return table["vp"][total], table["gold"][total]
    return table["vp"][top] + (total - top) * table["vp_past_top"], table["gold"][top]


@dataclass(frozen=True)
class Result:
    """A player's final score, part by part, and what it is worth."""

    vp_of_glory: int
    vp_of_shots: int
    vp_of_chests: int
    vp_of_hunting: int
    rank: int
    win_share: Fraction
    tie_broken: bool

    @property
    def score(self) -> int:
        return self.vp_of_glory + self.vp_of_shots + self.vp_of_chests + self.vp_of_hunting


def end_of_game(table: Table) -> list[Result]:
    """Final scoring: Chests, Hunting Board; most points win, then most Monsters, then the victory is shared."""
    rules = table.rules
    chests = [player.chests * rules.number("chest_vp") for player in table.players]
    hunting = [vp_of_hunting(rules, player) for player in table.players]
    scores = [player.score_track + c + h for player, c, h in zip(table.players, chests, hunting, strict=True)]
    monsters = [len(on_hunting_board(rules, player)) for player in table.players]
    merits = list(zip(scores, monsters, strict=True))
    winners = merits.count(max(merits))
    return [
        Result(
            vp_of_glory=player.vp_of_glory,
            vp_of_shots=player.vp_of_shots,
            vp_of_chests=chests[i],
            vp_of_hunting=hunting[i],
            rank=1 + sum(merit > merits[i] for merit in merits),
            win_share=Fraction(1, winners) if merits[i] == max(merits) else Fraction(0),
            tie_broken=scores.count(max(scores)) > winners,
        )
        for i, player in enumerate(table.players)
    ]


def on_hunting_board(rules: Rules, player: Player) -> list[str]:
    """The Monsters that count there and for the tie."""
    return [taken.creature for taken in player.hunting_board if rules.rulings.tent_hunts or not taken.by_tent]


def vp_of_hunting(rules: Rules, player: Player) -> int:
    """Only the highest step reached counts."""
    monsters = on_hunting_board(rules, player)
    reached = len(monsters)
    if rules.rulings.hunting == "glory":
        reached = sum(rules.data["creature"][monster]["glory"] for monster in monsters)
    track = rules.data["track"]
    steps = zip(track["hunting_at"], track["hunting_vp"], strict=True)
    return max((vp for needed, vp in steps if needed <= reached), default=0)
