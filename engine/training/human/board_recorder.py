"""Records for the board network: what it sees of a position, and what the policy network says of each move.

A set of records is six arrays side by side, as bytes: `planes` (u64, PLANE_COUNT a position), `known` (float, KNOWN_COUNT a
position), `heads` (u16: rating, number of moves, index of the move played, 1 if taught), and of each move `squares` (u16:
source + 64 * landing), `logits` (i16, thousandths, of the policy network) and `chances` (u16, 1/65,535, of the teacher; 0 if
not taught).
"""

import cython
from cython.cimports.engine.evaluation.nnue import (
    clear_accumulators,
    free_accumulators,
    new_accumulators,
)
from cython.cimports.engine.human.features import see_position
from cython.cimports.engine.human.network import PolicyNetwork, Sums, judge_moves
from cython.cimports.engine.human.seen import Asked, Features
from cython.cimports.engine.human.sight import KNOWN, PLANES, Sight, see_board, squares_of
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import Position, make_move, position_copy
from cython.cimports.engine.rules.types import Move, i16, u16, u64
from cython.cimports.libc.stdlib import calloc, free

from engine.errors import MoveError
from engine.evaluation.network import shipped

FIELDS = ("planes", "known", "heads", "squares", "logits", "chances")
MOST_MOVES = MOST  # positions with more are left out


class BoardRecorder:
    """Collects records; `take` hands them out. `seed` decides which positions are kept where not all are, and where the
    site is not told."""

    def __cinit__(self, policy: PolicyNetwork, seed: u64):
        self.evaluator = shipped()
        self.policy = policy
        self.stack = new_accumulators()
        self.position = cython.cast(cython.pointer(Position), calloc(1, cython.sizeof(Position)))
        self.features = cython.cast(cython.pointer(Features), calloc(1, cython.sizeof(Features)))
        self.sums = cython.cast(cython.pointer(Sums), calloc(1, cython.sizeof(Sums)))
        self.sight = cython.cast(cython.pointer(Sight), calloc(1, cython.sizeof(Sight)))
        if (
            self.stack == cython.NULL
            or self.position == cython.NULL
            or self.features == cython.NULL
            or self.sums == cython.NULL
            or self.sight == cython.NULL
        ):
            raise MemoryError
        self.dice = seed * 2654435769 + 1
        self.fields = {name: bytearray() for name in FIELDS}

    def __dealloc__(self):
        free_accumulators(self.stack)
        free(self.position)
        free(self.features)
        free(self.sums)
        free(self.sight)

    def _random(self):
        self.dice ^= self.dice << 13
        self.dice ^= self.dice >> 7
        self.dice ^= self.dice << 17
        return (self.dice >> 11) / 9007199254740992.0

    def take(self) -> dict:
        """The records so far, which are then forgotten."""
        fields = self.fields
        self.fields = {name: bytearray() for name in FIELDS}
        return fields

    def add_game(self, moves, asked: tuple, plies: dict, forget_site: cython.double) -> int:
        """Adds positions of a game from the start position; returns how many. `asked`: both ratings, base, increment,
        site; `plies`: the half moves wanted, with the teacher's {core move: chance} or None; `forget_site`: share of them
        that are not told the site.

        :raises MoveError: at a move that is not legal.
        """
        board: CoreBoard = CoreBoard.start()
        position_copy(self.position, cython.address(board.position))
        clear_accumulators(self.stack)
        question: Asked
        question.base_s, question.increment_s = asked[2], asked[3]
        ply: cython.int
        kept: cython.int = 0
        move: Move
        for ply in range(min(len(moves), 700)):
            move = moves[ply]
            if not is_legal(self.position, move):
                raise MoveError("half move %1 of a game is not legal", ply + 1)
            if ply in plies:
                question.elo, question.opponent = asked[ply & 1], asked[1 - (ply & 1)]
                question.site = 0 if self._random() < forget_site else asked[4]
                with cython.nogil:
                    see_position(
                        self.features, self.position, self.evaluator.weights, self.stack, cython.address(question)
                    )
                    judge_moves(self.policy.net, self.features, self.sums, 1.0)
                    see_board(self.sight, self.position, self.features, cython.address(question))
                kept += self._keep(move, question.elo, plies[ply])
            make_move(self.position, move)
        return kept

    def _keep(self, played, elo, teacher):
        count: cython.int = self.features.move_count
        if count < 2 or count > MOST_MOVES:
            return 0  # a forced move teaches nothing
        index: cython.int
        head: u16[4]
        squares: u16[MOST]
        logits: i16[MOST]
        chances: u16[MOST]
        head[0], head[1], head[2], head[3] = elo, count, 0, teacher is not None
        for index in range(count):
            if self.features.moves[index].move == played:
                head[2] = index
            squares[index] = squares_of(self.features.moves[index].target, self.features.moves[index].source)
            logit: cython.float = self.sums.logits[index]
            logits[index] = cython.cast(i16, 1000 * (30 if logit > 30 else -30 if logit < -30 else logit))
            chances[index] = round(65535 * teacher.get(self.features.moves[index].move, 0.0)) if teacher else 0
        self.fields["planes"] += cython.cast(cython.p_char, cython.address(self.sight.planes[0]))[: 8 * PLANES]
        self.fields["known"] += cython.cast(cython.p_char, cython.address(self.sight.known[0]))[: 4 * KNOWN]
        self.fields["heads"] += cython.cast(cython.p_char, cython.address(head[0]))[:8]
        self.fields["squares"] += cython.cast(cython.p_char, cython.address(squares[0]))[: 2 * count]
        self.fields["logits"] += cython.cast(cython.p_char, cython.address(logits[0]))[: 2 * count]
        self.fields["chances"] += cython.cast(cython.p_char, cython.address(chances[0]))[: 2 * count]
        return 1
