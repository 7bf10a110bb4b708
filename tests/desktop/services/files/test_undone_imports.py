"""An import is one step of undo in the list of its collection."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.desktop.services.conftest import Make
from tests.desktop.services.files.test_working_collections import GAMES, fill, path_of, text, whites


def test_an_import_is_undone_in_the_list_with_the_games_that_it_completed(
    make: Make, qtbot: QtBot, tmp_path: Path
) -> None:
    services = make().services
    fill(path_of(services), tmp_path)
    services.collection.list_games()
    qtbot.waitUntil(lambda: services.lists.state.total == 4 and not services.lists.state.loading)
    path, before = path_of(services), [text(path_of(services), number) for number in range(1, 5)]
    noted = GAMES.replace("1. e4 e5", "1. e4 {the best} e5").replace('"Cid"', '"Zoe"')
    (tmp_path / "noted.pgn").write_text(noted + '[White "Fay"]\n\n1. b3 b6 *\n')
    with qtbot.waitSignal(services.collection.grown):
        services.collection.import_files([tmp_path / "noted.pgn"])
    qtbot.waitUntil(lambda: services.lists.state.total > 4)
    assert str(services.lists.state.undo) == "importing noted.pgn"
    assert "the best" in text(path, 1)
    after = whites(path)
    services.lists.take_back()
    qtbot.waitUntil(lambda: services.lists.state.total == 4)
    assert [text(path, number) for number in range(1, 5)] == before
    services.lists.take_back(back=False)
    qtbot.waitUntil(lambda: services.lists.state.total == len(after))
    assert whites(path) == after and "the best" in text(path, 1)
    services.lists.take_back()
    qtbot.waitUntil(lambda: services.lists.state.total == 4)
    with qtbot.waitSignal(services.collection.grown):
        services.collection.import_files([tmp_path / "noted.pgn"])
    assert services.collection.state.imported[-1].report.added == len(after) - 4 and whites(path) == after
