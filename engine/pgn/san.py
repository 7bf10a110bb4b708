"""Reads moves in every usual spelling: standard and long algebraic, coordinates, figurines, other languages.

The text is first converted to ASCII (figurines and letters beyond ASCII become piece codes, dashes become `-`), then
parsed into piece, origin, target and promotion. The matching piece is found on bitboards: pieces of that type that
attack the target, except pinned ones. No move generation, so a move costs tens of nanoseconds.
"""

import cython
from cython.cimports.engine.pgn.text.decode import fill_letters
from cython.cimports.engine.pgn.text.marks import Text
from cython.cimports.engine.pgn.text.spelling import (
    Letters,
    Parts,
    castling_length,
    parse_move_text,
    piece_of,
    plain_text,
    skip_suffix,
)
from cython.cimports.engine.pgn.text.tokens import TOKEN_END, TOKEN_MOVE, Token, next_token
from cython.cimports.engine.rules.attacks import (
    PAWN_ATTACKS,
)
from cython.cimports.engine.rules.bitboard import bit, file_mask, pop_lsb, rank_mask
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import king_square, occupied_squares, pieces_of
from cython.cimports.engine.rules.san import is_safe, origins_of
from cython.cimports.engine.rules.types import (
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
    Move,
    make_move_code,
    u8,
    u64,
)

from engine.ground.errors import AmbiguousMoveError, MoveError, UnreadableMoveError
from engine.pgn.text.letters import piece_letters


def _piece_move(position, parts, move):
    target: cython.int = parts.target
    found: Move = NO_MOVE
    source: cython.int
    origins: u64 = origins_of(position, parts.piece, target)
    if position.by_colour[position.side] & bit(target):
        return SAN_ILLEGAL
    if parts.from_file >= 0:
        origins &= file_mask(parts.from_file)
    if parts.from_rank >= 0:
        origins &= rank_mask(parts.from_rank)
    while origins:
        source = pop_lsb(cython.address(origins))
        candidate: Move = make_move_code(source, target, NORMAL, KNIGHT)
        if is_legal(position, candidate) if parts.piece == KING else is_safe(position, source, candidate):
            if found != NO_MOVE:
                return SAN_AMBIGUOUS
            found = candidate
    move[0] = found
    return SAN_GOOD if found != NO_MOVE else SAN_ILLEGAL


def _pawn_origins(position, parts):
    """Returns own pawns that can reach the target: by a push without a named file, by a capture with one (or with `x`)."""
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


def _pawn_move(position, parts, move, guessed):
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
        if is_safe(position, source, candidate):
            if found != NO_MOVE:
                return SAN_AMBIGUOUS
            found = candidate
    if found == NO_MOVE:
        return SAN_ILLEGAL
    if kind == PROMOTION and parts.promotion == NO_TYPE:
        guessed[0] = GUESSED_QUEEN
    move[0] = found
    return SAN_GOOD


def _castle(position, wing, move):
    index: cython.int = 2 * position.side + wing
    if ((position.state.castling >> index) & 1) == 0:
        return SAN_ILLEGAL
    move[0] = make_move_code(king_square(position, position.side), position.castling_rook[index], CASTLING, KNIGHT)
    return SAN_GOOD if is_legal(position, move[0]) else SAN_ILLEGAL


def _king_castles(position, parts, move):
    """Reads castling written as a king move: e1g1, Kg1 or, king takes own rook, e1h1."""
    us: cython.int = position.side
    king: cython.int = king_square(position, us)
    wing: cython.int = 0 if parts.target > king else 1
    rook: cython.int = position.castling_rook[2 * us + wing]
    home: cython.int = (king & 56) | (6 if wing == 0 else 2)
    if (parts.from_file >= 0 and parts.from_file != (king & 7)) or (
        parts.from_rank >= 0 and parts.from_rank != king >> 3
    ):
        return SAN_ILLEGAL
    if parts.target != home and parts.target != rook:
        return SAN_ILLEGAL
    return _castle(position, wing, move)


def _look_up(position, parts, move, guessed):
    """Finds the only legal move that fits the parts."""
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


def _attempt(position, letters, text, length, piece, at, move, used, guessed):
    """Reads the text as a move of this piece (NO_TYPE: no letter) whose squares begin at `at`."""
    parts: Parts
    parts.piece = piece
    parts.from_file = -1
    parts.from_rank = -1
    parts.promotion = NO_TYPE
    parts.castling = -1
    parts.capture = False
    parts.target = 0
    used[0] = castling_length(text, length, cython.address(parts.castling)) if at == 0 else 0
    if used[0] == 0:
        used[0] = parse_move_text(letters, text, length, at, cython.address(parts))
    if used[0] == 0:
        return SAN_NO_MOVE
    used[0] = skip_suffix(text, length, used[0])
    if used[0] < 0:
        return SAN_NO_MOVE
    return _look_up(position, cython.address(parts), move, guessed)


def _has_rank(text, at, length):
    """Whether a rank follows the piece letter: `Nf3`, not `Note`."""
    end: cython.Py_ssize_t = at + length
    at += 1
    while at < end and not 0x31 <= text[at] <= 0x38:
        at += 1
    return at < end


def has_small_pieces(letters, text, at, end):
    """Whether a movetext has lower-case piece letters: at least one besides b, and none in upper case."""
    token: Token
    small: cython.bint = False
    c: u8
    while True:
        next_token(text, at, end, cython.address(token))
        if token.kind == TOKEN_END:
            return small
        at = token.end
        if token.kind != TOKEN_MOVE or not _has_rank(text, token.start, token.length):
            continue
        c = text[token.start]
        if 0x41 <= c <= 0x5A and piece_of(letters, c) not in (NO_TYPE, PAWN):
            return False
        small |= 0x69 <= c <= 0x7A and piece_of(letters, c - 32) not in (NO_TYPE, PAWN)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _short_capture(
    position: cython.pointer(cython.const[Position]),
    text: cython.pointer(u8),
    length: cython.int,
    move: cython.pointer(Move),
    used: cython.pointer(cython.int),
    guessed: cython.pointer(cython.int),
) -> cython.int:
    """Reads a pawn capture that names only the files, `ed` or `exd`, if it is unique."""
    us: cython.int = position.side
    at: cython.int = 2 if length > 2 and (text[1] == 0x78 or text[1] == 0x3A) else 1
    found: Move = NO_MOVE
    source: cython.int
    target: cython.int
    kind: cython.int
    targets: u64
    pawns: u64
    if at >= length or not (0x61 <= text[0] <= 0x68 and 0x61 <= text[at] <= 0x68):
        return SAN_NO_MOVE
    used[0] = skip_suffix(text, length, at + 1)
    if used[0] < 0 or abs(cython.cast(cython.int, text[0]) - cython.cast(cython.int, text[at])) != 1:
        return SAN_NO_MOVE
    pawns = pieces_of(position, us, PAWN) & file_mask(text[0] - 0x61)
    while pawns:
        source = pop_lsb(cython.address(pawns))
        targets = PAWN_ATTACKS[us][source] & file_mask(text[at] - 0x61)
        if targets == 0:
            continue
        target = pop_lsb(cython.address(targets))
        kind = NORMAL
        if target == position.state.ep_square:
            kind = EN_PASSANT
        elif (position.by_colour[1 - us] & bit(target)) == 0:
            continue
        elif (target >> 3) == (7 if us == 0 else 0):
            kind = PROMOTION
        candidate: Move = make_move_code(source, target, kind, QUEEN if kind == PROMOTION else KNIGHT)
        if is_safe(position, source, candidate):
            if found != NO_MOVE:
                return SAN_AMBIGUOUS
            found = candidate
            guessed[0] = GUESSED_QUEEN if kind == PROMOTION else GUESSED_NOTHING
    if found == NO_MOVE:
        return SAN_NO_MOVE
    move[0] = found
    return SAN_GOOD


def read_move(position, letters, text, length, move, used, guessed):
    """Reads the move at the start of a run of characters. A lower-case b is first tried as a pawn, then as a bishop
    (GUESSED_BISHOP); the caller checks `has_small_pieces` of the game."""
    plain: u8[40]
    widths: u8[40]
    characters: cython.int = 0
    count: cython.int = plain_text(letters, text, length, plain, widths)
    piece: cython.int
    answer: cython.int
    guessed[0] = GUESSED_NOTHING
    if count == 0:
        return SAN_NO_MOVE
    piece = piece_of(letters, plain[0])
    if castling_length(plain, count, cython.address(characters)):
        piece = NO_TYPE  # O is a bishop in Estonian and a pawn in Dutch
    elif piece == NO_TYPE and 0x69 <= plain[0] <= 0x7A:
        piece = piece_of(letters, plain[0] - 32)
    answer = _attempt(
        position, letters, plain, count, piece, 0 if piece == NO_TYPE else 1, move, cython.address(characters), guessed
    )
    if answer != SAN_GOOD and plain[0] == 0x62:
        second: cython.int = _attempt(
            position, letters, plain, count, BISHOP, 1, move, cython.address(characters), guessed
        )
        answer = second if second != SAN_NO_MOVE and (second == SAN_GOOD or answer == SAN_NO_MOVE) else answer
        if second == SAN_GOOD:
            guessed[0] = GUESSED_BISHOP
    if answer == SAN_NO_MOVE:
        answer = _short_capture(position, plain, count, move, cython.address(characters), guessed)
    used[0] = 0
    if answer == SAN_GOOD:
        for piece in range(characters):
            used[0] += widths[piece]
    return answer


def typed_move(board: CoreBoard, text: str, language: str = "en"):
    """Returns the legal move that a user typed, in coordinate notation. Accepts every PGN spelling with the piece letters
    of a language, without guessing.

    :raises UnreadableMoveError: it is not written like a move.
    :raises AmbiguousMoveError: several moves fit, or the promotion piece is missing.
    :raises MoveError: it is illegal.
    """
    letters: Letters
    move: Move = NO_MOVE
    used: cython.Py_ssize_t = 0
    guessed: cython.int = 0
    content: bytes = text.encode(errors="replace")
    written: Text = content
    fill_letters(cython.address(letters), piece_letters(language))
    answer: cython.int = read_move(
        cython.address(board.position),
        cython.address(letters),
        written,
        len(content),
        cython.address(move),
        cython.address(used),
        cython.address(guessed),
    )
    if answer == SAN_NO_MOVE or (answer == SAN_GOOD and used < len(content)):
        raise UnreadableMoveError("%1 is not a move", text)
    if answer == SAN_AMBIGUOUS or guessed == GUESSED_QUEEN:
        raise AmbiguousMoveError("“%1” can be more than one move here.", text)
    if answer == SAN_ILLEGAL or guessed == GUESSED_BISHOP:
        raise MoveError("“%1” is not a legal move here.", text)
    return board.uci(move)
