"""A training session on the board: right and wrong answers, hint, the opponent's replies, the summary, retry."""

import time
from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.drill import DrillPhase
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.book.repertoire_dialog import RepertoireDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.tree import Game
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


def show_new(qtbot: QtBot, window: MainWindow) -> None:
    """Looks at what is shown until something is asked."""
    openings = window.services.openings

    def asks() -> bool:
        if openings.state.phase is DrillPhase.SHOWING:
            openings.next()
        return openings.state.phase in (DrillPhase.ASKING, DrillPhase.DONE)

    qtbot.waitUntil(asks, timeout=30_000)


def click(qtbot: QtBot, view: QWidget, text: str) -> None:
    def found() -> list[QAbstractButton]:
        buttons = view.findChildren(QAbstractButton)
        return [b for b in buttons if text in (b.text().replace("&", ""), b.accessibleName()) and b.isVisible()]

    qtbot.waitUntil(lambda: bool(found()), timeout=30_000)
    assert found()[0].isEnabled()
    QTest.mouseClick(found()[0], Qt.MouseButton.LeftButton)


def wait_for(qtbot: QtBot, window: MainWindow, phase: DrillPhase) -> None:
    qtbot.waitUntil(lambda: window.services.openings.state.phase is phase, timeout=30_000)


def begin(qtbot: QtBot, window: MainWindow, view: OpeningTrainerView) -> None:
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(window.services.openings.state.repertoires), timeout=30_000)
    click(qtbot, view, "Train White")
    show_new(qtbot, window)


def test_a_repertoire_is_added_once_however_often_its_button_is_pressed(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    qtbot.waitUntil(lambda: openings.state.repertoires is not None, timeout=30_000)
    click(qtbot, view, "White, all openings")
    assert view.status.text() == "Counting due positions …"
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: not openings.state.adding, timeout=30_000)
    click(qtbot, view, "Black, all openings")
    qtbot.waitUntil(lambda: not openings.state.adding, timeout=30_000)
    assert [row.white for row in openings.state.repertoires or ()] == [True, False]
    assert view.status.text() == "Positions due: 0"


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
    wait_for(qtbot, window, DrillPhase.ASKING)
    mouse.drag("g1", "f3")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.status.text() == "2 of 2 right"
    assert view.feedback.text().splitlines()[:2] == ["good: 2", "New positions learned: 2"]
    qtbot.waitUntil(lambda: openings.state.counted and not view.again.isEnabled(), timeout=30_000)  # nothing waits
    qtbot.waitUntil(lambda: view.feedback.text().endswith("0 due, 0 of 0 new today, 2 known"), timeout=30_000)
    assert not view.retry.isVisible()


def test_a_wrong_move_shows_the_books_and_is_asked_again_and_can_be_retried(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    mouse = Mouse(qtbot, window.body.panel.board)
    mouse.drag("d2", "d4")
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert "d4 is not your move here. Your repertoire has e4." in view.feedback.text()
    assert window.body.panel.board.engine_shapes and window.services.game.state.current == 0
    mouse.drag("a2", "a3")  # another one is taken back
    assert view.feedback.text().startswith("a3 was taken back. Play e4 to continue.\nd4 is not your move here.")
    assert [node.san for node in window.services.game.state.game.table if node.san] == [], "no try stays in the sheet"
    assert window.body.panel.board.engine_shapes and window.services.game.state.current == 0
    mouse.drag("e2", "e4")  # the right move goes on
    for _ in range(2):
        wait_for(qtbot, window, DrillPhase.ASKING)
        question = window.services.openings.state.question
        assert question is not None
        window.services.match.user_move(question.answers[0][0])
        qtbot.waitUntil(lambda asked=question: window.services.openings.state.question is not asked, timeout=30_000)  # type: ignore[misc]
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.status.text() == "2 of 3 right" and "wrong: 1" in view.feedback.text()
    click(qtbot, view, "Retry wrong")
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert window.services.openings.state.question is not None
    assert window.services.openings.state.question.moves == ()


def test_another_move_than_the_new_one_is_taken_back_with_a_word_and_leaves_nothing(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(window.services.openings.state.repertoires), timeout=30_000)
    click(qtbot, view, "Train White")
    wait_for(qtbot, window, DrillPhase.SHOWING)
    mouse, games = Mouse(qtbot, window.body.panel.board), window.services.game
    for start, end, san in (("d2", "d4", "d4"), ("g1", "f3", "Nf3")):
        mouse.drag(start, end)
        assert view.feedback.text().startswith(f"{san} was taken back. Play e4 to continue.\nNew: 1.e4")
        assert games.state.current == 0 and not games.state.node.children
        assert window.body.panel.board.engine_shapes, "the arrow is still there"
    mouse.drag("e2", "e4")
    qtbot.waitUntil(lambda: "taken back" not in view.feedback.text(), timeout=30_000)


def test_what_is_said_of_a_right_answer_can_be_read_until_the_next_answer(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    begin(qtbot, window, view)
    window.services.match.user_move("e2e4")
    qtbot.waitUntil(
        lambda: openings.state.phase is DrillPhase.ASKING and openings.state.totals.asked == 1, timeout=30_000
    )
    asked, said = view.feedback.text().split("\n")
    assert asked == "New: what does White play?"
    assert said.startswith("Right: e4 (good). Next time in ")
    window.services.match.user_move("a2a3")
    wait_for(qtbot, window, DrillPhase.WRONG)
    assert "Right: e4" not in view.feedback.text()
    openings.next()
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert view.feedback.text() == "New: what does White play?"  # a wrong answer waited to be read


def test_what_is_due_is_counted_again_when_the_next_position_becomes_due(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    begin(qtbot, window, view)
    assert openings._recount.remainingTime() > 60_000  # midnight at the latest
    window.services.match.user_move("a2a3")
    wait_for(qtbot, window, DrillPhase.WRONG)  # it comes again in a minute
    openings.choose()
    qtbot.waitUntil(lambda: 0 < openings._recount.remainingTime() <= 61_500, timeout=30_000)
    assert view.status.text() == "Positions due: 0"
    of_book = openings._work.openings()
    of_book.clock = lambda: time.time() + 90
    openings._recount.start(1)
    qtbot.waitUntil(lambda: view.status.text() == "Positions due: 1", timeout=30_000)


def test_while_the_first_question_is_looked_for_it_says_so(trainer: tuple[MainWindow, OpeningTrainerView]) -> None:
    window, view = trainer
    view._update_drill(replace(window.services.openings.state, phase=DrillPhase.JUDGING, question=None))
    assert view.status.text() == "Counting due positions …"
    assert view.hint.isHidden()
    assert not view.end.isHidden()


def test_a_hint_shows_the_man_and_makes_the_grade_hard(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    click(qtbot, view, "Hint")
    assert [shape.start for shape in window.body.panel.board.engine_shapes] == [chess.E2]
    window.body.controls.entry.setText("e4")  # by keyboard
    QTest.keyClick(window.body.controls.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.services.openings.state.totals.grades == (("hard", 1),), timeout=30_000)
    click(qtbot, view, "End")
    wait_for(qtbot, window, DrillPhase.DONE)
    qtbot.waitUntil(lambda: window.services.openings.state.counted and view.again.isEnabled(), timeout=30_000)


def test_closing_the_sessions_tab_ends_it(qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]) -> None:
    window, view = trainer
    begin(qtbot, window, view)
    window.services.game.close_tab(window.services.openings.state.tab)
    wait_for(qtbot, window, DrillPhase.OFF)
    assert view.choice.isVisible()
    click(qtbot, view, "Forget White")  # at once, its name, books and share would be gone
    click(qtbot, window.findChildren(QMessageBox)[0], "Remove")
    qtbot.waitUntil(lambda: window.services.openings.state.repertoires == (), timeout=30_000)


def test_the_keyboard_stays_in_the_trainer_and_space_looks_at_one_move_after_the_other(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=10_000)
    view.choice.train.setFocus()
    QTest.keyClick(view.choice.train, Qt.Key.Key_Space)
    for moves in ((), ("e2e4", "e7e5")):
        qtbot.waitUntil(
            lambda moves=moves: (
                openings.state.phase is DrillPhase.SHOWING  # type: ignore[misc]
                and openings.state.question is not None
                and openings.state.question.moves == moves
            ),
            timeout=30_000,
        )
        assert QApplication.focusWidget() is view.next
        assert len(window.body.panel.board.engine_shapes) == 1  # the move is drawn
        QTest.keyClick(view.next, Qt.Key.Key_Space)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert QApplication.focusWidget() is view  # neither hint nor end: one press too many costs nothing
    assert not window.body.panel.board.engine_shapes


def test_a_shown_move_is_played_on_the_board_and_another_is_taken_back(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings, mouse = window.services.openings, Mouse(qtbot, window.body.panel.board)
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    click(qtbot, view, "Train White")
    wait_for(qtbot, window, DrillPhase.SHOWING)
    assert "New: 1.e4 · King's Pawn Game\nYour flag." in view.feedback.text()
    mouse.drag("a2", "a3")
    assert openings.state.phase is DrillPhase.SHOWING and window.services.game.state.current == 0
    assert window.body.panel.board.engine_shapes
    mouse.drag("e2", "e4")
    qtbot.waitUntil(
        lambda: openings.state.question is not None and openings.state.question.moves == ("e2e4", "e7e5"),
        timeout=30_000,
    )
    assert openings.state.totals.asked == 0


def test_a_repertoire_is_adjusted_and_its_share_of_the_day_counts(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    view.choice.change.click()
    dialog = view.findChild(RepertoireDialog)
    assert isinstance(dialog, RepertoireDialog)
    assert {name: box.isChecked() for name, box in dialog.books.items()} == {"user": True, "learned": False}
    dialog.name.setText("My e4")
    dialog.new_a_day.setValue(1)
    dialog.books["user"].setChecked(False)
    ok = dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()  # some book it must be
    dialog.books["user"].setChecked(True)
    dialog.books["learned"].setChecked(True)
    ok.click()
    qtbot.waitUntil(lambda: (openings.state.repertoires or ())[0].name == "My e4", timeout=30_000)
    (row,) = openings.state.repertoires or ()
    assert (row.books, row.waiting.today, row.waiting.new) == (("mine", "learned"), 1, 2)
    assert "1 of 2 new today" in view.choice.prospect.text()


def test_a_chapter_is_trained_alone(qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]) -> None:
    window, view = trainer
    openings = window.services.openings
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    top = view.choice.tree.topLevelItem(0)
    assert top is not None
    chapters = [chapter for place in range(2) if (chapter := top.child(place)) is not None]
    assert [chapter.text(0) for chapter in chapters] == ["First moves", "King's Pawn Game"]
    top.setExpanded(True)
    assert view.choice.remove.isEnabled()
    view.choice.tree.setCurrentItem(chapters[1])
    view.choice._remove()
    assert not view.choice.remove.isEnabled() and openings.state.repertoires, "the whole repertoire would go"
    view.choice.learn.click()
    wait_for(qtbot, window, DrillPhase.SHOWING)
    assert openings.state.question is not None
    assert (openings.state.question.moves, openings.state.question.left) == (("e2e4", "e7e5"), 1)


def test_whole_lines_are_trained_once_they_are_known(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    openings = window.services.openings
    begin(qtbot, window, view)
    assert not view.choice.lines.isEnabled()
    while openings.state.phase is not DrillPhase.DONE:
        assert openings.state.question is not None
        asked = openings.state.question
        window.services.match.user_move(asked.answers[0][0])
        qtbot.waitUntil(
            lambda asked=asked: (
                openings.state.question is not asked  # type: ignore[misc]
                and openings.state.phase in (DrillPhase.ASKING, DrillPhase.DONE)
            ),
            timeout=30_000,
        )
    openings.choose()
    qtbot.waitUntil(view.choice.lines.isEnabled, timeout=30_000)
    view.choice.lines.click()
    wait_for(qtbot, window, DrillPhase.ASKING)
    said: list[str] = []
    openings.changed.connect(lambda _state: said.append(view.feedback.text()))  # the next question comes at once
    window.services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: "Right: e4." in said, timeout=30_000)  # practice: no grade


def test_the_mistakes_of_a_reviewed_game_become_cards_by_themselves(
    qtbot: QtBot, trainer: tuple[MainWindow, OpeningTrainerView]
) -> None:
    window, view = trainer
    games, openings = window.services.game, window.services.openings
    game, at = Game.new().with_header("White", "Ben").with_header("Black", "You"), 0
    for uci in ("e2e4", "f7f6", "d2d4", "g7g5", "d1h5"):
        game, at = game.add_move(at, uci)
    games.open_tab(game, current=at)
    window.services.review._make_judge = lambda _nodes: window.services.mistakes._make_judge(20_000)
    window.services.review.start()
    qtbot.waitUntil(lambda: any(row.drill for row in openings.state.repertoires or ()), timeout=60_000)
    row = next(row for row in openings.state.repertoires or () if row.drill)
    assert row.waiting.new >= 1
    openings.begin(row)
    wait_for(qtbot, window, DrillPhase.ASKING)
    assert openings.state.question is not None
    assert "was a mistake (Ben – You). What is better for Black?" in view.feedback.text()
    before = openings.state.question
    view.forget.click()
    qtbot.waitUntil(lambda: openings.state.question is not before, timeout=30_000)


def test_one_mistake_is_told_in_the_singular(qtbot: QtBot, make_window: MakeWindow) -> None:
    trainer = make_window().services.openings
    for number, words in ((1, " your mistake in "), (2, " 2 mistakes in ")):
        with qtbot.waitSignal(trainer.message) as told:
            trainer._kept(number)
        assert told.args is not None and words in str(told.args[0].text)
