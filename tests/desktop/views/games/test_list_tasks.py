"""The list keeps its place; tags of many games, one tree of many games, the cross table: in the window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QTabBar, QTableWidget
from pytestqt.qtbot import QtBot

from desktop.views.games.edit_headers_dialog import EditHeadersDialog
from desktop.views.games.games_page import GamesPage
from desktop.views.games.standings_dialog import StandingsDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.pgn.edit import HeaderEdit
from engine.pgn.reader import read_games
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_games_page import cell, game_text, listed, page_of  # noqa: F401 - a fixture

Listed = tuple[MainWindow, Path]


def place(page: GamesPage) -> tuple[int | None, int]:
    table = page.table
    return table.current_number, table.rowViewportPosition(table.currentIndex().row())


def whole(window: MainWindow, games: int) -> bool:
    state = window.services.lists.state
    return state.total == games and not state.loading and not state.busy


def test_the_list_keeps_its_place_when_tags_are_edited_games_deleted_and_that_is_undone(
    listed: Listed,  # noqa: F811
    qtbot: QtBot,
) -> None:
    window, path = listed
    page, lists = page_of(window), window.services.lists
    page.table.go_to(41)
    before = place(page)
    lists.edit_headers([3, 41], HeaderEdit(("Event",), "Oulu"))
    qtbot.waitUntil(lambda: whole(window, 60) and lists.row(41)[6] == "Oulu")
    assert place(page) == before
    assert lists.row(3)[6] == "Oulu" and lists.row(4)[6] == "Event 0"
    with qtbot.waitSignal(lists.message):
        lists.delete([2, 5, 41])
    qtbot.waitUntil(lambda: whole(window, 57))
    assert place(page) == (39, before[1])  # the game behind the one that is gone, at the same height
    for _ in range(2):
        with qtbot.waitSignal(lists.message):
            lists.take_back()
        qtbot.waitUntil(lambda: whole(window, 60))
    assert place(page) == (42, before[1])  # the same game as before
    assert path.read_text() == "".join(map(game_text, range(60)))


def test_the_place_is_kept_in_a_list_that_is_searched_and_sorted(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, _ = listed
    page, lists = page_of(window), window.services.lists
    lists.search("tal")
    lists.sort_by("Date", True)
    qtbot.waitUntil(lambda: 0 < page.table.model().rowCount() < 60)
    page.table.go_to(39)
    before = place(page)
    assert before[0] == 39
    lists.edit_headers([4], HeaderEdit(("Event",), "Oulu"))
    qtbot.waitUntil(
        lambda: whole(window, 60) and lists.row(4)[6] == "Oulu" and page.table.model().rowCount() in range(1, 60)
    )
    assert place(page) == before


def test_a_name_is_mended_in_the_chosen_games_by_the_dialog(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, path = listed
    page = page_of(window)
    page.table.selectAll()
    page.more_button.headers.trigger()
    dialog = window.findChild(EditHeadersDialog)
    assert isinstance(dialog, EditHeadersDialog)
    QTest.keyClicks(dialog.new, "x")
    assert not dialog._change.isEnabled()  # both names the same
    dialog.new.clear()
    QTest.keyClicks(dialog.old, "Judit Polgar")
    QTest.keyClicks(dialog.new, "Polgar, Judit")
    QTest.keyClick(dialog.new, Qt.Key.Key_Return)
    lists = window.services.lists
    qtbot.waitUntil(lambda: whole(window, 60) and lists.row(2)[0] == "Polgar, Judit")
    text = path.read_text()
    assert "Judit Polgar" not in text and text.count("Polgar, Judit") == 24
    assert [node.comments for node in next(iter(read_games(path))).main_line()][2] == ("comment 0",)


def test_a_date_for_many_games_is_understood_or_refused_before_they_change(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, path = listed
    before, page = path.read_bytes(), page_of(window)
    page.table.selectAll()
    page.more_button.headers.trigger()
    dialog = window.findChild(EditHeadersDialog)
    assert isinstance(dialog, EditHeadersDialog)
    dialog.name.setCurrentText("Date")
    QTest.keyClicks(dialog.new, "31.2.2010")
    QTest.keyClick(dialog.new, Qt.Key.Key_Return)
    assert dialog.problem.text().startswith("Date: “31.2.2010” cannot be read.") and path.read_bytes() == before
    dialog.new.clear()
    QTest.keyClicks(dialog.new, "28.2.2010")
    assert dialog.problem.isHidden()
    QTest.keyClick(dialog.new, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: path.read_text().count('[Date "2010.02.28"]') == 60)


def test_many_games_become_one_tree_in_a_tab(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, _ = listed
    page_of(window).more_button.merge.trigger()
    games = window.services.game
    qtbot.waitUntil(lambda: len(games.state.game.main_line()) == 5)
    end = games.state.game.node(games.state.game.end())
    assert len(end.comments) == 60 and end.comments[0] == "Carlsen – Judit Polgar, Event 0 1900, 1-0"
    assert str(games.tabs.titles[-1].title) == "Merged games"
    tabs: QTabBar = window.body.side.sheet.tabs
    assert tabs.tabText(tabs.currentIndex()).startswith("Merged games")
    games.edit(games.state.game.with_header("Annotator", "Capablanca"))
    assert str(games.tabs.titles[-1].title) == "Merged games"  # as long as there is no file
    games.mark_saved(games.state.tab, "/tmp/carlsen.pgn", games.state.game)
    assert str(games.tabs.titles[-1].title) == "carlsen.pgn"


def test_the_cross_table_leads_to_a_players_page_by_keyboard(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, _ = listed
    page_of(window).more_button.standings.trigger()
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    qtbot.waitExposed(dialog)
    assert dialog.table.rowCount() == 5 and _cell(dialog.table, 0, 0).startswith("1. ")
    dialog.table.setCurrentCell(1, 0)
    QTest.keyClick(dialog.table, Qt.Key.Key_Return)
    assert dialog.tabs.currentIndex() == 1
    assert dialog.player.currentText() in _cell(dialog.table, 1, 0)
    assert _cell(dialog.openings, 0, 0) == "C50" and _cell(dialog.openings, 0, 1).endswith(" / 24")
    assert "12" in dialog.figures.text


@pytest.mark.parametrize("language", ["en", "fi"])
def test_each_entry_of_the_menu_has_a_letter_of_its_own(make_window: MakeWindow, language: str) -> None:
    """H stood in two entries, and chose none of them."""
    window = make_window(language=language)
    window.show_mode(Mode.GAMES)
    menu = page_of(window).more_button.menu()
    letters = [text[text.index("&") + 1].lower() for action in menu.actions() if "&" in (text := action.text())]
    assert len(letters) >= 8 and len(set(letters)) == len(letters), "".join(sorted(letters))


def test_a_players_openings_are_those_of_the_list_where_the_headers_name_none(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The list said B20, the page of the player a question mark."""
    window, path = make_window(), tmp_path / "bare.pgn"
    path.write_text('[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n', encoding="utf-8")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 1 and not window.services.lists.state.loading)
    page_of(window).more_button.standings.trigger()
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    qtbot.waitUntil(lambda: _cell(dialog.openings, 0, 0) == "B20", timeout=5000)


def test_a_cross_table_stays_that_of_its_games_when_others_are_listed(
    listed: Listed,  # noqa: F811
    qtbot: QtBot,
    tmp_path: Path,
) -> None:
    """It asked the one game of the other file for the headers of sixty."""
    window, _ = listed
    page_of(window).more_button.standings.trigger()
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    facts, path, lists = dialog.figures.text, tmp_path / "one.pgn", window.services.lists
    path.write_text('[White "Anna"]\n[Black "Ben"]\n[Result "1-0"]\n\n1. e4 c5 1-0\n', encoding="utf-8")
    lists.open(path)
    qtbot.waitUntil(lambda: whole(window, 1) and lists.fact(0) is not None)
    assert dialog.figures.text == facts and _cell(dialog.openings, 0, 0) == "C50"


def test_a_cross_table_without_a_result_says_so(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    """It was an empty table."""
    window, path = make_window(), tmp_path / "running.pgn"
    path.write_text('[White "Anna"]\n[Black "Ben"]\n[Result "*"]\n\n1. e4 c5 *\n', encoding="utf-8")
    window.services.lists.open(path)
    window.show_mode(Mode.GAMES)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 1 and not window.services.lists.state.loading)
    page_of(window).more_button.standings.trigger()
    dialog = window.findChild(StandingsDialog)
    assert isinstance(dialog, StandingsDialog)
    qtbot.waitExposed(dialog)
    assert dialog.none.isVisible() and dialog.none.text() == "None of these games has a result."


def _cell(table: QTableWidget, row: int, column: int) -> str:
    item = table.item(row, column)
    return item.text() if item is not None else ""


def test_a_game_that_was_deleted_in_its_list_is_added_to_it_again(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    """Save replaced the game behind it, whose tags it had taken."""
    window, path = listed
    game, files, lists = window.services.game, window.services.files, window.services.lists
    told: list[None] = []
    lists.open_game(5)
    qtbot.waitUntil(lambda: game.state.path == str(path))
    game.set_comment(game.state.game.root.children[0], "mine")
    tags = game.state.game.headers
    lists.delete([5])
    qtbot.waitUntil(lambda: whole(window, 59))
    files._worker.submit(lambda: None, told.append, lambda _: None)
    qtbot.waitUntil(lambda: bool(told))
    assert game.state.game.headers == tags, "those of the next game, which was then replaced by this one"
    assert files.save()
    gone = "does not hold this game any more"
    qtbot.waitUntil(lambda: any(gone in one.accessibleName() for one in window.body.messages.notices))
    notice = next(one for one in window.body.messages.notices if gone in one.accessibleName())
    buttons = {button.text(): button for button in notice.findChildren(QPushButton)}
    assert game.state.modified and "Save as …" in buttons
    QTest.mouseClick(buttons["Add it to the file"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: whole(window, 60) and not game.state.modified)
    assert "{mine}" in path.read_text().split("[Event ")[-1]
    game.set_comment(game.state.game.root.children[0], "again")
    assert files.save()
    qtbot.waitUntil(lambda: not game.state.modified)
    qtbot.waitUntil(lambda: whole(window, 60))
    rest = "".join(game_text(number) for number in range(60) if number != 5)
    assert path.read_text().startswith(rest.rstrip()) and "{again}" in path.read_text().split("[Event ")[-1]


def test_a_click_on_the_number_restores_the_order_of_the_file(listed: Listed, qtbot: QtBot) -> None:  # noqa: F811
    window, _ = listed
    page = page_of(window)
    titles = page.table.horizontalHeader()

    def click(section: int) -> None:
        place = titles.viewport().rect().topLeft()
        place.setX(titles.sectionViewportPosition(section) + 20)
        place.setY(titles.height() // 2)
        QTest.mouseClick(titles.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    click(1)
    qtbot.waitUntil(lambda: cell(page, 0, 1) == "Anand")
    with qtbot.waitSignal(page.table.model().modelReset):  # else the old rows stay on the screen
        click(0)
    qtbot.waitUntil(lambda: [cell(page, row, 0) for row in range(60)] == [str(row + 1) for row in range(60)])
