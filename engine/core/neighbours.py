"""Positions a few random moves away from positions that a teacher judged, with a judgement of their own at almost no cost.

A neighbour's score is the classical evaluation, turned into the teacher's centipawns, plus a part of what teacher and classical
evaluation differ by in the position it came from. Such scores are poorer than the teacher's own, but there can be any number of
them; a network that has learned them first needs far fewer of the dear ones (see docs/network.md).
"""

import cython
from cython.cimports.engine.core.evaluation import DEFAULT_WEIGHTS, evaluate
from cython.cimports.engine.core.movegen import generate_legal, generate_noisy
from cython.cimports.engine.core.packing import RECORD_SIZE, pack_position, unpack_position
from cython.cimports.engine.core.position import make_move, unmake_move
from cython.cimports.engine.core.see import see_at_least
from cython.cimports.engine.core.types import MAX_MOVES, Move, i16
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy

import engine.core.evaluation
import engine.core.movegen
import engine.core.packing
import engine.core.position
import engine.core.see
import engine.core.types  # noqa: F401


class Neighbourhood:
    """Makes neighbours of records."""

    def __cinit__(self, seed: cython.ulonglong, most_steps: cython.int, slope: cython.int, kept: cython.int):
        """`most_steps`: random moves at most, up to 8; `slope`: classical centipawns to the teacher's, in permille; `kept`: the
        part of the difference that a neighbour keeps, in permille, once for each step."""
        self.cache = cython.cast(cython.pointer(EvalCache), calloc(1, cython.sizeof(EvalCache)))
        if self.cache == cython.NULL:
            raise MemoryError("no memory for the evaluation's cache")
        self.chance = seed * 2 + 1
        self.most_steps = min(max(most_steps, 1), MOST_STEPS)
        self.slope = slope
        self.kept = kept

    def __dealloc__(self):
        free(self.cache)

    def _draw(self, below):
        self.chance = self.chance * cython.cast(u64, 6364136223846793005) + cython.cast(u64, 1442695040888963407)
        return (self.chance >> 33) % below

    def _classical(self):
        return evaluate(
            cython.address(self.position), self.cache, cython.cast(cython.pointer(cython.int), DEFAULT_WEIGHTS)
        )

    def _is_quiet(self):
        """No check, and no capture or promotion that wins anything."""
        moves: Move[MAX_MOVES]
        if self.position.state.checkers:
            return False
        count: cython.int = generate_noisy(cython.address(self.position), moves)
        index: cython.int
        for index in range(count):
            if see_at_least(cython.address(self.position), moves[index], 1):
                return False
        return generate_legal(cython.address(self.position), moves) > 0

    def _one(self, parent, difference, found):
        """Walks some random moves from the parent's position, which stands on the board before and after. Returns whether the
        end is quiet, and then its record."""
        moves: Move[MAX_MOVES]
        steps: cython.int = 1 + self._draw(self.most_steps)
        walked: cython.int = 0
        while walked < steps:
            count: cython.int = generate_legal(cython.address(self.position), moves)
            if count == 0:
                break
            make_move(cython.address(self.position), moves[self._draw(count)])
            walked += 1
            difference = -difference * self.kept // 1000
        good: cython.bint = walked == steps and self._is_quiet()
        if good:
            pack_position(cython.address(self.position), found)
            score: cython.int = self._classical() * self.slope // 1000 + difference
            found.score = max(-32_000, min(32_000, score))
            found.result = parent.result if steps % 2 == 0 else 2 - parent.result
            found.ply = parent.ply + steps
        while walked:
            unmake_move(cython.address(self.position))
            walked -= 1
        return good

    def classical_scores(self, records: bytes) -> bytes:
        """The classical evaluation of each record for its side to move, as int16; 0 where a record is no position.

        :raises ValueError: if these are no whole records.
        """
        count: cython.Py_ssize_t = len(records) // RECORD_SIZE
        if len(records) % RECORD_SIZE:
            raise ValueError("not whole records")
        made = bytearray(2 * count)
        rows: cython.p_char = records
        out: cython.p_char = made
        parent: Record
        row: cython.Py_ssize_t
        with cython.nogil:
            for row in range(count):
                memcpy(cython.address(parent), rows + RECORD_SIZE * row, RECORD_SIZE)
                score: i16 = 0
                if unpack_position(cython.address(parent), cython.address(self.position)):
                    score = max(-32_000, min(32_000, self._classical()))
                memcpy(out + 2 * row, cython.address(score), 2)
        return bytes(made)

    def of(self, records: bytes, copies: cython.int) -> bytes:
        """Up to `copies` neighbours of each record (32 bytes each); the ends of walks that are not quiet are left out.

        :raises ValueError: if these are no whole records.
        """
        count: cython.Py_ssize_t = len(records) // RECORD_SIZE
        if len(records) % RECORD_SIZE:
            raise ValueError("not whole records")
        made = bytearray(count * copies * RECORD_SIZE)
        rows: cython.p_char = records
        out: cython.p_char = made
        parent: Record
        found: Record
        kept: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        _: cython.int
        with cython.nogil:
            for row in range(count):
                memcpy(cython.address(parent), rows + RECORD_SIZE * row, RECORD_SIZE)
                if not unpack_position(cython.address(parent), cython.address(self.position)):
                    continue
                difference: cython.int = parent.score - self._classical() * self.slope // 1000
                for _ in range(copies):
                    if self._one(cython.address(parent), difference, cython.address(found)):
                        memcpy(out + RECORD_SIZE * kept, cython.address(found), RECORD_SIZE)
                        kept += 1
        return bytes(made[: kept * RECORD_SIZE])
