"""Imports games into a collection, file by file. An import that was stopped or killed resumes at the same place."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from books.collection import any_file
from books.collection.game_collection import Collection
from books.collection.importing.imports import ImportReport
from engine.ground.text import NOTHING, Text, joined
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job

_MOST_LISTED = 5  # games of a message; `ratsu games import` lists all


@dataclass(frozen=True)
class ImportRequest:
    """The collection's file, and PGN files or ChessBase databases to import. `language`: that of the piece letters; empty:
    detected."""

    collection: Path
    files: tuple[Path, ...]
    language: str = ""


@dataclass(frozen=True)
class ImportedFile:
    """The result of importing one file. `numbers`: the games that this run has added."""

    path: Path
    report: ImportReport
    numbers: Sequence[int] = ()

    @property
    def text(self) -> Text:
        report = self.report
        known = Text(", %1 {was|were} there already", report.duplicates) if report.duplicates else NOTHING
        faults = (
            Text("; %1 {has|have} passages that could not be read", report.problems) if report.problems else NOTHING
        )
        if report.unread:
            faults = Text("%1; %2", faults, report.unread_values)
        if report.binned:
            known = Text("%1 (%2 of them {is|are} in the bin)", known, report.binned)
        if report.completed:
            known = Text("%1 (%2 of them {was|were} completed with comments or tags)", known, report.completed)
        against = report.contradictions
        if against:
            first = joined(*(found.text for found in against[:_MOST_LISTED]), by="; ")
            faults = Text(
                "%1. %2 {game has|games have} another result than the same game that was there; both were added: %3",
                faults,
                len(against),
                first,
            )
        end = NOTHING if report.done else Text(" The import was stopped; import the file again to continue.")
        return Text(
            "%1 {game|games} of %2 {was|were} added to the collection%3%4.%5",
            report.added,
            self.path.name,
            known,
            faults,
            end,
        )


class ImportJob(Job[ImportRequest, ImportedFile]):
    """Yields the result of each file. Progress in bytes of a file."""

    def __init__(self, on_fault: Callable[[Text], object] = lambda _fault: None) -> None:
        """`on_fault` is called with each game that could not be read."""
        self._on_fault = on_fault

    def run(self, request: ImportRequest, context: Context) -> Iterator[ImportedFile]:
        """:raises RatsuError: a file cannot be read, or the collection cannot be written."""
        with Collection(request.collection, create=True) as games:
            for path in request.files:
                report = any_file.import_file(games, path, context.progress, request.language, self._on_fault)
                yield ImportedFile(path, report, report.numbers)
                if context.stopper.asked():
                    break


JOB = ImportJob
