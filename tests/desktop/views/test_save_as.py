"""*Save as* onto a file that exists: its games stay, unless the user wants them replaced."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from desktop.views.main_window import MainWindow
from engine.pgn.reader import read_games
from tests.desktop.views.conftest import MakeWindow

THREE = "\n\n".join(f'[White "Player{number}"]\n[Result "*"]\n\n1. Nf3 *' for number in range(3)) + "\n"


def players(path: Path) -> list[str]:
    return [game.header("White") for game in read_games(path)]


def save_to(window: MainWindow, path: Path) -> None:
    window.actions_by_key["save_as"].trigger()
    dialog = next(found for found in window.findChildren(QFileDialog) if found.defaultSuffix() == "pgn")
    dialog.fileSelected.emit(str(path))
    dialog.reject()


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("Add the game", ["Player0", "Player1", "Player2", "Anna"]),
        ("Replace everything", ["Anna"]),
        ("Cancel", ["Player0", "Player1", "Player2"]),
    ],
)
def test_a_file_of_three_games_is_asked_about_before_it_is_replaced(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, answer: str, found: list[str]
) -> None:
    """The question was Qt's own, “Do you want to replace it?”; with yes three games were gone, and nothing undid it."""
    window, path = make_window(), tmp_path / "three.pgn"
    path.write_text(THREE)
    games = window.services.game
    games.play_move("e2e4")
    games.set_headers({"White": "Anna"})
    save_to(window, path)
    box = next(one for one in window.findChildren(QMessageBox) if one.isVisible())
    assert box.text().startswith("three.pgn exists already.") and box.defaultButton().text() == "Add the game"
    button = next(one for one in box.buttons() if one.text().replace("&", "") == answer)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: players(path) == found, timeout=10_000)
    if answer == "Cancel":
        assert not games.state.path
        return
    qtbot.waitUntil(lambda: games.state.path == str(path), timeout=10_000)
    games.play_move("e7e5")
    window.actions_by_key["save"].trigger()
    qtbot.waitUntil(lambda: "e5" in path.read_text(), timeout=10_000)
    assert players(path) == found, "it is saved in its place from now on"


def test_the_file_of_the_game_alone_is_written_without_a_question(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    window, path = make_window(), tmp_path / "own.pgn"
    window.services.game.play_move("e2e4")
    save_to(window, path)
    qtbot.waitUntil(lambda: window.services.game.state.path == str(path), timeout=10_000)
    window.services.game.play_move("e7e5")
    save_to(window, path)
    qtbot.waitUntil(lambda: "e5" in path.read_text(), timeout=10_000)
    assert not [box for box in window.findChildren(QMessageBox) if box.isVisible()]
