"""Tablebase probes in the search tree."""

import cython
from cython.cimports.engine.rules.bitboard import popcount
from cython.cimports.engine.rules.position import Position, occupied_squares
from cython.cimports.engine.rules.types import SCORE_NONE, SCORE_TB_WIN
from cython.cimports.engine.search.transposition import BOUND_EXACT, BOUND_LOWER, BOUND_UPPER
from cython.cimports.engine.search.worker import WDL_UNKNOWN, Control


def probe_tablebases(worker, frame, depth, draw, bound):
    """The tablebase score of a node, with its kind of bound in `bound`; SCORE_NONE if unknown. `draw`: the score of a draw.

    Probed only right after a capture or pawn move: the tables do not know the fifty-move counter.
    """
    position: cython.pointer(Position) = cython.address(worker.position)
    control: cython.pointer(Control) = worker.control
    men: cython.int = popcount(occupied_squares(position))
    if men > control.probe_men or (men == control.probe_men and depth < control.probe_depth):
        return SCORE_NONE
    if position.state.halfmove_clock != 0 or position.state.castling != 0:
        return SCORE_NONE
    wdl: cython.int = control.probe(position, control.probe_context)
    if wdl == WDL_UNKNOWN:
        return SCORE_NONE
    worker.tablebase_hits += 1
    certain: cython.int = 1 if control.fifty_move_rule else 0
    if wdl > certain:
        bound[0] = BOUND_LOWER
        return SCORE_TB_WIN - frame.ply
    if wdl < -certain:
        bound[0] = BOUND_UPPER
        return frame.ply - SCORE_TB_WIN
    bound[0] = BOUND_EXACT
    return draw + 2 * wdl
