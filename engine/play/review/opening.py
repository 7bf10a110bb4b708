"""The opening of a game by the book: the end of theory, the book's moves, and the opening's name."""

from typing import TYPE_CHECKING

import chess

from books.entry import Flag
from engine.ground.values import dataclass

if TYPE_CHECKING:
    from books.choice.library import Library

PIECE_VALUES = {chess.QUEEN: 9, chess.ROOK: 5, chess.BISHOP: 3, chess.KNIGHT: 3}
ENDGAME_MATERIAL = 13  # of pieces, each side at most: Speelman's definition of an endgame


@dataclass(frozen=True)
class OpeningView:
    """`plies`: moves up to the last position that the book knows. `moves`: plies (from 1) whose move the book plays."""

    plies: int = 0
    moves: frozenset[int] = frozenset()
    name: str = ""


def opening_view(library: "Library | None", boards: list[chess.Board], moves: list[chess.Move]) -> OpeningView:
    """Asks the book about every position until it has known none for ten plies. Raises BookError."""
    if library is None:
        return OpeningView()
    last, played = 0, set()
    for ply, move in enumerate(moves, 1):
        rows = library.look_up(boards[ply - 1])
        if any(row.move == move and row.flag.playable for row in rows):
            played.add(ply)
        if any(row.flag is not Flag.UNCHECKED for row in rows):
            last = ply - 1
        if ply in played:
            last = ply
        if ply - last > 10:
            break
    name = library.name_of(boards[-1])
    return OpeningView(last, frozenset(played), str(name) if name else "")


def is_endgame(board: chess.Board) -> bool:
    """Whether each side has a rook and two minor pieces, or less of the kind: 13 points of pieces at most."""
    return all(
        sum(value * len(board.pieces(piece, side)) for piece, value in PIECE_VALUES.items()) <= ENDGAME_MATERIAL
        for side in chess.COLORS
    )
