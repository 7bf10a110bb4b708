"""The policy network: rows of the position -> 896 hidden (squared, clipped) -> 64 deep (above 0) -> a number for each legal move.

A move's number has three parts: both layers times a column of piece and target, the same of piece and source, and a small
network over its facts: rows of facts, of squares and of what is on the lines and jumps around them, added to 64
mixtures of both, rectified and weighed. So facts
count for more or less by rating, time and position.
"""

import cython
from cython.cimports.engine.evaluation.nnue import (
    Network,
    clear_accumulators,
    free_accumulators,
    new_accumulators,
)
from cython.cimports.engine.human.board_network import BoardNetwork
from cython.cimports.engine.human.features import see_position
from cython.cimports.engine.human.kernels import human_activate, human_add, human_add_scaled, human_dot
from cython.cimports.engine.human.move_facts import SLOT_STARTS
from cython.cimports.engine.human.seen import (
    BOARD,
    CONTEXT_ROWS,
    PIECE_SQUARES,
    SLOTS,
    Asked,
    Features,
    MoveFeatures,
)
from cython.cimports.engine.human.sight import Sight, see_board
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.position import Position, position_copy, trim_history
from cython.cimports.engine.rules.types import NO_PIECE, NO_SQUARE, u8, u16
from cython.cimports.libc.math import expf, fabsf, rintf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

# The blocks of `Net` in order: rows and floats a row. A block of one row stays as it is, the others shrink to 4 bits: the
# board network makes good what that loses.
SHAPE = (
    (CONTEXT_ROWS, HIDDEN),
    (1, HIDDEN),
    (HIDDEN, DEEP),
    (1, DEEP),
    (PIECE_SQUARES, HEAD),
    (PIECE_SQUARES, HEAD),
    (HEAD, WIDTH),
    (1, WIDTH),
    (PIECE_SQUARES, WIDTH),
    (PIECE_SQUARES, WIDTH),
    (SLOT_ROOM, WIDTH),
    (1, WIDTH),
    (SEEN_ROWS, WIDTH),
    (SEEN_ROWS, WIDTH),
)
LINE_FILES = cython.declare(cython.int[8])
LINE_RANKS = cython.declare(cython.int[8])
JUMP_FILES = cython.declare(cython.int[8])
JUMP_RANKS = cython.declare(cython.int[8])
for _index in range(8):
    LINE_FILES[_index], LINE_RANKS[_index] = (0, 1, 1, 1, 0, -1, -1, -1)[_index], (1, 1, 0, -1, -1, -1, 0, 1)[_index]
    JUMP_FILES[_index], JUMP_RANKS[_index] = (1, 2, 2, 1, -1, -2, -2, -1)[_index], (2, 1, -1, -2, -2, -1, 1, 2)[_index]
LEVELS = cython.declare(cython.int, 7)  # codes of 4 bits: 1 to 15 for -7 to 7
LARGEST = cython.declare(cython.float, 1e4)  # of a weight; those of ours are below 10
PAYLOAD_BYTES = sum(4 * width if rows == 1 else rows * (4 + width // 2) for rows, width in SHAPE)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _judge_facts(
    net: cython.pointer(cython.const[Net]),
    move: cython.pointer(cython.const[MoveFeatures]),
    board: cython.pointer(cython.const[u8]),
    values: cython.pointer(cython.float),
) -> cython.float:
    """The small network's number; `values` holds the mixtures and gets the move's sums."""
    slot: cython.int
    index: cython.int
    rows: u16[MOST_SEEN]
    kind: cython.int = move.target >> 6
    source: cython.int = move.source & 63
    for index in range(look_around(board, kind, move.target & 63, source, rows)):
        human_add(values, cython.address(net.seen_from_target[rows[index]][0]), WIDTH)
    for index in range(look_around(board, kind, source, NO_SQUARE, rows)):
        human_add(values, cython.address(net.seen_from_source[rows[index]][0]), WIDTH)
    human_add(values, cython.address(net.target_rows[move.target][0]), WIDTH)
    human_add(values, cython.address(net.source_rows[move.source][0]), WIDTH)
    for slot in range(SLOTS):
        if move.slots[slot]:
            human_add(values, cython.address(net.slot_rows[SLOT_STARTS[slot] + move.slots[slot]][0]), WIDTH)
    total: cython.float = 0
    for index in range(WIDTH):
        if index >= WIDTH - LINEAR or values[index] > 0:
            total += net.out[index] * values[index]
    return total


def look_around(board, kind, square, gone, rows):
    """See network.pxd."""
    count: cython.int = 0
    line: cython.int
    for line in range(8):
        file: cython.int = (square & 7) + LINE_FILES[line]
        rank: cython.int = (square >> 3) + LINE_RANKS[line]
        steps: cython.int = 0
        while 0 <= file < 8 and 0 <= rank < 8:
            at: cython.int = 8 * rank + file
            if board[at] != NO_PIECE and at != gone:
                rows[count] = (8 * kind + line) * 36 + 3 * board[at] + (steps if steps < 2 else 2)
                count += 1
                break
            file += LINE_FILES[line]
            rank += LINE_RANKS[line]
            steps += 1
    for line in range(8):
        file = (square & 7) + JUMP_FILES[line]
        rank = (square >> 3) + JUMP_RANKS[line]
        if 0 <= file < 8 and 0 <= rank < 8:
            at = 8 * rank + file
            if board[at] != NO_PIECE and at != gone:
                rows[count] = 1728 + (8 * kind + line) * 12 + board[at]
                count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _set_up_board(features: cython.pointer(cython.const[Features]), board: cython.pointer(u8)) -> cython.void:
    """The pieces on their squares, from the position's rows."""
    index: cython.int
    memset(board, NO_PIECE, 64)
    for index in range(features.context_count):
        row: cython.int = features.context[index] - BOARD
        if 0 <= row < 768:
            board[row & 63] = row >> 6


def judge_moves(net, features, sums, heat):
    """See network.pxd."""
    index: cython.int
    move: cython.pointer(cython.const[MoveFeatures])
    memcpy(cython.address(sums.hidden[0]), cython.address(net.bias[0]), HIDDEN * cython.sizeof(cython.float))
    for index in range(features.context_count):
        human_add(cython.address(sums.hidden[0]), cython.address(net.rows[features.context[index]][0]), HIDDEN)
    human_activate(cython.address(sums.active[0]), cython.address(sums.hidden[0]), HIDDEN)
    deep: cython.p_float = cython.address(sums.active[HIDDEN])
    memcpy(deep, cython.address(net.deep_bias[0]), DEEP * cython.sizeof(cython.float))
    for index in range(HIDDEN):
        if sums.active[index] != 0:
            human_add_scaled(deep, cython.address(net.deep[index][0]), sums.active[index], DEEP)
    for index in range(DEEP):
        deep[index] = deep[index] if deep[index] > 0 else 0
    memcpy(cython.address(sums.mixed[0]), cython.address(net.mix_bias[0]), WIDTH * cython.sizeof(cython.float))
    for index in range(HEAD):
        if sums.active[index] != 0:
            human_add_scaled(
                cython.address(sums.mixed[0]), cython.address(net.mix[index][0]), sums.active[index], WIDTH
            )
    _set_up_board(features, sums.board)
    for index in range(features.move_count):
        sums.by_source[features.moves[index].source] = 1e9
    best: cython.float = -1e9
    for index in range(features.move_count):
        move = cython.address(features.moves[index])
        if sums.by_source[move.source] > 1e8:
            sums.by_source[move.source] = human_dot(
                cython.address(sums.active[0]), cython.address(net.sources[move.source][0]), HEAD
            )
        memcpy(cython.address(sums.moves[index][0]), cython.address(sums.mixed[0]), WIDTH * cython.sizeof(cython.float))
        logit: cython.float = (
            _judge_facts(net, move, sums.board, cython.address(sums.moves[index][0])) + sums.by_source[move.source]
        )
        logit += human_dot(cython.address(sums.active[0]), cython.address(net.targets[move.target][0]), HEAD)
        sums.logits[index] = logit / heat
        best = sums.logits[index] if sums.logits[index] > best else best
    total: cython.float = 0
    for index in range(features.move_count):
        sums.chances[index] = expf(sums.logits[index] - best)
        total += sums.chances[index]
    for index in range(features.move_count):
        sums.chances[index] /= total


@cython.cfunc
@cython.exceptval(check=False)
def _code(value: cython.float, scale: cython.float) -> cython.int:
    code: cython.int = cython.cast(cython.int, rintf(value / scale))
    return LEVELS if code > LEVELS else -LEVELS if code < -LEVELS else code


@cython.cfunc
@cython.exceptval(check=False)
def _best_scale(values: cython.p_const_float, width: cython.int) -> cython.float:
    """The scale of a row that errs least: largest weights are cut off where that makes the others finer."""
    largest: cython.float = 1e-9
    best: cython.float = 0
    least: cython.double = 0
    index: cython.int
    step: cython.int
    for index in range(width):
        largest = max(largest, fabsf(values[index]) / LEVELS)
    for step in range(16):
        scale: cython.float = largest * (1 - 0.04 * step)
        error: cython.double = 0
        for index in range(width):
            off: cython.double = values[index] - scale * _code(values[index], scale)
            error += off * off
        if step == 0 or error < least:
            best, least = scale, error
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _pack(values: cython.p_const_float, width: cython.int, scale: cython.float, packed: cython.p_uchar) -> cython.void:
    """Two codes a byte, the first in the lower bits; what is beyond the largest code becomes the largest."""
    index: cython.int
    code: cython.int
    for index in range(width):
        code = _code(values[index], scale) + LEVELS + 1
        if index & 1:
            packed[index >> 1] |= code << 4
        else:
            packed[index >> 1] = code


@cython.cfunc
@cython.exceptval(check=False)
def _unpack(
    packed: cython.p_const_uchar, width: cython.int, scale: cython.float, values: cython.p_float
) -> cython.void:
    """The way back of `_pack`."""
    index: cython.int
    for index in range(width):
        values[index] = scale * ((packed[index >> 1] >> (4 * (index & 1)) & 15) - LEVELS - 1)


@cython.cfunc
@cython.exceptval(check=False)
def _sound(values: cython.p_float, width: cython.int) -> cython.bint:
    """Whether no weight is beyond LARGEST: no sum of theirs is infinite then. NaN is beyond it too."""
    index: cython.int
    beyond: cython.int = 0
    for index in range(width):
        beyond += not fabsf(values[index]) <= LARGEST
    return beyond == 0


def shrunk(weights: bytes) -> bytes:
    """The payload of a network file from the floats of a `Net`: each row as its scale (float) and codes of 4 bits.

    :raises ValueError: if the size is wrong.
    """
    if len(weights) != cython.sizeof(Net):
        raise ValueError(f"a network of {len(weights)} bytes, {cython.sizeof(Net)} are needed")
    values: cython.p_const_float = cython.cast(cython.p_const_float, cython.cast(cython.p_const_char, weights))
    payload = bytearray()
    width: cython.int
    packed: cython.uchar[HEAD]
    for rows, width in SHAPE:
        for _ in range(rows):
            if rows == 1:
                payload += cython.cast(cython.p_const_char, values)[: 4 * width]
            else:
                scale: cython.float = _best_scale(values, width)
                _pack(values, width, scale, packed)
                payload += cython.cast(cython.p_const_char, cython.address(scale))[:4]
                payload += cython.cast(cython.p_const_char, cython.address(packed[0]))[: width // 2]
            values += width
    return bytes(payload)


class PolicyNetwork:
    """A policy network with room to work in: one thread at a time."""

    def __cinit__(self):
        self.net = cython.cast(cython.pointer(Net), calloc(1, cython.sizeof(Net)))
        self.stack = new_accumulators()
        self.features = cython.cast(cython.pointer(Features), calloc(1, cython.sizeof(Features)))
        self.sums = cython.cast(cython.pointer(Sums), calloc(1, cython.sizeof(Sums)))
        self.position = cython.cast(cython.pointer(Position), calloc(1, cython.sizeof(Position)))
        if (
            self.net == cython.NULL
            or self.stack == cython.NULL
            or self.features == cython.NULL
            or self.sums == cython.NULL
            or self.position == cython.NULL
        ):
            raise MemoryError("no memory for the network")

    def __dealloc__(self):
        free(self.net)
        free_accumulators(self.stack)
        free(self.features)
        free(self.sums)
        free(self.position)

    @classmethod
    def from_payload(cls, payload: bytes, evaluator: Network, board_network: BoardNetwork = None):
        """A network from the bytes of `shrunk`; `evaluator` is the evaluation that it was taught with; `board_network`
        corrects its numbers.

        :raises ValueError: if the payload has the wrong size, or a weight is no number or beyond 10,000.
        """
        if len(payload) != PAYLOAD_BYTES:
            raise ValueError(f"a network of {len(payload)} bytes of weights, {PAYLOAD_BYTES} are needed")
        network: PolicyNetwork = cls()
        network.evaluator, network.board_network = evaluator, board_network
        data: cython.p_const_char = payload
        values: cython.p_float = cython.cast(cython.p_float, network.net)
        scale: cython.float = 0
        width: cython.int
        for rows, width in SHAPE:
            for _ in range(rows):
                if rows == 1:
                    memcpy(values, data, 4 * width)
                    data += 4 * width
                else:
                    memcpy(cython.address(scale), data, 4)
                    _unpack(cython.cast(cython.p_const_uchar, data) + 4, width, scale, values)
                    data += 4 + width // 2
                if not _sound(values, width):
                    raise ValueError("a weight that is no number, or beyond all reason")
                values += width
        return network

    def judge(
        self,
        board: CoreBoard,
        elo: cython.int,
        opponent: cython.int,
        base_s: cython.int,
        increment_s: cython.int,
        site: cython.int,
    ) -> list:
        """(core move, logit) of each legal move, in the order of generation."""
        asked: Asked
        sight: Sight
        asked.elo, asked.opponent, asked.base_s, asked.increment_s, asked.site = (
            elo,
            opponent,
            base_s,
            increment_s,
            site,
        )
        position_copy(self.position, cython.address(board.position))
        trim_history(self.position)
        clear_accumulators(self.stack)
        with cython.nogil:
            see_position(self.features, self.position, self.evaluator.weights, self.stack, cython.address(asked))
            judge_moves(self.net, self.features, self.sums, 1.0)
        if self.board_network is not None:
            see_board(cython.address(sight), self.position, self.features, cython.address(asked))
            self.board_network.add(cython.address(sight), self.features, self.sums.logits)
        return [(self.features.moves[index].move, self.sums.logits[index]) for index in range(self.features.move_count)]
