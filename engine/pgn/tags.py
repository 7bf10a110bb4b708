"""Reads the tag section of a game without losing anything."""

import re

import cython
from cython.cimports.engine.pgn.blocks import TOKENS_AT_A_TIME, give_way
from cython.cimports.engine.pgn.text.decode import tag_value, text_of
from cython.cimports.engine.pgn.text.marks import (
    TAG_COMMENT,
    TAG_GOOD,
    TAG_MALFORMED,
    TAG_OPEN_QUOTE,
    Tag,
    Text,
)
from cython.cimports.engine.pgn.text.problems import (
    PROBLEM_BAD_TAG,
    PROBLEM_DUPLICATE_TAG,
    PROBLEM_OPEN_TAG,
    PROBLEM_TAG_TEXT,
    PROBLEM_TOO_MANY_TAGS,
    PROBLEM_UNCLOSED_COMMENT,
    Findings,
    report,
)
from cython.cimports.engine.pgn.text.section import next_item

from engine.pgn.text.comment_text import BLANKS, BRACE, joined_lines

MOST_TAGS = 1000  # limit for a game: real ones have up to 40; a window shows a row for each
_ALWAYS = frozenset(("Event", "Site", "Date", "Round", "White", "Black", "Result", "FEN", "SetUp", "Variant"))
_LINES = re.compile(r"\r\n|\r|\n")  # str.splitlines accepts more line ends than PGN has, and would lose text after them


def read_tags(text, span, findings, fallback, repeated, escapes, remarks):
    """Returns all headers. Repeated tags go to `repeated`, other text and `%` lines to `escapes`, comments to
    `remarks`. After `MOST_TAGS` only tags that name the game or affect how it is read are headers; others become text
    in `escapes`."""
    tag: Tag
    at: cython.Py_ssize_t = span.start
    headers: dict = {}
    count: cython.int = 0
    full: cython.bint = False
    while at < span.movetext and next_item(text, at, span.movetext, cython.address(tag)):
        if tag.start - at > 2:  # more than a line break
            _keep_lines(text_of(text, at, tag.start - at, fallback), escapes, remarks)
        at = tag.end
        count += 1
        if count % TOKENS_AT_A_TIME == 0:
            give_way()
        if tag.state != TAG_GOOD and tag.state != TAG_OPEN_QUOTE:
            _keep_text(text, cython.address(tag), findings, fallback, escapes, remarks)
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
def _keep_text(
    text: Text,
    item: cython.pointer(Tag),
    findings: cython.pointer(Findings),
    fallback: str,
    escapes: list,
    remarks: list,
):
    """Stores an item that is not a tag: a comment, or a line of text, which is reported."""
    words: str = text_of(text, item.value, item.value_length, fallback).strip(BLANKS)
    if item.state == TAG_COMMENT:
        if words:
            remarks.append(joined_lines(words).replace(BRACE, "}"))
    elif words.startswith("{"):  # unchanged, it would open a comment that swallows moves
        report(findings, PROBLEM_UNCLOSED_COMMENT, item.start, item.end - item.start)
        words = words.strip(f"{{{BLANKS}")
        remarks += (words,) if words else ()
    else:
        kind: cython.int = PROBLEM_BAD_TAG if item.state == TAG_MALFORMED else PROBLEM_TAG_TEXT
        report(findings, kind, item.start, item.end - item.start)
        escapes.append(words)


@cython.cfunc
def _keep_lines(gap: str, escapes: list, remarks: list):
    """Stores the text between tags."""
    for row in _LINES.split(gap):
        text = row.strip(BLANKS)
        if row.startswith("%"):
            escapes.append(row)
        elif text.startswith(";") and text.strip(f";{BLANKS}"):
            remarks.append(text[1:].strip(BLANKS))
