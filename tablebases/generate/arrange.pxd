# Solved positions put into a file's order (see arrange.py).
from engine.rules.types cimport u16, u64
from tablebases.generate.retrograde cimport Solver

cdef enum:
    FREE = 0xFFFF        # a DTZ entry that no prober reads
    ANY_RESULT = 0x1F    # a WDL entry that no legal position addresses
