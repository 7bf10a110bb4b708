# Bytes to text, one string at a time.
from engine.pgn.text.spelling cimport Letters
from engine.pgn.text.marks cimport Tag, Text

cdef str text_of(Text text, Py_ssize_t start, Py_ssize_t length, str fallback)
cdef str tag_value(Text text, const Tag* tag, str fallback)
cdef void fill_letters(Letters* letters, dict table)
