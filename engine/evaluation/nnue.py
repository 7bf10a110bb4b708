"""NNUE: an efficiently updatable network as evaluation (Nasu 2018).

Shape: 768 inputs (own and other pieces on 64 squares, files mirrored by the own king) in one of 4 sets, chosen by
where the own king
is, -> 512 hidden, once for each side -> squared clipped ReLU -> one output of 8, chosen by the number of pieces. Integers
throughout: activations in units of 1/511, output weights of 1/1024. Accumulators are brought up to date lazily, from the newest
ancestor that was evaluated.
"""

import cython
from cython.cimports.engine.evaluation.nnue_kernel import (
    nnue_add,
    nnue_capture,
    nnue_castle,
    nnue_move,
    nnue_new,
    nnue_output,
    nnue_release,
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
    i16,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.libc.stdint import int64_t
from cython.cimports.libc.string import memcpy, memset

from engine.errors import MoveError

# As fine as 16 bits allow; with 1/255 and 1/64, the usual ones, integers lost 7.6 cp. See nnue.h and docs/network.md.
ACTIVATION_ONE = 511
OUTPUT_ONE = 1024
LARGEST_OUTPUT_WEIGHT = 2040  # 64 products of a squared activation and a weight fit in 32 bits
SHAPE = (INPUTS, HIDDEN, OUTPUT_BUCKETS)
PAYLOAD_BYTES = 2 * (INPUTS * HIDDEN + HIDDEN + OUTPUT_BUCKETS * 2 * HIDDEN) + 4 * OUTPUT_BUCKETS

LONGEST_WALK = cython.declare(cython.int, 12)  # plies: walking further back costs more than starting again


def new_accumulators():
    """A cleared stack of accumulators, or NULL."""
    return cython.cast(cython.pointer(AccumulatorStack), nnue_new(cython.sizeof(AccumulatorStack)))


def free_accumulators(stack):
    """Releases a stack; NULL is allowed."""
    nnue_release(stack)


def clear_accumulators(stack):
    """Forgets every accumulator."""
    memset(stack, 0, cython.sizeof(AccumulatorStack))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _column(
    weights: cython.pointer(cython.const[Weights]),
    side: cython.int,
    king: cython.int,
    piece: cython.int,
    square: cython.int,
) -> cython.pointer(cython.const[i16]):
    return cython.address(weights.feature[feature_index(side, king, piece, square)][0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _refresh(
    weights: cython.pointer(cython.const[Weights]),
    entry: cython.pointer(Accumulator),
    position: cython.pointer(cython.const[Position]),
    side: cython.int,
) -> cython.void:
    """Adds up the hidden layer of one side from the board alone."""
    values: cython.pointer(i16) = cython.address(entry.values[side][0])
    king: cython.int = lsb(pieces_of(position, side, KING))
    occupied: u64 = occupied_squares(position)
    memcpy(values, cython.address(weights.feature_bias[0]), HIDDEN * cython.sizeof(i16))
    while occupied:
        square: cython.int = pop_lsb(cython.address(occupied))
        nnue_add(values, _column(weights, side, king, position.board[square], square))
    entry.keys[side] = position.state.key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _advance(
    weights: cython.pointer(cython.const[Weights]),
    old: cython.pointer(cython.const[i16]),
    new: cython.pointer(i16),
    state: cython.pointer(cython.const[State]),
    side: cython.int,
    king: cython.int,
) -> cython.void:
    """The hidden layer of one side after the move that led to `state`, from the one before it."""
    source: cython.int = move_source(state.move)
    target: cython.int = move_target(state.move)
    kind: cython.int = move_kind(state.move)
    piece: cython.int = state.moved
    if state.move == NO_MOVE:
        memcpy(new, old, HIDDEN * cython.sizeof(i16))
        return
    if kind == CASTLING:
        rook: cython.int = piece - KING + ROOK
        king_to: cython.int = (source & 56) | (6 if target > source else 2)
        rook_to: cython.int = (source & 56) | (5 if target > source else 3)
        nnue_castle(
            new,
            old,
            _column(weights, side, king, piece, king_to),
            _column(weights, side, king, piece, source),
            _column(weights, side, king, rook, rook_to),
            _column(weights, side, king, rook, target),
        )
        return
    placed: cython.int = piece + move_promotion(state.move) if kind == PROMOTION else piece
    add: cython.pointer(cython.const[i16]) = _column(weights, side, king, placed, target)
    drop: cython.pointer(cython.const[i16]) = _column(weights, side, king, piece, source)
    if state.captured == NO_PIECE:
        nnue_move(new, old, add, drop)
    else:
        taken: cython.int = target ^ 8 if kind == EN_PASSANT else target
        nnue_capture(new, old, add, drop, _column(weights, side, king, state.captured, taken))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _view_changed(state: cython.pointer(cython.const[State]), side: cython.int) -> cython.bint:
    """Whether the move that led to `state` took the king of `side` over the board's middle or into another of its areas, which
    renumbers all inputs."""
    if state.moved != 6 * side + KING:
        return False
    source: cython.int = move_source(state.move)
    target: cython.int = move_target(state.move)
    if move_kind(state.move) == CASTLING:
        target = (source & 56) | (6 if target > source else 2)
    return ((source ^ target) & 4) != 0 or king_bucket(side, source) != king_bucket(side, target)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bring_up_to_date(
    weights: cython.pointer(cython.const[Weights]),
    stack: cython.pointer(AccumulatorStack),
    position: cython.pointer(cython.const[Position]),
    side: cython.int,
) -> cython.void:
    """Computes one side's accumulator of the current position from the newest ancestor that has it, or again."""
    top: cython.int = position.top
    back: cython.int = 0
    while stack.entries[(top - back) & (STACK_SIZE - 1)].keys[side] != position.states[top - back].key:
        if back == top or back == LONGEST_WALK or _view_changed(cython.address(position.states[top - back]), side):
            _refresh(weights, cython.address(stack.entries[top & (STACK_SIZE - 1)]), position, side)
            return
        back += 1
    king: cython.int = lsb(pieces_of(position, side, KING))
    while back:
        back -= 1
        old: cython.pointer(Accumulator) = cython.address(stack.entries[(top - back - 1) & (STACK_SIZE - 1)])
        new: cython.pointer(Accumulator) = cython.address(stack.entries[(top - back) & (STACK_SIZE - 1)])
        state: cython.pointer(cython.const[State]) = cython.address(position.states[top - back])
        _advance(weights, cython.address(old.values[side][0]), cython.address(new.values[side][0]), state, side, king)
        new.keys[side] = state.key


def nnue_evaluate(weights, stack, position):
    """Evaluation in centipawns for the side to move; not bounded, the search clamps it."""
    side: cython.int = position.side
    _bring_up_to_date(weights, stack, position, 0)
    _bring_up_to_date(weights, stack, position, 1)
    entry: cython.pointer(Accumulator) = cython.address(stack.entries[position.top & (STACK_SIZE - 1)])
    bucket: cython.int = (popcount(occupied_squares(position)) - 2) >> 2
    outputs: cython.pointer(cython.const[i16]) = cython.address(weights.output[bucket][0])
    total: int64_t = nnue_output(
        cython.address(entry.values[side][0]), cython.address(entry.values[1 - side][0]), outputs
    )
    return cython.cast(cython.int, (total * 16 // 511 + weights.output_bias[bucket]) * weights.scale // UNITS)


class Network:
    """Weights of a network, in memory of their own; read-only once made, so that any number of threads may use them."""

    def __cinit__(self):
        self.weights = cython.cast(cython.pointer(Weights), nnue_new(cython.sizeof(Weights)))
        if self.weights == cython.NULL:
            raise MemoryError("no memory for the network")

    def __dealloc__(self):
        nnue_release(self.weights)

    @classmethod
    def from_payload(cls, payload: bytes, scale: cython.int, classical: cython.int = 0):
        """A network from its quantised weights, little-endian: features, their bias, outputs (int16), output biases (int32).
        `classical`: permille of the classical evaluation that belongs to the score beside the output.

        :raises ValueError: if the payload has the wrong size, or an output weight is too large for the kernel.
        """
        if len(payload) != PAYLOAD_BYTES:
            raise ValueError(f"a network of {len(payload)} bytes of weights, {PAYLOAD_BYTES} are needed")
        network: Network = cls()
        data: cython.p_char = payload
        size: cython.size_t = 2 * (INPUTS * HIDDEN + HIDDEN + OUTPUT_BUCKETS * 2 * HIDDEN)
        memcpy(cython.address(network.weights.feature[0][0]), data, size)
        memcpy(cython.address(network.weights.output_bias[0]), data + size, 4 * OUTPUT_BUCKETS)
        network.weights.scale = scale
        network.weights.classical = classical
        bucket: cython.int
        index: cython.int
        for bucket in range(OUTPUT_BUCKETS):
            for index in range(2 * HIDDEN):
                if not -LARGEST_OUTPUT_WEIGHT <= network.weights.output[bucket][index] <= LARGEST_OUTPUT_WEIGHT:
                    raise ValueError("an output weight is outside -2040 to 2040")
        return network

    @property
    def scale(self) -> int:
        """Centipawns of an output of 1.0."""
        return self.weights.scale


class NetworkBoard:
    """A network with accumulators of its own, to evaluate a CoreBoard from Python (tests, tools, the explain panel)."""

    def __cinit__(self, network: Network):
        self.network = network
        self.stack = new_accumulators()
        if self.stack == cython.NULL:
            raise MemoryError("no memory for the network's accumulators")

    def __dealloc__(self):
        free_accumulators(self.stack)

    def evaluate(self, board: CoreBoard):
        """Centipawns for the side to move, brought up to date from what this object evaluated before."""
        return nnue_evaluate(self.network.weights, self.stack, cython.address(board.position))

    def measure(self, board: CoreBoard, move: cython.int, rounds: cython.int):
        """Makes and unmakes a legal move `rounds` times, evaluating after each make; returns the sum, for benchmarks."""
        if not board.is_legal(move):
            raise MoveError("the measured move is not legal")
        position: cython.pointer(Position) = cython.address(board.position)
        total: int64_t = 0
        _: cython.int
        with cython.nogil:
            for _ in range(rounds):
                make_move(position, move)
                self.stack.entries[position.top & (STACK_SIZE - 1)].keys[0] = 0
                self.stack.entries[position.top & (STACK_SIZE - 1)].keys[1] = 0
                total += nnue_evaluate(self.network.weights, self.stack, position)
                unmake_move(position)
        return total
