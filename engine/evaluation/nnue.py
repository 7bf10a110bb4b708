"""NNUE: an efficiently updatable neural network as evaluation (Nasu 2018); docs/network.md describes its shape.

768 inputs for each of 8 king areas -> 1,024 hidden units for each side -> 512 products for each side -> 16 -> 32 -> 1; the last
three layers exist once for each of 8 output buckets, by the number of pieces. All arithmetic is in integers (nnue.h,
nnue_layers.h). Entry points: `nnue_evaluate` for the search, `NetworkBoard` from Python.
"""

import cython
from cython.cimports.engine.evaluation.nnue_kernel import (
    NnueLayers,
    NnuePairs,
    nnue_begin,
    nnue_new,
    nnue_output,
    nnue_pairs,
    nnue_refresh,
    nnue_release,
    nnue_update,
    nnue_use,
)
from cython.cimports.engine.rules.bitboard import lsb, pop_lsb, popcount
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import (
    Position,
    State,
    make_move,
    occupied_squares,
    pieces_of,
    unmake_move,
)
from cython.cimports.engine.rules.types import (
    CASTLING,
    EN_PASSANT,
    KING,
    NO_MOVE,
    NO_PIECE,
    PROMOTION,
    ROOK,
    i8,
    i16,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.libc.stdint import int64_t
from cython.cimports.libc.string import memcpy, memset

from engine.ground.errors import MoveError

ACTIVATION_ONE = 255  # 1.0 of the hidden layer
FIRST_ONE = 64  # 1.0 of a weight of the first layer after it
LARGEST_FIRST_WEIGHT = 127  # two products with a byte up to 127 fit in 16 bits
LARGEST_OUTPUT_WEIGHT = 2040  # 32 products with outputs up to 8128 (127 * FIRST_ONE) fit in 32 bits, with a bias
LARGEST_FIRST_BIAS = 1 << 24
LARGEST_OUTPUT_BIAS = 1 << 30
SHAPE = (INPUTS, HIDDEN, OUTPUT_BUCKETS)
FIRST_OUTPUTS = FIRST  # of the first layer after the hidden one
PAYLOAD_BYTES = (
    2 * (INPUTS * HIDDEN + HIDDEN)
    + OUTPUT_BUCKETS * (FIRST * HIDDEN + 4 * FIRST)
    + OUTPUT_BUCKETS * (2 * SECOND * SECOND + 4 * SECOND)
    + OUTPUT_BUCKETS * (2 * SECOND + 4)
)

MOST_PLIES_BACK = cython.declare(cython.int, 12)  # plies back to an ancestor; further back a refresh costs less


def select_kernel(level: cython.int):
    """Selects plain loops (0), AVX2 (1) or AVX-512 with VNNI (2), at most what the machine has; returns the level in use.

    For tests and benchmarks: all levels give the same numbers, and the program starts with the fastest.
    """
    return nnue_use(level)


def new_accumulators():
    """Returns a cleared stack of accumulators, or NULL without memory."""
    return cython.cast(cython.pointer(AccumulatorStack), nnue_new(cython.sizeof(AccumulatorStack)))


def free_accumulators(stack):
    """Frees a stack; NULL is allowed."""
    nnue_release(stack)


def clear_accumulators(stack):
    """Marks all accumulators as empty."""
    index: cython.int
    for index in range(STACK_SIZE):
        stack.entries[index].keys[0] = stack.entries[index].keys[1] = 0
    for index in range(2 * KING_AREAS):
        stack.refresh[0][index].filled = stack.refresh[1][index].filled = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _weights_of(
    weights: cython.pointer(cython.const[Weights]),
    view: cython.pointer(cython.const[Perspective]),
    piece: cython.int,
    square: cython.int,
) -> cython.pointer(cython.const[i16]):
    return cython.address(weights.feature[feature_row(view, piece, square)][0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _refresh(
    weights: cython.pointer(cython.const[Weights]),
    stack: cython.pointer(AccumulatorStack),
    position: cython.pointer(cython.const[Position]),
    side: cython.int,
    pairs: cython.pointer(NnuePairs),
) -> cython.void:
    """Computes the hidden layer of one side and its pairs from the board.

    It applies the differences from the last board with the king in the same area and half (a refresh table, called "Finny table"
    after F. Eggers, the author of Koivisto): a few rows, while a refresh from nothing adds up to 32.
    """
    king: cython.int = lsb(pieces_of(position, side, KING))
    cached: cython.pointer(RefreshEntry) = cython.address(
        stack.refresh[side][2 * king_area(side, king) + ((king >> 2) & 1)]
    )
    view: Perspective = perspective_of(side, king)
    entry: cython.pointer(Accumulator) = cython.address(stack.entries[position.top & (STACK_SIZE - 1)])
    add: cython.pointer(cython.const[i16])[MOST_CHANGES]
    drop: cython.pointer(cython.const[i16])[MOST_CHANGES]
    adds: cython.int = 0
    drops: cython.int = 0
    piece: cython.int
    if not cached.filled:
        memcpy(cython.address(cached.values[0]), cython.address(weights.feature_bias[0]), HIDDEN * cython.sizeof(i16))
        memset(cython.address(cached.pieces[0]), 0, cython.sizeof(cached.pieces))
        cached.filled = 1
    for piece in range(12):
        pieces: u64 = pieces_of(position, piece // 6, piece % 6)
        came: u64 = pieces & ~cached.pieces[piece]
        left: u64 = cached.pieces[piece] & ~pieces
        cached.pieces[piece] = pieces
        while came:
            add[adds] = _weights_of(weights, cython.address(view), piece, pop_lsb(cython.address(came)))
            adds += 1
        while left:
            drop[drops] = _weights_of(weights, cython.address(view), piece, pop_lsb(cython.address(left)))
            drops += 1
    nnue_refresh(
        cython.address(entry.values[side][0]),
        cython.address(cached.values[0]),
        add,
        adds,
        drop,
        drops,
        pairs,
        side ^ position.side,
    )
    entry.keys[side] = position.state.key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _apply_move(
    weights: cython.pointer(cython.const[Weights]),
    old: cython.pointer(cython.const[i16]),
    new: cython.pointer(i16),
    state: cython.pointer(cython.const[State]),
    view: cython.pointer(cython.const[Perspective]),
    pairs: cython.pointer(NnuePairs),
    half: cython.int,
) -> cython.void:
    """Updates the hidden layer of one side by the move that led to `state`, and computes its pairs unless they are NULL."""
    source: cython.int = move_source(state.move)
    target: cython.int = move_target(state.move)
    kind: cython.int = move_kind(state.move)
    piece: cython.int = state.moved
    if state.move == NO_MOVE:
        memcpy(new, old, HIDDEN * cython.sizeof(i16))
        if pairs != cython.NULL:
            nnue_pairs(new, pairs, half)
        return
    if kind == CASTLING:
        rook: cython.int = piece - KING + ROOK
        king_to: cython.int = (source & 56) | (6 if target > source else 2)
        rook_to: cython.int = (source & 56) | (5 if target > source else 3)
        nnue_update(
            new,
            old,
            _weights_of(weights, view, piece, king_to),
            _weights_of(weights, view, piece, source),
            _weights_of(weights, view, rook, rook_to),
            _weights_of(weights, view, rook, target),
            pairs,
            half,
        )
        return
    placed: cython.int = piece + move_promotion(state.move) if kind == PROMOTION else piece
    add: cython.pointer(cython.const[i16]) = _weights_of(weights, view, placed, target)
    drop: cython.pointer(cython.const[i16]) = _weights_of(weights, view, piece, source)
    taken: cython.pointer(cython.const[i16]) = cython.NULL
    if state.captured != NO_PIECE:
        taken = _weights_of(weights, view, state.captured, target ^ 8 if kind == EN_PASSANT else target)
    nnue_update(new, old, add, drop, cython.NULL, taken, pairs, half)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _renumbers_inputs(state: cython.pointer(cython.const[State]), side: cython.int) -> cython.bint:
    """Returns whether the last move took the king of `side` to another area or wing, which renumbers all inputs."""
    if state.moved != 6 * side + KING:
        return False
    source: cython.int = move_source(state.move)
    target: cython.int = move_target(state.move)
    if move_kind(state.move) == CASTLING:
        target = (source & 56) | (6 if target > source else 2)
    return ((source ^ target) & 4) != 0 or king_area(side, source) != king_area(side, target)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _update_accumulator(
    weights: cython.pointer(cython.const[Weights]),
    stack: cython.pointer(AccumulatorStack),
    position: cython.pointer(cython.const[Position]),
    side: cython.int,
    pairs: cython.pointer(NnuePairs),
) -> cython.void:
    """Brings one side's accumulator and pairs up to date, from the newest ancestor with a valid one or by a refresh."""
    # Lazy: nodes that are cut off before their evaluation never pay for an update.
    half: cython.int = side ^ position.side
    entry: cython.pointer(Accumulator) = cython.address(stack.entries[position.top & (STACK_SIZE - 1)])
    top: cython.int = position.top
    back: cython.int = 0
    while stack.entries[(top - back) & (STACK_SIZE - 1)].keys[side] != position.states[top - back].key:
        if (
            back == top
            or back == MOST_PLIES_BACK
            or _renumbers_inputs(cython.address(position.states[top - back]), side)
        ):
            _refresh(weights, stack, position, side, pairs)
            return
        back += 1
    if back == 0:
        nnue_pairs(cython.address(entry.values[side][0]), pairs, half)
        return
    view: Perspective = perspective_of(side, lsb(pieces_of(position, side, KING)))
    while back:
        back -= 1
        old: cython.pointer(Accumulator) = cython.address(stack.entries[(top - back - 1) & (STACK_SIZE - 1)])
        new: cython.pointer(Accumulator) = cython.address(stack.entries[(top - back) & (STACK_SIZE - 1)])
        state: cython.pointer(cython.const[State]) = cython.address(position.states[top - back])
        _apply_move(
            weights,
            cython.address(old.values[side][0]),
            cython.address(new.values[side][0]),
            state,
            cython.address(view),
            cython.NULL if back else pairs,
            half,
        )
        new.keys[side] = state.key


def nnue_evaluate(weights, stack, position):
    """Returns the evaluation in centipawns for the side to move; without bounds, the search clamps it."""
    pairs: NnuePairs
    nnue_begin(cython.address(pairs))
    _update_accumulator(weights, stack, position, 0, cython.address(pairs))
    _update_accumulator(weights, stack, position, 1, cython.address(pairs))
    # Four piece numbers share a bucket, so that endgames have their own layers.
    bucket: cython.int = (popcount(occupied_squares(position)) - 2) >> 2
    output: cython.int = nnue_output(cython.address(pairs), cython.address(weights.layers[bucket]))
    # An output of 1.0 is 127 << 14. The division rounds down for negative scores, too, as the trainer's integers do.
    total: int64_t = (cython.cast(int64_t, output) * weights.scale) >> 14
    return cython.cast(cython.int, total // 127 - (total % 127 < 0))


@cython.cfunc
def _copy_part(data: cython.p_char, at: cython.size_t, target: cython.p_void, size: cython.size_t) -> cython.size_t:
    """Copies `size` bytes of a payload from offset `at`; returns the offset after them."""
    memcpy(target, data + at, size)
    return at + size


@cython.cfunc
def _load_layers(weights: cython.pointer(Weights), data: cython.p_char, at: cython.size_t) -> cython.size_t:
    """Copies the layers after the hidden one from a payload, in the kernel's order; returns the offset after them."""
    bucket: cython.int
    out: cython.int
    index: cython.int
    first: cython.pointer(i8) = cython.cast(cython.pointer(i8), data + at)
    for bucket in range(OUTPUT_BUCKETS):
        for out in range(FIRST):
            for index in range(HIDDEN):
                weights.layers[bucket].first[index >> 2][out][index & 3] = first[0]
                first += 1
    at += OUTPUT_BUCKETS * FIRST * HIDDEN
    for bucket in range(OUTPUT_BUCKETS):
        at = _copy_part(data, at, cython.address(weights.layers[bucket].first_bias[0]), 4 * FIRST)
    row: i16[SECOND]
    for bucket in range(OUTPUT_BUCKETS):
        for out in range(SECOND):
            at = _copy_part(data, at, cython.address(row[0]), cython.sizeof(row))
            for index in range(SECOND):
                weights.layers[bucket].second[index >> 1][out][index & 1] = row[index]
    for bucket in range(OUTPUT_BUCKETS):
        at = _copy_part(data, at, cython.address(weights.layers[bucket].second_bias[0]), 4 * SECOND)
    for bucket in range(OUTPUT_BUCKETS):
        at = _copy_part(data, at, cython.address(row[0]), cython.sizeof(row))
        for index in range(SECOND):
            weights.layers[bucket].third[index] = row[index]
    for bucket in range(OUTPUT_BUCKETS):
        at = _copy_part(data, at, cython.address(weights.layers[bucket].third_bias), 4)
    return at


@cython.cfunc
def _in_range(value: cython.int, largest: cython.int) -> cython.bint:
    return -largest <= value <= largest


@cython.cfunc
def _check_ranges(layers: cython.pointer(NnueLayers)):
    """:raises ValueError: if a weight or a bias could lead beyond the kernel's range."""
    out: cython.int
    index: cython.int
    largest: cython.int = LARGEST_FIRST_WEIGHT
    for index in range(HIDDEN):
        for out in range(FIRST):
            if not _in_range(layers.first[index >> 2][out][index & 3], largest):
                raise ValueError("a weight of the first layer is outside -127 to 127")
    largest = LARGEST_OUTPUT_WEIGHT
    for out in range(SECOND):
        if not _in_range(layers.third[out], largest):
            raise ValueError("an output weight is outside -2040 to 2040")
        for index in range(SECOND):
            if not _in_range(layers.second[index >> 1][out][index & 1], largest):
                raise ValueError("an output weight is outside -2040 to 2040")
        if not _in_range(layers.second_bias[out], LARGEST_OUTPUT_BIAS):
            raise ValueError("a bias is too large")
        if out < FIRST and not _in_range(layers.first_bias[out], LARGEST_FIRST_BIAS):
            raise ValueError("a bias is too large")
    if not _in_range(layers.third_bias, LARGEST_OUTPUT_BIAS):
        raise ValueError("a bias is too large")


class Network:
    """The weights of a network; read-only once loaded, so that any number of threads may share them."""

    def __cinit__(self):
        self.weights = cython.cast(cython.pointer(Weights), nnue_new(cython.sizeof(Weights)))
        if self.weights == cython.NULL:
            raise MemoryError("no memory for the network")

    def __dealloc__(self):
        nnue_release(self.weights)

    @classmethod
    def from_payload(cls, payload: bytes, scale: cython.int, classical: cython.int = 0):
        """Makes a network from its quantised weights.

        Order of the payload, little-endian: features (int16, inputs x hidden), their biases (int16); then, each for all
        buckets, first layer (int8, outputs x inputs), its biases (int32), second layer (int16, outputs x inputs), its biases
        (int32), third layer (int16), its biases (int32). `classical`: permille of the classical evaluation to add.

        :raises ValueError: if the payload has the wrong size, or a weight or a bias is too large for the kernel.
        """
        if len(payload) != PAYLOAD_BYTES:
            raise ValueError(f"a network of {len(payload)} bytes of weights, {PAYLOAD_BYTES} are needed")
        network: Network = cls()
        data: cython.p_char = payload
        at: cython.size_t = _copy_part(
            data, 0, cython.address(network.weights.feature[0][0]), 2 * (INPUTS * HIDDEN + HIDDEN)
        )
        _load_layers(network.weights, data, at)
        bucket: cython.int
        for bucket in range(OUTPUT_BUCKETS):
            _check_ranges(cython.address(network.weights.layers[bucket]))
        network.weights.scale = scale
        network.weights.classical = classical
        return network

    @property
    def scale(self) -> int:
        """Centipawns of an output of 1.0."""
        return self.weights.scale


class NetworkBoard:
    """A network with its own accumulators, which evaluates boards from Python (tests, tools, the explain panel)."""

    def __cinit__(self, network: Network):
        self.network = network
        self.stack = new_accumulators()
        if self.stack == cython.NULL:
            raise MemoryError("no memory for the network's accumulators")

    def __dealloc__(self):
        free_accumulators(self.stack)

    def evaluate(self, board: CoreBoard):
        """Returns centipawns for the side to move; boards that follow each other are updated incrementally."""
        return nnue_evaluate(self.network.weights, self.stack, cython.address(board.position))

    def benchmark(self, board: CoreBoard, move: cython.int, rounds: cython.int):
        """Makes, evaluates and unmakes a legal move `rounds` times; returns the sum of the scores, for benchmarks."""
        if not board.is_legal(move):
            raise MoveError("the measured move is not legal")
        position: cython.pointer(Position) = cython.address(board.position)
        total: int64_t = 0
        _: cython.int
        with cython.nogil:
            for _ in range(rounds):
                make_move(position, move)
                # Without their keys both accumulators are updated in every round.
                self.stack.entries[position.top & (STACK_SIZE - 1)].keys[0] = 0
                self.stack.entries[position.top & (STACK_SIZE - 1)].keys[1] = 0
                total += nnue_evaluate(self.network.weights, self.stack, position)
                unmake_move(position)
        return total
