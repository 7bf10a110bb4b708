"""The static evaluation of the searches: the network or the classical evaluation, and its correction by earlier searches."""

import cython
from cython.cimports.engine.evaluation.classical import evaluate
from cython.cimports.engine.evaluation.nnue import nnue_evaluate
from cython.cimports.engine.rules.types import SCORE_EVAL_MAX, u64
from cython.cimports.engine.search.history import CORRECTION_GRAIN, CORRECTION_SLOTS, Histories
from cython.cimports.engine.search.worker import NO_ROW


def _has_bare_king(position):
    """True if one side has only its king. Such endings go to the classical evaluation, which has rules for the mating drive and
    for the wrong bishop; the network was trained on few of these positions."""
    return not (
        position.by_colour[0] & (position.by_colour[0] - 1) and position.by_colour[1] & (position.by_colour[1] - 1)
    )


def raw_evaluation(worker):
    position: cython.pointer(Position) = cython.address(worker.position)
    score: cython.int
    if worker.network != cython.NULL and not _has_bare_king(position):
        score = nnue_evaluate(worker.network, worker.accumulators, position)
        if worker.network.classical:
            score += evaluate(position, cython.address(worker.cache), worker.weights) * worker.network.classical // 1000
    else:
        score = evaluate(position, cython.address(worker.cache), worker.weights)
    noise: cython.int = worker.control.eval_noise
    if noise:
        mixed: u64 = (position.state.key ^ worker.control.noise_seed) * cython.cast(u64, 0x9E3779B97F4A7C15)
        score += cython.cast(cython.int, (mixed >> 40) % cython.cast(u64, 2 * noise + 1)) - noise
    return min(max(score, -SCORE_EVAL_MAX), SCORE_EVAL_MAX)


def corrected(worker, frame, raw):
    """The static evaluation (`raw`), scaled down as the fifty-move counter grows, plus the correction history: the mean error of
    earlier searches with the same pawns, pieces or last moves. Only the first six pawns of the score fade: if all did, a won
    ending would go back to positions with table scores from a lower counter (bishop and knight: 16 of 20 won, now 20)."""
    position: cython.pointer(Position) = cython.address(worker.position)
    h: cython.pointer(Histories) = cython.address(worker.histories)
    side: cython.int = position.side
    correction: cython.int = (
        2 * h.pawn_correction[side][position.state.pawn_key & (CORRECTION_SLOTS - 1)]
        + h.piece_correction[side][0][position.state.non_pawn_key[0] & (CORRECTION_SLOTS - 1)]
        + h.piece_correction[side][1][position.state.non_pawn_key[1] & (CORRECTION_SLOTS - 1)]
    )
    row: cython.int = (frame - 1).row
    if row != NO_ROW:
        correction += h.line_correction[side][row]
        if (frame - 2).row != NO_ROW:
            correction += h.pair_correction[(frame - 2).row][row]
    frame.correction = abs(correction) // (2 * CORRECTION_GRAIN)
    # Fades by up to 45 % at the end of the fifty moves, that is by at most 273 centipawns. Hand-set.
    # Only this sum is shifted by the optimism, not the table's evaluation, which a later search reads.
    faded: cython.int = raw - min(max(raw, -600), 600) * position.state.halfmove_clock // 220
    faded += worker.optimism if side == worker.root_side else -worker.optimism
    return min(max(faded + correction // (2 * CORRECTION_GRAIN), -SCORE_EVAL_MAX), SCORE_EVAL_MAX)
