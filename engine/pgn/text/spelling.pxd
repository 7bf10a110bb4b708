# How moves are spelled: text to piece, origin, target, promotion.
from engine.pgn.text.marks cimport Text
from engine.rules.types cimport u8

cdef enum:
    LONGEST_SPELLING = 32    # characters of a written move that are looked at

# The piece letters of a language: which[byte] is 1 + the piece type, 0 if the byte is not a piece letter. Letters beyond
# ASCII are listed apart, as UTF-8 bytes.
cdef struct Letters:
    u8 which[128]
    int wide_count
    u8 wide[16][8]
    int wide_length[16]
    int wide_piece[16]

cdef struct Parts:
    int piece                # type, NO_TYPE where no letter was written
    int from_file            # 0-7 or -1
    int from_rank
    int target
    int promotion            # type or NO_TYPE
    int castling             # -1, 0 king side, 1 queen side
    bint capture

cdef int plain_text(const Letters* letters, Text text, Py_ssize_t length, u8* out, u8* widths) noexcept nogil
cdef int piece_of(const Letters* letters, u8 c) noexcept nogil
cdef int castling_length(u8* text, int length, int* side) noexcept nogil
cdef int parse_move_text(const Letters* letters, u8* text, int length, int at, Parts* parts) noexcept nogil
cdef int skip_suffix(u8* text, int length, int at) noexcept nogil

# Not for other modules.
cdef bint _has_prefix(Text text, Py_ssize_t length, const u8* prefix, int size) noexcept nogil
cdef int _promotion(const Letters* letters, u8* text, int length, int at, Parts* parts) noexcept nogil
