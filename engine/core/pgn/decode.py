"""Bytes to text, one string at a time: UTF-8 if it is valid, else the fallback encoding (cp1252, which holds Latin-1's
letters).

The decision is taken for every tag value and comment by itself, because collections are glued together from files of
all encodings. A text in Latin-1 that happens to be valid UTF-8 is rarer than one in ten million names.
"""

import cython
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.engine.core.pgn.spelling import Letters
from cython.cimports.libc.string import memset

import engine.core.pgn.spelling  # noqa: F401


@cython.cfunc
def _other_text(content: bytes, fallback: str) -> str:
    """Text that is not UTF-8."""
    try:
        return content.decode(fallback)
    except (UnicodeDecodeError, LookupError):
        return content.decode("latin-1")


def text_of(text, start, length, fallback):
    """The text of some bytes. Never fails: what the fallback cannot read either is taken as Latin-1."""
    pointer: cython.p_const_char = cython.cast(cython.p_const_char, text) + start
    try:
        return PyUnicode_DecodeUTF8(pointer, length, cython.NULL)
    except UnicodeDecodeError:
        return _other_text(pointer[:length], fallback)


def tag_value(text, tag, fallback):
    """The value of a tag, its escapes resolved."""
    value: str = text_of(text, tag.value, tag.value_length, fallback)
    if tag.escaped:
        return value.replace("\\\\", "\0").replace('\\"', '"').replace("\0", "\\")
    return value


def fill_letters(letters, table):
    """Fills the C table from {letter: piece type}; letters beyond ASCII go to the list of wide ones."""
    index: cython.int
    place: cython.int
    memset(letters, 0, cython.sizeof(Letters))
    for letter, piece in table.items():
        code = letter.encode("utf-8")
        if len(code) == 1:
            letters.which[code[0]] = piece + 1
        elif letters.wide_count < 16 and len(code) <= 8:
            index = letters.wide_count
            for place in range(len(code)):
                letters.wide[index][place] = code[place]
            letters.wide_length[index] = len(code)
            letters.wide_piece[index] = piece
            letters.wide_count += 1
