"""Learns the policy network from records (recorder.pxd): cross-entropy against the move played, mixed with a teacher's chances.

Written out by hand: a position uses some sixty rows of 3,583 and twenty facts a move, which general tools gather and scatter at
a tenth of the speed. Small errors, which most moves have, are rounded at random to 0 or 0.004: on average the same, and most of
the way back is saved. (Left out altogether they were missed: all that is shared by the moves drifted off within 300 steps.)
"""

import cython
from cython.cimports.engine.human.kernels import human_add, human_add_scaled, human_dot
from cython.cimports.engine.human.move_facts import SLOT_STARTS
from cython.cimports.engine.human.network import (
    DEEP,
    HEAD,
    HIDDEN,
    LINEAR,
    MOST_SEEN,
    SEEN_ROWS,
    SLOT_ROOM,
    WIDTH,
    Net,
    Sums,
    judge_moves,
    look_around,
)
from cython.cimports.engine.human.seen import (
    BOARD,
    CONTEXT_ROWS,
    FIRST_PAST_SLOT,
    PAST_SLOTS,
    PIECE_SQUARES,
    SLOTS,
    TAKEN,
    Features,
    MoveFeatures,
)
from cython.cimports.engine.rules.types import MAX_MOVES, NO_SQUARE, u16, u64
from cython.cimports.engine.training.human.learning import learn_back, learn_step
from cython.cimports.engine.training.human.recorder import RecordHead
from cython.cimports.libc.math import logf, sqrtf
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset

SMALL = cython.declare(cython.float, 0.004)
FORGET_PAST = cython.declare(cython.float, 0.04)  # share of positions that are learned without the moves before them
ROW_RATE = cython.declare(cython.float, 0.3)  # rare rows learn single positions by heart at the rate of the others
NET_BYTES = cython.declare(cython.Py_ssize_t, cython.sizeof(Net))


def offsets(records: bytes) -> list:
    """Where each record begins."""
    data: cython.p_const_uchar = records
    found = []
    at: cython.Py_ssize_t = 0
    size: cython.Py_ssize_t = len(records)
    head: RecordHead
    while at < size:
        found.append(at)
        memcpy(cython.address(head), data + at, cython.sizeof(RecordHead))
        at += cython.sizeof(RecordHead) + 2 * head.context_count
        at += head.move_count * (cython.sizeof(MoveFeatures) + (2 if head.taught else 0))
    return found


class Learner:
    """A network with what Adam remembers of it."""

    def __cinit__(self, seed: u64 = 1):
        self.net = cython.cast(cython.pointer(Net), calloc(1, cython.sizeof(Net)))
        self.gradient = cython.cast(cython.pointer(Net), calloc(1, cython.sizeof(Net)))
        self.mean = cython.cast(cython.pointer(Net), calloc(1, cython.sizeof(Net)))
        self.square = cython.cast(cython.pointer(Net), calloc(1, cython.sizeof(Net)))
        self.sums = cython.cast(cython.pointer(Sums), calloc(1, cython.sizeof(Sums)))
        self.features = cython.cast(cython.pointer(Features), calloc(1, cython.sizeof(Features)))
        self.target = cython.cast(cython.pointer(cython.float), calloc(MAX_MOVES, cython.sizeof(cython.float)))
        if not (
            self.net and self.gradient and self.mean and self.square and self.sums and self.features and self.target
        ):
            raise MemoryError
        self.dice = seed * 2654435769 + 1
        self._fill(cython.address(self.net.rows[0][0]), cython.sizeof(self.net.rows) // 4, 0.04)
        self._fill(cython.address(self.net.deep[0][0]), cython.sizeof(self.net.deep) // 4, 0.06)
        self._fill(cython.address(self.net.targets[0][0]), 2 * cython.sizeof(self.net.targets) // 4, 0.01)
        self._fill(cython.address(self.net.mix[0][0]), cython.sizeof(self.net.mix) // 4, 0.06)
        self._fill(cython.address(self.net.target_rows[0][0]), 2 * cython.sizeof(self.net.target_rows) // 4, 0.05)
        self._fill(cython.address(self.net.slot_rows[0][0]), cython.sizeof(self.net.slot_rows) // 4, 0.1)
        self._fill(cython.address(self.net.out[0]), WIDTH, 0.15)
        index: cython.int
        for index in range(HIDDEN):
            self.net.bias[index] = 0.3

    def __dealloc__(self):
        free(self.net)
        free(self.gradient)
        free(self.mean)
        free(self.square)
        free(self.sums)
        free(self.features)
        free(self.target)

    def _random(self):
        self.dice ^= self.dice << 13
        self.dice ^= self.dice >> 7
        self.dice ^= self.dice << 17
        return (self.dice >> 11) / 9007199254740992.0

    def _fill(self, values, count, spread):
        index: cython.Py_ssize_t
        for index in range(count):
            values[index] = (self._random() - 0.5) * 3.4641 * spread

    def weights(self) -> bytes:
        """The network as floats."""
        return cython.cast(cython.p_char, self.net)[:NET_BYTES]

    def state(self) -> bytes:
        """The network and what Adam remembers."""
        moments = (
            cython.cast(cython.p_char, self.mean)[:NET_BYTES] + cython.cast(cython.p_char, self.square)[:NET_BYTES]
        )
        return self.weights() + moments

    def restore(self, state: bytes, steps: int) -> None:
        """Resumes from `state` (or from `weights` alone, and Adam from the start). :raises ValueError: if it has another size."""
        data: cython.p_char = state
        size: cython.Py_ssize_t = NET_BYTES
        if len(state) not in (size, 3 * size):
            raise ValueError(f"{len(state)} bytes are no state of a network of {size}")
        memcpy(self.net, data, size)
        if len(state) == 3 * size:
            memcpy(self.mean, data + size, size)
            memcpy(self.square, data + 2 * size, size)
        self.steps = steps

    def _read(self, record, teacher, forget_site, forget_past):
        """Fills features and target from a record; returns the index of the move played."""
        head: RecordHead
        chance: u16
        index: cython.int
        memcpy(cython.address(head), record, cython.sizeof(RecordHead))
        record += cython.sizeof(RecordHead)
        self.features.context_count = head.context_count
        memcpy(cython.address(self.features.context[0]), record, 2 * head.context_count)
        record += 2 * head.context_count
        if forget_site > 0 and self._random() < forget_site:
            self.features.context[0] = 0
        self.features.move_count = head.move_count
        memcpy(cython.address(self.features.moves[0]), record, head.move_count * cython.sizeof(MoveFeatures))
        record += head.move_count * cython.sizeof(MoveFeatures)
        if forget_past and self._random() < FORGET_PAST:
            self._forget_past()
        for index in range(head.move_count):
            self.target[index] = 0
            if head.taught:
                memcpy(cython.address(chance), record + 2 * index, 2)
                self.target[index] = teacher * chance / 65535
        self.target[head.played] += 1 - teacher if head.taught else 1
        return head.played

    def _forget_past(self):
        """Takes the last moves out of what is seen, as if a position were asked for by its FEN alone."""
        kept: cython.int = 0
        index: cython.int
        for index in range(self.features.context_count):
            row: cython.int = self.features.context[index]
            if not TAKEN <= row < BOARD:
                self.features.context[kept] = row
                kept += 1
        self.features.context_count = kept
        for index in range(self.features.move_count):
            memset(cython.address(self.features.moves[index].slots[FIRST_PAST_SLOT]), 0, PAST_SLOTS)

    def _facts_back(self, move, values, error, mixed):
        """The way back through the small network of one move; `mixed` collects what reaches the mixtures."""
        back: cython.float[WIDTH]
        index: cython.int
        for index in range(WIDTH):
            if index >= WIDTH - LINEAR or values[index] > 0:
                self.gradient.out[index] += error * values[index]
                back[index] = error * self.net.out[index]
            else:
                back[index] = 0
        human_add(mixed, back, WIDTH)
        rows: u16[MOST_SEEN]
        kind: cython.int = move.target >> 6
        source: cython.int = move.source & 63
        for index in range(look_around(self.sums.board, kind, move.target & 63, source, rows)):
            self.used_seen[0][rows[index]] = 1
            human_add(cython.address(self.gradient.seen_from_target[rows[index]][0]), back, WIDTH)
        for index in range(look_around(self.sums.board, kind, source, NO_SQUARE, rows)):
            self.used_seen[1][rows[index]] = 1
            human_add(cython.address(self.gradient.seen_from_source[rows[index]][0]), back, WIDTH)
        human_add(cython.address(self.gradient.target_rows[move.target][0]), back, WIDTH)
        human_add(cython.address(self.gradient.source_rows[move.source][0]), back, WIDTH)
        for index in range(SLOTS):
            if move.slots[index]:
                self.used_slots[SLOT_STARTS[index] + move.slots[index]] = 1
                human_add(
                    cython.address(self.gradient.slot_rows[SLOT_STARTS[index] + move.slots[index]][0]), back, WIDTH
                )

    def _deep_back(self, back):
        """The way back through the deep layer: from the last DEEP numbers of `back` to the first HIDDEN."""
        active: cython.pointer(cython.float) = cython.address(self.sums.active[0])
        deep: cython.pointer(cython.float) = back + HIDDEN
        index: cython.int
        for index in range(DEEP):
            if active[HIDDEN + index] <= 0:
                deep[index] = 0
        human_add(cython.address(self.gradient.deep_bias[0]), deep, DEEP)
        for index in range(HIDDEN):
            if active[index] != 0:
                human_add_scaled(cython.address(self.gradient.deep[index][0]), deep, active[index], DEEP)
                back[index] += human_dot(deep, cython.address(self.net.deep[index][0]), DEEP)

    def _learn_one(self):
        """Adds the gradient of the position in `features`, judged before; returns its loss."""
        net: cython.pointer(Net) = self.net
        gradient: cython.pointer(Net) = self.gradient
        sums: cython.pointer(Sums) = self.sums
        hidden: cython.float[HEAD]
        mixed: cython.float[WIDTH]
        loss: cython.float = 0
        index: cython.int
        memset(hidden, 0, cython.sizeof(hidden))
        memset(mixed, 0, cython.sizeof(mixed))
        active: cython.pointer(cython.float) = cython.address(sums.active[0])
        for index in range(self.features.move_count):
            if self.target[index] > 0:
                loss -= self.target[index] * logf(sums.chances[index] + 1e-12)
            error: cython.float = sums.chances[index] - self.target[index]
            if -SMALL < error < SMALL:
                if self._random() * SMALL > (error if error > 0 else -error):
                    continue
                error = SMALL if error > 0 else -SMALL
            move: cython.pointer(MoveFeatures) = cython.address(self.features.moves[index])
            self.used_targets[move.target] = 1
            self.used_sources[move.source] = 1
            human_add_scaled(cython.address(gradient.targets[move.target][0]), active, error, HEAD)
            human_add_scaled(cython.address(gradient.sources[move.source][0]), active, error, HEAD)
            human_add_scaled(hidden, cython.address(net.targets[move.target][0]), error, HEAD)
            human_add_scaled(hidden, cython.address(net.sources[move.source][0]), error, HEAD)
            self._facts_back(move, cython.address(sums.moves[index][0]), error, mixed)
        human_add(cython.address(gradient.mix_bias[0]), mixed, WIDTH)
        for index in range(HEAD):
            if active[index] != 0:
                human_add_scaled(cython.address(gradient.mix[index][0]), mixed, active[index], WIDTH)
                hidden[index] += human_dot(mixed, cython.address(net.mix[index][0]), WIDTH)
        self._deep_back(hidden)
        learn_back(hidden, cython.address(sums.hidden[0]), HIDDEN)
        human_add(cython.address(gradient.bias[0]), hidden, HIDDEN)
        for index in range(self.features.context_count):
            self.used_rows[self.features.context[index]] = 1
            human_add(cython.address(gradient.rows[self.features.context[index]][0]), hidden, HIDDEN)
        return loss

    def _one(self, record, teacher, forget_site):
        self._read(record, teacher, forget_site, True)
        judge_moves(self.net, self.features, self.sums, 1.0)
        return self._learn_one()

    def _step(self, positions, rate, decay):
        self.steps += 1
        fresh: cython.float = sqrtf(1 - 0.999 ** min(self.steps, 20000)) / (1 - 0.9 ** min(self.steps, 500))
        net: cython.pointer(Net) = self.net
        rate *= fresh
        self._step_rows(
            cython.address(net.rows[0][0]), HIDDEN, self.used_rows, CONTEXT_ROWS, positions, rate * ROW_RATE, decay
        )
        self._step_rows(
            cython.address(net.targets[0][0]), HEAD, self.used_targets, PIECE_SQUARES, positions, rate, decay
        )
        self._step_rows(
            cython.address(net.sources[0][0]), HEAD, self.used_sources, PIECE_SQUARES, positions, rate, decay
        )
        self._step_rows(
            cython.address(net.target_rows[0][0]), WIDTH, self.used_targets, PIECE_SQUARES, positions, rate, decay
        )
        self._step_rows(
            cython.address(net.source_rows[0][0]), WIDTH, self.used_sources, PIECE_SQUARES, positions, rate, decay
        )
        self._step_rows(cython.address(net.slot_rows[0][0]), WIDTH, self.used_slots, SLOT_ROOM, positions, rate, decay)
        self._step_rows(
            cython.address(net.seen_from_target[0][0]), WIDTH, self.used_seen[0], SEEN_ROWS, positions, rate, decay
        )
        self._step_rows(
            cython.address(net.seen_from_source[0][0]), WIDTH, self.used_seen[1], SEEN_ROWS, positions, rate, decay
        )
        self._step_part(cython.address(net.bias[0]), HIDDEN, positions, rate, decay)
        self._step_part(cython.address(net.deep[0][0]), HIDDEN * DEEP, positions, rate, decay)
        self._step_part(cython.address(net.deep_bias[0]), DEEP, positions, rate, decay)
        self._step_part(cython.address(net.mix[0][0]), HEAD * WIDTH, positions, rate, decay)
        self._step_part(cython.address(net.mix_bias[0]), WIDTH, positions, rate, decay)
        self._step_part(cython.address(net.out[0]), WIDTH, positions, rate, decay)
        memset(self.used_rows, 0, CONTEXT_ROWS)
        memset(self.used_targets, 0, PIECE_SQUARES)
        memset(self.used_sources, 0, PIECE_SQUARES)
        memset(self.used_slots, 0, SLOT_ROOM)
        memset(self.used_seen, 0, 2 * SEEN_ROWS)

    def _step_rows(self, first, width, used, count, positions, rate, decay):
        """Steps only the rows that the positions of this step used: a small batch uses a third of them."""
        index: cython.int
        for index in range(count):
            if used[index]:
                self._step_part(first + cython.cast(cython.Py_ssize_t, index) * width, width, positions, rate, decay)

    def _step_part(self, first, count, positions, rate, decay):
        at: cython.Py_ssize_t = first - cython.cast(cython.p_float, self.net)
        learn_step(
            first,
            cython.cast(cython.p_float, self.gradient) + at,
            cython.cast(cython.p_float, self.mean) + at,
            cython.cast(cython.p_float, self.square) + at,
            1.0 / positions,
            rate,
            decay,
            count,
        )

    def learn(
        self,
        records: bytes,
        order,
        rate: cython.float,
        decay: cython.float,
        teacher: cython.float,
        forget_site: cython.float,
    ) -> float:
        """One step over the records that begin at the offsets `order` (array "q"); returns their mean loss, in nats.
        `teacher`: weight of the teacher's chances where there are any; `forget_site`: share whose site is not told."""
        data: cython.p_const_uchar = records
        places: cython.const[cython.longlong][:] = order
        count: cython.int = len(order)
        loss: cython.double = 0
        index: cython.int
        with cython.nogil:
            for index in range(count):
                loss += self._one(data + places[index], teacher, forget_site)
            self._step(count, rate, decay)
        return loss / count

    def measure(self, records: bytes, order, site_known: bool) -> list:
        """(rating, whether the likeliest move was played, loss in nats) of each record."""
        data: cython.p_const_uchar = records
        forget: cython.float = 0.0 if site_known else 1.0
        found = []
        head: RecordHead
        place: cython.longlong
        for place in order:
            memcpy(cython.address(head), data + place, cython.sizeof(RecordHead))
            played: cython.int = self._read(data + place, 0.0, forget, False)
            judge_moves(self.net, self.features, self.sums, 1.0)
            best: cython.bint = True
            index: cython.int
            for index in range(head.move_count):
                if self.sums.chances[index] > self.sums.chances[played]:
                    best = False
            found.append((head.elo, best, -logf(self.sums.chances[played] + 1e-12)))
        return found
