"""The characters of a PGN file shared by scanner and tokenizer: white space, line ends, escapes, tags, results."""

import cython
from cython.cimports.engine.rules.types import u8
from cython.cimports.libc.string import memchr


def blank_length(text, at, end):
    """Returns the number of bytes of white space at an offset: controls, NBSP (both encodings), byte order marks, wide
    spaces; 0 if none."""
    c: u8 = text[at]
    if c <= 32 or c == 0xA0:
        return 1
    if c == 0xC2:
        return 2 if at + 1 < end and text[at + 1] == 0xA0 else 0
    if at + 2 >= end:
        return 0
    if c == 0xEF:
        return 3 if text[at + 1] == 0xBB and text[at + 2] == 0xBF else 0
    if c == 0xE2 and text[at + 1] == 0x80:
        return 3 if text[at + 2] <= 0x8B or text[at + 2] == 0xAF else 0
    return 0


def skip_blank(text, at, end):
    """Returns the first offset that is not white space."""
    length: cython.int
    while at < end:
        if text[at] <= 32:
            at += 1
            continue
        if text[at] < 0x80:
            return at
        length = blank_length(text, at, end)
        if length == 0:
            return at
        at += length
    return end


def line_end(text, at, end):
    """Returns the offset of the next line break, or the end."""
    while at < end and not is_break(text[at]):
        at += 1
    return at


def count_lines(text, at, end):
    """Returns the number of line breaks in a block: LF, CR or both together."""
    found: cython.Py_ssize_t = 0
    index: cython.Py_ssize_t
    if at >= end:
        return 0
    for index in range(at, end):
        found += text[index] == 10
    if memchr(text + at, 13, end - at) != cython.NULL:
        for index in range(at, end):
            found += text[index] == 13 and (index + 1 >= end or text[index + 1] != 10)
    return found


def first_on_line(text, at, floor):
    """Whether only blanks precede the offset on its line."""
    while at > floor and (text[at - 1] == 32 or text[at - 1] == 9 or text[at - 1] >= 0xA0):
        if text[at - 1] >= 0xA0 and text[at - 1] != 0xA0 and text[at - 1] != 0xBF:
            return False
        if text[at - 1] == 0xBF:
            return at - 3 >= floor and text[at - 3] == 0xEF and text[at - 2] == 0xBB
        at -= 1
    return at <= floor or is_break(text[at - 1])


def escape_at(text, at, floor):
    """Whether `%` is in the first column."""
    return text[at] == 0x25 and (at <= floor or is_break(text[at - 1]))


def name_at(text, at, end, tag):
    """Reads `[ Name "`. Returns the offset after the quote; -1 if it is something different, -2 if the block ends
    first. The three may be on separate lines."""
    tag.start = at
    at = skip_blank(text, at + 1, end)
    tag.name = at
    while at < end and (is_letter(text[at]) or is_digit(text[at]) or text[at] == 0x5F):
        at += 1
    tag.name_length = at - tag.name
    at = skip_blank(text, at, end)
    if at >= end:
        return -2
    if tag.name_length == 0 or text[at] != 0x22 or is_digit(text[tag.name]):
        return -1
    return at + 1


def _closes_line(text, at, end):
    """Whether only a closing bracket is left of the line."""
    at = after_blanks(text, at, end)
    if at >= end or text[at] != 0x5D:
        return False
    at = after_blanks(text, at + 1, end)
    return at >= end or is_break(text[at])


def after_blanks(text, at, end):
    """Returns the first offset that is neither a space nor a tab."""
    while at < end and (text[at] == 32 or text[at] == 9):
        at += 1
    return at


def _has_later_end(text, at, end):
    """Whether a tag that could end before the offset really ends with its line: `[Remark "a [Event "b"] c"]`."""
    at = after_blanks(text, at, end)
    if at >= end or is_break(text[at]) or text[at] == 0x7B or text[at] == 0x3B:
        return False
    bracket: cython.bint = False
    quote: cython.bint = False
    while at < end and not is_break(text[at]):
        if text[at] == 0x5B:
            return False
        if text[at] > 32:
            bracket = quote and text[at] == 0x5D
            quote = text[at] == 0x22
        at += 1
    return bracket


def _wrapped_end(text, at, end):
    """Returns the offset of the quote that ends a value on one of the lines after the line break at the offset; -1
    without one. An empty line or one that begins with a bracket ends the search."""
    lines: cython.int = MOST_LINES
    while lines > 0:
        lines -= 1
        at += 2 if text[at] == 13 and at + 1 < end and text[at + 1] == 10 else 1
        if at >= end or is_break(text[at]) or text[after_blanks(text, at, end)] == 0x5B:
            return -1
        while at < end and not is_break(text[at]):
            if text[at] == 0x22 and text[at - 1] != 0x5C and _closes_line(text, at + 1, end):
                return at
            at += 1
        if at >= end:
            return -1
    return -1


def read_value(text, at, end, tag):
    """Reads the value up to the quote that a bracket follows. Other quotes are part of the value ("Joe "The Rock" S.").
    So is a quote after a backslash, unless the tag would then have no end: `"C:\\games\\"]` ends there. A value that is
    not closed on its line may continue on the next ones.
    """
    tag.value = at
    tag.escaped = False
    tag.state = TAG_GOOD
    behind: cython.Py_ssize_t
    last: cython.Py_ssize_t = -1  # a quote after a backslash that ends the tag if no other does
    while at < end and not is_break(text[at]):
        if text[at] == 0x5C and at + 1 < end and (text[at + 1] == 0x22 or text[at + 1] == 0x5C):
            tag.escaped = True
            at += 2
            if text[at - 1] == 0x22 and _closes_line(text, at, end):
                last = at - 1
            continue
        if text[at] == 0x22:
            behind = after_blanks(text, at + 1, end)
            if behind < end and text[behind] == 0x5D and not _has_later_end(text, behind + 1, end):
                tag.value_length = at - tag.value
                tag.end = behind + 1
                return
            if behind >= end or is_break(text[behind]):  # the bracket is missing, not the quote
                tag.value_length = at - tag.value
                tag.end = behind
                return
        at += 1
    if last >= 0:
        tag.value_length = last - tag.value
        tag.end = at
        return
    behind = _wrapped_end(text, at, end) if at < end else -1
    if behind >= 0:
        tag.value_length = behind - tag.value
        tag.end = after_blanks(text, behind + 1, end) + 1
        return
    tag.state = TAG_OPEN_QUOTE
    tag.end = at
    while at > tag.value and (text[at - 1] <= 32 or text[at - 1] == 0x5D):
        at -= 1
    tag.value_length = at - tag.value


def after_points(text, at, end):
    """Skips the dots of a move number, including the ellipsis character."""
    while at < end:
        if text[at] == 0x2E:
            at += 1
        elif at + 2 < end and text[at] == 0xE2 and text[at + 1] == 0x80 and text[at + 2] == 0xA6:
            at += 3
        else:
            break
    return at


def dash_length(text, at, end):
    """Returns the number of bytes of a dash (hyphen, U+2010 to U+2014, minus) at the offset; 0 if none."""
    if at < end and text[at] == 0x2D:
        return 1
    if at + 2 >= end or text[at] != 0xE2:
        return 0
    if text[at + 1] == 0x80 and 0x90 <= text[at + 2] <= 0x94:
        return 3
    return 3 if text[at + 1] == 0x88 and text[at + 2] == 0x92 else 0


def is_both_lose(text, length):
    """Whether the text is `0-0`, with any dash: castling, or a result."""
    dash: cython.int = dash_length(text, 1, length)
    return dash > 0 and length == dash + 2 and text[0] == 0x30 and text[length - 1] == 0x30


def _half_length(text, at, end):
    """Returns the number of bytes of `1/2`, `0.5`, `0,5` or of the half sign in UTF-8 or Latin-1; 0 if none."""
    if at + 2 < end and text[at] == 0x31 and text[at + 1] == 0x2F and text[at + 2] == 0x32:
        return 3
    if at + 2 < end and text[at] == 0x30 and (text[at + 1] == 0x2E or text[at + 1] == 0x2C) and text[at + 2] == 0x35:
        return 3
    if at + 1 < end and text[at] == 0xC2 and text[at + 1] == 0xBD:
        return 2
    return 1 if at < end and text[at] == 0xBD else 0


def _score_at(text, at, end, behind):
    """Reads the half points of one side: 0 (also the letter O), 1 or 2; -1 for other text."""
    half: cython.int = _half_length(text, at, end)
    if half:
        behind[0] = at + half
        return 1
    behind[0] = at + 1
    if at < end and (text[at] == 0x30 or text[at] == 0x4F):
        return 0
    return 2 if at < end and text[at] == 0x31 else -1


def _after_separator(text, at, end):
    """Returns the offset after the dash or colon of a result, with at most one space on each side; the offset itself
    without one."""
    start: cython.Py_ssize_t = at
    dash: cython.int
    if at < end and text[at] == 32:
        at += 1
    if at < end and text[at] == 0x3A:
        dash = 1
    else:
        dash = dash_length(text, at, end)
    if dash == 0:
        return start
    at += dash
    return at + 1 if at < end and text[at] == 32 else at


def result_at(text, at, end, behind):
    """Returns the result token at an offset, and its end; RESULT_NONE without one. `0-0` is left to the caller."""
    found: cython.int = RESULT_NONE
    first: cython.Py_ssize_t = at
    after: cython.Py_ssize_t
    white: cython.int
    black: cython.int
    if at >= end:
        return RESULT_NONE
    if text[at] == 0x2A:
        behind[0] = at + 1
        return RESULT_OPEN
    white = _score_at(text, at, end, cython.address(at))
    if white < 0:
        return RESULT_NONE
    after = _after_separator(text, at, end)
    black = -1
    if after > at:
        black = _score_at(text, after, end, cython.address(after))
    if black < 0:
        if white == 1 and text[first] != 0x30:
            found = RESULT_DRAW  # one half alone
    elif (white == 0 and black == 0) or white + black > 3 or (text[first] == 0x4F and text[after - 1] == 0x4F):
        return RESULT_NONE
    else:
        at = after
        if white + black != 2:
            found = RESULT_UNEVEN
        elif white == 1:
            found = RESULT_DRAW
        else:
            found = RESULT_WHITE if white == 2 else RESULT_BLACK
    if found == RESULT_NONE:
        return RESULT_NONE
    if at < end and (is_digit(text[at]) or is_letter(text[at]) or dash_length(text, at, end) or text[at] == 0x2F):
        return RESULT_NONE
    if black >= 0 and at < end and (text[at] == 0x3F or text[at] == 0x2A):
        at += 1  # 1-0? and 1-0*: not certain
    behind[0] = at
    return found


def result_start(text, at, floor):
    """Returns the offset of a result whose dash, colon, slash, star or half sign is at the offset, so far as the text
    before it can belong to it."""
    start: cython.Py_ssize_t = at - 1
    if text[at] == 0x2A or (text[at] == 0xBD and (at <= floor or text[at - 1] != 0xC2)):
        return at
    if start > floor and text[start] == 32:
        start -= 1
    if start - 2 >= floor and (text[start - 1] == 0x2E or text[start - 1] == 0x2C) and text[start] == 0x35:
        return start - 2
    return start
