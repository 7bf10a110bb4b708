"""The dialog of spellings: groups appear, a form is chosen or typed, and *Correct* writes it with undo."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from books.collection.game_collection import Collection
from books.collection.query import Query
from books.collection.search import search
from books.collection.tidying.spellings import SpellingGroup, SpellingKind
from desktop.services.files.collected_games import CollectedGames
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import STILL_READ, GameListService
from desktop.services.files.list_tasks import ListStoppedError, tidied
from desktop.services.kit.job_service import JobService
from desktop.views.games.groups_dialog import rows_of
from desktop.views.games.spellings_dialog import SpellingsDialog
from engine.game.stopper import Stopper
from engine.ground.text import Text
from engine.jobs.spellings import SpellingSearch
from engine.jobs.tidying import TidyingRequest
from tests.books.collection.tidying.test_spellings import made

_GAMES = (
    ("Tal, Mihail", "Riga", 1958),
    ("Tal, Mihail", "Riga", 1959),
    ("Tal,M", "Riga", 1960),
    ("Tal Mikhail", "riga", 1961),
)


@pytest.fixture
def dialog(tmp_path: Path, qtbot: QtBot) -> Iterator[SpellingsDialog]:
    path = made(tmp_path, *_GAMES)
    lists, finder = GameListService(), JobService[SpellingSearch, SpellingGroup]("spellings")
    lists.show(CollectedGames(path, Query()), Text("Mine"))
    collection = CollectionService(path)
    shown = SpellingsDialog(path, finder, collection, lists)
    qtbot.addWidget(shown)
    shown.show()
    wait(qtbot, shown, 1)
    yield shown
    for service in (finder, collection, lists):
        assert service.close()


def wait(qtbot: QtBot, shown: SpellingsDialog, count: int) -> None:
    """Until the search has found this number of groups and nothing is being written."""
    qtbot.waitUntil(lambda: shown.idle and shown.groups.topLevelItemCount() == count, timeout=60_000)


def only(shown: SpellingsDialog) -> QTreeWidgetItem:
    item = shown.groups.topLevelItem(0)
    assert item is not None
    return item


def whites(shown: SpellingsDialog) -> list[str]:
    with Collection(shown._path) as games:
        return [game.white for game in search(games, Query())]


def test_the_chosen_form_is_written_and_undone(dialog: SpellingsDialog, qtbot: QtBot) -> None:
    group = only(dialog)
    assert [(row.text(0), row.text(1), row.text(2)) for row in rows_of(group)] == [
        ("Tal, Mihail", "2", "1958–1959"),
        ("Tal Mikhail", "1", "1961"),
        ("Tal,M", "1", "1960"),
    ]
    assert group.text(0) == "Tal, Mihail" and rows_of(group)[0].font(0).bold()
    dialog.groups.setCurrentItem(rows_of(group)[1])
    dialog.groups.itemActivated.emit(rows_of(group)[1], 0)
    assert group.text(0) == dialog.form.text() == "Tal Mikhail"
    rows_of(group)[2].setCheckState(0, Qt.CheckState.Unchecked)
    group.setSelected(True)
    dialog.correct.click()
    wait(qtbot, dialog, 0)
    assert whites(dialog) == ["Tal Mikhail", "Tal Mikhail", "Tal,M", "Tal Mikhail"]
    qtbot.waitUntil(dialog.undo.isEnabled, timeout=60_000)
    dialog.undo.click()
    qtbot.waitUntil(lambda: whites(dialog) == [name for name, _, _ in _GAMES], timeout=60_000)


def test_nothing_is_undone_while_the_list_is_read_again(dialog: SpellingsDialog, qtbot: QtBot) -> None:
    only(dialog).setSelected(True)
    dialog.correct.click()
    qtbot.waitUntil(dialog.undo.isEnabled)
    lists = dialog._lists
    lists._set(replace(lists.state, loading=True))
    assert not dialog.undo.isEnabled(), "the click would have been lost"
    with qtbot.waitSignal(lists.message) as told:  # Ctrl+Z
        lists.take_back()
    assert told.args is not None and told.args[0].text == STILL_READ
    lists._set(replace(lists.state, loading=False))
    assert dialog.undo.isEnabled()


def test_a_correction_can_be_stopped(dialog: SpellingsDialog, qtbot: QtBot) -> None:
    stopper = Stopper()
    stopper.stop()
    with pytest.raises(ListStoppedError, match="was not changed"):
        tidied(TidyingRequest(dialog._path, {"Tal,M": "Tal, Mihail"}), stopper)
    assert whites(dialog) == [name for name, _, _ in _GAMES]
    only(dialog).setSelected(True)
    dialog.correct.click()
    assert dialog.halt.isEnabled() and dialog.bar.isVisible()
    dialog.halt.click()
    assert dialog._lists._stopper.asked()
    wait(qtbot, dialog, 0)
    assert not dialog.halt.isEnabled() and not dialog.bar.isVisible()


def test_another_form_can_be_typed(dialog: SpellingsDialog, qtbot: QtBot) -> None:
    dialog.groups.setCurrentItem(only(dialog))
    dialog.everything.click()
    dialog.form.selectAll()
    dialog.form.selectAll()
    QTest.keyClicks(dialog.form, "Tal, Mikhail N")
    dialog.correct.click()
    wait(qtbot, dialog, 0)
    assert set(whites(dialog)) == {"Tal, Mikhail N"}


def test_events_are_compared_and_listed(dialog: SpellingsDialog, qtbot: QtBot) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(SpellingKind.EVENTS))
    qtbot.waitUntil(lambda: dialog.idle and only(dialog).text(0) == "Riga", timeout=60_000)
    only(dialog).setSelected(True)
    with qtbot.waitSignal(dialog._collection.searched, timeout=60_000) as listed:
        dialog.list.click()
    list(listed.args[0].load())
    assert len(listed.args[0]) == 4
