""" "Game Rules": rounds of turns, up to the "End of the game"."""

from __future__ import annotations

from tests.naive.watchmen.round_end import draft, swap
from tests.naive.watchmen.scoring import Score, score
from tests.naive.watchmen.step1 import step_1
from tests.naive.watchmen.step2 import step_2
from tests.naive.watchmen.table import Asking, Table, Turn


def play(table: Table) -> Asking[list[Score]]:
    """A whole game from a table set up; stops at every decision, returns the scores."""
    while True:
        yield from play_round(table)
        # a 7th Watchman ends the game with the round; a game without one is stopped (I3)
        if table.last_round or table.round >= table.rules.switch["max_rounds"]:
            return score(table)
        if len(table.players) > 2:
            yield from draft(table)
        else:
            swap(table)
            table.starter = 1 - table.starter  # the start alternates (F1)


def play_round(table: Table) -> Asking[None]:
    """Every player takes one turn, clockwise from the first player."""
    table.round += 1
    for player in table.players:
        player.played = ""
        player.had_turn = player.immune = player.poisoned = player.kept_shield = False
    for player in table.clockwise(table.starter):
        player.had_turn = True
        table.turn = Turn(player.seat)
        yield from step_1(table, player)
        yield from step_2(table, player)
