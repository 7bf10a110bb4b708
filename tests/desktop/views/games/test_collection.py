"""Import into the collection, the explorer beside the book, the search dialog: by real gestures."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea
from pytestqt.qtbot import QtBot

from books.collection.query import Query
from books.explorer.counted import EVERY_GAME
from desktop.compose import Composition
from desktop.model.book.explorer import ExplorerColumn
from desktop.views.book.explorer_card import ExplorerCard
from desktop.views.book.explorer_filter_dialog import ExplorerFilterDialog
from desktop.views.game.opening_report_dialog import OpeningReportDialog
from desktop.views.games.edit_headers_dialog import EditHeadersDialog
from desktop.views.games.games_page import GamesPage
from desktop.views.games.search_dialog import SearchDialog
from desktop.views.home.home_page import HomePage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.position import Position
from engine.game.tree import Game
from engine.jobs.job import Context
from tests.desktop.services.conftest import folders_in
from tests.desktop.views.games.test_games_page import game_text
from tests.desktop.window_doubles import ScriptedSources


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window whose collection holds 60 games."""
    composition = Composition(folders_in(tmp_path / "user"), ScriptedSources(), reply_ms=0)
    composition.window_shown()
    made = MainWindow(composition.services)
    qtbot.addWidget(made)
    made.resize(1024, 700)
    made.show()
    qtbot.waitExposed(made)
    path = tmp_path / "sixty.pgn"
    path.write_text("".join(map(game_text, range(60))))
    made.action_groups.files.import_files([str(path)])
    assert page_of(made).isVisible()
    collection = composition.services.collection
    qtbot.waitUntil(lambda: collection.state.games == 60 and not collection.state.importing, timeout=20_000)
    yield made
    assert composition.close()


def page_of(window: MainWindow) -> GamesPage:
    page = window.findChild(GamesPage)
    assert isinstance(page, GamesPage)
    return page


def explorer_of(window: MainWindow) -> ExplorerCard:
    """The explorer, beside the book."""
    QTest.mouseClick(window.body.mode_bar.buttons[Mode.BOOK], Qt.MouseButton.LeftButton)
    window.body.side.show_panel("explorer")
    card = window.body.side.panel("explorer")
    assert isinstance(card, ExplorerCard)
    return card


def sans(card: ExplorerCard) -> list[str]:
    return [row.san for row in card.table.rows if row.games]


def test_the_explorer_shows_what_was_played_and_enter_plays_it(window: MainWindow, qtbot: QtBot) -> None:
    card = explorer_of(window)
    qtbot.waitUntil(lambda: sans(card) == ["e4"])
    (row,) = [row for row in card.table.rows if row.games]
    assert (row.games, row.white_wins, row.last_year) == (60, 60, 1959)
    assert card.note.text() == "Games: 60"
    assert "Games: 60, White won 60, drawn 0, Black won 0" in card.table.row_text(row)
    card.table.setCurrentIndex(card.table.model().index(card.table.rows.index(row), 0))
    QTest.keyClick(card.table, Qt.Key.Key_Return)
    assert window.services.game.state.last_move == "e2e4"
    qtbot.waitUntil(lambda: sans(card) == ["e5"])
    QTest.mouseClick(card.games_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.services.lists.state.total == 60)
    assert page_of(window).isVisible()
    assert page_of(window).title.text() == "My games, this position"


def test_example_games_open_at_the_position_and_are_inserted_as_a_variation(window: MainWindow, qtbot: QtBot) -> None:
    card, games = explorer_of(window), window.services.game
    games.play_move("e2e4")
    qtbot.waitUntil(lambda: sans(card) == ["e5"])
    qtbot.waitUntil(lambda: len(card.examples.rows) == 1)  # a click on a move plays it, so one of each is shown before
    card.table.setFocus()
    card.table.setCurrentIndex(card.table.model().index(0, 0))
    qtbot.waitUntil(lambda: len(card.examples.rows) >= 5)
    first, tab, text = card.examples.rows[0], games.state.tab, games.state.game
    card.examples.setCurrentIndex(card.examples.model().index(0, 0))
    QTest.keyClick(card.examples, Qt.Key.Key_V)
    qtbot.waitUntil(lambda: games.state.game != text)
    line = list(games.state.game.main_line())
    assert [node.san for node in line] == ["e4", "e5", "Nf3", "Nc6", "Bc4"]
    assert line[-1].comment == f"{first.white} – {first.black}, {first.date[:4]}, {first.result}"
    window.actions_by_key["undo"].trigger()
    assert games.state.game == text
    qtbot.waitUntil(lambda: len(card.examples.rows) >= 5)
    card.examples.setCurrentIndex(card.examples.model().index(0, 0))
    QTest.keyClick(card.examples, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: games.state.tab != tab)
    assert games.state.game.header("White") == first.white and games.state.node.san == "e4"


def test_the_opening_report_is_a_page_and_a_pdf(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    card = explorer_of(window)
    window.services.game.play_move("e2e4")
    qtbot.waitUntil(lambda: sans(card) == ["e5"])
    QTest.mouseClick(card.report_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(OpeningReportDialog)
    assert isinstance(dialog, OpeningReportDialog)
    qtbot.waitUntil(dialog.save_button.isEnabled, timeout=20_000)
    text = dialog.page.document().toPlainText()
    assert "Games: 60. White won 60, drawn 0, Black won 0." in text
    assert "e5: 60 games, 100 %" in text and "History by decade" in text and "Piece placement: White" in text
    path = tmp_path / "report.pdf"
    dialog.save(path)
    assert path.read_bytes().startswith(b"%PDF")
    dialog.save(tmp_path / "missing" / "report.pdf")
    assert "report.pdf" in dialog.note.text() and not (tmp_path / "missing").exists()
    dialog.reject()


def test_a_file_is_added_as_a_source_and_a_filter_says_which_games_count(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    card, explorer = explorer_of(window), window.services.explorer
    path = tmp_path / "other.pgn"
    path.write_text('[White "X"]\n[Black "Y"]\n[Date "2020.01.01"]\n[Result "0-1"]\n\n1. d4 d5 0-1\n')
    explorer.add_source(path)
    qtbot.waitUntil(lambda: sans(card) == ["e4", "d4"], timeout=20_000)
    card.orders[ExplorerColumn.LAST].trigger()
    assert sans(card) == ["d4", "e4"]
    card.orders[ExplorerColumn.LAST].trigger()
    assert sans(card) == ["e4", "d4"]
    QTest.mouseClick(card.filter_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(ExplorerFilterDialog)
    assert isinstance(dialog, ExplorerFilterDialog)
    dialog.since.setValue(1990)
    dialog.accept()
    qtbot.waitUntil(lambda: sans(card) == ["d4"])
    assert card.note.text() == "Games: 1 · 1990–"
    card.sources_button.menu().aboutToShow.emit()
    mine = next(action for action in card.sources_button.menu().actions() if action.text() == "My games")
    mine.trigger()
    qtbot.waitUntil(lambda: card.note.text() == "Games: 1 · 1990–" and not explorer.state.loading)
    explorer.set_filter(EVERY_GAME)
    qtbot.waitUntil(lambda: sans(card) == ["d4"] and card.note.text() == "Games: 1")
    explorer.remove_source(str(path))
    qtbot.waitUntil(lambda: sans(card) == [])
    assert card.empty.isVisible() and not card.table.isVisible(), "it offers to add games"


def test_a_search_by_player_and_date_lists_games_that_open_in_a_tab(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_key["search"].trigger()
    dialog = window.findChild(SearchDialog)
    assert isinstance(dialog, SearchDialog)
    QTest.keyClicks(dialog.player, "polgar")
    QTest.keyClicks(dialog.first, "1902")
    QTest.keyClicks(dialog.last, "1907")
    dialog.accept()
    lists = window.services.lists
    qtbot.waitUntil(lambda: bool(lists.state.title) and not lists.state.loading)
    page = page_of(window)
    assert page.title.text() == "My games: polgar, 1902–1907"
    assert [lists.whole_row(number)[5][:4] for number in lists.state.order] == ["1902", "1905", "1907"]
    QTest.keyClick(page.table, Qt.Key.Key_Return)
    games = window.services.game
    qtbot.waitUntil(lambda: games.state.game.header("White") == "Judit Polgar")
    assert games.state.path == str(window.services.collection.path)
    assert [node.san for node in games.state.game.main_line()] == ["e4", "e5", "Nf3", "Nc6", "Bc4"]


def test_the_search_fits_a_low_screen_and_the_keys_reach_what_it_does_not_show(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.actions_by_key["search"].trigger()
    dialog = window.findChild(SearchDialog)
    assert isinstance(dialog, SearchDialog)
    dialog.tabs.setCurrentIndex(1)
    area = dialog.tabs.currentWidget()
    assert isinstance(area, QScrollArea)
    assert area.verticalScrollBar().maximum() == 0  # where there is room, all is shown
    dialog.resize(dialog.width(), 440)  # 540 less panel and frame
    qtbot.waitUntil(lambda: dialog.height() == 440 and area.verticalScrollBar().maximum() > 0)
    assert dialog.swapped.visibleRegion().isEmpty()
    dialog.to_move.setFocus()
    QTest.keyClick(dialog.to_move, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.swapped and not dialog.swapped.visibleRegion().isEmpty()


MISUNDERSTOOD = (
    ("material", "XYZ"), ("difference", "K"), ("pieces", "Nd9"), ("manoeuvre", "Nf3"), ("opening", "italain"),
    ("first", "1972-1985"), ("last", "Yule 1985"),
)  # fmt: skip


def test_what_cannot_be_understood_is_told_where_it_is_mended_and_the_list_stays(
    window: MainWindow, qtbot: QtBot
) -> None:
    lists = window.services.lists
    window.actions_by_key["search"].trigger()
    dialog = window.findChild(SearchDialog)
    assert isinstance(dialog, SearchDialog)
    dialog.accept()
    qtbot.waitUntil(lambda: lists.state.total == 60 and not lists.state.loading)
    listed = lists.state
    window.actions_by_key["search"].trigger()
    dialog = window.findChildren(SearchDialog)[-1]
    for name, words in MISUNDERSTOOD:
        field = getattr(dialog, name)
        pages = [dialog.tabs.widget(place) for place in range(dialog.tabs.count())]
        dialog.tabs.setCurrentIndex([page is not None and page.isAncestorOf(field) for page in pages].index(True))
        QTest.keyClicks(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
        assert dialog.isVisible() and words in dialog.problem.text() and dialog.problem.isVisible()
        assert lists.state == listed
        assert not any(words in found.accessibleName() for found in window.body.messages.notices)
        field.clear()
    dialog.tabs.setCurrentIndex(0)
    QTest.keyClicks(dialog.player, "polgar")
    QTest.keyClick(dialog.player, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    qtbot.waitUntil(lambda: 0 < lists.state.total < 60 and not lists.state.loading)


def test_the_openings_name_is_searched_for_where_it_is_no_eco_code(window: MainWindow, qtbot: QtBot) -> None:
    lists = window.services.lists

    def search(words: str) -> str:
        window.actions_by_key["search"].trigger()
        dialog = window.findChildren(SearchDialog)[-1]
        dialog.show_query(Query())
        QTest.keyClicks(dialog.opening, words)
        dialog.accept()
        qtbot.waitUntil(lambda: words in str(lists.state.title).lower() and not lists.state.loading, timeout=20_000)
        return str(lists.state.title)

    assert [search(words) for words in ("italian game", "c5")] == ["My games: italian game", "My games: C5"]
    assert lists.state.total == 60


def test_an_import_is_stopped_by_its_button_and_goes_on_where_it_stopped(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("books.collection.importing.imports.BATCH_GAMES", 20)
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 5_000)
    path = tmp_path / "more.pgn"
    path.write_text("".join(game_text(number).replace("Event", "Other") for number in range(400)))
    collection, page = window.services.collection, page_of(window)
    asked = 0

    def held_up(context: Context, done: int, total: int) -> bool:
        """Reads three blocks, then waits for the button."""
        nonlocal asked
        asked += 1
        return asked < 4 or not context.stopper.stopped_within(20)

    with monkeypatch.context() as patched:
        patched.setattr(Context, "progress", held_up)
        window.action_groups.files.import_files([str(path)])
        qtbot.waitUntil(lambda: asked >= 4, timeout=20_000)
        assert page.stop.isVisible() and "more.pgn" in page.line.text()
        QTest.mouseClick(page.stop, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not collection.state.importing, timeout=20_000)
    assert "stopped: import the file again to continue" in page.result.text.text() and page.result.isVisible()
    assert not window.body.messages.notices, "said once, above the list"
    qtbot.waitUntil(lambda: 60 < collection.state.games < 460, timeout=20_000)
    window.action_groups.files.import_files([str(path)])
    qtbot.waitUntil(lambda: collection.state.games == 460 and not collection.state.importing, timeout=20_000)


def test_a_search_by_words_pieces_and_manoeuvre_lists_what_holds_all_of_it(window: MainWindow, qtbot: QtBot) -> None:
    lists = window.services.lists

    def search(**fields: str) -> int:
        window.actions_by_key["search"].trigger()
        dialog = window.findChildren(SearchDialog)[-1]
        dialog.show_query(Query())
        for name, text in fields.items():
            QTest.keyClicks(getattr(dialog, name), text)
        dialog.accept()
        title = ", ".join(fields.values())
        qtbot.waitUntil(
            lambda: str(lists.state.title) == f"My games: {title}" and not lists.state.loading, timeout=20_000
        )
        return lists.state.total

    assert search(pieces="Pe4") == 60
    assert search(headers="polgar", pieces="Pe4") in range(1, 60)
    assert search(pieces="Ka1") == 0
    assert search(manoeuvre="Pe2-e4") == 60


def test_a_hit_is_opened_at_the_position_that_was_searched_for(window: MainWindow, qtbot: QtBot) -> None:
    lists, games = window.services.lists, window.services.game
    window.actions_by_key["search"].trigger()
    dialog = window.findChildren(SearchDialog)[-1]
    QTest.keyClicks(dialog.manoeuvre, "nb8-c6")
    dialog.accept()
    qtbot.waitUntil(lambda: str(lists.state.title) == "My games: nb8-c6" and lists.state.total == 60, timeout=20_000)
    QTest.keyClick(page_of(window).table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: games.state.node.san == "Nc6", timeout=20_000)
    games.go_to(games.state.game.main_line()[2].id)
    window.services.collection.search(Query(), games.state)
    qtbot.waitUntil(
        lambda: str(lists.state.title) == "My games, this position" and lists.state.total == 60, timeout=20_000
    )
    first = games.state.tab
    lists.open_game(3)
    qtbot.waitUntil(lambda: games.state.tab != first and games.state.node.san == "Nf3")


def test_the_explorer_and_the_search_know_positions_of_chess960(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    fen = "bqnbrkr1/pppppppp/8/8/8/8/PPPPPPPP/BQ2RKR1 w KQkq - 0 1"
    file = tmp_path / "free.pgn"
    file.write_text(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n[Result "*"]\n\n1. O-O *\n')
    collection, games, lists = window.services.collection, window.services.game, window.services.lists
    collection.import_files([file])
    qtbot.waitUntil(lambda: collection.state.games == 61, timeout=20_000)
    games.open_position(Game.new(Position.of(fen, True)))
    qtbot.waitUntil(lambda: window.services.explorer.state.fen == games.state.fen, timeout=20_000)
    assert [(row.uci, row.san) for row in window.services.explorer.state.rows if row.games] == [("f1g1", "O-O")]
    collection.search(Query(), games.state)
    qtbot.waitUntil(
        lambda: str(lists.state.title) == "My games, this position" and lists.state.total == 1, timeout=20_000
    )


def test_the_explorer_shows_the_position_that_is_shown_after_a_step_to_and_fro(
    window: MainWindow, qtbot: QtBot
) -> None:
    games = window.services.game
    games.play_move("e2e4")
    games.go_back()
    qtbot.waitUntil(lambda: window.services.explorer.state.fen == games.state.fen, timeout=20_000)
    with qtbot.waitSignal(window.services.explorer.changed, timeout=20_000):
        games.go_forward()
        games.go_back()
    assert window.services.explorer.state.fen == games.state.fen


def test_headers_of_many_games_of_the_collection_are_changed_and_that_is_undone(
    window: MainWindow, qtbot: QtBot
) -> None:
    """The games stay where they are in the list, though they are no longer what was searched for."""
    lists = window.services.lists
    window.services.collection.search(Query(player="polgar"))
    qtbot.waitUntil(lambda: str(lists.state.title) == "My games: polgar" and not lists.state.loading, timeout=20_000)
    page, total = page_of(window), lists.state.total
    before = [lists.whole_row(number) for number in range(total)]
    page.table.go_to(7)
    page.table.selectAll()
    page.more_button.menu().aboutToShow.emit()
    assert page.more_button.headers.isEnabled()
    page.more_button.headers.trigger()
    dialog = window.findChildren(EditHeadersDialog)[-1]
    QTest.keyClicks(dialog.old, "Judit Polgar")
    QTest.keyClicks(dialog.new, "Kramnik")
    QTest.keyClick(dialog.new, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "Kramnik" in lists.whole_row(0)[0] + lists.whole_row(0)[2] and not lists.state.busy)
    assert lists.state.total == total and all(
        "Polgar" not in cell for row in range(total) for cell in lists.whole_row(row)
    )
    assert page.table.model().index(0, 1).data() in ("Kramnik", before[0][0])
    with qtbot.waitSignal(lists.message):
        window.actions_by_key["undo"].trigger()
    qtbot.waitUntil(lambda: [lists.whole_row(number) for number in range(total)] == before)


def test_an_imported_game_is_opened_from_home_in_three(qtbot: QtBot, window: MainWindow) -> None:
    """Counted in docs/first-steps.md: the page, the button, Enter; the import before takes two."""
    QTest.mouseClick(window.body.mode_bar.buttons[Mode.HOME], Qt.MouseButton.LeftButton)
    home = window.findChild(HomePage)
    assert isinstance(home, HomePage)
    qtbot.waitUntil(home.imported.isVisible)
    QTest.mouseClick(home.imported, Qt.MouseButton.LeftButton)
    lists = window.services.lists
    qtbot.waitUntil(lambda: lists.state.total == 60 and not lists.state.loading, timeout=20_000)
    QTest.keyClick(page_of(window).table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(window.services.game.state.game.root.children), timeout=20_000)
