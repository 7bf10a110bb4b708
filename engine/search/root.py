"""The root of a search thread: what is cleared before it, and one line of one iteration."""

import cython
from cython.cimports.engine.evaluation.classical import EvalCache
from cython.cimports.engine.rules.types import (
    MAX_PLY,
    NO_MOVE,
    SCORE_INFINITE,
    SCORE_NONE,
    SCORE_TB_BOUND,
)
from cython.cimports.engine.search.alpha_beta import search
from cython.cimports.engine.search.history import Histories
from cython.cimports.engine.search.margins import M_ASPIRATION
from cython.cimports.engine.search.worker import FRAMES_BEFORE, NO_ROW, Frame, RootMove
from cython.cimports.libc.string import memset

import engine.evaluation.classical
import engine.rules.types
import engine.search.alpha_beta
import engine.search.history
import engine.search.margins
import engine.search.worker  # noqa: F401


def _sort_roots(worker, first):
    """Best score first, stable, from `first` on: insertion sort by index moves."""
    roots: cython.pointer(RootMove) = worker.roots
    index: cython.int
    for index in range(first + 1, worker.root_count):
        at: cython.int = index
        while at > first and roots[at].score > roots[at - 1].score:
            held: RootMove = roots[at]
            roots[at] = roots[at - 1]
            roots[at - 1] = held
            at -= 1


def aspiration(worker):
    """Searches root moves from pv_first on to root_depth with a window around the last score that widens when it fails.
    Returns the score; the best move is then roots[pv_first]."""
    root: cython.pointer(Frame) = cython.address(worker.frames[FRAMES_BEFORE])
    previous: cython.int = worker.roots[worker.pv_first].previous
    alpha: cython.int = -SCORE_INFINITE
    beta: cython.int = SCORE_INFINITE
    width: cython.int = worker.control.margins[M_ASPIRATION]
    depth: cython.int = worker.root_depth
    if depth >= 5 and abs(previous) < SCORE_TB_BOUND:
        alpha = max(previous - width, -SCORE_INFINITE)
        beta = min(previous + width, SCORE_INFINITE)
    worker.selective_depth = 0
    while True:
        score: cython.int = search(worker, root, alpha, beta, max(depth, 1), False)
        _sort_roots(worker, worker.pv_first)
        if worker.control.stop:
            return score
        if score <= alpha and alpha > -SCORE_INFINITE:
            beta = (alpha + beta) // 2
            alpha = max(score - width, -SCORE_INFINITE)
            depth = worker.root_depth
        elif score >= beta and beta < SCORE_INFINITE:
            beta = min(score + width, SCORE_INFINITE)
            if depth > worker.root_depth - 3 and abs(score) < SCORE_TB_BOUND:
                depth -= 1
        else:
            return score
        width += width // 2 + 3  # grows by half; beyond six pawns the window is opened. Hand-set, not tuned
        if width > 600:
            alpha = -SCORE_INFINITE
            beta = SCORE_INFINITE


def prepare_worker(worker):
    """Clears frames and counters before a search."""
    index: cython.int
    for index in range(MAX_PLY + FRAMES_BEFORE + 4):
        frame: cython.pointer(Frame) = cython.address(worker.frames[index])
        frame.ply = index - FRAMES_BEFORE
        frame.move = NO_MOVE
        frame.row = NO_ROW
        frame.excluded = NO_MOVE
        frame.killers[0] = NO_MOVE
        frame.killers[1] = NO_MOVE
        frame.static_eval = SCORE_NONE
        frame.doubles = 0
        frame.cutoffs = 0
        frame.history = 0
        frame.tt_pv = False
        frame.pv_length = 0
    worker.nodes = 0
    worker.next_poll = 0
    worker.tablebase_hits = 0
    worker.root_depth = 0
    worker.selective_depth = 0
    worker.null_from_ply = 0
    worker.pv_first = 0
    worker.done_depth = 0
    worker.root_side = worker.position.side


def forget(worker):
    """Clears histories and caches for a new game."""
    memset(cython.address(worker.histories), 0, cython.sizeof(Histories))
    memset(cython.address(worker.cache), 0, cython.sizeof(EvalCache))
