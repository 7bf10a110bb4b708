"""The opening explorer: what the games of the collection played in the shown position."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.book.explorer import ExplorerRow, ExplorerState
from desktop.model.collection import CollectionState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.services.files.collection_service import CollectionService
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text


class ExplorerService(ShownPositionService):
    """Follows the shown position; only the last of several positions is looked up."""

    changed = Signal(object)  # ExplorerState
    message = Signal(object)  # Message

    def __init__(self, path: Path | None, parent: QObject | None = None) -> None:
        """`path`: the collection's file, which need not exist; None if the data folder is not writable."""
        super().__init__(parent)
        self.state = ExplorerState()
        self._path = path
        self._games = 0  # of the collection when it was last read
        self._shown: GameState | None = None
        self._worker = Worker("ratsu-explorer", self, close_ms=2_000)
        self._told: set[Text] = set()

    def follow(self, collection: CollectionService) -> None:
        """Looks the position up again when the number of games changes."""
        collection.changed.connect(self._look_again)

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Looks the shown position up; a later request replaces an earlier one."""
        before, self._shown = self._shown, state
        if before is None or state.fen != before.fen or state.fen != self.state.fen:
            self._look_up(state)

    # -- inside

    @Slot(object)
    def _look_again(self, collection: CollectionState) -> None:
        if collection.games != self._games and self._shown is not None:
            self._games = collection.games
            self._look_up(self._shown)

    def _look_up(self, state: GameState) -> None:
        if self._path is not None and self._path.exists():
            job = partial(_explore, self._path, state.fen, state.game.chess960)
            self._worker.submit_latest(job, self._show, partial(self._not_explored, state.fen))

    def _show(self, found: ExplorerState) -> None:
        self.state = found
        self.changed.emit(found)

    def _not_explored(self, fen: str, problem: Text) -> None:
        """Reports a failed look-up, each problem only once."""
        self._show(ExplorerState(fen))
        if problem not in self._told:
            self._told.add(problem)
            self.message.emit(Message(Severity.ERROR, problem))


def _explore(path: Path, fen: str, chess960: bool) -> ExplorerState:
    """Looks a position up on the worker's thread. :raises RatsuError: the collection cannot be read."""
    import chess

    from books.collection.explorer import explore
    from books.collection.game_collection import Collection
    from engine.rules.board import CoreBoard

    core, board = CoreBoard.from_fen(fen, chess960), chess.Board(fen, chess960=chess960)
    rows = []
    with Collection(path) as collection:
        for found in explore(collection, core.key, core):
            if not found.move:
                continue
            uci = core.uci(found.move)
            games = collection.games(list(found.top_games[:3]))
            top = tuple(f"{game.white} – {game.black}, {game.date[:4]}" for game in games)
            rows.append(
                ExplorerRow(
                    uci, board.san(chess.Move.from_uci(uci)), found.games, found.white_wins, found.draws,
                    found.black_wins, found.score, found.average_elo, found.last_year, top,
                )
            )  # fmt: skip
        return ExplorerState(fen, tuple(rows))
