"""The board drawn at each step: every decision has its picture, and other games refuse in one line."""

from pathlib import Path

import numpy as np
import pytest

from meeplelab import api, pictures
from reports.board import Sheet
from simcore.errors import MeepleError
from simcore.games.haversack import describe
from simcore.games.haversack.codes import FOX, GUIDE
from simcore.games.haversack.picture import drawn, words
from simcore.games.haversack.rules import board_in_force, cell_set
from simcore.games.haversack.state import BOARD
from simcore.registry import game


def test_replay_draws_every_decision_and_the_end(tmp_path: Path) -> None:
    frame = api.replay(
        "haversack", players=1, strategies="random", changes={"structure.rounds": 1}, png=tmp_path / "pictures"
    )
    names = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    steps = [name for name in names if name.startswith("step-")]
    assert len(steps) == len(frame) > 3
    assert len(names) == len(steps) + 1
    assert all((tmp_path / "pictures" / name).read_bytes().startswith(b"\x89PNG") for name in names)


def test_a_full_folder_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    (tmp_path / "old.png").write_bytes(b"")
    with pytest.raises(MeepleError, match=r"^png: .* is not empty"):
        api.replay("haversack", players=1, png=tmp_path)


def test_a_game_without_a_board_refuses() -> None:
    with pytest.raises(MeepleError, match=r"^png: watchmen has no board to draw; leave --png out"):
        pictures.illustrator(game("watchmen"))


def test_what_stands_on_a_cell_covers_what_is_printed_there() -> None:
    board = board_in_force(game("haversack").load_rules(None, {}))
    now = np.zeros(1, BOARD)[0]
    hut, village, other = board.find("hC"), board.find("v0"), board.find("hE")
    now["creature"][FOX] = cell_set([hut])
    now["guardian"][GUIDE] = cell_set([village])
    now["ruin"] = cell_set([village, board.find("v1")])
    shown = drawn(board, now)
    assert len(shown.grounds) == board.rows
    assert {len(row) for row in shown.grounds} == {board.cols}
    assert shown.marks[divmod(hut, board.cols)] == ("fx", "foe")
    assert shown.marks[divmod(village, board.cols)] == ("@G", "piece")
    assert shown.marks[divmod(board.find("v1"), board.cols)] == ("vv", "good")
    assert shown.marks[divmod(other, board.cols)] == ("hE", "note")
    row, column = divmod(board.find("CC"), board.cols)
    assert shown.grounds[row][column] == "castle"


def test_every_mark_on_the_board_has_its_legend() -> None:
    """Two letters a cell: each that can stand there is explained at the head of a replay."""
    explained = " ".join(describe.legend())
    board = np.zeros(1, BOARD)[0]
    ground = {word[0] for word in drawn_words(board)}
    assert {"C", ".", "^", "~", "h", "g"} <= ground
    for mark in ("CC", "..", "^^", "~~", "hA", "g1", "vv", "VV", "$$", "/\\", "fx", "cr", "pg", "fy", "@G", "@H"):
        assert mark in explained


def drawn_words(board: np.void) -> list[str]:
    """The shipped board's cells as a replay shows them."""
    spec = game("haversack")
    return words(board_in_force(spec.load_rules(None, {})), board)


@pytest.mark.parametrize("there", [False, True])
@pytest.mark.parametrize(
    ("error", "seen"), [(OSError(28, "No space left on device"), MeepleError), (KeyboardInterrupt(), KeyboardInterrupt)]
)
def test_pictures_that_are_not_all_drawn_do_not_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, seen: type[BaseException], there: bool
) -> None:
    folder = tmp_path / "pictures"
    if there:
        folder.mkdir()
    held: list[int] = []

    def save(_: Sheet, *rest: object) -> None:
        where = rest[-1]
        assert isinstance(where, Path)
        where.write_bytes(b"half")
        if where.name == "step-0003.png":
            held.append(len(list(folder.iterdir())))
            raise error

    monkeypatch.setattr(Sheet, "save", save)
    with pytest.raises(seen):
        api.replay("haversack", players=1, strategies="random", changes={"structure.rounds": 1}, png=folder)
    assert held == [3]
    assert list(tmp_path.rglob("*")) == ([folder] if there else [])
