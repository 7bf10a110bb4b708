"""Where notices lie: not over the buttons that they speak of."""

from pathlib import Path

from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.errors import Message, Severity
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.games.games_page import GamesPage
from desktop.views.window.mode_bar import Mode
from engine.ground.text import plain
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeWindow


def on_screen(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())


def test_a_notice_in_training_leaves_the_buttons_of_the_panel_free(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """Two of them hid Train for twelve seconds, on the way that docs/first-steps.md counts."""
    window = make_window(width=1264, height=752, library=Library(tmp_path / "user.ratsubook", None, None))
    window.start_game()
    window.services.files.set_position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1")
    window.services.game.play_move("d1d7")
    window.show_mode(Mode.TRAIN)
    window.services.openings.add("White", True, START_FEN)
    panel = window.body.side.panel("openings")
    assert isinstance(panel, OpeningTrainerView)
    train = panel.choice.train
    qtbot.waitUntil(train.isVisible)
    qtbot.wait(50)
    for text in ("Added to your book.", "Positions come back just before you would forget them."):
        window.body.messages.tell(Message(Severity.INFORMATION, plain(text)))
    qtbot.waitUntil(lambda: window.body.messages.height() > 80)
    assert not on_screen(window.body.messages).intersects(on_screen(train))
    window.show_mode(Mode.PLAY)
    foot = on_screen(window.body.side).bottom()
    qtbot.waitUntil(lambda: on_screen(window.body.messages).bottom() == foot)


def test_a_notice_on_the_page_of_games_leaves_its_buttons_free(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """The hint of the page hid Back to the board."""
    window = make_window(width=1264, height=752)
    path = tmp_path / "two.pgn"
    path.write_text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 *\n', encoding="utf-8")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: window.findChild(GamesPage) is not None, timeout=10_000)
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    qtbot.waitUntil(page.isVisible)
    window.body.messages.tell(Message(Severity.INFORMATION, plain("Enter opens a game in a tab.")))
    qtbot.waitUntil(lambda: window.body.messages.height() > 40)
    buttons = [button for button in page.findChildren(QPushButton) if button.isVisible()]
    assert buttons and not any(on_screen(window.body.messages).intersects(on_screen(button)) for button in buttons)
