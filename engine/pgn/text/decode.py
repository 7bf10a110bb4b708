"""Decodes bytes one string at a time: UTF-8 if valid, otherwise the fallback encoding (cp1252, a superset of Latin-1's
letters).

Each tag value and comment is decided separately, because collections are assembled from files of all encodings. Latin-1
text that happens to be valid UTF-8 is rarer than one in ten million names.
"""

import codecs
import re

import cython
from cython.cimports.cpython.unicode import PyUnicode_DecodeUTF8
from cython.cimports.engine.pgn.text.spelling import Letters
from cython.cimports.libc.string import memset


def _single_byte(error: UnicodeDecodeError) -> tuple[str, int]:
    """The error handler of decoding: bytes that are not UTF-8 are cp1252, or Latin-1 if undefined there."""
    wrong = error.object[error.start : error.start + 1]
    return wrong.decode("cp1252") if wrong not in _NO_CP1252 else wrong.decode("latin-1"), error.start + 1


_CONTROLS = re.compile(r"[\x00-\x1f]+")
_NO_CP1252 = (b"\x81", b"\x8d", b"\x8f", b"\x90", b"\x9d")
codecs.register_error("ratsu.single-byte", _single_byte)


@cython.cfunc
def _other_text(content: bytes, fallback: str) -> str:
    """Returns text that is not completely UTF-8."""
    if fallback == "cp1252":
        return content.decode("utf-8", "ratsu.single-byte")
    try:
        return content.decode(fallback)
    except (UnicodeDecodeError, LookupError):
        return content.decode("latin-1")


def text_of(text, start, length, fallback):
    """Returns the text of some bytes. Never fails: the last resort is Latin-1."""
    pointer: cython.p_const_char = cython.cast(cython.p_const_char, text) + start
    try:
        return PyUnicode_DecodeUTF8(pointer, length, cython.NULL)
    except UnicodeDecodeError:
        return _other_text(pointer[:length], fallback)


def tag_value(text, tag, fallback):
    """Returns the value of a tag without escapes; control characters become spaces."""
    value: str = text_of(text, tag.value, tag.value_length, fallback)
    index: cython.Py_ssize_t
    for index in range(tag.value, tag.value + tag.value_length):
        if text[index] < 32:
            value = _CONTROLS.sub(" ", value)
            break
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
