"""Training positions a few random moves away from others. Entry point: `NeighbourMaker`.

`neighbours` labels them at almost no cost: the classical evaluation in the teacher's centipawns, plus a part of the teacher's
difference from it in the original position. A network that learned such labels first needs fewer expensive ones
(docs/network.md). `walks` leaves the labels to a judge.
"""

import cython
from cython.cimports.engine.evaluation.classical import DEFAULT_WEIGHTS, evaluate
from cython.cimports.engine.rules.movegen import generate_legal, generate_noisy
from cython.cimports.engine.rules.position import Position, make_move, unmake_move
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import MAX_MOVES, NO_MOVE, Move
from cython.cimports.engine.training.packing import RECORD_SIZE, pack_position, unpack_position
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy


class NeighbourMaker:
    """Makes positions near those of records."""

    def __cinit__(self, seed: cython.ulonglong, most_steps: cython.int, slope: cython.int, kept: cython.int):
        """`most_steps`: random moves, at most 8. `slope`: teacher's centipawns for a classical one, in permille. `kept`: the
        part of the teacher's difference that remains after each move, in permille."""
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
        """Returns whether there is no check and no capture or promotion that wins material."""
        moves: Move[MAX_MOVES]
        if self.position.state.checkers:
            return False
        count: cython.int = generate_noisy(cython.address(self.position), moves)
        index: cython.int
        for index in range(count):
            if see_at_least(cython.address(self.position), moves[index], 1):
                return False
        return generate_legal(cython.address(self.position), moves) > 0

    def _neighbour(self, parent, difference, found):
        """Makes random moves from the parent's position and takes them back; True and a record in `found` if the end is quiet."""
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

    def _winning_capture(self, moves, count):
        """Returns a random capture or promotion that wins material, or NO_MOVE."""
        start: cython.int = self._draw(count) if count else 0
        index: cython.int
        for index in range(count):
            move: Move = moves[(start + index) % count]
            if see_at_least(cython.address(self.position), move, 1):
                return move
        return NO_MOVE

    def _walk(self, plies, out):
        """Makes random moves, mostly captures of hanging pieces if there are any, and takes them back.

        Writes a record of each quiet position on the way; returns their number.
        """
        moves: Move[MAX_MOVES]
        made: cython.int = 0
        walked: cython.int = 0
        while True:
            position: cython.pointer(Position) = cython.address(self.position)
            prize: Move = self._winning_capture(moves, generate_noisy(position, moves))
            count: cython.int = generate_legal(position, moves)
            if walked and prize == NO_MOVE and count and not position.state.checkers:
                pack_position(position, out + made)
                out[made].result = 1
                made += 1
            if walked == plies or count == 0:
                break
            # In seven of eight cases the hanging piece is taken; otherwise few ends of a random walk would be quiet.
            chosen: Move = prize if prize != NO_MOVE and self._draw(8) else moves[self._draw(count)]
            make_move(position, chosen)
            walked += 1
        while walked:
            unmake_move(cython.address(self.position))
            walked -= 1
        return made

    def walks(self, records: bytes, walks: cython.int, plies: cython.int) -> bytes:
        """Returns the quiet positions on `walks` walks of `plies` plies (at most 20) from each record, without labels.

        :raises ValueError: if the length is not a multiple of the record size, or `plies` is out of range.
        """
        count: cython.Py_ssize_t = len(records) // RECORD_SIZE
        if len(records) % RECORD_SIZE or not 0 < plies <= LONGEST_WALK:
            raise ValueError("not whole records, or walks of a length that is out of range")
        made = bytearray(count * walks * plies * RECORD_SIZE)
        rows: cython.p_char = records
        out: cython.pointer(Record) = cython.cast(cython.pointer(Record), cython.cast(cython.p_char, made))
        parent: Record
        kept: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        _: cython.int
        with cython.nogil:
            for row in range(count):
                memcpy(cython.address(parent), rows + RECORD_SIZE * row, RECORD_SIZE)
                if not unpack_position(cython.address(parent), cython.address(self.position)):
                    continue
                for _ in range(walks):
                    kept += self._walk(plies, out + kept)
        return bytes(made[: kept * RECORD_SIZE])

    def thinned(self, records: bytes, level: cython.int) -> bytes:
        """Returns the records with fewer decided positions: beyond `level` centipawns with the probability (level / score)^2.

        :raises ValueError: if the length is not a multiple of the record size.
        """
        count: cython.Py_ssize_t = len(records) // RECORD_SIZE
        if len(records) % RECORD_SIZE:
            raise ValueError("not whole records")
        made = bytearray(len(records))
        rows: cython.p_char = records
        out: cython.p_char = made
        record: Record
        kept: cython.Py_ssize_t = 0
        row: cython.Py_ssize_t
        with cython.nogil:
            for row in range(count):
                memcpy(cython.address(record), rows + RECORD_SIZE * row, RECORD_SIZE)
                square: cython.longlong = cython.cast(cython.longlong, record.score) * record.score
                if square <= level * level or cython.cast(cython.longlong, self._draw(square)) < level * level:
                    memcpy(out + RECORD_SIZE * kept, cython.address(record), RECORD_SIZE)
                    kept += 1
        return bytes(made[: kept * RECORD_SIZE])

    def neighbours(self, records: bytes, copies: cython.int) -> bytes:
        """Returns up to `copies` labelled neighbours of each record; those that are not quiet are left out.

        :raises ValueError: if the length is not a multiple of the record size.
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
                    if self._neighbour(cython.address(parent), difference, cython.address(found)):
                        memcpy(out + RECORD_SIZE * kept, cython.address(found), RECORD_SIZE)
                        kept += 1
        return bytes(made[: kept * RECORD_SIZE])
