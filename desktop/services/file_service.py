"""Games in and out: files, clipboard text, positions."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from desktop.services.game_service import GameService


class FileService(QObject):
    """Opens, saves, pastes. Every problem is one message; nothing that is open is lost."""

    message = Signal(object)  # Message

    def __init__(self, games: GameService, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._games = games

    def paste(self, text: str) -> bool:
        """A FEN or a PGN from the clipboard, opened in a tab of its own. False (and a message) if it is neither."""
        return False

    def set_position(self, fen: str, chess960: bool = False) -> bool:
        """A position set up by hand or typed, opened in a tab of its own. False (and a message) if it is not possible."""
        return False

    def fen_text(self) -> str:
        """The shown position, for the clipboard."""
        return self._games.state.fen

    def pgn_text(self) -> str:
        """The shown game, for the clipboard."""
        return ""

    def open_file(self, path: Path) -> bool:
        """Opens a PGN file: its first game, with a message about the others until there is a game list."""
        return False

    def save(self) -> bool:
        """Saves the shown game where it came from. False if it has no file yet: ask for one and call `save_as`."""
        return False

    def save_as(self, path: Path) -> bool:
        """Saves the shown game as the only one of a file, atomically."""
        return False
