"""The scores of players of a rating with the book's moves: from the user's collection, and predicted."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.book.expected import ExpectedScores
from desktop.model.book.panel import BookState
from desktop.model.settings import Settings
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.services.book.book_service import BookService


class ExpectedService(Service):
    """Follows the book; only the last of several positions is evaluated. Does nothing if the setting is off."""

    changed = Signal(object)  # ExpectedScores

    def __init__(self, collection: Path | None, parent: QObject | None = None) -> None:
        """`collection`: the user's games, or None."""
        super().__init__(parent)
        self._collection = collection
        self._elo: int | None = None
        self._book = BookState()
        self._state = ExpectedScores()
        self._worker = Worker("ratsu-expected", self, close_ms=2_000)

    @property
    def state(self) -> ExpectedScores:
        """The scores known so far."""
        return self._state

    def follow(self, book: BookService) -> None:
        """Follows each position that the book shows."""
        book.changed.connect(self._look)

    def configure(self, settings: Settings) -> None:
        """Sets whether scores are shown, and for which rating."""
        elo = settings.people_elo if settings.flag("expected_scores") else None
        if elo != self._elo:
            self._elo = elo
            self._look(self._book)

    @Slot(object)
    def _look(self, book: BookState) -> None:
        self._book = book
        self._worker.drop_all()
        if book.fen != self._state.fen:
            self._show(ExpectedScores(book.fen))
        if self._elo is None or not book.rows:
            self._show(ExpectedScores(book.fen))
            return
        moves = tuple(row.uci for row in book.rows)
        job = partial(_scores, book.fen, moves, self._elo, self._collection)
        self._worker.submit(job, self._show, self._fail)

    def _show(self, state: ExpectedScores) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)

    def _fail(self, _problem: Text) -> None:
        """Ignores an unreadable collection, which is reported in searches; the book is shown without scores."""
        self._show(ExpectedScores(self._book.fen))


def _scores(fen: str, moves: tuple[str, ...], elo: int, collection: Path | None) -> ExpectedScores:
    """Calculates the scores, on the service's thread."""
    import chess

    from engine.play.book.human_scores import collected, for_people
    from engine.play.people.human_replies import human_replies

    board = chess.Board(fen, chess960=True)  # whichever it is: castling is then read in both notations
    found = for_people(board, [board.parse_uci(uci) for uci in moves], human_replies(elo), collected(collection, board))
    scores = {uci: one.expected.score for uci, one in zip(moves, found, strict=True)}
    return ExpectedScores(fen, elo, MappingProxyType(scores))
