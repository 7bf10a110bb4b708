"""Counts PGN files and folders for the explorer: each becomes an index, a collection that is made once."""

from collections.abc import Iterator
from pathlib import Path

from books.collection.any_file import import_file
from books.collection.game_collection import Collection
from books.explorer import indexed_files
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job


@dataclass(frozen=True)
class IndexRequest:
    """`sources`: collections, game files and folders of these; `folder`: of the indexes."""

    sources: tuple[Path, ...]
    folder: Path


@dataclass(frozen=True)
class IndexedSource:
    """A source that can be explored; `collection`: itself or its index."""

    source: Path
    collection: Path


class IndexJob(Job[IndexRequest, IndexedSource]):
    """Yields each source once its games are counted; one that is current at once. Progress in bytes of a file."""

    def run(self, request: IndexRequest, context: Context) -> Iterator[IndexedSource]:
        """:raises RatsuError: a source cannot be read, or its index cannot be written."""
        for source in request.sources:
            index = source
            if indexed_files.is_indexed(source):
                index = indexed_files.index_path(request.folder, source)
                files = indexed_files.files_of(source)
                if not indexed_files.is_current(index, files):
                    indexed_files.prepare(index, files)
                    with Collection(index, create=True) as games:
                        for path in files:
                            import_file(games, path, context.progress)
                            if context.stopper.asked():
                                return
            yield IndexedSource(source, index)


JOB = IndexJob
