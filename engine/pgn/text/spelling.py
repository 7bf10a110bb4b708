"""The spelling of moves: converts a run of characters to ASCII and parses it into piece, origin, target and promotion.

Figurines and letters beyond ASCII become piece codes 1-6, and all dashes become `-`, so that one small parser reads
every spelling and language. No board: `san` resolves the parts.
"""

import cython
from cython.cimports.engine.pgn.text.marks import dash_length, is_digit
from cython.cimports.engine.pgn.text.tokens import symbol_nag
from cython.cimports.engine.rules.types import KING, NO_TYPE, PAWN, u8


def plain_text(letters, text, length, out, widths):
    """Converts the text to ASCII: piece codes 1-6 for figurines and wide letters. `widths` gets the number of bytes of
    each character."""
    at: cython.Py_ssize_t = 0
    count: cython.int = 0
    index: cython.int
    width: cython.int
    code: u8
    while at < length and count < LONGEST_SPELLING:
        code = text[at]
        width = 1
        if code >= 0x80:
            if at + 2 < length and code == 0xE2 and text[at + 1] == 0x99 and 0x94 <= text[at + 2] <= 0x9F:
                code = 6 - (text[at + 2] - 0x94) % 6  # K Q R B N P, white then black
                width = 3
                if at + 5 < length and text[at + 3] == 0xEF and text[at + 4] == 0xB8:
                    width = 6  # a variation selector for text or colour
            elif dash_length(text, at, length):
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


def _has_prefix(text, length, prefix, size):
    index: cython.int
    if length < size:
        return False
    for index in range(size):  # noqa: SIM110 - a generator would not become a C loop
        if text[index] != prefix[index]:
            return False
    return True


def piece_of(letters, c):
    """Returns the piece type of a letter, NO_TYPE for other characters. Codes 1-6 are pieces that were not ASCII."""
    if c >= 128:
        return NO_TYPE
    if 1 <= c <= 6:
        return c - 1
    return letters.which[c] - 1 if letters.which[c] else NO_TYPE


def castling_length(text, length, side):
    """Returns the number of characters of O-O or O-O-O (with O, o or 0, dashes optional); 0 for other text."""
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


def parse_move_text(letters, text, length, at, parts):
    """Parses origin, target and promotion after an optional piece letter. Returns the number of characters, 0 if it is
    not a move."""
    squares: u8[6]
    count: cython.int = 0
    c: u8
    while at < length and count < 5:
        c = text[at]
        if c == 0x65 and at + 1 < length and (text[at + 1] == 0x2E or text[at + 1] == 0x70):
            break  # e.p.
        if c == 0x63 and count >= 2 and is_digit(squares[count - 1]) and at + 1 < length and text[at + 1] == 0x68:
            break  # Qh5ch
        if 0x61 <= c <= 0x68 or 0x31 <= c <= 0x38:
            squares[count] = c
            count += 1
        elif c == 0x78 or c == 0x58 or c == 0x3A:
            parts.capture = True
        elif c != 0x2D or count == 0:
            break
        elif at + 1 >= length or not (0x61 <= text[at + 1] <= 0x68):
            break  # a dash of an evaluation (Nf3-+), not of a long move
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


def _promotion(letters, text, length, at, parts):
    """Parses `=Q`, `Q`, `(Q)`, `/Q` or `q` after the target, if present; also `+=Q`."""
    mark: cython.int = at
    piece: cython.int
    rank: cython.int = parts.target >> 3
    if (rank != 0 and rank != 7) or (parts.piece != NO_TYPE and parts.piece != PAWN):
        return at
    if at + 2 < length and (text[at] == 0x2B or text[at] == 0x23) and text[at + 1] == 0x3D:
        mark += 2
    elif at < length and (text[at] == 0x3D or text[at] == 0x28 or text[at] == 0x2F):
        mark += 1
    if mark >= length:
        return at
    piece = piece_of(letters, text[mark])
    if piece == NO_TYPE and 0x61 <= text[mark] <= 0x7A:
        piece = piece_of(letters, text[mark] - 32)
    if piece == NO_TYPE or piece == PAWN or piece == KING:
        return at
    parts.promotion = piece
    mark += 1
    if mark < length and text[mark] == 0x29 and text[at] == 0x28:
        mark += 1
    return mark


def skip_suffix(text, length, at):
    """Skips check and mate marks, `ch` and `e.p.`; stops at an evaluation symbol (+=, +-) that fills the rest. -1
    before other text."""
    while at < length:
        if symbol_nag(text, at, length - at) >= 0:
            return at
        if text[at] == 0x2B or text[at] == 0x23:
            at += 1
        elif text[at] == 0x63 and at + 1 < length and text[at + 1] == 0x68:
            at += 2
            if at < length and text[at] == 0x2E:
                at += 1
        elif text[at] == 0x65 and at + 1 < length and (text[at + 1] == 0x70 or text[at + 1] == 0x2E):
            at += 2
            while at < length and (text[at] == 0x70 or text[at] == 0x2E):
                at += 1
        elif text[at] >= 0x80:
            return at  # an evaluation sign beyond ASCII; the tokenizer reads it again
        else:
            return -1
    return at
