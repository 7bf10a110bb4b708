# ruff: noqa: F811 - a fixture is imported
"""The tree of collections beside the list: keys, labels, empty results."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from books.collection.query import Query
from desktop.model.errors import Severity
from desktop.views.games.search_dialog import SearchDialog
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.games.test_collection import page_of, window  # noqa: F401


def test_a_click_on_a_collection_leaves_the_keys_to_its_row(qtbot: QtBot, window: MainWindow) -> None:
    """F2 and Delete, which the menu of a row names, acted on the games of the list."""
    panel, lists = page_of(window).collections, window.services.lists
    window.show_mode(Mode.PLAY)
    window.show_mode(Mode.GAMES)
    row = next(index for index in panel._top() if panel._place(index).path is not None)
    QTest.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=panel.tree.visualRect(row).center())
    qtbot.waitUntil(lambda: bool(lists.state.collection) and lists.state.total == 60, timeout=20_000)
    assert window.focusWidget() is panel.tree


def test_a_label_that_games_have_is_removed_after_a_question(qtbot: QtBot, window: MainWindow) -> None:
    panel, services = page_of(window).collections, window.services
    services.collection.list_games()
    qtbot.waitUntil(lambda: services.lists.state.total == 60 and not services.lists.state.loading, timeout=20_000)
    edits = services.edits
    edits.label([0, 1], "Openings/Sicilian", on=True)
    qtbot.waitUntil(lambda: bool(own_labels(window)) and not services.lists.state.busy, timeout=20_000)
    top = next(index for index in panel._top() if panel._place(index).path is not None)
    row = panel.tree.rows.index(0, 0, top)
    assert panel._place(row).label == "Openings"
    panel.tree.setCurrentIndex(row)
    for answer in ("Cancel", "Remove"):
        QTest.keyClick(panel.tree, Qt.Key.Key_Delete)
        box = panel.findChildren(QMessageBox)[-1]
        assert box.text() == "Remove the label Openings from 2 games?"
        next(one for one in box.buttons() if one.text() == answer).click()
        if answer == "Cancel":
            assert own_labels(window) == (("Openings/Sicilian", 2),)
    qtbot.waitUntil(lambda: not own_labels(window) and not services.lists.state.busy, timeout=20_000)
    services.lists.take_back()
    qtbot.waitUntil(lambda: own_labels(window) == (("Openings/Sicilian", 2),), timeout=20_000)


def own_labels(window: MainWindow) -> tuple[tuple[str, int], ...]:
    state = window.services.collection.state
    return next(entry.labels for entry in state.entries if entry.path == state.path)


def test_an_empty_result_says_why_and_shows_all_games_again(qtbot: QtBot, window: MainWindow) -> None:
    page, services = page_of(window), window.services
    services.collection.search(Query(player="nobody at all"))
    qtbot.waitUntil(page.nothing.isVisible, timeout=20_000)
    assert page.nothing.text() == "No game was found." and page.search_again.isVisible()
    QTest.mouseClick(page.all_games, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.table.isVisible() and page.table.games.rowCount() == 60, timeout=20_000)
    qtbot.waitUntil(lambda: not services.lists.state.loading, timeout=20_000)
    page.search.setFocus()
    QTest.keyClicks(page.search, "zzz")
    qtbot.waitUntil(page.nothing.isVisible, timeout=20_000)
    assert page.nothing.text() == "No game in this list matches “zzz”." and not page.search_again.isVisible()
    assert window.focusWidget() is page.search
    QTest.mouseClick(page.all_games, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.table.isVisible() and page.table.games.rowCount() == 60, timeout=20_000)
    services.collection.list_bin()
    qtbot.waitUntil(lambda: page.nothing.text() == "The bin is empty." and page.nothing.isVisible(), timeout=20_000)


def test_the_search_begins_with_the_last_one(qtbot: QtBot, window: MainWindow) -> None:
    def opened() -> SearchDialog:
        window.actions_by_key["search"].trigger()
        found = [one for one in window.findChildren(SearchDialog) if one.isVisible()]
        assert len(found) == 1
        return found[0]

    dialog = opened()
    assert dialog.small.empty and dialog.query() == Query()
    QTest.keyClicks(dialog.player, "carlsen")
    dialog.material.setText("KPvK")
    dialog.board.setCurrentIndex(1)
    sought = dialog.query()
    dialog.accept()
    qtbot.waitUntil(lambda: not window.services.lists.state.loading, timeout=20_000)
    dialog = opened()
    assert dialog.query() == sought and dialog.board.currentIndex() == 1
    assert dialog.player.selectedText() == "carlsen"
    dialog.show_query(Query())
    assert dialog.query() == Query()
    dialog.reject()


def test_changes_in_quick_succession_are_all_shown(qtbot: QtBot, window: MainWindow) -> None:
    """The second one was dropped: a deleted game stayed in the list."""
    lists, edits = window.services.lists, window.services.edits
    window.services.collection.list_games()
    qtbot.waitUntil(lambda: lists.state.total == 60 and not lists.state.loading, timeout=20_000)
    problems: list[str] = []
    lists.message.connect(lambda told: problems.append(str(told.text)) if told.severity is Severity.ERROR else None)
    edits.label([0, 1], "mine", on=True)
    edits.delete([58, 59])
    edits.label([2], "mine", on=True)
    qtbot.waitUntil(
        lambda: bool(problems) or (lists.state.total == 58 and own_labels(window) == (("mine", 3),)), timeout=20_000
    )
    assert not problems
    qtbot.waitUntil(lambda: [lists.whole_row(row)[12] for row in range(4)] == ["mine", "mine", "mine", ""])


def test_a_listed_file_has_no_row_in_the_tree(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """The row of the collection that had been listed before stayed marked, as if the file's games were its own."""
    panel, services = page_of(window).collections, window.services
    services.collection.list_games()
    qtbot.waitUntil(lambda: services.lists.state.total == 60 and panel.tree.currentIndex().isValid(), timeout=20_000)
    path = tmp_path / "two.pgn"
    path.write_text('[White "Ann"]\n\n1. e4 *\n\n[White "Bob"]\n\n1. d4 *\n')
    page_of(window).table.setFocus()
    services.lists.open(path)
    qtbot.waitUntil(lambda: services.lists.state.total == 2, timeout=20_000)
    assert not panel.tree.currentIndex().isValid()


def test_given_games_that_are_in_the_bin_are_not_listed(qtbot: QtBot, window: MainWindow) -> None:
    """*Last import* had an empty row for a game that had been deleted since."""
    lists, collection = window.services.lists, window.services.collection
    collection.list_games()
    qtbot.waitUntil(lambda: lists.state.total == 60 and lists.state.settled, timeout=20_000)
    window.services.edits.delete([3])
    qtbot.waitUntil(lambda: lists.state.total == 59 and lists.state.settled, timeout=20_000)
    collection.list_imported()
    qtbot.waitUntil(lambda: "last import" in str(lists.state.title) and not lists.state.loading, timeout=20_000)
    assert lists.state.total == 59 and all(lists.whole_row(row)[0] for row in range(59))


def test_a_search_takes_the_piece_letters_of_the_language(make_window: MakeWindow) -> None:
    """A Finnish knight found nothing, without a word, and Finnish material was refused."""
    window = make_window(language="fi")
    window.actions_by_key["search"].trigger()
    dialog = window.findChildren(SearchDialog)[-1]
    assert dialog.manoeuvre.placeholderText().endswith("Rd2-f1-g3")
    dialog.manoeuvre.setText("Rd2-f1-g3")
    dialog.material.setText("KTvKR")
    query = dialog.query()
    assert (query.manoeuvre, query.material) == ("Nd2-f1-g3", "KRvKN")
    dialog.show_query(query)
    assert (dialog.manoeuvre.text(), dialog.material.text()) == ("Rd2-f1-g3", "KTvKR")
