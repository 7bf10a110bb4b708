"""The evaluation of the source texts: a sum of weighted terms with charts and tables that are data (`engine.evaluation.texts`).

Entry points: `ChartedEvaluation`, made from a style, and `evaluate_charted` for the search. Each term counts points in the units
of its text, for each side; its weight converts them to pawns.
"""

import cython
from cython.cimports.engine.evaluation.charted_terms import (
    measure_attacks,
    measure_development,
    measure_ending,
    measure_king,
    measure_material,
    measure_pawns,
    measure_pieces,
    measure_threats,
)
from cython.cimports.engine.evaluation.charted_view import (
    CHARTED_TERMS,
    MOST_TRAPS,
    T_LEGAL_MOBILITY,
    T_MOBILITY,
    T_TEMPO,
    TRAP_PIECES,
    Charts,
    Trap,
    View,
)
from cython.cimports.engine.rules.attacks import PAWN_ATTACKS, piece_attacks
from cython.cimports.engine.rules.bitboard import bit, lsb, pawn_pushes, pop_lsb, popcount, rank_mask
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal
from cython.cimports.engine.rules.position import (
    is_attacked,
    make_null_move,
    occupied_squares,
    pieces_of,
    unmake_null_move,
)
from cython.cimports.engine.rules.types import (
    BISHOP,
    KING,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    SCORE_EVAL_MAX,
    u64,
)
from cython.cimports.libc.math import rint
from cython.cimports.libc.string import memset


def charted_phase(position, charts):
    """Returns 0 in the opening, 1 in the middlegame, 2 in the ending."""
    if popcount(occupied_squares(position)) < charts.ending_pieces:
        return 2
    return 0 if position.fullmove <= charts.opening_moves else 1


def evaluate_charted(position, charts):
    """Returns centipawns for the side to move."""
    view: View
    measure(cython.address(view), position, charts)
    score: cython.int = sum_of(cython.address(view))
    return score if position.side == 0 else -score


def sum_of(v):
    """Returns centipawns for White, rounded to the style's step."""
    total: cython.double = 0.0
    term: cython.int
    for term in range(CHARTED_TERMS):
        if v.charts.used[term]:
            total += v.charts.weights[v.phase][term] * (v.points[0][term] - v.points[1][term])
    step: cython.int = v.charts.rounding
    limit: cython.int = SCORE_EVAL_MAX - SCORE_EVAL_MAX % step
    # First to 1/1000 of a centipawn: binary noise must not decide how a sum that ends on a half is rounded.
    scaled: cython.double = rint(rint(total * 100_000.0) / (1000.0 * step)) * step
    return cython.cast(cython.int, min(max(scaled, -limit), limit))


def measure(v, position, charts):
    """Computes the points of all terms in use."""
    v.position = position
    v.charts = charts
    v.phase = charted_phase(position, charts)
    v.occupied = occupied_squares(position)
    memset(cython.address(v.points[0][0]), 0, cython.sizeof(v.points))
    side: cython.int
    square: cython.int
    for side in range(2):
        v.king[side] = lsb(pieces_of(position, side, KING))
        v.pinned[side] = position.state.blockers[side] & position.by_colour[side]
        heavy: u64 = position.by_colour[side] & (position.by_type[ROOK] | position.by_type[QUEEN])
        men: u64 = position.by_colour[side]
        while men:
            square = pop_lsb(cython.address(men))
            kind: cython.int = position.board[square] % 6
            if kind == PAWN:
                v.plain[square] = v.through[square] = PAWN_ATTACKS[side][square]
                continue
            v.plain[square] = v.through[square] = piece_attacks(kind, square, v.occupied)
            # Batteries: with x-rays pieces also attack through own rooks and queens (figure 3 of S04: 212 instead of 180).
            if charts.x_rays and (kind == BISHOP or kind == ROOK or kind == QUEEN):
                v.through[square] = piece_attacks(kind, square, v.occupied & ~heavy)
    for side in range(2):
        measure_material(v, side)
        measure_development(v, side)
        measure_attacks(v, side)
        measure_pawns(v, side)
        measure_king(v, side)
        measure_pieces(v, side)
        measure_ending(v, side)
        if charts.used[T_MOBILITY]:
            v.points[side][T_MOBILITY] = _pseudo_legal(v, side)
        if charts.used[T_LEGAL_MOBILITY]:
            v.points[side][T_LEGAL_MOBILITY] = _legal(v, side)
    measure_threats(v)
    v.points[position.side][T_TEMPO] = 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _legal(v: cython.pointer(View), side: cython.int) -> cython.int:
    """Returns the number of legal moves; for the side that is not to move, those after a null move."""
    position: cython.pointer(Position) = v.position
    if position.side == side:
        return count_legal(position)
    make_null_move(position)
    count: cython.int = count_legal(position)
    unmake_null_move(position)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pseudo_legal(v: cython.pointer(View), side: cython.int) -> cython.int:
    """Returns the number of pseudo-legal moves, which early programs counted because it is cheap."""
    position: cython.pointer(Position) = v.position
    own: u64 = position.by_colour[side]
    empty: u64 = ~v.occupied
    pawns: u64 = pieces_of(position, side, PAWN)
    last: u64 = rank_mask(7 if side == 0 else 0)
    steps: u64 = pawn_pushes(side, pawns) & empty
    doubles: u64 = pawn_pushes(side, steps & rank_mask(2 if side == 0 else 5)) & empty
    count: cython.int = popcount(steps) + 3 * popcount(steps & last) + popcount(doubles)
    targets: u64 = position.by_colour[side ^ 1]
    if position.side == side and position.state.ep_square != NO_SQUARE:
        targets |= bit(position.state.ep_square)
    while pawns:
        hits: u64 = v.plain[pop_lsb(cython.address(pawns))] & targets
        count += popcount(hits) + 3 * popcount(hits & last)
    men: u64 = own & ~position.by_type[PAWN]
    while men:
        count += popcount(v.plain[pop_lsb(cython.address(men))] & ~own)
    return count + _castlings(v, side)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castlings(v: cython.pointer(View), side: cython.int) -> cython.int:
    """Returns the number of legal castling moves, also for the side that is not to move."""
    position: cython.pointer(Position) = v.position
    king: cython.int = v.king[side]
    count: cython.int = 0
    wing: cython.int
    at: cython.int
    for wing in range(2):
        if not position.state.castling & (1 << (2 * side + wing)):
            continue
        rook: cython.int = position.castling_rook[2 * side + wing]
        home: cython.int = king & 56
        king_goal: cython.int = home + (6 if wing == 0 else 2)
        rook_goal: cython.int = home + (5 if wing == 0 else 3)
        first: cython.int = min(min(king, rook), min(king_goal, rook_goal))
        last: cython.int = max(max(king, rook), max(king_goal, rook_goal))
        others: u64 = v.occupied & ~bit(king) & ~bit(rook)
        free: cython.bint = True
        for at in range(first, last + 1):
            if others & bit(at):
                free = False
        for at in range(min(king, king_goal), max(king, king_goal) + 1):
            if is_attacked(position, at, side ^ 1, others):
                free = False
        count += free
    return count


class ChartedEvaluation:
    """The evaluation of one style."""

    def __init__(self, style):
        self.set_style(style)

    def set_style(self, style):
        """Copies the numbers of a style that `engine.evaluation.texts.style.checked` accepted."""
        c: cython.pointer(Charts) = cython.address(self.charts)
        at: cython.int
        phase: cython.int
        for at, triple in enumerate(style.weight_rows()):
            c.used[at] = any(triple)
            for phase in range(3):
                c.weights[phase][at] = triple[phase]
        charts = style.chart_rows()
        for at in range(6):
            c.values[at] = charts["values"][at]
            c.control[at] = charts["control"][at]
        for at in range(5):
            c.trade[at] = charts["trade"][at]
            c.pawns[at] = charts["pawns"][at]
        for at in range(8):
            c.zones[at] = charts["zones"][at]
            c.proximity[at] = charts["proximity"][at]
            c.passed[at] = charts["passed"][at]
            c.nearness[at] = charts["nearness"][at]
        for at in range(16):
            c.company[at] = charts["company"][at]
        table: cython.int
        for table, values in enumerate(style.table_rows()):
            for at in range(64):
                c.tables[table][at] = values[at]
        c.opening_moves = style.opening_moves
        c.ending_pieces = style.ending_pieces
        c.rounding = style.rounding
        c.x_rays = style.x_rays
        self._set_traps(style.trap_rows())

    def _set_traps(self, rows):
        number: cython.int
        at: cython.int
        self.charts.trap_count = min(len(rows), MOST_TRAPS)
        for number in range(self.charts.trap_count):
            trap: cython.pointer(Trap) = cython.address(self.charts.traps[number])
            _side, trap.kind, trap.square = rows[number][0]
            trap.count = min(len(rows[number]) - 1, TRAP_PIECES)
            for at in range(trap.count):
                trap.sides[at], trap.kinds[at], trap.squares[at] = rows[number][at + 1]

    def evaluate(self, board):
        """Returns centipawns for the side to move, as a search with this style evaluates a leaf."""
        core: CoreBoard = board.copy()
        return evaluate_charted(cython.address(core.position), cython.address(self.charts))

    def attacks_and_captures(self, board):
        """Returns the attack values and the capture values of all pieces, as two lists by square; 0 without these terms."""
        core: CoreBoard = board.copy()
        view: View
        memset(cython.address(view.struck[0]), 0, cython.sizeof(view.struck))
        memset(cython.address(view.taken[0]), 0, cython.sizeof(view.taken))
        measure(cython.address(view), cython.address(core.position), cython.address(self.charts))
        return [view.struck[square] for square in range(64)], [view.taken[square] for square in range(64)]

    def points(self, board):
        """Returns the points of (White, Black) for every term, None if unused; the phase (0-2); centipawns for White."""
        core: CoreBoard = board.copy()
        view: View
        measure(cython.address(view), cython.address(core.position), cython.address(self.charts))
        found = [
            (view.points[0][term], view.points[1][term]) if self.charts.used[term] else None
            for term in range(CHARTED_TERMS)
        ]
        return found, view.phase, sum_of(cython.address(view))
