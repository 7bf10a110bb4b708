"""Speaks with the system's voice. Qt's speech is an extra (`ratsu[voice]`); without it this class is silent."""

from importlib import import_module
from typing import Any

from PySide6.QtCore import QLocale, QObject


class Voice(QObject):
    """Created when the user first wants speech, as finding a voice takes a second."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._speech: Any = None  # a QTextToSpeech; its types are there only with the extra
        self._sought = False

    @property
    def found(self) -> bool:
        if not self._sought:
            self._sought = True
            self._speech = self._seek()
        return self._speech is not None

    def say(self, text: str) -> None:
        """Queues a text to be spoken in the language in use. Never waits."""
        if self.found:
            self._speech.setLocale(QLocale())
            self._speech.enqueue(text)

    def close(self) -> None:
        if self._speech is not None:
            self._speech.stop()

    def _seek(self) -> Any:
        try:
            speech = import_module("PySide6.QtTextToSpeech").QTextToSpeech(self)
        except (ImportError, OSError):
            return None
        return speech if speech.availableVoices() else None
