"""The settings file: JSON in the platform's configuration folder, written atomically."""

import json
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.errors import FileError, Message, Severity
from desktop.model.settings import TABLE, Settings, Value
from desktop.services.atomic import write_atomically

SETTLE_MS = 400  # a window that is being dragged changes its geometry often; the file is written once
LARGEST_FILE = 1_000_000  # bytes; ours has a few thousand


class SettingsStore(QObject):
    """Owns the settings; `changed` carries all of them after every change by `set`.

    A damaged file is kept aside under another name and the defaults are used. Keys that this version does not know are
    kept in the file, so that an older version does not lose what a newer one wrote.
    """

    changed = Signal(object)  # Settings
    message = Signal(object)  # Message

    def __init__(self, path: Path | None, parent: QObject | None = None) -> None:
        """`path` None: nothing is kept. Problems found while reading are told by `tell_problems`, once somebody listens."""
        super().__init__(parent)
        self._path = path
        self._problems: list[str] = []
        self._unknown: dict[str, object] = {}
        self._settings = self._read()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._write)

    @property
    def settings(self) -> Settings:
        """The settings now."""
        return self._settings

    def keep(self, key: str, value: Value) -> None:
        """As `set`, without a word to anybody: for what the program remembers of itself, such as sizes."""
        if self._settings.get(key) != value:
            self._settings = self._settings.with_value(key, value)
            self._timer.start()

    def set(self, key: str, value: Value) -> None:
        """Changes one setting; the file follows soon after, at the latest in `flush`.

        :raises KeyError: there is no such setting.
        :raises ValueError: the value is not allowed.
        """
        if self._settings.get(key) == value:
            return
        self.keep(key, value)
        self.changed.emit(self._settings)

    def flush(self) -> None:
        """Writes what has not been written yet."""
        if self._timer.isActive():
            self._timer.stop()
            self._write()

    def tell_problems(self) -> None:
        """Tells what went wrong while reading."""
        for problem in self._problems:
            self.message.emit(Message(Severity.WARNING, problem))
        self._problems.clear()

    @Slot()
    def _write(self) -> None:
        if self._path is None:
            return
        content = json.dumps({**self._unknown, **self._settings.values}, indent=2, ensure_ascii=False, sort_keys=True)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._path, (content + "\n").encode())
        except (FileError, OSError) as error:
            self.message.emit(Message(Severity.WARNING, f"The settings could not be kept: {error}"))

    def _read(self) -> Settings:
        settings = Settings()
        if self._path is None or not self._path.exists():
            return settings
        try:
            if self._path.stat().st_size > LARGEST_FILE:
                raise ValueError("the file is far too large")
            found = json.loads(self._path.read_bytes())
            if not isinstance(found, dict):
                raise ValueError("it holds no table of settings")
        except OSError as error:
            self._problems.append(
                f"The settings in {self._path} cannot be read ({error.strerror}); the defaults are used."
            )
            return settings
        except (ValueError, RecursionError) as error:
            self._set_aside(str(error))
            return settings
        for key, value in found.items():
            if key in TABLE and TABLE[key].accepts(value):
                settings = settings.with_value(key, value)
            elif key not in TABLE:
                self._unknown[key] = value
        return settings

    def _set_aside(self, reason: str) -> None:
        assert self._path is not None
        aside = self._path.with_suffix(".damaged.json")
        try:
            self._path.replace(aside)
        except OSError:
            aside = self._path
        self._problems.append(
            f"The settings file is damaged ({reason}). It was kept as {aside}; the defaults are used."
        )
