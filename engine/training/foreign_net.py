"""The networks of Stockfish 15.1 and 17.1 (files of the command `export_net`) as teachers; they label training positions, Ratsu
never plays with them. Entry point: `ForeignNetwork.label`.

An evaluation takes a few microseconds, a search through a pipe some 300. Shape: 22,528 inputs (HalfKAv2: own king's square,
piece, square) -> 1,024 (17.1: 3,072) for each side -> products of pairs -> 16 -> 32 -> 1 in 8 layer stacks, and a material sum.
The first layer of 17.1 is compressed: signed LEB128, seven bits a byte.
"""

import cython
from cython.cimports.engine.rules.bitboard import lsb, popcount
from cython.cimports.engine.rules.position import occupied_squares, pieces_of
from cython.cimports.engine.rules.types import KING, NO_PIECE, PAWN, i16
from cython.cimports.engine.training.foreign_net_kernel import foreign_add, foreign_dot, foreign_drop, foreign_pairs
from cython.cimports.engine.training.packing import RECORD_SIZE, Record, unpack_position
from cython.cimports.libc.math import exp, log, lround
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

FILE_VERSION = 0x7AF32F20
OLD_HALF = cython.declare(cython.int, 1024)  # hidden units of 15.1
NEW_HALF = cython.declare(cython.int, 3072)  # and of 17.1
COMPRESSED = b"COMPRESSED_LEB128"  # before a block of numbers and its length
WEIGHT_BITS = cython.declare(cython.int, 6)

# Stockfish's values of pieces in its non-pawn material, and of a pawn, in its internal units (15.1, src/uci.h:
# NormalizeToPawnValue).
MEN = cython.declare(cython.int[6])
MEN[0], MEN[1], MEN[2], MEN[3], MEN[4], MEN[5] = 0, 781, 825, 1276, 2538, 0
UNITS_A_PAWN = cython.declare(cython.int, 361)
SCALE = cython.declare(cython.double, 160)  # centipawns of an output of 1.0, as in `train fit --scale`
NEW_UNITS_A_PAWN = cython.declare(cython.int, 377)  # of 17.1, with 58 points of pieces on the board


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _feature(side: cython.int, king: cython.int, piece: cython.int, square: cython.int) -> cython.int:
    """Returns the index of an input: ranks seen by `side`, files mirrored so that its king is on e to h."""
    turn: cython.int = (56 if side else 0) ^ (7 if (king & 7) < 4 else 0)
    seen_king: cython.int = king ^ turn
    kind: cython.int = piece % 6
    plane: cython.int = 10 if kind == KING else 2 * kind + (0 if piece // 6 == side else 1)
    return (square ^ turn) + 64 * plane + PLANES * (4 * (7 - (seen_king >> 3)) + 7 - (seen_king & 7))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _clamped(value: cython.longlong) -> i16:
    return 0 if value < 0 else 127 if value > 127 else value


def _stack_output(stack, pairs, half):
    """Returns the output of the dense layers, in Stockfish's internal units times 16."""
    first: cython.int[16]
    middle: i16[32]
    last: i16[32]
    index: cython.int
    for index in range(FIRST):
        first[index] = stack.first_bias[index] + foreign_dot(pairs, cython.address(stack.first[index][0]), half)
    memset(middle, 0, cython.sizeof(middle))
    for index in range(FIRST - 1):
        middle[index] = _clamped((cython.cast(cython.longlong, first[index]) * first[index]) >> (2 * WEIGHT_BITS + 7))
        middle[FIRST - 1 + index] = _clamped(first[index] >> WEIGHT_BITS)
    for index in range(MIDDLE):
        total: cython.int = stack.second_bias[index]
        total += foreign_dot(middle, cython.address(stack.second[index][0]), MIDDLE)
        last[index] = _clamped(total >> WEIGHT_BITS)
    straight: cython.int = first[FIRST - 1] * (600 * 16) // (127 << WEIGHT_BITS)
    return stack.third_bias + foreign_dot(last, cython.address(stack.third[0]), MIDDLE) + straight


class ForeignNetwork:
    """The weights and a cache of hidden layers for each king square; for one thread."""

    def __cinit__(self):
        self.weights = cython.cast(cython.pointer(ForeignWeights), calloc(1, cython.sizeof(ForeignWeights)))
        self.seen = cython.cast(cython.pointer(Seen), calloc(128, cython.sizeof(Seen)))
        if self.weights == cython.NULL or self.seen == cython.NULL:
            raise MemoryError("no memory for the teacher's network")

    def __dealloc__(self):
        if self.weights != cython.NULL:
            free(self.weights.bias)
            free(self.weights.feature)
        free(self.weights)
        free(self.seen)

    @classmethod
    def from_bytes(cls, data: bytes):
        """Returns the network in the content of a file.

        :raises ValueError: if it has another version or shape.
        """
        if len(data) < 12 or int.from_bytes(data[:4], "little") != FILE_VERSION:
            raise ValueError("not a network of the known version")
        start: cython.Py_ssize_t = 12 + int.from_bytes(data[8:12], "little") + 4
        network: ForeignNetwork = cls()
        start = _read_first_layer(network.weights, data, start)
        half: cython.int = network.weights.half
        stack_bytes: cython.Py_ssize_t = 4 * FIRST + FIRST * half + 4 * MIDDLE + MIDDLE * MIDDLE + 4 + MIDDLE
        if len(data) != start + BUCKETS * (4 + stack_bytes):
            raise ValueError("a network of another shape")
        rows: cython.p_char = data
        bucket: cython.int
        for bucket in range(BUCKETS):
            at: cython.Py_ssize_t = start + bucket * (4 + stack_bytes) + 4
            _read_stack(cython.address(network.weights.stacks[bucket]), rows + at, half)
        square: cython.int
        for square in range(128):
            memcpy(cython.address(network.seen[square].values[0]), network.weights.bias, 2 * half)
            memset(cython.address(network.seen[square].board[0]), NO_PIECE, 64)
        return network

    def _hidden(self, side):
        """Returns the hidden layer of one side, updated from the last board with its king on this square."""
        king: cython.int = lsb(pieces_of(cython.address(self.position), side, KING))
        seen: cython.pointer(Seen) = self.seen + 64 * side + king
        half: cython.Py_ssize_t = self.weights.half
        square: cython.int
        bucket: cython.int
        for square in range(64):
            now: cython.int = self.position.board[square]
            before: cython.int = seen.board[square]
            if now == before:
                continue
            if before != NO_PIECE:
                number: cython.int = _feature(side, king, before, square)
                foreign_drop(seen.values, self.weights.feature + number * half, half)
                for bucket in range(BUCKETS):
                    seen.material[bucket] -= self.weights.material[number][bucket]
            if now != NO_PIECE:
                number: cython.int = _feature(side, king, now, square)
                foreign_add(seen.values, self.weights.feature + number * half, half)
                for bucket in range(BUCKETS):
                    seen.material[bucket] += self.weights.material[number][bucket]
            seen.board[square] = now
        return seen

    def _outputs(self, material):
        """Returns the output of the layers, and writes that of the material sum; both in Stockfish's internal units times 16."""
        pairs: i16[3072]
        half: cython.int = self.weights.half
        side: cython.int = self.position.side
        own: cython.pointer(Seen) = self._hidden(side)
        other: cython.pointer(Seen) = self._hidden(1 - side)
        foreign_pairs(pairs, own.values, half // 2)
        foreign_pairs(cython.cast(cython.pointer(i16), pairs) + half // 2, other.values, half // 2)
        bucket: cython.int = (popcount(occupied_squares(cython.address(self.position))) - 1) >> 2
        material[0] = (own.material[bucket] - other.material[bucket]) // 2
        return _stack_output(cython.address(self.weights.stacks[bucket]), pairs, half)

    def _value(self):
        """Returns the evaluation of the position for its side to move, in Stockfish's internal units."""
        material: cython.int
        layers: cython.int = self._outputs(cython.address(material))
        if self.weights.half == OLD_HALF:
            return (layers + material) // 16
        return layers // 16 + material // 16  # each is rounded towards 0

    def _centipawns(self):
        """Returns Stockfish's static evaluation in centipawns, scaled up with material; 15.1's also down towards the
        fifty-move rule. That rule, what the search adds, and the doubt about complex positions are left out of 17.1's."""
        pieces: cython.int = 0
        square: cython.int
        for square in range(64):
            piece: cython.int = self.position.board[square]
            pieces += MEN[piece % 6] if piece != NO_PIECE else 0
        if self.weights.half == OLD_HALF:
            value: cython.int = self._value() * (1064 + 106 * pieces // 5120) // 1024
            value = value * (200 - min(cython.cast(cython.int, self.position.state.halfmove_clock), 100)) // 200
            return max(-LARGEST_CP, min(LARGEST_CP, value * 100 // UNITS_A_PAWN))
        pawns: cython.int = popcount(
            pieces_of(cython.address(self.position), 0, PAWN) | pieces_of(cython.address(self.position), 1, PAWN)
        )
        material: cython.int
        layers: cython.int = self._outputs(cython.address(material))
        mixed: cython.longlong = (125 * (material // 16) + 131 * (layers // 16)) // 128
        mixed = mixed * (77_777 + pieces + 535 * pawns) // 77_777
        return max(-LARGEST_CP, min(LARGEST_CP, cython.cast(cython.int, mixed * 100 // NEW_UNITS_A_PAWN)))

    @property
    def units(self) -> int:
        """Stockfish's internal units of a pawn."""
        return UNITS_A_PAWN if self.weights.half == OLD_HALF else NEW_UNITS_A_PAWN

    def value(self, record: bytes):
        """Returns the evaluation of one record for its side to move, in Stockfish's internal units (see `units`).

        :raises ValueError: if it is not a record of a legal position.
        """
        packed: Record
        if len(record) != RECORD_SIZE:
            raise ValueError("not one record")
        memcpy(cython.address(packed), cython.cast(cython.p_char, record), RECORD_SIZE)
        if not unpack_position(cython.address(packed), cython.address(self.position)):
            raise ValueError("not a legal position")
        return self._value()

    def label(self, records: bytearray, share: cython.double = 1.0):
        """Writes Stockfish's static evaluation, in centipawns for the side to move, into each record.

        `share`: of this evaluation in the score, from 0 to 1; the rest is the old one. Their expected scores are mixed.

        :raises ValueError: if the length is not a multiple of the record size.
        """
        count: cython.Py_ssize_t = len(records) // RECORD_SIZE
        if len(records) % RECORD_SIZE:
            raise ValueError("not whole records")
        rows: cython.p_char = records
        record: Record
        row: cython.Py_ssize_t
        with cython.nogil:
            for row in range(count):
                memcpy(cython.address(record), rows + RECORD_SIZE * row, RECORD_SIZE)
                if unpack_position(cython.address(record), cython.address(self.position)):
                    record.score = _mixed(record.score, self._centipawns(), share)
                    memcpy(rows + RECORD_SIZE * row, cython.address(record), RECORD_SIZE)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _mixed(old: cython.int, new: cython.int, share: cython.double) -> cython.int:
    """Returns the centipawns whose expected score is `share` of that of `new` and the rest of that of `old`."""
    if share >= 1:
        return new
    # Beyond 20 times the scale an expected score is 0 or 1 to nine digits.
    limit: cython.double = 20 * SCALE
    both: cython.double = share * _expected(max(-limit, min(limit, new)))
    both += (1 - share) * _expected(max(-limit, min(limit, old)))
    return cython.cast(cython.int, lround(SCALE * log(both / (1 - both))))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _expected(centipawns: cython.double) -> cython.double:
    return 1 / (1 + exp(-centipawns / SCALE))


@cython.cfunc
def _read_first_layer(weights: cython.pointer(ForeignWeights), data: bytes, at: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Reads the first layer and the material from offset `at`, and their size; returns the offset after them."""
    packed: cython.bint = data[at : at + len(COMPRESSED)] == COMPRESSED
    half: cython.Py_ssize_t = NEW_HALF if packed else OLD_HALF
    weights.half = half
    weights.bias = cython.cast(cython.pointer(i16), calloc(half, cython.sizeof(i16)))
    weights.feature = cython.cast(cython.pointer(i16), calloc(half * FEATURES, cython.sizeof(i16)))
    if weights.bias == cython.NULL or weights.feature == cython.NULL:
        raise MemoryError("no memory for the teacher's network")
    material: cython.pointer(cython.int) = cython.address(weights.material[0][0])
    if packed:
        at = _unpack(data, at, weights.bias, cython.NULL, half)
        at = _unpack(data, at, weights.feature, cython.NULL, half * FEATURES)
        return _unpack(data, at, cython.NULL, material, FEATURES * BUCKETS)
    end: cython.Py_ssize_t = at + 2 * half + 2 * half * FEATURES + 4 * FEATURES * BUCKETS
    if len(data) < end:
        raise ValueError("a network of another shape")
    rows: cython.p_char = data
    memcpy(weights.bias, rows + at, 2 * half)
    memcpy(weights.feature, rows + at + 2 * half, 2 * half * FEATURES)
    memcpy(material, rows + at + 2 * half + 2 * half * FEATURES, 4 * FEATURES * BUCKETS)
    return end


@cython.cfunc
def _unpack(
    data: bytes,
    at: cython.Py_ssize_t,
    narrow: cython.pointer(i16),
    wide: cython.pointer(cython.int),
    count: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Reads a compressed block of `count` numbers into `narrow`, or into `wide` if that is NULL; returns the offset after it.

    :raises ValueError: if there is another block, or one of another length.
    """
    start: cython.Py_ssize_t = at + len(COMPRESSED) + 4
    end: cython.Py_ssize_t = start + int.from_bytes(data[start - 4 : start], "little")
    if data[at : start - 4] != COMPRESSED or end > len(data):
        raise ValueError("a network of another shape")
    rows: cython.pointer(cython.uchar) = cython.cast(cython.pointer(cython.uchar), cython.cast(cython.p_char, data))
    index: cython.Py_ssize_t = 0
    shift: cython.int = 0
    value: cython.longlong = 0
    with cython.nogil:
        for at in range(start, end):
            value |= cython.cast(cython.longlong, rows[at] & 127) << shift
            shift += 7
            if rows[at] & 128 and shift < 35:
                continue
            if rows[at] & 64:
                value -= cython.cast(cython.longlong, 1) << shift  # the sign
            if index < count and narrow != cython.NULL:
                narrow[index] = cython.cast(i16, value)
            elif index < count:
                wide[index] = cython.cast(cython.int, value)
            index += 1
            value = 0
            shift = 0
    if index != count or shift:
        raise ValueError("a network of another shape")
    return end


@cython.cfunc
def _read_stack(stack: cython.pointer(Stack), data: cython.p_char, half: cython.int):
    """Reads the dense layers of one stack; their weights are signed bytes in the file."""
    row: cython.int
    at: cython.pointer(cython.schar) = cython.cast(cython.pointer(cython.schar), data)
    column: cython.int
    memcpy(cython.address(stack.first_bias[0]), at, 4 * FIRST)
    at += 4 * FIRST
    for row in range(FIRST):
        for column in range(half):
            stack.first[row][column] = at[row * half + column]
    at += FIRST * half
    memcpy(cython.address(stack.second_bias[0]), at, 4 * MIDDLE)
    at += 4 * MIDDLE
    for row in range(MIDDLE):
        for column in range(MIDDLE):
            stack.second[row][column] = at[row * MIDDLE + column]
    at += MIDDLE * MIDDLE
    memcpy(cython.address(stack.third_bias), at, 4)
    at += 4
    for column in range(MIDDLE):
        stack.third[column] = at[column]
