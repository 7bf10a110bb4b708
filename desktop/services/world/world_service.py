"""Downloads the user's games from a site into the collection, on its own thread, if that address is on."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop.model.job import JobPhase
from desktop.model.settings import Settings
from desktop.services.kit.job_service import JobService
from engine.ground.text import NOTHING, Text
from engine.play.world.addresses import of_site

if TYPE_CHECKING:
    from desktop.services.files.collection_service import CollectionService
    from engine.jobs.fetching import DownloadRequest  # noqa: F401 - of the base
    from engine.play.world.downloads import DownloadFilter
    from engine.play.world.fetching import DownloadReport  # noqa: F401 - of the base


class WorldService(JobService["DownloadRequest", "DownloadReport"]):
    """Runs one download at a time. Games received before a stop, an error or a kill remain; the next download continues
    there.
    """

    fetched = Signal(object, object, object)  # the path of the collection that was changed, the undo, and what was done

    def __init__(
        self, path: Path | None, bases: Mapping[str, str] = MappingProxyType({}), pause_s: float | None = None
    ) -> None:
        """`path`: the collection; None if nothing can be saved. `bases` and `pause_s`: see `DownloadJob`."""
        super().__init__("fetching", bases, *(() if pause_s is None else (pause_s,)))
        self.path = path
        self._allowed: frozenset[str] = frozenset()

    def configure(self, settings: Settings) -> None:
        """Follows which addresses are on; stops a download from one that was switched off."""
        self._allowed = frozenset(site for site in ("lichess", "chesscom") if settings.flag(of_site(site).setting))
        if self.state.running and self.state.request is not None and self.state.request.site not in self._allowed:
            self.stop()

    def follow(self, collection: CollectionService) -> None:
        """Connects to the collection, which is read again when games arrive."""
        self.fetched.connect(collection.take_in)

    def allowed(self, site: str) -> bool:
        """Whether the address of a site is on."""
        return site in self._allowed

    def fetch(self, site: str, wanted: DownloadFilter) -> None:
        """Starts a download; sends nothing if the address is off."""
        from engine.jobs.fetching import DownloadRequest

        if self.state.running:
            return None
        if not self.allowed(site):
            return self._problem(Text("%1 is off: nothing was sent. Turn it on in the settings.", of_site(site).host))
        if self.path is None:
            return self._problem(
                Text("A collection needs a data folder that can be written to. Check its permissions.")
            )
        return self.begin(DownloadRequest(self.path, site, wanted))

    def _end(self, phase: JobPhase, problem: Text = NOTHING) -> None:
        super()._end(phase, problem)
        found, request = self.state.last, self.state.request
        if found is not None and request is not None and (found.added or found.completed):
            words = Text("downloading games of %1 from %2", request.wanted.name, of_site(request.site).host)
            self.fetched.emit(request.collection, found.undo, words)
