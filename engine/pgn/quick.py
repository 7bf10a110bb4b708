"""The fast path of reading: moves in their plainest spelling, which is nearly all of a file.

All in one module, so that the compiler can inline it; the board updates only what reading needs: pieces, key, rights
and en passant square. Everything else (another spelling, a sign, a bracket, an ambiguous or illegal move) is left to
`engine.pgn.san`, which reads every spelling and reports errors. A move played here is the one that `san` would play:
the only piece of its type that reaches the target without leaving its king in check.
"""

import cython
from cython.cimports.engine.pgn.blocks import copy_board
from cython.cimports.engine.pgn.text.marks import Text, is_digit
from cython.cimports.engine.pgn.text.spelling import Parts
from cython.cimports.engine.rules.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    bishop_attacks,
    rook_attacks,
)
from cython.cimports.engine.rules.bitboard import bit, file_mask, lsb, pop_lsb, rank_mask
from cython.cimports.engine.rules.movegen import count_legal
from cython.cimports.engine.rules.position import Position, State, find_checks, occupied_squares, pieces_of
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    NO_MOVE,
    NO_PIECE,
    NO_SQUARE,
    NO_TYPE,
    NORMAL,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    WHITE,
    Move,
    make_move_code,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u8,
    u64,
)
from cython.cimports.engine.rules.zobrist import CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, WHITE_TO_MOVE_KEY
from cython.cimports.libc.string import memchr, memcpy

LETTERS = cython.declare(cython.p_const_char, b"PNBRQK")

DIAGONALS = cython.declare(u64[64])  # a bishop's attacks on an empty board
STRAIGHTS = cython.declare(u64[64])  # a rook's attacks on an empty board


def _fill_lines() -> None:
    square: cython.int
    for square in range(64):
        DIAGONALS[square] = bishop_attacks(square, 0)
        STRAIGHTS[square] = rook_attacks(square, 0)


_fill_lines()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_file(c: u8) -> cython.bint:
    return 0x61 <= c <= 0x68


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_rank(c: u8) -> cython.bint:
    return 0x31 <= c <= 0x38


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _attacked(
    position: cython.pointer(cython.const[Position]), square: cython.int, by: cython.int, occupied: u64, pieces: u64
) -> cython.bint:
    """Whether these pieces of one side attack a square; sliders pass through squares outside `occupied`."""
    sliders: u64 = pieces & (
        (DIAGONALS[square] & (position.by_type[BISHOP] | position.by_type[QUEEN]))
        | (STRAIGHTS[square] & (position.by_type[ROOK] | position.by_type[QUEEN]))
    )
    if (
        (KNIGHT_ATTACKS[square] & pieces & position.by_type[KNIGHT]) != 0
        or (PAWN_ATTACKS[1 - by][square] & pieces & position.by_type[PAWN]) != 0
        or (KING_ATTACKS[square] & pieces & position.by_type[KING]) != 0
    ):
        return True
    while sliders:  # one or two: faster than the large tables of sliders
        if (BETWEEN[square][pop_lsb(cython.address(sliders))] & occupied) == 0:
            return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_safe(
    position: cython.pointer(cython.const[Position]),
    piece: cython.int,
    source: cython.int,
    target: cython.int,
    taken: u64,
) -> cython.bint:
    """Whether the own king is safe after the move; `taken`: the square of the captured piece."""
    us: cython.int = position.side
    king: cython.int = target if piece == KING else lsb(pieces_of(position, us, KING))
    pieces: u64 = position.by_colour[1 - us] & ~taken
    occupied: u64 = ((occupied_squares(position) & ~taken) ^ bit(source)) | bit(target)
    return not _attacked(position, king, 1 - us, occupied, pieces)


def _after_square(letters, text, at, parts):
    """Reads the target with promotion, check or mate. Returns the offset after the move, 0 for another spelling."""
    last: cython.bint
    if not (_is_file(text[at]) and _is_rank(text[at + 1])):
        return 0
    parts.target = 8 * (text[at + 1] - 0x31) + text[at] - 0x61
    last = parts.piece == PAWN and (parts.target < 8 or parts.target >= 56)
    at += 2
    if last:
        if text[at] != 0x3D or not (0x41 <= text[at + 1] <= 0x5A):
            return 0
        parts.promotion = letters.which[text[at + 1]] - 1
        if not KNIGHT <= parts.promotion <= QUEEN:
            return 0
        at += 2
    if text[at] == 0x2B or text[at] == 0x23:
        at += 1
    return at


def _read_parts(letters, text, at, parts):
    """Parses a move. Returns the offset after it, 0 for another spelling. Never reads past a zero byte."""
    c: u8 = text[at]
    parts.from_file = -1
    parts.from_rank = -1
    parts.promotion = NO_TYPE
    parts.castling = -1
    parts.capture = False
    if _is_file(c):
        if letters.which[c]:
            return 0
        parts.piece = PAWN
        if text[at + 1] == 0x78:
            parts.capture = True
            parts.from_file = c - 0x61
            at += 2
        return _after_square(letters, text, at, parts)
    if not 0x41 <= c <= 0x5A:
        return 0
    at += 1
    if c == 0x4F:
        if not (text[at] == 0x2D and text[at + 1] == 0x4F):
            return 0
        at += 2
        parts.castling = 0
        if text[at] == 0x2D and text[at + 1] == 0x4F:
            parts.castling = 1
            at += 2
        return at + (text[at] == 0x2B or text[at] == 0x23)
    parts.piece = letters.which[c] - 1
    if not KNIGHT <= parts.piece <= KING:
        return 0
    if _is_file(text[at]):
        if _is_rank(text[at + 1]):
            if _is_file(text[at + 2]) or text[at + 2] == 0x78:
                parts.from_file = text[at] - 0x61
                parts.from_rank = text[at + 1] - 0x31
                at += 2
        else:
            parts.from_file = text[at] - 0x61
            at += 1
    elif _is_rank(text[at]):
        parts.from_rank = text[at] - 0x31
        at += 1
    return _after_square(letters, text, at + (text[at] == 0x78), parts)


def _piece_move(position, parts):
    """Returns the only piece move that fits; 0 for none or several."""
    us: cython.int = position.side
    target: cython.int = parts.target
    taken: u64 = bit(target)
    occupied: u64 = occupied_squares(position)
    origins: u64
    source: cython.int
    found: Move = NO_MOVE
    if parts.piece == KNIGHT:
        origins = KNIGHT_ATTACKS[target]
    elif parts.piece == BISHOP:
        origins = DIAGONALS[target]
    elif parts.piece == ROOK:
        origins = STRAIGHTS[target]
    elif parts.piece == QUEEN:
        origins = DIAGONALS[target] | STRAIGHTS[target]
    else:
        origins = KING_ATTACKS[target]
    origins &= pieces_of(position, us, parts.piece)
    if position.by_colour[us] & taken:
        return NO_MOVE
    if parts.from_file >= 0:
        origins &= file_mask(parts.from_file)
    if parts.from_rank >= 0:
        origins &= rank_mask(parts.from_rank)
    while origins:
        source = pop_lsb(cython.address(origins))
        if (BETWEEN[target][source] & occupied) == 0 and _is_safe(position, parts.piece, source, target, taken):
            if found != NO_MOVE:
                return NO_MOVE
            found = make_move_code(source, target, NORMAL, KNIGHT)
    return found


def _pawn_move(position, parts):
    """Returns the pawn move that fits; 0 if none does."""
    us: cython.int = position.side
    target: cython.int = parts.target
    back: cython.int = target - 8 if us == WHITE else target + 8
    kind: cython.int = NORMAL
    promotion: cython.int = KNIGHT
    taken: u64 = bit(target)
    pawns: u64 = pieces_of(position, us, PAWN)
    source: cython.int = back
    occupied: u64 = occupied_squares(position)
    if parts.capture:
        pawns &= PAWN_ATTACKS[1 - us][target] & file_mask(parts.from_file)
        if pawns == 0:
            return NO_MOVE
        source = lsb(pawns)
        if target == position.state.ep_square:
            kind = EN_PASSANT
            taken = bit(back)
        elif (position.by_colour[1 - us] & taken) == 0:
            return NO_MOVE
    else:
        if occupied & taken or not 0 <= back < 64:
            return NO_MOVE
        if (pawns & bit(back)) == 0:
            if (target >> 3) != (3 if us == WHITE else 4) or occupied & bit(back):
                return NO_MOVE
            source = 2 * back - target
            if (pawns & bit(source)) == 0:
                return NO_MOVE
    if parts.promotion != NO_TYPE:
        kind = PROMOTION
        promotion = parts.promotion
    if not _is_safe(position, PAWN, source, target, taken):
        return NO_MOVE
    return make_move_code(source, target, kind, promotion)


def _castle(position, wing):
    """Returns castling from the squares of standard chess; 0 if it is illegal."""
    us: cython.int = position.side
    king: cython.int = 4 + 56 * us
    rook: cython.int = king + (3 if wing == 0 else -4)
    step: cython.int = 1 if wing == 0 else -1
    between: u64 = cython.cast(u64, 0x60 if wing == 0 else 0x0E) << (56 * us)
    occupied: u64 = occupied_squares(position)
    place: cython.int
    if ((position.state.castling >> (2 * us + wing)) & 1) == 0 or position.castling_rook[2 * us + wing] != rook:
        return NO_MOVE
    if position.board[king] != 6 * us + KING or occupied & between:
        return NO_MOVE
    for place in range(3):
        if _attacked(position, king + place * step, 1 - us, occupied, position.by_colour[1 - us]):
            return NO_MOVE
    return make_move_code(king, rook, CASTLING, KNIGHT)


def _found(position, parts):
    if parts.castling >= 0:
        return _castle(position, parts.castling)
    return _pawn_move(position, parts) if parts.piece == PAWN else _piece_move(position, parts)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change(position: cython.pointer(Position), side: cython.int, kind: cython.int, squares: u64) -> cython.void:
    position.by_type[kind] ^= squares
    position.by_colour[side] ^= squares


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take(position: cython.pointer(Position), square: cython.int) -> u64:
    """Removes an enemy piece from the board. Returns its Zobrist number."""
    piece: cython.int = position.board[square]
    _change(position, 1 - position.side, piece - 6 * (1 - position.side), bit(square))
    position.board[square] = NO_PIECE
    return PIECE_KEYS[piece][square]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _carry(position: cython.pointer(Position), piece: cython.int, source: cython.int, target: cython.int) -> u64:
    """Moves a piece of the side to move. Returns the change of the key."""
    _change(position, position.side, piece - 6 * position.side, bit(source) ^ bit(target))
    position.board[source] = NO_PIECE
    position.board[target] = piece
    return PIECE_KEYS[piece][source] ^ PIECE_KEYS[piece][target]


def _play(position, move, kind):
    """Makes a legal move: updates pieces, key, rights and en passant square."""
    us: cython.int = position.side
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    piece: cython.int = position.board[source]
    state: cython.pointer(State) = position.state
    key: u64 = state.key ^ WHITE_TO_MOVE_KEY
    rights: cython.int = state.castling & position.castling_mask[source] & position.castling_mask[target]
    middle: cython.int
    made: cython.int
    if rights != state.castling:
        key ^= CASTLING_KEYS[state.castling] ^ CASTLING_KEYS[rights]
        state.castling = rights
    if state.ep_square != NO_SQUARE:
        key ^= EN_PASSANT_KEYS[state.ep_square & 7]
        state.ep_square = NO_SQUARE
    if kind == CASTLING:
        key ^= _carry(position, piece, source, (source & 56) | (6 if target > source else 2))
        key ^= _carry(position, 6 * us + ROOK, target, (source & 56) | (5 if target > source else 3))
    else:
        if kind == EN_PASSANT:
            key ^= _take(position, target ^ 8)
        elif position.board[target] != NO_PIECE:
            key ^= _take(position, target)
        key ^= _carry(position, piece, source, target)
        if kind == PROMOTION:
            made = 6 * us + move_promotion(move)
            _change(position, us, PAWN, bit(target))
            _change(position, us, move_promotion(move), bit(target))
            position.board[target] = made
            key ^= PIECE_KEYS[piece][target] ^ PIECE_KEYS[made][target]
        elif piece == 6 * us + PAWN and (source ^ target) == 16:
            middle = (source + target) >> 1
            if PAWN_ATTACKS[us][middle] & pieces_of(position, 1 - us, PAWN):
                state.ep_square = middle
                key ^= EN_PASSANT_KEYS[middle & 7]
    state.key = key
    position.side = 1 - us


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ends_move(c: u8) -> cython.bint:
    """Whether a character ends a move: a blank, the start of a comment or NAG, or the end of a variation."""
    return c <= 32 or c == 0x7B or c == 0x24 or c == 0x21 or c == 0x3F or c == 0x29


def after_number(text, at):
    """Returns the offset after a move number with its dots; 0 without dots."""
    while is_digit(text[at]):
        at += 1
    if text[at] != 0x2E:
        return 0
    while text[at] == 0x2E:
        at += 1
    return at


def quick_moves(position, letters, text, at, end, line):
    """Plays moves in plain spelling (see quick.pxd)."""
    parts: Parts
    behind: cython.Py_ssize_t
    found: cython.p_void
    move: Move
    while line.plies < line.most:
        while at < end and text[at] <= 32:
            at += 1
        if at >= end:
            break
        if 0x31 <= text[at] <= 0x39:
            behind = after_number(text, at)
            if behind == 0 or behind > end:
                break
            at = behind
            continue
        if text[at] == 0x7B:
            found = memchr(text + at, 0x7D, end - at)
            if found == cython.NULL:
                break
            line.annotated = True
            at = cython.cast(Text, found) - text + 1
            continue
        behind = _read_parts(letters, text, at, cython.address(parts))
        if behind == 0 or behind > end or not _ends_move(text[behind]):
            break
        move = _found(position, cython.address(parts))
        if move == NO_MOVE:
            break
        _play(position, move, move_kind(move))
        line.moves[line.plies] = move
        line.plies += 1
        line.keys[line.plies] = position.state.key
        line.promoted |= move_kind(move) == PROMOTION
        at = behind
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _write(parts: cython.pointer(Parts), out: cython.p_char) -> cython.int:
    """Writes a move in SAN, without check or mate. Returns the length."""
    length: cython.int = 0
    if parts.castling >= 0:
        memcpy(out, cython.cast(cython.p_const_char, b"O-O-O"), 5)
        return 3 if parts.castling == 0 else 5
    if parts.piece != PAWN:
        out[0] = LETTERS[parts.piece]
        length = 1
    elif parts.capture:
        out[0] = 0x61 + parts.from_file
        length = 1
    if parts.capture:
        out[length] = 0x78
        length += 1
    out[length] = 0x61 + (parts.target & 7)
    out[length + 1] = 0x31 + (parts.target >> 3)
    length += 2
    if parts.promotion != NO_TYPE:
        out[length] = 0x3D
        out[length + 1] = LETTERS[parts.promotion]
        length += 2
    return length


def quick_move(position, letters, text, at, end, plain):
    """Plays a move in plain spelling (see quick.pxd)."""
    parts: Parts
    them: cython.int = 1 - position.side
    behind: cython.Py_ssize_t = _read_parts(letters, text, at, cython.address(parts))
    if behind == 0 or behind > end or not _ends_move(text[behind]):
        return 0
    if parts.piece != PAWN and parts.castling < 0:
        if parts.from_file >= 0 or parts.from_rank >= 0:
            return 0
        parts.capture = position.board[parts.target] != NO_PIECE
    plain.move = _found(position, cython.address(parts))
    if plain.move == NO_MOVE:
        return 0
    copy_board(cython.address(plain.before), position)
    _play(position, plain.move, move_kind(plain.move))
    plain.length = _write(cython.address(parts), cython.address(plain.san[0]))
    if _attacked(
        position,
        lsb(pieces_of(position, them, KING)),
        1 - them,
        occupied_squares(position),
        position.by_colour[1 - them],
    ):
        find_checks(position)
        plain.san[plain.length] = 0x23 if count_legal(position) == 0 else 0x2B
        plain.length += 1
    return behind
