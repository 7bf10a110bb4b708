"""A mistake as the searches see it: the played move, the better one, and both lines."""

from __future__ import annotations

from functools import cached_property

import chess

from engine.coach.line import MotifLine
from engine.game.evaluation import Evaluation
from engine.game.info import PovScore
from engine.ground.values import dataclass

LONGEST = 11  # plies of a line used: the end of a line was searched too shallowly to be trusted


@dataclass(frozen=True)
class Mistake:
    """`move` was played in `fen`; `best` is the best line there, `reply` the best line after the move (UCI). `before` and
    `after`: the search scores of the two positions. `reply_threat`: the best line if the mover could pass after the reply,
    `best_threat`: if the opponent could pass after the better move; empty if not searched, or if it wins nothing. `later`: the
    opponent's best line if the better move follows the reply; `instead`: the mover's if the reply follows the better move."""

    fen: str
    move: str
    best: tuple[str, ...]
    before: PovScore
    reply: tuple[str, ...]
    after: PovScore
    chess960: bool
    reply_threat: tuple[str, ...] = ()
    best_threat: tuple[str, ...] = ()
    later: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()

    @cached_property
    def played(self) -> MotifLine:
        """The played move and the reply: the opponent profits. :raises MoveError: a move is not legal."""
        return MotifLine.of(self.fen, (self.move, *self.reply)[:LONGEST], self.chess960)

    @cached_property
    def better(self) -> MotifLine:
        """The better line: the mover profits. :raises MoveError: a move is not legal."""
        return MotifLine.from_here(self.fen, self.best[:LONGEST], self.chess960)

    @property
    def white(self) -> bool:
        """True if White made the mistake."""
        return self.played.boards[0].turn

    @property
    def loss_cp(self) -> int:
        """The mover's loss in centipawns."""
        return self.before.worth(self.white) - self.after.worth(self.white)

    @property
    def loss_points(self) -> float:
        """The mover's loss in points of winning chances, 0 to 100, by lichess' curve."""
        lost = Evaluation(self.before).white_share - Evaluation(self.after).white_share
        return 100 * max(0.0, lost if self.white else -lost)


def is_repeated(boards: tuple[chess.Board, ...]) -> bool:
    """True if the last position occurred before."""
    return any(board.epd() == boards[-1].epd() for board in boards[:-1])


def same_reply(mistake: Mistake) -> chess.Board | None:
    """The position after the better move and the reply to the played one; None if that is not legal then, or captures another
    piece."""
    if len(mistake.played.moves) < 2 or len(mistake.better.boards) < 3:
        return None
    played, better, reply = mistake.played.boards[1], mistake.better.boards[2], mistake.played.moves[1]
    same = all(played.piece_at(square) == better.piece_at(square) for square in (reply.from_square, reply.to_square))
    if not (same and better.is_legal(reply)):
        return None
    after = better.copy(stack=False)
    after.push(reply)
    return after
