"""The page of a player from a file and from a collection; a row of it lists its games."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from desktop.services.files.collected_games import CollectedGames
from desktop.views.games.games_page import GamesPage
from desktop.views.games.standings_dialog import StandingsDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.ground.text import Text
from tests.books.collection.tidying.test_spellings import made
from tests.desktop.views.conftest import MakeWindow

_GAMES = (
    ("Tal, Mihail", "Riga", 1958),
    ("Tal,M", "Riga", 1959),
    ("Tal Mikhail", "Bled", 1959),
    ("Larsen, B", "Bled", 1959),
)


def opened(window: MainWindow, qtbot: QtBot, by_key: bool = False) -> StandingsDialog:
    """Opens the page of the first game's White, by the menu or a key."""
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    if by_key:
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
        QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    else:
        page.more_button.page.trigger()
    qtbot.waitUntil(lambda: window.findChild(StandingsDialog) is not None, timeout=60_000)
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    return dialog


def listed(window: MainWindow, games: int) -> bool:
    state = window.services.lists.state
    return len(state.order) == games and not state.loading and not state.busy


def test_the_page_from_a_collection_counts_all_games_and_lists_those_of_a_row(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, path = make_window(), made(tmp_path, *_GAMES)
    window.services.lists.show(CollectedGames(path, Query(event="Riga")), Text("Mine"))
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: listed(window, 2), timeout=60_000)
    dialog = opened(window, qtbot, by_key=True)
    assert dialog.windowTitle() == "Tal, Mihail" and not dialog.tabs.isTabVisible(0)
    assert dialog.latest.rowCount() == 3  # Bled too, which the list left out
    assert "Tal Mikhail" in dialog.facts.text()
    dialog.latest.cellActivated.emit(0, 0)
    qtbot.waitUntil(lambda: listed(window, 1), timeout=60_000)
    assert window.services.lists.whole_row(0)[6] == "Bled"


def test_a_row_of_the_page_from_a_file_filters_the_list(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, path = make_window(), tmp_path / "games.pgn"
    game = '[White "{}"]\n[Black "Keres, Paul"]\n[Event "{}"]\n[Date "{}.??.??"]\n[Result "1-0"]\n\n1. e4 1-0\n\n'
    path.write_text("".join(game.format(*one) for one in _GAMES), encoding="utf-8")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: listed(window, 4), timeout=60_000)
    dialog = opened(window, qtbot)
    assert [_cell(dialog, row) for row in range(2)] == ["1959", "1958"]
    dialog.years.cellActivated.emit(1, 0)
    qtbot.waitUntil(lambda: listed(window, 1), timeout=60_000)
    assert window.services.lists.state.words == "Tal Mihail 1958"


def _cell(dialog: StandingsDialog, row: int) -> str:
    item = dialog.years.item(row, 0)
    return item.text() if item is not None else ""


def test_the_cross_table_of_an_event_has_all_its_games(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, path = (
        make_window(),
        made(tmp_path, *(("Tal, Mihail", "Riga", 1958), ("Geller, E", "Riga", 1958), *_GAMES[2:])),
    )
    source = path.with_name("more.pgn")
    tags = (
        '[White "{}"]\n[Black "Euwe, Max"]\n[Event "{}"]\n[Date "1958.??.??"]\n[Result "1-0"]\n\n1. d4 d5 2. {} 1-0\n\n'
    )
    source.write_text(tags.format("Tal,M", "Riga", "c4") + tags.format("Tal,M", "Bled", "Nf3"), encoding="utf-8")
    with Collection(path) as collection:
        import_pgn(collection, source)
    window.services.lists.show(CollectedGames(path, Query(player="Geller")), Text("Mine"))
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: listed(window, 1), timeout=60_000)
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    page.more_button.event_table.trigger()
    qtbot.waitUntil(lambda: window.findChild(StandingsDialog) is not None, timeout=60_000)
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    names = [item.text() for row in range(dialog.table.rowCount()) if (item := dialog.table.item(row, 0))]
    assert names == ["1. Tal,M", "2. Euwe, Max"]


def test_the_key_shows_the_cross_table_of_an_event_of_a_file_too(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """Of a file the key did nothing and said nothing."""
    window, path = make_window(), tmp_path / "three.pgn"
    tags = '[White "{}"]\n[Black "Euwe, Max"]\n[Event "{}"]\n[Date "1958.??.??"]\n[Result "1-0"]\n\n1. d4 1-0\n\n'
    games = (("Tal", "Riga"), ("Geller", "Riga"), ("Larsen", "Bled"))
    path.write_text("".join(tags.format(*game) for game in games), encoding="utf-8")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: listed(window, 3), timeout=60_000)
    window.services.lists.search("Tal")
    qtbot.waitUntil(lambda: list(window.services.lists.state.order) == [0], timeout=60_000)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow, timeout=60_000)
    QTest.keyClick(window, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    names = [item.text()[3:] for row in range(dialog.table.rowCount()) if (item := dialog.table.item(row, 0))]
    assert sorted(names) == ["Euwe, Max", "Geller", "Tal"], "all games of the event, not only those that are shown"


def test_the_page_of_black_counts_one_colour_or_both(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, path = make_window(), made(tmp_path, *_GAMES)
    window.services.lists.show(CollectedGames(path, Query()), Text("Mine"))
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: listed(window, 4), timeout=60_000)
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    page.more_button.menu().aboutToShow.emit()
    name = window.services.lists.whole_row(0)[2]
    assert page.more_button.black_page.text().replace("&", "") == f"Page of Black: {name} …"
    page.more_button.black_page.trigger()
    qtbot.waitUntil(lambda: window.findChild(StandingsDialog) is not None, timeout=60_000)
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    assert dialog.windowTitle() == name
    games = [dialog.latest.rowCount()]
    for colour in (1, 2):
        dialog.colour.setCurrentIndex(colour)
        games.append(dialog.latest.rowCount())
    assert games[0] == games[1] + games[2] and games[2]
    assert "White:" not in dialog.figures.text and "Black:" in dialog.figures.text
