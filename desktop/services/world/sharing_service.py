"""Exchanges with the user's other computers through a shared folder: at the start and the end, after changes of the folder or
of the settings, and on request.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QFileSystemWatcher, QTimer, Signal, Slot

from desktop.model.settings import HERE, TABLE, Settings
from desktop.model.world.sharing import SharingState
from desktop.services.kit.service import StateService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.kit.tasks import Worker
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text
from engine.ground.user_files import SHARING

if TYPE_CHECKING:
    from desktop.services.files.collection_service import CollectionService
    from engine.sharing.exchange import Exchange, Exchanged, Merge

SETTING = "shared_folder"
SETTLE_MS = 3_000  # a program that shares the folder brings several files
SETTINGS_MS = 30_000
CLOSE_MS = 5_000


class SettingsPart:
    """The settings as a part, without those that belong to this computer (`HERE`)."""

    name = "settings"

    def __init__(self, store: SettingsStore) -> None:
        self._store = store

    def share(self, merge: Merge) -> None:
        """Sets the changed ones. What another version of Ratsu has set, and this one cannot use, stays unchanged."""
        values = {key: value for key, value in self._store.settings.values.items() if key not in HERE}
        unusable = {key: value for key, value in merge.known.items() if not _is_usable(key, value)}
        merged = merge({**unusable, **values})
        for key in sorted({*values, *merged}):
            value = merged.get(key, TABLE[key].default if key in TABLE else None)
            if value is not None and value != values.get(key) and _is_usable(key, value):
                self._store.set(key, value)
        self._store.flush()  # else they would look reset here after a crash


class SharingService(StateService[SharingState]):
    """Runs one exchange at a time on its own thread; the settings change in the GUI thread."""

    games_came = Signal(object)  # to collections of these names, which exist now (tuple of str)

    def __init__(self, data: Path | None, store: SettingsStore) -> None:
        """`data`: the user's data folder; None if nothing can be saved."""
        super().__init__(SharingState())
        self._data, self._store = data, store
        self._shown = False
        self._open: Exchange | None = None  # holds a lock until its end
        self._worker = Worker("ratsu-sharing", self, CLOSE_MS, finish=True)
        self._watcher: QFileSystemWatcher | None = None  # only with a folder
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.exchange)

    def configure(self, settings: Settings) -> None:
        """Follows the folder. A changed setting is sent after a while."""
        folder = settings.text(SETTING)
        if folder != self.state.folder:
            self._watch(folder)
            self._set(SharingState(folder))
            if folder:
                self._soon.start(0)
        elif folder and self._shown:
            self._soon.start(SETTINGS_MS)

    def follow(self, collection: CollectionService) -> None:
        """Connects to the collections, which are read again when games arrive."""
        self.games_came.connect(collection.list_arrived)

    def window_shown(self) -> None:
        self._shown = True
        self._soon.start(0)

    def share_in(self, folder: str) -> None:
        """Chooses the folder; empty: nothing is shared any more."""
        self._store.set(SETTING, folder)

    @Slot()
    def exchange(self) -> None:
        """Begins an exchange, unless one is running or no folder is chosen."""
        self._soon.stop()
        if not self._shown or not self.state.folder or self._data is None:
            return
        if self.state.running:
            self._soon.start(SETTLE_MS)
            return
        self._set(replace(self.state, running=True))
        data, folder = self._data, Path(self.state.folder)
        self._worker.submit(lambda: self._begun(data, folder), self._share_settings, self._failed)

    def close(self) -> bool:
        """Sends what has changed; settings wait for the next start."""
        shown, self._shown = self._shown, False
        if shown and self.state.folder and self._data is not None:
            data, folder = self._data, Path(self.state.folder)
            self._worker.submit(lambda: self._begun(data, folder).finish(), lambda _: None, lambda _: None)
        ended = super().close()
        self._release()
        return ended

    def _watch(self, folder: str) -> None:
        if self._watcher is not None:
            self._watcher.directoryChanged.disconnect(self._folder_changed)
            self._watcher = None
        if folder:
            self._watcher = QFileSystemWatcher([folder])
            self._watcher.directoryChanged.connect(self._folder_changed)

    @Slot()
    def _folder_changed(self) -> None:
        if self._shown:
            self._soon.start(SETTLE_MS)

    def _share_settings(self, exchange: Exchange) -> None:
        try:
            exchange.share(SettingsPart(self._store))
        except RatsuError as error:
            exchange.problems.append(error.text)
        self._worker.submit(exchange.finish, self._ended, self._failed)

    def _ended(self, found: Exchanged) -> None:
        self._release()
        self._soon.stop()  # what came has changed settings
        self._set(replace(self.state, running=False, last=time.time(), found=found, problem=NOTHING))
        if found.games:
            self.games_came.emit(found.games)

    def _failed(self, problem: Text) -> None:
        self._release()
        self._set(replace(self.state, running=False, problem=problem))

    def _release(self) -> None:
        """Lets another exchange begin, of this program or of the command line."""
        if self._open is not None:
            self._open.__exit__()
            self._open = None

    def _begun(self, data: Path, folder: Path) -> Exchange:
        """Shares all except the settings, on the thread. :raises RatsuError: the folder cannot be reached."""
        from engine.console.sharing import share_data
        from engine.sharing.exchange import Exchange

        self._release()  # when the program ends, the one before waits for its settings in vain
        self._open = Exchange(data / SHARING, folder)
        self._open.__enter__()
        share_data(self._open, data)
        return self._open


def _is_usable(key: str, value: object) -> bool:
    return key in TABLE and key not in HERE and TABLE[key].accepts(value)
