"""Games from a site into a collection, continued where it was stopped, cut off or killed."""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from books.collection.game_collection import Collection
from books.collection.importing.downloads import DownloadImport
from books.collection.importing.undo import ImportUndo
from books.collection.stored_games import StoredChange
from engine.ground.errors import RatsuError
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.world import chesscom, lichess
from engine.play.world.addresses import CHESSCOM, LICHESS
from engine.play.world.downloads import CutOffError, DownloadedGame, DownloadFilter, WorldError
from engine.play.world.http_client import HttpClient

SITES = {"lichess": LICHESS.base, "chesscom": CHESSCOM.base}
_NOT_THERE = {"lichess": (), "chesscom": ("ultrabullet", "classical")}
_MOST_CUTS = 3  # one after another without a new game


@dataclass(frozen=True)
class DownloadReport:
    """`came`: games that were sent; `added` of them are new in the collection. `first`: the number of the first new one there, 0
    without any. `completed`: games that were there and got longer notes. `undo`: only in the last report; None if nothing
    was changed, or too much."""

    came: int = 0
    added: int = 0
    first: int = 0
    completed: int = 0
    undo: StoredChange | None = None


def fetch_games(
    collection: Collection, site: str, wanted: DownloadFilter, wire: HttpClient, base: str = "", again: bool = False
) -> Iterator[DownloadReport]:
    """Adds the games that are new since the last time, and yields the report so far, at last the complete one. `base`: an
    address to use instead of the site's, for tests; `again`: from the first game on, for games that began long before they
    ended.

    :raises WorldError: in one sentence; received games are saved, and the next call resumes after them.
    :raises CollectionError: the collection cannot be written.
    """
    if wanted.speeds and set(wanted.speeds) <= set(_NOT_THERE[site]):
        raise WorldError("%1 has no games of this time control: %2", site, ", ".join(wanted.speeds))
    run = _Download(collection, wanted, wire, base or SITES[site], again)
    try:
        yield from run.from_lichess() if site == "lichess" else run.from_chesscom()
    except RatsuError:
        yield run.complete
        raise
    yield run.complete


class _Download:
    """One fetching."""

    def __init__(
        self, collection: Collection, wanted: DownloadFilter, wire: HttpClient, base: str, again: bool
    ) -> None:
        self._collection, self._wanted, self._wire = collection, wanted, wire
        self._base, self._again = base, again
        self._before = len(collection)
        self._undo = ImportUndo(collection)
        self.report = DownloadReport()

    @property
    def complete(self) -> DownloadReport:
        """The report with the undo."""
        return replace(self.report, completed=self._undo.completed, undo=self._undo.change)

    def from_lichess(self) -> Iterator[DownloadReport]:
        source = DownloadImport(
            self._collection, f"{LICHESS.base}/@/{self._wanted.name.lower()} {self._wanted.key}", self._undo
        )
        if self._again:
            source.place = 0
        yield from self._with_retry(partial(self._stream, source, _Added(source)))

    def _stream(self, source: DownloadImport, added: "_Added") -> Iterator[DownloadReport]:
        """One request. What comes out of order moves the place only when all of it is here."""
        start = last = highest = max(source.place, self._wanted.since_ms)
        ordered = True
        try:
            with closing(lichess.games(self._wire, self._base, self._wanted, start)) as games:
                for game in games:
                    ordered = ordered and game.place >= last
                    last, highest = game.place, max(highest, game.place)
                    if self._take(source, game):
                        self._save(source, added, highest if ordered else start)
                    yield self.report
            ordered = True
        finally:
            self._save(source, added, highest if ordered else start)

    def from_chesscom(self) -> Iterator[DownloadReport]:
        found: list[chesscom.Month] = []
        yield from self._with_retry(partial(self._list_months, found))
        begin = datetime.fromtimestamp(self._wanted.since_ms / 1000, UTC)
        for month in (one for one in found if one >= chesscom.Month(begin.year, begin.month)):
            name = f"{self._wanted.name.lower()}/{month.year}/{month.number:02d}"
            source = DownloadImport(self._collection, f"{CHESSCOM.base}/{name} {self._wanted.key}", self._undo)
            if source.finished and not self._again:
                continue
            yield from self._with_retry(partial(self._month, month, source, _Added(source)))

    def _list_months(self, found: list[chesscom.Month]) -> Iterator[DownloadReport]:
        found += chesscom.months(self._wire, self._base, self._wanted.name)
        yield self.report

    def _month(self, month: chesscom.Month, source: DownloadImport, added: "_Added") -> Iterator[DownloadReport]:
        stamp = 0 if self._again else source.stamp
        games = chesscom.MonthlyGames(self._wire, self._base, self._wanted, month, stamp)
        over = month.is_over(datetime.now(UTC))
        try:
            with closing(iter(games)) as found:
                for game in found:
                    if self._take(source, game):
                        self._save(source, added, 0)
                    yield self.report
        except BaseException:
            self._save(source, added, 0)
            raise
        self._save(source, added, 0, games.stamp, over)

    def _take(self, source: DownloadImport, game: DownloadedGame) -> bool:
        self.report = replace(self.report, came=self.report.came + 1)
        return source.add(game.pgn)

    def _save(self, source: DownloadImport, added: "_Added", place: int, stamp: int = 0, done: bool = False) -> None:
        now = source.save(place, stamp, done).added
        first = self._before + 1 if len(self._collection) > self._before else 0
        self.report = replace(self.report, added=self.report.added + now - added.count, first=first)
        added.count = now

    def _with_retry(self, attempt: Callable[[], Iterator[DownloadReport]]) -> Iterator[DownloadReport]:
        """Again after a cut-off, while new games come."""
        cuts = 0
        while True:
            before = self.report.added
            try:
                return (yield from attempt())
            except CutOffError:
                cuts = 1 if self.report.added > before else cuts + 1
                if cuts >= _MOST_CUTS:
                    raise


class _Added:
    """The number of a source's games that were added before the last save."""

    def __init__(self, source: DownloadImport) -> None:
        self.count = source.added


def summary(report: DownloadReport) -> Text:
    if report.came == 1:
        new = Text("One game came; it is new in the collection.")
        return new if report.added else Text("One game came; the collection had it already.")
    return Text("%1 games came, %2 of them {is|are} new in the collection.", report.came, report.added)
