"""The user's collections in the window: which there are, which one is shown, and what an import has added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from engine.ground.text import NOTHING, Text, joined, plain
from engine.ground.user_files import COLLECTION_SUFFIX, MY_GAMES
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.jobs.collecting import ImportedFile

MOST_COLLECTIONS = 100  # in the list


def collection_name(path: Path) -> Text:
    """The name of a collection: that of its file, or *My games* for the one that is there from the beginning."""
    if path.parts[-2:] == MY_GAMES.parts:
        return Text("My games")
    return plain(path.stem if path.suffix == COLLECTION_SUFFIX else path.name)


def file_name(path: str) -> Text:
    """The name of a file of games for the user: that of a collection, or the file's own."""
    found = Path(path)
    return collection_name(found) if found.suffix == COLLECTION_SUFFIX else plain(found.name)


@dataclass(frozen=True)
class CollectionEntry:
    """A collection of the list. `games` is None until they are counted, or if it cannot be read; `labels` with their
    numbers of games, in alphabetical order."""

    path: Path
    games: int | None = None
    binned: int = 0
    labels: tuple[tuple[str, int], ...] = ()

    @property
    def name(self) -> Text:
        return collection_name(self.path)


@dataclass(frozen=True)
class CollectionState:
    """`path`: the collection that searches and imports use, None if nothing can be saved; `games`: in it, 0 if it does not
    exist. `importing`: the file being imported, with `fraction` 0..1. `entries`: all collections, *My games* first.
    `imported`: the results of the last import, file by file.
    """

    games: int = 0
    importing: str = ""
    fraction: float = 0.0
    path: Path | None = None
    entries: tuple[CollectionEntry, ...] = ()
    imported: tuple[ImportedFile, ...] = ()

    @property
    def name(self) -> Text:
        """The name of the collection that searches and imports use."""
        return collection_name(self.path) if self.path is not None else Text("Collection")


def import_summary(files: Sequence[ImportedFile]) -> Text:
    """The result of an import of several files in one sentence, or nothing."""
    if not files:
        return NOTHING
    reports = [file.report for file in files]
    known = sum(report.duplicates for report in reports)
    completed = sum(report.completed for report in reports)
    against = sum(len(report.contradictions) for report in reports)
    faulty = sum(report.problems for report in reports)
    parts = [
        Text("%1 {game|games} added", sum(report.added for report in reports)),
        *([Text("%1 {was|were} there already", known)] if known else []),
        *([Text("%1 of them completed with comments or tags", completed)] if completed else []),
        *([Text("%1 with another result than the same game that was there", against)] if against else []),
        *([Text("%1 with passages that could not be read", faulty)] if faulty else []),
        *([Text("stopped: import the file again to continue")] if not all(one.done for one in reports) else []),
    ]
    return joined(*parts, by=", ")
