"""Everything can be found: the palette, the page of keys, the search of the settings, recent files, hints."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QMenu
from pytestqt.qtbot import QtBot

from desktop.model.settings import SETTINGS
from desktop.model.stored_values import (
    MOST_FILES,
    RememberedGame,
    keys_from,
    keys_text,
    session_from,
    session_text,
    with_file,
)
from desktop.views.help.bubble import Bubble
from desktop.views.help.first_use_hints import HINTS
from desktop.views.main_window import MainWindow
from desktop.views.window.action_table import ACTIONS
from desktop.views.window.command_palette import CommandPalette
from desktop.views.window.mode_bar import Mode
from desktop.views.window.settings_dialog import SettingsDialog
from desktop.views.window.shortcuts_dialog import ShortcutsDialog
from desktop.views.window.synonyms import OTHER_WORDS
from tests.desktop.views.conftest import MakeWindow


def palette_of(window: MainWindow) -> CommandPalette:
    window.actions_by_key["palette"].trigger()
    found = window.findChild(CommandPalette)
    assert isinstance(found, CommandPalette)
    return found


def test_a_few_letters_find_a_command_and_enter_does_it(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    palette = palette_of(window)
    QTest.keyClicks(palette.line, "flip bo")
    assert palette.found[0].name == "Flip the board" and palette.found[0].keys == "F"
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.body.panel.board.flipped)
    assert window.findChild(CommandPalette) is None


def test_the_palette_knows_every_action_setting_and_recent_file(make_window: MakeWindow) -> None:
    window = make_window()
    window.services.settings.keep("recent_files", "/home/you/some games.pgn")
    palette = palette_of(window)
    wanted = len(ACTIONS) + sum(not setting.hidden for setting in SETTINGS) + 1
    assert len(palette._entries) == wanted
    palette.line.setText("some games")
    assert [entry.name for entry in palette.found] == ["some games.pgn"]
    palette.line.setText("no such thing at all")
    assert palette.found == [] and palette.nothing.isVisible()
    palette.reject()


@pytest.mark.parametrize(
    ("language", "typed", "name"),
    [("en", "najdorf", "B90 Sicilian Defense: Najdorf Variation"), ("fi", "espanjalainen", "C60 Espanjalainen peli")],
)
def test_an_opening_is_found_by_its_name_and_shown_with_the_book(
    qtbot: QtBot, make_window: MakeWindow, language: str, typed: str, name: str
) -> None:
    window = make_window(language=language)
    palette = palette_of(window)
    palette.line.setText(typed)
    assert palette.found[0].name == name and palette.found[0].place.startswith("1. e4 ")
    rows = [(entry.name, entry.place) for entry in palette.found]
    assert len(set(rows)) == len(rows), "several positions of one name differ by their moves"
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.modes.mode is Mode.BOOK)
    state = window.services.game.state
    assert state.node.san in ("a6", "Bb5") and state.current == state.game.end()


def test_the_words_of_other_programs_find_a_command(make_window: MakeWindow) -> None:
    palette = palette_of(make_window())
    for typed, name in (
        ("annotate", "Comment and signs"), ("takeback", "Take back"), ("retract", "Take back"), ("turn", "Flip the board"),
        ("options", "Settings"), ("hotkeys", "Keys"), ("blunder check", "Review the game"), ("repertoire", "Books"),
        ("tournament", "Match between engines"), ("screenshot", "Save the board as a picture"), ("pdf", "Print or publish"),
        ("multipv", "More lines"), ("stockfish", "Engines"), ("maia", "What would people play?"), ("setup", "Set up a position"),
    ):  # fmt: skip
        palette.line.setText(typed)
        assert name in [entry.name for entry in palette.found], typed
    palette.reject()


def test_the_own_name_comes_before_the_words_of_others_and_all_belong_to_an_action(make_window: MakeWindow) -> None:
    palette = palette_of(make_window())
    for typed, name in (
        ("night", "Night work"),
        ("import", "Import PGN into the collection"),
    ):
        palette.line.setText(typed)
        assert palette.found[0].name == name
    assert OTHER_WORDS.keys() <= {spec.key for spec in ACTIONS}
    palette.reject()


def test_the_name_itself_comes_before_longer_ones_that_begin_with_it(make_window: MakeWindow) -> None:
    """“Book” offered the book report first, and the panel of that name as the fifth."""
    palette = palette_of(make_window())
    palette.line.setText("book")
    assert palette.found[0].name == "Book"
    palette.reject()


def test_what_cannot_be_done_now_is_found_and_does_nothing(make_window: MakeWindow) -> None:
    window = make_window()
    palette = palette_of(window)
    QTest.keyClicks(palette.line, "resign")
    assert palette.found[0].name == "Resign" and not palette.found[0].enabled
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    assert palette.isVisible()
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)


def test_a_setting_is_found_and_shown_in_the_dialog(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    palette = palette_of(window)
    QTest.keyClicks(palette.line, "duration of the move")
    QTest.keyClick(palette.line, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.findChild(SettingsDialog) is not None)
    dialog = window.findChild(SettingsDialog)
    assert isinstance(dialog, SettingsDialog) and dialog.search.text().startswith("Duration of the move")
    dialog.reject()


def keys_dialog(window: MainWindow) -> ShortcutsDialog:
    window.actions_by_key["shortcuts"].trigger()
    found = window.findChild(ShortcutsDialog)
    assert isinstance(found, ShortcutsDialog)
    return found


def test_a_key_is_changed_kept_and_given_back(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = keys_dialog(window)
    field = dialog.fields["flip"]
    field.setKeySequence(QKeySequence("Ctrl+Alt+9"))
    field.editingFinished.emit()
    assert window.actions_by_key["flip"].shortcut().toString() == "Ctrl+Alt+9"
    assert "Ctrl+Alt+9" in window.actions_by_key["flip"].toolTip()
    again = MainWindow(window.services)
    assert again.actions_by_key["flip"].shortcut().toString() == "Ctrl+Alt+9"
    again.deleteLater()
    dialog._reset_all()
    assert window.actions_by_key["flip"].shortcut().toString() == "F"
    assert window.services.settings.settings.text("keys") == ""
    dialog.reject()


def test_a_key_that_is_taken_says_by_what_and_stays(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = keys_dialog(window)
    field = dialog.fields["flip"]
    field.setKeySequence(QKeySequence("Ctrl+N"))
    field.editingFinished.emit()
    assert "New game" in dialog.problem.text() and dialog.problem.isVisible()
    assert window.actions_by_key["flip"].shortcut().toString() == "F"
    assert field.keySequence().toString() == "F"
    dialog.reject()


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"a": 3}', '{"a": [1]}', "[" * 9000])
def test_damaged_memory_is_left_out(text: str) -> None:
    assert keys_from(text) == {} and session_from(text) == ()


def test_what_is_remembered_is_read_as_it_was_written() -> None:
    assert keys_from(keys_text({"flip": ("T",), "hint": ()})) == {"flip": ("T",), "hint": ()}
    first, second = RememberedGame("/a b.pgn", "1 20 ab", 7, shown=True), RememberedGame("/ä.pgn")
    assert session_from(session_text([first, second, first])) == (first, second)
    assert session_from('["/a b.pgn", "/ä.pgn"]') == (RememberedGame("/a b.pgn"), second)  # of an older version
    assert session_from('[["/a.pgn", "", -1, false], ["/a.pgn"], 3, "/ä.pgn"]') == (second,)
    files = ""
    for number in range(20):
        files = with_file(files, f"/{number}.pgn")
    files = with_file(files, "/15.pgn")
    assert files.splitlines()[:2] == ["/15.pgn", "/19.pgn"] and len(files.splitlines()) == MOST_FILES


def test_an_opened_file_is_offered_again(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    path = tmp_path / "one & two.pgn"
    path.write_text("1. e4 e5 *\n")
    window.open_files([path])
    qtbot.waitUntil(lambda: bool(window.services.settings.settings.text("recent_files")), timeout=10_000)
    menu = window.actions_by_key["recent"].menu()
    assert isinstance(menu, QMenu)
    menu.aboutToShow.emit()
    assert "one && two.pgn" in menu.actions()[0].text()


def test_the_settings_are_searched_by_their_choices_too(make_window: MakeWindow) -> None:
    window = make_window()
    dialog = window.services.make(SettingsDialog, parent=window)
    dialog.show()
    dialog.search.setText("figurines")
    shown = [row for row, field, _ in dialog._rows if field is not None and row.isVisible()]
    assert [row.text() for row in shown if isinstance(row, QLabel)] == ["Piece letters in moves"] and len(shown) == 1
    dialog.reject()


def test_hints_are_told_once_and_can_be_ended(make_window: MakeWindow) -> None:
    window = make_window()
    assert set(HINTS) >= {Mode.ANALYSE, Mode.BOOK, Mode.TRAIN}
    window.show_mode(Mode.BOOK)
    assert window.body.messages.notices == [], "nothing before the start is over"
    window.action_groups.hints.begin(Mode.PLAY)
    assert window.body.messages.notices == [] and window.findChildren(Bubble), "the tour is about the board"
    window.show_mode(Mode.ANALYSE)
    told = [notice.accessibleName() for notice in window.body.messages.notices]
    assert told == [HINTS[Mode.ANALYSE]], "that of the mode that was left has gone: it is not about this one"
    window.show_mode(Mode.PLAY)
    assert window.body.messages.notices == [], "each once"
    window.services.settings.set("hints", False)
    window.show_mode(Mode.BOOK)
    assert window.body.messages.notices == []


def test_the_hint_about_lines_waits_until_they_are_seen(make_window: MakeWindow) -> None:
    """A review covered them, and the hint covered the review."""
    window = make_window()
    window.services.game.play_move("e2e4")
    window.action_groups.hints.begin(Mode.PLAY)
    window.actions_by_key["explain"].trigger()
    assert window.body.side.in_front("explain") and window.body.messages.notices == []
    window.actions_by_key["analysis"].trigger()  # off: explaining had turned it on
    window.actions_by_key["analysis"].trigger()
    assert window.body.side.in_front("analysis")
    assert [notice.accessibleName() for notice in window.body.messages.notices] == [HINTS[Mode.ANALYSE]]
    window.body.side.show_panel("review")
    assert window.body.messages.notices == []
    window.show_mode(Mode.PLAY)
    window.show_mode(Mode.ANALYSE)
    assert window.body.side.in_front("review") and window.body.messages.notices == [], "that panel is kept in front"
    window.body.side.show_panel("analysis")
    assert [notice.accessibleName() for notice in window.body.messages.notices] == [HINTS[Mode.ANALYSE]]
