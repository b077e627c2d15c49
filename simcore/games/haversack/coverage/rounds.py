"""Witnesses: Glory, Recruitment, the end of the round and of the game."""

from __future__ import annotations

from simcore.coverage import Book, Closing, Scene
from simcore.games.haversack.codes import K_BUY, MONSTERS
from simcore.games.haversack.coverage.table import (
    KINDS,
    cells,
    closes,
    ends_round,
    fairies,
    guardians,
    members,
    monsters,
)

GLORY = Book("Phase 3 (Glory)")
RECRUIT = Book("Phases 4 and 5 (Recruitment, End of Round)")
END = Book("End of the game")
WORTH = (1, 2, 3)
"""Glory of a Fox, a Crocodile, a Pig."""
SHARED = ONE_EACH = ONE_ROUND = COUNT = 0


def _seats(scene: Scene) -> range:
    return range(scene.rules.players) if closes(scene) else range(0)


def _glory(scene: Scene, seat: int, name: str) -> int:
    """Glory of a kind that a seat has in the Phase 3 this step leads to."""
    return int(getattr(scene.after.stats[seat], name)[scene.before.public.round - 1])


@GLORY.step("glory.monsters", "move", "act")
def monster_glory(scene: Scene) -> bool:
    """Monsters of the gains area bring 1, 2 or 3 Glory each and go to the Hunting Board."""
    for seat in _seats(scene):
        before, after = scene.before.public.board[seat], scene.after.public.board[seat]
        moved = [after.hunted[kind] - before.hunted[kind] for kind in range(MONSTERS)]
        worth = sum(number * glory for number, glory in zip(moved, WORTH, strict=True))
        if worth == _glory(scene, seat, "glory_monsters") > 0 and sum(moved) > 1 and not sum(after.gains):
            return True
    return False


@GLORY.step("glory.fairies", "move", "act")
def fairy_glory(scene: Scene) -> bool:
    """Fairies bring what the next spaces of their track say, some having been filled before."""
    for seat in _seats(scene):
        first, last = scene.before.public.board[seat].fairies, scene.after.public.board[seat].fairies
        worth = sum(scene.rules.fairy_track[first:last])
        if 0 < first < last and worth == _glory(scene, seat, "glory_fairies"):
            return True
    return False


@GLORY.step("glory.villages", "move", "act")
def village_glory(scene: Scene) -> bool:
    """Villages repaired in earlier rounds bring the number on the lowest visible space again."""
    for seat in _seats(scene):
        number, now = scene.after.public.board[seat].villages, scene.before.public.round - 1
        old = scene.before.stats[seat].glory_villages[now - 1] if now else 0
        if old and _glory(scene, seat, "glory_villages") == scene.rules.village_column[number]:
            return True
    return False


def _gained(scene: Scene, seat: int) -> tuple[int, int, int]:
    """Glory, VP and Gold of a seat in Phase 3."""
    before, after = scene.before, scene.after
    vp = after.stats[seat].vp_glory - before.stats[seat].vp_glory
    return _glory(scene, seat, "glory"), vp, after.public.board[seat].gold - before.public.board[seat].gold


@GLORY.step("glory.table", "move", "act")
def table(scene: Scene) -> bool:
    """VP and Gold are those of the gains table; the Gold of the last round is not paid."""
    rules, last = scene.rules, scene.before.public.round == scene.rules.rounds
    for seat in _seats(scene):
        glory, vp, gold = _gained(scene, seat)
        if 0 < glory <= rules.top_glory and vp == rules.vp[glory] > 0 and gold == (0 if last else rules.gold[glory]):
            return True
    return False


@GLORY.step("glory.past-top", "move", "act")
def past_top(scene: Scene) -> bool:
    """More than 15 Glory: a VP for each more, and no more Gold."""
    rules = scene.rules
    for seat in _seats(scene):
        glory, vp, gold = _gained(scene, seat)
        if glory > 15 and vp == rules.vp[15] + glory - 15 and gold in (0, rules.gold[15]):
            return True
    return False


@RECRUIT.step("recruit.last-round", "move", "act")
def last_round(scene: Scene) -> bool:
    """After Phase 3 of the last round nobody recruits, though somebody has Gold."""
    over = closes(scene) and scene.before.public.round == scene.rules.rounds
    return bool(over and scene.after_decision == "" and any(board.gold for board in scene.after.public.board))


@RECRUIT.step("recruit.buys", "recruit")
def buys(scene: Scene) -> bool:
    """A Guardian goes into the bag for its cost; what is not spent is kept."""
    if scene.choice.kind != K_BUY:
        return False
    seat, kind = scene.seat, scene.choice.a
    cost = scene.rules.tile[scene.before.public.face[kind]][kind].cost
    left = scene.before.public.board[seat].gold - cost
    bags = scene.before.private[seat].bag[kind] + 1, scene.after.private[seat].bag[kind]
    return bool(left > 0 and scene.after.public.board[seat].gold == left and bags[0] == bags[1])


@RECRUIT.step("recruit.supply", "recruit", keys=("supply",))
def supply(scene: Scene) -> bool:
    """A Guardian that could be paid for is not on offer, as its tokens are used up; by the switch it is."""
    public, offered = scene.before.public, {option.a for option in scene.offers(K_BUY)}
    gone = {
        kind
        for kind in KINDS
        if public.supply[kind] <= 0 and scene.rules.tile[public.face[kind]][kind].cost <= public.board[scene.seat].gold
    }
    return bool(gone) and (not gone & offered if scene.rules.supply == SHARED else gone <= offered)


@RECRUIT.step("recruit.turns", "recruit", keys=("recruit_order",))
def turns(scene: Scene) -> bool:
    """Who has the fewest VP begins, and after one Guardian the next has its turn; by the switch it goes on."""
    public, players = scene.before.public, scene.rules.players
    if scene.choice.kind != K_BUY or players < 2 or sum(public.done[:players]):
        return False
    order = public.order[:players]
    points = [public.board[seat].vp for seat in order]
    here = order.index(scene.seat)
    following = order[(here + 1) % players] if scene.rules.recruit_order == ONE_EACH else scene.seat
    return bool(points == sorted(points) and points[0] < points[-1] and scene.after.public.seat == following)


@RECRUIT.step("recruit.tents", "recruit", keys=("tent_life",))
def tents(scene: Scene) -> bool:
    """Old Tents go, beneath Guides come new ones; by the switch the old ones stay."""
    if not ends_round(scene):
        return False
    for seat in range(scene.rules.players):
        before, after = scene.before.public.board[seat], scene.after.public.board[seat]
        new = sum(
            cells(before.guardian[kind])
            for kind in KINDS
            if scene.rules.tile[scene.before.public.face[kind]][kind].tents
        )
        old = cells(before.tent)
        kept = 0 if scene.rules.tent_life == ONE_ROUND else old
        if old & ~new and new and cells(after.tent) == new | kept:
            return True
    return False


@RECRUIT.step("recruit.bag", "recruit")
def bag(scene: Scene) -> bool:
    """Every Guardian on the board and aside is in the bag again, but for the one then drawn."""
    if not ends_round(scene):
        return False
    seat, before, after = scene.after.public.seat, scene.before, scene.after
    board = before.public.board[seat]
    on_board = [len(list(members(cells(board.guardian[kind])))) + board.aside[kind] for kind in KINDS]
    back = list(after.private[seat].bag)
    back[after.public.guardian] += 1
    bought = scene.choice.a if scene.choice.kind == K_BUY and scene.seat == seat else -1
    due = [before.private[seat].bag[kind] + on_board[kind] + (kind == bought) for kind in KINDS]
    return back == due and sum(on_board) > 0 and not guardians(after.public.board[seat])


@RECRUIT.step("recruit.fairies", "recruit")
def fairies_leave(scene: Scene) -> bool:
    """Fairies left over are gone with the end of the round; monsters, Chests and Villages stay."""
    if not ends_round(scene):
        return False
    for seat in range(scene.rules.players):
        before, after = scene.before.public.board[seat], scene.after.public.board[seat]
        gone = fairies(before) and not fairies(before) & fairies(after)
        stay = monsters(before) and not monsters(before) & ~monsters(after)
        if gone and stay and before.chest == after.chest and before.ruin == after.ruin:
            return True
    return False


@END.end("end.round")
def last(closing: Closing) -> bool:
    """The game ends with Phase 3 of round 5, and the Glory of that round counts."""
    public = closing.state.public
    return bool(public.round == 5 and any(row.glory[4] for row in closing.rows) and public.seat < 0)


@END.end("end.chests")
def chests(closing: Closing) -> bool:
    """Opened Chests bring 2 VP each."""
    return any(row.vp_chests == 2 * row.chests > 0 for row in closing.rows)


def _step(closing: Closing, reached: int) -> int:
    """VP of the highest step of the Hunting Board that is reached."""
    rules = closing.rules
    steps = zip(rules.hunting_at[: rules.hunting_steps], rules.hunting_vp[: rules.hunting_steps], strict=True)
    return max([0, *(int(vp) for at, vp in steps if at <= reached)])


@END.end("end.hunting", keys=("hunting",))
def hunting(closing: Closing) -> bool:
    """The Hunting Board brings the VP of its highest step by the number of monsters; by the switch by their Glory."""
    for seat, row in enumerate(closing.rows):
        board = closing.state.public.board[seat]
        counted = [board.hunted[kind] - board.spared[kind] for kind in range(MONSTERS)]
        number = _step(closing, sum(counted))
        glory = _step(closing, sum(each * worth for each, worth in zip(counted, WORTH, strict=True)))
        if row.vp_hunting == (number if closing.rules.hunting == COUNT else glory) > 0 and number != glory:
            return True
    return False


def _hunters(closing: Closing) -> tuple[list[int], list[int]]:
    """Seats with the highest score, and those of them with the most monsters."""
    return closing.best([sum(board.hunted) - sum(board.spared) for board in closing.state.public.board])


@END.end("tie.monsters")
def tie(closing: Closing) -> bool:
    """Of several with the highest score the one who has eliminated the most monsters wins."""
    tied, best = _hunters(closing)
    return len(tied) > len(best) == 1 and bool(closing.rows[best[0]].win_share == 1)


@END.end("tie.shared")
def shared(closing: Closing) -> bool:
    """Several with the highest score and equally many monsters share the win."""
    return closing.shares(_hunters(closing)[1])
