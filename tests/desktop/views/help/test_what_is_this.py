"""What is this?: every control of every page and dialog has an answer, from the texts that exist."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.views.help.answers import chapter_of, help_for
from desktop.views.help.bubble import Bubble
from desktop.views.help.what_is_this import WhatIsThis
from desktop.views.main_window import MainWindow
from desktop.views.window.handbook_dialog import HandbookDialog, chapter_title, chapters, passage
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.panels import PANELS
from tests.desktop import looks
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_looks import DIALOGS, opened

CHAPTERS = {chapter.stem for chapter in chapters("en")}


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    made = make_window(width=1280, height=800)
    made.services.game.play_move("e2e4")
    return made


def controls(root: QWidget) -> Iterator[QWidget]:
    """Every control in sight that a person can click or reach by Tab."""
    for widget in root.findChildren(QWidget):
        if widget.isVisibleTo(root) and isinstance(widget, looks.NAMED) and not looks.is_inner(widget):
            yield widget


def button_of(window: MainWindow, action: str) -> QToolButton:
    """The button below the board for an action."""
    buttons = window.body.controls.findChildren(QToolButton)
    return next(button for button in buttons if button.defaultAction() is window.actions_by_key[action])


def ended(mode: WhatIsThis) -> bool:
    """Whether clicks act again."""
    return mode.bubble is None


def unanswered(root: QWidget) -> list[str]:
    """Controls whose answer has no name, names no chapter, or leaves out their own tool tip or description."""
    found = []
    for widget in controls(root):
        answer = help_for(widget)
        said = "\n".join((answer.name, *answer.sentences)).casefold()
        own = [text for text in (widget.toolTip(), widget.accessibleDescription()) if text]
        whole = all(text.casefold().partition(" (")[0] in said for text in own)
        if not answer.name or answer.chapter not in CHAPTERS or not whole:
            found.append(f"{type(widget).__name__} {widget.accessibleName()!r}: {answer}")
    return found


def test_every_control_of_every_page_and_panel_has_an_answer(window: MainWindow) -> None:
    asked = 0
    for page in PAGES:
        window.show_mode(page)
        QApplication.processEvents()
        assert unanswered(window) == [], page
        asked += len(list(controls(window)))
    for panel in PANELS:
        window.show_mode(panel.modes[0])
        window.body.side.show_panel(panel.key)
        QApplication.processEvents()
        assert unanswered(window.body.side) == [], panel.key
        asked += len(list(controls(window.body.side)))
    assert asked > 200


def test_every_control_of_every_dialog_has_an_answer(window: MainWindow) -> None:
    for key in DIALOGS:
        dialog = opened(window, key)
        assert list(controls(dialog)) and unanswered(dialog) == [], key
        dialog.close()
        QApplication.processEvents()


def test_an_answer_quotes_the_tool_tip_and_the_handbook(window: MainWindow) -> None:
    answer = help_for(button_of(window, "take_back"))
    assert answer.name == "Take back" and answer.sentences[0] == "Take back (Backspace)"
    assert answer.chapter == "01-first-game" and "Backspace takes a move back." in answer.sentences[1:]
    said = passage("Counts for my Elo", "", "02-opponents")
    assert "Counts for my Elo" in said and len(said) > 40 and "*" not in said and "`" not in said
    assert passage("no such label", "", "03-review") == ""


def test_a_control_belongs_to_the_chapter_of_its_room(window: MainWindow) -> None:
    chapters_of = {"review": "03-review", "analysis": "04-analysis", "book": "05-book", "game": "01-first-game"}
    for panel in PANELS:
        if panel.key in chapters_of:
            window.show_mode(panel.modes[0])
            window.body.side.show_panel(panel.key)
            shown = window.body.side.panel(panel.key)
            assert shown is not None and chapter_of(shown) == chapters_of[panel.key], panel.key
    assert chapter_title("05-book") and chapter_title("no such") == ""


def test_the_key_answers_and_a_click_asks_without_doing_anything(window: MainWindow) -> None:
    window.activateWindow()
    board = window.body.panel.board
    board.setFocus()
    QTest.keyClick(board, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    mode = window.findChild(WhatIsThis)
    assert mode is not None and mode.bubble is not None and mode.bubble.isVisible()
    first = mode.bubble.heading.text()
    done: list[bool] = []
    window.actions_by_key["back"].triggered.connect(lambda: done.append(True))
    button = button_of(window, "back")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert mode.bubble.heading.text() == "Previous move" != first and not done
    QTest.keyClick(button, Qt.Key.Key_Escape)
    assert ended(mode) and QApplication.overrideCursor() is None
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done, "afterwards a click acts again"


def test_f1_opens_the_handbook_at_the_chapter(window: MainWindow) -> None:
    window.activateWindow()
    mode = window.findChild(WhatIsThis)
    assert mode is not None
    mode.begin()
    window.show_mode(Mode.BOOK)
    window.body.side.show_panel("book")
    book = window.body.side.panel("book")
    assert book is not None
    mode._answer(book)
    QTest.keyClick(window.body.panel.board, Qt.Key.Key_F1)
    handbook = window.findChild(HandbookDialog)
    assert handbook is not None and handbook.list.currentItem().text() == chapter_title("05-book")
    handbook.close()


def test_the_key_works_in_a_dialog(window: MainWindow) -> None:
    dialog = opened(window, "settings")
    QApplication.processEvents()
    focused = dialog.focusWidget()
    assert focused is not None
    QTest.keyClick(focused, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    mode = window.findChild(WhatIsThis)
    assert mode is not None and mode.bubble is not None and mode.bubble.heading.text()
    asked = mode.bubble.heading.text()
    QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert mode.bubble.heading.text() != asked, "Tab asks about the next control"
    assert not looks.cut_texts(mode.bubble)
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Escape)
    assert ended(mode) and dialog.isVisible(), "Escape ends the questions first"
    dialog.reject()
    assert isinstance(dialog, QDialog)


def test_the_tour_has_five_bubbles_and_can_be_skipped(window: MainWindow) -> None:
    window.activateWindow()
    window.actions_by_key["tour"].trigger()
    seen, boards = [], window.body.panel.board.geometry()
    while bubbles := [one for one in window.findChildren(Bubble) if one.isVisible()]:
        bubble = bubbles[0]
        seen.append(bubble.heading.text())
        assert window.rect().contains(bubble.geometry()) and looks.cut_texts(bubble) == []
        assert window.body.panel.board.geometry() == boards
        assert bubble.last.text() == f"{len(seen)} of 5"
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert len(seen) == len(set(seen)) == 5
    assert window.focusWidget() is window.body.panel.board
    window.actions_by_key["tour"].trigger()
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert not [one for one in window.findChildren(Bubble) if one.isVisible()]


def test_escape_ends_the_tour_while_the_board_has_the_focus(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    window.start_game()
    window.activateWindow()
    window.action_groups.hints.begin(Mode.PLAY)
    board = window.body.panel.board
    board.setFocus()
    qtbot.waitUntil(board.hasFocus)
    QTest.keyClick(board, Qt.Key.Key_Escape)
    assert not [one for one in window.findChildren(Bubble) if one.isVisible()]


def test_the_tour_comes_once_and_blocks_nothing(make_window: MakeWindow) -> None:
    window = make_window(width=1280, height=800)
    window.start_game()
    window.action_groups.hints.begin(Mode.PLAY)
    bubble = next(one for one in window.findChildren(Bubble) if one.isVisible())
    assert not bubble.geometry().intersects(
        window.body.panel.board.rect().translated(window.body.panel.board.mapTo(window, window.rect().topLeft()))
    ), "the first bubble leaves the whole board in sight"
    assert bubble.findChildren(QLabel)
    window.services.match.user_move("e2e4")
    assert bubble.isVisible()
    window.show_mode(Mode.GAMES)
    QApplication.processEvents()
    assert not bubble.isVisible(), "a page covers the board"
    window.show_mode(Mode.PLAY)
    assert not [one for one in window.findChildren(Bubble) if one.isVisible()]


def test_the_tour_ends_where_the_user_goes_elsewhere(window: MainWindow) -> None:
    """“The board” lay over “White, all openings” on the page Train."""
    for mode in (Mode.TRAIN, Mode.BOOK, Mode.GAMES):
        window.actions_by_key["tour"].trigger()
        assert [one for one in window.findChildren(Bubble) if one.isVisible()]
        window.show_mode(mode)
        assert not [one for one in window.findChildren(Bubble) if one.isVisible()], mode


def test_a_menu_that_the_start_shows_later_has_its_bubble_too(window: MainWindow) -> None:
    window.activateWindow()
    window.menuBar().hide()
    window.actions_by_key["tour"].trigger()
    bubble = next(one for one in window.findChildren(Bubble) if one.isVisible())
    assert bubble.last.text() == "1 of 5"
    window.menuBar().show()
    for _ in range(4):
        QTest.keyClick(window.focusWidget(), Qt.Key.Key_Space)
    assert bubble.isVisible() and bubble.last.text() == "5 of 5"
