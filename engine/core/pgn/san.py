"""Moves as people write them: standard algebraic in all its spellings, long algebraic, coordinates, figurines, other languages.

The text is first brought to ASCII (figurines and letters beyond ASCII become piece codes, dashes become `-`), then taken apart into
piece, origin, target and promotion, and what fits is looked up on the bitboards: the men of that type that attack the target, less those that
are pinned. Nothing is generated, so a move costs tens of nanoseconds.
"""

import cython
from cython.cimports.engine.core.attacks import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    PAWN_ATTACKS,
    bishop_attacks,
    queen_attacks,
    rook_attacks,
)
from cython.cimports.engine.core.bitboard import bit, file_mask, lsb, pop_lsb, rank_mask
from cython.cimports.engine.core.movegen import is_legal
from cython.cimports.engine.core.pgn.scan import Text, is_digit
from cython.cimports.engine.core.pgn.tokens import symbol_nag
from cython.cimports.engine.core.position import Position, king_square, occupied_squares, pieces_of
from cython.cimports.engine.core.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    NO_MOVE,
    NO_PIECE,
    NO_TYPE,
    NORMAL,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    Move,
    make_move_code,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u8,
    u64,
)

import engine.core.attacks
import engine.core.bitboard
import engine.core.movegen
import engine.core.pgn.scan
import engine.core.pgn.tokens
import engine.core.position
import engine.core.types  # noqa: F401

_LETTERS = cython.declare(cython.p_const_char, b"PNBRQK")
LONGEST = cython.declare(cython.int, 32)  # characters of a written move that are looked at
Parts = cython.struct(
    piece=cython.int,  # type, NO_TYPE where no letter was written
    from_file=cython.int,  # 0-7 or -1
    from_rank=cython.int,
    target=cython.int,
    promotion=cython.int,  # type or NO_TYPE
    castling=cython.int,  # -1, 0 king side, 1 queen side
    capture=cython.bint,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plain(
    letters: cython.pointer(cython.const[Letters]),
    text: Text,
    length: cython.Py_ssize_t,
    out: cython.pointer(u8),
    widths: cython.pointer(u8),
) -> cython.int:
    """Brings the text to ASCII: piece codes 1-6 for figurines and wide letters. `widths` holds the bytes each character took."""
    at: cython.Py_ssize_t = 0
    count: cython.int = 0
    index: cython.int
    width: cython.int
    code: u8
    while at < length and count < LONGEST:
        code = text[at]
        width = 1
        if code >= 0x80:
            if at + 2 < length and code == 0xE2 and text[at + 1] == 0x99 and 0x94 <= text[at + 2] <= 0x9F:
                code = 6 - (text[at + 2] - 0x94) % 6  # K Q R B N P, white then black
                width = 3
                if at + 5 < length and text[at + 3] == 0xEF and text[at + 4] == 0xB8:
                    width = 6  # a variation selector that asks for text or colour
            elif at + 2 < length and code == 0xE2 and text[at + 1] == 0x80 and 0x90 <= text[at + 2] <= 0x94:
                code = 0x2D
                width = 3
            elif at + 2 < length and code == 0xE2 and text[at + 1] == 0x88 and text[at + 2] == 0x92:
                code = 0x2D
                width = 3
            elif at + 1 < length and code == 0xC3 and text[at + 1] == 0x97:
                code = 0x78
                width = 2
            else:
                for index in range(letters.wide_count):
                    if _has_prefix(text + at, length - at, letters.wide[index], letters.wide_length[index]):
                        code = letters.wide_piece[index] + 1
                        width = letters.wide_length[index]
                        break
        out[count] = code
        widths[count] = width
        count += 1
        at += width
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _has_prefix(text: Text, length: cython.Py_ssize_t, prefix: cython.pointer(cython.const[u8]), size: cython.int) -> cython.bint:
    index: cython.int
    if length < size:
        return False
    for index in range(size):
        if text[index] != prefix[index]:
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _piece_of(letters: cython.pointer(cython.const[Letters]), c: u8) -> cython.int:
    """Piece type of a letter as written, NO_TYPE if it is none. Codes 1-6 are pieces that were not ASCII."""
    if c >= 128:
        return NO_TYPE
    if 1 <= c <= 6:
        return c - 1
    return letters.which[c] - 1 if letters.which[c] else NO_TYPE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castling_length(text: cython.pointer(u8), length: cython.int, side: cython.pointer(cython.int)) -> cython.int:
    """Characters of O-O or O-O-O (with O, o or 0, dashes optional), 0 if it is none."""
    at: cython.int = 0
    count: cython.int = 0
    first: u8 = text[0]
    if first != 0x4F and first != 0x6F and first != 0x30:
        return 0
    while at < length and text[at] == first and count < 3:
        count += 1
        at += 1
        if at + 1 < length and text[at] == 0x2D and text[at + 1] == first and count < 3:
            at += 1
    if count < 2:
        return 0
    side[0] = count - 2
    return at


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _take_apart(
    letters: cython.pointer(cython.const[Letters]),
    text: cython.pointer(u8),
    length: cython.int,
    at: cython.int,
    parts: cython.pointer(Parts),
) -> cython.int:
    """Origin, target and promotion behind an optional piece letter. Returns the characters used, 0 if it is no move."""
    squares: u8[6]
    count: cython.int = 0
    c: u8
    while at < length and count < 5:
        c = text[at]
        if 0x61 <= c <= 0x68 or 0x31 <= c <= 0x38:
            squares[count] = c
            count += 1
        elif c == 0x78 or c == 0x58 or c == 0x3A:
            parts.capture = True
        elif c != 0x2D or count == 0:
            break
        elif at + 1 >= length or not (0x61 <= text[at + 1] <= 0x68):
            break  # a dash that belongs to an evaluation (Nf3-+), not to a long move
        at += 1
    if count >= 3 and squares[count - 1] == 0x62 and is_digit(squares[count - 2]):
        count -= 1  # e7e8b: a bishop, not a file
        at -= 1
    if count < 2 or not is_digit(squares[count - 1]) or is_digit(squares[count - 2]):
        return 0
    parts.target = (squares[count - 1] - 0x31) * 8 + squares[count - 2] - 0x61
    if count == 4:
        if is_digit(squares[0]) or not is_digit(squares[1]):
            return 0
        parts.from_file = squares[0] - 0x61
        parts.from_rank = squares[1] - 0x31
    elif count == 3 and is_digit(squares[0]):
        parts.from_rank = squares[0] - 0x31
    elif count == 3:
        parts.from_file = squares[0] - 0x61
    elif count != 2:
        return 0
    return _promotion(letters, text, length, at, parts)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _promotion(
    letters: cython.pointer(cython.const[Letters]),
    text: cython.pointer(u8),
    length: cython.int,
    at: cython.int,
    parts: cython.pointer(Parts),
) -> cython.int:
    """`=Q`, `Q`, `(Q)`, `/Q` or `q` behind the target, if there is one."""
    mark: cython.int = at
    piece: cython.int
    rank: cython.int = parts.target >> 3
    if (rank != 0 and rank != 7) or (parts.piece != NO_TYPE and parts.piece != PAWN):
        return at
    if at < length and (text[at] == 0x3D or text[at] == 0x28 or text[at] == 0x2F):
        mark += 1
    if mark >= length:
        return at
    piece = _piece_of(letters, text[mark])
    if piece == NO_TYPE and 0x61 <= text[mark] <= 0x7A:
        piece = _piece_of(letters, text[mark] - 32)
    if piece == NO_TYPE or piece == PAWN or piece == KING:
        return at
    parts.promotion = piece
    mark += 1
    if mark < length and text[mark] == 0x29 and text[at] == 0x28:
        mark += 1
    return mark


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _suffix(text: cython.pointer(u8), length: cython.int, at: cython.int) -> cython.int:
    """Check and mate marks and `e.p.`; stops where an evaluation symbol (+=, +-) fills the rest. -1 if something else follows."""
    while at < length:
        if symbol_nag(text, at, length - at) >= 0:
            return at
        if text[at] == 0x2B or text[at] == 0x23:
            at += 1
        elif text[at] == 0x65 and at + 1 < length and (text[at + 1] == 0x70 or text[at + 1] == 0x2E):
            at += 2
            while at < length and (text[at] == 0x70 or text[at] == 0x2E):
                at += 1
        elif text[at] >= 0x80:
            return at  # an evaluation sign beyond ASCII; the tokenizer looks at it again
        else:
            return -1
    return at


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _safe(position: cython.pointer(cython.const[Position]), source: cython.int, move: Move) -> cython.bint:
    """Whether a move of a man that can reach its target leaves the king safe; only checks and e.p. need the full test."""
    us: cython.int = position.side
    if position.state.checkers != 0 or move_kind(move) != NORMAL:
        return is_legal(position, move)
    if (position.state.blockers[us] & bit(source)) == 0:
        return True
    return (LINE[king_square(position, us)][source] & bit(move_target(move))) != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _origins(position: cython.pointer(cython.const[Position]), piece: cython.int, target: cython.int) -> u64:
    """Own men of a type (no pawns) that attack the target."""
    own: u64 = pieces_of(position, position.side, piece)
    if piece == KNIGHT:
        return KNIGHT_ATTACKS[target] & own
    if piece == BISHOP:
        return bishop_attacks(target, occupied_squares(position)) & own
    if piece == ROOK:
        return rook_attacks(target, occupied_squares(position)) & own
    if piece == QUEEN:
        return queen_attacks(target, occupied_squares(position)) & own
    return KING_ATTACKS[target] & own


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _piece_move(
    position: cython.pointer(cython.const[Position]), parts: cython.pointer(Parts), move: cython.pointer(Move)
) -> cython.int:
    target: cython.int = parts.target
    found: Move = NO_MOVE
    source: cython.int
    origins: u64 = _origins(position, parts.piece, target)
    if position.by_colour[position.side] & bit(target):
        return SAN_ILLEGAL
    if parts.from_file >= 0:
        origins &= file_mask(parts.from_file)
    if parts.from_rank >= 0:
        origins &= rank_mask(parts.from_rank)
    while origins:
        source = pop_lsb(cython.address(origins))
        candidate: Move = make_move_code(source, target, NORMAL, KNIGHT)
        if is_legal(position, candidate) if parts.piece == KING else _safe(position, source, candidate):
            if found != NO_MOVE:
                return SAN_AMBIGUOUS
            found = candidate
    move[0] = found
    return SAN_GOOD if found != NO_MOVE else SAN_ILLEGAL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pawn_origins(position: cython.pointer(cython.const[Position]), parts: cython.pointer(Parts)) -> u64:
    """Own pawns that can reach the target: by a push if no other file is named, by a capture if one is (or `x` is)."""
    us: cython.int = position.side
    target: cython.int = parts.target
    pawns: u64 = pieces_of(position, us, PAWN)
    back: cython.int = -8 if us == 0 else 8
    occupied: u64 = occupied_squares(position)
    if parts.capture or (parts.from_file >= 0 and parts.from_file != (target & 7)):
        if (position.by_colour[1 - us] & bit(target)) == 0 and target != position.state.ep_square:
            return 0
        return PAWN_ATTACKS[1 - us][target] & pawns
    if occupied & bit(target) or not (0 <= target + back < 64):
        return 0
    if pawns & bit(target + back):
        return bit(target + back)
    if (target >> 3) == (3 if us == 0 else 4) and (occupied & bit(target + back)) == 0:
        return pawns & bit(target + 2 * back)
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pawn_move(
    position: cython.pointer(cython.const[Position]),
    parts: cython.pointer(Parts),
    move: cython.pointer(Move),
    guessed: cython.pointer(cython.bint),
) -> cython.int:
    target: cython.int = parts.target
    found: Move = NO_MOVE
    kind: cython.int = NORMAL
    promotion: cython.int = KNIGHT
    source: cython.int
    origins: u64 = _pawn_origins(position, parts)
    if parts.from_file >= 0:
        origins &= file_mask(parts.from_file)
    if parts.from_rank >= 0:
        origins &= rank_mask(parts.from_rank)
    if (target >> 3) == (7 if position.side == 0 else 0):
        kind = PROMOTION
        promotion = parts.promotion if parts.promotion != NO_TYPE else QUEEN
    while origins:
        source = pop_lsb(cython.address(origins))
        if kind == NORMAL and target == position.state.ep_square and (source ^ target) & 7:
            kind = EN_PASSANT
        candidate: Move = make_move_code(source, target, kind, promotion)
        if _safe(position, source, candidate):
            if found != NO_MOVE:
                return SAN_AMBIGUOUS
            found = candidate
    if found == NO_MOVE:
        return SAN_ILLEGAL
    guessed[0] = kind == PROMOTION and parts.promotion == NO_TYPE
    move[0] = found
    return SAN_GOOD


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castle(position: cython.pointer(cython.const[Position]), wing: cython.int, move: cython.pointer(Move)) -> cython.int:
    index: cython.int = 2 * position.side + wing
    if ((position.state.castling >> index) & 1) == 0:
        return SAN_ILLEGAL
    move[0] = make_move_code(king_square(position, position.side), position.castling_rook[index], CASTLING, KNIGHT)
    return SAN_GOOD if is_legal(position, move[0]) else SAN_ILLEGAL


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _king_castles(
    position: cython.pointer(cython.const[Position]), parts: cython.pointer(Parts), move: cython.pointer(Move)
) -> cython.int:
    """Castling written as a king move: e1g1, Kg1 or, king takes own rook, e1h1."""
    us: cython.int = position.side
    king: cython.int = king_square(position, us)
    wing: cython.int = 0 if parts.target > king else 1
    rook: cython.int = position.castling_rook[2 * us + wing]
    home: cython.int = (king & 56) | (6 if wing == 0 else 2)
    if (parts.from_file >= 0 and parts.from_file != (king & 7)) or (parts.from_rank >= 0 and parts.from_rank != king >> 3):
        return SAN_ILLEGAL
    if parts.target != home and parts.target != rook:
        return SAN_ILLEGAL
    return _castle(position, wing, move)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_up(
    position: cython.pointer(cython.const[Position]),
    parts: cython.pointer(Parts),
    move: cython.pointer(Move),
    guessed: cython.pointer(cython.bint),
) -> cython.int:
    """The one legal move that fits the parts."""
    code: cython.int
    answer: cython.int
    if parts.castling >= 0:
        return _castle(position, parts.castling, move)
    if parts.piece == NO_TYPE:
        parts.piece = PAWN
        if parts.from_file >= 0 and parts.from_rank >= 0:
            code = position.board[8 * parts.from_rank + parts.from_file]
            if code == NO_PIECE or code // 6 != position.side:
                return SAN_ILLEGAL
            parts.piece = code % 6
    if parts.piece == PAWN:
        return _pawn_move(position, parts, move, guessed)
    answer = _piece_move(position, parts, move)
    if answer == SAN_ILLEGAL and parts.piece == KING:
        return _king_castles(position, parts, move)
    return answer


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _attempt(
    position: cython.pointer(cython.const[Position]),
    letters: cython.pointer(cython.const[Letters]),
    text: cython.pointer(u8),
    length: cython.int,
    piece: cython.int,
    at: cython.int,
    move: cython.pointer(Move),
    used: cython.pointer(cython.int),
    guessed: cython.pointer(cython.bint),
) -> cython.int:
    """Reads the text as a move of this piece (NO_TYPE: no letter), whose squares begin at `at`."""
    parts: Parts
    parts.piece = piece
    parts.from_file = -1
    parts.from_rank = -1
    parts.promotion = NO_TYPE
    parts.castling = -1
    parts.capture = False
    parts.target = 0
    used[0] = _castling_length(text, length, cython.address(parts.castling)) if at == 0 else 0
    if used[0] == 0:
        used[0] = _take_apart(letters, text, length, at, cython.address(parts))
    if used[0] == 0:
        return SAN_NO_MOVE
    used[0] = _suffix(text, length, used[0])
    if used[0] < 0:
        return SAN_NO_MOVE
    return _look_up(position, cython.address(parts), move, guessed)


def read_move(position, letters, text, length, move, used, guessed):
    """Reads the move at the start of a run of characters. A lower-case b is a pawn first and a bishop if that is not legal."""
    plain: u8[40]
    widths: u8[40]
    characters: cython.int = 0
    count: cython.int = _plain(letters, text, length, plain, widths)
    piece: cython.int
    answer: cython.int
    guessed[0] = False
    if count == 0:
        return SAN_NO_MOVE
    piece = _piece_of(letters, plain[0])
    if _castling_length(plain, count, cython.address(characters)):
        piece = NO_TYPE  # O is a bishop in Estonian and a pawn in Dutch
    elif piece == NO_TYPE and 0x69 <= plain[0] <= 0x7A:
        piece = _piece_of(letters, plain[0] - 32)
    answer = _attempt(
        position, letters, plain, count, piece, 0 if piece == NO_TYPE else 1, move, cython.address(characters), guessed
    )
    if answer != SAN_GOOD and plain[0] == 0x62:
        second: cython.int = _attempt(
            position, letters, plain, count, BISHOP, 1, move, cython.address(characters), guessed
        )
        answer = second if second != SAN_NO_MOVE and (second == SAN_GOOD or answer == SAN_NO_MOVE) else answer
    used[0] = 0
    if answer == SAN_GOOD:
        for piece in range(characters):
            used[0] += widths[piece]
    return answer


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rivals(position: cython.pointer(cython.const[Position]), piece: cython.int, source: cython.int, target: cython.int) -> u64:
    """Other own men of the type that can legally go to the target."""
    others: u64 = _origins(position, piece, target) & ~bit(source)
    rivals: u64 = 0
    square: cython.int
    while others:
        square = pop_lsb(cython.address(others))
        if _safe(position, square, make_move_code(square, target, NORMAL, KNIGHT)):
            rivals |= bit(square)
    return rivals


def written_move(position, move, out):
    """Writes a legal move in standard algebraic notation, without check and mate marks."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    piece: cython.int = position.board[source] % 6
    capture: cython.bint = position.board[target] != NO_PIECE or kind == EN_PASSANT
    length: cython.int = 0
    rivals: u64
    if kind == CASTLING:
        for length in range(3 if target > source else 5):
            out[length] = 0x4F if (length & 1) == 0 else 0x2D
        return 3 if target > source else 5
    if piece == PAWN:
        if capture:
            out[0] = 0x61 + (source & 7)
            length = 1
    else:
        out[0] = _LETTERS[piece]
        length = 1
        rivals = _rivals(position, piece, source, target)
        if rivals:
            if (rivals & file_mask(source & 7)) == 0 or (rivals & rank_mask(source >> 3)) != 0:
                out[length] = 0x61 + (source & 7)
                length += 1
            if rivals & file_mask(source & 7):
                out[length] = 0x31 + (source >> 3)
                length += 1
    if capture:
        out[length] = 0x78
        length += 1
    out[length] = 0x61 + (target & 7)
    out[length + 1] = 0x31 + (target >> 3)
    length += 2
    if kind == PROMOTION:
        out[length] = 0x3D
        out[length + 1] = _LETTERS[move_promotion(move)]
        length += 2
    return length
