"""Builds, connects and closes the services. Each connects itself to the others (`desktop.services.kit.service`)."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.model.errors import Message
from desktop.model.settings import Settings
from desktop.services.board_services import ServiceFields, board_services_of
from desktop.services.engines.movers import Movers
from desktop.services.game.match_service import REPLY_MS
from desktop.services.kit.folders import Folders
from desktop.services.kit.language import language
from desktop.services.kit.service import Service
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.stale_files import clear_in_background
from engine.ground.text import Text
from engine.play.external.launch import DEADLINES, Deadlines


class Composition(QObject):
    """All services, connected. `close` ends their threads and closes their files."""

    def __init__(
        self,
        folders: Folders,
        sources: Movers | None = None,
        reply_ms: int = REPLY_MS,
        settings: SettingsStore | None = None,
        deadlines: Deadlines = DEADLINES,
        *,
        at_once: bool = True,
    ) -> None:
        """`folders`: nothing is saved if they have a problem. `sources`: replaces the move sources. `reply_ms`: see
        `MatchService`. `settings`: a store made earlier. `deadlines`: those of external engines. `at_once`: otherwise only the
        services of the board are made, and `complete` makes the others."""
        super().__init__()
        self.folders = folders
        settings = settings or SettingsStore(folders.settings_file, writable=folders.writable)
        language().follow(settings.settings)  # first: services read names in the user's language
        self.sources = sources or Movers(folders.data, settings.settings, told=not folders.writable)
        self._deadlines = deadlines
        self._told: set[Text] = set()  # problems of books and tables, whoever meets them first
        self.board = board_services_of(folders, self.sources, settings, reply_ms, self._told)
        self._made: list[Service] = []
        settings.changed.connect(self._configure)
        self.sources.configure(settings.settings)
        self._connect(self.board)
        self._unheard: list[Message] = []  # of the board's services, before there is a window
        if at_once:
            self.complete()
        else:
            for service in self.board:
                service.message.connect(self._keep_message)

    def complete(self) -> None:
        """Makes the services that the board does not need."""
        from desktop.services.all_services import services_of
        from desktop.views.kit import words

        self.services = services_of(self.folders, self.sources, self.board, self._told, self._deadlines, words.claims)
        self._connect(self.services)

    @Slot(object)
    def _keep_message(self, message: Message) -> None:
        self._unheard.append(message)

    def unheard(self) -> list[Message]:
        """The reports of the board's services from before the window was there. From now on the window hears them."""
        for service in self.board:
            service.message.disconnect(self._keep_message)
        return self._unheard

    def _connect(self, services: ServiceFields) -> None:
        """Connects services with each other, and hands them the settings. Those that were made before are connected already."""
        new = [service for service in services if service not in self._made]
        self._made = [*services]
        for service in new:
            service.setParent(self)
            services.make(service.follow)
        for service in new:
            service.configure(self.board.settings.settings)

    def window_shown(self) -> None:
        for service in self.services:
            self.services.make(service.window_shown)
        self._clear_leftovers()

    def _clear_leftovers(self) -> None:
        """Deletes temporary files that a killed run left in the program's folders and beside recent files."""
        if self.folders.writable:
            folders = self.folders
            recent = self.services.settings.settings.text("recent_files").splitlines()
            clear_in_background((folders.config, folders.data, folders.state), {Path(path).parent for path in recent})

    def close(self) -> bool:
        """Ends every service, then closes the files of books and tables. Returns whether all threads ended in time."""
        ended = [service.close() for service in reversed(self._made)]
        if all(ended):
            self.sources.close()  # a running thread may be using them
        return all(ended)

    @Slot(object)
    def _configure(self, settings: Settings) -> None:
        language().follow(settings)
        self.sources.configure(settings)  # first: services probe the new tables when they are notified
        for service in self._made:
            service.configure(settings)
