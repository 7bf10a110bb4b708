"""How many pieces are on the board: asked of every position, whether the tables may know it."""

from engine.game.limits import GamePosition
from engine.rules.board import CoreBoard


class PieceCounter:
    """Keeps the board of the last position; the next is mostly two moves further on. Not for two threads at once."""

    def __init__(self) -> None:
        self._known: GamePosition | None = None
        self._board = CoreBoard.start()

    def men(self, position: GamePosition) -> int:
        """How many pieces are on the board at the end of `position`. Raises PositionError or MoveError."""
        known = self._known
        played = len(known.moves) if known is not None else 0
        follows = (
            known is not None
            and (known.fen, known.chess960) == (position.fen, position.chess960)
            and known.moves == position.moves[:played]
        )
        if not follows:
            self._board, played = CoreBoard.from_fen(position.fen, position.chess960), 0
        self._known = None  # until all moves are played: one that is not legal leaves the board on the way
        self._board.push_all_uci(position.moves[played:])
        self._known = position
        return self._board.men
