"""Games fetched from a site into a collection. The next fetching continues where the last one was stopped, cut off or killed."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from books.collection.game_collection import Collection
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.play.world.fetching import Report, fetch_games
from engine.play.world.wanted import Wanted
from engine.play.world.wire import PAUSE_S, Wire


@dataclass(frozen=True)
class FetchWish:
    """The collection's file, the site (`lichess`, `chesscom`) and which games. `again`: from the first game, for those that began
    long before they ended."""

    collection: Path
    site: str
    wanted: Wanted
    again: bool = False


class Fetching(Job[FetchWish, Report]):
    """What came so far. Progress in games."""

    cumulative = True

    def __init__(self, bases: Mapping[str, str] = MappingProxyType({}), pause_s: float = PAUSE_S) -> None:
        """`bases`: other addresses in place of the sites', for tests, and `pause_s` another pause after an answer 429."""
        self._bases, self._pause_s = bases, pause_s

    def run(self, wish: FetchWish, context: Context) -> Iterator[Report]:
        """Raises RatsuError; what came before it is kept."""
        with wire_of(context, self._pause_s) as wire:
            wish.collection.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with Collection(wish.collection, create=True) as games:
                base = self._bases.get(wish.site, "")
                for report in fetch_games(games, wish.site, wish.wanted, wire, base, wish.again):
                    context.progress(report.came, 0)
                    yield report


def wire_of(context: Context, pause_s: float = PAUSE_S) -> Wire:
    """A wire that waits for no answer after the stop. :raises WorldError: the extra is not installed."""
    return Wire(context.wait, lambda: not context.stopper.asked(), pause_s=pause_s)


JOB = Fetching
