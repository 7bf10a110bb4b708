"""Adding to the book in the window, in a fresh home: nothing falls silent, every change is told, and can be taken back."""

from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from books.building.chance_changes import ChanceChange
from books.choice.library import Library
from books.learning.learn import Learner
from books.learning.played import LearnedGame
from books.store.journal import EditState
from desktop.model.book.books_dialog import BuildRequest
from desktop.model.book.panel import BookAddition
from desktop.services.book.learning_tasks import played_games
from desktop.views.book.addition_texts import answer_text
from desktop.views.book.books_dialog import BooksDialog
from desktop.views.main_window import MainWindow
from engine.game.reason_words import english
from engine.pgn.reader import read_main_lines
from engine.pgn.writer import written_game
from engine.play.book.own_games import played_game as game_of_file
from tests.desktop.views.book.test_book_panel import wait_for, wait_for_book
from tests.desktop.views.book.test_learning_panel import FOOLS_MATE, lose_a_game
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.window_doubles import ScriptedChooser

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A fresh home: the shipped book, and two empty ones."""
    return Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")


def notice(window: MainWindow, qtbot: QtBot) -> str:
    qtbot.waitUntil(lambda: bool(window.body.messages.notices), timeout=30_000)
    return window.body.messages.notices[-1].accessibleName().replace("\xa0", " ")


def press(window: MainWindow, text: str, notice: QWidget | None = None) -> None:
    """An answer of a notice, the last one unless another is given."""
    buttons = (notice or window.body.messages.notices[-1]).findChildren(QPushButton)
    button = next(button for button in buttons if button.text() == text)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def chance(window: MainWindow, uci: str) -> int | None:
    found = window.services.book.state.row(uci)
    return None if found is None else round(100 * (found.chance or 0))


def played(window: MainWindow, *moves: str) -> None:
    for move in moves:
        window.services.game.play_move(move)


def test_adding_1_e4_leaves_its_chance_and_says_so(qtbot: QtBot, make_window: MakeWindow, library: Library) -> None:
    window = make_window(library=library)
    wait_for_book(qtbot, window)
    before = {found.uci: found.chance for found in window.services.book.state.rows}
    percent = round(100 * (before["e2e4"] or 0))
    assert percent > 0
    played(window, "e2e4")
    window.actions_by_key["book_add_move"].trigger()
    assert notice(window, qtbot) == f"Added to your book: 1.e4! keeps its chance of {percent} %."
    window.services.game.go_first()
    e4 = wait_for(qtbot, window, "e4", lambda found: found.mine)
    assert (e4.layer, e4.reason and english(e4.reason).partition(":")[0], e4.chance_before) == (
        "shipped",
        "shipped book",
        None,
    )
    assert {found.uci: found.chance for found in window.services.book.state.rows} == before
    press(window, "Undo")
    wait_for(qtbot, window, "e4", lambda found: not found.mine)


def test_undo_of_a_notice_takes_back_what_that_notice_tells(
    qtbot: QtBot, make_window: MakeWindow, library: Library
) -> None:
    window = make_window(library=library)
    played(window, "e2e4")
    window.actions_by_key["book_add_move"].trigger()
    assert notice(window, qtbot).startswith("Added to your book: 1.e4!")
    window.actions_by_key["book_add_move"].trigger()
    qtbot.waitUntil(lambda: notice(window, qtbot).startswith("In your book already: 1.e4! keeps"), timeout=30_000)
    first, again = window.body.messages.notices
    assert "Undo" not in [button.text() for button in again.findChildren(QPushButton)]
    window.services.game.go_first()
    wait_for_book(qtbot, window)
    window.services.book.set_flag("d2d4", "$")
    wait_for(qtbot, window, "d4", lambda found: found.flag == "$")
    press(window, "Undo", first)
    wait_for(qtbot, window, "e4", lambda found: not found.mine)
    assert [edit.label for edit in library.history() if edit.state is EditState.DONE] == ["d4 -> $"]
    wait_for(qtbot, window, "d4", lambda found: found.flag == "$")


def chances(window: MainWindow) -> dict[str, int]:
    """Each move of the position shown with its chance in percent."""
    return {found.san: round(100 * (found.chance or 0)) for found in window.services.book.state.rows}


def test_adding_a_line_tells_every_chance_along_it(qtbot: QtBot, make_window: MakeWindow, library: Library) -> None:
    window = make_window(library=library)
    played(window, "a2a4")
    wait_for_book(qtbot, window)
    before = chances(window)
    assert "h6" not in before
    assert sum(before.values()) > 0
    played(window, "h7h6", "h2h3")
    window.actions_by_key["book_add_line"].trigger()
    told = notice(window, qtbot)
    assert library.user is not None
    assert library.user.count() == 0  # shown before it is written
    press(window, "Add")
    qtbot.waitUntil(lambda: notice(window, qtbot).startswith("Added to your book: "), timeout=30_000)
    window.services.game.go_first()
    window.services.game.go_forward()
    wait_for_book(qtbot, window)
    qtbot.waitUntil(lambda: chances(window).get("h6", 0) > 0, timeout=30_000)
    after = chances(window)
    changed = [f"1...{san} {before.get(san, 0)} → {new} %" for san, new in after.items() if new != before.get(san, 0)]
    assert len(changed) > 1
    assert told.endswith("2.h3 0 → 100 %, 1.a4 is not played as long as other moves there are marked !.")
    asked = told.removeprefix("Not added yet. This would change: ")
    assert sorted(asked.split(", ")[: len(changed)]) == sorted(changed)
    assert notice(window, qtbot).removeprefix("Added to your book: ") == asked


def test_what_would_lower_a_chance_is_not_added_if_the_user_does_not_want_it(
    qtbot: QtBot, make_window: MakeWindow, library: Library
) -> None:
    window = make_window(library=library)
    played(window, "a2a4", "h7h6")
    window.actions_by_key["book_add_move"].trigger()
    assert notice(window, qtbot).startswith("Not added yet. This would change: 1...h6 0 → ")
    press(window, "Do not add")
    assert not window.body.messages.notices
    window.services.book.refresh()
    wait_for_book(qtbot, window)
    assert library.user is not None
    assert library.user.count() == 0
    assert library.history() == []


def test_a_question_about_an_addition_goes_when_another_one_is_asked_or_made(
    qtbot: QtBot, make_window: MakeWindow, library: Library
) -> None:
    """It came back eight seconds later, when the line was in the book already."""
    window = make_window(library=library)
    played(window, "a2a4", "h7h6")
    window.actions_by_key["book_add_move"].trigger()
    assert notice(window, qtbot).startswith("Not added yet. ")
    window.actions_by_key["book_add_line"].trigger()
    qtbot.waitUntil(lambda: len(window.body.messages.notices) == 1, timeout=30_000)
    press(window, "Add")
    qtbot.waitUntil(lambda: notice(window, qtbot).startswith("Added to your book: "), timeout=30_000)
    assert len(window.body.messages.notices) == 1
    window.actions_by_key["book_undo"].trigger()


def test_a_finn_reads_it_in_finnish(qtbot: QtBot, make_window: MakeWindow, library: Library) -> None:
    window = make_window(library=library, language="fi")
    wait_for_book(qtbot, window)
    percent = chance(window, "g1f3")
    played(window, "g1f3")
    window.actions_by_key["book_add_move"].trigger()
    assert notice(window, qtbot).startswith(f"Lisätty kirjaasi: 1.Rf3! säilyttää osuutensa {percent}")


def test_a_built_book_tells_what_it_changes_and_calls_nothing_the_users_flag(
    qtbot: QtBot, make_window: MakeWindow, library: Library, tmp_path: Path
) -> None:
    window = make_window(library=library)
    games = tmp_path / "mine.pgn"
    games.write_text(
        '[Result "0-1"]\n\n1. e4 e5 0-1\n\n[Result "1-0"]\n\n1. d4 d5 1-0\n\n[Result "1-0"]\n\n1. Nc3 d5 1-0\n\n' * 4
    )
    wait_for_book(qtbot, window)
    percent = chance(window, "d2d4")
    flags = {found.uci: found.flag for found in window.services.book.state.rows if not found.unchecked}
    window.actions_by_key["books"].trigger()
    dialog = window.findChild(BooksDialog)
    assert isinstance(dialog, BooksDialog)
    window.services.books.build(BuildRequest((games,), "mine", player="Nobodyzz"))
    qtbot.waitUntil(
        lambda: "No player in 12 finished games" in str(window.services.books.state.problem), timeout=30_000
    )
    running = tmp_path / "running.pgn"
    running.write_text("1. e4 e5 *\n")
    window.services.books.build(BuildRequest((running,), "mine"))
    qtbot.waitUntil(lambda: "only finished games count" in str(window.services.books.state.problem), timeout=30_000)
    window.services.books.build(BuildRequest((games,), "mine"))
    qtbot.waitUntil(lambda: bool(window.services.books.state.news.text), timeout=30_000)
    assert dialog.news.text().startswith("mine: 6 moves of 12 games. At the start position: ")
    assert f"1.d4! {percent} → " in dialog.news.text()
    assert dialog.news.text().endswith("It is not one of your books yet.")
    assert library.listed_books() == ()  # shown before it is written
    assert chance(window, "d2d4") == percent
    assert not dialog.add.isEnabled()
    dialog.agree.click()
    qtbot.waitUntil(lambda: len(library.listed_books()) == 1, timeout=30_000)
    dialog.close()
    qtbot.waitUntil(lambda: chance(window, "d2d4") != percent, timeout=30_000)
    now = {found.uci: found.flag for found in window.services.book.state.rows}
    assert {uci: now[uci] for uci in flags} == flags
    assert not [
        found.uci for found in window.services.book.state.rows if found.reason and english(found.reason) == "your flag"
    ]


def test_a_game_of_the_window_read_from_its_pgn_is_the_same_game(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), [chess.Move.from_uci("f2f4")])
    window = make_window(ScriptedChooser(FOOLS_MATE), library=library)
    lose_a_game(qtbot, window)
    qtbot.waitUntil(lambda: library.learned.query("SELECT count(*) FROM games") == [(1,)], timeout=30_000)  # type: ignore[union-attr]
    path = tmp_path / "game.pgn"
    path.write_text(written_game(window.services.game.state.game))
    (read,) = read_main_lines(path, keys=False)
    assert Learner(library).record_all([game_of_file(read, own_white=True)]).known == (1,)
    window.services.learning.learn(window.services.game.state)
    qtbot.waitUntil(lambda: any("learned before" in found.accessibleName() for found in window.body.messages.notices))
    assert isinstance(played_games(window.services.game.state)[0], LearnedGame)


def test_the_answer_to_a_gap_is_named_without_the_opponents_chances() -> None:
    """The toast said "2 moves keep their chances, 2...d6 is not played as long as other moves there are marked !"."""
    gap = ChanceChange("2...d6", "", 0.0, 0.0, asked=True, outranked=True)
    answer = ChanceChange("3.d4", "", 1.0, 1.0, asked=True, outranked=False)
    addition = BookAddition((gap, answer), chess.STARTING_FEN, False, ("d7d6", "d2d4"), True, 1)
    assert answer_text(addition) == "Your repertoire now has 3.d4."
