# The tag section of a game.
from engine.core.pgn.marks cimport Text
from engine.core.pgn.problems cimport Findings
from engine.core.pgn.scan cimport Span

cdef dict read_tags(Text text, const Span* span, Findings* findings, str fallback, list repeated, list escapes, list remarks)
