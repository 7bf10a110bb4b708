"""The first games of a new user find a collection."""

import shutil
from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.desktop.services.conftest import Make
from tests.desktop.services.files.test_working_collections import GAMES, path_of, whites


def test_games_of_a_file_are_copied_to_the_collection_of_a_new_user(make: Make, qtbot: QtBot, tmp_path: Path) -> None:
    found = make().services
    path = path_of(found)
    shutil.rmtree(path.parent, ignore_errors=True)  # as before the first import
    (tmp_path / "four.pgn").write_text(GAMES)
    found.lists.open(tmp_path / "four.pgn")
    qtbot.waitUntil(lambda: found.lists.state.total == 4 and not found.lists.state.loading)
    found.edits.send([1, 3], path, move=False)
    qtbot.waitUntil(lambda: path.exists() and whites(path) == ["Cid", "Eve"])
