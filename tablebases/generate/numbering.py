"""The numbering of positions in the solver: the pieces of a signature in slots, and an index for each placement.

The index combines the number of the kings' placement and that of each group of equal pieces. Without pawns the board is
folded left-right and top-bottom, so that the first king is in a1-d4.
"""

import cython
from cython.cimports.engine.rules.types import KING, PAWN, u8, u64
from cython.cimports.libc.string import memset
from cython.cimports.tablebases.probe.geometry import BINOMIAL

LETTERS = "PNBRQK"
PAIRS = cython.declare(cython.int, 2016)  # placements of two equal pieces
PAIR_SQUARES = cython.declare(u8[4032])  # [2 * placement]: the lower square, then the higher one


@cython.cfunc
def _fill_pairs() -> cython.void:
    low: cython.int
    high: cython.int
    for high in range(64):
        for low in range(high):
            PAIR_SQUARES[high * (high - 1) + 2 * low] = low
            PAIR_SQUARES[high * (high - 1) + 2 * low + 1] = high


_fill_pairs()


def fill_material(material, signature):
    """Fills in slots, groups and king pairs of a signature; the first side is White."""
    memset(material, 0, cython.sizeof(Material))
    slot: cython.int = 2
    group: cython.int = 0
    material.kind[0] = material.kind[1] = KING
    material.colour[1] = 1
    for colour, side in enumerate(signature.split("v")):
        for letter in "QRBN":
            count: cython.int = side.count(letter)
            if count == 0:
                continue
            material.first[group] = slot
            material.length[group] = count
            material.places[group] = BINOMIAL[64][count]
            group += 1
            for _ in range(count):
                material.kind[slot] = LETTERS.index(letter)
                material.colour[slot] = colour
                slot += 1
    material.groups = group
    material.pieces = slot
    for colour, side in enumerate(signature.split("v")):
        for _ in range(side.count("P")):
            material.kind[slot] = PAWN
            material.colour[slot] = colour
            slot += 1
    material.slots = slot
    material.pawns = slot - material.pieces
    material.folded = material.pawns == 0
    _fill_king_pairs(material)
    material.size = material.king_pairs
    for group in range(material.groups):
        material.size *= material.places[group]
    step: u64 = 1
    for group in range(material.groups - 1, -1, -1):
        for slot in range(material.first[group], material.first[group] + material.length[group]):
            material.step[slot] = step
            material.alike[slot] = material.length[group]
        step *= material.places[group]
    material.step[0] = material.step[1] = step
    first, second = signature.split("v")
    material.twins = material.folded and first == second
    return 0


def _fill_king_pairs(material):
    first: cython.int
    second: cython.int
    count: cython.int = 0
    for first in range(64):
        for second in range(64):
            material.king_index[64 * first + second] = -1
            if material.folded and ((first & 7) > 3 or (first >> 3) > 3):
                continue
            if abs((first & 7) - (second & 7)) <= 1 and abs((first >> 3) - (second >> 3)) <= 1:
                continue
            material.king_index[64 * first + second] = count
            material.king_squares[2 * count] = first
            material.king_squares[2 * count + 1] = second
            count += 1
    material.king_pairs = count


def squares_of(material, slice, index, squares):
    """Computes the squares of all slots of a position: the inverse of index_of."""
    group: cython.int
    k: cython.int
    square: cython.int
    rest: u64
    for group in range(material.groups - 1, -1, -1):
        if material.length[group] == 1:
            squares[material.first[group]] = index & 63
            index >>= 6
            continue
        if material.length[group] == 2:
            rest = index % PAIRS
            index //= PAIRS
            squares[material.first[group]] = PAIR_SQUARES[2 * rest]
            squares[material.first[group] + 1] = PAIR_SQUARES[2 * rest + 1]
            continue
        rest = index % material.places[group]
        index //= material.places[group]
        square = 63
        for k in range(material.length[group], 0, -1):
            if k == 1:
                square = cython.cast(cython.int, rest)
            else:
                while BINOMIAL[square][k] > rest:
                    square -= 1
            rest -= BINOMIAL[square][k]
            squares[material.first[group] + k - 1] = square
    squares[0] = material.king_squares[2 * index]
    squares[1] = material.king_squares[2 * index + 1]
    for k in range(material.pawns):
        squares[material.pieces + k] = slice.pawn_square[k]


def index_of(material, squares):
    """Returns the index of a position by the squares of its slots; -1 if the kings touch."""
    flip: cython.int = 0
    group: cython.int
    first: cython.int
    a: cython.int
    b: cython.int
    if material.folded:
        flip = (7 if squares[0] & 4 else 0) | (56 if squares[0] & 32 else 0)
    kings: cython.int = material.king_index[64 * (squares[0] ^ flip) + (squares[1] ^ flip)]
    if kings < 0:
        return -1
    index: u64 = kings
    for group in range(material.groups):
        first = material.first[group]
        a = squares[first] ^ flip
        if material.length[group] == 1:
            index = index * 64 + a
        elif material.length[group] == 2:
            b = squares[first + 1] ^ flip
            index = index * PAIRS + pair_number(a, b)
        else:
            index = index * material.places[group] + _many(squares + first, material.length[group], flip)
    return index


def _many(squares, length, flip):
    """Returns the number of three or more equal pieces, as a combination."""
    sorted_squares: u8[8]
    i: cython.int
    j: cython.int
    square: u8
    index: u64 = 0
    for i in range(length):
        square = squares[i] ^ flip
        j = i
        while j > 0 and sorted_squares[j - 1] > square:
            sorted_squares[j] = sorted_squares[j - 1]
            j -= 1
        sorted_squares[j] = square
    for i in range(length):
        index += BINOMIAL[sorted_squares[i]][i + 1]
    return index
