"""Tokenizes the movetext: moves, numbers, NAGs, comments, brackets, results.

The tokenizer has no board, so `0-0` (castling, or a result if both lose) is returned as a move. It never fails: unknown
text is TOKEN_JUNK, and the text of every token can be stored verbatim.
"""

import cython
from cython.cimports.engine.pgn.text.marks import (
    RESULT_NONE,
    Text,
    after_points,
    blank_length,
    dash_length,
    is_break,
    is_digit,
    is_letter,
    line_end,
    may_precede_result,
    result_at,
    skip_blank,
)
from cython.cimports.engine.rules.types import u8
from cython.cimports.libc.string import memchr, memcmp

# Evaluation and remark symbols with their NAGs. Source: PGN standard, section 10 and appendix of NAGs; ChessBase's +=,
# D, N.
_SYMBOLS = (
    (b"!", 1),
    (b"?", 2),
    (b"!!", 3),
    (b"??", 4),
    (b"!?", 5),
    (b"?!", 6),
    (b"=", 10),
    (b"+=", 14),
    (b"+/=", 14),
    (b"=+", 15),
    (b"=/+", 15),
    (b"+/-", 16),
    (b"-/+", 17),
    (b"+-", 18),
    (b"-+", 19),
    (b"~", 13),
    (b"N", 146),
    (b"D", 220),
    (b"\xb1", 16),  # ± in Latin-1
    ("‼".encode(), 3),
    ("⁇".encode(), 4),
    ("⁉".encode(), 5),
    ("□".encode(), 7),
    ("∞".encode(), 13),
    ("⩲".encode(), 14),
    ("⩱".encode(), 15),
    ("±".encode(), 16),
    ("∓".encode(), 17),
    ("⨀".encode(), 22),
    ("○".encode(), 26),
    ("⟳".encode(), 32),
    ("↑".encode(), 36),
    ("→".encode(), 40),
    ("⇆".encode(), 132),
)


def _fill_symbols() -> None:
    global SYMBOL_COUNT
    index: cython.int
    place: cython.int
    SYMBOL_COUNT = len(_SYMBOLS)
    for index, (symbol, nag) in enumerate(_SYMBOLS):
        SYMBOL_LENGTH[index] = len(symbol)
        SYMBOL_NAG[index] = nag
        for place in range(len(symbol)):
            SYMBOL_TEXT[index][place] = symbol[place]


_fill_symbols()


def symbol_nag(text, at, length):
    """Returns the NAG of a symbol; -1 for other text."""
    index: cython.int
    if length > 1 and (is_letter(text[at]) or is_digit(text[at])):  # in a move: only N and D are symbols
        return -1
    for index in range(SYMBOL_COUNT):
        if SYMBOL_LENGTH[index] == length and memcmp(text + at, cython.address(SYMBOL_TEXT[index][0]), length) == 0:
            return SYMBOL_NAG[index]
    return -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _blank_here(text: Text, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.bint:
    """Whether there is white space inside a run of characters; 0xA0 is NBSP unless it ends a longer UTF-8 character."""
    c: u8 = text[at]
    if c <= 32:
        return True
    return c >= 0x80 and blank_length(text, at, end) > 0 and (c != 0xA0 or text[at - 1] < 0x80)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _in_move(c: u8) -> cython.bint:
    """Whether a character may be part of a move: letters, digits, + # = - : / @ and everything beyond ASCII."""
    return (
        is_letter(c)
        or is_digit(c)
        or c >= 0x80
        or c == 0x2B
        or c == 0x23
        or c == 0x3D
        or c == 0x2D
        or c == 0x3A
        or c == 0x2F
        or c == 0x40
    )


def _move_run(text, at, end):
    """Returns the end of a run that may be a move, including `e8(Q)` and `exd6e.p.`."""
    start: cython.Py_ssize_t = at
    while at < end:
        if _in_move(text[at]):
            if text[at] >= 0x80 and _blank_here(text, at, end):
                break
            at += 1
        elif text[at] == 0x2E and at > start and text[at - 1] == 0x65 and at + 1 < end and text[at + 1] == 0x70:
            at += 2
            at += at < end and text[at] == 0x2E
        elif (
            text[at] == 0x28
            and at > start
            and (text[at - 1] == 0x38 or text[at - 1] == 0x31)
            and at + 2 < end
            and is_letter(text[at + 1])
            and text[at + 2] == 0x29
        ):
            at += 3
        else:
            break
    return at


def _word(text, at, length):
    """Returns the kind of a run of letters: a null move, noise, or a possible move."""
    if length == 2 and (memcmp(text + at, b"--", 2) == 0 or memcmp(text + at, b"Z0", 2) == 0):
        return TOKEN_NULL
    if length == 4 and (
        memcmp(text + at, b"null", 4) == 0
        or memcmp(text + at, b"NULL", 4) == 0
        or memcmp(text + at, b"0000", 4) == 0
        or memcmp(text + at, b"@@@@", 4) == 0
    ):
        return TOKEN_NULL
    if length == 1 and (text[at] == 0x2B or text[at] == 0x23):
        return TOKEN_NOISE
    if length == 2 and (memcmp(text + at, b"++", 2) == 0 or memcmp(text + at, b"ep", 2) == 0):
        return TOKEN_NOISE
    if length == 2 and memcmp(text + at, b"ch", 2) == 0:
        return TOKEN_NOISE
    if length == 3 and (memcmp(text + at, b"dbl", 3) == 0 or memcmp(text + at, b"dis", 3) == 0):
        return TOKEN_NOISE
    if length == 4 and (memcmp(text + at, b"dble", 4) == 0 or memcmp(text + at, b"disc", 4) == 0):
        return TOKEN_NOISE
    if length == 4 and (memcmp(text + at, b"e.p.", 4) == 0 or memcmp(text + at, b"mate", 4) == 0):
        return TOKEN_NOISE
    if length == 3 and memcmp(text + at, b"e.p", 3) == 0:
        return TOKEN_NOISE
    return TOKEN_MOVE


def _comment(text, at, end, token):
    found: cython.p_void = memchr(text + at, 0x7D, end - at)
    stop: cython.Py_ssize_t = end
    token.kind = TOKEN_OPEN_COMMENT
    token.end = end
    if found != cython.NULL:
        stop = cython.cast(Text, found) - text
        token.kind = TOKEN_COMMENT
        token.end = stop + 1
    _trim(text, at + 1, stop, token)


def _trim(text, at, stop, token):
    while at < stop and text[at] <= 32:
        at += 1
    while stop > at and text[stop - 1] <= 32:
        stop -= 1
    token.start = at
    token.length = stop - at


def _nag(text, at, end, token):
    value: cython.int = 0
    start: cython.Py_ssize_t = at
    at += 1
    while at < end and is_digit(text[at]):
        if value < 1000:
            value = value * 10 + (text[at] - 48)
        at += 1
    token.kind = TOKEN_NAG if at > start + 1 and value <= 255 else TOKEN_JUNK
    token.value = value
    token.end = at


def _digits(text, at, end, token):
    """Reads text that begins with a digit and is not a result: a move number with its dots, `0-0`, `0000`."""
    start: cython.Py_ssize_t = at
    value: cython.int = 0
    while at < end and is_digit(text[at]):
        if value < 1_000_000:
            value = value * 10 + (text[at] - 48)
        at += 1
    if text[start] == 0x30 and dash_length(text, at, end):
        token.kind = TOKEN_MOVE
        token.end = _move_run(text, start, end)
        return
    if at - start == 4 and value == 0:
        token.kind = TOKEN_NULL
        token.end = at
        return
    token.kind = TOKEN_NUMBER
    token.value = value
    token.end = after_points(text, at, end)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_bracket(c: u8) -> cython.bint:
    """Whether a character is { } ( ) ; or $, which ends any junk."""
    return c == 0x7B or c == 0x7D or c == 0x28 or c == 0x29 or c == 0x3B or c == 0x24


def _symbol(text, at, end, token):
    """Reads `!?` and similar symbols by longest match; otherwise junk up to the next blank or bracket, or to a result
    that scan.py would recognise too."""
    length: cython.Py_ssize_t = 1
    behind: cython.Py_ssize_t = 0
    while at + length < end and length < 3 and (text[at + length] == 0x21 or text[at + length] == 0x3F):
        length += 1
    while length > 1 and symbol_nag(text, at, length) < 0:
        length -= 1
    if symbol_nag(text, at, length) >= 0:
        token.kind = TOKEN_NAG
        token.value = symbol_nag(text, at, length)
        token.end = at + length
        return
    token.kind = TOKEN_JUNK
    length = 1
    while at + length < end and not _blank_here(text, at + length, end):
        if _is_bracket(text[at + length]):
            break
        if may_precede_result(text[at + length - 1]) and result_at(text, at + length, end, cython.address(behind)):
            break
        length += 1
    token.end = at + length


def _run(text, at, end, token):
    """Reads a run of move characters: a symbol, a word, or a possible move."""
    stop: cython.Py_ssize_t = _move_run(text, at, end)
    length: cython.Py_ssize_t = stop - at
    token.end = stop
    if text[at] == 0x72 and length >= 4 and is_digit(text[at + 1]):  # r1-0: one side has resigned
        token.value = result_at(text, at + 1, end, cython.address(token.end))
        if token.value != RESULT_NONE:
            token.kind = TOKEN_RESULT
            token.start = at + 1
            return
        token.end = stop
        token.value = 0
    if length <= 4 and symbol_nag(text, at, length) >= 0:
        token.kind = TOKEN_NAG
        token.value = symbol_nag(text, at, length)
    elif length <= 4:
        token.kind = _word(text, at, length)
    else:
        token.kind = TOKEN_MOVE


def next_token(text, at, end, token):
    """Reads the next token; `at` must not be inside one."""
    c: u8
    at = skip_blank(text, at, end)
    token.start = at
    token.end = end
    token.value = 0
    token.kind = TOKEN_END
    if at >= end:
        token.length = 0
        return
    c = text[at]
    if is_letter(c) and (c != 0x4F or result_at(text, at, end, cython.address(token.end)) == RESULT_NONE):
        _run(text, at, end, token)
    elif is_digit(c) or c == 0x2A or c == 0xBD or c == 0xC2 or c == 0x4F:
        token.value = result_at(text, at, end, cython.address(token.end))
        if token.value != RESULT_NONE:
            token.kind = TOKEN_RESULT
        elif is_digit(c):
            _digits(text, at, end, token)
        else:
            _run(text, at, end, token)
    elif c == 0x7B:
        _comment(text, at, end, token)
        return
    elif c == 0x3B:
        token.end = line_end(text, at, end)
        token.kind = TOKEN_COMMENT
        _trim(text, at + 1, token.end, token)
        return
    elif c == 0x25 and (at == 0 or is_break(text[at - 1])):
        token.end = line_end(text, at, end)
        token.kind = TOKEN_ESCAPE
    elif c == 0x28:
        token.kind = TOKEN_OPEN
        token.end = at + 1
    elif c == 0x29:
        token.kind = TOKEN_CLOSE
        token.end = at + 1
    elif c == 0x24:
        _nag(text, at, end, token)
    elif c == 0x2E:
        token.kind = TOKEN_NOISE
        token.end = at + 1
    elif _in_move(c):
        _run(text, at, end, token)
    else:
        _symbol(text, at, end, token)
    token.length = token.end - token.start


def time_in_brackets(text, at, end):
    """Returns the end of the time of a move, after its opening bracket: `(0:06)` of FICS, `(1:02:03.5)`; 0 for other
    text."""
    parts: cython.int = 0
    digits: cython.int = 0
    while at < end and (is_digit(text[at]) or text[at] == 0x3A or (text[at] == 0x2E and parts > 0)):
        if text[at] == 0x3A:
            if digits == 0 or digits > 3 or (parts > 0 and digits != 2):
                return 0
            parts += 1
            digits = 0
        elif is_digit(text[at]):
            digits += 1
        at += 1
    return at + 1 if 0 < parts < 3 and digits > 1 and at < end and text[at] == 0x29 else 0


def close_of_variation(text, at, end):
    """Skips a variation with everything nested in it; comments may hold any bracket. -1 if it is not closed."""
    depth: cython.int = 1
    found: cython.p_void
    while at < end:
        if text[at] == 0x7B:
            found = memchr(text + at, 0x7D, end - at)
            if found == cython.NULL:
                return -1
            at = cython.cast(Text, found) - text
        elif text[at] == 0x3B or (text[at] == 0x25 and is_break(text[at - 1])):
            at = line_end(text, at, end)
            continue
        elif text[at] == 0x28:
            depth += 1
        elif text[at] == 0x29:
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    return -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _after_plain(text: Text, at: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Skips words that begin with a letter, and numbers with their dots, if blanks follow: never results."""
    start: cython.Py_ssize_t = at
    while at < end:
        if text[at] <= 32:
            at += 1
            start = at
        elif is_letter(text[at]) or (at > start and text[at] < 0x80 and _in_move(text[at])):
            at += 1
        elif at == start and 0x31 <= text[at] <= 0x39:
            while at < end and is_digit(text[at]):
                at += 1
            if at >= end or text[at] != 0x2E:
                break
            while at < end and text[at] == 0x2E:
                at += 1
            start = at
        else:
            break
    return start


def rest_of_line(text, at, end, variation):
    """Returns the end of an unreadable line: its closing bracket or, in the main line, a result followed only by
    comments."""
    token: Token
    result: cython.Py_ssize_t = -1
    if variation:
        at = close_of_variation(text, at, end)
        return at - 1 if at > 0 else end
    plain: cython.Py_ssize_t
    while True:
        plain = _after_plain(text, at, end)
        if plain > skip_blank(text, at, end):
            result = -1
        at = plain
        next_token(text, at, end, cython.address(token))
        if token.kind == TOKEN_END:
            return result if result >= 0 else end
        if token.kind == TOKEN_RESULT:
            result = token.start
        elif token.kind != TOKEN_COMMENT and token.kind != TOKEN_OPEN_COMMENT:
            result = -1
        at = token.end
        if token.kind == TOKEN_OPEN:
            at = close_of_variation(text, at, end)
            if at < 0:
                return end
