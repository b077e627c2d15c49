"""Phase 3 and the end of the game: Glory, the gains table, final scoring, results rows."""

import numpy as np

from simcore.games.haversack.codes import COUNT, CUP, FAIRY, GUARDIANS, MONSTERS, NIGHT, THIEF
from simcore.games.haversack.kernel.rows import fill_row
from simcore.games.haversack.kernel.signatures import SIGNATURES
from simcore.jit import njit
from simcore.placing import place
from simcore.schema import ENDED

KINDS = len(GUARDIANS)
MOST_MONSTERS = 128  # more than there can be: makes one number of score and tie-break


@njit()
def monster_glory(rules, board):
    """Glory of the monsters in the gains area."""
    glory = np.int64(0)
    for kind in range(MONSTERS):
        glory += board.gains[kind] * rules.monster_glory[kind]
    return glory


@njit()
def fairy_glory(rules, board):
    """Glory of the Fairies in the gains area, each on the next space of the track."""
    glory = np.int64(0)
    for i in range(board.gains[FAIRY]):
        glory += rules.fairy_track[board.fairies + i]
    return glory


@njit()
def glory_vp(rules, glory):
    """VP the gains table gives for a round's Glory."""
    top = rules.top_glory
    return rules.vp[min(glory, top)] + max(0, glory - top) * rules.vp_past_top


@njit()
def glory_gold(rules, glory):
    """Gold the gains table gives for a round's Glory; it grows no more past the last column."""
    return rules.gold[min(glory, rules.top_glory)]


@njit()
def _share_vp(state, seat, glory, vp):
    """Credit a round's VP to Guardians in proportion to the Glory they brought."""
    hidden = state.hidden
    for guardian in range(KINDS):
        part = hidden.glory_now[seat, guardian] + hidden.village_glory[seat, guardian]
        if glory > 0:
            state.stats[seat].vp_by[guardian] += vp * part / glory
        hidden.glory_now[seat, guardian] = 0


@njit()
def _clear_gains(board):
    """Monsters go to the Hunting Board, Fairies to their track; Cups are turned face down."""
    for kind in range(MONSTERS):
        board.hunted[kind] += board.gains[kind]
        board.gains[kind] = 0
    board.fairies += board.gains[FAIRY]
    board.gains[FAIRY] = 0
    board.used[CUP] += board.cups
    board.cups = 0


@njit()
def close_round(rules, state, seat):
    """Phase 3 for one seat. Gold of the last round buys nothing and is not paid out."""
    public = state.public
    board, stats, now = public.board[seat], state.stats[seat], public.round - 1
    stats.glory_monsters[now] = monster_glory(rules, board)
    stats.glory_fairies[now] = fairy_glory(rules, board)
    stats.glory_villages[now] = rules.village_column[board.villages]
    stats.glory_cups[now] = board.cups * rules.cup_glory
    glory = (
        np.int64(stats.glory_monsters[now])
        + stats.glory_fairies[now]
        + stats.glory_villages[now]
        + stats.glory_cups[now]
    )
    stats.glory[now] = glory
    vp = glory_vp(rules, glory)
    board.vp += vp
    stats.vp_glory += vp
    stats.vp_by_round[now] = board.vp
    if public.round < rules.rounds:
        gold = glory_gold(rules, glory)
        board.gold += gold
        stats.gold_earned += gold
    _share_vp(state, seat, glory, vp)
    _clear_gains(board)


@njit()
def hunting_vp(rules, board):
    """VP of the Hunting Board: the highest score reached (ruling 33: by number or by Glory)."""
    reached = np.int64(0)
    for kind in range(MONSTERS):
        weight = 1 if rules.hunting == COUNT else rules.monster_glory[kind]
        reached += (board.hunted[kind] - board.spared[kind]) * weight
    vp = 0
    for step in range(rules.hunting_steps):
        if reached >= rules.hunting_at[step]:
            vp = max(vp, rules.hunting_vp[step])
    return vp


@njit()
def monsters_hunted(board):
    """Monsters that count for the tie-break."""
    count = np.int64(0)
    for kind in range(MONSTERS):
        count += board.hunted[kind] - board.spared[kind]
    return count


@njit()
def _share_hunting(stats, vp):
    """Credit the Hunting Board's VP to Guardians in proportion to the monsters they took."""
    total = 0
    for guardian in range(KINDS):
        total += stats.monsters_by[guardian]
    for guardian in range(KINDS):
        if total > 0:
            stats.vp_by[guardian] += vp * stats.monsters_by[guardian] / total


@njit()
def close_game(rules, state, seat):
    """Final scoring of one seat: Chests and Hunting Board."""
    public, stats = state.public, state.stats[seat]
    board = public.board[seat]
    stats.vp_chests = board.chests * rules.chest_vp
    stats.vp_hunting = hunting_vp(rules, board)
    stats.vp_by[THIEF] += stats.vp_chests
    _share_hunting(stats, stats.vp_hunting)
    stats.villages, stats.chests = board.villages, board.chests
    stats.gold_left = board.gold
    for guardian in range(KINDS):
        stats.night[guardian] = public.face[guardian] == NIGHT


@njit(SIGNATURES.record)
def record(rules, state, rows):
    """Fill the rows of a finished game, one a seat, in seat order."""
    public = state.public
    for seat in range(public.players):
        row, stats = rows[seat], state.stats[seat]
        fill_row(row, stats)
        row.outcome, row.rounds = ENDED, public.round
        row.score = stats.vp_glory + stats.vp_shots + stats.vp_chests + stats.vp_hunting
        state.hidden.merit[seat] = row.score * MOST_MONSTERS + monsters_hunted(public.board[seat])
    place(rows, state.hidden.merit)
