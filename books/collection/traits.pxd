# What a collection knows of its games without asking the file.
from engine.rules.types cimport u8, u16, u32, u64

# Of each game, 16 bytes.
cdef struct Traits:
    u64 material     # at the end, as MainLine.material
    u16 elo          # average of the two, 0 unknown
    u16 year         # 0 unknown
    u8 result        # RESULT_...
    u8 unused[3]
