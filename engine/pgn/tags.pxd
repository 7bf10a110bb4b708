# The tag section of a game.
from engine.pgn.text.marks cimport Text
from engine.pgn.text.problems cimport Findings
from engine.pgn.text.scan cimport Span

cdef dict read_tags(Text text, const Span* span, Findings* findings, str fallback, list repeated, list escapes, list remarks)
