# Polyglot's numbers in the order of the header; zobrist.py brings them into the core's order.
from engine.rules.types cimport u64

cdef extern from "polyglot_randoms.h":
    const u64 polyglot_randoms[781]
