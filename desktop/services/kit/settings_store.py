"""The settings file: JSON in the platform's configuration folder, written atomically."""

from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.model.errors import FileError
from desktop.model.settings import TABLE, Settings, Value
from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from engine.ground.json_text import dumped, parse
from engine.ground.text import Text

SETTLE_MS = 400  # a window that is being dragged changes its geometry often; the file is written once


class SettingsStore(Service):
    """Owns the settings; `changed` carries all of them after every change by `set`.

    A damaged file is renamed and the defaults are used. Unknown keys remain in the file, so that an older version
    preserves a newer one's settings.
    """

    changed = Signal(object)  # Settings

    def __init__(self, path: Path | None, parent: QObject | None = None, *, writable: bool = True) -> None:
        """`path` None: no file; not `writable`: the file is read only. `tell_problems` reports reading problems, once a
        view is connected.
        """
        super().__init__(parent)
        self._file = GuardedFile(path, writable=writable)
        self._problems: list[Text] = []
        self._unknown: dict[str, object] = {}
        self._rewrite = False  # whether the file holds values that cannot be used
        self._settings = self._file.read(self._load, Settings())
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SETTLE_MS)
        self._timer.timeout.connect(self._write)
        if self._rewrite:
            self._write()  # at once: what is found wrong is reported once, not at every start

    @property
    def settings(self) -> Settings:
        return self._settings

    def writes_sources(self) -> bool:
        """Whether saved, copied and exported games contain the source of each engine move."""
        return self.settings.flag("write_sources")

    def keep(self, key: str, value: Value) -> None:
        """Changes one setting without a signal: for what the program itself remembers, such as sizes."""
        if self._settings.own(key) != value:
            self._settings = self._settings.with_value(key, value)
            self._timer.start()

    def set(self, key: str, value: Value) -> None:
        """Changes one setting; the file is written soon after, at the latest in `flush`.

        :raises KeyError: the setting does not exist.
        :raises ValueError: the value is not allowed.
        """
        if self._settings.own(key) == value:
            return
        self.keep(key, value)
        self.changed.emit(self._settings)

    def flush(self) -> None:
        if self._timer.isActive():
            self._timer.stop()
            self._write()

    def close(self) -> bool:
        self.flush()
        return super().close()

    def tell_problems(self) -> None:
        for problem in filter(None, (self._file.take_problem(), *self._problems)):
            self._warn(problem)
        self._problems.clear()

    @Slot()
    def _write(self) -> None:
        if not self._file.writable:
            return
        try:
            self._file.write(dumped({**self._unknown, **self._settings.values}, indent=2))
        except FileError as error:
            self._warn(Text("The settings could not be saved: %1", error))

    def _load(self, content: bytes) -> Settings:
        """Reads the settings. :raises JsonError: it is not a table of settings."""
        settings, refused = Settings(), []
        for key, value in sorted(parse(content).table().items()):
            if key not in TABLE:
                self._unknown[key] = value
            elif TABLE[key].accepts(value):
                settings = settings.with_value(key, value)
            else:
                refused.append(key)
        if refused:
            self._refuse(content, refused)
        return settings

    def _refuse(self, content: bytes, keys: list[str]) -> None:
        """Replaces invalid values by their defaults; the original file is stored under another name."""
        copy = self._file.keep_copy(content)
        if copy is None:
            return
        self._tell(
            Text(
                "These settings had invalid values and were reset to their defaults: %1. The old file was saved as %2.",
                ", ".join(keys),
                copy,
            )
        )
        self._rewrite = True

    def _tell(self, problem: Text) -> None:
        self._problems.append(problem)
