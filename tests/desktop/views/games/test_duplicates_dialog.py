"""The dialog of duplicates: groups appear, and keep, merge and delete act on the selected ones."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.tidying.duplicates import DuplicateGroup, DuplicateKind
from desktop.services.files.collected_games import CollectedGames
from desktop.services.files.collection_changes import labelled
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.game_list_service import GameListService
from desktop.services.kit.job_service import JobService
from desktop.views.games.duplicates_dialog import DuplicatesDialog
from desktop.views.games.groups_dialog import GROUP, MOST_SHOWN
from engine.ground.text import Text
from engine.jobs.duplicates import DuplicateSearch
from tests.books.collection.tidying.test_duplicates import AGAINST, LONGER, OTHERS, SAME


@pytest.fixture
def dialog(tmp_path: Path, qtbot: QtBot) -> Iterator[DuplicatesDialog]:
    path = tmp_path / "games.pgn"
    path.write_text("".join((*SAME, *LONGER, *AGAINST, *OTHERS)), encoding="utf-8")
    with Collection(tmp_path / "Mine.ratsugames", create=True) as games:
        import_pgn(games, path)
    lists, finder = GameListService(), JobService[DuplicateSearch, DuplicateGroup]("duplicates")
    lists.show(CollectedGames(tmp_path / "Mine.ratsugames", Query()), Text("Mine"))
    collection = CollectionService(tmp_path / "Mine.ratsugames")
    shown = DuplicatesDialog(tmp_path / "Mine.ratsugames", finder, collection, lists)
    qtbot.addWidget(shown)
    shown.show()
    wait(qtbot, shown, 3)
    yield shown
    for service in (finder, collection, lists):
        assert service.close()


def wait(qtbot: QtBot, shown: DuplicatesDialog, groups: int) -> None:
    """Until the search has found so many groups and nothing is being written."""

    def ready() -> bool:
        quiet = not shown._finder.state.running and not shown._lists.state.busy
        return quiet and shown.groups.topLevelItemCount() == groups

    qtbot.waitUntil(ready, timeout=60_000)


def group(shown: DuplicatesDialog, words: str) -> QTreeWidgetItem:
    items = (shown.groups.topLevelItem(row) for row in range(shown.groups.topLevelItemCount()))
    return next(item for item in items if item is not None and words in f"{item.text(0)} {item.text(3)}")


def test_groups_are_shown_with_their_differences(dialog: DuplicatesDialog) -> None:
    against = group(dialog, "contradict")
    results = [row for place in range(against.childCount()) if (row := against.child(place)) is not None]
    assert [row.text(1) for row in results] == ["1–0", "0–1"]
    assert all("?" not in row.text(column) for row in results for column in range(row.columnCount()))
    assert all(row.font(1).bold() and not row.font(2).bold() for row in results)
    dialog.kind.setCurrentIndex(dialog.kind.findData(DuplicateKind.LONGER))
    assert dialog.groups.topLevelItemCount() == 1
    assert "Cole" in group(dialog, "longer").text(0)
    assert dialog.windowTitle() == "Duplicates in Mine"


def test_merging_and_deleting_are_undone_step_by_step(dialog: DuplicatesDialog, qtbot: QtBot) -> None:
    group(dialog, "Smith").setSelected(True)
    dialog.merge.click()
    wait(qtbot, dialog, 2)
    dialog.everything.click()
    dialog.delete.click()
    wait(qtbot, dialog, 0)
    assert count(dialog) == 9
    for games in (11, 12):
        qtbot.waitUntil(dialog.undo.isEnabled, timeout=60_000)
        dialog.undo.click()
        qtbot.waitUntil(partial(has, dialog, games), timeout=60_000)
    qtbot.waitUntil(dialog.again.isEnabled, timeout=60_000)
    dialog.again.click()
    wait(qtbot, dialog, 3)


def test_undo_brings_the_groups_back_and_the_count_is_that_of_the_table(dialog: DuplicatesDialog, qtbot: QtBot) -> None:
    """After Delete the status still named the groups that were gone, and after Undo they had to be searched again."""
    assert dialog.status.text() == "3 groups"
    group(dialog, "Smith").setSelected(True)
    dialog.delete.click()
    wait(qtbot, dialog, 2)
    assert dialog.status.text() == "2 groups"
    group(dialog, "Cole").setSelected(True)
    dialog.merge.click()
    wait(qtbot, dialog, 1)
    assert dialog.status.text() == "1 group"
    dialog.kind.setCurrentIndex(dialog.kind.findData(DuplicateKind.LONGER))
    assert dialog.groups.topLevelItemCount() == 0, "what is done is not shown again"
    dialog.kind.setCurrentIndex(0)
    group(dialog, "Dean").setSelected(True)
    dialog.keep.click()
    assert dialog.status.text() == "All groups are done."
    for name, groups in (("Cole", 1), ("Smith", 2)):
        qtbot.waitUntil(dialog.undo.isEnabled, timeout=60_000)
        dialog.undo.click()
        wait(qtbot, dialog, groups)
        assert group(dialog, name) is not None and dialog.status.text() == ("1 group" if groups == 1 else "2 groups")


def test_only_changes_made_here_are_undone_here(dialog: DuplicatesDialog, qtbot: QtBot) -> None:
    """Undo took a label back that had been given before the dialog was opened."""
    dialog._lists.write(
        str(dialog._path), partial(labelled, dialog._path, [1], "mine", on=True), Text("the label mine")
    )
    qtbot.waitUntil(lambda: bool(dialog._lists.state.undo) and dialog._lists.state.settled, timeout=60_000)
    assert not dialog.undo.isEnabled()
    group(dialog, "Smith").setSelected(True)
    dialog.merge.click()
    qtbot.waitUntil(dialog.undo.isEnabled, timeout=60_000)


def test_the_ticked_game_stays(dialog: DuplicatesDialog, qtbot: QtBot) -> None:
    """With two results nobody could say which of the two games is right."""
    against = group(dialog, "contradict")
    first, second = against.child(0), against.child(1)
    assert first is not None and second is not None
    assert first.checkState(0) is Qt.CheckState.Checked and second.checkState(0) is Qt.CheckState.Unchecked
    dialog.groups.itemClicked.emit(second, 0)
    assert dialog.chosen() == [against.data(0, GROUP)], "a click on a game selects its group"
    first.setCheckState(0, Qt.CheckState.Unchecked)
    dialog.delete.click()
    assert dialog.groups.topLevelItemCount() == 3, "nothing stays, so nothing is deleted"
    second.setCheckState(0, Qt.CheckState.Checked)
    told: list[str] = []
    dialog._lists.message.connect(lambda message: told.append(str(message.text)))
    dialog.delete.click()
    wait(qtbot, dialog, 2)
    with Collection(dialog._path) as games:
        assert [game.result for game in games.games([5, 6])] == ["0-1"]
    assert told == ["One game is in the bin of Mine now."]


def test_kept_groups_are_not_found_again(dialog: DuplicatesDialog, qtbot: QtBot) -> None:
    group(dialog, "Smith").setSelected(True)
    dialog.keep.click()
    dialog.again.click()
    wait(qtbot, dialog, 2)


def test_two_thousand_groups_are_shown_without_a_wait(dialog: DuplicatesDialog) -> None:
    (found, *_) = dialog._finder.state.rows
    state = replace(dialog._finder.state, rows=(found,) * MOST_SHOWN)
    dialog.groups.clear()
    dialog._shown = 0
    begun = process_time()
    dialog._show(state)
    assert process_time() - begun < 5  # 0.2; with a spanned column for each group 100
    assert dialog.groups.topLevelItemCount() == MOST_SHOWN


def has(shown: DuplicatesDialog, games: int) -> bool:
    return count(shown) == games


def count(shown: DuplicatesDialog) -> int:
    with Collection(shown._path) as games:
        return len(games)
