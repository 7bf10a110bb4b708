"""The compiled part of Texel tuning: logistic regression of game results on the static evaluation, by Adam (Kingma, Ba 2014).

The evaluation is linear in its weights, except for king danger. So a position is stored as its trace, the weights that it uses
and how often, and its score with other weights is a short sum. Entry point: `Tuner`.
"""

import cython
from cython.cimports.engine.evaluation.classical import DEFAULT_WEIGHTS, evaluate_traced, game_phase
from cython.cimports.engine.evaluation.endgames import FULL_SCALE, HOPELESS_SCALE, endgame_scale, mop_up
from cython.cimports.engine.evaluation.terms import LINEAR_WEIGHTS, eg_half, mg_half
from cython.cimports.engine.rules.bitboard import popcount
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import generate_noisy, is_legal
from cython.cimports.engine.rules.position import make_move, occupied_squares
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import Move, i8, u64
from cython.cimports.engine.search.movepick import is_noisy
from cython.cimports.libc.math import exp, floor, sqrt
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memset

from engine.ground.errors import MoveError

FIRST_MOMENT = cython.declare(cython.double, 0.9)
# Positions in which the side to move wins a rook or more by exchange are left out. A stricter filter made worse weights, because
# the search also evaluates unquiet positions (filter at 50: -28 +-34 Elo against 400; no filter: -10 +-30).
HANGING = cython.declare(cython.int, 400)
SECOND_MOMENT = cython.declare(cython.double, 0.999)


class Tuner:
    """Positions with results, and the weights that are fitted to them."""

    def __cinit__(self):
        self.cache = cython.cast(cython.pointer(EvalCache), calloc(1, cython.sizeof(EvalCache)))
        if self.cache == cython.NULL:
            raise MemoryError
        index: cython.int
        for index in range(WEIGHTS):
            self.values[2 * index] = mg_half(DEFAULT_WEIGHTS[index])
            self.values[2 * index + 1] = eg_half(DEFAULT_WEIGHTS[index])
        for index in range(2 * WEIGHTS):
            self.start[index] = self.values[index]
        self.slope = 1 / 180.0

    def __dealloc__(self):
        free(self.use_list)
        free(self.samples)
        free(self.cache)

    def __len__(self):
        return self.sample_count

    def add_game(self, moves, result: cython.double, skip: cython.int, stride: cython.int) -> int:
        """Adds every `stride`th quiet position of a game from the start position, after the first `skip` plies.

        Returns the number of positions added.

        :raises MoveError: if a move is illegal; earlier positions remain added.
        """
        board: CoreBoard = CoreBoard.start()
        position: cython.pointer(Position) = cython.address(board.position)
        added: cython.int = 0
        wait: cython.int = skip
        move: Move
        for move in moves[:700]:
            if not is_legal(position, move):
                raise MoveError("illegal move %1 in %2", board.uci(move), board.fen())
            wait -= 1
            if wait < 0 and not is_noisy(position, move):
                self._make_room()
                if self._collect(position, result):
                    added += 1
                    wait = stride - 1
            make_move(position, move)
        return added

    def _make_room(self):
        if self.use_count + WEIGHTS > self.use_room:
            self.use_room = 2 * self.use_room + 4 * WEIGHTS
            uses: cython.p_void = realloc(self.use_list, self.use_room * cython.sizeof(Use))
            if uses == cython.NULL:
                raise MemoryError
            self.use_list = cython.cast(cython.pointer(Use), uses)
        if self.sample_count + 1 > self.sample_room:
            self.sample_room = 2 * self.sample_room + 1024
            samples: cython.p_void = realloc(self.samples, self.sample_room * cython.sizeof(Sample))
            if samples == cython.NULL:
                raise MemoryError
            self.samples = cython.cast(cython.pointer(Sample), samples)

    def _collect(self, position, result):
        """Adds the position if it is fairly quiet (no check, no large hanging piece) and not an ending with its own rules."""
        if position.state.checkers or popcount(occupied_squares(position)) <= 4:
            return False
        moves: Move[256]
        count: cython.int = generate_noisy(position, cython.cast(cython.pointer(Move), moves))
        index: cython.int
        for index in range(count):
            if see_at_least(position, moves[index], HANGING):
                return False
        sample: cython.pointer(Sample) = cython.address(self.samples[self.sample_count])
        side: cython.int
        for side in range(2):
            sample.scale[side] = endgame_scale(position, side)
            if sample.scale[side] <= HOPELESS_SCALE or mop_up(position, side):
                return False
        memset(self.trace, 0, cython.sizeof(self.trace))
        evaluate_traced(position, self.cache, DEFAULT_WEIGHTS, self.trace)
        sample.first = self.use_count
        sample.phase = game_phase(position)
        sample.result = result
        for index in range(WEIGHTS):
            white: cython.int = self.trace[index]
            black: cython.int = self.trace[WEIGHTS + index]
            if white != black or (index >= LINEAR_WEIGHTS and white != 0):
                use: cython.pointer(Use) = cython.address(self.use_list[self.use_count])
                use.index = index
                use.white = cython.cast(i8, min(max(white, -127), 127))
                use.black = cython.cast(i8, min(max(black, -127), 127))
                self.use_count += 1
                self.used[index] += 1
        sample.count = cython.cast(cython.int, self.use_count - sample.first)
        self.sample_count += 1
        return True

    def shuffle(self, seed: cython.ulonglong):
        """Shuffles the positions, the same way for the same seed."""
        state: u64 = seed * 2 + 1
        at: cython.longlong
        for at in range(self.sample_count - 1, 0, -1):
            state = state * cython.cast(u64, 6364136223846793005) + cython.cast(u64, 1442695040888963407)
            other: cython.longlong = (state >> 33) % cython.cast(u64, at + 1)
            held: Sample = self.samples[at]
            self.samples[at] = self.samples[other]
            self.samples[other] = held

    def set_slope(self, slope: cython.double):
        """Sets the logistic curve: expected result = 1 / (1 + exp(-slope * centipawns))."""
        self.slope = slope

    def _score(self, sample, danger, ahead):
        """Returns centipawns for White with the current weights; sets both dangers and the side ahead in the endgame half."""
        mg: cython.double = 0
        eg: cython.double = 0
        danger[0] = 0
        danger[1] = 0
        at: cython.longlong
        for at in range(sample.first, sample.first + sample.count):
            use: cython.pointer(Use) = cython.address(self.use_list[at])
            index: cython.int = use.index
            if index < LINEAR_WEIGHTS:
                mg += self.values[2 * index] * (use.white - use.black)
                eg += self.values[2 * index + 1] * (use.white - use.black)
            else:
                danger[0] += self.values[2 * index] * use.white
                danger[1] += self.values[2 * index] * use.black
        side: cython.int
        for side in range(2):
            danger[side] = min(max(danger[side], 0.0), 1600.0)
            sign: cython.double = 1.0 if side == 0 else -1.0
            mg += sign * danger[side] * danger[side] / 4096
            eg += sign * danger[side] / 16
        ahead[0] = 0 if eg >= 0 else 1
        eg *= sample.scale[ahead[0]] / cython.cast(cython.double, FULL_SCALE)
        return (mg * sample.phase + eg * (24 - sample.phase)) / 24

    def _learn(self, sample):
        """Adds the position's gradient; returns its squared error."""
        danger: cython.double[2]
        ahead: cython.int = 0
        score: cython.double = self._score(
            sample, cython.cast(cython.pointer(cython.double), danger), cython.address(ahead)
        )
        expected: cython.double = 1 / (1 + exp(-self.slope * score))
        error: cython.double = expected - sample.result
        common: cython.double = 2 * error * expected * (1 - expected) * self.slope
        mg: cython.double = common * sample.phase / 24
        eg: cython.double = common * (24 - sample.phase) / 24 * sample.scale[ahead] / FULL_SCALE
        white: cython.double = 0.0
        black: cython.double = 0.0
        if 0 < danger[0] < 1600:
            white = mg * danger[0] / 2048 + eg / 16
        if 0 < danger[1] < 1600:
            black = mg * danger[1] / 2048 + eg / 16
        at: cython.longlong
        for at in range(sample.first, sample.first + sample.count):
            use: cython.pointer(Use) = cython.address(self.use_list[at])
            index: cython.int = use.index
            if index < LINEAR_WEIGHTS:
                self.gradient[2 * index] += mg * (use.white - use.black)
                self.gradient[2 * index + 1] += eg * (use.white - use.black)
            else:
                self.gradient[2 * index] += white * use.white - black * use.black
        return error * error

    def _pass(self, first, last):
        total: cython.double = 0
        at: cython.longlong
        for at in range(first, last):
            total += self._learn(cython.address(self.samples[at]))
        return total

    def _step(self, rate, pull, count):
        """Makes one step of Adam; `pull` draws weights back to their first values, so that rarely used ones stay sensible."""
        index: cython.int
        self.steps += 1
        first: cython.double = 1 - FIRST_MOMENT ** cython.cast(cython.double, self.steps)
        second: cython.double = 1 - SECOND_MOMENT ** cython.cast(cython.double, self.steps)
        for index in range(2 * WEIGHTS):
            g: cython.double = self.gradient[index] / count + pull * (self.values[index] - self.start[index])
            self.gradient[index] = 0
            self.mean[index] = FIRST_MOMENT * self.mean[index] + (1 - FIRST_MOMENT) * g
            self.square[index] = SECOND_MOMENT * self.square[index] + (1 - SECOND_MOMENT) * g * g
            self.values[index] -= rate * (self.mean[index] / first) / (sqrt(self.square[index] / second) + 1e-10)

    def error(self, first: cython.longlong, last: cython.longlong) -> float:
        """Returns the mean squared error over positions [first, last), without learning."""
        total: cython.double = 0
        danger: cython.double[2]
        ahead: cython.int = 0
        at: cython.longlong
        last = min(last, self.sample_count)
        with cython.nogil:
            for at in range(first, last):
                sample: cython.pointer(Sample) = cython.address(self.samples[at])
                score: cython.double = self._score(
                    sample, cython.cast(cython.pointer(cython.double), danger), cython.address(ahead)
                )
                off: cython.double = 1 / (1 + exp(-self.slope * score)) - sample.result
                total += off * off
        return total / max(last - first, 1)

    def epoch(
        self,
        first: cython.longlong,
        last: cython.longlong,
        batch: cython.longlong,
        rate: cython.double,
        pull: cython.double,
    ) -> float:
        """Learns from positions [first, last) in batches; returns their mean squared error meanwhile."""
        total: cython.double = 0
        last = min(last, self.sample_count)
        at: cython.longlong = first
        with cython.nogil:
            while at < last:
                end: cython.longlong = min(at + batch, last)
                total += self._pass(at, end)
                self._step(rate, pull, end - at)
                at = end
        return total / max(last - first, 1)

    def weights(self):
        """Returns the weights rounded to centipawns, (middlegame, endgame)."""
        index: cython.int
        found = []
        for index in range(WEIGHTS):
            mg: cython.int = cython.cast(cython.int, floor(self.values[2 * index] + 0.5))
            eg: cython.int = cython.cast(cython.int, floor(self.values[2 * index + 1] + 0.5))
            found.append((mg, eg))
        return found

    def uses(self):
        """Returns for each weight the number of positions with a difference in it."""
        return [self.used[index] for index in range(WEIGHTS)]
