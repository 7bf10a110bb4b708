"""A training session on the board: right and wrong answers, hint, the opponent's replies, the summary, retry."""

from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.training import TrainingPhase
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.books.helpers import line
from tests.desktop.views.conftest import MakeWindow, Mouse


@pytest.fixture
def trainer(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> tuple[MainWindow, OpeningTrainerView]:
    """A window with the book 1.e4 e5 2.Nf3 as White's repertoire, ready to be chosen."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("e4 e5 Nf3"), Flag.STRONG)
    window = make_window(library=library)
    window.services.openings._next.setInterval(1)
    window.show_mode(Mode.TRAIN)
    view = window.body.side.panel("openings")
    assert isinstance(view, OpeningTrainerView)
    qtbot.waitUntil(lambda: window.services.openings.state.repertoires == (), timeout=30_000)
    return window, view


def click(qtbot: QtBot, view: OpeningTrainerView, text: str) -> None:
    def found() -> list[QAbstractButton]:
        buttons = view.findChildren(QAbstractButton)
        return [b for b in buttons if text in (b.text().replace("&", ""), b.accessibleName()) and b.isVisible()]

    qtbot.waitUntil(lambda: bool(found()), timeout=30_000)
    assert found()[0].isEnabled()
    QTest.mouseClick(found()[0], Qt.MouseButton.LeftButton)


def wait_for(qtbot: QtBot, window: MainWindow, phase: TrainingPhase) -> None:
    qtbot.waitUntil(lambda: window.services.openings.state.phase is phase, timeout=30_000)


def begin(qtbot: QtBot, window: MainWindow, view: OpeningTrainerView) -> None:
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(window.services.openings.state.repertoires), timeout=30_000)
    click(qtbot, view, "Train White")
    wait_for(qtbot, window, TrainingPhase.ASKING)


def test_right_answers_are_followed_by_the_opponents_reply_and_the_next_question_until_the_summary(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    games, openings = window.services.game, window.services.openings
    mouse = Mouse(qtbot, window.body.panel.board)
    assert games.state.current == 0 and openings.state.question is not None and openings.state.question.left == 2
    mouse.drag("e2", "e4")
    qtbot.waitUntil(lambda: games.state.node.san == "e5", timeout=30_000)
    wait_for(qtbot, window, TrainingPhase.ASKING)
    mouse.drag("g1", "f3")
    wait_for(qtbot, window, TrainingPhase.DONE)
    assert view.status.text() == "2 of 2 right" and view.feedback.text() == "good: 2"
    assert not view.retry.isVisible()


def test_a_wrong_move_shows_the_books_and_is_asked_again_and_can_be_retried(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    mouse = Mouse(qtbot, window.body.panel.board)
    mouse.drag("d2", "d4")
    wait_for(qtbot, window, TrainingPhase.WRONG)
    assert "d4 is not your move here. The book plays e4." in view.feedback.text()
    assert window.body.panel.board.engine_shapes and window.services.game.state.current == 0
    mouse.drag("e2", "e4")  # the right move goes on
    for _ in range(2):
        wait_for(qtbot, window, TrainingPhase.ASKING)
        question = window.services.openings.state.question
        assert question is not None
        window.services.match.user_move(question.answers[0][0])
        qtbot.waitUntil(lambda asked=question: window.services.openings.state.question is not asked, timeout=30_000)  # type: ignore[misc]
    wait_for(qtbot, window, TrainingPhase.DONE)
    assert view.status.text() == "2 of 3 right" and "wrong: 1" in view.feedback.text()
    click(qtbot, view, "Retry wrong")
    wait_for(qtbot, window, TrainingPhase.ASKING)
    assert window.services.openings.state.question is not None
    assert window.services.openings.state.question.moves == ()


def test_a_hint_shows_the_man_and_makes_the_grade_hard(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    click(qtbot, view, "Hint")
    assert [shape.start for shape in window.body.panel.board.engine_shapes] == [chess.E2]
    window.body.controls.entry.setText("e4")  # by keyboard
    QTest.keyClick(window.body.controls.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.services.openings.state.grades == (("hard", 1),), timeout=30_000)
    click(qtbot, view, "End")
    wait_for(qtbot, window, TrainingPhase.DONE)


def test_closing_the_sessions_tab_ends_it(qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    window.services.game.close_tab(window.services.openings.state.tab)
    wait_for(qtbot, window, TrainingPhase.CHOOSING)
    assert view._choice.isVisible()
    click(qtbot, view, "Forget White")
    qtbot.waitUntil(lambda: window.services.openings.state.repertoires == (), timeout=30_000)
