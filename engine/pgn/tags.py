"""The tag section of a game, with nothing of it lost."""

import re

import cython
from cython.cimports.engine.pgn.blocks import TOKENS_AT_A_TIME, give_way
from cython.cimports.engine.pgn.text.decode import tag_value, text_of
from cython.cimports.engine.pgn.text.marks import TAG_GOOD, TAG_MALFORMED, Tag, next_tag
from cython.cimports.engine.pgn.text.problems import (
    PROBLEM_BAD_TAG,
    PROBLEM_DUPLICATE_TAG,
    PROBLEM_OPEN_TAG,
    PROBLEM_TOO_MANY_TAGS,
    report,
)

from engine.pgn.text.comment_text import BLANKS

MOST_TAGS = 1000  # of a game: real ones have up to 40; a window shows a row for each
_ALWAYS = frozenset(("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant"))
_LINES = re.compile(r"\r\n|\r|\n")  # str.splitlines knows more line ends than a PGN has, and loses what is behind them


def read_tags(text, span, findings, fallback, repeated, escapes, remarks):
    """All headers. Tags given twice go to `repeated`, lines that are no tags and `%` lines to `escapes`, `;` lines to
    `remarks`. Behind `MOST_TAGS` only those that name the game or decide how it is read are headers, the others are text in
    `escapes`.
    """
    tag: Tag
    at: cython.Py_ssize_t = span.start
    headers: dict = {}
    count: cython.int = 0
    full: cython.bint = False
    while at < span.movetext and next_tag(text, at, span.movetext, cython.address(tag)):
        if tag.start - at > 2:  # more than a line break
            _keep_lines(text_of(text, at, tag.start - at, fallback), escapes, remarks)
        at = tag.end
        count += 1
        if count % TOKENS_AT_A_TIME == 0:
            give_way()
        if tag.state == TAG_MALFORMED:
            report(findings, PROBLEM_BAD_TAG, tag.start, tag.end - tag.start)
            escapes.append(text_of(text, tag.start, tag.end - tag.start, fallback).strip())
            continue
        if tag.state != TAG_GOOD:
            report(findings, PROBLEM_OPEN_TAG, tag.start, tag.end - tag.start)
        name = text_of(text, tag.name, tag.name_length, fallback)
        if len(headers) + len(repeated) >= MOST_TAGS and (name in headers or name not in _ALWAYS):
            if not full:
                report(findings, PROBLEM_TOO_MANY_TAGS, tag.start, tag.end - tag.start)
            full = True
            escapes.append(text_of(text, tag.start, tag.end - tag.start, fallback).strip())
            continue
        value = tag_value(text, cython.address(tag), fallback)
        if name in headers:
            report(findings, PROBLEM_DUPLICATE_TAG, tag.start, tag.end - tag.start)
            repeated.append((name, value))
        else:
            headers[name] = value
    return headers


@cython.cfunc
def _keep_lines(gap: str, escapes: list, remarks: list):
    """Keeps what is between tags."""
    for row in _LINES.split(gap):
        text = row.strip(BLANKS)
        if row.startswith("%"):
            escapes.append(row)
        elif text.startswith(";") and text.strip(f";{BLANKS}"):
            remarks.append(text[1:].strip(BLANKS))
