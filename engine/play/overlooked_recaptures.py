"""Recaptures that a weak level overlooks after the opponent's capture."""

import zlib

from engine.game.limits import GamePosition
from engine.game.python_board import board_of


def overlooked_recaptures(position: GamePosition, miss_permille: int, seed: int) -> tuple[str, ...]:
    """Returns the captures on the square of the last capture, or nothing.

    `miss_permille` of the positions are affected; `seed` makes the choice the same throughout a game. A capture that
    wins back a queen is always seen, and a legal move always remains.

    :raises PositionError: the position is invalid.
    :raises MoveError: a move is illegal.
    """
    if not position.moves:
        return ()
    import chess  # imported here: full strength never needs it

    before = board_of(GamePosition(position.fen, position.moves[:-1], chess960=position.chess960))
    last = before.parse_uci(position.moves[-1])
    taken = before.piece_type_at(last.to_square)
    if not before.is_capture(last) or before.is_castling(last) or taken == chess.QUEEN:
        return ()
    before.push(last)
    roll = zlib.crc32(f"{seed} {before.epd()}".encode()) % 1000
    if roll >= miss_permille:
        return ()
    return tuple(before.uci(move) for move in before.legal_moves if move.to_square == last.to_square)
