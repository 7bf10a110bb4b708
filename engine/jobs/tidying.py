"""Tidies a collection as the user chose: names in new forms, groups of duplicates merged."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from types import MappingProxyType

from books.collection.game_collection import Collection
from books.collection.stored_games import StoredChange
from books.collection.tidying.duplicate_changes import merged_into_first
from books.collection.tidying.spellings import Respelling, respelled
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job

_NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class TidyingRequest:
    """A collection; new forms of players and events by their spelling; groups of games, each merged into its first."""

    path: Path
    players: Mapping[str, str] = field(default_factory=lambda: _NONE)
    events: Mapping[str, str] = field(default_factory=lambda: _NONE)
    merged: tuple[tuple[int, ...], ...] = ()


class TidyingJob(Job[TidyingRequest, StoredChange]):
    """Yields the undo of what was done, after one transaction. A stop leaves names unchanged, and groups that are not
    merged yet apart. Progress in games or groups."""

    def run(self, request: TidyingRequest, context: Context) -> Iterator[StoredChange]:
        """:raises RatsuError: the collection is damaged or cannot be written, or games of a group begin differently."""
        with Collection(request.path) as collection:
            if request.merged:
                change = merged_into_first(collection, request.merged, context.progress)
                if change.after:
                    yield change
            if request.players or request.events:
                named = respelled(collection, Respelling(request.players, request.events), context.progress)
                if named is not None:
                    yield named


JOB = TidyingJob
