"""The book without a mouse: every edit of the panel, the learning log, the health check, the books and a training session."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag, MoveRow, PositionRow, PositionVerdict
from books.key import encode, position_key
from books.learning import lessons
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from desktop.model.book.learning import LessonDecision
from desktop.model.drill import DrillPhase
from desktop.model.job import JobPhase
from desktop.views.book.book_pages import CommentDialog
from desktop.views.book.book_rows import BookRows
from desktop.views.book.books_dialog import BooksDialog
from desktop.views.book.health_dialog import HealthDialog
from desktop.views.book.learning_panel import LearningPanel
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.reason_words import english
from engine.jobs import health as health_job
from engine.jobs.health import HealthRequest
from tests.books.helpers import TRAP, TRAP_BOOK, TRAP_END, TableAnalyser, after, line, white_values
from tests.desktop.views.book.test_book_panel import choose, panel, row, rows, wait_for, wait_for_book
from tests.desktop.views.conftest import MakeWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # menus, drawn offscreen
D = TypeVar("D", bound=QDialog)
CTRL, ALT, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A book with 1.e4 e5 and 1.d4."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5"))
    opened.add_line(chess.Board(), line("1.d4"))
    return opened


@pytest.fixture
def window(qtbot: QtBot, make_window: MakeWindow, library: Library) -> MainWindow:
    """A window that shows the book; the board has the keyboard."""
    made = make_window(library=library)
    made.show_mode(Mode.BOOK)
    wait_for_book(qtbot, made)
    made.activateWindow()
    made.body.panel.board.setFocus()
    qtbot.waitUntil(made.isActiveWindow, timeout=10_000)
    return made


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Presses a key where the keyboard is."""
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClick(focus, key, modifiers)


def tab_to(wanted: Callable[[QWidget], bool]) -> QWidget:
    """Presses Tab until the keyboard is where it should be."""
    for _ in range(150):
        QApplication.processEvents()  # new buttons are shown when the events are through
        focus = QApplication.focusWidget()
        if focus is not None and wanted(focus):
            return focus
        press(Qt.Key.Key_Tab)
    raise AssertionError("Tab leads nowhere near")


def named(text: str) -> Callable[[QWidget], bool]:
    """A button with this text or name."""
    return lambda widget: (
        isinstance(widget, QAbstractButton) and text in (widget.text().replace("&", ""), widget.accessibleName())
    )


def type_move(window: MainWindow, san: str) -> None:
    """Plays a move by the typed line."""
    window.body.panel.board.setFocus()
    press(Qt.Key.Key_Slash)
    QTest.keyClicks(window.body.controls.entry, san)
    press(Qt.Key.Key_Return)


def dialog_of(qtbot: QtBot, window: MainWindow, kind: type[D]) -> D:
    """The dialog that a key has opened, once it has the keyboard."""
    qtbot.waitUntil(lambda: window.findChild(kind) is not None, timeout=20_000)
    dialog = window.findChild(kind)
    assert isinstance(dialog, kind)
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget() or window), timeout=20_000)
    return dialog


def test_the_flag_keys_speak_of_the_book_and_not_of_the_games_move(qtbot: QtBot, window: MainWindow) -> None:
    type_move(window, "e4")
    wait_for_book(qtbot, window)
    tab_to(lambda widget: isinstance(widget, BookRows))
    assert rows(window).current is not None and rows(window).current.san == "e5"  # type: ignore[union-attr]
    for flag in ("!", "?", "$", " "):
        QTest.keyClicks(rows(window), flag)
        wait_for(qtbot, window, "e5", lambda found, flag=flag: found.flag == flag.strip())  # type: ignore[misc]
    assert not window.services.game.state.node.nags
    window.body.panel.board.setFocus()  # from the board they are the game's
    QTest.keyClicks(window.body.panel.board, "!")
    assert window.services.game.state.node.nags == (1,)


def test_moves_and_lines_are_added_marked_forced_and_undone_inside_a_variation(
    qtbot: QtBot, window: MainWindow, library: Library
) -> None:
    for san in ("e4", "e5", "Nf3"):
        type_move(window, san)
    window.body.panel.board.setFocus()
    press(Qt.Key.Key_Left)
    for san in ("Bc4", "Nc6"):  # a variation
        type_move(window, san)
    assert [len(node.children) for node in window.services.game.state.game.path(2)] == [1, 1, 2]
    wait_for_book(qtbot, window)
    window.body.panel.board.setFocus()
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_B, CTRL)  # the move 2.Bc4
    qtbot.waitUntil(lambda: "Bc4" in {entry.san for entry in library.look_up(after("e4 e5"))}, timeout=30_000)
    assert library.look_up(after("e4 e5 Bc4")) == ()
    window.body.panel.board.setFocus()
    press(Qt.Key.Key_Right)
    press(Qt.Key.Key_B, CTRL | SHIFT)  # the line with 2...Nc6
    qtbot.waitUntil(lambda: bool(library.look_up(after("e4 e5 Bc4"))), timeout=30_000)
    window.body.panel.board.setFocus()
    press(Qt.Key.Key_Left)
    press(Qt.Key.Key_1, CTRL)  # Black's moves from here: strong
    wait_for(qtbot, window, "Nc6", lambda found: found.flag == "!")
    press(Qt.Key.Key_Z, CTRL | ALT)
    wait_for(qtbot, window, "Nc6", lambda found: found.flag == "")
    press(Qt.Key.Key_Y, CTRL | ALT)
    wait_for(qtbot, window, "Nc6", lambda found: found.flag == "!")
    press(Qt.Key.Key_5, CTRL)  # the engine plays into it
    wait_for_forced(qtbot, window, True)
    assert [entry.forced for entry in library.look_up(after("e4 e5"))] == [True]
    assert {entry.san: entry.probability for entry in library.look_up(chess.Board())} == {"e4": 1, "d4": 0}
    press(Qt.Key.Key_7, CTRL)
    wait_for_forced(qtbot, window, False)
    press(Qt.Key.Key_6, CTRL)  # and at once
    qtbot.waitUntil(lambda: window.services.game.state.playing, timeout=30_000)


def wait_for_forced(qtbot: QtBot, window: MainWindow, forced: bool) -> None:
    qtbot.waitUntil(lambda: window.services.book.state.forcing is forced, timeout=30_000)


def test_a_move_is_commented_locked_and_deleted_and_the_position_commented(qtbot: QtBot, window: MainWindow) -> None:
    choose(qtbot, window, "d4")
    press(Qt.Key.Key_C)
    dialog = dialog_of(qtbot, window, CommentDialog)
    QTest.keyClicks(dialog.text, "solid")
    press(Qt.Key.Key_Return, CTRL)
    wait_for(qtbot, window, "d4", lambda found: found.comment == "solid")
    window.activateWindow()  # no window manager does it here
    choose(qtbot, window, "d4")
    press(Qt.Key.Key_L)
    wait_for(qtbot, window, "d4", lambda found: found.locked)
    press(Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: row(window, "d4") is None, timeout=30_000)
    press(Qt.Key.Key_K, CTRL | SHIFT)
    dialog = dialog_of(qtbot, window, CommentDialog)
    QTest.keyClicks(dialog.text, "the start")
    press(Qt.Key.Key_Return, CTRL)
    qtbot.waitUntil(lambda: window.services.book.state.comment == "the start", timeout=30_000)


def test_the_chosen_move_is_played_and_the_detail_says_why(qtbot: QtBot, window: MainWindow) -> None:
    choose(qtbot, window, "d4")
    assert "added by you, without a flag" in panel(window)._detail.text()
    QTest.keyClicks(panel(window).rows, "!")
    wait_for(qtbot, window, "d4", lambda found: found.flag == "!")
    assert "your flag" in panel(window)._detail.text()
    press(Qt.Key.Key_Return)
    assert window.services.game.state.node.san == "d4"


def test_the_detail_of_a_learned_move_tells_who_judged_it_and_when(
    qtbot: QtBot, window: MainWindow, learned: Learner
) -> None:
    window.services.book.refresh()
    wait_for(qtbot, window, "e4", lambda found: found.times_played == 2)
    choose(qtbot, window, "e4")
    assert "in 2 of Ratsu's games" in panel(window)._detail.text()
    for move in line(f"{TRAP_BOOK} Nd4"):
        window.services.game.play_move(move.uci())
    wait_for(qtbot, window, "Nxe5", lambda found: found.flag == "?")
    choose(qtbot, window, "Nxe5")
    detail = panel(window)._detail.text()
    assert "-3.00 at depth 20" in detail and "table, " in detail  # the engine that the test played, and the day


def test_the_row_and_its_reason_speak_from_whites_side(qtbot: QtBot, window: MainWindow, library: Library) -> None:
    assert library.learned is not None
    board = after("1.e4")
    move = board.parse_san("e5")
    library.learned.put_rows([MoveRow(position_key(board), encode(board, move))])
    lost = PositionRow(position_key(after("1.e4 e5")), value=130, depth=9, verdict=PositionVerdict.CONFIRMED, lost=1)
    library.learned.put_positions([lost])
    type_move(window, "e4")
    found = wait_for(qtbot, window, "e5", lambda found: found.flag == "?")
    assert (str(found.evaluation), found.reason and english(found.reason)) == (
        "+1.30",
        "learned as losing: +1.30 at depth 9",
    )


@pytest.fixture
def learned(library: Library) -> Learner:
    """Two lost games with their lessons."""
    learner = Learner(library)
    game = LearnedGame(tuple(move.uci() for move in line(TRAP)), True, "0-1", book_plies=5)
    for day in range(2):
        learner.record(replace(game, date=f"2026.02.{day + 1:02}"))
        learner.analyse_pending(TableAnalyser(white_values(f"{TRAP_BOOK} Nd4", TRAP_END)))
    return learner


def states(window: MainWindow) -> list[LessonDecision]:
    return [lesson.state for lesson in window.services.learning.state.rows]


def test_lessons_are_accepted_rejected_and_taken_back_and_the_keyboard_stays_where_it_was(
    qtbot: QtBot, window: MainWindow, learned: Learner
) -> None:
    window.services.learning.refresh()
    count = len(lessons.log(learned.book))
    qtbot.waitUntil(lambda: len(states(window)) == count, timeout=30_000)
    press(Qt.Key.Key_L, CTRL | SHIFT)
    assert isinstance(window.body.side.panel("learned"), LearningPanel)
    window.body.panel.board.setFocus()
    first = tab_to(named("Accept")).property("about")
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: states(window).count(LessonDecision.ACCEPTED) == 1, timeout=30_000)
    focus = QApplication.focusWidget()
    assert focus is not None and focus.property("about") == first and named("Undo")(focus)
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: states(window).count(LessonDecision.REJECTED) == 1, timeout=30_000)
    assert named("Learn again")(QApplication.focusWidget())  # type: ignore[arg-type]
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: states(window).count(LessonDecision.REJECTED) == 0, timeout=30_000)


def test_everything_learned_is_accepted_or_taken_back_as_a_whole(
    qtbot: QtBot, window: MainWindow, learned: Learner
) -> None:
    window.services.learning.refresh()
    qtbot.waitUntil(lambda: states(window).count(LessonDecision.NEW) > 1, timeout=30_000)
    press(Qt.Key.Key_L, CTRL | SHIFT)
    window.body.panel.board.setFocus()
    tab_to(named("Accept everything"))
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: set(states(window)) == {LessonDecision.ACCEPTED}, timeout=30_000)
    window.body.panel.board.setFocus()
    tab_to(named("Undo everything …"))
    press(Qt.Key.Key_Space)
    dialog_of(qtbot, window, QMessageBox)
    tab_to(named("Take it back"))
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: set(states(window)) == {LessonDecision.REJECTED}, timeout=30_000)
    assert list(learned.book.all_rows()) == []


def test_a_training_session_needs_no_mouse(qtbot: QtBot, window: MainWindow, library: Library) -> None:
    library.mark_line(chess.Board(), line("1.e4 e5 2.Nf3"), Flag.STRONG)
    library.mark_line(chess.Board(), line("1.d4"), Flag.DUBIOUS)  # not asked as another own move
    openings = window.services.openings
    openings._next.setInterval(1)
    modes = window.body.mode_bar.buttons
    tab_to(lambda widget: widget in modes.values())
    while QApplication.focusWidget() is not modes[Mode.TRAIN]:
        press(Qt.Key.Key_Down)
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: openings.state.repertoires == (), timeout=30_000)
    tab_to(named("White, all openings"))
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)
    tab_to(named("Train White"))
    press(Qt.Key.Key_Space)

    def asked() -> None:
        qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.ASKING, timeout=30_000)

    for moves in ((), ("e2e4", "e7e5")):  # two new moves are shown first

        def shown(moves: tuple[str, ...] = moves) -> bool:
            state = openings.state
            return state.phase is DrillPhase.SHOWING and state.question is not None and state.question.moves == moves

        qtbot.waitUntil(shown, timeout=30_000)
        press(Qt.Key.Key_X, ALT)
    asked()
    press(Qt.Key.Key_I, ALT)  # hint
    qtbot.waitUntil(lambda: bool(openings.state.hint), timeout=10_000)
    type_move(window, "e4")
    qtbot.waitUntil(lambda: window.services.game.state.node.san == "e5", timeout=30_000)
    asked()
    type_move(window, "d4")
    qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.WRONG, timeout=30_000)
    press(Qt.Key.Key_X, ALT)  # next: it comes again
    asked()
    type_move(window, "Nf3")
    qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.DONE, timeout=30_000)
    assert (openings.state.totals.right, openings.state.totals.asked) == (2, 3)
    assert dict(openings.state.totals.grades) == {"hard": 1, "again": 1, "good": 1}
    press(Qt.Key.Key_R, ALT)  # retry what was wrong
    asked()
    press(Qt.Key.Key_D, ALT)  # end
    qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.OFF, timeout=30_000)


def test_the_book_is_checked_and_taken_back_by_keys(
    qtbot: QtBot, window: MainWindow, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("books.repertoire.check_report.CERTAIN_NODES", 3_000)  # with fewer it only proposes
    library.add_line(chess.Board(), line("1.f3 e5 2.g4"))  # the fool's mate
    monkeypatch.setattr(health_job, "HealthRequest", partial(HealthRequest, nodes=3_000))
    press(Qt.Key.Key_D, CTRL | SHIFT)
    dialog = dialog_of(qtbot, window, HealthDialog)
    press(Qt.Key.Key_C, ALT)
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    board = after("1.f3 e5")
    assert library.look_up(board)[-1].flag is Flag.NORMAL  # only proposed
    press(Qt.Key.Key_L, ALT)
    qtbot.waitUntil(lambda: library.look_up(board)[-1].flag is Flag.BAD, timeout=60_000)
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    press(Qt.Key.Key_U, ALT)
    qtbot.waitUntil(lambda: library.look_up(board)[-1].flag is Flag.NORMAL, timeout=30_000)
    press(Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not dialog.isVisible(), timeout=10_000)


def test_books_are_switched_ordered_and_taken_out_by_keys(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    shelf = window.services.books
    for place, name in enumerate(("one", "two"), 1):
        path = tmp_path / f"{name}.pgn"
        path.write_text("1. c4! e5 *\n")
        shelf.add(path)
        qtbot.waitUntil(lambda: bool(shelf.state.news.text) and not shelf.state.busy, timeout=30_000)
        shelf.agree()  # where a move is then played less often
        qtbot.waitUntil(lambda place=place: len(shelf.state.rows) == place and not shelf.state.busy, timeout=30_000)  # type: ignore[misc]
    press(Qt.Key.Key_O, CTRL | SHIFT)
    dialog = dialog_of(qtbot, window, BooksDialog)
    tab_to(lambda widget: widget is dialog.list)
    press(Qt.Key.Key_Home)
    press(Qt.Key.Key_Down)  # past the user's own flags
    press(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: [found.active for found in shelf.state.rows] == [False, True], timeout=30_000)
    press(Qt.Key.Key_D, ALT)
    qtbot.waitUntil(lambda: [found.title for found in shelf.state.rows] == ["two", "one"], timeout=30_000)
    tab_to(lambda widget: widget is dialog.list)
    press(Qt.Key.Key_T, ALT)
    qtbot.waitUntil(lambda: [found.title for found in shelf.state.rows] == ["two"], timeout=30_000)
    press(Qt.Key.Key_Escape)
