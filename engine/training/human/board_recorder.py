"""Training records of the board network: its input for the positions of games, and the moves played.

Records are four arrays as bytes: `planes` (u64, PLANE_COUNT for each position), `known` (float, KNOWN_COUNT for each position),
`heads` (u16: rating, number of moves, index of the move played, ply), and `squares` for each move (u16: source + 64 * target +
4096 * promotion, see `engine.human.network_input`).
"""

import cython
from cython.cimports.engine.evaluation.nnue import (
    clear_accumulators,
    free_accumulators,
    new_accumulators,
)
from cython.cimports.engine.human.network_input import KNOWN, PLANES, PlayerInput, fill_input, squares_of
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import generate_legal, is_legal
from cython.cimports.engine.rules.position import Position, make_move, position_copy
from cython.cimports.engine.rules.types import MAX_MOVES, Move, u16
from cython.cimports.libc.stdlib import calloc, free

from engine.evaluation.network import shipped
from engine.ground.errors import MoveError

FIELDS = ("planes", "known", "heads", "squares")
MOST_MOVES = MOST  # positions with more moves are recorded without moves
MOST_PLIES = 700  # of a game


class BoardRecorder:
    """Collects records until `take` returns them."""

    def __cinit__(self):
        self.evaluator = shipped()
        self.stack = new_accumulators()
        self.position = cython.cast(cython.pointer(Position), calloc(1, cython.sizeof(Position)))
        if self.stack == cython.NULL or self.position == cython.NULL:
            raise MemoryError
        self.fields = {name: bytearray() for name in FIELDS}

    def __dealloc__(self):
        free_accumulators(self.stack)
        free(self.position)

    def take(self) -> dict:
        """Returns the records so far and clears them."""
        fields = self.fields
        self.fields = {name: bytearray() for name in FIELDS}
        return fields

    def add(self, moves, asked: tuple) -> int:
        """Adds the position before each ply of a game from the start position; returns their number.

        Positions of a game are recorded in order, because teachers also see earlier ones. A position with a forced move or too
        many moves has no moves in its record. `asked`: both ratings, base time, increment, site.

        :raises MoveError: if a move is illegal.
        """
        board: CoreBoard = CoreBoard.start()
        position_copy(self.position, cython.address(board.position))
        clear_accumulators(self.stack)
        question: PlayerInput
        question.base_s, question.increment_s, question.site = asked[2], asked[3], asked[4]
        ply: cython.int
        count: cython.int = min(len(moves), MOST_PLIES)
        move: Move
        for ply in range(count):
            move = moves[ply]
            if not is_legal(self.position, move):
                raise MoveError("half move %1 of a game is not legal", ply + 1)
            question.elo, question.opponent = asked[ply & 1], asked[1 - (ply & 1)]
            fill_input(
                cython.address(self.network_input),
                self.position,
                self.evaluator.weights,
                self.stack,
                cython.address(question),
            )
            self._keep(move, question.elo, ply)
            make_move(self.position, move)
        return count

    def _keep(self, played, elo, ply):
        index: cython.int
        head: u16[4]
        squares: u16[MOST]
        moves: Move[MAX_MOVES]
        count: cython.int = generate_legal(self.position, moves)
        if count < 2 or count > MOST:
            count = 0
        head[0], head[1], head[2], head[3] = elo, count, 0, ply
        for index in range(count):
            if moves[index] == played:
                head[2] = index
            squares[index] = squares_of(moves[index], self.position.side)
        self.fields["planes"] += cython.cast(cython.p_char, cython.address(self.network_input.planes[0]))[: 8 * PLANES]
        self.fields["known"] += cython.cast(cython.p_char, cython.address(self.network_input.known[0]))[: 4 * KNOWN]
        self.fields["heads"] += cython.cast(cython.p_char, cython.address(head[0]))[:8]
        self.fields["squares"] += cython.cast(cython.p_char, cython.address(squares[0]))[: 2 * count]
