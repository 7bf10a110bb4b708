"""Plays a WAV file with a command of the system, without waiting for it.

QtMultimedia would need 150 MB of add-ons for eight short knocks.
"""

import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer
from PySide6.QtGui import QGuiApplication

LONGEST_MS = 4_000  # a player that hangs on a busy device is ended
MOST_AT_ONCE = 3
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "linux": (("pw-play",), ("paplay",), ("aplay", "-q")),
    "darwin": (("afplay",),),
}


class SoundPlayer(QObject):
    """Tries one command after another. A failing command is not used again; after the last, playing is silently off."""

    def __init__(self, parent: QObject | None = None, commands: Sequence[Sequence[str]] | None = None) -> None:
        """`commands`: used in place of the system's, each with its arguments before the file's name."""
        super().__init__(parent)
        self._given = commands
        self._commands: list[list[str]] | None = None
        self._running: list[QProcess] = []

    def play(self, file: Path) -> None:
        """Starts a sound, unless three are playing."""
        if sys.platform == "win32":
            _play_on_windows(file)
            return
        if self._commands is None:
            self._commands = self._found()
        if not self._commands or len(self._running) >= MOST_AT_ONCE:
            return
        program, *arguments = self._commands[0]
        process = QProcess(self)
        process.setStandardOutputFile(QProcess.nullDevice())
        process.setStandardErrorFile(QProcess.nullDevice())
        # no function that holds this player: the last one goes while Qt deletes the process, which would end both at once
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        deadline = QTimer(process)
        deadline.setSingleShot(True)
        deadline.timeout.connect(process.kill)
        deadline.start(LONGEST_MS)
        self._running.append(process)
        process.start(program, [*arguments, str(file)])

    def close(self) -> bool:
        for process in self._running[:]:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(500)
            process.deleteLater()
        self._running.clear()
        return True

    def _found(self) -> list[list[str]]:
        if self._given is None and QGuiApplication.platformName() in ("offscreen", "minimal"):
            return []  # who has no screen has no ears
        wanted = self._given if self._given is not None else COMMANDS.get(sys.platform, ())
        return [list(command) for command in wanted if shutil.which(command[0])]

    def _on_finished(self, code: int, _status: QProcess.ExitStatus) -> None:
        self._ended(failed=code != 0)

    def _on_error(self, _error: QProcess.ProcessError) -> None:
        self._ended(failed=True)

    def _ended(self, *, failed: bool) -> None:
        process = self.sender()
        if not isinstance(process, QProcess) or process not in self._running:
            return
        self._running.remove(process)
        process.deleteLater()
        if failed and self._commands:
            self._commands = [command for command in self._commands if command[0] != process.program()]


def _play_on_windows(file: Path) -> None:
    import winsound  # type: ignore[import-not-found,unused-ignore]

    flags = winsound.SND_FILENAME | winsound.SND_ASYNC | winsound.SND_NODEFAULT  # type: ignore[attr-defined,unused-ignore]
    winsound.PlaySound(str(file), flags)  # type: ignore[attr-defined,unused-ignore]
