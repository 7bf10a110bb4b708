"""Results and distances of positions with 3 to 7 pieces: WDL and DTZ, from any thread, without the GIL.

With captures, a table's stored result is only a lower bound, so captures are resolved here, and so is en passant, which
tables ignore. A DTZ table holds one side to move; for the other, one move is searched.
"""

import cython
from cython.cimports.engine.rules.types import NO_SQUARE
from cython.cimports.tablebases.probe.lookup import NOT_STORED, UNKNOWN, Probing, stored_dtz, stored_wdl
from cython.cimports.tablebases.probe.pairs import DAMAGED
from cython.cimports.tablebases.probe.placement import (
    ALL_STEPS,
    CAPTURES,
    EP_CAPTURES,
    PUSHES,
    QUIETS,
    Placement,
    Step,
    apply,
    from_core,
    generate,
    has_legal,
    in_check,
)


def _without_ep(probing, position, alpha, beta, by_capture):
    """Returns the result without en passant rights, exact between alpha and beta; `by_capture`: a capture reaches it."""
    steps: Step[256]
    child: Placement
    unused: cython.bint
    value: cython.int
    i: cython.int
    count: cython.int = generate(position, steps, CAPTURES)
    by_capture[0] = False
    for i in range(count):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _without_ep(probing, cython.address(child), -beta, -alpha, cython.address(unused))
        if value == UNKNOWN:
            return UNKNOWN
        value = -value
        if value > alpha:
            alpha = value
            by_capture[0] = True
            if value >= beta:
                return value
    value = stored_wdl(probing, position)
    if value == UNKNOWN:
        return UNKNOWN
    if value > alpha:
        by_capture[0] = False
        return value
    if value == alpha and not by_capture[0]:
        return value
    return alpha


def _result(probing, position, zeroing):
    """Returns the result of a sound position; `zeroing`: a capture (also en passant) reaches it, or only en passant is
    legal."""
    steps: Step[256]
    child: Placement
    unused: cython.bint
    best: cython.int = -3
    value: cython.int
    i: cython.int
    result: cython.int = _without_ep(probing, position, -2, 2, zeroing)
    if result == UNKNOWN or position.ep == NO_SQUARE:
        return result
    for i in range(generate(position, steps, EP_CAPTURES)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _without_ep(probing, cython.address(child), -2, 2, cython.address(unused))
        if value == UNKNOWN:
            return UNKNOWN
        best = max(best, -value)
    if best == -3:
        return result
    if best > result or (best == result and result > 0) or not has_legal(position, CAPTURES | PUSHES | QUIETS):
        zeroing[0] = True
        return best
    return result


def probe_wdl(probing, position):
    """Returns win 2, cursed win 1, draw 0, blessed loss -1 or loss -2 for the side to move with a fifty-move counter of
    0; or UNKNOWN."""
    zeroing: cython.bint
    return _result(probing, position, cython.address(zeroing))


def probe_wdl_core(position, probing):
    """Probes like probe_wdl for a position of the core; UNKNOWN with castling rights. Called by the search."""
    placement: Placement
    if position.state.castling:
        return UNKNOWN
    from_core(position, cython.address(placement))
    return probe_wdl(cython.cast(cython.pointer(Probing), probing), cython.address(placement))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _zeroing_distance(wdl: cython.int) -> cython.int:
    if wdl > 0:
        return 1 if wdl == 2 else 101
    return -1 if wdl == -2 else -101


def probe_dtz(probing, position, known):
    """Returns the plies to the next capture, pawn move or mate that preserves the result, signed; 0: draw. `known`
    False: no answer."""
    zeroing: cython.bint
    value: cython.int
    wdl: cython.int = _result(probing, position, cython.address(zeroing))
    known[0] = wdl != UNKNOWN
    if wdl == 0 or wdl == UNKNOWN:
        return 0
    if zeroing and (wdl > 0 or position.ep != NO_SQUARE):
        if wdl > 0 or not has_legal(position, CAPTURES | PUSHES | QUIETS) or _ep_is_better(probing, position, wdl):
            return _zeroing_distance(wdl)
    if wdl > 0:
        value = _reached_by(probing, position, wdl, PUSHES)
        if value:
            known[0] = value != UNKNOWN
            return _zeroing_distance(wdl) if known[0] else 0
    value = stored_dtz(probing, position, wdl)
    if value == DAMAGED:
        known[0] = False
        return 0
    if value != NOT_STORED:
        return value if wdl > 0 else -value
    return _win_by_search(probing, position, known) if wdl > 0 else _loss_by_search(probing, position, wdl, known)


def _ep_is_better(probing, position, wdl):
    """Whether only en passant reaches a lost position's result."""
    unused: cython.bint
    return _without_ep(probing, position, -2, 2, cython.address(unused)) < wdl


def _win_by_search(probing, position, known):
    """Returns the DTZ of a won position by a one-ply search: the shortest of the lost replies, mate in one included."""
    steps: Step[256]
    child: Placement
    best: cython.int = 0
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, QUIETS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = _lost_distance(probing, cython.address(child), known)
        if not known[0]:
            return 0
        if (
            value == 1
            and in_check(cython.address(child), child.side)
            and not has_legal(cython.address(child), ALL_STEPS)
        ):
            return 1
        if value and (best == 0 or value + 1 < best):
            best = value + 1
    return best


def _lost_distance(probing, child, known):
    """Returns the plies of a lost position whose side to move is in the table; 0 if it is not lost."""
    zeroing: cython.bint
    wdl: cython.int = _result(probing, child, cython.address(zeroing))
    if wdl == UNKNOWN:
        known[0] = False
        return 0
    if wdl >= 0:
        return 0
    value: cython.int = stored_dtz(probing, child, wdl)
    if value < 0:
        known[0] = False
        return 0
    return value


def _reached_by(probing, position, wdl, kinds):
    """Returns 1 if a move of these kinds reaches the result, 0 if not, UNKNOWN if no table answers."""
    steps: Step[256]
    child: Placement
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, kinds)):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = probe_wdl(probing, cython.address(child))
        if value == UNKNOWN or -value == wdl:
            return UNKNOWN if value == UNKNOWN else 1
    return 0


def _won_distance(probing, child, known):
    """Returns the plies of a certain win without en passant rights whose side to move is in the table."""
    value: cython.int = _reached_by(probing, child, 2, CAPTURES | PUSHES)
    if value == 1:
        return 1
    value = DAMAGED if value == UNKNOWN else stored_dtz(probing, child, 2)
    known[0] = value > 0
    return value


def _loss_by_search(probing, position, wdl, known):
    """Returns the DTZ of a lost position by a one-ply search: the longest of its quiet replies; captures, pawn moves
    and mate count as one ply."""
    steps: Step[256]
    child: Placement
    worst: cython.int = _zeroing_distance(wdl)
    value: cython.int
    i: cython.int
    for i in range(generate(position, steps, QUIETS)):
        apply(position, cython.address(steps[i]), cython.address(child))
        if wdl == -2:
            value = -1 - _won_distance(probing, cython.address(child), known)
        else:
            value = -1 - probe_dtz(probing, cython.address(child), known)
        if not known[0]:
            return 0
        if value < worst:
            worst = value
    return worst
