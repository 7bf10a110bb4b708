"""The book's encoding of positions and moves.

A position is its Polyglot Zobrist key (en passant counts only with a pawn ready to capture), stored as SQLite's
signed 64-bit number. A move is `from | to << 6 | promotion << 12` (promotion: 0 none, 1 knight ... 4 queen). Castling
is the king capturing its own rook, so that Chess960 needs no other encoding.
"""

from collections.abc import Iterable

import chess
import chess.polyglot

from engine.game.python_board import playable_core


def signed(key: int) -> int:
    """Returns an unsigned 64-bit key as SQLite's signed integer."""
    return key - (1 << 64) if key >= 1 << 63 else key


def unsigned(key: int) -> int:
    """Returns a signed key as an unsigned 64-bit number."""
    return key & 0xFFFF_FFFF_FFFF_FFFF


def position_key(board: chess.Board) -> int:
    """Returns the signed book key of a position."""
    core = playable_core(board)
    return signed(chess.polyglot.zobrist_hash(board) if core is None else core.key)


def encode(board: chess.Board, move: chess.Move) -> int:
    """Returns the book's code of a legal move in `board`."""
    target = move.to_square
    if board.is_castling(move) and not board.occupied_co[board.turn] & chess.BB_SQUARES[target]:
        target = _rook_of_castling(board, move)
    return move.from_square | target << 6 | ((move.promotion or 1) - 1) << 12


def decode(board: chess.Board, code: int) -> chess.Move | None:
    """Returns the move of a book code; None if it is illegal in `board` (a damaged row, or a key collision)."""
    if code >> 12 > 4:
        return None
    move = _move(board, code)
    return move if board.is_legal(move) else None


def decode_all(board: chess.Board, codes: Iterable[int]) -> list[chess.Move | None]:
    """Returns the moves of several book codes, as `decode` does; the legal ones are made in one go."""
    core = playable_core(board)
    legal = set(map(from_core, core.legal_moves())) if core is not None else ()
    return [_move(board, code) if code in legal else decode(board, code) for code in codes]


def _move(board: chess.Board, code: int) -> chess.Move:
    source, target, promotion = code & 63, code >> 6 & 63, code >> 12
    own = board.occupied_co[board.turn]
    if (
        board.kings & own & chess.BB_SQUARES[source]
        and board.rooks & own & chess.BB_SQUARES[target]
        and not board.chess960
    ):
        target = chess.square(6 if target > source else 2, chess.square_rank(source))
    return chess.Move(source, target, promotion + 1 if promotion else None)


def uci_of(code: int) -> str:
    """Returns the move of a book code in coordinates, castling as king takes rook. Of a damaged code it is not a move."""
    promotion = code >> 12
    letter = "nbrq"[promotion - 1] if 0 < promotion <= 4 else "-" * promotion
    return chess.SQUARE_NAMES[code & 63] + chess.SQUARE_NAMES[code >> 6 & 63] + letter


def from_core(move: int) -> int:
    """Returns the book's code of a move of the compiled core (engine.rules.types)."""
    promotion = (move >> 12 & 3) + 1 if move >> 14 == 1 else 0
    return move & 0xFFF | promotion << 12


def _rook_of_castling(board: chess.Board, move: chess.Move) -> int:
    rank = chess.BB_RANKS[chess.square_rank(move.from_square)]
    rooks = board.clean_castling_rights() & rank
    return (
        chess.msb(rooks)
        if chess.square_file(move.to_square) > chess.square_file(move.from_square)
        else chess.lsb(rooks)
    )
