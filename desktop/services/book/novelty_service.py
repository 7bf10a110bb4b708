"""The novelty finder, in the background: what it finds is shown as it is found."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from desktop.model.book.novelties import NoveltyRow, NoveltySearch, NoveltyState
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.stopper import Stopper
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.preparation.novelty import Novelty

TICK_MS = 150


class NoveltyService(StateService[NoveltyState]):
    """One search at a time; stopping it keeps what was found."""

    def __init__(
        self, open_library: Callable[[], Library], collection: Path | None, parent: QObject | None = None
    ) -> None:
        """`open_library` is called on the service's thread; `collection`: the user's games, where there are any."""
        super().__init__(NoveltyState(), parent)
        self._open, self._collection = open_library, collection
        self._stopper = Stopper()
        self._lock = threading.Lock()
        self._so_far: tuple[int, int, tuple[NoveltyRow, ...]] = (0, 0, ())
        self._worker = Worker("ratsu-novelties", self, close_ms=2_000)
        self._tick = QTimer(self)
        self._tick.setInterval(TICK_MS)
        self._tick.timeout.connect(self._look)

    def search(self, wish: NoveltySearch) -> None:
        """Begins a search; nothing where one runs."""
        if self._state.running:
            return
        self._stopper = Stopper()
        with self._lock:
            self._so_far = (0, 0, ())
        self._set(NoveltyState(running=True))
        self._worker.submit(partial(self._search, wish, self._stopper), self._ended, self._fail)
        self._tick.start()

    @Slot()
    def stop(self) -> None:
        """Stops the search within a moment."""
        self._stopper.stop()

    def close(self) -> bool:
        """Stops, and ends the thread. Returns whether it ended in time."""
        self._stopper.stop()
        return super().close()

    # -- inside

    @Slot()
    def _look(self) -> None:
        with self._lock:
            done, total, rows = self._so_far
        self._set(replace(self._state, done=done, total=total, rows=rows))

    def _ended(self, whole: bool) -> None:
        self._tick.stop()
        self._look()
        self._set(replace(self._state, running=False, whole=whole))

    def _fail(self, problem: Text) -> None:
        self._tick.stop()
        self._look()
        self._set(replace(self._state, running=False, problem=problem))

    # -- on the service's thread

    def _search(self, wish: NoveltySearch, stopper: Stopper) -> bool:
        import chess

        from books.errors import CancelledError
        from engine.play.book.novelties import NoveltyWish, novelties

        line = tuple(chess.Move.from_uci(uci) for uci in wish.moves)
        collection = self._collection if self._collection is not None and self._collection.exists() else None
        asked = NoveltyWish((line,), wish.games, collection, wish.within, wish.from_ply, nodes=wish.nodes)

        def progress(done: int, total: int) -> bool:
            with self._lock:
                self._so_far = (done, total, self._so_far[2])
            return not stopper.asked()

        try:
            for novelty in novelties(self._open(), asked, progress, stopper):
                with self._lock:
                    done, total, rows = self._so_far
                    self._so_far = (done, total, (*rows, _row(novelty)))
        except CancelledError:
            return False
        return True


def _row(novelty: Novelty) -> NoveltyRow:
    from books.analysis import score_of
    from books.learning.mistakes import numbered_san

    board = novelty.board
    return NoveltyRow(
        numbered_san(board, novelty.move),
        numbered_san(board, novelty.best),
        score_of(novelty.centipawns, bool(board.turn)),
        score_of(novelty.best_centipawns, bool(board.turn)),
        novelty.depth,
        novelty.games,
        board.fen(),
        board.uci(novelty.move),
    )
