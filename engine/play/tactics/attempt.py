"""An attempt at a puzzle, move by move."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import chess

from engine.coach.puzzles import Puzzle
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from engine.coach.claims import HintTopic


@dataclass(frozen=True)
class Attempt:
    """`at`: the index of the next solution move; the moves before it are played."""

    puzzle: Puzzle
    at: int

    @classmethod
    def begun(cls, puzzle: Puzzle) -> Attempt:
        return cls(puzzle, puzzle.lead)

    @property
    def first(self) -> bool:
        return self.at == self.puzzle.lead

    @property
    def played(self) -> tuple[str, ...]:
        return self.puzzle.moves[: self.at]

    @property
    def rest(self) -> tuple[str, ...]:
        """The rest of the solution; empty when it is solved."""
        return self.puzzle.moves[self.at :]

    @property
    def board(self) -> chess.Board:
        board = chess.Board(self.puzzle.fen, chess960=False)
        for move in self.played:
            board.push_uci(move)
        return board

    @property
    def look(self) -> HintTopic:
        """The hint's first step: the kind of move to find."""
        from engine.coach.hint_topic import look_for

        return look_for(self.board.fen(), self.rest, chess960=False)

    def after(self, uci: str) -> Attempt | None:
        """The attempt after a legal move in coordinates and its reply; None if the move is wrong. Any mate is right."""
        if uci == self.rest[0]:
            return replace(self, at=min(self.at + 2, len(self.puzzle.moves)))
        if self.first and uci in self.puzzle.also:
            return replace(self, at=len(self.puzzle.moves))
        board = self.board
        board.push_uci(uci)
        return replace(self, at=len(self.puzzle.moves)) if board.is_checkmate() else None
