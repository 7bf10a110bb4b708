# Reads the blocks of a packed book (see packed_reader.py).
cdef enum:
    FIELDS = 11

# The code of one field, as books.store.prefix_code has it.
cdef struct Code:
    long long quick[1024]          # [next 10 bits]: the number
    unsigned char length[1024]     # its bits; 0: a longer code or the escape
    int ends[16]                   # the first 16 bits beyond the codes of each length
    int firsts[16]                 # added to a code of that length: the place of its number
    long long* numbers
    int count                      # of numbers, the escape with them
    int escape                     # its place
    long long least
    long long most

# Bits in the reading.
cdef struct Bits:
    const unsigned char* data
    long long size                 # in bytes
    long long at                   # the next bit

# The parts of a block, as offsets in bytes.
cdef struct Block:
    const unsigned char* data
    long long size
    int count
    int width
    long long tails
    long long starts
    long long groups

cdef class PackedReader:
    cdef Code codes[FIELDS]
    cdef object engine
    cdef object second_engine
    # Not for other modules.
    cdef int take(self, int field, object code, long long least, long long most) except -1
    cdef tuple next(self, bytes data, int place, object key, long long at)
    cdef tuple position(self, object key, Bits* bits)
    cdef object move(self, object key, Bits* bits, bint later)
    cdef int skip(self, Bits* bits) except -1

# Not for other modules.
cdef long long _number(Code* code, Bits* bits) except? -1
cdef long long _escaped(Code* code, Bits* bits) except? -1
