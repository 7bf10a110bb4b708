"""Finds the games that a collection or a PGN file may have twice."""

from collections.abc import Iterator
from pathlib import Path

from books.collection.game_collection import Collection, is_collection
from books.collection.tidying.duplicates import DuplicateGroup, duplicates_of_collection, duplicates_of_file
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.pgn.errors import PgnError


@dataclass(frozen=True)
class DuplicateSearch:
    """A collection, or a PGN file."""

    path: Path


class DuplicateJob(Job[DuplicateSearch, DuplicateGroup]):
    """Yields the groups as they are found. Progress in games."""

    def run(self, request: DuplicateSearch, context: Context) -> Iterator[DuplicateGroup]:
        """:raises RatsuError: the file cannot be read."""
        try:
            stored = is_collection(request.path)
        except OSError as error:
            raise PgnError("cannot open %1: %2", request.path, error) from error
        if not stored:
            yield from duplicates_of_file(request.path, context.progress)
            return
        with Collection(request.path) as collection:
            yield from duplicates_of_collection(collection, context.progress)


JOB = DuplicateJob
