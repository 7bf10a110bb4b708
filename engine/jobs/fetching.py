"""Downloads games from a site into a collection. The next download resumes after one that was stopped or killed."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from books.collection.game_collection import Collection
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.play.world.downloads import DownloadFilter
from engine.play.world.fetching import DownloadReport, fetch_games
from engine.play.world.http_client import PAUSE_S, HttpClient


@dataclass(frozen=True)
class DownloadRequest:
    """The collection's file, the site (`lichess`, `chesscom`) and which games. `again`: from the first game on, to find games
    that began long before they ended."""

    collection: Path
    site: str
    wanted: DownloadFilter
    again: bool = False


class DownloadJob(Job[DownloadRequest, DownloadReport]):
    """Yields the counts so far. Progress in games."""

    cumulative = True

    def __init__(self, bases: Mapping[str, str] = MappingProxyType({}), pause_s: float = PAUSE_S) -> None:
        """`bases`: addresses to use instead of the sites', for tests. `pause_s`: the pause after an answer 429."""
        self._bases, self._pause_s = bases, pause_s

    def run(self, request: DownloadRequest, context: Context) -> Iterator[DownloadReport]:
        """Games fetched before an error stay in the collection. :raises RatsuError: the site or the collection cannot be used."""
        with wire_of(context, self._pause_s) as wire, Collection(request.collection, create=True) as games:
            base = self._bases.get(request.site, "")
            for report in fetch_games(games, request.site, request.wanted, wire, base, request.again):
                context.progress(report.came, 0)
                yield report


def wire_of(context: Context, pause_s: float = PAUSE_S) -> HttpClient:
    """A connection that stops waiting when the job is stopped. :raises WorldError: the extra is not installed."""
    return HttpClient(context.wait, lambda: not context.stopper.asked(), pause_s=pause_s)


JOB = DownloadJob
