"""A mistake as the searches see it: what was played, what was better, and both lines."""

from __future__ import annotations

from functools import cached_property

import chess

from engine.coach.line import Line
from engine.game.info import PovScore
from engine.ground.values import dataclass

LONGEST = 11  # plies of a line that are trusted: what lies deeper was searched too shallowly


@dataclass(frozen=True)
class Mistake:
    """`move` was played in `fen`, `best` is the best line from there and `reply` that after the move, in coordinates.

    `before` is the score of the position, `after` that after the move, both found by a search.
    """

    fen: str
    move: str
    best: tuple[str, ...]
    before: PovScore
    reply: tuple[str, ...]
    after: PovScore
    chess960: bool

    @cached_property
    def played(self) -> Line:
        """The move and the answer to it: the opponent profits. Raises MoveError."""
        return Line.of(self.fen, (self.move, *self.reply)[:LONGEST], self.chess960)

    @cached_property
    def better(self) -> Line:
        """The better line: the mover profits. Raises MoveError."""
        return Line.from_here(self.fen, self.best[:LONGEST], self.chess960)

    @property
    def white(self) -> bool:
        """Whether White made it."""
        return self.played.boards[0].turn

    @property
    def loss_cp(self) -> int:
        """What the mover gave away, in centipawns."""
        return self.before.worth(self.white) - self.after.worth(self.white)


def is_repeated(boards: tuple[chess.Board, ...]) -> bool:
    """Whether the last of the positions was there before."""
    return any(board.epd() == boards[-1].epd() for board in boards[:-1])
