# Polyglot's random numbers, so that a position's key equals chess.polyglot.zobrist_hash.
from engine.rules.types cimport u64

cdef u64 PIECE_KEYS[12][64]           # [piece of the core][square]
cdef u64 CASTLING_KEYS[16]            # [set of rights]
cdef u64 EN_PASSANT_KEYS[8]           # [file]; counts only if a capture is pseudo-legal
cdef u64 WHITE_TO_MOVE_KEY            # Polyglot flips it in when White is to move
