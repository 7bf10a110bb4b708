"""Recaptures that a weak level does not see: the move just made took something, and taking back is overlooked."""

import zlib

from engine.game.limits import GamePosition
from engine.game.python_board import board_of


def overlooked_recaptures(position: GamePosition, miss_permille: int, seed: int) -> tuple[str, ...]:
    """The captures on the square of the last capture, or nothing.

    The same position is overlooked or seen alike throughout a game (`seed`), `miss_permille` of them overlooked. A capture
    that wins back a queen is always seen, and where there is nothing else to play nothing is left out.
    Raises PositionError or MoveError.
    """
    if not position.moves:
        return ()
    import chess  # here, not above: full strength never asks

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
