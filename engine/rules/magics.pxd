# The magic factors of magics.h; attacks.py builds its tables from them.
from engine.rules.types cimport u64

cdef extern from "magics.h":
    const u64 bishop_factors[64]
    const u64 rook_factors[64]
