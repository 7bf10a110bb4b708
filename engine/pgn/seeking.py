"""Compares games with a pattern: pieces, pawns and material in one position, manoeuvres and other events, the end.

All conditions of a position must hold in one position. Events may occur anywhere in the game.
"""

from array import array

import cython
from cython.cimports.engine.pgn.blocks import forget_history
from cython.cimports.engine.pgn.material import material_of
from cython.cimports.engine.rules.bitboard import popcount
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal, is_legal
from cython.cimports.engine.rules.position import (
    MAX_STATES,
    Position,
    is_insufficient_material,
    make_move,
    make_null_move,
    occupied_squares,
    position_copy,
    repetitions,
    trim_history,
)
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    KNIGHT,
    NO_MOVE,
    PAWN,
    PROMOTION,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)

from engine.ground.errors import MoveError

LIGHT = cython.declare(u64, 0x55AA55AA55AA55AA)
_ILLEGAL = cython.declare(cython.Py_ssize_t, -2)  # and below: the half move, counted from -2 downwards
_PLY_LIMIT = cython.declare(cython.int, 0x7FFF_FFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turned(squares: u64, ranks: cython.bint, files: cython.bint) -> u64:
    """Reverses the ranks or the files, or both."""
    turned: u64 = 0
    square: cython.int
    mask: cython.int = (56 if ranks else 0) | (7 if files else 0)
    for square in range(64):
        turned |= ((squares >> square) & 1) << (square ^ mask)
    return turned


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _swapped_castling(rights: cython.int) -> cython.int:
    """Swaps king's side and queen's side."""
    return ((rights & 5) << 1) | ((rights & 10) >> 1)


class Seeker:
    """One pattern, compared with many games (see seeking.pyi)."""

    def __init__(
        self,
        pieces=(),
        empty=0,
        pawns=None,
        differ=0,
        stages=(),
        difference=None,
        lasting=1,
        bishops=0,
        side=-1,
        walker=0,
        steps=(),
        castled=0,
        promoted=0,
        keys=(),
        first=0,
        last=-1,
        ending=0,
        mirrored=False,
        wings=False,
    ):
        index: cython.int
        want: cython.pointer(Wanted) = cython.address(self.wanted[0])
        if len(stages) > MOST_STAGES or len(steps) > MOST_STEPS:
            raise ValueError("at most 8 materials and 16 squares")
        for index in range(12):
            want.pieces[index] = pieces[index] if pieces else 0
        want.empty = empty
        self.structure = pawns is not None
        if self.structure:
            want.pawns[0], want.pawns[1] = pawns
        self.stages = len(stages)
        for index in range(self.stages):
            want.stages[index], want.counted[index] = stages[index]
        self.unequal = difference is not None
        if self.unequal:
            for index in range(5):
                want.difference[index] = difference[index]
        want.walker = walker
        self.steps = len(steps)
        for index in range(self.steps):
            want.steps[index] = steps[index]
        want.side = side
        want.castled = castled
        want.promoted = promoted
        self.keys = array("Q", sorted(keys))
        self.key_count = len(self.keys)
        self.differ, self.lasting, self.bishops, self.ending = differ, lasting, bishops, ending
        self.first = first
        self.last = last if last >= 0 else _PLY_LIMIT
        self.placed = bool(any(pieces) or empty or self.structure or self.stages or self.unequal or bishops)
        self.views = 1
        if mirrored:
            self._add_view(True, False)
        if wings:
            self._add_view(False, True)
        if mirrored and wings:
            self._add_view(True, True)

    def _add_view(self, colours, wings):
        """Adds the pattern as it looks with swapped colours (ranks reversed) or wings (files reversed)."""
        index: cython.int
        other: cython.int = 1 if colours else 0
        turn: cython.int = (56 if colours else 0) | (7 if wings else 0)
        base: cython.pointer(Wanted) = cython.address(self.wanted[0])
        view: cython.pointer(Wanted) = cython.address(self.wanted[self.views])
        for index in range(12):
            view.pieces[(index + 6 * other) % 12] = _turned(base.pieces[index], colours, wings)
        view.empty = _turned(base.empty, colours, wings)
        for index in range(2):
            view.pawns[index] = _turned(base.pawns[index ^ other], colours, wings)
        for index in range(self.stages):
            view.stages[index] = base.stages[index]
            view.counted[index] = base.counted[index]
            if colours:
                view.stages[index] = (base.stages[index] >> 20) | ((base.stages[index] & 0xFFFFF) << 20)
                view.counted[index] = (base.counted[index] >> 20) | ((base.counted[index] & 0xFFFFF) << 20)
        for index in range(5):
            view.difference[index] = -base.difference[index] if colours else base.difference[index]
        view.walker = (base.walker + 6 * other) % 12
        for index in range(self.steps):
            view.steps[index] = base.steps[index] ^ turn
        view.side = base.side if base.side < 0 else base.side ^ other
        view.castled = _swapped_castling(base.castled) if wings else base.castled
        view.promoted = base.promoted
        if colours:
            view.castled = ((view.castled & 3) << 2) | (view.castled >> 2)
            view.promoted = ((base.promoted & 15) << 4) | (base.promoted >> 4)
        self.views += 1

    def _stands(self, view, position, material):
        """Whether all conditions of a position hold in this one."""
        want: cython.pointer(Wanted) = cython.address(self.wanted[view])
        found: cython.pointer(Found) = cython.address(self.found[view])
        index: cython.int
        number: cython.int
        light: cython.int
        holds: cython.bint = True
        if self.stages:
            while found.stage < self.stages - 1 and (material & want.counted[found.stage]) == want.stages[found.stage]:
                found.stage += 1
            index = self.stages - 1
            if found.stage < index or (material & want.counted[index]) != want.stages[index]:
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
        if want.side >= 0 and position.side != want.side:
            return False
        if self.bishops:
            if ((material >> 8) & 15) != 1 or ((material >> 28) & 15) != 1:
                return False
            light = popcount(position.by_type[BISHOP] & LIGHT)
            if (light == 1) != (self.bishops == OPPOSITE):
                return False
        if self.structure and not self._pawns_fit(want, position):
            return False
        for index in range(12):
            if want.pieces[index] & ~(position.by_type[index % 6] & position.by_colour[index // 6]):
                return False
        return True

    def _pawns_fit(self, want, position):
        """Whether at most `differ` pawns of each side are elsewhere, missing or too many."""
        index: cython.int
        there: u64
        for index in range(2):
            there = position.by_type[PAWN] & position.by_colour[index]
            if there == want.pawns[index]:
                continue
            if popcount(want.pawns[index] & ~there) > self.differ or popcount(there & ~want.pawns[index]) > self.differ:
                return False
        return True

    def _has_key(self, key):
        """Whether a key is one of those searched for."""
        data: cython.pointer(cython.ulonglong) = self.keys.data.as_ulonglongs
        low: cython.Py_ssize_t = 0
        high: cython.Py_ssize_t = self.key_count
        middle: cython.Py_ssize_t
        while low < high:
            middle = (low + high) // 2
            if data[middle] < key:
                low = middle + 1
            else:
                high = middle
        return low < self.key_count and data[low] == key

    def _has_ended(self, position):
        """Whether the last position of the game is of the kind that is searched for."""
        checked: cython.bint = position.state.checkers != 0
        if self.ending == MATE or self.ending == STALEMATE:
            return checked == (self.ending == MATE) and count_legal(position) == 0
        if self.ending == REPETITION:
            return repetitions(position) >= 2
        if self.ending == FIFTY_MOVES:
            return position.state.halfmove_clock >= 100
        return is_insufficient_material(position)

    def _walk(self, view, position, move):
        """Follows the piece of the manoeuvre before the move is made."""
        want: cython.pointer(Wanted) = cython.address(self.wanted[view])
        found: cython.pointer(Found) = cython.address(self.found[view])
        source: cython.int = move_source(move)
        target: cython.int = move_target(move)
        if found.walked:
            return
        if found.step and source != want.steps[found.step]:
            if target == want.steps[found.step]:
                found.step = 0  # it was captured
            return
        if position.board[source] != want.walker or move_kind(move) == CASTLING:
            return
        if source == want.steps[found.step] and target == want.steps[found.step + 1]:
            found.step += 1
            if found.step == self.steps - 1:
                found.walked = True
        else:
            found.step = 1 if source == want.steps[0] and target == want.steps[1] else 0

    def _note(self, view, position, move):
        """Notes castling and promotion before the move is made."""
        found: cython.pointer(Found) = cython.address(self.found[view])
        kind: cython.int = move_kind(move)
        if kind == CASTLING:  # king takes own rook
            found.castled |= 1 << (2 * position.side + (0 if move_target(move) > move_source(move) else 1))
        elif kind == PROMOTION and (
            (self.wanted[view].promoted >> (4 * position.side + move_promotion(move) - KNIGHT)) & 1
        ):
            found.promoted = True

    def ply(self, board: CoreBoard, moves: bytes):
        """Returns the first ply by which the game has matched everything (see seeking.pyi)."""
        position: Position
        count: cython.Py_ssize_t = len(moves) // 2
        data: cython.p_uchar = moves
        place: cython.Py_ssize_t
        position_copy(cython.address(position), cython.address(board.position))
        with cython.nogil:
            place = self._run(cython.address(position), data, count)
        if place <= _ILLEGAL:
            raise MoveError("half move %1 is illegal", _ILLEGAL - place + 1)
        return place

    def _run(self, position, moves, count):
        """Plays the moves. Returns the ply, -1, or `_ILLEGAL` less the index of an illegal move."""
        index: cython.Py_ssize_t
        material: u64 = 0
        move: Move
        view: cython.int
        inside: cython.bint
        reached: cython.bint = self.key_count == 0
        found: cython.pointer(Found)
        for view in range(self.views):
            found = cython.address(self.found[view])
            found.stage = found.lasted = found.step = found.castled = 0
            found.walked = self.steps == 0
            found.promoted = self.wanted[view].promoted == 0
            found.stood = not self.placed
        for index in range(count + 1):
            inside = self.first <= index <= self.last
            if inside:
                reached = reached or self._has_key(position.state.key)
                if self.placed:
                    material = material_of(position)
            for view in range(self.views):
                found = cython.address(self.found[view])
                if inside and not found.stood:
                    found.stood = self._stands(view, position, material)
                if (
                    reached
                    and found.stood
                    and found.walked
                    and found.promoted
                    and (found.castled & self.wanted[view].castled) == self.wanted[view].castled
                    and (self.ending == 0 or (index == count and self._has_ended(position)))
                ):
                    return index
            if index == count:
                break
            move = moves[2 * index] | (moves[2 * index + 1] << 8)
            if position.top > MAX_STATES - 8:
                if self.ending == REPETITION:
                    trim_history(position)
                else:
                    forget_history(position)
            if move == NO_MOVE:
                if position.state.checkers:
                    return _ILLEGAL - index
                make_null_move(position)
                continue
            if not is_legal(position, move):
                return _ILLEGAL - index
            if self.first <= index + 1 <= self.last:
                for view in range(self.views):
                    if self.steps:
                        self._walk(view, position, move)
                    self._note(view, position, move)
            make_move(position, move)
        return -1
