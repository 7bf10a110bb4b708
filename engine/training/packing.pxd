# Training records (see packing.py).
from engine.rules.position cimport Position
from engine.rules.types cimport u8, u16, u64, i16

cdef enum:
    RECORD_SIZE = 32

cdef packed struct Record:
    u64 occupied
    u8 pieces[16]          # one nibble a piece, squares ascending, low nibble first: piece code of the core
    i16 score              # centipawns for the side to move
    u8 result              # of the game for the side to move: 0 lost, 1 drawn, 2 won
    u8 flags               # bit 0 Black to move, bits 1-4 castling rights
    u8 ep_square           # NO_SQUARE if none
    u8 halfmove_clock
    u16 ply                # plies since the start of the game

cdef void pack_position(const Position* position, Record* record) noexcept nogil
cdef bint unpack_position(const Record* record, Position* position) noexcept nogil      # False: not a legal position

# Not for other modules.
cdef int _piece_at(const Record* record, int index) noexcept nogil
cdef bint _can_be_counted(int* count) noexcept nogil
cdef bint _may_capture_en_passant(const Position* position, int target) noexcept nogil
