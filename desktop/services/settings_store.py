"""The settings file: JSON in the platform's configuration folder, written atomically."""

from PySide6.QtCore import QObject, Signal

from desktop.model.settings import Settings, Value


class SettingsStore(QObject):
    """Owns the settings; `changed` carries all of them after every change."""

    changed = Signal(object)  # Settings
    message = Signal(object)  # Message

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = Settings()

    @property
    def settings(self) -> Settings:
        """The settings now."""
        return self._settings

    def set(self, key: str, value: Value) -> None:
        """Changes one setting and writes the file."""
        self._settings = self._settings.with_value(key, value)
        self.changed.emit(self._settings)
