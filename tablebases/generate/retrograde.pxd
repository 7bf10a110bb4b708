# Every position of a signature solved by retrograde analysis (see retrograde.py).
from engine.rules.types cimport u8, u16, u64
from tablebases.probe.placement cimport Placement
from tablebases.probe.lookup cimport Probing
from tablebases.probe.placement cimport Step
from tablebases.generate.numbering cimport Material, Slice

# A position's word. Settled: bit 15, bit 14 if won, distance in bits 0..9. Unsettled: unsettled quiet moves in bits 0..6,
# best zeroing move in bits 7..8, bit 9 if stalemate. Both: bits 11..13 best capture + 3 (0: none), bit 10: won by a zeroing move.
cdef enum:
    SETTLED = 0x8000
    WON = 0x4000
    ILLEGAL = 0x7FFF
    CAPTURE_SHIFT = 11
    BY_ZEROING = 0x0400
    DISTANCE = 0x03FF
    STALEMATE = 0x0200
    ZEROING_SHIFT = 7
    COUNTER = 0x007F

# Best zeroing move of an unsettled position.
cdef enum:
    ZEROING_LOSES = 0    # or there is none
    ZEROING_BLESSED = 1
    ZEROING_DRAWS = 2
    ZEROING_CURSED = 3

cdef class Solver:
    cdef Material material
    cdef Probing* probing
    cdef object prober
    cdef readonly str signature
    cdef dict slices
    cdef Slice* slice_of(self, tuple placement)
    cdef int link(self, Slice* slice, tuple placement) except? -1

# Not for other modules.
cdef bint _set_up(const Material* material, const unsigned char* squares, int side, Placement* position) noexcept nogil
cdef int _best_of(Probing* probing, const Placement* position, int kinds) noexcept nogil
cdef int _after_push(const Material* material, Probing* probing, Slice* slice, unsigned char* squares, Step* step, Placement* child) noexcept nogil
cdef bint _check_wins_a_piece(Probing* probing, const Placement* position) noexcept nogil
cdef int _after_promotion(Probing* probing, const Placement* position, int promotion) noexcept nogil
cdef int _best_push(const Material* material, Probing* probing, Slice* slice, unsigned char* squares, const Placement* position) noexcept nogil
cdef u16 _first_word(const Material* material, Probing* probing, Slice* slice, unsigned char* squares, int side, bint* missing) noexcept nogil
cdef long long _first_image(const Material* material, int side, const unsigned char* squares) noexcept nogil
cdef bint _first_words(const Material* material, Probing* probing, Slice* slice, int side, u64 start, u64 end) noexcept nogil
cdef int _spread(const Material* material, Slice* slice, int side, u64 index) noexcept nogil
cdef int _pass(const Material* material, Slice* slice, int plies) noexcept nogil
cdef bint _settle_cursed(const Material* material, Slice* slice) noexcept nogil
cdef int _deepest(const Material* material, Slice* slice) noexcept nogil
