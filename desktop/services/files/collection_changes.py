"""Changes of games in collections, each with its undo: to the bin and back, copies, moves, labels. On a worker's thread."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

from engine.ground.errors import RatsuError
from engine.ground.sqlite_handles import direct_access
from engine.ground.write_targets import unwritten

if TYPE_CHECKING:
    from books.collection.game_collection import Collection
    from books.collection.labels import LabelChange
    from books.collection.stored_games import StoredChange
    from engine.game.tree import Game


class Transfer(NamedTuple):
    """The undo of a change of two collections, or of games with their labels: its parts, in the order of undoing."""

    parts: tuple[StoredChange | LabelChange, ...]

    @property
    def size(self) -> int:
        """Approximate memory in bytes."""
        return sum(part.size for part in self.parts)

    def rebased(self, _later: object) -> Self:
        """Returns the same undo after a later change was undone or redone: each game is compared anyway."""
        return self


def concerns(change: object, path: Path, number: int) -> bool:
    """Whether a change is of a certain game of a collection."""
    parts = _stored_parts(change, path)
    return any(number in part.moved or any(game.number == number for game in part.after) for part in parts)


def numbers_changed(change: object, path: Path) -> tuple[int, ...]:
    """The games of a collection that a change has given another content; an import gives none the content of another."""
    return tuple(game.number for part in _stored_parts(change, path) if not part.sources for game in part.after)


def _stored_parts(change: object, path: Path) -> list[StoredChange]:
    from books.collection.stored_games import StoredChange

    parts = change.parts if isinstance(change, Transfer) else (change,)
    return [part for part in parts if isinstance(part, StoredChange) and part.path == path]


def taken_back(change: StoredChange | LabelChange | Transfer) -> StoredChange | LabelChange | Transfer:
    """Undoes a change. Returns the undo of this step. If one of several parts cannot be undone, none is.
    :raises RatsuError: a game was changed since, or a collection cannot be written."""
    from books.collection import labels
    from books.collection.editing import restored

    if isinstance(change, labels.LabelChange):
        return labels.undone(change)
    if not isinstance(change, Transfer):
        return restored(change)
    done: list[StoredChange | LabelChange] = []
    try:
        for part in change.parts:
            back = taken_back(part)
            assert not isinstance(back, Transfer)
            done.insert(0, back)
    except RatsuError:
        for part in done:
            with suppress(RatsuError):
                taken_back(part)
        raise
    return Transfer(tuple(done))


def deleted(path: Path, numbers: Sequence[int]) -> StoredChange:
    """Puts games into the bin. :raises RatsuError: the collection cannot be written."""
    from books.collection import editing
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        return editing.deleted(collection, numbers)


def put_back(path: Path, numbers: Sequence[int]) -> StoredChange:
    """Takes games out of the bin. :raises RatsuError: the collection cannot be written."""
    from books.collection import editing
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        return editing.put_back(collection, numbers)


def emptied(path: Path, numbers: Sequence[int] | None) -> None:
    """Removes games of the bin for ever; None: all of them. :raises RatsuError: the collection cannot be written."""
    from books.collection import editing
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        editing.emptied(collection, numbers)


def added(path: Path, games: Sequence[Game]) -> StoredChange:
    """Adds games to a collection, which is made if missing. :raises RatsuError: it cannot be written."""
    from books.collection import editing
    from books.collection.game_collection import Collection

    with Collection(path, create=True) as collection:
        return _addition(collection, editing.added(collection, games))


def copied(path: Path, numbers: Sequence[int], target: Path, *, move: bool = False) -> Transfer:
    """Copies games with their labels to a collection, perhaps the same, or moves them there.

    They are added there before they leave: after a crash between, they are in both.
    :raises RatsuError: a game is damaged, or a collection cannot be written."""
    from books.collection import editing, labels
    from books.collection.game_collection import Collection

    with Collection(path) as source, Collection(target, create=True) as goal:
        there = editing.copied(source, numbers, goal)
        given = labels.labels_by_game(source)
        having = {new: given[old] for old, new in zip(numbers, there, strict=True) if old in given}
        parts: list[StoredChange | LabelChange] = [_addition(goal, there)]
        if having:
            parts.insert(0, labels.give(goal, having))
        if move:
            parts.append(editing.deleted(source, numbers))
        return Transfer(tuple(parts))


def swapped(path: Path, one: int, other: int) -> Transfer:
    """Swaps two games with their labels. :raises RatsuError: the collection cannot be written."""
    from books.collection import editing, labels
    from books.collection.game_collection import Collection

    with Collection(path) as collection, collection.transaction():
        return Transfer((labels.swapped(collection, one, other), editing.swapped(collection, one, other)))


def labelled(path: Path, numbers: Sequence[int], label: str, *, on: bool) -> LabelChange:
    """Gives a label to games, or takes it from them. :raises RatsuError: the collection cannot be written."""
    from books.collection import labels
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        return labels.labelled(collection, numbers, label, on=on)


def label_renamed(path: Path, label: str, new: str) -> LabelChange:
    """Renames a label and those below it; an empty name removes them. :raises RatsuError: it cannot be written."""
    from books.collection import labels
    from books.collection.game_collection import Collection

    with Collection(path) as collection:
        return labels.renamed(collection, label, new)


def renamed_file(path: Path, target: Path) -> None:
    """Renames a collection's file in its folder.
    :raises CollectionError: it is in use, the other name is taken, or the file cannot be renamed."""
    from books.collection.game_collection import Collection, CollectionError

    Collection(path).close()  # takes over a journal that a crash has left
    with direct_access(path) as free:  # no thread of this program opens it meanwhile
        journal = path.with_name(f"{path.name}-wal")
        if not free or journal.exists():
            raise CollectionError("%1 is in use. Close it everywhere, and try again.", path.name)
        if target.exists():
            raise CollectionError("%1 exists already. Choose another name.", target.name)
        try:
            path.rename(target)
        except OSError as error:
            raise CollectionError("%1", unwritten(target, error)) from error


def _addition(collection: Collection, numbers: Sequence[int]) -> StoredChange:
    """The undo of adding games: they go to the bin."""
    from books.collection.stored_games import StoredChange

    return StoredChange(collection.path, moved=tuple(sorted(numbers)), into_bin=True)
