"""Finds the names that a collection spells in several ways."""

from collections.abc import Iterator
from pathlib import Path

from books.collection.game_collection import Collection
from books.collection.tidying.spellings import SpellingGroup, SpellingKind, spelling_groups
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job


@dataclass(frozen=True)
class SpellingSearch:
    """A collection, and whose names are compared."""

    path: Path
    kind: SpellingKind


class SpellingJob(Job[SpellingSearch, SpellingGroup]):
    """Yields the groups, most games first."""

    def run(self, request: SpellingSearch, context: Context) -> Iterator[SpellingGroup]:
        """:raises CollectionError: the collection cannot be read."""
        with Collection(request.path) as collection:
            yield from spelling_groups(collection, request.kind, context.progress)


JOB = SpellingJob
