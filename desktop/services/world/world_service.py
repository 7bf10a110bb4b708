"""Fetches the user's games from a site into the collection, on a thread of its own, when that address is on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.settings import Settings
from desktop.model.world.fetching import WorldState
from desktop.services.kit.long_work import LongWork
from desktop.services.kit.service import Service
from engine.ground.text import NOTHING, Text
from engine.play.world.addresses import of_site
from engine.play.world.wanted import STOPPED

if TYPE_CHECKING:
    from desktop.services.files.collection_service import CollectionService
    from engine.play.world.fetching import Report
    from engine.play.world.wanted import Wanted


class WorldService(Service):
    """One fetching at a time. What came stays when it is stopped, cut off or killed; the next one continues there."""

    changed = Signal(object)  # WorldState
    fetched = Signal()  # games were added to the collection

    def __init__(
        self,
        path: Path | None,
        bases: Mapping[str, str] = MappingProxyType({}),
        pause_s: float | None = None,
        parent: QObject | None = None,
    ) -> None:
        """`path`: the collection; None where nothing can be kept. `bases`: other addresses in place of the sites', for tests,
        and `pause_s` another pause after an answer 429."""
        super().__init__(parent)
        self.state = WorldState(path=path)
        self._path, self._bases, self._pause_s = path, bases, pause_s
        self._allowed: frozenset[str] = frozenset()
        self._news = self.state  # what the thread has told; replaced as a whole
        self._work = LongWork("ratsu-world", self)
        self._work.far.connect(self._look)

    def configure(self, settings: Settings) -> None:
        """Which addresses are on; turned off, one is asked for no more games."""
        self._allowed = frozenset(site for site in ("lichess", "chesscom") if settings.flag(of_site(site).setting))
        if self.state.running and self.state.site not in self._allowed:
            self.stop()

    def follow(self, collection: CollectionService) -> None:
        """The collection is looked at again when games have come."""
        self.fetched.connect(collection.look_again)

    def allowed(self, site: str) -> bool:
        """Whether the address of a site is on."""
        return site in self._allowed

    def fetch(self, site: str, wanted: Wanted) -> None:
        """Begins to fetch; where the address is off nothing is sent."""
        if self.state.running:
            return None
        if not self.allowed(site):
            return self._refuse(Text("%1 is off: nothing was sent. Turn it on in the settings.", of_site(site).host))
        if self._path is None:
            return self._refuse(Text("There is no folder for a collection: the data folder cannot be written."))
        begin = WorldState(True, site=site, player=wanted.name, path=self._path)
        self._news = begin
        self._set(begin)
        self._work.begin(partial(self._fetch, self._path, site, wanted), self._done, self._failed)

    @Slot()
    def stop(self) -> None:
        """Stops; what came stays."""
        self._work.stop()

    def close(self) -> bool:
        """Stops for good. Returns whether the thread ended in time."""
        self._work.stop()
        return super().close()

    def _refuse(self, problem: Text) -> None:
        self._set(replace(self.state, problem=problem))

    # -- on the thread

    def _fetch(self, path: Path, site: str, wanted: Wanted) -> WorldState:
        """:raises RatsuError: one sentence; what came before it is in `_news`."""
        from books.collection.game_collection import Collection
        from engine.play.world.fetching import fetch_games, summary
        from engine.play.world.wire import PAUSE_S, Wire

        def tell(report: Report) -> None:
            self._news = replace(self._news, came=report.came, added=report.added, waiting=NOTHING)

        def wait(why: Text) -> None:
            self._news = replace(self._news, waiting=why)

        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        pause_s = PAUSE_S if self._pause_s is None else self._pause_s
        with (
            Collection(path, create=True) as games,
            Wire(wait, lambda: self._work.progress(0, 0), pause_s=pause_s) as wire,
        ):
            before = len(games)
            try:
                report = fetch_games(games, site, wanted, wire, tell, self._bases.get(site, ""))
            finally:
                first = before + 1 if len(games) > before else 0
                self._news = replace(self._news, first=first)
        tell(report)
        return replace(self._news, told=summary(report), running=False)

    # -- inside

    @Slot(object)
    def _look(self, _far: float | None) -> None:
        self._set(self._news)

    def _done(self, state: WorldState) -> None:
        self._end(state)

    def _failed(self, problem: Text) -> None:
        from engine.play.world.fetching import Report, summary

        came = self._news
        told = summary(Report(came.came, came.added)) if came.came else NOTHING
        self._end(
            replace(came, running=False, waiting=NOTHING, told=told, problem=NOTHING if problem == STOPPED else problem)
        )

    def _end(self, state: WorldState) -> None:
        self._work.end()
        self._set(state)
        if state.added:
            self.fetched.emit()

    def _set(self, state: WorldState) -> None:
        if state != self.state:
            self.state = state
            self.changed.emit(state)
