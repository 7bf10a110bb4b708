"""Speaks through the voice of the system. Qt's speech is an extra (`ratsu[voice]`): without it nothing is said."""

from importlib import import_module
from typing import Any

from PySide6.QtCore import QLocale, QObject


class Voice(QObject):
    """Asked first when somebody wants to hear something: to look for a voice takes a second."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._speech: Any = None  # a QTextToSpeech; its types are there only with the extra
        self._sought = False

    @property
    def found(self) -> bool:
        """Whether there is a voice."""
        if not self._sought:
            self._sought = True
            self._speech = self._seek()
        return self._speech is not None

    def say(self, text: str) -> None:
        """Says a text after what is being said, in the language in use. Never waits."""
        if self.found:
            self._speech.setLocale(QLocale())
            self._speech.enqueue(text)

    def close(self) -> None:
        """Is silent at once."""
        if self._speech is not None:
            self._speech.stop()

    def _seek(self) -> Any:
        try:
            speech = import_module("PySide6.QtTextToSpeech").QTextToSpeech(self)
        except (ImportError, OSError):
            return None
        return speech if speech.availableVoices() else None
