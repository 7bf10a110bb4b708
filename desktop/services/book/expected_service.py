"""The scores of players of a rating with the moves of the book and of the explorer: from its games, and predicted."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from desktop.model.book.expected import ExpectedScores
from desktop.model.book.explorer import ExplorerRow, ExplorerState
from desktop.model.book.panel import BookState
from desktop.model.settings import Settings
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.services.book.book_service import BookService
    from desktop.services.book.explorer_service import ExplorerService


class ExpectedService(StateService[ExpectedScores]):
    """Follows the book; only the last of several positions is evaluated. Does nothing if the setting is off."""

    def __init__(self) -> None:
        super().__init__(ExpectedScores())
        self._explored = ExplorerState()
        self._elo: int | None = None
        self._book = BookState()
        self._worker = Worker("ratsu-expected", self, close_ms=2_000)

    def follow(self, book: BookService, explorer: ExplorerService) -> None:
        """Follows each position that the book shows, and its games in the explorer."""
        book.changed.connect(self._look)
        explorer.changed.connect(self._look_at_games)

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
            self._set(ExpectedScores(book.fen))
        if self._elo is None:
            self._set(ExpectedScores(book.fen))
            return
        if self._explored.fen != book.fen or self._explored.loading:
            return  # until the explorer knows its games
        played = (row.uci for row in self._explored.rows if row.games)
        moves = tuple(dict.fromkeys((*(row.uci for row in book.rows), *played)))
        if not moves:
            self._set(ExpectedScores(book.fen))
            return
        job = partial(_scores, book.fen, moves, self._elo, self._explored.rows)
        self._worker.submit(job, self._set, self._fail)

    @Slot(object)
    def _look_at_games(self, explored: ExplorerState) -> None:
        before, self._explored = self._explored, explored
        known = [[(row.uci, row.by_rating) for row in state.rows] for state in (before, explored)]
        if before.fen != explored.fen or before.loading != explored.loading or known[0] != known[1]:
            self._look(self._book)

    def _fail(self, _problem: Text) -> None:
        """Shows the book without scores, if the predictor cannot be used, which is reported elsewhere."""
        self._set(ExpectedScores(self._book.fen))


def _scores(fen: str, moves: tuple[str, ...], elo: int, rows: tuple[ExplorerRow, ...]) -> ExpectedScores:
    """Calculates the scores, on the service's thread."""
    import chess

    from engine.play.book.human_scores import for_people
    from engine.play.people.human_replies import human_replies

    board = chess.Board(fen, chess960=True)  # whichever it is: castling is then read in both notations
    games = {board.parse_uci(row.uci): row.by_rating for row in rows}
    found = for_people(board, [board.parse_uci(uci) for uci in moves], human_replies(elo), games)
    known = {uci: one.expected for uci, one in zip(moves, found, strict=True)}
    return ExpectedScores(
        fen,
        elo,
        MappingProxyType({uci: score.score for uci, score in known.items()}),
        MappingProxyType({uci: score.interval for uci, score in known.items()}),
        MappingProxyType({uci: score.games for uci, score in known.items()}),
    )
