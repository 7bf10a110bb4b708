"""The pictures of collections; see `screens`."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from tests.desktop.screen import Screen, wait

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop.services.files.collection_service import CollectionService
    from desktop.views.main_window import MainWindow

COLLECTED = (
    Screen("collections-light", "collections", 1280, 760),
    Screen("collections-fi-dark", "collections", 1100, 700, "dark", language="fi"),
    Screen("collections-none-fi-dark", "collections-none", 1100, 620, "dark", language="fi"),
)


def _collections(window: "MainWindow") -> "QWidget":
    """Collections with labels, favourites and a bin."""
    from tests.helpers.shared import SHARED

    collection, lists, edits = window.services.collection, window.services.lists, window.services.edits

    def changed(change: Callable[[], object]) -> None:
        change()
        wait(lambda: not lists.state.busy and not lists.state.loading, 60_000)

    home = collection.path
    assert home is not None
    for name in ("Club", "Opponents"):
        collection.create(name)
        wait(partial(_is_selected, collection, name), 60_000)
    collection.select(home)
    collection.import_files([SHARED / "data/games/sample_2000.pgn"])
    wait(lambda: collection.state.games > 0 and not collection.state.importing, 60_000)
    collection.list_games()
    wait(lambda: lists.state.total > 1900 and not lists.state.loading, 60_000)
    for rows, label in ((range(0, 40, 3), "★"), (range(5, 120, 2), "Openings/Sicilian"), (range(7, 90, 5), "Endings")):
        changed(partial(edits.label, list(rows), label, on=True))
    changed(lambda: edits.delete([60, 61, 62]))
    window.actions_by_key["games"].trigger()
    wait(lambda: any(entry.binned for entry in collection.state.entries) and lists.state.total == 1997, 60_000)
    wait(lambda: lists.fact(0) is not None and lists.fact(19) is not None, 60_000)
    for notice in window.body.messages.notices:
        notice.dismiss()
    return window


def _is_selected(collection: "CollectionService", name: str) -> bool:
    return collection.path is not None and collection.path.stem == name


def _collections_none(window: "MainWindow") -> "QWidget":
    """A search of a collection that finds nothing."""
    from books.collection.query import Query

    _collections(window)
    window.services.collection.search(Query(player="Morphy", elo_min=2700))
    lists = window.services.lists
    wait(lambda: lists.state.total == 0 and not lists.state.loading, 60_000)
    return window


COLLECTED_SHOWS: dict[str, Callable[["MainWindow"], "QWidget"]] = {
    "collections": _collections,
    "collections-none": _collections_none,
}
