"""The list of a file's games, by mouse and by keyboard."""

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from books.collection.accuracies import store_accuracies
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from desktop.model.game_list import MOVES, NUMBER, OPENING
from desktop.views.games.games_model import COLUMNS, JUDGED, LABELLED
from desktop.views.games.games_page import GamesPage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow

PLAYERS = ("Carlsen", "Anand", "Judit Polgar", "Nimzowitsch", "Tal")


def game_text(number: int) -> str:
    """A short game with tags that differ."""
    white, black = PLAYERS[number % 5], PLAYERS[(number + 2) % 5]
    tags = (
        f'[Event "Event {number // 10}"]\n[Date "{1900 + number}.01.02"]\n[White "{white}"]\n[Black "{black}"]\n'
        f'[Result "1-0"]\n[WhiteElo "{2000 + 7 * number % 800}"]\n[ECO "C50"]\n'
    )
    return f"{tags}\n1. e4 e5 2. Nf3 {{comment {number}}} Nc6 3. Bc4 1-0\n\n"


@pytest.fixture
def listed(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> tuple[MainWindow, Path]:
    """A window that has opened a file of 60 games."""
    path = tmp_path / "sixty.pgn"
    path.write_text("".join(map(game_text, range(60))), newline="\n")
    window = make_window()
    window.open_files([path])
    qtbot.waitUntil(lambda: window.services.lists.state.total == 60 and not window.services.lists.state.loading)
    qtbot.waitUntil(lambda: page_shown(window))  # it is made in pieces: the list may be read before
    return window, path


def page_shown(window: MainWindow) -> bool:
    page = window.findChild(GamesPage)
    return isinstance(page, GamesPage) and page.isVisible()


def page_of(window: MainWindow) -> GamesPage:
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    return page


def cell(page: GamesPage, row: int, column: int) -> str:
    model = page.table.model()
    return str(model.data(model.index(row, column)))


def test_a_file_of_many_games_is_listed_and_not_changed(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = listed
    before = path.read_bytes()
    page = page_of(window)
    assert page.isVisible()
    assert not window.body.panel.isVisible()
    assert window.body.mode_bar.buttons[Mode.GAMES].isChecked()
    assert page.table.model().rowCount() == 60
    assert [cell(page, 2, column) for column in (0, 1, 3, 5)] == ["3", "Judit Polgar", "Tal", "1–0"]
    qtbot.waitUntil(lambda: cell(page, 2, column_of(MOVES)) == "3")
    assert path.read_bytes() == before
    assert [found.name for found in path.parent.glob("*sixty*")] == [path.name]


def test_enter_opens_the_game_in_a_tab_and_shows_the_board(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = listed
    page = page_of(window)
    QTest.keyClick(page.table, Qt.Key.Key_Down)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    games = window.services.game
    qtbot.waitUntil(lambda: games.state.path == str(path))
    assert games.state.game.header("White") == "Anand"
    assert [node.san for node in games.state.game.main_line()] == ["e4", "e5", "Nf3", "Nc6", "Bc4"]
    assert window.body.panel.isVisible()
    assert not page.isVisible()


def test_typing_searches_and_escape_shows_all_again(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, _ = listed
    page = page_of(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    page.open_button.setFocus()
    QTest.keyClick(page.open_button, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert window.focusWidget() is page.search, "Ctrl+F leads there as in other programs"
    page.table.setFocus()
    QTest.keyClick(page.table, Qt.Key.Key_Slash)
    assert window.focusWidget() is page.search
    QTest.keyClicks(page.search, "polgar 1902")
    qtbot.waitUntil(lambda: len(window.services.lists.state.order) == 1)
    assert cell(page, 0, 0) == "3"
    assert page.line.text() == "1 of 60 games"
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: page.table.model().rowCount() == 60)
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    QTest.keyClick(page.table, Qt.Key.Key_Escape)
    assert window.body.panel.isVisible()


def test_a_click_on_a_title_sorts(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, _ = listed
    page = page_of(window)
    titles = page.table.horizontalHeader()
    place = titles.viewport().rect().topLeft()
    place.setX(titles.sectionViewportPosition(1) + 20)
    place.setY(titles.height() // 2)
    QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: cell(page, 0, 1) == "Anand")
    assert [cell(page, row, 1) for row in (11, 12)] == ["Anand", "Carlsen"]
    QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    qtbot.waitUntil(lambda: cell(page, 0, 1) == "Tal")


def test_deleting_asks_first_and_takes_only_the_chosen_games(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = listed
    page = page_of(window)
    QTest.keyClick(page.table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert page.table.selected_numbers() == [0, 1]
    QTest.keyClick(page.table, Qt.Key.Key_Delete)
    box = page.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "Delete 2 games" in box.text()
    assert path.read_text().count("[Event") == 60
    QTest.keyClick(next(one for one in box.buttons() if one.text() == "Delete"), Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 58 and not window.services.lists.state.loading)
    assert path.read_text() == "".join(map(game_text, range(2, 60)))
    assert page.undo_button.isVisible()
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 60 and not window.services.lists.state.loading)
    assert path.read_text() == "".join(map(game_text, range(60)))
    assert not page.undo_button.isVisible()
    QTest.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 58 and not window.services.lists.state.loading)
    assert path.read_text() == "".join(map(game_text, range(2, 60)))


def test_saving_and_adding_can_be_taken_back_in_the_list(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = listed
    page, lists, games = page_of(window), window.services.lists, window.services.game
    before = path.read_text()
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: games.state.path == str(path), timeout=20_000)
    games.set_headers({"White": "Somebody else"})
    window.services.files.save()
    qtbot.waitUntil(lambda: str(lists.state.undo) == "saving game 1" and not lists.state.loading, timeout=20_000)
    window.services.files.append_to(path)
    qtbot.waitUntil(lambda: str(lists.state.undo) == "adding a game" and lists.state.total == 61, timeout=20_000)
    qtbot.waitUntil(lambda: not lists.state.loading and not lists.state.busy, timeout=20_000)
    lists.take_back()
    qtbot.waitUntil(lambda: str(lists.state.undo) == "saving game 1" and not lists.state.loading, timeout=20_000)
    lists.take_back()
    qtbot.waitUntil(lambda: str(lists.state.undo) == "" and not lists.state.loading, timeout=20_000)
    assert path.read_text() == before


def test_a_click_on_any_title_sorts_by_it(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, path = listed
    longer = game_text(7).replace("1. e4 e5", "1. e4 c5").replace("Nc6 3. Bc4", "d6 3. Bc4 Nf6 4. d3")
    path.write_text("".join(longer if number == 7 else game_text(number) for number in range(60)))
    window.services.lists.reload(str(path))
    page, lists = page_of(window), window.services.lists
    qtbot.waitUntil(lambda: not lists.state.loading, timeout=20_000)
    titles = page.table.horizontalHeader()

    def sort(column: int, order: Qt.SortOrder) -> None:
        before = lists.state.order
        titles.setSortIndicator(column, order)
        qtbot.waitUntil(lambda: lists.state.order is not before and not lists.state.busy, timeout=20_000)
        assert sorted(lists.state.order) == list(range(60))

    first = {}
    for column, (_, name, _, _) in enumerate(COLUMNS):
        if column in (*JUDGED, LABELLED):
            continue  # hidden for a file
        sort(column, Qt.SortOrder.AscendingOrder) if name != NUMBER else None
        sort(column, Qt.SortOrder.DescendingOrder)
        first[name] = cell(page, 0, 0)
        if name == OPENING:
            qtbot.waitUntil(lambda: cell(page, 0, column_of(OPENING)).startswith("Sicilian Defense"), timeout=20_000)
            assert cell(page, 1, column_of(OPENING)) == "Italian Game"
    assert [first[name] for name in (NUMBER, MOVES, OPENING)] == ["60", "8", "8"]


def is_first(page: GamesPage, number: str) -> bool:
    return cell(page, 0, 0) == number


def column_of(name: str) -> int:
    return next(place for place, spec in enumerate(COLUMNS) if spec[1] == name)


def test_chosen_games_are_copied_as_they_stand(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    window, _ = listed
    page = page_of(window)
    QTest.keyClick(page.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: "comment 0" in QGuiApplication.clipboard().text())
    assert QGuiApplication.clipboard().text().strip() == game_text(0).strip()


def test_a_changed_game_is_saved_among_the_others_and_listed_anew(
    listed: tuple[MainWindow, Path], qtbot: QtBot
) -> None:
    window, path = listed
    page = page_of(window)
    QTest.keyClick(page.table, Qt.Key.Key_End)
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    games = window.services.game
    qtbot.waitUntil(lambda: games.state.path == str(path))
    games.set_headers({"White": "Somebody else"})
    window.actions_by_key["save"].trigger()
    qtbot.waitUntil(lambda: not games.state.modified, timeout=20_000)
    assert path.read_text().startswith("".join(map(game_text, range(59))))
    assert '[White "Somebody else"]' in path.read_text()
    window.actions_by_key["games"].trigger()
    qtbot.waitUntil(lambda: not window.services.lists.state.loading and cell(page, 59, 1) == "Somebody else")


def test_accuracies_of_a_collection_are_shown_and_sorted(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """Written by a review of the night; a list without any has no such columns."""
    window = make_window(language="fi")
    path = tmp_path / "my.collection"
    window.services.collection.select(path)
    window.show_mode(Mode.GAMES)
    page = page_of(window)
    (tmp_path / "three.pgn").write_text("".join(map(game_text, range(1, 4))))
    with Collection(path, create=True) as games:
        import_pgn(games, tmp_path / "three.pgn")
    lists = window.services.lists
    for judged in (False, True):
        if judged:
            with Collection(path) as games:
                store_accuracies(games, {1: (9.5, 61.0), 3: (88.5, None)})
        window.services.collection.search(Query())
        qtbot.waitUntil(lambda: lists.state.total == 3 and not lists.state.loading, timeout=30_000)
        assert [page.table.isColumnHidden(column) for column in JUDGED] == [not judged] * 2
    qtbot.waitUntil(lambda: [cell(page, row, JUDGED[0]) for row in range(3)] == ["9,5", "", "88,5"], timeout=60_000)
    lists.sort_by("WhiteAccuracy", True)
    qtbot.waitUntil(lambda: list(lists.state.order) == [2, 0, 1], timeout=30_000)


def test_one_game_is_said_as_one(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    window = make_window()
    path = tmp_path / "two.pgn"
    path.write_text(game_text(0) + game_text(1))
    lists, told = window.services.lists, list[str]()
    lists.message.connect(lambda message: told.append(str(message.text)))
    window.show_mode(Mode.GAMES)
    lists.open(path)
    qtbot.waitUntil(lambda: lists.state.total == 2 and not lists.state.loading)
    lists.delete([0])
    qtbot.waitUntil(lambda: lists.state.total == 1 and not lists.state.loading)
    assert page_of(window).line.text() == "1 game" and "One game was deleted from two.pgn." in told
    assert str(lists.state.undo) == "deleting one game"


def test_rows_are_pictures_that_scrolling_does_not_make_again(
    listed: tuple[MainWindow, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = page_of(listed[0]).table
    table.verticalScrollBar().setValue(0)
    table.viewport().grab()
    read: list[int] = []
    lists = listed[0].services.lists
    headers = lists.row
    monkeypatch.setattr(lists, "row", lambda number: (read.append(number), headers(number))[1])  # type: ignore[func-returns-value]
    table.viewport().grab()
    assert read == []
    table.verticalScrollBar().setValue(table.rowHeight(0))
    table.viewport().grab()
    assert len(set(read)) == 1  # the row that came into sight
    assert len(read) <= 3, "its headers are not read for each cell"
    read.clear()
    table.games.dataChanged.emit(table.games.index(0, 0), table.games.index(0, 0))
    table.viewport().grab()
    assert len(set(read)) > 5


def test_a_chosen_row_and_a_row_read_later_look_so(listed: tuple[MainWindow, Path]) -> None:
    table = page_of(listed[0]).table
    table.clearFocus()
    table.clearSelection()
    before = table.viewport().grab().toImage()
    table.selectRow(2)
    after = table.viewport().grab().toImage()
    height = table.rowHeight(0)
    changed = [row for row in range(6) if any(
        before.pixel(x, row * height + height // 2) != after.pixel(x, row * height + height // 2) for x in range(0, 300, 3)
    )]  # fmt: skip
    assert changed == [2]


def test_the_page_is_made_in_pieces_between_which_the_window_answers(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "sixty.pgn"
    path.write_text("".join(map(game_text, range(60))))
    window = make_window()
    window.services.files.listed.emit(path)
    assert window.findChild(GamesPage) is None
    turns: list[bool] = []
    timer = QTimer(window, interval=0)
    timer.timeout.connect(lambda: turns.append(window.findChild(GamesPage) is not None))
    timer.start()
    qtbot.waitUntil(lambda: page_shown(window))
    timer.stop()
    assert turns.count(False) >= 2 and turns.count(True) >= 1


def test_the_number_of_the_last_game_is_readable(listed: tuple[MainWindow, Path], qtbot: QtBot, tmp_path: Path) -> None:
    window, _ = listed
    table = page_of(window).table
    table.setColumnWidth(1, 300)  # now the widths are the user's
    path = tmp_path / "many.pgn"
    path.write_text("".join(f'[White "{number}"]\n\n*\n\n' for number in range(12_345)))
    window.open_files([path])
    qtbot.waitUntil(lambda: window.services.lists.state.total == 12_345 and not window.services.lists.state.loading)
    option = QStyleOptionViewItem()
    option.widget, option.font, option.fontMetrics = table, table.font(), table.fontMetrics()
    option.text, style = cell(page_of(window), 12_344, 0), table.style()
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasDisplay
    option.rect = table.visualRect(table.model().index(0, 0))
    room = style.subElementRect(style.SubElement.SE_ItemViewItemText, option, table)
    margin = style.pixelMetric(style.PixelMetric.PM_FocusFrameHMargin, option, table) + 1
    assert option.text == "12,345"
    assert room.width() - 2 * margin >= table.fontMetrics().horizontalAdvance(option.text)
    assert table.columnWidth(1) == 300


@pytest.mark.parametrize("reason", [QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard])
def test_the_menu_of_a_row_offers_what_the_buttons_and_the_menu_do(
    listed: tuple[MainWindow, Path], reason: QContextMenuEvent.Reason
) -> None:
    window, _ = listed
    page = page_of(window)
    at = page.table.visualRect(page.table.model().index(4, 1)).center()
    if reason is QContextMenuEvent.Reason.Mouse:
        QTest.mouseClick(page.table.viewport(), Qt.MouseButton.RightButton, pos=at)
    else:
        for _ in range(4):
            QTest.keyClick(page.table, Qt.Key.Key_Down)
    receiver = page.table.viewport() if reason is QContextMenuEvent.Reason.Mouse else page.table
    QGuiApplication.sendEvent(receiver, QContextMenuEvent(reason, at, page.table.viewport().mapToGlobal(at)))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    entries = [one.text().replace("&", "") for one in menu.actions() if not one.isSeparator()]
    assert entries[:4] == ["Open game\tReturn", "Copy\tCtrl+C", "Save selection as …", "Delete …\tDel"]
    assert "Change the headers …" in entries and "Search the collection …" not in entries
    assert all(one.isEnabled() for one in menu.actions() if not one.isSeparator())
    assert page.table.selected_numbers() == [4]
    next(one for one in menu.actions() if one.text().startswith("Copy")).trigger()
    menu.close()


def test_the_menu_of_a_row_keeps_a_selection_of_several_games(listed: tuple[MainWindow, Path], qtbot: QtBot) -> None:
    page = page_of(listed[0])
    page.table.selectAll()
    at = page.table.visualRect(page.table.model().index(4, 1)).center()
    QTest.mouseClick(page.table.viewport(), Qt.MouseButton.RightButton, pos=at)
    menu = page.row_menu()
    assert len(page.table.selected_numbers()) == 60
    next(one for one in menu.actions() if one.text().startswith("Copy")).trigger()
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text().count("[Event") == 60)


def test_the_first_click_on_ratings_and_dates_shows_the_highest_and_empty_ones_are_last(
    listed: tuple[MainWindow, Path], qtbot: QtBot
) -> None:
    window, path = listed
    texts = [game_text(number) for number in range(60)]
    texts[7] = texts[7].replace('[WhiteElo "2049"]', '[WhiteElo "?"]').replace("1907.01.02", "????.??.??")
    path.write_text("".join(texts))
    window.services.lists.reload(str(path))
    page, lists = page_of(window), window.services.lists
    qtbot.waitUntil(lambda: not lists.state.loading, timeout=20_000)
    titles = page.table.horizontalHeader()
    for name, highest, lowest in (("WhiteElo", "60", "1"), ("Date", "60", "1")):
        place = titles.viewport().rect().topLeft()
        place.setX(titles.sectionViewportPosition(column_of(name)) + 20)
        place.setY(titles.height() // 2)
        for first in (highest, lowest):
            QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
            qtbot.waitUntil(partial(is_first, page, first), timeout=20_000)
            assert cell(page, 59, 0) == "8"
