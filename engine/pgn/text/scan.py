"""Finds the boundaries of games in a block of bytes.

Splitting at `[Event` lines would cut games whose comments quote one, and trusting every brace would lose the game after
a missing one. So the movetext is walked: comments, escapes and variations are skipped, and a game ends at its result,
or at the next tag on its own line. A comment that runs into something like the next game's tags counts as unclosed if
another brace opens before one closes, or none closes soon.

All functions take offsets into one block, without copying or recursion, and read every byte a bounded number of times.
"""

import cython
from cython.cimports.engine.pgn.text.marks import (
    Tag,
    Text,
    after_blanks,
    count_lines,
    escape_at,
    first_on_line,
    is_digit,
    line_end,
    may_precede_result,
    name_at,
    result_at,
    result_start,
    skip_blank,
)
from cython.cimports.engine.pgn.text.section import has_empty_line, looks_like_move, may_be_move, section_end
from cython.cimports.libc.string import memchr, memcmp

COMMENT, LINE_COMMENT, BREAK, OPEN, CLOSE, STAR, DASH, SLASH, HALF, WIDE, COLON = range(1, 12)


def _fill_stops() -> None:
    index: cython.int
    for index in range(256):
        STOPS[index] = 0
    for index, kind in (
        (0x7B, COMMENT),
        (0x3B, LINE_COMMENT),
        (10, BREAK),
        (13, BREAK),
        (0x28, OPEN),
        (0x29, CLOSE),
        (0x2A, STAR),
        (0x2D, DASH),
        (0x2F, SLASH),
        (0xBD, HALF),
        (0xE2, WIDE),
        (0x3A, COLON),
    ):
        STOPS[index] = kind


_fill_stops()


def _tag_at(text, at, end, span):
    """Whether the bracket at the offset opens a tag with a quoted value."""
    tag: Tag
    answer: cython.Py_ssize_t = name_at(text, at, end, cython.address(tag))
    if answer == -2:
        span.starved = True
    return answer >= 0


def _is_event(text, tag):
    return tag.name_length == 5 and memcmp(text + tag.name, b"Event", 5) == 0


def _find_game_start(text, floor, at, stop, end, span):
    """Finds, inside a comment that begins at `floor`, the first `[Event "` at a line start, or any tag after an empty
    line; -1 if none."""
    found: cython.p_void
    tag: Tag
    back: cython.Py_ssize_t
    while at < stop:
        found = memchr(text + at, 0x5B, stop - at)
        if found == cython.NULL:
            return -1
        at = cython.cast(Text, found) - text
        if first_on_line(text, at, floor):
            back = name_at(text, at, end, cython.address(tag))
            if back == -2:
                span.starved = True
            if back >= 0:
                back = at
                while back > floor and text[back - 1] <= 32:
                    back -= 1
                if _is_event(text, cython.address(tag)) or count_lines(text, back, at) > 1:
                    return at
        at += 1
    return -1


def comment_end(text, at, end, span):
    """Returns the offset after the comment that opens at the offset, or the end of an unclosed one (see the module)."""
    start: cython.Py_ssize_t = at + 1
    stop: cython.Py_ssize_t = start
    window: cython.Py_ssize_t = FIRST_WINDOW
    game: cython.Py_ssize_t = -1
    found: cython.p_void
    while game < 0:
        if start >= end:
            span.starved = True
            return end
        stop = min(start + window, end)
        found = memchr(text + start, 0x7D, stop - start)
        if found != cython.NULL:
            stop = cython.cast(Text, found) - text
        game = _find_game_start(text, at + 1, start, stop, end, span)
        if game < 0 and found != cython.NULL:
            return stop + 1
        start = stop
        window = min(2 * window, RESCUE_WINDOW)
    stop = min(game + RESCUE_WINDOW, end)
    for start in range(game, stop):
        if text[start] == 0x7D:
            return start + 1
        if text[start] == 0x7B:
            return game
    if stop == end:
        span.starved = True
    return game


def _number_at(text, at, end):
    """Returns the move number at an offset (before a move, or a dot without a plain word), capped at 9,999; 0 if none."""
    number: cython.int = 0
    behind: cython.Py_ssize_t
    while at < end and is_digit(text[at]):
        if number < 1000:
            number = number * 10 + (text[at] - 48)
        at += 1
    if number == 0 or at >= end:
        return 0
    behind = after_blanks(text, at, end)
    if behind < end and text[behind] == 0x2E:  # `1 . e4`
        at = behind
    if text[at] == 0x2E:
        while at < end and text[at] == 0x2E:
            at += 1
        return number if may_be_move(text, at, end) else 0
    behind = skip_blank(text, at, end)
    return number if behind > at and behind < end and looks_like_move(text, behind, end) else 0


def _movetext_at(text, at, end):
    """Whether a game without tags begins here: with a move number, a move, a result, or a variation that begins with
    one."""
    behind: cython.Py_ssize_t = 0
    while at < end and text[at] == 0x28:
        at = skip_blank(text, at + 1, end)
    if at >= end:
        return False
    return (
        _number_at(text, at, end) > 0
        or looks_like_move(text, at, end)
        or result_at(text, at, end, cython.address(behind)) > 0
    )


def _last_bracket(text, at, end):
    """Returns the last of the opening brackets at the offset, separated only by blanks; the offset without any.
    `_movetext_at` has checked the text after them."""
    last: cython.Py_ssize_t = at
    while at < end and text[at] == 0x28:
        last = at
        at = skip_blank(text, at + 1, end)
    return last


def _find_start(text, at, end, span):
    """Skips junk up to the first tag or move. Comments directly before a game without tags belong to it."""
    floor: cython.Py_ssize_t = at
    remarks: cython.Py_ssize_t = -1
    span.tagged = False
    while True:
        at = skip_blank(text, at, end)
        if at >= end:
            span.starved = True
            return False
        if text[at] == 0x5B and _tag_at(text, at, end, span):
            span.start = at
            span.tagged = True
            return True
        if text[at] == 0x7B:
            remarks = at if remarks < 0 else remarks
            at = comment_end(text, at, end, span)
        elif text[at] == 0x3B or escape_at(text, at, floor):
            at = line_end(text, at, end)
        elif _movetext_at(text, at, end):
            span.start = at if remarks < 0 else remarks
            return True
        else:
            if span.junk < 0:
                span.junk = at
            remarks = -1
            at = line_end(text, _last_bracket(text, at, end), end)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _refused(
    text: Text, at: cython.Py_ssize_t, floor: cython.Py_ssize_t, span: cython.pointer(Span)
) -> cython.Py_ssize_t:
    """Remembers that the game continues after all results between the two offsets, so that a run of them is walked
    once. Not if an escape directly follows the first: the walk from the others would not recognise it."""
    if text[floor] != 0x25:
        span.refused = at
    return -1


def _after_result(text, at, end, span):
    """Returns the end of the game whose result ends at the offset; -1 if moves continue regardless.

    Comments after the result belong to the game, up to an escaped line, which is between the games. A comment after an
    empty line, or on a line of its own directly before tags, belongs to the next game if there is one.
    """
    floor: cython.Py_ssize_t = at
    cut: cython.Py_ssize_t = -1  # of what is between the games, or belongs to the next one
    escape: cython.Py_ssize_t = -1
    own: cython.Py_ssize_t = -1  # the first of the comments on their own lines, without an empty line since
    before: cython.Py_ssize_t
    number: cython.int
    while True:
        before = at
        at = skip_blank(text, at, end)
        if at >= end:
            span.starved = True
            return end if escape < 0 else escape
        if cut < 0 and before < at and has_empty_line(text, before, at):
            own = -1
            if text[at] == 0x7B or text[at] == 0x3B:
                cut = at
        if own < 0 and (text[at] == 0x7B or text[at] == 0x3B) and count_lines(text, before, at) > 0:
            own = at
        if text[at] == 0x7B:
            at = comment_end(text, at, end, span)
        elif escape_at(text, at, floor):
            if cut < 0:
                cut = at
            if escape < 0:
                escape = at
            at = line_end(text, at, end)
        elif text[at] == 0x3B:
            at = line_end(text, at, end)
        elif result_at(text, at, end, cython.address(at)):
            cut = escape
            own = -1
        elif text[at] == 0x24 or text[at] == 0x28 or text[at] == 0x29 or text[at] == 0x21 or text[at] == 0x3F:
            return _refused(text, at, floor, span)
        else:
            number = _number_at(text, at, end)
            if end - at < 24:
                span.starved = True
            if number > 1:
                return _refused(text, at, floor, span)
            if cut < 0 and text[at] == 0x5B:
                cut = own
            return at if cut < 0 else cut


def _result_around(text, at, floor, end):
    """Returns the offset after the result token whose first dash, colon, slash or half sign is at `at`; 0 if none."""
    behind: cython.Py_ssize_t = 0
    start: cython.Py_ssize_t = result_start(text, at, floor)
    if start < floor:
        return 0
    if start > floor and not may_precede_result(text[start - 1]):
        return 0
    return behind if result_at(text, start, end, cython.address(behind)) else 0


def _after_empty_line(text, floor, at):
    """Whether the line before that of the offset is empty, and only blanks precede the offset on its line."""
    start: cython.Py_ssize_t = at
    while start > floor and text[start - 1] <= 32:
        start -= 1
    return start < at and has_empty_line(text, start, at)


def _first_text(text, at, end, span):
    """Returns the first offset of a movetext that is neither blank nor comment nor escape."""
    floor: cython.Py_ssize_t = at
    while True:
        at = skip_blank(text, at, end)
        if at >= end:
            return end
        if text[at] == 0x7B:
            at = comment_end(text, at, end, span)
        elif text[at] == 0x3B or escape_at(text, at, floor):
            at = line_end(text, at, end)
        else:
            return at


def _has_fen(text, span):
    """Whether the tag section names a FEN."""
    at: cython.Py_ssize_t
    for at in range(span.start, span.movetext - 4):  # noqa: SIM110 - a generator would not become a C loop
        if text[at] == 0x5B and memcmp(text + at, b"[FEN", 4) == 0:
            return True
    return False


def _is_first_move(text, at, end, span):
    """Whether `1.` with a move is at the offset."""
    if end - at < 24:
        span.starved = True
    if at + 1 >= end or text[at] != 0x31 or text[at + 1] != 0x2E or (at + 2 < end and text[at + 2] == 0x2E):
        return False
    at = skip_blank(text, at + 2, end)
    return at < end and looks_like_move(text, at, end)


def _find_end(text, at, end, span):
    """Walks the movetext to the end of the game: its result, the tags of the next game, or after an empty line another
    first move. Comments after an empty line belong to the game that follows them."""
    floor: cython.Py_ssize_t = at
    first: cython.Py_ssize_t = -1  # the first text that is not a comment
    label: cython.Py_ssize_t = -1  # the first of the last comments, if an empty line precedes them
    after_label: cython.Py_ssize_t = -1
    solution: cython.bint = False  # a FEN game: a first move that comes again is another try
    depth: cython.int = 0
    behind: cython.Py_ssize_t
    stop: cython.int
    while at < end:
        stop = STOPS[text[at]]
        if stop == 0:
            at += 1
            continue
        behind = -1
        if stop == 3:  # BREAK
            at += 1
            if at < end and text[at] == 0x25:
                at = line_end(text, at, end)
                continue
            behind = at
            while behind < end and (text[behind] == 32 or text[behind] == 9):
                behind += 1
        elif stop == 1 or stop == 2:  # COMMENT, LINE_COMMENT
            if depth == 0 and (label < 0 or skip_blank(text, after_label, at) < at):
                label = at if _after_empty_line(text, floor, at) else -1
            if stop == 2:
                at = line_end(text, at, end)
            else:
                at = comment_end(text, at, end, span)
                if at < end and text[at] == 0x5B and text[at - 1] != 0x7D and _tag_at(text, at, end, span):
                    return at
                behind = at
                while behind < end and (text[behind] == 32 or text[behind] == 9):
                    behind += 1
            after_label = at
        elif stop == 4:  # OPEN
            depth += 1
            at += 1
        elif stop == 5:  # CLOSE
            depth -= depth > 0
            at += 1
        else:
            behind = _result_around(text, at, floor, end) if depth == 0 else 0
            at += 1
            if behind:
                at = behind
                if at > span.refused:
                    behind = _after_result(text, at, end, span)
                    if behind >= 0:
                        return behind
            behind = -1
        if behind < 0 or behind >= end:
            continue
        if text[behind] == 0x5B and stop == 3 and _tag_at(text, behind, end, span):
            if label >= 0 and skip_blank(text, after_label, behind) >= behind:
                return label if _first_text(text, floor, end, span) < label else behind
            return behind
        if text[behind] != 0x31 or depth or solution:
            continue
        if label < 0 or skip_blank(text, after_label, behind) < behind:
            label = -1
            if stop != 3 or not _after_empty_line(text, floor, behind):
                continue
        if not _is_first_move(text, behind, end, span):
            continue
        if first < 0:
            first = _first_text(text, floor, end, span)
            solution = _has_fen(text, span)
        if not solution and first < (behind if label < 0 else label):
            return behind if label < 0 else label
    span.starved = True
    return end


def next_game(text, at, end, last_block, span):
    """Finds the next game at or after an offset: GAME_FOUND, MORE_NEEDED (only if this is not the last block) or
    NO_GAME."""
    span.prelude = at
    span.starved = False
    span.junk = -1
    span.refused = 0
    if not _find_start(text, at, end, span):
        return NO_GAME if last_block else MORE_NEEDED
    span.movetext = span.start
    if span.tagged:
        span.movetext = section_end(text, span.start, end, cython.address(span.starved))
    span.end = _find_end(text, span.movetext, end, span)
    return MORE_NEEDED if span.starved and not last_block else GAME_FOUND
