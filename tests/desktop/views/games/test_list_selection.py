"""The selected games of a collection's list stay selected, and it shows what is added, whatever changes the rows."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from books.collection import labels
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.explorer.counted import EVERY_GAME
from desktop.compose import Composition
from desktop.model.game_list import ListState
from desktop.services.files.collected_games import CollectedGames
from desktop.services.files.game_list_service import GameListService
from desktop.views.book.explorer_filter_dialog import ExplorerFilterDialog
from desktop.views.games.games_page import GamesPage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.ground.text import NOTHING, Text
from tests.desktop.services.conftest import folders_in
from tests.desktop.views.games.test_collection import explorer_of
from tests.desktop.views.games.test_games_page import game_text, page_of, page_shown
from tests.desktop.window_doubles import ScriptedSources

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def made(qtbot: QtBot, tmp_path: Path) -> Iterator[tuple[MainWindow, Path]]:
    """A window that lists *My games*, a collection of 60 games."""
    composition = Composition(folders_in(tmp_path / "user"), ScriptedSources(), reply_ms=0)
    path, source = composition.services.collection.path, tmp_path / "sixty.pgn"
    assert path is not None
    source.write_text("".join(map(game_text, range(60))))
    with Collection(path, create=True) as collection:
        import_pgn(collection, source)
    composition.window_shown()
    window = MainWindow(composition.services)
    qtbot.addWidget(window)
    window.show()
    window.services.lists.show(CollectedGames(path, Query()), Text("Mine"))
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: page_shown(window) and page_of(window).table.games.rowCount() == 60)
    yield window, path
    assert composition.close()


def settled(lists: GameListService, state: ListState, total: int) -> bool:
    """Whether a change is done that began in `state`, and its rows are in order."""
    now = lists.state
    return now is not state and now.settled and not now.arranging and now.total == total


def choose(page: GamesPage, *rows: int) -> None:
    """Makes the last row current and selects all of them."""
    flag = QItemSelectionModel.SelectionFlag
    for row in rows:
        page.table.selectionModel().setCurrentIndex(page.table.games.index(row, 0), flag.Select | flag.Rows)
    if rows:
        page.table.selectionModel().setCurrentIndex(page.table.games.index(rows[-1], 0), flag.NoUpdate)


def chosen(page: GamesPage) -> tuple[int | None, set[int]]:
    return page.table.current_number, set(page.table.selected_numbers())


@pytest.mark.parametrize(("words", "column"), [("", ""), ("polgar", ""), ("", "White"), ("polgar", "Round")])
def test_games_stay_selected_while_they_are_starred_and_labelled(
    made: tuple[MainWindow, Path], qtbot: QtBot, words: str, column: str
) -> None:
    window, path = made
    lists, page = window.services.lists, page_of(window)
    lists.sort_by(column, descending=True)
    lists.search(words)
    qtbot.waitUntil(lambda: lists.state.words == words and not lists.state.arranging and len(lists.state.order) > 9)
    page.table.clearSelection()
    choose(page, 4, 5, 8)
    before = chosen(page)
    assert len(before[1]) == 3
    state = lists.state
    QTest.keyClick(page.table, Qt.Key.Key_F)
    qtbot.waitUntil(lambda: settled(lists, state, 60))
    assert chosen(page) == before
    with Collection(path) as collection:
        assert set(labels.labels_by_game(collection)) == {number + 1 for number in before[1]}
    state = lists.state
    QTest.keyClick(page.table, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: settled(lists, state, 60))
    assert chosen(page) == before


@pytest.mark.parametrize("words", ["", "polgar"])
def test_games_stay_selected_where_another_one_goes_and_comes_back(
    made: tuple[MainWindow, Path], qtbot: QtBot, words: str
) -> None:
    window, _ = made
    lists, page = window.services.lists, page_of(window)
    lists.search(words)
    qtbot.waitUntil(lambda: lists.state.words == words and not lists.state.arranging)
    page.table.go_to(lists.state.order[1])
    state = lists.state
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: settled(lists, state, 59))
    page.table.clearSelection()
    choose(page, 3, 6)
    games = {lists.whole_row(number) for number in page.table.selected_numbers()}
    assert len(games) == 2
    state = lists.state
    QTest.keyClick(page.table, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(lambda: settled(lists, state, 60))
    assert {lists.whole_row(number) for number in page.table.selected_numbers()} == games
    assert lists.whole_row(page.table.current_number or 0) in games


@pytest.mark.parametrize(("words", "shown"), [("", 63), ("newcomer", 3)])
def test_what_an_import_adds_is_listed_where_the_collection_is(
    made: tuple[MainWindow, Path], qtbot: QtBot, tmp_path: Path, words: str, shown: int
) -> None:
    window, _ = made
    lists = window.services.lists
    lists.search(words)
    new = tmp_path / "new.pgn"
    new.write_text(
        "".join(f'[White "Newcomer"]\n[Round "{number}"]\n\n1. {"abc"[number]}3 e5 *\n\n' for number in range(3))
    )
    window.action_groups.files.import_files([str(new)])
    qtbot.waitUntil(lambda: lists.state.total == 63 and lists.state.settled and len(lists.state.order) == shown)
    assert lists.state.words == words and page_of(window).table.games.rowCount() == shown


def test_downloaded_games_are_listed_where_the_collection_is(
    made: tuple[MainWindow, Path], qtbot: QtBot, tmp_path: Path
) -> None:
    window, path = made
    new = tmp_path / "new.pgn"
    new.write_text("1. c4 g5 *\n")
    with Collection(path) as collection:
        assert import_pgn(collection, new).added == 1
    window.services.world.fetched.emit(path, None, NOTHING)
    qtbot.waitUntil(lambda: page_of(window).table.games.rowCount() == 61)


def test_the_games_that_the_explorer_counts_are_listed(made: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = made
    card, lists = explorer_of(window), window.services.lists
    qtbot.waitUntil(lambda: card.note.text() == "Games: 60")
    QTest.mouseClick(card.filter_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(ExplorerFilterDialog)
    assert isinstance(dialog, ExplorerFilterDialog)
    dialog.until.setValue(1930)
    dialog.player.setText("polgar")
    dialog.accept()
    qtbot.waitUntil(lambda: card.note.text() == "Games: 13 · polgar, –1930")
    QTest.mouseClick(card.games_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: lists.state.settled and lists.state.total == 13)
    assert page_of(window).title.text() == "My games, this position, filtered"
    new = path.with_name("new.pgn")
    new.write_text(
        '[White "Polgar"]\n[Date "1901.??.??"]\n\n1. e4 *\n\n[White "Polgar"]\n[Date "1999.??.??"]\n\n1. e4 e6 *\n'
    )
    window.services.collection.import_files([new])
    qtbot.waitUntil(lambda: lists.state.settled and lists.state.total == 14)
    explorer_of(window)
    QTest.mouseClick(card.filter_button, Qt.MouseButton.LeftButton)
    dialog = window.findChildren(ExplorerFilterDialog)[-1]
    reset = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Reset")
    QTest.mouseClick(reset, Qt.MouseButton.LeftButton)
    assert dialog.isVisible() and dialog.choice() == EVERY_GAME
    assert window.services.explorer.choice != EVERY_GAME, "Cancel still leaves the filter as it was"
    dialog.accept()
    qtbot.waitUntil(lambda: card.note.text() == "Games: 62")


def test_the_title_of_a_search_for_all_pieces_is_no_longer_than_its_place(
    made: tuple[MainWindow, Path], qtbot: QtBot
) -> None:
    window, _ = made
    page, pieces = page_of(window), " ".join(f"P{file}2 p{file}7" for file in "abcdefgh")
    window.services.collection.search(Query(player="polgar", pieces=pieces))
    qtbot.waitUntil(lambda: window.services.lists.state.settled and "polgar" in page.title.text())
    assert page.title.text() == f"My games: polgar, {pieces[:40]} …"
    path = window.services.collection.path
    assert path is not None
    window.services.lists.show(CollectedGames(path, Query()), Text("x" * 200))
    assert page.title.text() == "x" * 80 + " …" and page.title.toolTip().count("x") == 200


def test_an_import_adds_nothing_to_given_games_nor_to_another_collection(tmp_path: Path, qtbot: QtBot) -> None:
    mine, other = tmp_path / "mine.ratsugames", tmp_path / "other.ratsugames"
    source = tmp_path / "three.pgn"
    source.write_text("".join(map(game_text, range(3))))
    for path in (mine, other):
        with Collection(path, create=True) as collection:
            import_pgn(collection, source)
    lists = GameListService()
    lists.show(CollectedGames(mine, Query(), numbers=[1, 3]), Text("Two"))
    qtbot.waitUntil(lambda: lists.state.total == 2 and lists.state.settled)
    lists.list_grown(str(other))
    with qtbot.waitSignal(lists.rows_changed):
        lists.list_grown(str(mine))
    assert lists.collected() is not None
    assert list(lists.collected() or ()) == [1, 3]
    assert lists.close()
