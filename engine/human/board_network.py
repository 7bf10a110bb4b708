"""The board network: a small residual convolution, whose numbers for the moves are added to those of the policy network.

The policy network knows each piece by itself; this one sees which pieces stand beside each other. It is trained by
`engine.training.human.board_fit`, where its shape is written down in the words of PyTorch (`board_net`). Here each
normalisation is part of the convolution before it, and weights are bytes with a scale for each row.
"""

import struct

import cython
from cython.cimports.engine.human.kernels import human_add, human_add_scaled, human_convolve, human_dot
from cython.cimports.engine.human.sight import KNOWN, PLANES, Sight
from cython.cimports.engine.rules.bitboard import pop_lsb
from cython.cimports.engine.rules.types import i8, u64
from cython.cimports.libc.math import expf, fabsf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy

LARGEST = cython.declare(cython.float, 1e4)  # of a weight
HEAD = struct.Struct("<2Hf")  # channels, blocks, share of the policy network's number


def shape_of(channels: int, blocks: int) -> list[tuple[int, int]]:
    """Rows and width of the layers in their order: entry; of each block two convolutions, gate and gates; source, landing."""
    block = [
        (channels, 9 * channels),
        (channels, 9 * channels),
        (GATE, channels + KNOWN),
        (2 * channels, GATE),
    ]
    return [(channels, 9 * PLANES), *block * blocks, (REACH, channels), (REACH, channels)]


def packed(channels: int, blocks: int, share: float, layers: list) -> bytes:
    """The payload of a file. `layers`: for each of `shape_of` the weights of its rows, one after another, and the biases, as
    lists of floats; a convolution's row is [tap][input].

    :raises ValueError: if a layer has another size.
    """
    payload = bytearray(HEAD.pack(channels, blocks, share))
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
    """A board network with room to work in: one thread at a time."""

    def __cinit__(self):
        self.memory = cython.NULL
        self.room = cython.NULL

    def __dealloc__(self):
        free(self.memory)
        free(self.room)

    @classmethod
    def from_payload(cls, payload: bytes):
        """A network from the bytes of `packed`.

        :raises ValueError: if they are of another size, or a weight is no number or beyond 10,000.
        """
        channels, blocks, share = HEAD.unpack_from(payload) if len(payload) >= HEAD.size else (0, 0, 0.0)
        if not (16 <= channels <= MOST_CHANNELS and channels % 16 == 0 and 1 <= blocks <= MOST_BLOCKS):
            raise ValueError(f"a board network of {channels} channels and {blocks} blocks")
        shape = shape_of(channels, blocks)
        if len(payload) != HEAD.size + sum(rows * (8 + width) for rows, width in shape):
            raise ValueError(f"a board network of {len(payload)} bytes")
        network: BoardNetwork = cls()
        network.channels, network.blocks, network.share = channels, blocks, share
        size: cython.size_t = sum(rows * (1 + width) for rows, width in shape)
        network.memory = cython.cast(cython.p_float, calloc(size, cython.sizeof(cython.float)))
        network.room = cython.cast(cython.p_float, calloc(3 * PADDED * channels, cython.sizeof(cython.float)))
        if network.memory == cython.NULL or network.room == cython.NULL:
            raise MemoryError("no memory for the network")
        data: cython.p_const_char = payload
        data += HEAD.size
        values: cython.p_float = network.memory
        scale: cython.float = 0
        index: cython.int
        at: cython.int
        rows: cython.int
        width: cython.int
        for index in range(len(shape)):
            rows, width = shape[index]
            layer: cython.pointer(Layer) = cython.address(network.layers[index])
            layer.rows, layer.width = rows, width
            layer.weights = values
            layer.bias = values + rows * width
            for row in range(rows):
                memcpy(cython.address(scale), data, 4)
                for at in range(width):
                    values[at * rows + cython.cast(cython.int, row)] = scale * cython.cast(i8, data[4 + at])
                data += 4 + width
            memcpy(layer.bias, data, 4 * rows)
            data += 4 * rows
            values = layer.bias + rows
        for at in range(size):
            if not fabsf(network.memory[at]) <= LARGEST:  # nor NaN
                raise ValueError("a board network with a weight that is no number, or beyond all reason")
        return network

    def look(self, sight):
        """The tower: the board of channels is in the first part of `room`."""
        channels: cython.int = self.channels
        board: cython.p_float = self.room
        inner: cython.p_float = self.room + PADDED * channels
        block: cython.int
        _enter(cython.address(self.layers[0]), sight, board)
        for block in range(self.blocks):
            layers: cython.pointer(Layer) = cython.address(self.layers[1 + 4 * block])
            human_convolve(inner, board, layers[0].weights, layers[0].bias, channels, 1)
            human_convolve(inner + PADDED * channels, inner, layers[1].weights, layers[1].bias, channels, 0)
            _leave_block(layers, sight, board, inner + PADDED * channels)

    def add(self, sight, features, logits):
        """Sets each move's number to its share of the policy network's and the own one."""
        source: cython.pointer(Layer) = cython.address(self.layers[1 + 4 * self.blocks])
        sources: cython.float[REACH][64]
        landings: cython.float[REACH][64]
        index: cython.int
        at: cython.int
        from_square: cython.int
        to_square: cython.int
        self.look(sight)
        for index in range(64):
            board: cython.p_float = self.room + (11 + index + 2 * (index >> 3)) * self.channels
            memcpy(cython.address(sources[index][0]), source[0].bias, REACH * cython.sizeof(cython.float))
            memcpy(cython.address(landings[index][0]), source[1].bias, REACH * cython.sizeof(cython.float))
            for at in range(self.channels):
                if board[at] > 0:
                    human_add_scaled(
                        cython.address(sources[index][0]), source[0].weights + at * REACH, board[at], REACH
                    )
                    human_add_scaled(
                        cython.address(landings[index][0]), source[1].weights + at * REACH, board[at], REACH
                    )
        for index in range(features.move_count):
            from_square = features.moves[index].source & 63
            to_square = features.moves[index].target & 63
            logits[index] = self.share * logits[index] + human_dot(
                cython.address(sources[from_square][0]), cython.address(landings[to_square][0]), REACH
            )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    layer: cython.pointer(cython.const[Layer]), sight: cython.pointer(cython.const[Sight]), board: cython.p_float
) -> cython.void:
    """The first convolution: each square of a plane adds its weights to the nine around it."""
    channels: cython.int = layer.rows
    square: cython.int
    plane: cython.int
    tap: cython.int
    index: cython.int
    for square in range(64):
        memcpy(board + (11 + square + 2 * (square >> 3)) * channels, layer.bias, channels * cython.sizeof(cython.float))
    for plane in range(PLANES):
        squares: u64 = sight.planes[plane]
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
    sight: cython.pointer(cython.const[Sight]),
    board: cython.p_float,
    found: cython.p_float,
) -> cython.void:
    """Gates of a block, and its sum with what went in."""
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
    memcpy(cython.address(inputs[channels]), cython.address(sight.known[0]), KNOWN * cython.sizeof(cython.float))
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
