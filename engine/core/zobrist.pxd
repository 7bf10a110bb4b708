# Polyglot's random numbers, so that a position's key equals chess.polyglot.zobrist_hash.
from engine.core.types cimport u64

cdef u64[12][64] PIECE_KEYS           # [piece of the core][square]
cdef u64[16] CASTLING_KEYS            # [set of rights]
cdef u64[8] EN_PASSANT_KEYS           # [file]; counts only if a capture is pseudo-legal
cdef u64 WHITE_TO_MOVE_KEY            # Polyglot flips it in when White is to move
