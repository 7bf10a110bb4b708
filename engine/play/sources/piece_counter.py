"""Counts the pieces of a position quickly, to decide whether the tables may know it."""

from engine.game.limits import GamePosition
from engine.rules.board import CoreBoard


class PieceCounter:
    """Caches the board of the last position, because the next one is usually two plies later. For one thread at a time."""

    def __init__(self) -> None:
        self._known: GamePosition | None = None
        self._board = CoreBoard.start()

    def count(self, position: GamePosition) -> int:
        """The number of pieces at the end of `position`.

        :raises PositionError: the position is bad. :raises MoveError: a move is not legal.
        """
        known = self._known
        played = len(known.moves) if known is not None else 0
        follows = (
            known is not None
            and (known.fen, known.chess960) == (position.fen, position.chess960)
            and known.moves == position.moves[:played]
        )
        if not follows:
            self._board, played = CoreBoard.from_fen(position.fen, position.chess960), 0
        self._known = None  # until all moves are played: an illegal one leaves the board on the way
        self._board.push_all_uci(position.moves[played:])
        self._known = position
        return self._board.piece_count
