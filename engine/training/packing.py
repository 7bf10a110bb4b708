"""Training records: positions in 32 bytes each, so that files can be shuffled, cut and joined freely.

A record has the board (occupied squares and a nibble for each piece), side to move, castling rights, clocks, a score in
centipawns and the result of the game, both for the side to move.
"""

import cython
from cython.cimports.engine.rules.bitboard import pop_lsb, popcount
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import (
    is_attacked,
    king_square,
    occupied_squares,
    position_clear,
    position_refresh,
    put_piece,
)
from cython.cimports.engine.rules.types import NO_PIECE, u64
from cython.cimports.libc.string import memcpy, memset

RECORD_BYTES = 32


def pack_position(position, record):
    """Writes the board and the clocks to a record; score, result and ply are 0."""
    memset(record, 0, RECORD_SIZE)
    occupied: u64 = occupied_squares(position)
    record.occupied = occupied
    index: cython.int = 0
    while occupied and index < 32:
        piece: cython.int = position.board[pop_lsb(cython.address(occupied))]
        record.pieces[index >> 1] |= piece << (4 * (index & 1))
        index += 1
    record.flags = position.side | (position.state.castling << 1)
    record.ep_square = position.state.ep_square
    record.halfmove_clock = min(cython.cast(cython.int, position.state.halfmove_clock), 255)


def _piece_at(record, index):
    return (record.pieces[index >> 1] >> (4 * (index & 1))) & 15


def _can_be_counted(count):
    """Returns whether a game can have led to these pieces; the core's move lists have no room for thirty queens."""
    side: cython.int
    for side in range(2):
        men: cython.pointer(cython.int) = count + 6 * side
        promoted: cython.int = max(0, men[1] - 2) + max(0, men[2] - 2) + max(0, men[3] - 2) + max(0, men[4] - 1)
        if men[5] != 1 or men[0] + promoted > 8:
            return False
    return True


def _may_capture_en_passant(position, target):
    """Returns whether an enemy pawn can have just passed over `target`; the core does not check this when it captures."""
    side: cython.int = position.side
    behind: cython.int = target - 8 if side == 0 else target + 8
    before: cython.int = target + 8 if side == 0 else target - 8
    return (
        target >> 3 == (5 if side == 0 else 2)
        and position.board[behind] == 6 * (1 - side)
        and position.board[target] == NO_PIECE
        and position.board[before] == NO_PIECE
    )


def unpack_position(record, position):
    """Sets up the position of a record (standard chess); returns False if it is not legal, with an incomplete board."""
    count: cython.int[12]
    index: cython.int = 0
    occupied: u64 = record.occupied
    memset(count, 0, cython.sizeof(count))
    position_clear(position)
    if popcount(occupied) > 32:
        return False
    while occupied:
        piece: cython.int = _piece_at(record, index)
        square: cython.int = pop_lsb(cython.address(occupied))
        if piece > 11 or (piece % 6 == 0 and not 8 <= square < 56):
            return False
        count[piece] += 1
        put_piece(position, piece, square)
        index += 1
    if not _can_be_counted(cython.cast(cython.pointer(cython.int), count)):
        return False
    position.side = record.flags & 1
    position.state.halfmove_clock = record.halfmove_clock
    for index in range(4):
        rook: cython.int = (56 if index >= 2 else 0) + (0 if index & 1 else 7)
        king: cython.int = (56 if index >= 2 else 0) + 4
        colour: cython.int = 6 * (index >> 1)
        if (
            (record.flags >> (1 + index)) & 1
            and position.board[rook] == colour + 3
            and position.board[king] == colour + 5
        ):
            position.castling_rook[index] = rook
            position.state.castling |= 1 << index
            position.castling_mask[rook] &= ~(1 << index)
            position.castling_mask[king] &= ~(1 << index)
    if 16 <= record.ep_square < 48 and _may_capture_en_passant(position, record.ep_square):
        position.state.ep_square = record.ep_square
    position_refresh(position)
    own: cython.int = position.side
    return not is_attacked(position, king_square(position, own ^ 1), own, occupied_squares(position))


def pack(board: CoreBoard, score: cython.int, ply: cython.int):
    """Returns a record of a position. `score`: centipawns for the side to move. `ply`: since the game began. Result: drawn."""
    record: Record
    pack_position(cython.address(board.position), cython.address(record))
    record.score = max(-32_000, min(32_000, score))
    record.result = 1
    record.ply = min(ply, 65_535)
    return bytearray(cython.cast(cython.p_char, cython.address(record))[:RECORD_SIZE])


def piece_placement(record: bytes):
    """Returns the first two FEN fields of a record.

    :raises ValueError: if the length is not that of one record.
    """
    if len(record) != RECORD_BYTES:
        raise ValueError(f"a training record has {RECORD_BYTES} bytes, not {len(record)}")
    packed: Record
    memcpy(cython.address(packed), cython.cast(cython.p_char, record), RECORD_SIZE)
    squares = ["1"] * 64
    occupied: u64 = packed.occupied
    index: cython.int = 0
    while occupied and index < 32:
        squares[pop_lsb(cython.address(occupied))] = "PNBRQKpnbrqk..."[
            min(_piece_at(cython.address(packed), index), 14)
        ]
        index += 1
    ranks = ["".join(squares[start : start + 8]) for start in range(56, -8, -8)]
    for run in range(8, 1, -1):
        ranks = [rank.replace("1" * run, str(run)) for rank in ranks]
    return "/".join(ranks) + (" b" if packed.flags & 1 else " w")
