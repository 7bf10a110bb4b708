"""Moves on a board with few pieces. A placement is copied, not unmade: it has 72 bytes, and most probes look one move
ahead.

No castling: positions with castling rights are not in tables.
"""

import cython
from cython.cimports.engine.rules.bitboard import bit, pop_lsb, rank_mask
from cython.cimports.engine.rules.types import WHITE


def from_core(position, placement):
    """Fills the placement from a position of the engine's core; the caller checks castling rights."""
    kind: cython.int
    for kind in range(6):
        placement.by_type[kind] = position.by_type[kind]
    placement.by_colour[0] = position.by_colour[0]
    placement.by_colour[1] = position.by_colour[1]
    placement.side = position.side
    placement.ep = position.state.ep_square


def is_sound(position):
    """Whether tables may be probed: their values for illegal positions have no meaning."""
    kings: u64 = position.by_type[KING]
    if popcount(kings & position.by_colour[0]) != 1 or popcount(kings & position.by_colour[1]) != 1:
        return False
    if position.by_type[PAWN] & (rank_mask(0) | rank_mask(7)):
        return False
    return not in_check(position, 1 - position.side)


def apply(position, step, child):
    """Fills `child` with the placement after a move. An en passant square is set only if an enemy pawn can capture."""
    me: cython.int = position.side
    source: u64 = bit(step.source)
    target: u64 = bit(step.target)
    kind: cython.int
    child[0] = position[0]
    child.side = 1 - me
    child.ep = NO_SQUARE
    if step.is_capture:
        taken: u64 = target
        if step.is_ep:
            taken = bit(step.target - 8 if me == WHITE else step.target + 8)
        child.by_colour[1 - me] &= ~taken
        for kind in range(6):
            child.by_type[kind] &= ~taken
    child.by_colour[me] ^= source | target
    child.by_type[step.kind] ^= source | target
    if step.promotion:
        child.by_type[PAWN] ^= target
        child.by_type[step.promotion] |= target
    elif step.kind == PAWN and (step.source ^ step.target) == 16:
        middle: cython.int = (step.source + step.target) >> 1
        if PAWN_ATTACKS[me][middle] & child.by_type[PAWN] & child.by_colour[1 - me]:
            child.ep = middle


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shielding(position: cython.pointer(cython.const[Placement])) -> u64:
    """Returns the squares from which a move needs a check test of its own king: all while in check; otherwise those on
    a line with the king if the enemy has sliders."""
    me: cython.int = position.side
    king: cython.int = lsb(position.by_type[KING] & position.by_colour[me])
    sliders: u64 = position.by_type[BISHOP] | position.by_type[ROOK] | position.by_type[QUEEN]
    if attacked(position, king, 1 - me, everyone(position)):
        return ~cython.cast(u64, 0)
    if sliders & position.by_colour[1 - me]:
        return rook_attacks(king, 0) | bishop_attacks(king, 0)
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_legal(
    position: cython.pointer(cython.const[Placement]), step: cython.pointer(Step), shielding: u64
) -> cython.bint:
    child: Placement
    if step.kind == KING:
        return not attacked(position, step.target, 1 - position.side, everyone(position) ^ bit(step.source))
    if not step.is_ep and not shielding & bit(step.source):
        return True
    apply(position, step, cython.address(child))
    return not in_check(cython.address(child), position.side)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add(
    position: cython.pointer(cython.const[Placement]),
    steps: cython.pointer(Step),
    count: cython.int,
    step: cython.pointer(Step),
    shielding: u64,
) -> cython.int:
    """Appends a move, or its four promotions, if legal; returns the new number of moves."""
    promotion: cython.int
    if count + 4 > MAX_STEPS or not _is_legal(position, step, shielding):
        return count
    if step.kind != PAWN or 8 <= step.target < 56:
        steps[count] = step[0]
        return count + 1
    for promotion in range(QUEEN, PAWN, -1):
        steps[count] = step[0]
        steps[count].promotion = promotion
        count += 1
    return count


def generate(position, steps, wanted):
    """Writes the legal moves of the wanted kinds; returns their number. Promotions: queen first."""
    me: cython.int = position.side
    own: u64 = position.by_colour[me]
    enemies: u64 = position.by_colour[1 - me]
    occupied: u64 = own | enemies
    targets: u64 = 0
    count: cython.int = 0
    kind: cython.int
    movers: u64
    reached: u64
    step: Step
    looked: cython.bint = False  # computed at the first move: most boards have no capture
    shielding: u64 = 0
    if wanted & CAPTURES:
        targets |= enemies & ~position.by_type[KING]
    if wanted & QUIETS:
        targets |= ~occupied
    step.promotion = 0
    step.is_ep = 0
    for kind in range(KNIGHT, KING + 1):
        movers = position.by_type[kind] & own if targets else 0
        while movers:
            step.kind = kind
            step.source = pop_lsb(cython.address(movers))
            reached = piece_attacks(kind, step.source, occupied) & targets
            if reached and not looked:
                shielding = _shielding(position)
                looked = True
            while reached:
                step.target = pop_lsb(cython.address(reached))
                step.is_capture = (enemies >> step.target) & 1
                count = _add(position, steps, count, cython.address(step), shielding)
    if position.by_type[PAWN] & own and wanted & (CAPTURES | EP_CAPTURES | PUSHES):
        count = _generate_pawns(position, steps, count, wanted, shielding if looked else _shielding(position))
    return count


def _generate_pawns(position, steps, count, wanted, shielding):
    me: cython.int = position.side
    enemies: u64 = position.by_colour[1 - me]
    occupied: u64 = position.by_colour[me] | enemies
    pawns: u64 = position.by_type[PAWN] & position.by_colour[me]
    forward: cython.int = 8 if me == WHITE else -8
    first_rank: cython.int = 1 if me == WHITE else 6
    reached: u64
    step: Step
    step.kind = PAWN
    step.promotion = 0
    while pawns:
        step.source = pop_lsb(cython.address(pawns))
        step.is_ep = 0
        if wanted & CAPTURES:
            step.is_capture = 1
            reached = PAWN_ATTACKS[me][step.source] & enemies & ~position.by_type[KING]
            while reached:
                step.target = pop_lsb(cython.address(reached))
                count = _add(position, steps, count, cython.address(step), shielding)
        if wanted & EP_CAPTURES and position.ep != NO_SQUARE and PAWN_ATTACKS[me][step.source] & bit(position.ep):
            step.is_capture = 1
            step.is_ep = 1
            step.target = position.ep
            count = _add(position, steps, count, cython.address(step), shielding)
            step.is_ep = 0
        if wanted & PUSHES and not occupied & bit(step.source + forward):
            step.is_capture = 0
            step.target = step.source + forward
            count = _add(position, steps, count, cython.address(step), shielding)
            if (step.source >> 3) == first_rank and not occupied & bit(step.source + 2 * forward):
                step.target = step.source + 2 * forward
                count = _add(position, steps, count, cython.address(step), shielding)
    return count


def has_legal(position, wanted):
    """Whether there is a legal move of the wanted kinds."""
    steps: Step[256]
    return generate(position, steps, wanted) > 0


def _quiet_king_moves(position, king, occupied):
    me: cython.int = position.side
    targets: u64 = KING_ATTACKS[king] & ~occupied
    count: cython.int = 0
    while targets:
        count += not attacked(position, pop_lsb(cython.address(targets)), 1 - me, occupied ^ bit(king))
    return count


def count_quiets(position):
    """Returns the number of legal moves of pieces and king without capture, counted by pins and check lines without
    making moves."""
    me: cython.int = position.side
    own: u64 = position.by_colour[me]
    enemies: u64 = position.by_colour[1 - me]
    occupied: u64 = own | enemies
    king: cython.int = lsb(position.by_type[KING] & own)
    count: cython.int = _quiet_king_moves(position, king, occupied)
    checkers: u64 = KNIGHT_ATTACKS[king] & position.by_type[KNIGHT] & enemies
    checkers |= PAWN_ATTACKS[me][king] & position.by_type[PAWN] & enemies
    pinned: u64 = 0
    square: cython.int
    between: u64
    snipers: u64 = rook_attacks(king, 0) & (position.by_type[ROOK] | position.by_type[QUEEN])
    snipers = (snipers | (bishop_attacks(king, 0) & (position.by_type[BISHOP] | position.by_type[QUEEN]))) & enemies
    while snipers:
        square = pop_lsb(cython.address(snipers))
        between = BETWEEN[king][square] & occupied
        if between == 0:
            checkers |= bit(square)
        elif between & (between - 1) == 0:
            pinned |= between & own
    targets: u64 = ~occupied
    if checkers:
        if checkers & (checkers - 1):
            return count
        targets &= BETWEEN[king][lsb(checkers)]
    kind: cython.int
    movers: u64
    reached: u64
    for kind in range(KNIGHT, KING):
        movers = position.by_type[kind] & own
        while movers:
            square = pop_lsb(cython.address(movers))
            reached = piece_attacks(kind, square, occupied) & targets
            if pinned & bit(square):
                reached &= LINE[king][square]
            count += popcount(reached)
    return count
