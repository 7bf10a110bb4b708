# What a collection knows of its games without asking the file.
from engine.rules.types cimport u8, u16, u32, u64

# Of each game, 16 bytes.
cdef struct Traits:
    u64 material     # at the end, as MainLine.material
    u16 white_elo    # 0 unknown
    u16 black_elo
    u32 packed       # from the highest bit: year (0 unknown), month (4 bits), day (5), speed (3), RESULT_... (3)

cdef int day_of(str date) except -1
cdef int speed_of(object tag) except -1

cdef inline void fill(
    Traits* traits, u64 material, int white_elo, int black_elo, int year, int day, int speed, int result
) noexcept nogil:
    # `day`: as day_of; `speed`: as speed_of.
    traits.material = material
    traits.white_elo = <u16>white_elo
    traits.black_elo = <u16>black_elo
    traits.packed = (((<u32>year << 9 | <u32>day) << 3 | <u32>speed) << 3) | <u32>result

cdef inline int result(const Traits* traits) noexcept nogil:
    return traits.packed & 7

cdef inline int speed(const Traits* traits) noexcept nogil:
    # 1 + SpeedClass.value, 0 unknown
    return (traits.packed >> 3) & 7

cdef inline int date_number(const Traits* traits) noexcept nogil:
    # 512 * year + 32 * month + day
    return traits.packed >> 6

cdef inline int year(const Traits* traits) noexcept nogil:
    return traits.packed >> 15

cdef inline int average_elo(const Traits* traits) noexcept nogil:
    # That of the only player with one if there is one; 0 unknown.
    cdef int total = traits.white_elo + traits.black_elo
    return total // 2 if traits.white_elo and traits.black_elo else total
