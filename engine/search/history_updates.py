"""Updates of the move ordering histories and of the correction history during the search.

History heuristic: Schaeffer 1983; killers: Huberman 1968; counter move: Uiterwijk 1992. Bonuses grow with the depth and are
capped; those without a margin are hand-set.
"""

import cython
from cython.cimports.engine.rules.position import Position, State
from cython.cimports.engine.rules.types import NO_MOVE, NO_PIECE, NORMAL, PROMOTION, move_kind, move_source, move_target
from cython.cimports.engine.search.history import (
    CORRECTION_MAX,
    CORRECTION_SLOTS,
    LOW_PLIES,
    Histories,
    attacked_ends,
    bump,
    correct,
)
from cython.cimports.engine.search.margins import (
    M_BONUS,
    M_BONUS_LIMIT,
    M_CAPTURE_BEFORE,
    M_CORRECTION_RATE,
    M_MALUS,
    M_MALUS_LIMIT,
)
from cython.cimports.engine.search.movepick import is_noisy
from cython.cimports.engine.search.worker import NO_ROW


def learn_correction(worker, frame, depth, error):
    """Moves the corrections of this position's pawns, pieces and last moves towards `error`: search result minus static
    evaluation, in centipawns."""
    position: cython.pointer(Position) = cython.address(worker.position)
    h: cython.pointer(Histories) = cython.address(worker.histories)
    side: cython.int = position.side
    limit: cython.int = CORRECTION_MAX // 4
    bonus: cython.int = min(max(error * depth * worker.control.margins[M_CORRECTION_RATE] // 128, -limit), limit)
    correct(cython.address(h.pawn_correction[side][position.state.pawn_key & (CORRECTION_SLOTS - 1)]), bonus)
    correct(cython.address(h.piece_correction[side][0][position.state.non_pawn_key[0] & (CORRECTION_SLOTS - 1)]), bonus)
    correct(cython.address(h.piece_correction[side][1][position.state.non_pawn_key[1] & (CORRECTION_SLOTS - 1)]), bonus)
    row: cython.int = (frame - 1).row
    if row != NO_ROW:
        correct(cython.address(h.line_correction[side][row]), bonus)
        if (frame - 2).row != NO_ROW:
            correct(cython.address(h.pair_correction[(frame - 2).row][row]), bonus)


def bump_quiet(worker, frame, move, bonus):
    """Adds a bonus or penalty to the histories of a quiet move that is not yet on the board."""
    h: cython.pointer(Histories) = cython.address(worker.histories)
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    index: cython.int = worker.position.board[source] * 64 + target
    ends: cython.int = attacked_ends(frame.threats.every, source, target)
    bump(cython.address(h.quiet[worker.position.side][ends][source * 64 + target]), bonus)
    if frame.ply < LOW_PLIES:
        bump(cython.address(h.low_ply[frame.ply][source * 64 + target]), bonus)
    _bump_continuations(h, frame, index, bonus)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bump_continuations(
    h: cython.pointer(Histories), frame: cython.pointer(Frame), index: cython.int, bonus: cython.int
) -> cython.void:
    if (frame - 1).row != NO_ROW:
        bump(cython.address(h.continuation[(frame - 1).row][index]), bonus)
    if (frame - 2).row != NO_ROW:
        bump(cython.address(h.continuation[(frame - 2).row][index]), bonus)
    if (frame - 4).row != NO_ROW:
        bump(cython.address(h.continuation[(frame - 4).row][index]), bonus)
    if (frame - 6).row != NO_ROW:
        bump(cython.address(h.continuation[(frame - 6).row][index]), bonus)


def reward(worker, frame, best, depth, quiets, quiet_count, noisies, noisy_count):
    """After a beta cutoff: a bonus for the best move, a penalty for the moves tried before it."""
    margins: cython.pointer(cython.const[cython.int]) = cython.cast(cython.pointer(cython.int), worker.control.margins)
    bonus: cython.int = min(margins[M_BONUS] * depth - 60, margins[M_BONUS_LIMIT])
    malus: cython.int = -min(margins[M_MALUS] * depth - 50, margins[M_MALUS_LIMIT])
    index: cython.int
    if not is_noisy(cython.address(worker.position), best):
        if frame.killers[0] != best:
            frame.killers[1] = frame.killers[0]
            frame.killers[0] = best
        if (frame - 1).row != NO_ROW:
            worker.histories.counter[(frame - 1).row] = best
        bump_quiet(worker, frame, best, bonus)
        for index in range(quiet_count):
            bump_quiet(worker, frame, quiets[index], malus)
    else:
        bump(capture_counter(worker, best), bonus)
    for index in range(noisy_count):
        bump(capture_counter(worker, noisies[index]), malus)


def reward_previous(worker, frame, depth):
    """A bonus for the move that led to this node, after every reply has failed low; it is already on the board."""
    bonus: cython.int = min(100 * depth, 900)  # hand-set, as the limit for captures
    state: cython.pointer(State) = worker.position.state
    if state.captured != NO_PIECE:
        if move_kind(state.move) == NORMAL:
            bonus = min(worker.control.margins[M_CAPTURE_BEFORE] * depth, 1500)
            bump(
                cython.address(worker.histories.capture[state.moved][move_target(state.move)][state.captured % 6]),
                bonus,
            )
        return
    h: cython.pointer(Histories) = cython.address(worker.histories)
    previous: cython.pointer(Frame) = frame - 1
    move: Move = previous.move
    if move == NO_MOVE or move_kind(move) == PROMOTION:
        return
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    ends: cython.int = attacked_ends(previous.threats.every, source, target)
    bump(cython.address(h.quiet[worker.position.side ^ 1][ends][source * 64 + target]), bonus)
    _bump_continuations(h, previous, previous.row, bonus)


def reward_reply(worker, frame, bonus):
    """Adds a bonus or penalty to the continuation histories of the quiet move on the board."""
    _bump_continuations(cython.address(worker.histories), frame, frame.row, bonus)
