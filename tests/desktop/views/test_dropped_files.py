"""Files and text that are dropped on the window, and games that come while a page is shown."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow


def drop(window: MainWindow, data: QMimeData) -> None:
    """As a hand does it, over the board."""
    place, button = QPointF(99, 99), Qt.MouseButton.LeftButton
    action, keys = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(place.toPoint(), action, data, button, keys)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(place, action, data, button, keys))


def test_text_may_be_dropped_on_the_window(make_window: MakeWindow) -> None:
    window = make_window()
    data = QMimeData()
    data.setText("8/8/8/8/8/8/8/K1k5 w - - 0 1")
    drop(window, data)
    assert window.services.game.state.fen.startswith("8/8/8/8/8/8/8/K1k5 w")


def test_pgn_files_may_be_dropped_on_the_window(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    path = tmp_path / "Шахматы 'x' 100%.pgn"
    path.write_text("1. d4 d5 2. c4 *\n", "utf-8")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    drop(window, data)
    qtbot.waitUntil(lambda: window.services.game.state.path == str(path))
    assert [node.san for node in window.services.game.state.game.main_line()] == ["d4", "d5", "c4"]


def test_files_that_were_copied_may_be_pasted(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    path = tmp_path / "one.pgn"
    path.write_text("1. d4 d5 2. c4 *\n")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(data)
    window.actions_by_key["paste"].trigger()
    qtbot.waitUntil(lambda: window.services.game.state.path == str(path))


def test_a_picture_on_the_clipboard_is_no_empty_text(make_window: MakeWindow) -> None:
    window = make_window()
    picture = QImage(9, 9, QImage.Format.Format_RGB32)
    QGuiApplication.clipboard().setImage(picture)
    window.actions_by_key["paste"].trigger()
    assert window.body.messages.notices[-1].accessibleName() == "The clipboard holds no text."


def test_a_game_that_is_opened_while_a_page_is_shown_comes_to_the_front(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    window = make_window()
    path = tmp_path / "one.pgn"
    path.write_text('[White "Anna"]\n\n1. e4 *\n')
    for page in (Mode.GAMES, Mode.HOME):
        window.show_mode(page)
        assert window.body.page_shown
        window.services.files.paste("1. d4 *")
        assert not window.body.page_shown
    window.show_mode(Mode.GAMES)
    window.open_files([path])
    qtbot.waitUntil(lambda: not window.body.page_shown)
    assert window.services.game.state.path == str(path) and window.body.panel.board.isVisible()
    window.show_mode(Mode.GAMES)
    window.open_files([path])
    qtbot.waitUntil(lambda: not window.body.page_shown)  # one that is open already, too
    assert len(window.services.game.tabs.titles) == 3
