"""The tree search: negamax principal variation search (Marsland and Campbell 1982) with quiescence, in numbered steps.

`search` is the entry, called by `searcher.py`; docs/search.md lists the techniques. Scores are centipawns for the side to move,
fail-soft. A stopped search returns 0, which is not a score: check `control.stop` after each child.
"""

import math

import cython
from cython.cimports.engine.rules.bitboard import popcount, prefetch
from cython.cimports.engine.rules.movegen import count_legal, gives_check, is_legal
from cython.cimports.engine.rules.position import (
    Position,
    has_non_pawn_material,
    is_insufficient_material,
    is_repetition_draw,
    key_after,
    make_move,
    make_null_move,
    occupied_squares,
    see_threats,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.repetition import can_repeat
from cython.cimports.engine.rules.see import SEE_VALUES, see_at_least
from cython.cimports.engine.rules.types import (
    MAX_PLY,
    NO_MOVE,
    PROMOTION,
    SCORE_INFINITE,
    SCORE_MATE,
    SCORE_NONE,
    SCORE_TB_BOUND,
    move_kind,
    move_source,
    move_target,
    u64,
)
from cython.cimports.engine.search.history import LOW_PLIES, Histories
from cython.cimports.engine.search.history_updates import (
    bump_quiet,
    capture_counter,
    learn_correction,
    quiet_history,
    reward,
    reward_previous,
    reward_reply,
)
from cython.cimports.engine.search.margins import (
    M_BAD_QUIET,
    M_COUNT_BASE,
    M_COUNT_DEPTH,
    M_DEEPER,
    M_DELTA,
    M_DOUBLE,
    M_FUTILITY_BASE,
    M_FUTILITY_FIRST,
    M_FUTILITY_HISTORY,
    M_FUTILITY_PLY,
    M_HINDSIGHT,
    M_HISTORY_PRUNING,
    M_IMPROVING_BETA,
    M_LATE_DEEPER,
    M_LOW_PLY,
    M_NOISY_EXCHANGE,
    M_NULL_BASE,
    M_NULL_DEPTH,
    M_NULL_PLIES,
    M_NULL_PLY,
    M_NULL_REDUCTION,
    M_ORDER_SQUARES,
    M_PROBCUT,
    M_PROBCUT_IMPROVING,
    M_QUIET_EXCHANGE,
    M_RAZORING,
    M_RAZORING_SQUARE,
    M_REDUCE_BASE,
    M_REDUCE_CHECK,
    M_REDUCE_CORRECTION,
    M_REDUCE_CUT_NODE,
    M_REDUCE_CUTOFFS,
    M_REDUCE_KILLER,
    M_REDUCE_LATE,
    M_REDUCE_NOISY,
    M_REDUCE_NOISY_HASH,
    M_REDUCE_NOISY_HISTORY,
    M_REDUCE_PV,
    M_REDUCE_QUIET_HISTORY,
    M_REDUCE_TT_PV,
    M_REDUCE_WORSENING,
    M_RESEARCH_HISTORY,
    M_REVERSE_FUTILITY,
    M_REVERSE_WORSENING,
    M_REWARD,
    M_SHALLOW_PROBCUT,
    M_SINGULAR,
    M_SINGULAR_DEPTH,
    M_SINGULAR_TT_PV,
    M_SOFTENING,
    M_SOFTENING_QUIESCENCE,
)
from cython.cimports.engine.search.movepick import Picker, is_noisy, next_move, pick_main, pick_probcut, pick_quiescence
from cython.cimports.engine.search.position_table import Learned, learned_find, learned_score
from cython.cimports.engine.search.static_evaluation import corrected, raw_evaluation
from cython.cimports.engine.search.stop_conditions import check_limits
from cython.cimports.engine.search.tablebase_probe import probe_tablebases
from cython.cimports.engine.search.transposition import (
    BOUND_EXACT,
    BOUND_LOWER,
    BOUND_NONE,
    BOUND_UPPER,
    DEPTH_UNSEARCHED,
    Hit,
    Table,
    bucket_of,
    table_probe,
    table_store,
)
from cython.cimports.engine.search.worker import FRAMES_BEFORE, NO_ROW, Control, RootMove

# Only the margins and reductions (margins.py) were tuned, by SPSA. All other numbers in this file are hand-set: the depths up
# to which a rule applies, the bonuses of the histories. Change one only with the proof that CONTRIBUTING.md asks for.

# Type B (C. Shannon 1950): the number of moves searched by ply, after R. Greenblatt's program (1967).
PLAUSIBLE_MOVES = cython.declare(cython.int[6], [15, 15, 9, 9, 7, 7])

# Late move reductions grow with log(depth) * log(move number), the usual form; in 1/1024 ply, rounded to integers once.
LOG_PRODUCT = cython.declare(cython.int[4096])
for _depth in range(64):
    for _number in range(64):
        LOG_PRODUCT[_depth * 64 + _number] = (
            int(1024 * math.log(_depth) * math.log(_number)) if _depth and _number else 0
        )


# --- Draws, the picker's data, moves ---


def _draw_score(worker):
    contempt: cython.int = worker.control.contempt
    return -contempt if worker.position.side == worker.root_side else contempt


def _is_draw(position, ply):
    if position.state.halfmove_clock >= 100:
        # Mate on the hundredth ply takes precedence over the fifty-move rule.
        return not position.state.checkers or count_legal(position) > 0
    if position.state.halfmove_clock >= 4 and is_repetition_draw(position, ply):
        return True
    return popcount(occupied_squares(position)) <= 4 and is_insufficient_material(position)


def _extend_pv(frame, move):
    child: cython.pointer(Frame) = frame + 1
    index: cython.int
    frame.pv[0] = move
    for index in range(child.pv_length):
        frame.pv[index + 1] = child.pv[index]
    frame.pv_length = child.pv_length + 1


def _fill_picker(worker, frame, picker, hash_move):
    h: cython.pointer(Histories) = cython.address(worker.histories)
    picker.position = cython.address(worker.position)
    picker.histories = h
    picker.continuations[0] = h.continuation[(frame - 1).row]
    picker.continuations[1] = h.continuation[(frame - 2).row]
    picker.continuations[2] = h.continuation[(frame - 4).row]
    picker.continuations[3] = h.continuation[(frame - 6).row]
    picker.threats = cython.address(frame.threats)
    picker.low_ply = h.low_ply[frame.ply] if frame.ply < LOW_PLIES else cython.NULL
    picker.low_ply_weight = worker.control.margins[M_LOW_PLY]
    picker.squares_weight = worker.control.margins[M_ORDER_SQUARES]
    picker.bad_quiet = worker.control.margins[M_BAD_QUIET]
    picker.hash_move = hash_move
    picker.killers[0] = frame.killers[0]
    picker.killers[1] = frame.killers[1]
    picker.killers[2] = h.counter[(frame - 1).row]


def _prefetch(worker, move):
    """Prefetches the transposition table bucket of the position after a move. Most moves that come this far are made; the
    memory has time to answer until then."""
    prefetch(bucket_of(cython.address(worker.control.table), key_after(cython.address(worker.position), move)))


def _make_move(worker, frame, move):
    position: cython.pointer(Position) = cython.address(worker.position)
    frame.move = move
    frame.row = position.board[move_source(move)] * 64 + move_target(move)
    worker.nodes += 1
    make_move(position, move)


# --- Quiescence ---


def quiescence(worker, frame, alpha, beta, depth):
    """Quiescence search: captures, queen promotions and, at its first ply (`depth` 0), quiet checks; all evasions in check."""
    position: cython.pointer(Position) = cython.address(worker.position)
    table: cython.pointer(Table) = cython.address(worker.control.table)
    pv_node: cython.bint = beta - alpha > 1
    ply: cython.int = frame.ply
    child: cython.pointer(Frame) = frame + 1
    frame.pv_length = 0
    if pv_node and worker.selective_depth < ply:
        worker.selective_depth = ply

    # Step 1. Stop, draws, the end of the stack.
    if worker.nodes >= worker.next_poll:
        check_limits(worker)
    if worker.control.stop:
        return 0
    in_check: cython.bint = position.state.checkers != 0
    if _is_draw(position, ply):
        return _draw_score(worker)
    if ply >= MAX_PLY - 1:
        return _draw_score(worker) if in_check else raw_evaluation(worker)
    draw: cython.int = _draw_score(worker)
    if alpha < draw and can_repeat(position, ply):
        alpha = draw
        if alpha >= beta:
            return alpha

    # Step 2. Transposition table. Entries that include quiet checks (depth 0) outrank those without (-1).
    needed: cython.int = 0 if in_check or depth >= 0 else -1
    hit: Hit
    found: cython.bint = table_probe(table, position.state.key, ply, cython.address(hit))
    was_pv: cython.bint = pv_node or (found and hit.was_pv)
    if found and position.state.halfmove_clock >= 90 and abs(hit.score) >= SCORE_TB_BOUND:
        hit.score = SCORE_NONE  # a win found at a lower fifty-move counter
    if not pv_node and found and hit.depth >= needed and hit.score != SCORE_NONE:
        if hit.bound == BOUND_EXACT or hit.bound == (BOUND_LOWER if hit.score >= beta else BOUND_UPPER):
            return hit.score
    hash_move: Move = hit.move
    if hash_move != NO_MOVE and not is_legal(position, hash_move):
        hash_move = NO_MOVE

    # Step 3. `Stand pat`: the side to move need not capture, so the static evaluation is a lower bound.
    best: cython.int = -SCORE_INFINITE
    raw: cython.int = SCORE_NONE
    base: cython.int = -SCORE_INFINITE
    if not in_check:
        raw = hit.evaluation if found and hit.evaluation != SCORE_NONE else raw_evaluation(worker)
        best = corrected(worker, frame, raw)
        if found and hit.score != SCORE_NONE and (hit.bound & (BOUND_LOWER if hit.score > best else BOUND_UPPER)):
            best = hit.score
        if best >= beta:
            if not found:
                table_store(table, position.state.key, ply, NO_MOVE, best, raw, DEPTH_UNSEARCHED, BOUND_LOWER, False)
            return best
        if best > alpha:
            alpha = best
        base = best + worker.control.margins[M_DELTA]

    # Step 4. The moves.
    picker: Picker
    if in_check or depth >= 0:
        see_threats(position, position.side ^ 1, cython.address(frame.threats))
    else:
        frame.threats.every = 0
    _fill_picker(worker, frame, cython.address(picker), hash_move)
    pick_quiescence(cython.address(picker), in_check, depth >= 0)
    best_move: Move = NO_MOVE
    bound: cython.int = BOUND_UPPER
    legal: cython.int = 0
    quiet_evasions: cython.int = 0
    child.ply = ply + 1
    while True:
        move: Move = next_move(cython.address(picker))
        if move == NO_MOVE:
            break
        legal += 1
        _prefetch(worker, move)
        noisy: cython.bint = is_noisy(position, move)
        if best > -SCORE_TB_BOUND:
            if in_check:
                # One quiet evasion is enough once it is known not to be mate.
                if not noisy:
                    quiet_evasions += 1
                    if quiet_evasions > 1:
                        continue
            elif noisy:
                # Delta pruning: the value of the captured piece, plus a margin, does not reach alpha.
                gain: cython.int = base + SEE_VALUES[position.board[move_target(move)]]
                if move_kind(move) != PROMOTION and gain <= alpha and not gives_check(position, move):
                    if gain > best:
                        best = gain
                    continue
                # With alpha that far away, a capture that wins nothing by exchange (SEE) does not reach it either.
                if base <= alpha and not see_at_least(position, move, 1) and not gives_check(position, move):
                    if base > best:
                        best = base
                    continue
            if not see_at_least(position, move, 0):
                continue
        _make_move(worker, frame, move)
        score: cython.int = -quiescence(worker, child, -beta, -alpha, depth - 1)
        unmake_move(position)
        if worker.control.stop:
            return 0
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                alpha = score
                if pv_node:
                    _extend_pv(frame, move)
                if score >= beta:
                    bound = BOUND_LOWER
                    break
                bound = BOUND_EXACT
    if in_check and legal == 0:
        return ply - SCORE_MATE

    # A fail-high from captures alone is optimistic: the score moves part of the way back to beta (weight tuned by SPSA).
    if best > beta and not in_check and abs(best) < SCORE_TB_BOUND and abs(beta) < SCORE_TB_BOUND:
        best -= (best - beta) * worker.control.margins[M_SOFTENING_QUIESCENCE] // 64

    # Step 5. Store.
    if not pv_node and bound == BOUND_EXACT:
        bound = BOUND_LOWER
    table_store(table, position.state.key, ply, best_move, best, raw, needed, bound, was_pv)
    return best


# --- Principal variation search ---


def _null_move(worker, frame, beta, depth, estimate, cut_node):
    """Null move pruning (Beal 1989, Donninger 1993): if passing beats beta, so would a move. -SCORE_INFINITE if it does not."""
    position: cython.pointer(Position) = cython.address(worker.position)
    margins: cython.pointer(cython.const[cython.int]) = cython.cast(cython.pointer(cython.int), worker.control.margins)
    more: cython.int = min((estimate - beta) // margins[M_NULL_REDUCTION], 3)
    reduced: cython.int = depth - ((margins[M_NULL_PLIES] + margins[M_NULL_DEPTH] * depth) // 1024 + more)
    frame.move = NO_MOVE
    frame.row = NO_ROW
    make_null_move(position)
    worker.nodes += 1
    prefetch(bucket_of(cython.address(worker.control.table), position.state.key))
    score: cython.int = -search(worker, frame + 1, -beta, 1 - beta, reduced, not cut_node)
    unmake_null_move(position)
    if worker.control.stop or score < beta:
        return -SCORE_INFINITE
    if score > SCORE_TB_BOUND:
        score = beta  # a mate after a null move is not a proved mate
    if depth < 14 or worker.null_from_ply:
        return score
    # Zugzwang: deep cutoffs are verified by a reduced search that allows no null move in its first plies.
    worker.null_from_ply = frame.ply + 3 * reduced // 4
    verified: cython.int = search(worker, frame, beta - 1, beta, reduced, False)
    worker.null_from_ply = 0
    return score if verified >= beta else -SCORE_INFINITE


def _probcut(worker, frame, beta, depth, hash_move, raw, cut_node):
    """ProbCut (M. Buro 1995): if a good capture beats beta by a margin in a shallow search, the full search very likely cuts
    too. Returns the score, or -SCORE_INFINITE."""
    position: cython.pointer(Position) = cython.address(worker.position)
    picker: Picker
    _fill_picker(worker, frame, cython.address(picker), hash_move)
    pick_probcut(cython.address(picker), beta - frame.static_eval)
    while True:
        move: Move = next_move(cython.address(picker))
        if move == NO_MOVE:
            return -SCORE_INFINITE
        if move == frame.excluded:
            continue
        _prefetch(worker, move)
        _make_move(worker, frame, move)
        score: cython.int = -quiescence(worker, frame + 1, -beta, 1 - beta, 0)
        if score >= beta:
            score = -search(worker, frame + 1, -beta, 1 - beta, depth - 4, not cut_node)
        unmake_move(position)
        if worker.control.stop:
            return -SCORE_INFINITE
        if score >= beta:
            table_store(
                cython.address(worker.control.table),
                position.state.key,
                frame.ply,
                move,
                score,
                raw,
                depth - 3,
                BOUND_LOWER,
                frame.tt_pv,
            )
            return score


def _record_root(worker, move, score, alpha, beta, number, nodes):
    """Stores a root move's result. A fail-low gets -SCORE_INFINITE, so that the stable sort does not change the order."""
    index: cython.int = worker.pv_first
    while worker.roots[index].move != move:
        index += 1
    root: cython.pointer(RootMove) = cython.address(worker.roots[index])
    root.nodes += nodes
    if number == 1 or score > alpha:
        child: cython.pointer(Frame) = cython.address(worker.frames[FRAMES_BEFORE + 1])
        root.score = score
        root.bound = BOUND_LOWER if score >= beta else (BOUND_UPPER if score <= alpha else BOUND_EXACT)
        root.selective_depth = worker.selective_depth
        root.pv[0] = move
        root.pv_length = 1
        at: cython.int
        for at in range(child.pv_length):
            root.pv[at + 1] = child.pv[at]
        root.pv_length += child.pv_length
    else:
        root.score = -SCORE_INFINITE


def search(worker, frame, alpha, beta, depth, cut_node):
    """Searches the board of `worker`, `depth` plies deep. Returns a fail-soft score. `cut_node`: expected to fail high."""
    if depth <= 0:
        return quiescence(worker, frame, alpha, beta, 0)
    position: cython.pointer(Position) = cython.address(worker.position)
    control: cython.pointer(Control) = worker.control
    margins: cython.pointer(cython.const[cython.int]) = cython.cast(cython.pointer(cython.int), control.margins)
    table: cython.pointer(Table) = cython.address(control.table)
    child: cython.pointer(Frame) = frame + 1
    ply: cython.int = frame.ply
    root: cython.bint = ply == 0
    pv_node: cython.bint = beta - alpha > 1
    in_check: cython.bint = position.state.checkers != 0
    excluded: Move = frame.excluded
    score: cython.int
    move: Move
    frame.pv_length = 0
    if pv_node and worker.selective_depth < ply:
        worker.selective_depth = ply

    # Step 1. Stop, draws, end of the stack, mate distance pruning (a shorter mate is known already), upcoming repetitions.
    if worker.nodes >= worker.next_poll:
        check_limits(worker)
    if control.stop:
        return 0
    if not root:
        if _is_draw(position, ply):
            return _draw_score(worker)
        if ply >= MAX_PLY - 1:
            return _draw_score(worker) if in_check else raw_evaluation(worker)
        alpha = max(alpha, ply - SCORE_MATE)
        beta = min(beta, SCORE_MATE - ply - 1)
        if alpha >= beta:
            return alpha
        # Upcoming repetition (cuckoo tables, M. van Kervinck): a move can repeat a position, so this is at least a draw.
        draw: cython.int = _draw_score(worker)
        if alpha < draw and excluded == NO_MOVE and can_repeat(position, ply):
            alpha = draw
            if alpha >= beta:
                return alpha
    child.ply = ply + 1
    child.excluded = NO_MOVE
    child.cutoffs = 0
    frame.reduction = 0
    (frame + 2).killers[0] = NO_MOVE
    (frame + 2).killers[1] = NO_MOVE
    frame.doubles = 0 if root else (frame - 1).doubles

    # Step 2. Transposition table. Its keys ignore the fifty-move counter, so entries do not cut near the hundredth ply.
    hit: Hit
    near_fifty: cython.bint = position.state.halfmove_clock >= 90
    found: cython.bint = table_probe(table, position.state.key, ply, cython.address(hit))
    hash_move: Move = worker.roots[worker.pv_first].move if root else hit.move
    if hash_move != NO_MOVE and not root and not is_legal(position, hash_move):
        hash_move = NO_MOVE
    hash_is_noisy: cython.bint = hash_move != NO_MOVE and is_noisy(position, hash_move)
    if excluded == NO_MOVE:
        frame.tt_pv = pv_node or (found and hit.was_pv)
    if (
        not pv_node
        and excluded == NO_MOVE
        and found
        and hit.depth >= depth
        and hit.score != SCORE_NONE
        and not near_fifty
        and (hit.bound & (BOUND_LOWER if hit.score >= beta else BOUND_UPPER))
    ):
        if hit.score >= beta and hash_move != NO_MOVE and not hash_is_noisy:
            see_threats(position, position.side ^ 1, cython.address(frame.threats))
            bump_quiet(worker, frame, hash_move, min(120 * depth, 1200))
        return hit.score
    if found and near_fifty and abs(hit.score) >= SCORE_TB_BOUND:
        hit.score = SCORE_NONE  # a win found at a lower fifty-move counter

    # Step 3. Scores from outside the search: learned positions, tablebases.
    best: cython.int = -SCORE_INFINITE
    ceiling: cython.int = SCORE_INFINITE
    if control.learned.slots != cython.NULL and not root and excluded == NO_MOVE:
        learned: cython.pointer(cython.const[Learned]) = learned_find(
            cython.address(control.learned), position.state.key
        )
        if learned != cython.NULL and learned.depth >= depth:
            best = learned_score(learned, ply)
            if learned.bound == BOUND_EXACT or best >= beta:
                return best
            alpha = max(alpha, best)
    if control.probe_men and not root and excluded == NO_MOVE:
        bound: cython.int = BOUND_NONE
        score = probe_tablebases(worker, frame, depth, _draw_score(worker), cython.address(bound))
        if score != SCORE_NONE:
            if bound == BOUND_EXACT or (score >= beta if bound == BOUND_LOWER else score <= alpha):
                table_store(
                    table,
                    position.state.key,
                    ply,
                    NO_MOVE,
                    score,
                    SCORE_NONE,
                    min(depth + 6, MAX_PLY - 1),
                    bound,
                    frame.tt_pv,
                )
                return score
            if pv_node:
                if bound == BOUND_LOWER:
                    best = score
                    alpha = max(alpha, score)
                else:
                    ceiling = score

    # Step 4. Static evaluation. Improving: it is better than at our last turn; then prune less and reduce less.
    see_threats(position, position.side ^ 1, cython.address(frame.threats))
    raw: cython.int = SCORE_NONE
    estimate: cython.int = SCORE_NONE
    improving: cython.bint = False
    worsening: cython.bint = False  # the opponent's last move made its own evaluation worse
    if in_check:
        frame.static_eval = SCORE_NONE
        frame.correction = 0
    else:
        if excluded != NO_MOVE:
            estimate = frame.static_eval
        else:
            raw = hit.evaluation if found and hit.evaluation != SCORE_NONE else raw_evaluation(worker)
            estimate = corrected(worker, frame, raw)
            frame.static_eval = estimate
            if not found:
                table_store(
                    table, position.state.key, ply, NO_MOVE, SCORE_NONE, raw, DEPTH_UNSEARCHED, BOUND_NONE, frame.tt_pv
                )
            elif hit.score != SCORE_NONE and (hit.bound & (BOUND_LOWER if hit.score > estimate else BOUND_UPPER)):
                estimate = hit.score
        if (frame - 2).static_eval != SCORE_NONE:
            improving = frame.static_eval > (frame - 2).static_eval
        elif (frame - 4).static_eval != SCORE_NONE:
            improving = frame.static_eval > (frame - 4).static_eval
        else:
            improving = True
        if (frame - 1).static_eval != SCORE_NONE:
            worsening = frame.static_eval > -(frame - 1).static_eval
        # Hindsight: a ply more after a reduction of 3 if we are no better than the opponent's evaluation said; a ply less if both
        # sides like the position. 3 and 1 are hand-set. With five other rules +69 Elo [+36, +103] (342 games, 4,000 nodes).
        if not root and excluded == NO_MOVE and (frame - 1).static_eval != SCORE_NONE and not control.selective:
            if (frame - 1).reduction >= 3 and frame.static_eval <= -(frame - 1).static_eval:
                depth += 1
            elif (
                (frame - 1).reduction >= 1
                and depth >= 2
                and frame.static_eval + (frame - 1).static_eval > margins[M_HINDSIGHT]
            ):
                depth -= 1

    if not pv_node and not in_check and excluded == NO_MOVE and not control.selective:
        # Step 5. Razoring (Birmingham and Kent 1977): far below alpha near the leaves, only quiescence is searched.
        if depth <= 4 and estimate + (margins[M_RAZORING] + margins[M_RAZORING_SQUARE] * depth) * depth < alpha:
            score = quiescence(worker, frame, alpha, alpha + 1, 0)
            if control.stop:
                return 0
            if score <= alpha:
                return score
        # Step 6. Reverse futility (static null move pruning): the evaluation is so far above beta that a quiet reply cannot
        # change it. Not on a former principal variation nor with a quiet hash move, which are the nodes worth a search.
        if (
            depth <= 8
            and not frame.tt_pv
            and (hash_move == NO_MOVE or hash_is_noisy)
            and estimate - margins[M_REVERSE_FUTILITY] * (depth - improving) + margins[M_REVERSE_WORSENING] * worsening
            >= beta
            and estimate < SCORE_TB_BOUND
            and beta > -SCORE_TB_BOUND
        ):
            return (estimate + beta) // 2
        # Step 7. Null move, unless the side to move has only pawns (zugzwang).
        if (
            depth >= 3
            and cut_node
            and (frame - 1).move != NO_MOVE
            and estimate >= beta
            and frame.static_eval >= beta - margins[M_NULL_PLY] * depth + margins[M_NULL_BASE]
            and beta > -SCORE_TB_BOUND
            and ply >= worker.null_from_ply
            and has_non_pawn_material(position, position.side)
        ):
            score = _null_move(worker, frame, beta, depth, estimate, cut_node)
            if control.stop:
                return 0
            if score >= beta:
                return score
        if margins[M_IMPROVING_BETA] and frame.static_eval >= beta + margins[M_IMPROVING_BETA]:
            improving = True
        # Step 8. ProbCut: see `_probcut`. The window is raised less if the side to move has been improving.
        raised: cython.int = beta + margins[M_PROBCUT] - margins[M_PROBCUT_IMPROVING] * improving
        if (
            depth >= 5
            and abs(beta) < SCORE_TB_BOUND - 300
            and not (found and hit.depth >= depth - 3 and hit.score != SCORE_NONE and hit.score < raised)
        ):
            score = _probcut(worker, frame, raised, depth, hash_move, raw, cut_node)
            if control.stop:
                return 0
            if score >= raised:
                return score

    # Step 8, also in check (small ProbCut): a table entry at most 4 plies shallower is far enough above beta to cut.
    if (
        margins[M_SHALLOW_PROBCUT]
        and not pv_node
        and excluded == NO_MOVE
        and not control.selective
        and found
        and not near_fifty
        and (hit.bound & BOUND_LOWER)
        and hit.score != SCORE_NONE
        and hit.depth >= depth - 4
        and hit.score >= beta + margins[M_SHALLOW_PROBCUT]
        and abs(hit.score) < SCORE_TB_BOUND
        and abs(beta) < SCORE_TB_BOUND
    ):
        return beta + margins[M_SHALLOW_PROBCUT]

    # Step 9. Internal iterative reduction: without a hash move the ordering is poor and the node matters less: save a ply.
    if depth >= 4 and hash_move == NO_MOVE and (pv_node or cut_node) and excluded == NO_MOVE and not control.selective:
        depth -= 1

    # Step 10. The moves, one by one.
    picker: Picker
    _fill_picker(worker, frame, cython.address(picker), hash_move)
    pick_main(cython.address(picker), in_check)
    quiets: Move[64]
    noisies: Move[32]
    quiet_count: cython.int = 0
    noisy_count: cython.int = 0
    best_move: Move = NO_MOVE
    old_alpha: cython.int = alpha
    number: cython.int = 0
    at: cython.int = worker.pv_first
    pieces_left: cython.bint = has_non_pawn_material(position, position.side)
    while True:
        if root:
            if at >= worker.root_count:
                break
            move = worker.roots[at].move
            at += 1
        else:
            move = next_move(cython.address(picker))
            if move == NO_MOVE:
                break
            if move == excluded:
                continue
        number += 1
        _prefetch(worker, move)
        noisy: cython.bint = is_noisy(position, move)
        check: cython.bint = gives_check(position, move)
        reduction: cython.int = (
            margins[M_REDUCE_BASE] + LOG_PRODUCT[min(depth, 63) * 64 + min(number, 63)] * margins[M_REDUCE_LATE] // 1024
        )
        history: cython.int = capture_counter(worker, move)[0] if noisy else quiet_history(worker, frame, move)

        # Step 11. Pruning at shallow depth, once one move is known not to be mated.
        if control.selective:
            if number > PLAUSIBLE_MOVES[min(ply, 5)] and not root and not in_check:
                # Type B: after the most plausible moves only captures, promotions and checks that lose nothing by exchange.
                if not (noisy or check) or not see_at_least(position, move, 0):
                    continue
        elif not root and best > -SCORE_TB_BOUND and pieces_left:
            left: cython.int = max(depth - reduction // 1024, 0)
            if noisy or check:
                if depth <= 8 and not see_at_least(position, move, -margins[M_NOISY_EXCHANGE] * depth):
                    continue
            else:
                # Late move pruning: the number of moves grows with the depth squared; half of it if not improving.
                enough: cython.int = margins[M_COUNT_BASE] + margins[M_COUNT_DEPTH] * depth * depth
                if not in_check and number >= enough // (100 if improving else 200):
                    picker.skip_quiets = True
                    continue
                # Futility (Heinz 1998): the static evaluation is too far below alpha for a quiet move. While no move has raised
                # alpha, less is left out.
                room: cython.int = margins[M_FUTILITY_BASE] + margins[M_FUTILITY_PLY] * left
                room += history // margins[M_FUTILITY_HISTORY] + (
                    margins[M_FUTILITY_FIRST] if best_move == NO_MOVE else 0
                )
                if not in_check and left <= 8 and frame.static_eval + room <= alpha:
                    continue
                # History pruning: the move has mostly failed low elsewhere.
                if left <= 4 and history < -margins[M_HISTORY_PRUNING] * depth:
                    continue
                if left <= 8 and not see_at_least(position, move, -margins[M_QUIET_EXCHANGE] * left * left):
                    continue

        # Step 12. Extensions. Singular (Anantharaman, Campbell, Hsu 1988): if a reduced search without the hash move falls well
        # short of its score, the hash move is forced and is searched deeper, by two plies if it falls further short.
        extension: cython.int = 0
        if (
            not root
            and move == hash_move
            and excluded == NO_MOVE
            and not control.selective
            and depth >= margins[M_SINGULAR_DEPTH]
            and ply < 2 * worker.root_depth
            and hit.depth >= depth - 3
            and (hit.bound & BOUND_LOWER)
            and hit.score != SCORE_NONE
            and abs(hit.score) < SCORE_TB_BOUND
        ):
            short: cython.int = margins[M_SINGULAR] + (margins[M_SINGULAR_TT_PV] if frame.tt_pv and not pv_node else 0)
            target_score: cython.int = hit.score - short * depth // 16
            frame.excluded = move
            score = search(worker, frame, target_score - 1, target_score, (depth - 1) // 2, cut_node)
            frame.excluded = NO_MOVE
            if control.stop:
                return 0
            if score < target_score:
                extension = 1
                if not pv_node and score < target_score - margins[M_DOUBLE] and frame.doubles < 6:
                    extension = 2
            elif target_score >= beta:
                return target_score  # multi-cut (Björnsson, Marsland 1999): a second move beats beta
            elif hit.score >= beta:
                extension = -2
            elif cut_node:
                extension = -1
            frame.pv_length = 0
            child.ply = ply + 1
        elif check and depth <= 8 and ply < 2 * worker.root_depth and see_at_least(position, move, 0):
            extension = 1

        # Step 13. Make the move.
        new_depth: cython.int = depth - 1 + extension
        frame.doubles = (0 if root else (frame - 1).doubles) + (1 if extension == 2 else 0)
        frame.history = history
        nodes_before: u64 = worker.nodes
        if root and worker.index == 0:
            control.current_move = move
            control.current_number = number + worker.pv_first
        _make_move(worker, frame, move)

        # Step 14. Late move reductions (1/1024 ply): late moves get a reduced zero-window search, and a re-search above alpha.
        # All terms were tuned by SPSA; with the rules tuned together with them +22 Elo [-1, +44] (500 games at 16,000 nodes).
        if depth >= 2 and number > 1 + root and not control.selective and (not noisy or number > 3 or cut_node):
            if not noisy:
                reduction -= history * 1024 // margins[M_REDUCE_QUIET_HISTORY]
                if move == picker.killers[0] or move == picker.killers[1] or move == picker.killers[2]:
                    reduction -= margins[M_REDUCE_KILLER]
            else:
                reduction -= margins[M_REDUCE_NOISY] + history * 1024 // margins[M_REDUCE_NOISY_HISTORY]
            if cut_node:
                reduction += margins[M_REDUCE_CUT_NODE]
            if frame.tt_pv:
                reduction -= margins[M_REDUCE_TT_PV]
            if pv_node:
                reduction -= margins[M_REDUCE_PV]
            if not improving:
                reduction += margins[M_REDUCE_WORSENING]
            if hash_is_noisy:
                reduction += margins[M_REDUCE_NOISY_HASH]
            if check:
                reduction -= margins[M_REDUCE_CHECK]
            reduction -= margins[M_REDUCE_CORRECTION] * frame.correction
            if root and (noisy or check):
                # At the root, sacrifices are what users ask about: no reduction.
                reduction = 0
            if child.cutoffs > 3:
                reduction += margins[M_REDUCE_CUTOFFS]
            # A move of great promise is searched a ply deeper at once, but not where all moves are expected to fail low.
            deeper: cython.bint = (
                margins[M_LATE_DEEPER] and reduction <= -margins[M_LATE_DEEPER] and (pv_node or cut_node)
            )
            reduced: cython.int = min(max(new_depth - reduction // 1024, 1), new_depth + deeper)
            frame.reduction = new_depth - reduced
            score = -search(worker, child, -alpha - 1, -alpha, reduced, True)
            frame.reduction = 0
            if score > alpha and reduced < new_depth:
                # Well above the best score: re-search a ply deeper; barely above it: a ply less deep.
                if score > best + margins[M_DEEPER] + 2 * new_depth:
                    new_depth += 1
                elif score < best + new_depth:
                    new_depth -= 1
                if reduced < new_depth:
                    score = -search(worker, child, -alpha - 1, -alpha, new_depth, not cut_node)
                    if not noisy and (score <= alpha or score >= beta) and not control.stop:
                        bonus: cython.int = min(margins[M_RESEARCH_HISTORY] * new_depth, 1500)
                        reward_reply(worker, frame, bonus if score >= beta else -bonus)
        elif not pv_node or number > 1:
            score = -search(worker, child, -alpha - 1, -alpha, new_depth, not cut_node)
        if pv_node and (number == 1 or (score > alpha and (root or score < beta))):
            score = -search(worker, child, -beta, -alpha, new_depth, False)
        unmake_move(position)
        if control.stop:
            return 0

        # Step 15. Is it better?
        if root:
            _record_root(worker, move, score, alpha, beta, number, worker.nodes - nodes_before)
        if score > best:
            best = score
            if score > alpha:
                best_move = move
                if pv_node and not root:
                    _extend_pv(frame, move)
                if score >= beta:
                    frame.cutoffs += 1
                    break
                alpha = score
                # Alpha was raised, so the best move is probably known: search the rest two plies less deep. Hand-set.
                if not root and 2 < depth < 12 and abs(score) < SCORE_TB_BOUND and not control.selective:
                    depth -= 2
        if move != best_move:
            if noisy:
                if noisy_count < 32:
                    noisies[noisy_count] = move
                    noisy_count += 1
            elif quiet_count < 64:
                quiets[quiet_count] = move
                quiet_count += 1

    # Step 16. No legal move: mate or stalemate. In a singular search the only legal move may be the excluded one.
    if number == 0:
        if excluded != NO_MOVE:
            return alpha
        return ply - SCORE_MATE if in_check else _draw_score(worker)

    # Fail-high scores move part of the way back to beta, less at high depth: a shallow fail-soft score overstates.
    if best > beta and abs(best) < SCORE_TB_BOUND and abs(beta) < SCORE_TB_BOUND and not root:
        best -= (best - beta) * margins[M_SOFTENING] // (16 * depth + margins[M_SOFTENING])

    # Step 17. Update histories, correction and transposition table.
    if best_move != NO_MOVE and best >= beta:
        reward(
            worker,
            frame,
            best_move,
            depth + (1 if best > beta + margins[M_REWARD] else 0),
            cython.cast(cython.pointer(Move), quiets),
            quiet_count,
            cython.cast(cython.pointer(Move), noisies),
            noisy_count,
        )
    elif best_move == NO_MOVE and (frame - 1).row != NO_ROW and not root:
        # All moves fail low: the move that led here was good.
        reward_previous(worker, frame, depth)
    best = min(best, ceiling)
    if excluded == NO_MOVE and not (root and worker.pv_first > 0):
        kind: cython.int = (
            BOUND_LOWER if best >= beta else (BOUND_EXACT if pv_node and alpha > old_alpha else BOUND_UPPER)
        )
        table_store(table, position.state.key, ply, best_move, best, raw, depth, kind, frame.tt_pv)
        if (
            not in_check
            and (best_move == NO_MOVE or not is_noisy(position, best_move))
            and abs(best) < SCORE_TB_BOUND
            and not (kind == BOUND_LOWER and best <= frame.static_eval)
            and not (kind == BOUND_UPPER and best >= frame.static_eval)
        ):
            learn_correction(worker, frame, depth, best - frame.static_eval)
    return best
