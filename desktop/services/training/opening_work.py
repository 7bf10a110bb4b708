"""What the thread of the trainer of openings does; it owns the session of the book's trainer."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from desktop.model.training import Asked, Judged, RepertoireRow

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.repertoire.lines import Repertoire, Spot
    from books.repertoire.trainer import Session, Trainer

_DAY_S = 86_400


class OpeningWork:
    """Used by one thread only. Every method may raise RatsuError."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library
        self._made: Trainer | None = None
        self._session: Session | None = None
        self._spots: dict[int, Spot] = {}
        self._white = True
        self._fen = ""

    def repertoires(self) -> tuple[RepertoireRow, ...]:
        """All repertoires with what is due now."""
        trainer = self._trainer()
        rows = []
        for found in trainer.repertoires():
            due = trainer.due(found)
            ahead = trainer.prospect(found)
            gap = ahead.gap.fen() if ahead.gap is not None else ""
            rows.append(
                RepertoireRow(
                    found.id, found.name, found.white, found.fen, due.due, due.new,
                    ahead.answered[5], ahead.gap_move, ahead.gap_share, gap,
                )
            )  # fmt: skip
        return tuple(rows)

    def add(self, name: str, white: bool, fen: str) -> tuple[RepertoireRow, ...]:
        """Marks a repertoire. Returns all."""
        import chess

        self._trainer().add_repertoire(name, white, chess.Board(fen))
        return self.repertoires()

    def remove(self, number: int) -> tuple[RepertoireRow, ...]:
        """Forgets a repertoire. Returns the others."""
        trainer = self._trainer()
        for found in trainer.repertoires():
            if found.id == number:
                trainer.remove_repertoire(found)
        return self.repertoires()

    def begin(self, row: RepertoireRow, failed_only: bool) -> Asked | None:
        """Begins a session and asks its first position; None where nothing waits."""
        from books.key import position_key
        from books.repertoire.trainer import NEW_CARDS_A_SESSION

        failed = self._session.summary.failed if failed_only and self._session is not None else []
        repertoire = self._repertoire(row)
        trainer = self._trainer()
        self._white, self._fen = row.white, row.fen
        self._spots = trainer.spots(repertoire)
        again = tuple(dict.fromkeys(map(position_key, failed)))
        self._session = trainer.session(repertoire, 0 if failed_only else NEW_CARDS_A_SESSION, again)
        return self.ask()

    def ask(self) -> Asked | None:
        """The next position; None at the session's end."""
        from books.key import position_key

        question = self._session.question() if self._session is not None else None
        if question is None or self._session is None:
            return None
        answers = self._spots[position_key(question.board)].answers
        return Asked(
            self._fen,
            tuple(move.uci() for move in question.path),
            self._white,
            question.new,
            self._session.left,
            tuple((move.uci(), question.board.san(move)) for move in answers),
        )

    def answer(self, uci: str, took_ms: int, hint: bool) -> Judged:
        """Judges and stores an answer."""
        import chess

        if self._session is None:
            raise ValueError("no session has begun")
        answer = self._session.answer(chess.Move.from_uci(uci), took_ms, hint)
        days = (answer.due - datetime.now(UTC)).total_seconds() / _DAY_S
        return Judged(answer.right, answer.grade.name.lower(), max(0.0, days))

    def _trainer(self) -> Trainer:
        if self._made is None:
            from books.repertoire.trainer import Trainer

            self._made = Trainer(self._open())
        return self._made

    @staticmethod
    def _repertoire(row: RepertoireRow) -> Repertoire:
        from books.repertoire.lines import Repertoire

        return Repertoire(row.id, row.name, row.white, row.fen)
