"""What an uninterrupted run leaves."""

from __future__ import annotations

import pytest

from tests.resume.runs import files, play


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "run"
    play(folder)
    return files(folder)
