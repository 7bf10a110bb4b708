# One table file: its sub-tables and their compressed arrays (see pairs.py).
from engine.rules.types cimport u8, u16, u32, u64
from tablebases.probe.geometry cimport Layout

cdef extern from "table_io.h" nogil:
    u16 load_u16(const u8* data)
    u32 load_u32(const u8* data)
    u64 load_bits(const u8* data)
    u64 turned(u64 squares)
    bint read_at(int file, u8* buffer, unsigned length, u64 offset)
    int load_state(int* address)
    void store_state(int* address, int value)

cdef enum:
    LEAF = 4095              # right half of a symbol that is a value
    MAX_BLOCK_BITS = 15
    WDL_FAST_BITS = 9        # codes up to this length are decoded by one look-up; more would not stay in the cache
    DTZ_FAST_BITS = 11
    SIDE_FLAG = 1
    MAPPED_FLAG = 2
    EXACT_WIN_FLAG = 4
    EXACT_LOSS_FLAG = 8
    WIDE_FLAG = 16
    SINGLE_FLAG = 128
    DAMAGED = -1

# One array of values in compressed form.
cdef struct Pairs:
    Layout layout
    u8 flags
    u8 single                # whether every value is the same, `value`
    int value
    u8 block_bits
    u8 index_bits
    u8 max_length            # of a code, in bits
    u8 min_length
    u8 fast_bits
    u32 real_blocks
    u32 blocks               # real ones and phantoms
    u64 indices
    int symbols
    const u8* index_table    # 6 bytes an entry: block, offset in the block
    const u8* size_table     # 2 bytes an entry: values in the block - 1
    u64 data                 # offset of the first block in the file
    u16 longer[33]           # [length]: symbols with longer codes
    u64 base[33]             # [length]: first code, left-aligned in 64 bits
    u16* left                # [symbol]
    u16* right               # [symbol], LEAF for a value
    u16* expanded            # [symbol]: values it stands for, 1..256
    u64* fast                # [next fast_bits bits]: symbol | code length << 12 | expanded << 18 of the first code, 0: longer; above
                             # these 32 bits: length | expanded << 6 of all codes in these bits together
    const u8* map            # DTZ value maps
    u32 map_start[4]         # [class]: offset of its list
    u32 map_count[4]

cdef struct Table:
    Pairs sub[8]             # [file * sides + side]
    int sides
    int files
    int piece_count
    int with_pawns
    int symmetric
    int is_dtz
    int leading_code         # with pawns: whose pawns lead
    const u8* content        # the first `held` bytes of the file
    u64 held
    u64 file_size
    int file                 # descriptor to read blocks from, or -1 if everything is held
    u8* arena                # owns the symbol arrays

cdef int parse_table(Table* table, bytes content, u64 file_size, int file, str signature, bint is_dtz) except -1
cdef void free_table(Table* table) noexcept
cdef int value_at(const Table* table, const Pairs* pairs, u64 index) noexcept nogil

# Not for other modules.
cdef int _measure(Pairs* pairs, int symbol, int depth) noexcept
cdef void _fill_fast(Pairs* pairs, int used) noexcept
cdef void _fill_leaps(Pairs* pairs) noexcept
cdef int _decode_from_file(const Table* table, const Pairs* pairs, u64 place, int left) noexcept nogil
cdef bint _decodes(const Table* table, const Pairs* pairs) noexcept nogil
