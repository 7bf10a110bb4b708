"""The classical evaluation: the sum of its terms (terms.pxd), tapered between middlegame and endgame by the pieces left.

All arithmetic is in integers, so a position has the same score in every process. Entry points: `evaluate` for the search,
`coefficients` for the explanation and the tuner.
"""

from collections.abc import Sequence

import cython
from cython.cimports.engine.evaluation.endgames import FULL_SCALE, HOPELESS_SCALE, endgame_scale, mop_up
from cython.cimports.engine.evaluation.kings import danger_penalty, evaluate_danger, evaluate_king
from cython.cimports.engine.evaluation.passed import evaluate_passed
from cython.cimports.engine.evaluation.pawns import evaluate_pawns
from cython.cimports.engine.evaluation.pieces import evaluate_pieces, prepare
from cython.cimports.engine.evaluation.terms import W_TEMPO, Eval, add, eg_half, mg_half, packed
from cython.cimports.engine.evaluation.threats import evaluate_threats
from cython.cimports.engine.rules.bitboard import popcount
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.types import BISHOP, KNIGHT, QUEEN, ROOK, i16
from cython.cimports.libc.stdlib import calloc, free

from engine.evaluation.weights import DEFAULT


def game_phase(position):
    """Returns the game phase: 24 with all pieces on the board, 0 without pieces."""
    # The usual weights of tapered evaluation (Fruit, F. Letouzey 2005): minor pieces 1, rooks 2, queens 4.
    minors: cython.int = popcount(position.by_type[KNIGHT] | position.by_type[BISHOP])
    phase: cython.int = minors + 2 * popcount(position.by_type[ROOK]) + 4 * popcount(position.by_type[QUEEN])
    return min(phase, 24)


def evaluate(position, cache, weights):
    """Returns the cached or computed score in centipawns for the side to move."""
    # Transpositions and re-searches ask for the same position again: one slot for each key, always replaced.
    slot: cython.pointer(CachedScore) = cython.address(cache.scores[position.state.key & (CACHE_SLOTS - 1)])
    if slot.key == position.state.key:
        return slot.score
    score: cython.int = evaluate_traced(position, cache, weights, cython.NULL)
    slot.key = position.state.key
    slot.score = score
    return score


def evaluate_traced(position, cache, weights, trace):
    """Computes the score without the cache; `trace`, if not NULL, counts the uses of each weight, [side][weight]."""
    e: Eval
    e.position = position
    e.weights = weights
    e.trace = trace
    side: cython.int
    for side in range(2):
        e.score[side] = 0
        e.danger[side] = 0
        e.mobility[side] = 0
    # The order matters: threats, passed pawns and king danger need the attack maps of both sides.
    prepare(cython.address(e))
    evaluate_pawns(cython.address(e), cython.cast(cython.pointer(PawnEntry), cache.pawns))
    for side in range(2):
        evaluate_pieces(cython.address(e), side)
        evaluate_king(cython.address(e), side)
    for side in range(2):
        evaluate_passed(cython.address(e), side)
        evaluate_threats(cython.address(e), side)
        evaluate_danger(cython.address(e), side)
    add(cython.address(e), position.side, W_TEMPO, 1)
    total: cython.int = e.score[0] - e.score[1] + danger_penalty(e.danger[0]) - danger_penalty(e.danger[1])
    score: cython.int = _taper(position, total)
    return score if position.side == 0 else -score


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _taper(position: cython.pointer(cython.const[Position]), total: cython.int) -> cython.int:
    """Mixes the middlegame and endgame halves by phase, in centipawns for White; drawish endgames are scaled down."""
    eg: cython.int = eg_half(total)
    stronger: cython.int = 0 if eg >= 0 else 1
    phase: cython.int = game_phase(position)
    scale: cython.int = endgame_scale(position, stronger)
    mg: cython.int = mg_half(total)
    # A rook still counts 2 of 24 in the phase: without this, KRKB would keep part of its middlegame score.
    if scale <= HOPELESS_SCALE and (mg >= 0) == (eg >= 0):
        mg = mg * scale // FULL_SCALE
    score: cython.int = (mg * phase + eg * scale // FULL_SCALE * (24 - phase)) // 24
    # Two queens are phase 8, the most with which a bare king is hunted.
    extra: cython.int = mop_up(position, stronger) if phase <= 8 else 0
    return score + extra if stronger == 0 else score - extra


@cython.cfunc
def _allocate_cache() -> cython.pointer(EvalCache):
    cache: cython.pointer(EvalCache) = cython.cast(cython.pointer(EvalCache), calloc(1, cython.sizeof(EvalCache)))
    if cache == cython.NULL:
        raise MemoryError
    return cache


def coefficients(board: CoreBoard) -> tuple[list[int], list[int], int, int]:
    """Returns the uses of each weight by White and by Black, the phase (0-24) and White's score in centipawns."""
    cache = _allocate_cache()
    trace: cython.pointer(i16) = cython.cast(cython.pointer(i16), calloc(2 * WEIGHTS, cython.sizeof(i16)))
    if trace == cython.NULL:
        free(cache)
        raise MemoryError
    score: cython.int = evaluate_traced(
        cython.address(board.position), cache, cython.cast(cython.pointer(cython.int), DEFAULT_WEIGHTS), trace
    )
    white = [trace[index] for index in range(WEIGHTS)]
    black = [trace[WEIGHTS + index] for index in range(WEIGHTS)]
    phase: cython.int = game_phase(cython.address(board.position))
    free(trace)
    free(cache)
    return white, black, phase, score if board.position.side == 0 else -score


def set_default_weights(weights: Sequence[tuple[int, int]]) -> None:
    """Sets the weights (middlegame, endgame) for all searches that begin after the call.

    :raises ValueError: if there is not exactly one pair for each weight.
    """
    if len(weights) != WEIGHTS:
        raise ValueError(f"{len(weights)} weights given, the evaluation has {WEIGHTS}")
    index: cython.int
    for index in range(WEIGHTS):
        mg, eg = weights[index]
        DEFAULT_WEIGHTS[index] = packed(mg, eg)


def default_weights() -> list[tuple[int, int]]:
    """The weights in use, (middlegame, endgame)."""
    return [(mg_half(DEFAULT_WEIGHTS[index]), eg_half(DEFAULT_WEIGHTS[index])) for index in range(WEIGHTS)]


set_default_weights([pair for run in DEFAULT.values() for pair in run])
