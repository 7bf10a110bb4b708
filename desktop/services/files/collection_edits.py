"""Changes of the games of a collection that the user asks for in their list: bin, copies, other collections, labels."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from desktop.model.collection import collection_name
from desktop.services.files import collection_changes as changes
from desktop.services.files import list_tasks as work
from desktop.services.kit.service import Service
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from desktop.services.files.collection_service import CollectionService
    from desktop.services.files.file_history import GamesUndo
    from desktop.services.files.game_list_service import GameListService
    from engine.game.tree import Game


class CollectionEdits(Service):
    """Rows are those of the list. Every change is a step of the list's undo, except emptying the bin."""

    def __init__(self, lists: GameListService) -> None:
        super().__init__()
        self._lists = lists

    def follow(self, collection: CollectionService) -> None:
        """Counts games and labels again after changes."""
        self._lists.rewritten.connect(collection.refresh)

    def delete(self, rows: Sequence[int]) -> None:
        """Puts games into the bin."""
        words, done = work.bin_words(len(rows), self._name)
        self._change(rows, changes.deleted, words, done)

    def put_back(self, rows: Sequence[int]) -> None:
        """Takes games out of the bin."""
        self._change(rows, changes.put_back, Text("restoring {one game|%1 games}", len(rows)))

    def empty(self, rows: Sequence[int] | None = None, *, path: Path | None = None) -> None:
        """Removes games of the bin for ever, or the whole bin of a collection. This cannot be undone."""
        if path is not None:
            self._lists.write(str(path), partial(changes.emptied, path, None), NOTHING)
        else:
            self._change(rows or (), changes.emptied, NOTHING)

    def duplicate(self, rows: Sequence[int]) -> None:
        path = Path(self._lists.state.collection)
        copy = partial(changes.copied, target=path)
        self._change(rows, copy, Text("duplicating {one game|%1 games}", len(rows)))

    def send(self, rows: Sequence[int], target: Path, *, move: bool) -> None:
        """Copies games to a collection, with their labels, or moves them there. Games of a file can only be copied."""
        count, name, chosen = len(rows), collection_name(target), tuple(rows)
        done = Text("{One game was|%1 games were} copied to %2.", count, name)
        words = Text("copying {one game|%1 games} to %2", count, name)
        if not self._lists.state.collection:
            games = self._lists.listed
            self._lists.write(str(target), lambda: changes.added(target, work.all_games(games, chosen)), words, done)
            return
        if move:
            done = Text("{One game was|%1 games were} moved to %2.", count, name)
            words = Text("moving {one game|%1 games} to %2", count, name)
        self._change(rows, partial(changes.copied, target=target, move=move), words, done)

    def label(self, rows: Sequence[int], label: str, *, on: bool) -> None:
        change = partial(changes.labelled, label=label, on=on)
        self._change(rows, change, Text("the label %1 of {one game|%2 games}", label, len(rows)))

    def rename_label(self, path: Path, label: str, new: str) -> None:
        """Renames a label and those below it in every game of a collection; an empty name removes them."""
        self._lists.write(str(path), partial(changes.label_renamed, path, label, new), Text("the label %1", label))

    def add(self, path: Path, games: Sequence[Game]) -> None:
        done = Text("{One game was|%1 games were} added to %2.", len(games), collection_name(path))
        words = Text("adding {one game|%1 games}", len(games))
        self._lists.write(str(path), partial(changes.added, path, games), words, done)

    @property
    def _name(self) -> Text:
        return collection_name(Path(self._lists.state.collection))

    def _change(
        self, rows: Sequence[int], change: Callable[..., GamesUndo | None], words: Text, done: Text = NOTHING
    ) -> None:
        path, chosen = Path(self._lists.state.collection), tuple(rows)
        if not self._lists.state.collection or not chosen:
            self._warn(Text("Choose games of a collection first."))
            return
        self._lists.rewrite(lambda games: change(path, work.chosen(games, chosen)), words, done)
