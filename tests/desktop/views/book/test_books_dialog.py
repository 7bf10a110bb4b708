"""The user's books in the window: added, built, ordered, switched off, taken out, written to a file; nothing half done."""

from dataclasses import replace
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.formats.polyglot import read_entries
from desktop.views.book.books_dialog import BooksDialog, BuildDialog
from desktop.views.main_window import MainWindow
from tests.books.helpers import line
from tests.desktop.views.conftest import MakeWindow

GAMES = '[Result "1-0"]\n\n1. c4 e5 2. g3 1-0\n\n' * 3


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A user's book with 1.e4 e5."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5"))
    return opened


def known(library: Library) -> set[str]:
    return {entry.san for entry in library.look_up(chess.Board())}


def agree(qtbot: QtBot, dialog: BooksDialog, told: str) -> None:
    """Adds the book that would lower a chance and waits for the user's word."""
    qtbot.waitUntil(dialog.agree.isVisible, timeout=30_000)
    assert told in dialog.news.text()
    dialog.agree.click()


def dialog_of(window: MainWindow) -> BooksDialog:
    window.actions_by_key["books"].trigger()
    dialog = window.findChild(BooksDialog)
    assert isinstance(dialog, BooksDialog)
    return dialog


def test_books_are_built_ordered_switched_off_and_taken_out(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog, shelf = dialog_of(window), window.services.books
    games = tmp_path / "english.pgn"
    games.write_text(GAMES)
    build = window.services.make(BuildDialog, games=(games,), parent=dialog)
    assert (build.title.text(), build.least.value()) == ("english", 3)
    build.accept()
    agree(qtbot, dialog, "3 moves of 3 games")
    qtbot.waitUntil(lambda: len(shelf.state.rows) == 1 and not shelf.state.busy, timeout=30_000)
    assert known(library) == {"e4", "c4"}
    assert "is one of your books now" in dialog.news.text()
    other = tmp_path / "flagged.pgn"
    other.write_text("1. d4! d5 *\n")
    shelf.add(other)
    agree(qtbot, dialog, "not one of your books yet")
    qtbot.waitUntil(lambda: len(shelf.state.rows) == 2 and not shelf.state.busy, timeout=30_000)
    assert known(library) == {"e4", "c4", "d4"}
    titles = ["Your own flags", "english", "flagged", "What the engine learned"]  # as the engine asks
    assert [dialog.list.item(place).text().partition("  ·  ")[0] for place in range(4)] == titles
    for row, ends in enumerate(
        ((False, False, False), (False, True, True), (True, False, True), (False, False, False))
    ):
        dialog.list.setCurrentRow(row)
        assert tuple(button.isEnabled() for button in (dialog.up, dialog.down, dialog.remove)) == ends
    dialog.list.setCurrentRow(2)
    dialog.up.click()
    qtbot.waitUntil(lambda: [row.title for row in shelf.state.rows] == ["flagged", "english"], timeout=20_000)
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: known(library) == {"e4", "c4"}, timeout=20_000)
    dialog.list.setCurrentRow(2)
    dialog.remove.click()
    qtbot.waitUntil(lambda: known(library) == {"e4"}, timeout=20_000)
    assert (tmp_path / "english.ratsubook").exists()  # taken from the list, not from the disk
    dialog.close()


def test_a_book_that_would_lower_a_chance_waits_and_leaves_nothing_if_it_is_not_wanted(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog, shelf = dialog_of(window), window.services.books
    flagged = tmp_path / "flagged.pgn"
    flagged.write_text("1. d4! d5 *\n")
    shelf.add(flagged)
    qtbot.waitUntil(lambda: shelf.state.news.waiting is not None, timeout=30_000)
    assert "1.e4 100 \u2192 0\u00a0%" in dialog.news.text()
    assert dialog.focusWidget() is dialog.agree
    assert known(library) == {"e4"}
    made = shelf.state.news.waiting
    assert made is not None
    assert made.exists()
    with qtbot.waitSignal(shelf.book_changed, timeout=30_000):  # the question stays while books are switched
        dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert shelf.state.news.waiting == made
    dialog.refuse.click()
    assert not made.exists()
    assert flagged.exists()
    assert known(library) == {"e4"}
    assert library.listed_books() == ()
    assert dialog.add.isEnabled()
    dialog.close()


def test_the_joined_book_is_written_for_other_programs(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    target = tmp_path / "mine.bin"
    window.services.books.write(target)
    qtbot.waitUntil(target.exists, timeout=20_000)
    assert len(list(read_entries(target))) == 2


def test_a_damaged_book_is_refused_in_words_and_nothing_is_kept(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    shelf, bad = window.services.books, tmp_path / "bad.bin"
    bad.write_bytes(b"x" * 33)
    window.open_files([bad, bad])  # as if it was opened: the dialog says what comes of it
    dialog = window.findChildren(BooksDialog)[-1]
    assert "one after another" in window.body.messages.notices[-1].accessibleName()
    qtbot.waitUntil(lambda: "not a multiple of 16" in dialog.news.text(), timeout=20_000)
    assert shelf.state.rows == ()
    assert not (tmp_path / "bad.ratsubook").exists()
    games = tmp_path / "rare.pgn"
    games.write_text('[Result "1-0"]\n\n1. c4 1-0\n')
    window.services.make(BuildDialog, games=(games,), parent=dialog).accept()
    qtbot.waitUntil(lambda: "No move was played 3 times" in dialog.news.text(), timeout=20_000)
    dialog.close()


def test_the_engine_chooses_as_the_settings_say(make_window: MakeWindow, qtbot: QtBot, library: Library) -> None:
    window = make_window(library=library)
    library.add_move(chess.Board(), chess.Move.from_uci("d2d4"))
    book, settings = window.services.book, window.services.settings
    book.refresh()
    qtbot.waitUntil(lambda: {row.chance for row in book.state.rows} == {0.5}, timeout=20_000)
    settings.set("book_selection", "best")
    qtbot.waitUntil(lambda: {row.chance for row in book.state.rows} == {0.0, 1.0}, timeout=20_000)


def test_every_layer_is_listed_with_its_size_a_switch_and_an_own_export(
    make_window: MakeWindow, qtbot: QtBot, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    dialog, shelf = dialog_of(window), window.services.books
    qtbot.waitUntil(lambda: len(shelf.state.layers) == 2, timeout=30_000)  # this library ships nothing
    items = [dialog.list.item(place) for place in range(dialog.list.count())]
    assert [item.text().partition("  ·  ")[0] for item in items] == ["Your own flags", "What the engine learned"]
    assert all(item.text().endswith(" MB") for item in items)
    dialog.list.setCurrentRow(0)
    assert dialog.write_one.isEnabled()
    assert not any(button.isEnabled() for button in (dialog.up, dialog.down, dialog.remove))
    items[0].setCheckState(Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: known(library) == set(), timeout=30_000)
    off = [("user", False), ("learned", True)]
    qtbot.waitUntil(lambda: [(row.layer, row.active) for row in shelf.state.layers] == off, timeout=30_000)
    assert dialog.news.text() == "At the start position: 1.e4 100 \u2192 0\u00a0%."
    shelf.switch("user", True)
    qtbot.waitUntil(lambda: known(library) == {"e4"}, timeout=30_000)
    target = tmp_path / "own.bin"
    window.activateWindow()
    dialog.activateWindow()
    dialog.write_one.setFocus()
    shelf.write(target, shelf.state.layers[0].path)
    qtbot.waitUntil(lambda: target.exists() and not shelf.state.busy, timeout=30_000)
    qtbot.waitUntil(dialog.write_one.hasFocus)  # not the button that takes the book out
    assert len(list(read_entries(target))) == 2


def test_the_focus_stays_where_the_user_has_moved_it_while_books_are_worked_on(
    make_window: MakeWindow, library: Library
) -> None:
    window = make_window(library=library)
    dialog, shelf = dialog_of(window), window.services.books
    for moved, ends in ((None, dialog.write), (dialog.list, dialog.list)):
        dialog.write.setFocus()
        shelf._set(replace(shelf.state, busy="a.pgn"))
        assert dialog.focusWidget() is not dialog.write, "Qt has passed it on"
        if moved is not None:
            moved.setFocus()
        shelf._set(replace(shelf.state, fraction=0.5))
        shelf._set(replace(shelf.state, busy=""))
        assert dialog.focusWidget() is ends
    dialog.close()
