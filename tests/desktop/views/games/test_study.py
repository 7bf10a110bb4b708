"""A study in the window: new, a second chapter, another name, another order, undo; the file is read by python-chess."""

import io
from pathlib import Path

import chess.pgn
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog
from pytestqt.qtbot import QtBot

from books.collection import labels
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from desktop.services.files import list_tasks as work
from desktop.services.files.collected_games import CollectedGames
from desktop.views.games.chapter_dialog import ChapterDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.side import Side
from engine.ground.text import Text
from engine.pgn.edit import HeaderEdit
from engine.pgn.study import ChapterName
from engine.rules.diagrams import diagram_keys
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_games_page import page_of, page_shown

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"


def events(path: Path) -> list[str]:
    stream, found = io.StringIO(path.read_text()), []
    while (headers := chess.pgn.read_headers(stream)) is not None:
        found.append(headers["Event"])
    return found


def waited(window: MainWindow, qtbot: QtBot, path: Path, *names: str) -> None:
    lists = window.services.lists
    wanted = [f"Endings: {name}" for name in names]
    qtbot.waitUntil(lambda: events(path) == wanted and lists.state.total == len(names) and not lists.state.busy)
    qtbot.waitUntil(lambda: not lists.state.loading and lists.row(len(names) - 1)[6] == wanted[-1])


def test_a_study_is_made_and_its_chapters_added_named_moved_and_undone(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, path = make_window(), tmp_path / "endings.pgn"
    window.actions_by_key["new_study"].trigger()
    dialog = window.findChild(ChapterDialog)
    assert isinstance(dialog, ChapterDialog) and not dialog._ok.isEnabled()
    dialog._made = lambda chapter: window.action_groups.files.begin_study(path, chapter)
    QTest.keyClicks(dialog.study, "Endings")
    QTest.keyClicks(dialog.chapter, "Lucena")
    QTest.keyClick(dialog.chapter, Qt.Key.Key_Return)
    qtbot.waitUntil(path.exists)
    waited(window, qtbot, path, "Lucena")
    qtbot.waitUntil(lambda: page_shown(window))
    page = page_of(window)
    page.more_button.chapter.trigger()
    dialog = next(found for found in window.findChildren(ChapterDialog) if found.isVisible())
    assert dialog.study.text() == "Endings"
    QTest.keyClicks(dialog.chapter, "Philidor")
    dialog.side.setCurrentIndex(1)
    QTest.keyClick(dialog.chapter, Qt.Key.Key_Return)
    waited(window, qtbot, path, "Lucena", "Philidor")
    qtbot.waitUntil(lambda: page.table.current_number == 1)  # Enter opens the new chapter
    assert '[Orientation "black"]' in path.read_text()
    page.table.go_to(1)
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    name = window.findChild(QInputDialog)
    assert isinstance(name, QInputDialog) and name.textValue() == "Philidor"
    assert name.width() >= name.fontMetrics().horizontalAdvance(name.windowTitle()) + 150  # the buttons of the title
    name.setTextValue("Vancura")
    name.accept()
    waited(window, qtbot, path, "Lucena", "Vancura")
    QTest.keyClick(page.table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    waited(window, qtbot, path, "Vancura", "Lucena")
    qtbot.waitUntil(lambda: page.table.current_number == 0)  # the cursor goes with its chapter
    for names in (("Lucena", "Vancura"), ("Lucena", "Philidor"), ("Lucena",)):
        window.services.lists.take_back()
        waited(window, qtbot, path, *names)


def test_an_open_chapter_follows_what_the_list_does_to_it(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """It took each of these for a change by another program, and could not be saved any more."""
    window, path = make_window(), tmp_path / "endings.pgn"
    path.write_text("".join(f'[Event "Endings: {name}"]\n\n1. e4 *\n\n' for name in ("Lucena", "Philidor")))
    services, lists = window.services, window.services.lists
    lists.open(path)
    waited(window, qtbot, path, "Lucena", "Philidor")
    lists.open_game(1)
    qtbot.waitUntil(lambda: services.game.state.path == str(path))

    assert str(services.game.tabs.titles[-1].short) == "Philidor"  # all tabs of a study began alike, and were cut there

    def event() -> str:
        return services.game.state.game.header("Event")

    def modified() -> bool:
        return services.game.state.modified

    def saved(move: str) -> None:
        services.game.go_last()
        services.game.play_move(move)
        assert services.files.save()
        qtbot.waitUntil(lambda: not modified())
        waited(window, qtbot, path, *(part.removeprefix("Endings: ") for part in events(path)))

    lists.edit_headers((1,), ChapterName("Vancura"))
    qtbot.waitUntil(lambda: event() == "Endings: Vancura")
    assert not modified()
    waited(window, qtbot, path, "Lucena", "Vancura")
    lists.rewrite(lambda games: work.chapters_swapped(games, 0), Text("moving"))
    waited(window, qtbot, path, "Vancura", "Lucena")
    saved("e7e5")
    services.game.play_move("g1f3")
    lists.edit_headers((0, 1), HeaderEdit(("Annotator",), "Ann"))
    qtbot.waitUntil(lambda: services.game.state.game.header("Annotator") == "Ann")
    assert modified()
    saved("b8c6")
    lists.take_back()  # of the save: the tab has what the file no longer has
    qtbot.waitUntil(modified)
    saved("f1b5")
    assert "1. e4 e5 2. Nf3 Nc6 3. Bb5 *" in path.read_text() and path.read_text().count("Event") == 2


def test_a_chapter_is_shown_from_the_side_that_it_names(make_window: MakeWindow) -> None:
    window = make_window()
    board = window.body.panel.board

    def flipped() -> bool:
        return board.flipped

    window.services.files.paste('[Event "Mine: one"]\n[Orientation "black"]\n\n1. e4 e5 *')
    assert flipped() and window.body.panel.lower_bar.side is Side.BLACK
    window.services.files.paste('[Event "Mine: two"]\n[Orientation "white"]\n\n1. d4 d5 *')
    assert not flipped()
    window.services.settings.set("flip_for_black", False)
    window.services.game.select_tab(window.services.game.tabs.titles[-2].tab)
    assert not flipped(), "who wants White below always has it"


def test_chapters_in_a_collection_are_added_named_moved_and_undone(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, source, path = make_window(), tmp_path / "endings.pgn", tmp_path / "mine.ratsugames"
    moves = {"Lucena": "1. e4 {The bridge.} *", "Philidor": "1. d4 *", "Vancura": "1. c4 c5 *"}
    source.write_text("".join(f'[Event "Endings: {name}"]\n\n{text}\n\n' for name, text in moves.items()))
    with Collection(path, create=True) as collection:
        import_pgn(collection, source)
        labels.labelled(collection, [1], "mine")
    services, lists, games = window.services, window.services.lists, window.services.game
    lists.show(CollectedGames(path, Query(event="Endings")), Text("Mine"))
    window.show_mode(Mode.GAMES)

    def stored(*names: str) -> bool:
        with Collection(path) as collection:
            events = [game.event.removeprefix("Endings: ") for game in collection.games([1, 2, 3, 4])]
        return events == list(names) and not lists.state.busy and not lists.state.loading

    def there(*names: str) -> None:
        qtbot.waitUntil(lambda: stored(*names), timeout=60_000)

    there(*moves)
    qtbot.waitUntil(lambda: page_shown(window), timeout=60_000)
    page = page_of(window)
    qtbot.waitUntil(lambda: page.table.games.rowCount() == 3, timeout=60_000)
    lists.open_game(0)
    qtbot.waitUntil(lambda: games.state.path == str(path), timeout=60_000)
    window.show_mode(Mode.GAMES)
    page.table.go_to(0)
    QTest.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    there("Philidor", "Lucena", "Vancura")
    qtbot.waitUntil(lambda: page.table.current_number == 1, timeout=60_000)
    with Collection(path) as collection:
        assert labels.labels_by_game(collection) == {2: ("mine",)}
        assert b"The bridge." in (collection.text(2) or b"")
        assert import_pgn(collection, source).added == 0
        assert [game.id for game in search(collection, Query(positions=diagram_keys(AFTER_E4, False)))] == [2]
    qtbot.waitUntil(lambda: services.files.place_texts(games.state.tab)[0].startswith("collected 2 "), timeout=60_000)
    games.go_last()
    games.play_move("e7e5")
    assert services.files.save()
    qtbot.waitUntil(lambda: not games.state.modified, timeout=60_000)
    with Collection(path) as collection:
        assert b"1. e4 {The bridge.} 1... e5" in (
            collection.text(2) or b""
        )  # the open chapter is saved in its new place
    there("Philidor", "Lucena", "Vancura")
    page.table.go_to(2)
    QTest.keyClick(page.table, Qt.Key.Key_F2)
    name = window.findChild(QInputDialog)
    assert isinstance(name, QInputDialog) and name.textValue() == "Vancura"
    name.setTextValue("Vancura, 1924")
    name.accept()
    there("Philidor", "Lucena", "Vancura, 1924")
    page.more_button.chapter.trigger()
    dialog = window.findChild(ChapterDialog)
    assert isinstance(dialog, ChapterDialog) and dialog.study.text() == "Endings"
    QTest.keyClicks(dialog.chapter, "Cochrane")
    QTest.keyClick(dialog.chapter, Qt.Key.Key_Return)
    there("Philidor", "Lucena", "Vancura, 1924", "Cochrane")
    for names in (
        ("Philidor", "Lucena", "Vancura, 1924"),
        ("Philidor", "Lucena", "Vancura"),
        ("Philidor", "Lucena", "Vancura"),  # the move that was saved
        ("Lucena", "Philidor", "Vancura"),
    ):
        lists.take_back()
        there(*names)
    with Collection(path) as collection:
        assert labels.labels_by_game(collection) == {1: ("mine",)}


@pytest.mark.parametrize("held", [Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier])
def test_the_cursor_selects_its_row_alone_while_a_key_is_held(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, held: Qt.KeyboardModifier
) -> None:
    window, path = make_window(), tmp_path / "two.pgn"
    path.write_text("1. e4 *\n\n1. d4 *\n")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: page_shown(window) and window.services.lists.state.settled)
    table = page_of(window).table
    qtbot.waitUntil(lambda: table.games.rowCount() == 2)
    table.go_to(0)
    QTest.keyClick(table, Qt.Key.Key_F12, held)  # what is held stays so until the next key, as after Ctrl+Z
    for row in (0, 1, 0):
        table.go_to(row)
        assert table.selected_numbers() == [row]
