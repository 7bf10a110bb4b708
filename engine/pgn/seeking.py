"""Searches a game's positions for pieces on squares, pawn structure, material, material difference, or a manoeuvre.

All board conditions must hold in one position. The manoeuvre may occur anywhere in the game.
"""

import cython
from cython.cimports.engine.pgn.blocks import forget_history
from cython.cimports.engine.pgn.material import material_of
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import (
    MAX_STATES,
    Position,
    make_move,
    make_null_move,
    occupied_squares,
    position_copy,
)
from cython.cimports.engine.rules.types import NO_MOVE, PAWN, ROOK, Move, move_source, move_target, u64

from engine.ground.errors import MoveError


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _flipped(squares: u64) -> u64:
    """Reverses the ranks."""
    turned: u64 = 0
    rank: cython.int
    for rank in range(8):
        turned |= ((squares >> (8 * rank)) & 255) << (8 * (7 - rank))
    return turned


class Seeker:
    """One pattern, matched against many games (see seeking.pyi)."""

    def __init__(
        self, pieces=(), empty=0, pawns=None, stages=(), difference=None, lasting=1, walker=0, steps=(), mirrored=False
    ):
        index: cython.int
        first: cython.pointer(Wanted) = cython.address(self.wanted[0])
        if len(stages) > MOST_STAGES or len(steps) > MOST_STEPS:
            raise ValueError("at most 8 materials and 16 squares")
        for index in range(12):
            first.pieces[index] = pieces[index] if pieces else 0
        first.empty = empty
        self.structure = pawns is not None
        if self.structure:
            first.pawns[0], first.pawns[1] = pawns
        self.stages = len(stages)
        for index in range(self.stages):
            first.stages[index] = stages[index]
        self.unequal = difference is not None
        if self.unequal:
            for index in range(5):
                first.difference[index] = difference[index]
        self.lasting = lasting
        first.walker = walker
        self.steps = len(steps)
        for index in range(self.steps):
            first.steps[index] = steps[index]
        self.views = 2 if mirrored else 1
        self._mirror()

    def _mirror(self):
        """Fills the second view, with colours and ranks swapped."""
        index: cython.int
        first: cython.pointer(Wanted) = cython.address(self.wanted[0])
        second: cython.pointer(Wanted) = cython.address(self.wanted[1])
        for index in range(12):
            second.pieces[(index + 6) % 12] = _flipped(first.pieces[index])
        second.empty = _flipped(first.empty)
        second.pawns[0] = _flipped(first.pawns[1])
        second.pawns[1] = _flipped(first.pawns[0])
        for index in range(self.stages):
            second.stages[index] = (first.stages[index] >> 20) | ((first.stages[index] & 0xFFFFF) << 20)
        for index in range(5):
            second.difference[index] = -first.difference[index]
        second.walker = (first.walker + 6) % 12
        for index in range(self.steps):
            second.steps[index] = first.steps[index] ^ 56

    def _stands(self, view, position, material):
        """Whether all board conditions hold in this position."""
        want: cython.pointer(Wanted) = cython.address(self.wanted[view])
        found: cython.pointer(Found) = cython.address(self.found[view])
        index: cython.int
        number: cython.int
        holds: cython.bint = True
        if self.stages:
            while found.stage < self.stages - 1 and material == want.stages[found.stage]:
                found.stage += 1
            if found.stage < self.stages - 1 or material != want.stages[self.stages - 1]:
                holds = False
        if self.unequal:
            found.lasted += 1
            for index in range(5):
                number = ((material >> (4 * index)) & 15) - ((material >> (4 * (index + 5))) & 15)
                if number != want.difference[index]:
                    found.lasted = 0
                    break
            if found.lasted < self.lasting:
                holds = False
        if not holds or occupied_squares(position) & want.empty:
            return False
        if self.structure:
            for index in range(2):
                if (position.by_type[PAWN] & position.by_colour[index]) != want.pawns[index]:
                    return False
        for index in range(12):
            if want.pieces[index] & ~(position.by_type[index % 6] & position.by_colour[index // 6]):
                return False
        return True

    def _walk(self, view, position, move):
        """Follows the piece of the manoeuvre before the move is made."""
        want: cython.pointer(Wanted) = cython.address(self.wanted[view])
        found: cython.pointer(Found) = cython.address(self.found[view])
        source: cython.int = move_source(move)
        target: cython.int = move_target(move)
        if found.walked or move == NO_MOVE:
            return
        if found.step and source != want.steps[found.step]:
            if target == want.steps[found.step]:
                found.step = 0  # it was captured
            return
        if position.board[source] != want.walker or position.board[target] == want.walker // 6 * 6 + ROOK:
            return  # another piece; or castling, which is king takes own rook
        if source == want.steps[found.step] and target == want.steps[found.step + 1]:
            found.step += 1
            if found.step == self.steps - 1:
                found.walked = True
        else:
            found.step = 1 if source == want.steps[0] and target == want.steps[1] else 0

    def ply(self, board: CoreBoard, moves: bytes):
        """Returns the first ply by which the game has matched everything (see seeking.pyi)."""
        position: Position
        index: cython.Py_ssize_t
        count: cython.Py_ssize_t = len(moves) // 2
        data: cython.p_uchar = moves
        material: u64
        move: Move
        view: cython.int
        position_copy(cython.address(position), cython.address(board.position))
        for view in range(self.views):
            self.found[view].stage = self.found[view].lasted = self.found[view].step = 0
            self.found[view].walked = self.steps == 0
            self.found[view].stood = False
        for index in range(count + 1):
            material = material_of(cython.address(position))
            for view in range(self.views):
                if not self.found[view].stood:
                    self.found[view].stood = self._stands(view, cython.address(position), material)
                if self.found[view].stood and self.found[view].walked:
                    return index
            if index == count:
                break
            move = data[2 * index] | (data[2 * index + 1] << 8)
            if position.top > MAX_STATES - 8:
                forget_history(cython.address(position))
            if move == NO_MOVE:
                if position.state.checkers:
                    raise MoveError("half move %1 passes in check", index + 1)
                make_null_move(cython.address(position))
                continue
            if not is_legal(cython.address(position), move):
                raise MoveError("half move %1 is illegal", index + 1)
            for view in range(self.views):
                if self.steps:
                    self._walk(view, cython.address(position), move)
            make_move(cython.address(position), move)
        return -1
