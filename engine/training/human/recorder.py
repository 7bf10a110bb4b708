"""Turns games into records of features, the food of the learner: see recorder.pxd for the layout."""

import cython
from cython.cimports.engine.evaluation.nnue import (
    clear_accumulators,
    free_accumulators,
    new_accumulators,
)
from cython.cimports.engine.human.features import see_position
from cython.cimports.engine.human.seen import Asked, Features, MoveFeatures
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import Position, make_move, position_copy
from cython.cimports.engine.rules.types import Move, u16, u64
from cython.cimports.libc.stdlib import calloc, free

from engine.errors import MoveError
from engine.evaluation.network import shipped


class Recorder:
    """Collects records; `take` hands them out. `seed` decides which positions are kept where not all are."""

    def __cinit__(self, seed: u64):
        self.network = shipped()
        self.stack = new_accumulators()
        self.position = cython.cast(cython.pointer(Position), calloc(1, cython.sizeof(Position)))
        self.features = cython.cast(cython.pointer(Features), calloc(1, cython.sizeof(Features)))
        if self.stack == cython.NULL or self.position == cython.NULL or self.features == cython.NULL:
            raise MemoryError
        self.dice = seed * 2654435769 + 1
        self.out = bytearray()

    def __dealloc__(self):
        free_accumulators(self.stack)
        free(self.position)
        free(self.features)

    def _random(self):
        self.dice ^= self.dice << 13
        self.dice ^= self.dice >> 7
        self.dice ^= self.dice << 17
        return (self.dice >> 11) / 9007199254740992.0

    def take(self) -> bytes:
        """The records so far, which are then forgotten."""
        records = bytes(self.out)
        self.out = bytearray()
        return records

    def add_game(self, moves, asked: tuple, shares: tuple, teacher: dict, opening: cython.double = 0.25) -> int:
        """Adds positions of a game from the start position; returns how many. `asked`: both ratings, base, increment,
        site; `shares`: how likely a position with White or Black to move is kept; before ply 10 `opening` of that.
        `teacher`: {ply: {core move: chance}}; such positions are always kept, and if there are any, no others.

        :raises MoveError: at a move that is not legal.
        """
        board: CoreBoard = CoreBoard.start()
        position_copy(self.position, cython.address(board.position))
        clear_accumulators(self.stack)
        question: Asked
        question.base_s, question.increment_s, question.site = asked[2], asked[3], asked[4]
        ply: cython.int
        kept: cython.int = 0
        move: Move
        for ply in range(min(len(moves), 700)):
            move = moves[ply]
            side: cython.int = ply & 1
            if not is_legal(self.position, move):
                raise MoveError("half move %1 of a game is not legal", ply + 1)
            share: cython.double = shares[side] * (opening if ply < 10 else 1.0)
            wanted: cython.bint = ply in teacher if teacher else self._random() < share
            if wanted:
                question.elo, question.opponent = asked[side], asked[1 - side]
                with cython.nogil:
                    see_position(
                        self.features, self.position, self.network.weights, self.stack, cython.address(question)
                    )
                kept += self._keep(move, question.elo, question.site, teacher.get(ply))
            make_move(self.position, move)
        return kept

    def _keep(self, played, elo, site, teacher):
        count: cython.int = self.features.move_count
        if count < 2:
            return 0  # a forced move teaches nothing
        head: RecordHead
        index: cython.int
        head.context_count = self.features.context_count
        head.move_count = count
        head.elo = elo
        head.site = site
        head.taught = teacher is not None
        head.played = 0
        for index in range(count):
            if self.features.moves[index].move == played:
                head.played = index
        self.out += cython.cast(cython.p_char, cython.address(head))[: cython.sizeof(RecordHead)]
        self.out += cython.cast(cython.p_char, cython.address(self.features.context[0]))[: 2 * head.context_count]
        self.out += cython.cast(cython.p_char, cython.address(self.features.moves[0]))[
            : count * cython.sizeof(MoveFeatures)
        ]
        chance: u16
        if teacher is not None:
            for index in range(count):
                chance = round(65535 * teacher.get(self.features.moves[index].move, 0.0))
                self.out += cython.cast(cython.p_char, cython.address(chance))[:2]
        return 1
