"""The board network: a small residual convolutional network with one output (logit) for each legal move.

Trained by `engine.training.human.board_fit` (`board_net` in PyTorch has the shape). Here batch normalisation is folded into the
convolutions, and the weights are stored as bytes with a scale for each row.
"""

import struct

import cython
from cython.cimports.engine.evaluation.nnue import (
    Network,
    clear_accumulators,
    free_accumulators,
    new_accumulators,
)
from cython.cimports.engine.evaluation.nnue_kernel import nnue_new, nnue_release
from cython.cimports.engine.human.kernels import human_add, human_add_scaled, human_convolve, human_dot
from cython.cimports.engine.human.network_input import KNOWN, PLANES, NetworkInput, PlayerInput, fill_input, squares_of
from cython.cimports.engine.rules.bitboard import pop_lsb
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import generate_legal
from cython.cimports.engine.rules.position import Position, position_copy, trim_history
from cython.cimports.engine.rules.types import MAX_MOVES, Move, i8, u64
from cython.cimports.libc.math import expf, fabsf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcmp, memcpy

LARGEST = cython.declare(cython.float, 1e4)  # the largest absolute weight
HEAD = struct.Struct(f"<2H{PROMOTIONS}f")  # channels, blocks, a bias for each promotion


def shape_of(channels: int, blocks: int) -> list[tuple[int, int]]:
    """(rows, width) of the layers in order: entry; for each block two convolutions and two gate layers; source; target."""
    block = [
        (channels, 9 * channels),
        (channels, 9 * channels),
        (GATE, channels + KNOWN),
        (2 * channels, GATE),
    ]
    return [(channels, 9 * PLANES), *block * blocks, (REACH, channels), (REACH, channels)]


def packed(channels: int, blocks: int, promotions: list, layers: list) -> bytes:
    """The payload of a file.

    `promotions`: biases for no promotion, knight, bishop, rook, queen. `layers`: for each of `shape_of` the weights, row by
    row, and the biases, as lists of floats; a convolution's row is [tap][input].

    :raises ValueError: a layer has another size.
    """
    payload = bytearray(HEAD.pack(channels, blocks, *promotions))
    for (rows, width), (weights, biases) in zip(shape_of(channels, blocks), layers, strict=True):
        if len(weights) != rows * width or len(biases) != rows:
            raise ValueError(f"a layer of {len(weights)} weights and {len(biases)} biases, {rows} x {width} are needed")
        for row in range(rows):
            values = weights[row * width : (row + 1) * width]
            scale = max(1e-9, *map(abs, values)) / 127
            payload += struct.pack("<f", scale) + bytes(round(value / scale) & 255 for value in values)
        payload += struct.pack(f"<{rows}f", *biases)
    return bytes(payload)


class BoardNetwork:
    """A board network with its work buffers; for one thread at a time."""

    def __cinit__(self):
        self.memory = cython.NULL
        self.room = cython.NULL
        self.stack = new_accumulators()
        self.position = cython.cast(cython.pointer(Position), calloc(1, cython.sizeof(Position)))
        if self.stack == cython.NULL or self.position == cython.NULL:
            raise MemoryError("no memory for the network")

    def __dealloc__(self):
        nnue_release(self.memory)
        nnue_release(self.room)
        free_accumulators(self.stack)
        free(self.position)

    @classmethod
    def from_payload(cls, payload: bytes, evaluator: Network):
        """Reads the bytes of `packed`; `evaluator` is the evaluation that it was trained with.

        :raises ValueError: the size is wrong, or a weight is not finite or beyond 10,000.
        """
        channels, blocks, *promotions = HEAD.unpack_from(payload) if len(payload) >= HEAD.size else (0, 0)
        if not (16 <= channels <= MOST_CHANNELS and channels % 16 == 0 and 1 <= blocks <= MOST_BLOCKS):
            raise ValueError(f"{channels} channels and {blocks} blocks are not supported")
        shape = shape_of(channels, blocks)
        if len(payload) != HEAD.size + sum(rows * (8 + width) for rows, width in shape):
            raise ValueError(f"{len(payload)} bytes do not fit the shape of the network")
        network: BoardNetwork = cls()
        network.evaluator, network.channels, network.blocks = evaluator, channels, blocks
        size: cython.size_t = sum(rows * (1 + width) for rows, width in shape)
        network.memory = cython.cast(cython.p_float, nnue_new(size * cython.sizeof(cython.float)))
        if network.memory == cython.NULL:
            raise MemoryError("no memory for the network")
        network.make_room()
        data: cython.p_const_char = payload
        data += HEAD.size
        values: cython.p_float = network.memory
        index: cython.int
        for index in range(len(shape)):
            layer: cython.pointer(Layer) = cython.address(network.layers[index])
            layer.rows, layer.width = shape[index]
            layer.weights = values
            layer.bias = values + layer.rows * layer.width
            data = _unpack(layer, data, 1 <= index <= 4 * network.blocks and index % 4 in (1, 2))
            values = layer.bias + layer.rows
        for index in range(PROMOTIONS):
            network.promotion[index] = promotions[index]
        if not _sound(network.memory, size) or not _sound(network.promotion, PROMOTIONS):
            raise ValueError("a weight is not finite or beyond 10,000")
        return network

    def twin(self):
        """Returns a network with the same weights and buffers of its own, for another thread."""
        network: BoardNetwork = BoardNetwork()
        network.owner = self if self.owner is None else self.owner
        network.evaluator, network.channels, network.blocks = self.evaluator, self.channels, self.blocks
        memcpy(network.layers, self.layers, cython.sizeof(self.layers))
        memcpy(network.promotion, self.promotion, cython.sizeof(self.promotion))
        network.make_room()
        return network

    def make_room(self):
        """Allocates the work buffers. :raises MemoryError: there is no memory."""
        size: cython.size_t = 5 * PADDED * self.channels * cython.sizeof(cython.float)
        self.room = cython.cast(cython.p_float, nnue_new(size))
        if self.room == cython.NULL:
            raise MemoryError("no memory for the network")
        return 0

    def judge(
        self,
        board: CoreBoard,
        elo: cython.int,
        opponent: cython.int,
        base_s: cython.int,
        increment_s: cython.int,
        site: cython.int,
    ) -> list:
        """(core move, logit) of each legal move, in generation order. The same position for another player is cheaper: the
        entry is cached."""
        player: PlayerInput
        network_input: NetworkInput
        sources: cython.float[REACH][64]
        landings: cython.float[REACH][64]
        moves: Move[MAX_MOVES]
        numbers: cython.float[MAX_MOVES]
        index: cython.int
        squares: cython.int
        player.elo, player.opponent, player.base_s, player.increment_s, player.site = (
            elo,
            opponent,
            base_s,
            increment_s,
            site,
        )
        position_copy(self.position, cython.address(board.position))
        trim_history(self.position)
        count: cython.int = generate_legal(self.position, moves)
        if count == 0:
            return []
        clear_accumulators(self.stack)
        with cython.nogil:
            fill_input(
                cython.address(network_input), self.position, self.evaluator.weights, self.stack, cython.address(player)
            )
            self.look(cython.address(network_input))
            _reach(cython.address(self.layers[1 + 4 * self.blocks]), self.room, sources)
            _reach(cython.address(self.layers[2 + 4 * self.blocks]), self.room, landings)
            for index in range(count):
                squares = squares_of(moves[index], self.position.side)
                number: cython.float = self.promotion[squares >> 12] + human_dot(
                    cython.address(sources[squares & 63][0]), cython.address(landings[squares >> 6 & 63][0]), REACH
                )
                # Very large weights overflow: treat the logit as 0.
                numbers[index] = number if fabsf(number) <= LARGEST else 0
        return [(moves[index], numbers[index]) for index in range(count)]

    def look(self, network_input):
        """Runs the residual tower; the result is the first board of `room`."""
        size: cython.int = PADDED * self.channels
        board: cython.p_float = self.room
        inner: cython.p_float = board + size
        found: cython.p_float = board + 2 * size
        block: cython.int
        self.begin(network_input)
        memcpy(board, board + 3 * size, size * cython.sizeof(cython.float))
        _leave_block(cython.address(self.layers[1]), network_input, board, board + 4 * size)
        for block in range(1, self.blocks):
            layers: cython.pointer(Layer) = cython.address(self.layers[1 + 4 * block])
            human_convolve(inner, board, layers[0].weights, layers[0].bias, self.channels, 1)
            human_convolve(found, inner, layers[1].weights, layers[1].bias, self.channels, 0)
            _leave_block(layers, network_input, board, found)

    def begin(self, network_input):
        """Computes the part that does not depend on the player (entry and first convolutions), unless it is cached."""
        size: cython.int = PADDED * self.channels
        inner: cython.p_float = self.room + size
        entered: cython.p_float = self.room + 3 * size
        if memcmp(self.begun, network_input.planes, PLANES * cython.sizeof(u64)) == 0:
            return
        memcpy(self.begun, network_input.planes, PLANES * cython.sizeof(u64))
        _enter(cython.address(self.layers[0]), network_input, entered)
        human_convolve(inner, entered, self.layers[1].weights, self.layers[1].bias, self.channels, 1)
        human_convolve(entered + size, inner, self.layers[2].weights, self.layers[2].bias, self.channels, 0)


@cython.cfunc
@cython.exceptval(check=False)
def _unpack(layer: cython.pointer(Layer), data: cython.p_const_char, convolved: cython.bint) -> cython.p_const_char:
    """Fills a layer from its part of the payload. Returns the start of the next one. `convolved`: in the layout of
    human_convolve."""
    rows: cython.int = layer.rows
    scale: cython.float = 0
    row: cython.int
    at: cython.int
    for row in range(rows):
        memcpy(cython.address(scale), data, 4)
        for at in range(layer.width):
            place: cython.int = ((row >> 4) * layer.width + at) * 16 + (row & 15) if convolved else at * rows + row
            layer.weights[place] = scale * cython.cast(i8, data[4 + at])
        data += 4 + layer.width
    memcpy(layer.bias, data, 4 * rows)
    return data + 4 * rows


@cython.cfunc
@cython.exceptval(check=False)
def _sound(values: cython.p_const_float, count: cython.size_t) -> cython.bint:
    """True if no weight is NaN or beyond LARGEST."""
    at: cython.size_t
    beyond: cython.int = 0
    for at in range(count):
        beyond += not fabsf(values[at]) <= LARGEST
    return beyond == 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _reach(
    layer: cython.pointer(cython.const[Layer]),
    board: cython.p_const_float,
    vectors: cython.pointer(cython.float[REACH]),
) -> cython.void:
    """Fills the vectors of all squares."""
    square: cython.int
    at: cython.int
    for square in range(64):
        values: cython.p_const_float = board + (11 + square + 2 * (square >> 3)) * layer.width
        vector: cython.p_float = cython.address(vectors[square][0])
        memcpy(vector, layer.bias, REACH * cython.sizeof(cython.float))
        for at in range(layer.width):
            if values[at] > 0:
                human_add_scaled(vector, layer.weights + at * REACH, values[at], REACH)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    layer: cython.pointer(cython.const[Layer]),
    network_input: cython.pointer(cython.const[NetworkInput]),
    board: cython.p_float,
) -> cython.void:
    """The first convolution: each square of a plane adds its weights to the nine squares around it."""
    channels: cython.int = layer.rows
    square: cython.int
    plane: cython.int
    tap: cython.int
    index: cython.int
    for square in range(64):
        memcpy(board + (11 + square + 2 * (square >> 3)) * channels, layer.bias, channels * cython.sizeof(cython.float))
    for plane in range(PLANES):
        squares: u64 = network_input.planes[plane]
        while squares:
            square = pop_lsb(cython.address(squares))
            for tap in range(9):
                file: cython.int = (square & 7) + 1 - tap % 3
                rank: cython.int = (square >> 3) + 1 - tap // 3
                if 0 <= file < 8 and 0 <= rank < 8:
                    human_add(
                        board + (11 + 10 * rank + file) * channels,
                        layer.weights + (tap * PLANES + plane) * channels,
                        channels,
                    )
    for square in range(64):
        values: cython.p_float = board + (11 + square + 2 * (square >> 3)) * channels
        for index in range(channels):
            values[index] = values[index] if values[index] > 0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leave_block(
    layers: cython.pointer(Layer),
    network_input: cython.pointer(cython.const[NetworkInput]),
    board: cython.p_float,
    found: cython.p_float,
) -> cython.void:
    """Applies the gates of a block and adds its input (residual connection)."""
    channels: cython.int = layers[0].rows
    inputs: cython.float[MOST_INPUTS]
    hidden: cython.float[GATE]
    gates: cython.float[MOST_GATES]
    square: cython.int
    index: cython.int
    value: cython.float
    for index in range(channels):
        inputs[index] = 0
    for square in range(64):
        human_add(cython.address(inputs[0]), found + (11 + square + 2 * (square >> 3)) * channels, channels)
    for index in range(channels):
        inputs[index] /= 64
    memcpy(
        cython.address(inputs[channels]), cython.address(network_input.known[0]), KNOWN * cython.sizeof(cython.float)
    )
    memcpy(cython.address(hidden[0]), layers[2].bias, GATE * cython.sizeof(cython.float))
    for index in range(channels + KNOWN):
        human_add_scaled(cython.address(hidden[0]), layers[2].weights + index * GATE, inputs[index], GATE)
    memcpy(cython.address(gates[0]), layers[3].bias, 2 * channels * cython.sizeof(cython.float))
    for index in range(GATE):
        if hidden[index] > 0:
            human_add_scaled(
                cython.address(gates[0]), layers[3].weights + index * 2 * channels, hidden[index], 2 * channels
            )
    for index in range(channels):
        gates[index] = 1 / (1 + expf(-gates[index]))
    for square in range(64):
        into: cython.p_float = board + (11 + square + 2 * (square >> 3)) * channels
        values: cython.p_float = found + (11 + square + 2 * (square >> 3)) * channels
        for index in range(channels):
            value = into[index] + values[index] * gates[index] + gates[channels + index]
            into[index] = value if value > 0 else 0
