"""Replays games for their positions: which wanted ones a game reached, and all keys."""

from array import array

import cython
from cython.cimports.cpython import array as c_array
from cython.cimports.engine.pgn.blocks import forget_history
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import MAX_STATES, make_move, make_null_move, position_copy
from cython.cimports.engine.rules.types import NO_MOVE, Move, u64

from engine.ground.errors import MoveError

_KEYS: c_array.array = array("Q")


class Replay:
    """A game being replayed (see replay.pyi)."""

    def __init__(self, board: CoreBoard, moves: bytes):
        position_copy(cython.address(self.position), cython.address(board.position))
        self.moves = moves
        self.count = len(moves) // 2
        self.ply = 0

    def _move(self):
        """Returns the next move."""
        data: cython.p_uchar = self.moves
        return data[2 * self.ply] | (data[2 * self.ply + 1] << 8)

    def _go_on(self):
        """Makes the next move. False if it is illegal."""
        move: Move = self._move()
        if self.position.top > MAX_STATES - 8:
            forget_history(cython.address(self.position))
        if move == NO_MOVE:
            if self.position.state.checkers:
                return False
            make_null_move(cython.address(self.position))
        elif is_legal(cython.address(self.position), move):
            make_move(cython.address(self.position), move)
        else:
            return False
        self.ply += 1
        return True

    def reached(self, wanted: c_array.array):
        """Returns the wanted positions that the game reaches, and the moves played there (see replay.pyi)."""
        found: list = []
        index: cython.Py_ssize_t
        count: cython.Py_ssize_t = len(wanted)
        key: u64
        left: cython.Py_ssize_t = count
        keys: c_array.array = c_array.copy(wanted)
        while left:
            key = self.position.state.key
            for index in range(left):
                if keys.data.as_ulonglongs[index] == key:
                    found.append((key, self._move() if self.ply < self.count else NO_MOVE))
                    left -= 1
                    keys.data.as_ulonglongs[index] = keys.data.as_ulonglongs[left]
                    break
            if self.ply == self.count:
                break
            if left and not self._go_on():
                raise MoveError("half move %1 is illegal", self.ply + 1)
        return found

    def keys(self):
        """Returns the keys of all positions (see replay.pyi)."""
        keys: c_array.array = c_array.clone(_KEYS, self.count + 1, False)
        keys.data.as_ulonglongs[0] = self.position.state.key
        while self.ply < self.count and self._go_on():
            keys.data.as_ulonglongs[self.ply] = self.position.state.key
        return keys[: self.ply + 1]
