"""The user's labels of games: words, or places in a tree such as `Openings/Sicilian`. `FAVOURITE` is one of them.

They are in a table of their own, by number of the game, made with the first label. Tags and text do not contain them, so
another import of the same file keeps them, and an export leaves them out.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

from books.collection import schema
from books.collection.game_collection import Collection
from engine.ground.errors import RatsuError
from engine.pgn.reader import games_of
from engine.pgn.writer import written_game

FAVOURITE = "★"
LONGEST = 200  # characters
_TABLE = (
    "CREATE TABLE IF NOT EXISTS labels (label TEXT NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (label, game)) STRICT"
)
_INSIDE = "(label = ? OR (label >= ? AND label < ?))"  # a label, and those below it in the tree

Labelled = tuple[str, int]
"""A label and the number of a game."""


class LabelError(RatsuError):
    """A text that cannot be a label."""


class LabelChange(NamedTuple):
    """The undo of a change: `taken` labels are given back, `given` ones are taken away."""

    path: Path
    taken: tuple[Labelled, ...]
    given: tuple[Labelled, ...]

    @property
    def size(self) -> int:
        """Approximate memory in bytes."""
        return 100 * (len(self.taken) + len(self.given))

    def rebased(self, _later: object) -> Self:
        """Returns the same undo after a later change was undone or redone."""
        return self


def cleaned(text: str) -> str:
    """Returns a label as it is stored, without blanks around its parts. :raises LabelError: it is empty or too long."""
    label = "/".join(part for raw in text.split("/") if (part := " ".join(raw.split())))
    if not label:
        raise LabelError("A label needs at least one letter.")
    if len(label) > LONGEST or not label.isprintable():
        raise LabelError("A label has at most %1 printable characters.", LONGEST)
    return label


def labelled(collection: Collection, numbers: Iterable[int], label: str, *, on: bool = True) -> LabelChange:
    """Gives a label to games, or takes it from them. Returns the undo.
    :raises RatsuError: the label is not valid, or the collection cannot be written."""
    label = cleaned(label)
    games = set(numbers)
    having = {game for _, game in _rows(collection, "label = ?", (label,))}
    rows = tuple((label, game) for game in sorted(games - having if on else games & having))
    return _changed(collection, () if on else rows, rows if on else ())


def swapped(collection: Collection, one: int, other: int) -> LabelChange:
    """Swaps the labels of two games. Returns the undo. :raises CollectionError: the collection cannot be written."""
    taken = tuple((label, game) for label, game in _rows(collection, "1", ()) if game in (one, other))
    return _changed(collection, taken, tuple((label, one + other - game) for label, game in taken))


def renamed(collection: Collection, label: str, new: str) -> LabelChange:
    """Renames a label and those below it; an empty name removes them. Returns the undo.
    :raises RatsuError: the name is not valid, or the collection cannot be written."""
    name = cleaned(new) if new else ""
    taken = tuple(_rows(collection, _INSIDE, _inside(label)))
    there = set(_rows(collection, "1", ()))
    moved = {(name + old[len(label) :], game) for old, game in taken} if name else set()
    return _changed(collection, taken, tuple(sorted(moved - (there - set(taken)))))


def undone(change: LabelChange) -> LabelChange:
    """Undoes a change. Returns the undo of this step. :raises CollectionError: the collection cannot be written."""
    with Collection(change.path) as collection:
        return _changed(collection, change.given, change.taken)


def labels_by_game(collection: Collection) -> dict[int, tuple[str, ...]]:
    """Returns the labels of every labelled game, in alphabetical order. :raises CollectionError: it cannot be read."""
    found: dict[int, list[str]] = defaultdict(list)
    for label, game in _rows(collection, "1 ORDER BY label", ()):
        found[game].append(label)
    return {game: tuple(labels) for game, labels in found.items()}


def give(collection: Collection, labels: Mapping[int, Iterable[str]]) -> LabelChange:
    """Gives labels to games by number. Returns the undo. :raises CollectionError: the collection cannot be written."""
    wanted = {(label, game) for game, given in labels.items() for label in given}
    return _changed(collection, (), tuple(sorted(wanted - set(_rows(collection, "1", ())))))


def label_counts(collection: Collection) -> dict[str, int]:
    """Returns the number of games of each label, without those in the bin. :raises CollectionError: it cannot be read."""
    if not _exists(collection):
        return {}
    query = "SELECT label, count(*) FROM labels JOIN games ON games.id = game GROUP BY label ORDER BY label"
    return dict(collection.rows(schema.LABEL_COUNTS, query))


def labelled_text(text: str, labels: Iterable[str]) -> str:
    """Returns the PGN of a game with its labels as the tag `Labels`, for an export that asks for them."""
    given = "; ".join(labels)
    if not given:
        return text
    game = games_of(text.encode())[0]
    return written_game(game.with_header("Labels", given), game.prelude)


def label_condition(collection: Collection, label: str) -> tuple[str, tuple[str, ...]]:
    """Returns the SQL condition for games with a label or one below it, and its values."""
    if not _exists(collection):
        return "0", ()
    return f"games.id IN (SELECT game FROM labels WHERE {_INSIDE})", _inside(label)


def _inside(label: str) -> tuple[str, str, str]:
    return label, f"{label}/", f"{label}0"  # 0 follows / in Unicode


def _exists(collection: Collection) -> bool:
    there = "SELECT count(*) FROM sqlite_master WHERE name = 'labels'"
    return bool(next(collection.rows(schema.NUMBER, there))[0])


def _rows(collection: Collection, condition: str, values: Iterable[str]) -> list[Labelled]:
    if not _exists(collection):
        return []
    found = collection.rows(schema.LABELS, f"SELECT label, game FROM labels WHERE {condition}", tuple(values))
    return [(label, game) for label, game in found]


def _changed(collection: Collection, taken: tuple[Labelled, ...], given: tuple[Labelled, ...]) -> LabelChange:
    if taken or given:
        with collection.transaction() as db:
            db.execute(schema.for_this_sqlite(_TABLE))
            db.executemany("DELETE FROM labels WHERE label = ? AND game = ?", taken)
            db.executemany("INSERT OR IGNORE INTO labels (label, game) VALUES (?, ?)", given)
    return LabelChange(collection.path, taken, given)
