"""The staged move picker: moves come one at a time, in the order hash move, good captures, killers, counter move, quiets, bad
captures, bad quiets.

The caller fills a `Picker`, calls one `pick_` function, then `next_move`, which returns each legal move once (in quiescence and
ProbCut only the moves that belong there).
"""

import cython
from cython.cimports.engine.rules.movegen import generate_legal, generate_noisy, generate_quiets, gives_check, is_legal
from cython.cimports.engine.rules.see import SEE_VALUES, see_at_least
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KNIGHT,
    NO_MOVE,
    NO_PIECE,
    NORMAL,
    PROMOTION,
    QUEEN,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.engine.search.history import attacked_ends


def is_noisy(position, move):
    """True for captures, en passant and promotions to a queen or by capture, the moves of `generate_noisy`."""
    kind: cython.int = move_kind(move)
    if kind == CASTLING:
        return False
    if position.board[move_target(move)] != NO_PIECE or kind == EN_PASSANT:
        return True
    return kind == PROMOTION and move_promotion(move) == QUEEN


def pick_main(picker, in_check):
    """Starts the stages of an ordinary node."""
    picker.skip_quiets = False
    picker.threshold = 0
    picker.bad_count = 0
    picker.bad_next = 0
    picker.stage = STAGE_EVASION_HASH if in_check else STAGE_HASH
    if picker.hash_move == NO_MOVE:
        picker.stage += 1


def pick_quiescence(picker, in_check, checks):
    """Starts the stages of quiescence: captures and promotions, then quiet checks if `checks`; all evasions in check."""
    picker.skip_quiets = False
    picker.checks = checks
    picker.stage = STAGE_EVASION_HASH if in_check else STAGE_QUIESCENCE_HASH
    if picker.hash_move != NO_MOVE and not in_check and not is_noisy(picker.position, picker.hash_move):
        picker.hash_move = NO_MOVE
    if picker.hash_move == NO_MOVE:
        picker.stage += 1


def pick_probcut(picker, threshold):
    """Starts the stages of ProbCut: captures that win at least `threshold` by exchange."""
    picker.threshold = threshold
    picker.stage = STAGE_PROBCUT_HASH
    move: Move = picker.hash_move
    if move != NO_MOVE and not (is_noisy(picker.position, move) and see_at_least(picker.position, move, threshold)):
        picker.hash_move = NO_MOVE
    if picker.hash_move == NO_MOVE:
        picker.stage += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _noisy_score(picker: cython.pointer(Picker), move: Move) -> cython.int:
    """MVV (most valuable victim), then the capture history."""
    position: cython.pointer(cython.const[Position]) = picker.position
    target: cython.int = move_target(move)
    piece: cython.int = position.board[move_source(move)]
    victim: cython.int = position.board[target]
    kind: cython.int = move_kind(move)
    victim_type: cython.int = victim % 6 if victim != NO_PIECE else 6
    score: cython.int = SEE_VALUES[victim] * 16
    if kind != NORMAL:
        if kind == EN_PASSANT:
            victim_type = 0
            score = SEE_VALUES[0] * 16
        elif kind == PROMOTION:
            score += SEE_VALUES[move_promotion(move)] * 16
    return score + picker.histories.capture[piece][target][victim_type]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _quiet_score(picker: cython.pointer(Picker), move: Move) -> cython.int:
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    position: cython.pointer(cython.const[Position]) = picker.position
    index: cython.int = position.board[source] * 64 + target
    kind: cython.int = position.board[source] % 6
    score: cython.int = 0
    if KNIGHT <= kind <= QUEEN:
        lesser: u64 = picker.threats.lesser[0 if kind <= BISHOP else kind - 2]
        # A bonus for leaving a square attacked by a lesser piece, a penalty for entering one: +33 Elo [+6, +61] (400 games at
        # 4,000 nodes), because late move pruning left out the retreat of an attacked queen. 32 points a centipawn: hand-set.
        flees: cython.int = (lesser >> source) & 1
        flees -= (lesser >> target) & 1
        score = flees * SEE_VALUES[kind] * 32
    if picker.low_ply != cython.NULL:
        score += picker.low_ply_weight * picker.low_ply[source * 64 + target] // 4
    ends: cython.int = attacked_ends(picker.threats.every, source, target)
    return (
        score
        # The other weights of the histories are hand-set.
        + picker.squares_weight * picker.histories.quiet[position.side][ends][source * 64 + target] // 4
        + 2 * picker.continuations[0][index]
        + picker.continuations[1][index]
        + picker.continuations[2][index]
        + picker.continuations[3][index] // 2
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score_noisy(picker: cython.pointer(Picker)) -> cython.void:
    index: cython.int
    for index in range(picker.count):
        picker.scores[index] = _noisy_score(picker, picker.moves[index])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score_quiets(picker: cython.pointer(Picker)) -> cython.void:
    index: cython.int
    for index in range(picker.count):
        picker.scores[index] = _quiet_score(picker, picker.moves[index])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score_evasions(picker: cython.pointer(Picker)) -> cython.void:
    """Captures first, by victim and cheapest attacker (MVV-LVA); then quiets by history."""
    index: cython.int
    for index in range(picker.count):
        move: Move = picker.moves[index]
        if is_noisy(picker.position, move):
            taker: cython.int = picker.position.board[move_source(move)] % 6
            picker.scores[index] = (1 << 20) + _noisy_score(picker, move) - taker
        else:
            picker.scores[index] = _quiet_score(picker, move)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _best(picker: cython.pointer(Picker)) -> Move:
    """Moves the best-scored move left to the front and takes it: a selection sort, because a cutoff usually comes early."""
    # Score and index in one number, so that the first of equals is the greatest; compilers vectorise the maximum.
    index: cython.int
    greatest: cython.int = (picker.scores[picker.next] << 8) | (255 - picker.next)
    for index in range(picker.next + 1, picker.count):
        here: cython.int = (picker.scores[index] << 8) | (255 - index)
        greatest = here if here > greatest else greatest
    best: cython.int = 255 - (greatest & 255)
    move: Move = picker.moves[best]
    picker.moves[best] = picker.moves[picker.next]
    picker.scores[best] = picker.scores[picker.next]
    picker.moves[picker.next] = move
    picker.scores[picker.next] = greatest >> 8
    picker.next += 1
    return move


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_usable_killer(picker: cython.pointer(Picker), index: cython.int) -> cython.bint:
    move: Move = picker.killers[index]
    if move == NO_MOVE or move == picker.hash_move or is_noisy(picker.position, move):
        return False
    earlier: cython.int
    for earlier in range(index):
        if picker.killers[earlier] == move:
            return False
    return is_legal(picker.position, move)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _was_tried(picker: cython.pointer(Picker), move: Move) -> cython.bint:
    return (
        move == picker.hash_move or move == picker.killers[0] or move == picker.killers[1] or move == picker.killers[2]
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep_checks(picker: cython.pointer(Picker)) -> cython.void:
    """Removes quiet moves that do not give check, for the first ply of quiescence."""
    kept: cython.int = 0
    index: cython.int
    for index in range(picker.count):
        if gives_check(picker.position, picker.moves[index]):
            picker.moves[kept] = picker.moves[index]
            kept += 1
    picker.count = kept


def next_move(picker):
    """The next move, NO_MOVE at the end."""
    move: Move
    while picker.stage != STAGE_END:
        stage: cython.int = picker.stage
        if stage == STAGE_HASH or stage == STAGE_EVASION_HASH or stage == STAGE_QUIESCENCE_HASH:
            picker.stage += 1
            return picker.hash_move
        if stage <= STAGE_BAD_QUIET:
            move = _next_main(picker)
        elif stage <= STAGE_EVASION:
            move = _next_evasion(picker)
        else:
            move = _next_tactical(picker)
        if move != NO_MOVE:
            return move
    return NO_MOVE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_main(picker: cython.pointer(Picker)) -> Move:
    """One step of the stages of an ordinary node; NO_MOVE if only the stage changed."""
    move: Move
    stage: cython.int = picker.stage
    if stage == STAGE_GENERATE_NOISY:
        picker.count = generate_noisy(picker.position, picker.moves)
        picker.next = 0
        _score_noisy(picker)
        picker.stage = STAGE_GOOD_NOISY
    elif stage == STAGE_GOOD_NOISY:
        while picker.next < picker.count:
            move = _best(picker)
            if move == picker.hash_move:
                continue
            if see_at_least(picker.position, move, picker.threshold):
                return move
            picker.bad[picker.bad_count] = move
            picker.bad_count += 1
        picker.stage = STAGE_KILLER_1
    elif stage <= STAGE_COUNTER:
        picker.stage += 1
        if not picker.skip_quiets and _is_usable_killer(picker, stage - STAGE_KILLER_1):
            return picker.killers[stage - STAGE_KILLER_1]
    elif stage == STAGE_GENERATE_QUIET:
        picker.next = 0
        picker.count = 0
        if not picker.skip_quiets:
            picker.count = generate_quiets(picker.position, picker.moves)
            _score_quiets(picker)
        picker.stage = STAGE_QUIET
    elif stage == STAGE_QUIET:
        while picker.next < picker.count and not picker.skip_quiets:
            move = _best(picker)
            if picker.bad_quiet and picker.scores[picker.next - 1] < -picker.bad_quiet:
                picker.next -= 1  # this one and the rest come after the bad captures
                break
            if not _was_tried(picker, move):
                return move
        picker.stage = STAGE_BAD_NOISY
    elif stage == STAGE_BAD_NOISY:
        if picker.bad_next < picker.bad_count:
            picker.bad_next += 1
            return picker.bad[picker.bad_next - 1]
        picker.stage = STAGE_BAD_QUIET
    else:
        while picker.next < picker.count and not picker.skip_quiets:
            move = _best(picker)
            if not _was_tried(picker, move):
                return move
        picker.stage = STAGE_END
    return NO_MOVE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_evasion(picker: cython.pointer(Picker)) -> Move:
    move: Move
    if picker.stage == STAGE_GENERATE_EVASIONS:
        picker.count = generate_legal(picker.position, picker.moves)
        picker.next = 0
        _score_evasions(picker)
        picker.stage = STAGE_EVASION
    while picker.next < picker.count:
        move = _best(picker)
        if move != picker.hash_move:
            return move
    picker.stage = STAGE_END
    return NO_MOVE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _next_tactical(picker: cython.pointer(Picker)) -> Move:
    """One step of the stages of quiescence and ProbCut; NO_MOVE if only the stage changed."""
    move: Move
    stage: cython.int = picker.stage
    if stage == STAGE_PROBCUT_HASH:
        picker.stage += 1
        return picker.hash_move
    if stage == STAGE_GENERATE_QUIESCENCE or stage == STAGE_GENERATE_PROBCUT:
        picker.count = generate_noisy(picker.position, picker.moves)
        picker.next = 0
        _score_noisy(picker)
        picker.stage += 1
    elif stage == STAGE_GENERATE_CHECKS:
        picker.count = generate_quiets(picker.position, picker.moves)
        picker.next = 0
        _keep_checks(picker)
        _score_quiets(picker)
        picker.stage = STAGE_CHECK
    else:
        while picker.next < picker.count:
            move = _best(picker)
            if move == picker.hash_move:
                continue
            if stage != STAGE_PROBCUT or see_at_least(picker.position, move, picker.threshold):
                return move
        picker.stage = STAGE_GENERATE_CHECKS if stage == STAGE_QUIESCENCE_NOISY and picker.checks else STAGE_END
    return NO_MOVE
