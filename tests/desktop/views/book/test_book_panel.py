"""The book panel over a real book: every edit by key, click or menu, made off the GUI thread and undone."""

from collections.abc import Callable
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.book.panel import BookRow
from desktop.views.book.book_pages import CommentDialog
from desktop.views.book.book_panel import BookPanel
from desktop.views.book.book_row_words import chances
from desktop.views.book.book_rows import BookRows
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.position import Position
from engine.game.tree import Game
from tests.books.helpers import line
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.row_texts import row_texts

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support", extend=True)  # menus, drawn offscreen
MakeBookWindow = Callable[..., MainWindow]


@pytest.fixture
def book_window(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> MakeBookWindow:
    """A window over a book with 1.e4 !, 1.d4 and 1.e4 e5, showing the book."""

    def make(*moves: str) -> MainWindow:
        library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
        library.add_line(chess.Board(), line("e4 e5"))
        library.add_line(chess.Board(), line("d4"))
        window = make_window(library=library)
        window.show_mode(Mode.BOOK)
        for move in moves:
            window.services.game.play_move(move)
        wait_for_book(qtbot, window)
        window.activateWindow()
        return window

    return make


def panel(window: MainWindow) -> BookPanel:
    found = window.body.side.panel("book")
    assert isinstance(found, BookPanel)
    return found


def rows(window: MainWindow) -> BookRows:
    return panel(window).rows


def wait_for_book(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.services.book.state.fen == window.services.game.state.fen, timeout=30_000)


def test_while_no_row_is_selected_all_are_said_with_their_flags(book_window: MakeBookWindow) -> None:
    window = book_window()
    assert {text.partition(", 5")[0] for text in row_texts(rows(window))} == {"e4, normal", "d4, normal"}


def row(window: MainWindow, san: str) -> BookRow | None:
    return next((row for row in rows(window).rows if row.san == san), None)


def wait_for(qtbot: QtBot, window: MainWindow, san: str, expected: Callable[[BookRow], bool]) -> BookRow:
    """Waits until the row of a move is as expected."""

    def there() -> bool:
        found = row(window, san)
        return found is not None and expected(found)

    qtbot.waitUntil(there, timeout=30_000)
    found = row(window, san)
    assert found is not None
    return found


def test_what_people_score_is_shown_where_the_setting_wants_it(book_window: MakeBookWindow, qtbot: QtBot) -> None:
    window = book_window()
    settings, expected = window.services.settings, window.services.expected
    assert rows(window).expected_text(rows(window).rows[0]) == ""
    settings.set("people_elo", 1400)
    settings.set("expected_scores", True)
    qtbot.waitUntil(lambda: len(expected.state.scores) == 2, timeout=30_000)
    shown = [rows(window).expected_text(one) for one in rows(window).rows]
    assert all(text.startswith("against 1400: 5") for text in shown)  # White scores a little more than half
    window.services.game.play_move("e2e4")
    qtbot.waitUntil(lambda: set(expected.state.scores) == {"e7e5"}, timeout=30_000)
    settings.set("expected_scores", False)
    qtbot.waitUntil(lambda: not expected.state.scores, timeout=30_000)


def test_what_people_score_with_castling_in_chess960_is_shown(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    start = chess.Board("bqnbrkr1/pppppppp/8/8/8/8/PPPPPPPP/BQ2RKR1 w KQkq - 0 1", chess960=True)
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_move(start, start.parse_san("O-O"))
    window = make_window(library=library)
    window.services.settings.set("expected_scores", True)
    window.services.game.open_position(Game.new(Position.of(start.fen(), True)))
    qtbot.waitUntil(lambda: set(window.services.expected.state.scores) == {"f1g1"}, timeout=30_000)


def choose(qtbot: QtBot, window: MainWindow, san: str) -> BookRows:
    """Goes to a row with the keyboard."""
    view = rows(window)
    view.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(view.hasFocus)
    for _ in view.rows:
        if view.current is not None and view.current.san == san:
            break
        QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current is not None and view.current.san == san
    return view


def visible_menu(window: MainWindow) -> QMenu:
    return next(menu for menu in window.findChildren(QMenu) if menu.isVisible())


def menu_click(menu: QMenu, words: str) -> None:
    """Clicks the entry that begins with these words."""
    action = next(action for action in menu.actions() if action.text().startswith(words))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())


def write_comment(window: MainWindow, text: str) -> None:
    dialog = window.findChild(CommentDialog)
    assert isinstance(dialog, CommentDialog)
    QTest.keyClicks(dialog.text, text)
    buttons = dialog.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    QTest.mouseClick(buttons.button(QDialogButtonBox.StandardButton.Save), Qt.MouseButton.LeftButton)


def test_one_key_gives_each_of_the_four_flags_and_the_chances_before_and_after_are_shown(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window()
    assert {found.san for found in rows(window).rows} == {"e4", "d4"}
    before = row(window, "d4")
    assert before is not None and before.chance == pytest.approx(0.5)
    view = choose(qtbot, window, "d4")
    QTest.keyClicks(view, "!")
    strong = wait_for(qtbot, window, "d4", lambda found: found.flag == "!")
    assert strong.chance == 1 and strong.chance_before == pytest.approx(0.5)
    assert chances(strong) == "50 → 100\u00a0%"
    assert view.current is not None and view.current.san == "d4", "the move stays chosen, in its place"
    for key, flag in (("$", "$"), ("?", "?"), (" ", "")):
        QTest.keyClicks(view, key)
        wait_for(qtbot, window, "d4", lambda found, flag=flag: found.flag == flag)  # type: ignore[misc]


def test_rows_keep_their_places_until_the_position_is_shown_again(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window()

    def shown() -> list[str]:
        return [row.san for row in rows(window).rows]

    assert shown() == ["d4", "e4"]
    book = window.services.book
    book.set_flag("e2e4", "!")
    book.set_flag("d2d4", "?")
    wait_for(qtbot, window, "d4", lambda row: row.flag == "?")
    assert shown() == ["d4", "e4"], "no row moves under the mouse"
    book.delete("d2d4")
    qtbot.waitUntil(lambda: row(window, "d4") is None, timeout=30_000)
    book.undo()
    wait_for(qtbot, window, "d4", lambda row: True)
    assert sorted(shown()) == ["d4", "e4"]
    window.services.game.play_move("d2d4")
    wait_for_book(qtbot, window)
    window.services.game.go_to(0)
    wait_for_book(qtbot, window)
    assert shown() == ["e4", "d4"], "sorted now"


def test_delete_takes_a_move_out_and_undo_and_redo_bring_it_back_and_forth(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window()
    QTest.keyClick(choose(qtbot, window, "d4"), Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: row(window, "d4") is None, timeout=30_000)
    assert window.services.book.state.undo == "d4 deleted"
    with qtbot.waitSignal(window.services.book.message) as told:
        window.actions_by_key["book_undo"].trigger()
    assert "last change of your book was undone" in str(told.args[0].text)
    qtbot.waitUntil(lambda: row(window, "d4") is not None, timeout=30_000)
    assert window.actions_by_key["book_redo"].isEnabled()
    window.actions_by_key["book_redo"].trigger()
    qtbot.waitUntil(lambda: row(window, "d4") is None, timeout=30_000)


def test_a_click_on_the_flag_opens_the_flags_and_a_click_beside_it_plays_the_move(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window()
    view = rows(window)
    index = next(index for index, found in enumerate(view.rows) if found.san == "e4")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.chip_rect(index).center().toPoint())
    menu_click(visible_menu(window), "Bad")
    wait_for(qtbot, window, "e4", lambda found: found.flag == "?")
    index = next(index for index, found in enumerate(view.rows) if found.san == "e4")
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.row_rect(index).center().toPoint())
    assert window.services.game.state.node.san == "e4"


def test_the_keys_that_an_open_menu_shows_choose_its_entries(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window()
    view = rows(window)
    for key, flag in (("$", "$"), ("?", "?"), (" ", ""), ("!", "!")):
        index = next(index for index, found in enumerate(view.rows) if found.san == "e4")
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.chip_rect(index).center().toPoint())
        menu = visible_menu(window)
        QTest.keyClicks(menu, key)
        assert not menu.isVisible()
        wait_for(qtbot, window, "e4", lambda found, wanted=flag: found.flag == wanted)  # type: ignore[misc]
    index = next(index for index, found in enumerate(view.rows) if found.san == "e4")
    place = view.row_rect(index).center().toPoint()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.viewport().mapToGlobal(place))
    QApplication.sendEvent(view.viewport(), event)
    QTest.keyClick(visible_menu(window), Qt.Key.Key_L)
    wait_for(qtbot, window, "e4", lambda found: found.locked)


def test_a_move_is_locked_and_commented_by_keys_and_by_menu(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window()
    view = choose(qtbot, window, "e4")
    QTest.keyClick(view, Qt.Key.Key_L)
    wait_for(qtbot, window, "e4", lambda found: found.locked)
    QTest.keyClick(view, Qt.Key.Key_C)
    write_comment(window, "<b>Best</b> by test")
    wait_for(qtbot, window, "e4", lambda found: found.comment == "<b>Best</b> by test")
    locked = row(window, "e4")
    assert locked is not None
    menu = view.row_menu(locked)
    menu.popup(QPoint(10, 10))
    menu_click(menu, "Unlock")
    wait_for(qtbot, window, "e4", lambda found: not found.locked)
    menu.close()


def test_the_boards_move_and_the_line_of_a_variation_are_added_and_marked(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window("e2e4", "e7e5", "g1f3")
    games, book = window.services.game, window.services.book
    assert rows(window).rows == ()
    QTest.mouseClick(panel(window).add_button, Qt.MouseButton.LeftButton)
    games.go_back()
    wait_for(qtbot, window, "Nf3", lambda found: found.layer == "user")
    games.insert_line(games.state.current, ("f1c4", "b8c6"))
    variation = next(node for node in games.state.game.table if node.san == "Nc6")
    games.go_to(variation.id)
    window.actions_by_key["book_add_line"].trigger()
    qtbot.waitUntil(lambda: "Not added yet" in window.body.messages.notices[-1].accessibleName(), timeout=30_000)
    answers = window.body.messages.notices[-1].findChildren(QPushButton)
    next(button for button in answers if button.text() == "Add").click()  # 2.Nf3 is played less often then
    games.go_to(variation.parent)
    wait_for(qtbot, window, "Nc6", lambda found: found.layer == "user")
    games.go_first()
    qtbot.waitUntil(lambda: book.state.fen == games.state.fen)
    window.actions_by_key["book_mark_!"].trigger()
    wait_for(qtbot, window, "e4", lambda found: found.flag == "!")


def test_a_forced_line_is_played_whatever_the_flags_and_ended_again(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window("d2d4")
    window.actions_by_key["book_force"].trigger()
    qtbot.waitUntil(lambda: bool(window.body.messages.notices), timeout=30_000)
    assert "plays this line" in window.body.messages.notices[-1].accessibleName()
    window.services.game.go_first()
    wait_for(qtbot, window, "d4", lambda found: found.forced and found.chance == 1)
    assert window.actions_by_key["book_unforce"].isEnabled()
    window.actions_by_key["book_unforce"].trigger()
    wait_for(qtbot, window, "d4", lambda found: not found.forced)


def test_the_position_is_commented(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window("e2e4")
    window.actions_by_key["book_comment"].trigger()
    write_comment(window, "The open games")
    qtbot.waitUntil(lambda: window.services.book.state.comment == "The open games", timeout=30_000)
    assert panel(window)._comment.isVisible()


def test_the_book_is_that_of_the_position_shown_after_a_step_to_and_fro(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window("e2e4")
    games, book = window.services.game, window.services.book
    with qtbot.waitSignal(book.changed, timeout=30_000):
        games.go_first()
        games.go_forward()
    assert book.state.fen == games.state.fen
    assert [found.san for found in rows(window).rows] == ["e5"]


def test_what_was_asked_of_a_position_is_done_there_though_the_game_went_on(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window()
    games, book = window.services.game, window.services.book
    e4 = row(window, "e4")
    assert e4 is not None
    menu = panel(window).rows.row_menu(e4)
    window.actions_by_key["book_comment"].trigger()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "a2a3", "a7a6"):  # e2e4 is legal there, too
        games.play_move(move)
    qtbot.waitUntil(lambda: book.state.fen == games.state.fen, timeout=30_000)
    write_comment(window, "How it begins")
    next(action for action in menu.actions() if action.text().startswith("Bad")).trigger()
    games.go_first()
    wait_for(qtbot, window, "e4", lambda found: found.flag == "?")
    assert book.state.comment == "How it begins"


def test_a_move_of_the_book_is_played_where_it_was_offered_or_not_at_all(
    qtbot: QtBot, book_window: MakeBookWindow
) -> None:
    window = book_window()
    games, view = window.services.game, rows(window)
    e4 = row(window, "e4")
    assert e4 is not None
    menu = view.row_menu(e4)
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):  # e2e4 is legal there, too
        games.play_move(move)
    before = games.state.current
    view.press(e4)  # its moves are being looked up
    qtbot.waitUntil(lambda: window.services.book.state.fen == games.state.fen, timeout=30_000)
    menu.actions()[0].trigger()
    assert games.state.current == before
    told = {notice.accessibleName() for notice in window.body.messages.notices}
    assert told == {"The position has changed, so the move was not played."}


def test_an_edit_that_cannot_be_written_is_told_and_the_panel_stays(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.show_mode(Mode.BOOK)
    wait_for_book(qtbot, window)
    assert "There is no book in this test." in panel(window)._empty.text()
    window.services.book.set_flag("e2e4", "!")
    qtbot.waitUntil(lambda: bool(window.body.messages.notices), timeout=30_000)


def test_edits_are_kept_in_the_users_layer_alone(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook")
    window = make_window(library=library)
    window.show_mode(Mode.BOOK)
    wait_for_book(qtbot, window)
    first = rows(window).rows[0]
    assert first.layer == "shipped"
    window.services.book.set_flag(first.uci, "$")
    wait_for(qtbot, window, first.san, lambda found: found.flag == "$" and found.layer == "user")
    board = chess.Board()
    assert library.user is not None and library.learned is not None
    assert library.user.count() == 1 and library.learned.count() == 0
    assert next(found.flag for found in library.look_up(board) if found.move.uci() == first.uci) is Flag.DUBIOUS


def test_a_line_is_practised_at_once(qtbot: QtBot, book_window: MakeBookWindow) -> None:
    window = book_window("d2d4", "d7d5")
    window.actions_by_key["book_practise"].trigger()
    qtbot.waitUntil(lambda: window.services.game.state.playing, timeout=20_000)
    state = window.services.game.state
    assert (state.match is not None and state.match.human_side) is state.orientation
    assert state.game.start_fen == chess.STARTING_FEN
    wait_for(qtbot, window, "d4", lambda found: found.forced and found.chance == 1)
