"""The checksum at the end of every published Syzygy file: CityHash 1.0 in its CRC form.

Each 16 MiB of the file gives a 256-bit CityHashCrc; the 128-bit CityHash of these results is the checksum. The scheme
and its constants are Google's (CityHash, 2011); this code follows the published description and is checked against real
files. CRC-32C uses a table, so that it runs on every processor.
"""

import cython
from cython.cimports.engine.rules.types import u8, u32, u64
from cython.cimports.libc.string import memcpy, memset

CHUNK_BYTES = 16 << 20
MOST_CHUNKS = 4  # above 64 MiB the second stage uses another method; larger files stay unchecked
ROW = cython.declare(cython.int, 40)  # bytes mixed in one step
SIX_ROWS = cython.declare(cython.int, 240)

K0 = cython.declare(u64, 0xC3A5C85C97CB3127)
K1 = cython.declare(u64, 0xB492B66FBE98F273)
K3 = cython.declare(u64, 0xC949D7C7509E6557)
FOLD = cython.declare(u64, 0x9DDFEA08EB382D69)
CASTAGNOLI = cython.declare(u32, 0x82F63B78)
CRC_TABLE = cython.declare(u32[2048])  # [byte position * 256 + value]


@cython.cfunc
def _fill_crc_table() -> cython.void:
    value: u32
    i: cython.int
    row: cython.int
    for i in range(256):
        value = i
        for _ in range(8):
            value = (value >> 1) ^ CASTAGNOLI if value & 1 else value >> 1
        CRC_TABLE[i] = value
    for row in range(1, 8):
        for i in range(256):
            value = CRC_TABLE[256 * (row - 1) + i]
            CRC_TABLE[256 * row + i] = CRC_TABLE[value & 255] ^ (value >> 8)


_fill_crc_table()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _crc(crc: u64, word: u64) -> u64:
    """Returns the CRC-32C extended by eight bytes."""
    mixed: u64 = word ^ cython.cast(u32, crc)
    result: u32 = 0
    row: cython.int
    for row in range(8):
        result ^= CRC_TABLE[256 * (7 - row) + ((mixed >> (8 * row)) & 255)]
    return result


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _load(at: cython.pointer(cython.const[u8])) -> u64:
    """Returns eight bytes as a little-endian number."""
    word: u64 = 0
    i: cython.int
    for i in range(8):
        word |= cython.cast(u64, at[i]) << (8 * i)
    return word


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _rotated(word: u64, count: cython.int) -> u64:
    return word >> count | word << (64 - count)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shifted(word: u64) -> u64:
    return word ^ (word >> 47)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _folded(one: u64, two: u64) -> u64:
    """Mixes two words into one."""
    first: u64 = _shifted((one ^ two) * FOLD)
    return _shifted((two ^ first) * FOLD) * FOLD


def _mix_row(state, odd):
    """Mixes in forty bytes; odd rows rotate by one bit more or less and do not multiply."""
    factor: u64 = 1 if odd else K0
    flip: cython.int = 1 if odd else 0
    word: cython.pointer(u64) = state.words
    first: u64 = word[0]
    word[0] = _rotated(word[1], 41 ^ flip) * factor + _load(state.at)
    word[1] = _rotated(word[2], 27 ^ flip) * factor + _load(state.at + 8)
    word[2] = _rotated(word[3], 41 ^ flip) * factor + _load(state.at + 16)
    word[3] = _rotated(word[4], 33 ^ flip) * factor + _load(state.at + 24)
    word[4] = _rotated(word[5], 25 ^ flip) * factor + _load(state.at + 32)
    word[5] = first
    i: cython.int
    for i in range(5):
        state.crcs[i] = _crc(state.crcs[i], word[i])
    state.at += ROW


def _hash_256(data, length, seed, out):
    """Computes the 256-bit hash of at least 240 bytes."""
    state: State
    left: u64 = length
    row: cython.int
    memset(cython.address(state), 0, cython.sizeof(State))
    state.at = data
    state.words[0] = _load(data + 56) + K0
    state.words[1] = _load(data + 96) + K0
    out[0] = _folded(state.words[1], length)
    out[1] = _load(data + 120) * K0 + length
    state.words[2] = out[0]
    state.words[3] = out[1]
    state.words[4] = _load(data + 184) + seed
    state.words[5] = out[0] + out[1]
    state.crcs[0] = seed
    while left >= SIX_ROWS:
        for row in range(6):
            _mix_row(cython.address(state), row % 2 == 0)
        left -= SIX_ROWS
    while left >= ROW:
        _mix_row(cython.address(state), False)
        left -= ROW
    if left > 0:
        state.at = data + length - ROW
        _mix_row(cython.address(state), False)
    _finish(cython.address(state), out)


def _finish(state, out):
    """The final mixing of words and CRCs."""
    a: u64 = state.words[0]
    b: u64 = state.words[1]
    c: u64 = state.words[2]
    d: u64 = state.words[3]
    e: u64 = state.words[4]
    f: u64 = state.crcs[0]
    g: u64 = state.crcs[1]
    h: u64 = state.crcs[2]
    i: u64 = state.crcs[3]
    j: u64 = state.crcs[4] + (i << 32)
    a = _folded(a, j)
    h += g << 32
    b += h
    c = _folded(c, f) + i
    d = _folded(d, e + out[0])
    j += e
    i += _folded(h, state.words[5])
    e = _folded(a, d) + j
    f = _folded(b, c) + a
    g = _folded(j, i) + c
    out[0] = e + f + g + h
    a = _shifted((a + g) * K0) * K0 + b
    out[1] += a + out[0]
    a = _shifted(a * K0) * K0 + c
    out[2] = a + out[1]
    a = _shifted((a + e) * K0) * K0
    out[3] = a + out[2]


def _hash_128(data, length, out):
    """Computes the 128-bit hash of 32 to 128 bytes, a multiple of 32."""
    a: u64 = _load(data) ^ K3
    b: u64 = _load(data + 8)
    c: u64
    d: u64
    at: cython.pointer(cython.const[u8]) = data + 16
    left: cython.int = length - 32
    if left == 0:
        a = _shifted(a * K1) * K1
        c = b * K1 + (_folded(_load(at), _rotated(_load(at + 8) + 16, 16)) ^ _load(at + 8))
        d = _shifted(a + _load(at))
    else:
        c = _folded(_load(data + length - 8) + K1, a)
        d = _folded(b + length - 16, c + _load(data + length - 16))
        a += d
        while left > 0:
            a ^= _shifted(_load(at) * K1) * K1
            a *= K1
            b ^= a
            c ^= _shifted(_load(at + 8) * K1) * K1
            c *= K1
            d ^= c
            at += 16
            left -= 16
    a = _folded(a, c)
    b = _folded(d, b)
    out[0] = a ^ b
    out[1] = _folded(b, a)


def published_checksum(body: bytes) -> bytes | None:
    """Returns the 16 bytes at the end of a published file with this body; None for an empty body or one above 64 MiB."""
    size: u64 = len(body)
    data: cython.pointer(cython.const[u8]) = body
    results: u64[16]
    short: u8[240]
    out: u64[2]
    count: cython.int = 0
    start: u64 = 0
    length: u64
    if size == 0 or size > MOST_CHUNKS * CHUNK_BYTES:
        return None
    chunk: u64 = CHUNK_BYTES
    with cython.nogil:
        while start < size:
            length = min(chunk, size - start)
            if length >= cython.cast(u64, SIX_ROWS):
                _hash_256(data + start, length, 0, results + 4 * count)
            else:
                memset(short, 0, SIX_ROWS)
                memcpy(short, data + start, length)
                _hash_256(short, SIX_ROWS, cython.cast(u32, ~length), results + 4 * count)
            start += length
            count += 1
        _hash_128(cython.cast(cython.pointer(cython.const[u8]), results), 32 * count, out)
    return cython.cast(object, out[0]).to_bytes(8, "little") + cython.cast(object, out[1]).to_bytes(8, "little")
