"""The start position of a ChessBase game that does not begin at the usual one."""

import chess

from books.collection.chessbase.errors import ChessBaseError

_KINDS = (0, chess.KING, chess.QUEEN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.PAWN)
BYTES = 28


def start_of(data: bytes) -> chess.Board:
    """Returns the board from 28 bytes: flags, and the squares from a1 file by file in 1 or 5 bits each.
    :raises ChessBaseError: the position is invalid."""
    if len(data) < BYTES:
        raise ChessBaseError("its data are cut off")
    bits = "".join(f"{byte:08b}" for byte in data[4:BYTES])
    board, at = chess.Board(None), 0
    for square in (chess.square(file, rank) for file in range(8) for rank in range(8)):
        if bits[at : at + 1] != "1":
            at += 1
            continue
        kind = int(bits[at + 2 : at + 5] or "0", 2)
        if not 1 <= kind < len(_KINDS):
            raise ChessBaseError("its start position has an unknown piece")
        board.set_piece_at(square, chess.Piece(_KINDS[kind], bits[at + 1] == "0"))
        at += 5
    board.turn = not data[1] & 16
    rights = zip((1, 2, 4, 8), (chess.A1, chess.H1, chess.A8, chess.H8), strict=True)
    board.castling_rights = sum((1 << square for bit, square in rights if data[2] & bit), 0)
    file = data[1] & 15
    if 1 <= file <= 8:
        square = chess.square(file - 1, 5 if board.turn else 2)
        board.ep_square = square
        if not board.is_valid():
            board.ep_square = None
    board.fullmove_number = max(1, data[3])
    if not board.is_valid():
        raise ChessBaseError("its start position is invalid: %1", board.fen())
    return board
