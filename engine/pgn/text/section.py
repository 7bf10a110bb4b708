"""The tag section of a game as a state machine: it ends at a move, a numbered move or a result.

Files also have comments there (which the standard allows), notes of mail programs, HTML, unknown tags. If such a line
ended the section, the tags above it and the moves below it would become two games. So text between a game's tags, or
between its last tag and its moves, belongs to the section. Comments after the last tag or text belong to the moves.
"""

import cython
from cython.cimports.engine.pgn.text.marks import (
    TAG_COMMENT,
    TAG_MALFORMED,
    TAG_OPEN_COMMENT,
    TAG_TEXT,
    Tag,
    Text,
    after_blanks,
    after_points,
    escape_at,
    is_break,
    is_digit,
    is_letter,
    line_end,
    name_at,
    read_value,
    result_at,
    skip_blank,
)
from cython.cimports.engine.rules.types import u8
from cython.cimports.libc.string import memchr, memcmp

LONGEST_COMMENT = cython.declare(cython.Py_ssize_t, 65536)  # limit of the search for the brace after an interruption
SHORTEST_WORD = cython.declare(cython.Py_ssize_t, 4)  # letters; longer than any move text such as `Nbd` or `Kt`


def next_item(text, at, end, tag):
    """Reads the next tag, comment or line of text. False if only blanks, `%` and `;` lines are left."""
    floor: cython.Py_ssize_t = at
    behind: cython.Py_ssize_t
    while True:
        at = skip_blank(text, at, end)
        if at >= end:
            return False
        if not escape_at(text, at, floor) and text[at] != 0x3B:
            break
        at = line_end(text, at, end)
    tag.start = at
    if text[at] == 0x5B:
        behind = name_at(text, at, end, tag)
        if behind >= 0:
            read_value(text, behind, end, tag)
            return True
    tag.value = at
    tag.state = TAG_MALFORMED if text[at] == 0x5B else TAG_TEXT
    tag.end = line_end(text, at, end)
    if text[at] == 0x7B:
        behind = _comment_end(text, at, end)
        if behind >= 0:
            tag.state = TAG_COMMENT
            tag.value = at + 1
            tag.end = behind
            tag.value_length = behind - at - 2
            return True
        tag.state = TAG_OPEN_COMMENT if behind == ENDLESS else TAG_TEXT
    tag.value_length = tag.end - at
    return True


def _comment_end(text, at, end):
    """Returns the offset after the comment that opens at the offset. UNCLOSED: tags or moves follow, and another brace
    opens before one closes. ENDLESS: it never closes, and neither follows. Line by line, because the rest of a block
    may be long."""
    found: cython.p_void
    line: cython.Py_ssize_t
    stop: cython.Py_ssize_t
    while True:
        line = line_end(text, at, end)
        found = memchr(text + at, 0x7D, line - at)
        if found != cython.NULL:
            return cython.cast(Text, found) - text + 1
        at = line
        while at < end and text[at] <= 32:
            at += 1
        if at >= end:
            return ENDLESS
        if _interrupts(text, line, at, end):
            break
    stop = min(at + LONGEST_COMMENT, end)
    while at < stop:
        if text[at] == 0x7D:
            return at + 1
        if text[at] == 0x7B:
            return UNCLOSED
        at += 1
    return UNCLOSED


def _interrupts(text, line, at, end):
    """Whether a line inside a comment, after the line break at `line`, looks like a tag or, after an empty line, like
    the first move."""
    tag: Tag
    if text[at] == 0x5B:
        return name_at(text, at, end, cython.address(tag)) >= 0
    return text[at] == 0x31 and _is_numbered(text, at, end) and has_empty_line(text, line, at)


def has_empty_line(text, at, end):
    """Whether there are two line breaks between the offsets with only blanks between them."""
    empty: cython.bint = False
    while at < end:
        if is_break(text[at]):
            if empty:
                return True
            empty = True
            if text[at] == 13 and at + 1 < end and text[at + 1] == 10:
                at += 1
        elif text[at] > 32:
            empty = False
        at += 1
    return False


def _guards_text(text, comment, end):
    """Whether a comment is the empty one that the writer puts before text that may not begin a line of the movetext."""
    tag: Tag
    at: cython.Py_ssize_t = after_blanks(text, comment.end, end)
    if comment.value_length > 0 or at >= end or is_break(text[at]):
        return False
    return text[at] != 0x5B or name_at(text, at, end, cython.address(tag)) < 0


def _is_name(text, tag, other):
    """Whether two tags have the same name."""
    return tag.name_length == other.name_length and memcmp(text + tag.name, text + other.name, tag.name_length) == 0


def section_end(text, at, end, starved):
    """Returns the end of the tag section that begins at the offset.

    After an empty line, `Event` or the section's first tag name begins another game; after text, only if the section
    has that tag already. `starved`: the block ended first.
    """
    first: Tag
    tag: Tag
    event: cython.bint = False  # seen
    begun: cython.bint = False  # `first` holds the first tag
    words: cython.bint = False  # text since the last tag
    last: cython.Py_ssize_t = at  # after the last tag
    behind: cython.Py_ssize_t = at  # after the last tag or text
    is_event: cython.bint
    again: cython.bint
    while next_item(text, at, end, cython.address(tag)):
        if tag.end >= end or tag.state == TAG_OPEN_COMMENT:
            starved[0] = True
        if text[tag.start] == 0x7B and tag.state == TAG_TEXT and end - tag.start <= 2 * LONGEST_COMMENT:
            starved[0] = True
        if tag.state == TAG_OPEN_COMMENT:
            return last
        if tag.state == TAG_TEXT or (tag.state == TAG_MALFORMED and words):
            if begins_movetext(text, tag.start, end):
                return behind
            words = True
            behind = tag.end
        elif tag.state == TAG_MALFORMED:
            last = behind = tag.end
        elif tag.state == TAG_COMMENT and _guards_text(text, cython.address(tag), end):
            return behind
        elif tag.state != TAG_COMMENT:
            is_event = tag.name_length == 5 and memcmp(text + tag.name, b"Event", 5) == 0
            again = begun and _is_name(text, cython.address(tag), cython.address(first))
            if (words and ((is_event and event) or again)) or (
                (is_event or again) and begun and has_empty_line(text, last, tag.start)
            ):
                return last
            if not begun:
                first = tag
                begun = True
            event |= is_event
            words = False
            last = behind = tag.end
        at = tag.end
    starved[0] = True
    return last


def begins_movetext(text, at, end):
    """Whether a line ends the section: a move, a number with a move, a result, a variation."""
    result: cython.Py_ssize_t = 0
    opened: cython.bint = False
    c: u8
    while text[at] == 0x28 or text[at] == 0x29 or text[at] == 0x7D:
        opened |= text[at] == 0x28
        at = after_blanks(text, at + 1, end)
        if at >= end or is_break(text[at]) or text[at] == 0x7B or text[at] == 0x3B:
            return opened
    c = text[at]
    if c == 0x24:
        return at + 1 < end and is_digit(text[at + 1])
    if c == 0x2E:
        at = after_blanks(text, after_points(text, at, end), end)
        return at < end and _is_move(text, at, end)
    if result_at(text, at, end, cython.address(result)):
        return c != 0x2A or not _is_bullet(text, at, end)
    return _is_numbered(text, at, end) or _is_move(text, at, end)


def _is_bullet(text, at, end):
    """Whether an asterisk begins a line of text, or one with a tag of the same game, instead of being a result."""
    tag: Tag
    result: cython.Py_ssize_t = 0
    at = after_blanks(text, at + 1, end)
    if at >= end or is_break(text[at]) or text[at] == 0x7B or text[at] == 0x3B:
        return False
    if text[at] == 0x5B and name_at(text, at, end, cython.address(tag)) >= 0:
        return tag.name_length != 5 or memcmp(text + tag.name, b"Event", 5) != 0
    return not (
        result_at(text, at, end, cython.address(result)) or _is_numbered(text, at, end) or _is_move(text, at, end)
    )


def looks_like_move(text, at, end):
    """A rough test to distinguish a game without tags from junk: a square within six characters, or castling."""
    index: cython.Py_ssize_t
    c: u8 = text[at]
    if c == 0xE2 and at + 2 < end and text[at + 1] == 0x99 and 0x94 <= text[at + 2] <= 0x9F:
        return True
    if not is_letter(c) and c != 0x30:
        return False
    if at + 2 < end and text[at + 1] == 0x2D and (c | 32 == 0x6F or c == 0x30) and text[at + 2] == c:
        return True
    for index in range(at, min(at + 5, end - 1)):
        if text[index] <= 32:
            return False
        if 0x61 <= text[index] <= 0x68 and 0x31 <= text[index + 1] <= 0x38:
            return index + 2 >= end or not is_letter(text[index + 2]) or index - at < 3
    return False


def _is_move(text, at, end):
    """Whether a word is a move: castling, a null move, or a piece letter of any language followed only by squares."""
    start: cython.Py_ssize_t = at
    c: u8
    if text[at] >= 0x80:
        while at < end and text[at] >= 0x80 and at - start < 4:
            at += 1
        if at >= end:
            return False
    elif _is_null(text, at, end):
        return True
    if not looks_like_move(text, at, end):
        return at > start and at - start < 4 and looks_like_move(text, start, end)
    if text[at] == 0x30 or text[at + 1] == 0x2D:
        return True  # castling
    at += 1
    while at < end and not is_digit(text[at]):
        c = text[at]
        if not 0x61 <= c <= 0x68 and c != 0x78 and c != 0x58 and c != 0x3A and c != 0x2D:
            return False
        at += 1
    return True


def _is_null(text, at, end):
    """Whether a null move is at the offset, not part of a longer word."""
    length: cython.Py_ssize_t = 0
    if end - at >= 2 and (memcmp(text + at, b"--", 2) == 0 or memcmp(text + at, b"Z0", 2) == 0):
        length = 2
    elif end - at >= 4 and (
        memcmp(text + at, b"null", 4) == 0
        or memcmp(text + at, b"NULL", 4) == 0
        or memcmp(text + at, b"0000", 4) == 0
        or memcmp(text + at, b"@@@@", 4) == 0
    ):
        length = 4
    return length > 0 and (at + length >= end or text[at + length] <= 32)


def _is_numbered(text, at, end):
    """Whether a number with its move is at the offset; the move may be missing, or on the next line."""
    start: cython.Py_ssize_t = at
    behind: cython.Py_ssize_t
    while at < end and is_digit(text[at]):
        at += 1
    if at == start:
        return False
    behind = after_blanks(text, at, end)
    if behind < end and text[behind] == 0x2E:  # `1 . e4`
        at = behind
    behind = after_blanks(text, after_points(text, at, end), end)
    if at < end and (text[at] == 0x2E or text[at] == 0xE2) and behind > at:
        return may_be_move(text, behind, end)
    return behind < end and (is_letter(text[behind]) or text[behind] >= 0x80) and _is_move(text, behind, end)


def may_be_move(text, at, end):
    """Whether the text after a number with a dot may be a move, not a plain word or quotation: `1. Round` is text."""
    start: cython.Py_ssize_t
    at = after_blanks(text, at, end)
    if at >= end or not is_letter(text[at]):
        return at >= end or text[at] != 0x22
    start = at
    while at < end and is_letter(text[at]):
        at += 1
    if at - start < SHORTEST_WORD or (at < end and (is_digit(text[at]) or text[at] == 0x2D or text[at] == 0x3D)):
        return True
    return _is_null(text, start, end)
