"""Searches are saved under names, with undo, for the window and the command line; a search looks into the listed games."""

# ruff: noqa: F811 - the fixture of test_collection

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from books.collection.listing.saved_searches import SavedSearches, saved_query
from books.collection.query import Query
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.services.game.game_service import GameService
from desktop.views.games.search_dialog import SearchDialog
from desktop.views.main_window import MainWindow
from engine.ground.errors import RatsuError
from engine.rules.diagrams import diagram_keys
from engine.rules.fen import START_FEN
from tests.desktop.views.games.test_collection import window  # noqa: F401 - a fixture

MINUTE_MS = 60_000
FULL = Query(
    player="Tal", white="Tal", event="Riga", date_from="1960", date_to="1961", elo_min=2500, opening="sicilian", result="1-0",
    material="KRP*vKRP*", pieces="Nd5 pe6", structure="8/pp3ppp/2p5/3p4/3P4/4P3/PP3PPP/8 w - - 0 1", differ=2,
    same_pieces=True, difference="RvB", bishops="opposite", to_move="black", manoeuvre="Nd2-f1-g3", castling="Kq",
    promotion="Nn", ends="stalemate", first_move=3, last_move=40, mirrored=True, wings=True, variations=True,
    comment="äkkiä", signs="!!", least_moves=20, most_moves=90, headers="oulu",
)  # fmt: skip


def dialog_of(qtbot: QtBot, path: Path | None) -> tuple[SearchDialog, SavedSearchService]:
    saved = SavedSearchService(path)
    dialog = SearchDialog(GameService(), CollectionService(None), saved)
    qtbot.addWidget(dialog)
    return dialog, saved


def test_a_saved_search_fills_every_field_again(qtbot: QtBot) -> None:
    dialog, _saved = dialog_of(qtbot, None)
    dialog.show_query(FULL)
    assert dialog.query() == FULL
    dialog.show_query(Query())
    assert dialog.query() == Query()


def test_a_search_is_saved_chosen_deleted_and_restored(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "searches.json"
    dialog, saved = dialog_of(qtbot, path)
    dialog.show_query(FULL)
    QTest.keyClicks(dialog.saved.name, "Tal attacks")
    dialog.saved.save.click()
    assert saved_query(path, "Tal attacks") == FULL
    dialog.show_query(Query())
    dialog.saved.names.setCurrentIndex(1)
    dialog.saved.names.activated.emit(1)
    assert dialog.query() == FULL
    dialog.saved.delete.click()
    assert not saved.state.by_name
    dialog.saved.undo.click()
    assert list(SavedSearches.of_content(path.read_bytes()).by_name) == ["Tal attacks"]


def test_the_position_of_the_game_is_saved_with_the_search(qtbot: QtBot) -> None:
    dialog, saved = dialog_of(qtbot, None)
    dialog.board.setCurrentIndex(1)
    keys = diagram_keys(START_FEN, False)
    saved.save("start", dialog.query_to_save())
    saved.save("high", replace(Query(), positions=((1 << 64) - 5,)))
    assert saved.state.by_name["start"].positions == keys
    again = SavedSearches.of_content(saved.state.content)
    assert again.by_name["high"].positions == ((1 << 64) - 5,)
    dialog.show_query(again.by_name["start"])
    assert dialog.query() == Query(positions=keys)


def test_a_name_that_is_not_saved_is_reported_with_the_saved_ones(tmp_path: Path) -> None:
    path = tmp_path / "searches.json"
    path.write_bytes(SavedSearches().with_search("mine", Query()).content)
    with pytest.raises(RatsuError, match="mine"):
        saved_query(path, "yours")
    with pytest.raises(RatsuError, match="no search is saved"):
        saved_query(tmp_path / "missing", "yours")


def test_a_damaged_file_is_set_aside(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "searches.json").write_text("{")
    _dialog, saved = dialog_of(qtbot, tmp_path / "searches.json")
    assert saved.save("one", Query()) and (tmp_path / "searches.json.damaged").exists()


def test_a_search_looks_only_into_the_listed_games(qtbot: QtBot, window: MainWindow) -> None:
    lists, collection = window.services.lists, window.services.collection
    collection.search(Query(date_from="1902", date_to="1950"))
    qtbot.waitUntil(lambda: 0 < lists.state.total < 60 and not lists.state.loading, timeout=MINUTE_MS)
    outer = lists.state.total
    window.actions_by_key["search"].trigger()
    dialog = window.findChildren(SearchDialog)[-1]
    QTest.keyClicks(dialog.player, "polgar")
    dialog.within.setChecked(True)
    dialog.accept()
    qtbot.waitUntil(lambda: 0 < lists.state.total < outer and not lists.state.loading, timeout=MINUTE_MS)
    rows = [lists.whole_row(row) for row in range(lists.state.total)]
    assert all("Polgar" in row[0] + row[2] and "1902" <= row[5][:4] <= "1950" for row in rows)


def test_pieces_set_up_on_the_small_board_are_searched_for(qtbot: QtBot) -> None:
    dialog, _saved = dialog_of(qtbot, None)
    assert dialog.query() == Query() and dialog.small.empty
    dialog.small.board.put.emit(35, "N")
    dialog.small.board.put.emit(44, "p")
    assert dialog.query() == Query(pieces="Nd5 pe6")
    dialog.board.setCurrentIndex(2)
    assert dialog.query().structure.startswith("8/8/4p3/3N4/8/8/8/8")


def test_the_small_board_shows_only_what_is_searched_for(qtbot: QtBot) -> None:
    dialog, _saved = dialog_of(qtbot, None)
    way, small = dialog.board, dialog.small
    for chosen in range(1, way.count()):
        way.setCurrentIndex(chosen)
        assert small.pieces, way.currentText()
        way.setCurrentIndex(0)
        assert dialog.query() == Query() and small.pieces == ""
    small.of_game.click()
    assert dialog.query().pieces.startswith("Ra1 Nb1")
    small.clear.click()
    assert way.currentIndex() == 0 and dialog.query() == Query()
