"""A study in the window: a repertoire by one action, its chapters, words and arrows; own moves marked; lines off and on."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.drill import DrillPhase
from desktop.views.board.board_scene import Brush
from desktop.views.book.book_panel import BookPanel
from desktop.views.book.book_row_words import layer_word
from desktop.views.book.books_dialog import BookNameDialog, BooksDialog
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.game.trainer_marks import trainer_marks
from desktop.views.games.chapters_panel import ChaptersPanel
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.pgn.reader import read_games
from tests.books.formats.test_study import named
from tests.desktop.views.conftest import MakeWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # menus, drawn offscreen


@pytest.fixture
def window(make_window: MakeWindow, tmp_path: Path) -> MainWindow:
    """A window with the first chapter of the Italian study, from its file."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    shown = make_window(library=library)
    study = named("italian")
    game = next(iter(read_games(study)))
    shown.services.game.open_tab(game, path=str(study))
    shown.show_mode(Mode.BOOK)
    return shown


def adopt(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_key["adopt_study"].trigger()
    openings = window.services.openings
    qtbot.waitUntil(lambda: bool(openings.state.repertoires), timeout=30_000)


def panel(window: MainWindow) -> BookPanel:
    found = window.body.side.panel("book")
    assert isinstance(found, BookPanel)
    return found


def go(qtbot: QtBot, window: MainWindow, plies: int) -> None:
    for _ in range(plies):
        window.services.game.go_forward()
    games, book = window.services.game, window.services.book
    qtbot.waitUntil(lambda: book.state.fen == games.state.fen and bool(book.state.rows), timeout=30_000)


def test_one_action_makes_the_open_study_a_repertoire_with_its_chapters(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    (row,) = window.services.openings.state.repertoires or ()
    assert (row.name, row.white) == ("My White repertoire", True)
    assert [chapter.name for chapter in row.chapters] == ["Italian: main line", "Two knights", "Petroff"]
    assert row.waiting.new == sum(chapter.waiting.new for chapter in row.chapters)


def test_a_study_without_a_file_is_made_of_its_open_games(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    window = make_window(library=library)
    for game in read_games(named("caro")):
        window.services.game.open_tab(game)
    adopt(qtbot, window)
    (row,) = window.services.openings.state.repertoires or ()
    assert (row.name, row.white, len(row.chapters)) == ("Caro-Kann for Black", False, 3)


def test_the_chapters_stand_beside_the_board_and_open_at_the_shown_position(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    window.body.side.show_panel("chapters")
    chapters = window.body.side.panel("chapters")
    assert isinstance(chapters, ChaptersPanel)
    games, book = window.services.game, window.services.book
    for move in ("e2e4", "e7e5", "g1f3", "g8f6"):
        games.play_move(move)
    qtbot.waitUntil(lambda: book.state.fen == games.state.fen and bool(book.state.chapters), timeout=30_000)
    assert [(row.name, row.here) for row in chapters.rows.rows] == [
        ("Italian: main line", False),
        ("Two knights", False),
        ("Petroff", True),
    ]
    assert "reaches this position" in chapters.rows.row_text(chapters.rows.rows[2])
    fen = games.state.fen
    for _ in range(2):  # the second time its tab is shown again
        chapters.rows.setCurrentIndex(chapters.rows.model().index(2, 0))
        QTest.keyClick(chapters.rows, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: games.state.game.header("ChapterName") == "Petroff", timeout=30_000)
        assert games.state.fen == fen
    assert len(games.tabs.titles) == 2


def test_own_moves_are_marked_in_the_panel_and_in_the_move_list(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    go(qtbot, window, 4)
    rows = panel(window).rows
    assert {row.san: layer_word(rows, row) for row in rows.rows} == {"Bc4": "your book", "Bb5": "your book"}
    notation = window.body.side.notation
    game = window.services.game.state.game
    white = {node.id for node in game.table if node.id and node.ply % 2}
    qtbot.waitUntil(lambda: notation._own.mine == white, timeout=30_000)
    go(qtbot, window, 1)
    assert {layer_word(rows, row) for row in rows.rows} == {"in your lines"}


def test_a_line_is_switched_off_and_on_by_key_and_greyed(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    go(qtbot, window, 4)
    book, rows = window.services.book, panel(window).rows

    def off(san: str) -> bool:
        return next(row.off for row in book.state.rows if row.san == san)

    rows.setCurrentIndex(rows.model().index([row.san for row in rows.rows].index("Bc4"), 0))
    rows.setFocus()
    QTest.keyClick(rows, Qt.Key.Key_O)
    qtbot.waitUntil(lambda: off("Bc4"), timeout=30_000)
    row = next(row for row in rows.rows if row.san == "Bc4")
    assert layer_word(rows, row) == "switched off" and row.chance == 0 and not off("Bb5")
    assert "switched off" in rows.row_text(row)
    main = {node.id for node in window.services.game.state.game.main_line() if node.ply >= 5 and node.ply % 2}
    qtbot.waitUntil(lambda: main <= window.body.side.notation._own.off, timeout=30_000)
    qtbot.waitUntil(lambda: (window.services.openings.state.repertoires or ())[0].left_out.off == 1, timeout=30_000)
    go(qtbot, window, 1)  # inside the line, everything of it is off
    assert all(row.off for row in book.state.rows)
    window.actions_by_key["book_switch"].trigger()  # the move that led here: on again
    qtbot.waitUntil(lambda: not any(row.off for row in book.state.rows), timeout=30_000)
    window.actions_by_key["book_undo"].trigger()
    qtbot.waitUntil(lambda: all(row.off for row in book.state.rows), timeout=30_000)


def test_the_trainer_says_the_students_words_and_draws_the_arrows(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    openings, games = window.services.openings, window.services.game
    window.show_mode(Mode.TRAIN)
    view = window.body.side.panel("openings")
    assert isinstance(view, OpeningTrainerView)
    openings.begin((openings.state.repertoires or ())[0], "learn")
    qtbot.waitUntil(lambda: openings.state.phase is DrillPhase.SHOWING, timeout=30_000)
    assert "The quiet Italian" in view.feedback.text() and "Best by test." in view.feedback.text()
    shapes = trainer_marks([openings.state], games.state)
    assert sorted((shape.start, shape.end, shape.brush) for shape in shapes) == sorted(
        [(11, 27, Brush.GREEN), (6, 21, Brush.GREEN), (12, 28, Brush.BLUE)], key=lambda one: one[:2]
    )
    assert all(shape.engine for shape in shapes)  # none is kept in the game


def test_books_are_made_renamed_copied_merged_and_chosen_for_edits(qtbot: QtBot, window: MainWindow) -> None:
    adopt(qtbot, window)
    shelf = window.services.books
    window.actions_by_key["books"].trigger()
    dialog = window.findChild(BooksDialog)
    assert isinstance(dialog, BooksDialog)

    def answer(button: object, name: str, side: int | None) -> None:
        qtbot.waitUntil(lambda: button.isEnabled(), timeout=30_000)  # type: ignore[attr-defined]
        button.click()  # type: ignore[attr-defined]
        asked = dialog.findChild(BookNameDialog)
        assert isinstance(asked, BookNameDialog)
        asked.name.setText(name)
        if side is not None:
            asked.side.setCurrentIndex(side)
        asked.accept()
        asked.deleteLater()
        QApplication.sendPostedEvents(asked, 52)

    def listed() -> list[tuple[str, str, bool]]:
        return [(row.title, row.side, row.edited) for row in shelf.state.rows]

    answer(dialog.new, "Black lines", 2)
    study = ("My White repertoire", "white", False)
    qtbot.waitUntil(lambda: listed() == [study, ("Black lines", "black", True)], timeout=30_000)
    assert "takes your edits" in dialog.list.item(2).text()
    dialog.list.setCurrentRow(1)
    answer(dialog.rename, "Italian", 0)
    qtbot.waitUntil(lambda: listed()[0] == ("Italian", "", False), timeout=30_000)
    answer(dialog.copy, "Second", None)
    qtbot.waitUntil(lambda: [title for title, *_ in listed()] == ["Italian", "Black lines", "Second"], timeout=30_000)
    dialog.list.setCurrentRow(1)
    qtbot.waitUntil(dialog.merge.isEnabled, timeout=30_000)
    dialog.merge.click()
    menu = dialog.findChild(QMenu)
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == "Black lines").trigger()
    qtbot.waitUntil(lambda: "was merged into" in str(shelf.state.news.text), timeout=30_000)
    menu.close()
    dialog.list.setCurrentRow(0)
    qtbot.waitUntil(dialog.edit.isEnabled, timeout=30_000)
    dialog.edit.click()
    qtbot.waitUntil(lambda: not any(edited for *_, edited in listed()), timeout=30_000)
