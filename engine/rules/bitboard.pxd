# Sets of squares in 64 bits, a1 = bit 0.
from engine.rules.types cimport u64

cdef extern from "bits.h" nogil:
    int popcount "bits_count" (u64 squares)
    int lsb "bits_first" (u64 squares)      # undefined for the empty set
    int msb "bits_last" (u64 squares)       # undefined for the empty set
    void prefetch "bits_prefetch" (const void* address)

cdef enum:
    RANK_SHIFT = 8

cdef inline u64 bit(int square) noexcept nogil:
    return <u64>1 << square

cdef inline int pop_lsb(u64* squares) noexcept nogil:
    cdef int square = lsb(squares[0])
    squares[0] &= squares[0] - 1
    return square

cdef inline u64 file_of_a() noexcept nogil:
    return <u64>0x0101010101010101

cdef inline u64 file_mask(int file) noexcept nogil:
    return <u64>0x0101010101010101 << file

cdef inline u64 rank_mask(int rank) noexcept nogil:
    return <u64>0xFF << (8 * rank)

cdef inline u64 shift_up(u64 squares) noexcept nogil:
    return squares << 8

cdef inline u64 shift_down(u64 squares) noexcept nogil:
    return squares >> 8

cdef inline u64 shift_east(u64 squares) noexcept nogil:
    return (squares & ~(<u64>0x8080808080808080)) << 1

cdef inline u64 shift_west(u64 squares) noexcept nogil:
    return (squares & ~(<u64>0x0101010101010101)) >> 1

cdef inline u64 pawn_pushes(int side, u64 pawns) noexcept nogil:
    return pawns << 8 if side == 0 else pawns >> 8

cdef inline u64 pawn_attack_set(int side, u64 pawns) noexcept nogil:
    # Every square some pawn of `side` attacks.
    cdef u64 forward = pawns << 8 if side == 0 else pawns >> 8
    return shift_east(forward) | shift_west(forward)
