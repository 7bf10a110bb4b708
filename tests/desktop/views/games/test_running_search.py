"""A search of the collection lists games while it runs, can be stopped, and lists any number of games."""

# ruff: noqa: F811 - the fixture of test_collection

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

import books.collection.search as searching
from books.collection.query import Query
from desktop.services.files.collected_games import CollectedGames
from desktop.views.main_window import MainWindow
from tests.desktop.views.games.test_collection import page_of, window  # noqa: F401 - a fixture

MINUTE_MS = 60_000


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Searches find three games, and go on once the event is set."""
    go_on = Event()

    def found(
        _collection: object, _query: Query, progress: Callable[[int, int], bool], _within: object
    ) -> Iterator[list[int]]:
        progress(24, 60)
        yield [2, 3, 5]
        while not go_on.wait(0.01):
            if not progress(24, 60):
                return
        yield [7]

    monkeypatch.setattr(searching, "numbers_found", found)
    yield go_on
    go_on.set()


def begun(qtbot: QtBot, window: MainWindow) -> None:
    window.services.collection.search(Query(player="polgar"))
    qtbot.waitUntil(lambda: window.services.lists.state.total == 3, timeout=MINUTE_MS)


def test_games_are_listed_while_the_search_runs(qtbot: QtBot, window: MainWindow, held: Event) -> None:
    begun(qtbot, window)
    page, lists = page_of(window), window.services.lists
    qtbot.waitUntil(lambda: page.line.text() == "3 games, searching: 40\u00a0%", timeout=MINUTE_MS)
    qtbot.waitUntil(lambda: bool(page.table.games.text(2, 1)), timeout=MINUTE_MS)
    assert lists.state.loading and page.stop.isVisible() and page.progress.value() == 400
    page.table.setCurrentIndex(page.table.games.index(1, 0))
    held.set()
    qtbot.waitUntil(lambda: not lists.state.loading, timeout=MINUTE_MS)
    assert page.table.games.rowCount() == 4 and page.table.current_number == 1


def test_escape_stops_the_search_and_keeps_what_was_found(
    qtbot: QtBot,
    window: MainWindow,
    held: Event,
) -> None:
    begun(qtbot, window)
    page, lists = page_of(window), window.services.lists
    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not lists.state.loading, timeout=MINUTE_MS)
    assert lists.state.total == 3 and page.isVisible()
    assert page.line.text() == "3 games, stopped at 40\u00a0%"
    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not page.isVisible(), timeout=MINUTE_MS)


def test_games_found_so_far_can_be_sorted_and_opened(qtbot: QtBot, window: MainWindow, held: Event) -> None:
    begun(qtbot, window)
    lists = window.services.lists
    lists.sort_by("White", True)
    qtbot.waitUntil(lambda: len(lists.state.order) == 3, timeout=MINUTE_MS)
    held.set()
    qtbot.waitUntil(lambda: not lists.state.loading and len(lists.state.order) == 4, timeout=MINUTE_MS)
    names = [lists.whole_row(row)[0] for row in lists.state.order]
    assert names == sorted(names, key=str.casefold, reverse=True)
    with qtbot.waitSignal(lists.game_read, timeout=MINUTE_MS):
        lists.open_game(lists.state.order[0])


def test_a_row_painted_before_its_page_is_read_is_painted_again(qtbot: QtBot, window: MainWindow) -> None:
    lists, table = window.services.lists, page_of(window).table
    window.services.collection.search(Query())
    qtbot.waitUntil(lambda: lists.state.total == 60 and not lists.state.loading, timeout=MINUTE_MS)
    qtbot.waitUntil(lambda: lists.fact(0) is not None, timeout=MINUTE_MS)
    listing = lists.listing
    assert listing is not None and isinstance(listing.games, CollectedGames)
    shown = table.grab().toImage()
    qtbot.waitUntil(lambda: not table._incomplete, timeout=MINUTE_MS)
    shown = table.grab().toImage()
    listing.games._rows.forget()  # the facts of the moves stay, as after a filter
    table._forget_pictures()
    assert table.grab().toImage() != shown
    qtbot.waitUntil(lambda: not table._incomplete, timeout=MINUTE_MS)
    assert table.grab().toImage() == shown


def test_dragged_games_hide_no_collection(qtbot: QtBot, window: MainWindow) -> None:
    table = page_of(window).table
    window.services.collection.search(Query())
    qtbot.waitUntil(lambda: table.games.rowCount() == 60, timeout=MINUTE_MS)
    table.selectAll()
    picture = table.drag_picture().deviceIndependentSize()
    assert picture.width() < 150 and picture.height() <= table.rowHeight(0)


def test_a_collection_that_went_away_is_reported_once(
    qtbot: QtBot,
    window: MainWindow,
    tmp_path: Path,
) -> None:
    lists, told = window.services.lists, list[str]()
    window.services.collection.search(Query())
    qtbot.waitUntil(lambda: lists.state.total == 60 and not lists.state.loading, timeout=MINUTE_MS)
    games = lists.listing.games if lists.listing else None
    assert games is not None
    path = window.services.collection.path
    assert path is not None
    lists.message.connect(lambda message: told.append(str(message.text)))
    path.rename(tmp_path / "elsewhere")
    games._rows.forget()  # type: ignore[union-attr]
    lists.rows_changed.emit()
    qtbot.waitUntil(lambda: bool(told), timeout=MINUTE_MS)
    (tmp_path / "elsewhere").rename(path)
    assert len(told) == 1
