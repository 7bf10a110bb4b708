"""What a user without a mouse and one with a screen reader rely on: Tab, Enter, and what is announced."""

from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.drill import DrillPhase
from desktop.views.actions.spoken_actions import SpokenActions
from desktop.views.analysis.tactics_page import TacticsPage
from desktop.views.book import book_rows
from desktop.views.kit import drill_panel, messages
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import form_of
from desktop.views.kit.layouts import in_column, scrolled
from desktop.views.setup.chips import Chips
from desktop.views.window.mode_bar import Mode
from engine.drill.sources.puzzles import PuzzleSelection
from tests.books.helpers import line
from tests.desktop.views.book.test_book_panel import panel, wait_for_book
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_games_page import page_of, page_shown


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is given to speak."""
    heard: list[str] = []
    for module in (messages, drill_panel, book_rows):
        monkeypatch.setattr(module, "announce", lambda _widget, text: heard.append(text))
    return heard


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_enter_presses_the_button_with_the_focus_in_a_panel(make_window: MakeWindow, qtbot: QtBot, key: Qt.Key) -> None:
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page = window.body.side.panel("tactics")
    assert isinstance(page, TacticsPage)
    window.activateWindow()
    page.train.setFocus()
    qtbot.waitUntil(page.train.hasFocus)
    QTest.keyClick(page.train, key)
    qtbot.waitUntil(lambda: window.services.tactics.state.phase is DrillPhase.ASKING)


def test_tab_goes_from_the_tabs_into_the_panel(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    window.activateWindow()
    side = window.body.side
    for mode in (Mode.ANALYSE, Mode.BOOK, Mode.TRAIN):
        window.show_mode(mode)
        side.stack.menu_button.setFocus()
        qtbot.waitUntil(side.stack.menu_button.hasFocus)
        QTest.keyClick(side.stack.menu_button, Qt.Key.Key_Tab)
        panel_in_front, stop = side.panel(side.stack.current), QApplication.focusWidget()
        assert stop is not None and panel_in_front is not None and panel_in_front.isAncestorOf(stop), mode


def test_a_scrolled_form_is_no_stop_of_its_own_and_a_scrolled_text_is(qtbot: QtBot) -> None:
    page, text = QWidget(), QWidget()
    in_column(push_button("OK"), inside=page)
    in_column(messages.plain_label("long"), inside=text)
    for widget in (page, text):
        qtbot.addWidget(area := scrolled(widget))
        assert isinstance(area, QScrollArea)
        assert bool(area.focusPolicy() & Qt.FocusPolicy.TabFocus) is (widget is text)


def test_tab_goes_to_the_chosen_chip_alone_which_is_one_of_several(qtbot: QtBot) -> None:
    chips = Chips("Clock", [("1 + 0", 1), ("10 + 5", 10), ("none", 0)])
    qtbot.addWidget(chips)
    chips.choose(10)
    stops = [
        button.text() for button in chips.findChildren(QPushButton) if button.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    assert stops == ["10 + 5"]
    roles = {QAccessible.queryAccessibleInterface(button).role() for button in chips.findChildren(QPushButton)}
    assert roles == {QAccessible.Role.RadioButton}


def test_a_field_is_named_without_the_mark_of_its_key(qtbot: QtBot) -> None:
    page, field = QWidget(), QLineEdit()
    page.setLayout(form_of(("Your &name & rating", field), ("A && B", QLineEdit())))
    qtbot.addWidget(page)
    assert field.accessibleName() == "Your name  rating"


def test_a_row_of_games_is_named_by_its_game(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, path = make_window(), tmp_path / "two.pgn"
    tags = '[White "Tal"]\n[Black "Anand"]\n[Date "1999.01.02"]\n[Result "1-0"]\n[Event "Riga"]\n'
    path.write_text(f"{tags}\n1. e4 1-0\n\n1. d4 *\n")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: page_shown(window) and page_of(window).table.games.rowCount() == 2)
    model = page_of(window).table.games
    role = Qt.ItemDataRole.AccessibleTextRole
    assert model.data(model.index(0, 0), role) == "1, Tal – Anand, 1–0, 02/01/1999, Riga"
    assert model.data(model.index(1, 0), role) == "2"
    assert model.data(model.index(0, 1), role) == "Tal"


def test_question_hint_and_grade_of_a_training_are_announced_once(
    make_window: MakeWindow, qtbot: QtBot, said: list[str]
) -> None:
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    page, trainer = window.body.side.panel("tactics"), window.services.tactics
    assert isinstance(page, TacticsPage)
    trainer.begin(PuzzleSelection(theme="mateIn2"))
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    assert said[-1].startswith(page.heading.text()) and page.heading.text()
    trainer.show_hint()
    assert said[-1] == "Look for a mate."
    trainer.show_hint()
    assert said[-1] == f"The piece on {trainer.state.solution[0][:2]} moves."
    attempt = trainer.state.question
    assert attempt is not None
    wrong = next(move.uci() for move in attempt.board.legal_moves if attempt.after(move.uci()) is None)
    window.services.game.play_move(wrong)
    assert any(text.startswith("That is not it.") for text in said)
    assert len(said) == len(set(said)), "each once"


def test_the_reply_in_training_is_announced_after_the_move_that_it_answers(
    make_window: MakeWindow, qtbot: QtBot, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reply was announced first, before the user's own move."""
    monkeypatch.setattr(SpokenActions, "_heard", True)
    window = make_window()
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    trainer = window.services.tactics
    trainer.begin(PuzzleSelection(theme="mateIn2"))
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING)
    own, attempt = trainer.state.solution[0], trainer.state.question
    after = attempt.after(own) if attempt is not None else None
    assert after is not None
    moved: list[str] = []
    window.services.game.move_made.connect(lambda made: moved.append(made.node.uci))
    del said[:]
    window.services.game.play_move(own)
    qtbot.waitUntil(lambda: len(moved) == 2)
    assert moved == [own, after.board.peek().uci()]
    sides = [text.partition(":")[0] for text in said if text.startswith(("White: ", "Black: "))]
    assert len(sides) == 2 and sides[0] == ("White" if trainer.state.white else "Black") != sides[1]


def test_a_hint_in_a_game_is_announced(make_window: MakeWindow, qtbot: QtBot, said: list[str]) -> None:
    window = make_window()
    window.show_mode(Mode.PLAY)
    assert window.body.side.in_front("game")
    match = window.services.match
    for beginning in ("Hint: ", "Hint: the piece on "):
        with qtbot.waitSignal(match.hint_ready, timeout=10_000):
            match.ask_hint()
        assert said[-1].startswith(beginning)


def test_a_changed_flag_is_announced(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, said: list[str]) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5"))
    window = make_window(library=library)
    window.show_mode(Mode.BOOK)
    wait_for_book(qtbot, window)
    rows = panel(window).rows
    rows.setCurrentIndex(rows.model().index(0, 0))
    window.services.book.set_flag("e2e4", "!")
    qtbot.waitUntil(lambda: bool(said) and "strong" in said[-1])
