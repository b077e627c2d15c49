"""The list of faults is sound, and each of them is caught by a proof."""

from pathlib import Path

import pytest

from tests.mutations import LIST, ROOT, Mutation, caught_by, read

MUTATIONS = read(LIST.read_text())


def test_there_are_enough_in_both_games() -> None:
    text = LIST.read_text()
    assert len(MUTATIONS) == text.count("\n## ")
    assert [one.number for one in MUTATIONS] == list(range(1, len(MUTATIONS) + 1))
    assert len(MUTATIONS) >= 15
    for game in ("watchmen", "haversack"):
        assert sum(one.game == game for one in MUTATIONS) >= 5


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: str(one.number))
def test_its_place_is_there(mutation: Mutation, tmp_path: Path) -> None:
    file = tmp_path / mutation.path
    file.parent.mkdir(parents=True)
    file.write_text((ROOT / mutation.path).read_text())
    mutation.plant(tmp_path)
    changed = file.read_text()
    assert mutation.after in changed
    compile(changed, mutation.path, "exec")
    with pytest.raises(ValueError, match="stand 0 times"):
        mutation.plant(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["watchmen", "haversack"])
def test_nothing_is_caught_where_nothing_is_wrong(game: str) -> None:
    assert caught_by(None, game) is None


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: str(one.number))
def test_it_is_caught(mutation: Mutation) -> None:
    assert caught_by(mutation, mutation.game) is not None
