"""The terms of the source texts, by groups: S04 is A. Seppälä 2004, JS18 the browser program of 2015, M11 T. Myyrä 2011.

Each function writes the points of one side (or of both) into the view; terms that the style does not use are skipped.
"""

import cython
from cython.cimports.engine.evaluation.charted_view import (
    B_CENTRE,
    B_CONTROL,
    B_HUNT,
    B_KING_ENDING,
    B_PAWN,
    T_ADVANCE,
    T_ATTACKS,
    T_BISHOP_COLOUR,
    T_BISHOP_PAIR,
    T_BLOCKED,
    T_CAPTURES,
    T_CASTLING,
    T_CENTRE,
    T_CONTROL,
    T_CORNER,
    T_DEVELOPED,
    T_DEVELOPMENT,
    T_DISTANT,
    T_ENEMY_SHIELD,
    T_FULL_BOARD,
    T_KING_ATTACK,
    T_KING_SAFETY,
    T_LASTING_PINS,
    T_LUFT,
    T_MATERIAL,
    T_MOP_UP,
    T_OPEN_FILE,
    T_OPPOSITE_BISHOPS,
    T_PASSED,
    T_PAWNS,
    T_PINS,
    T_PROTECTION,
    T_QUEEN_KNIGHT,
    T_ROOK_BEHIND,
    T_SEVENTH,
    T_SHIELD,
    T_SQUARE_RULE,
    T_SQUARES,
    T_TRADE_DOWN,
    T_TRAPPED,
    Charts,
    Trap,
)
from cython.cimports.engine.rules.attacks import KING_ATTACKS, LINE, PAWN_ATTACKS
from cython.cimports.engine.rules.bitboard import bit, file_mask, pawn_pushes, pop_lsb, popcount, rank_mask
from cython.cimports.engine.rules.masks import (
    ADJACENT_FILES,
    DISTANCE,
    FORWARD_FILE,
    FORWARD_RANKS,
    LIGHT_SQUARES,
    PASSED_MASK,
    relative_rank,
    relative_square,
)
from cython.cimports.engine.rules.position import Position, is_attacked, pieces_of
from cython.cimports.engine.rules.types import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, u64

HOME_KNIGHTS = cython.declare(u64, 0x42)  # b1, g1
HOME_BISHOPS = cython.declare(u64, 0x24)
HOME_ROOKS = cython.declare(u64, 0x81)
HOME_QUEEN = cython.declare(u64, 0x08)
CASTLED_FILES = cython.declare(u64, 0xC7C7C7C7C7C7C7C7)  # a, b, c, g, h
PIECES_AT_START = cython.declare(cython.int, 7)  # minor and major pieces of a side


# --- Material ---


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _material(v: cython.pointer(View), side: cython.int) -> cython.double:
    total: cython.double = 0.0
    kind: cython.int
    for kind in range(5):
        total += v.charts.values[kind] * popcount(pieces_of(v.position, side, kind))
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trade_value(v: cython.pointer(View), side: cython.int) -> cython.double:
    total: cython.double = 0.0
    kind: cython.int
    for kind in range(5):
        total += v.charts.trade[kind] * popcount(pieces_of(v.position, side, kind))
    return total


def measure_material(v, side):
    """Counts material (Shannon 1950), the trade-down bonus of CHESS 4.5, and opposite-coloured bishops for the weaker side."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    if c.used[T_MATERIAL]:
        v.points[side][T_MATERIAL] = _material(v, side)
    if c.used[T_TRADE_DOWN]:
        own: cython.double = _trade_value(v, side)
        other: cython.double = _trade_value(v, side ^ 1)
        # The lead counts more with less material on the board and with more pawns: trade pieces, not pawns. 8,000 centipawns are
        # about the material of both sides at the start.
        if own > other:
            pawns: cython.int = popcount(pieces_of(v.position, side, PAWN))
            lead: cython.double = own - other
            score: cython.double = min(2400.0, lead) + lead * pawns * (8000.0 - own - other) / (6400.0 * (pawns + 1))
            v.points[side][T_TRADE_DOWN] = min(3100.0, score) / 100.0
    if c.used[T_OPPOSITE_BISHOPS]:
        bishops: u64 = v.position.by_type[BISHOP]
        alone: cython.bint = popcount(bishops) == 2 and popcount(bishops & LIGHT_SQUARES) == 1
        if alone and popcount(pieces_of(v.position, side, BISHOP)) == 1:
            v.points[side][T_OPPOSITE_BISHOPS] = max(0.0, _material(v, side ^ 1) - _material(v, side))


# --- Development and castling ---


def measure_development(v, side):
    """Counts development (S04 3.3): developed minor pieces / 3, D. Levy's D/3 - U/4 - k * C, and his k (castling lost) alone."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    if not (c.used[T_DEVELOPED] or c.used[T_DEVELOPMENT] or c.used[T_CASTLING]):
        return
    position: cython.pointer(Position) = v.position
    enemy: cython.int = side ^ 1
    shift: cython.int = 0 if side == 0 else 56
    minors: u64 = pieces_of(position, side, KNIGHT) | pieces_of(position, side, BISHOP)
    at_home: cython.int = popcount(pieces_of(position, side, KNIGHT) & (HOME_KNIGHTS << shift)) + popcount(
        pieces_of(position, side, BISHOP) & (HOME_BISHOPS << shift)
    )
    developed: cython.double = (popcount(minors) - at_home) / 3.0
    lost: cython.double = 0.0
    castled: cython.bint = (bit(v.king[side]) & CASTLED_FILES & (cython.cast(u64, 0xFF) << shift)) != 0
    # Levy's C: a lost right to castle long is a third, short two thirds. His k, below: castling matters less without enemy queen.
    if not castled:
        if not position.state.castling & (2 << (2 * side)):
            lost += 1.0 / 3.0
        if not position.state.castling & (1 << (2 * side)):
            lost += 2.0 / 3.0
    v.points[side][T_DEVELOPED] = developed
    v.points[side][T_CASTLING] = -lost
    queens: u64 = pieces_of(position, side, QUEEN)
    if queens and not queens & (HOME_QUEEN << shift):
        rooks: u64 = pieces_of(position, side, ROOK) & (HOME_ROOKS << shift)
        developed -= (at_home + popcount(rooks)) / 4.0
    matters: cython.double = 2.0
    if not pieces_of(position, enemy, QUEEN):
        pieces: u64 = position.by_colour[enemy] & ~position.by_type[PAWN] & ~position.by_type[KING]
        matters = 1.0 - (PIECES_AT_START - popcount(pieces)) / 4.0  # negative after five captures, as in the text
    v.points[side][T_DEVELOPMENT] = developed - lost * matters


# --- What every piece attacks ---


def measure_attacks(v, side):
    """Counts attacks on the zones of the enemy king, centre control, the control board, piece-square tables, and king safety."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    position: cython.pointer(Position) = v.position
    zones: cython.bint = c.used[T_KING_ATTACK]
    plain: cython.bint = c.used[T_CENTRE] or c.used[T_CONTROL]
    prey: cython.int = v.king[side ^ 1]
    home: cython.int = v.king[side]
    attack: cython.double = 0.0
    centre: cython.double = 0.0
    control: cython.double = 0.0
    placed: cython.double = 0.0
    safety: cython.double = 0.0
    men: u64 = position.by_colour[side]
    targets: u64
    target: cython.int
    relative: cython.int
    while men:
        square: cython.int = pop_lsb(cython.address(men))
        kind: cython.int = position.board[square] % 6
        if zones:
            targets = v.through[square]
            while targets:
                attack += c.zones[DISTANCE[pop_lsb(cython.address(targets))][prey]]
        if plain:
            targets = v.plain[square]
            while targets:
                target = pop_lsb(cython.address(targets))
                relative = relative_square(side, target)
                centre += c.tables[B_CENTRE][relative]
                control += c.control[kind] * c.tables[B_CONTROL][relative] * c.nearness[DISTANCE[target][prey]]
        if c.used[T_SQUARES]:
            table: cython.int = B_KING_ENDING if kind == KING and v.phase == 2 else B_PAWN + kind
            placed += c.tables[table][relative_square(side, square)]
        if c.used[T_KING_SAFETY] and square != home and c.proximity[DISTANCE[square][home]]:
            safety += c.proximity[DISTANCE[square][home]] * (_guards(v, side, square) + 1) / c.values[kind]
    v.points[side][T_KING_ATTACK] = attack
    v.points[side][T_CENTRE] = centre
    v.points[side][T_CONTROL] = control / 10_000.0
    v.points[side][T_SQUARES] = placed
    v.points[side][T_KING_SAFETY] = safety


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _guards(v: cython.pointer(View), side: cython.int, square: cython.int) -> cython.int:
    """Returns the number of pieces of a side that attack a square."""
    men: u64 = v.position.by_colour[side]
    count: cython.int = 0
    while men:
        if v.plain[pop_lsb(cython.address(men))] & bit(square):
            count += 1
    return count


def measure_threats(v):
    """Counts attacks, captures and protection of both sides (S04 3.8).

    Attacks: value of the target * sum of 1/attacker / sum of 1/defender; x-rays count, and a pinned piece defends but does not
    attack. Captures: value of the target * sum of 1/attacker / (number of defenders + 1/4); a pinned piece does neither.
    Protection: sum of 1/defender.
    """
    c: cython.pointer(cython.const[Charts]) = v.charts
    if not (c.used[T_ATTACKS] or c.used[T_CAPTURES] or c.used[T_PROTECTION]):
        return
    position: cython.pointer(Position) = v.position
    attack: cython.double[64]
    defence: cython.double[64]
    takers: cython.double[64]
    guards: cython.int[64]
    square: cython.int
    side: cython.int
    men: u64 = v.occupied
    while men:
        square = pop_lsb(cython.address(men))
        attack[square] = defence[square] = takers[square] = 0.0
        guards[square] = 0
    for side in range(2):
        men = position.by_colour[side]
        while men:
            square = pop_lsb(cython.address(men))
            inverse: cython.double = 1.0 / c.values[position.board[square] % 6]
            pinned: cython.bint = (v.pinned[side] & bit(square)) != 0
            targets: u64 = v.through[square] & v.occupied & ~bit(square)
            while targets:
                target: cython.int = pop_lsb(cython.address(targets))
                reaches: cython.bint = (v.plain[square] & bit(target)) != 0
                if position.by_colour[side] & bit(target):
                    defence[target] += inverse
                    guards[target] += reaches and not pinned
                elif not pinned:
                    attack[target] += inverse
                    if reaches:
                        takers[target] += inverse
    for side in range(2):
        men = position.by_colour[side] & ~position.by_type[KING]
        while men:
            square = pop_lsb(cython.address(men))
            worth: cython.double = c.values[position.board[square] % 6]
            v.struck[square] = worth * attack[square] / (defence[square] if defence[square] > 0 else 1.0)
            v.taken[square] = worth * takers[square] / (guards[square] + 0.25)
            v.points[side][T_PROTECTION] += defence[square]
            v.points[side ^ 1][T_ATTACKS] += v.struck[square]
            v.points[side ^ 1][T_CAPTURES] += v.taken[square]


# --- Pawns ---


def measure_pawns(v, side):
    """Counts pawn structure by the chart, passed pawns by rank (more as pieces are traded), and the advance of all pawns."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    if not (
        c.used[T_PAWNS]
        or c.used[T_PASSED]
        or c.used[T_DISTANT]
        or c.used[T_ROOK_BEHIND]
        or c.used[T_BLOCKED]
        or c.used[T_ADVANCE]
        or c.used[T_SQUARE_RULE]
    ):
        return
    position: cython.pointer(Position) = v.position
    enemy: cython.int = side ^ 1
    own: u64 = pieces_of(position, side, PAWN)
    foes: u64 = pieces_of(position, enemy, PAWN)
    pieces: u64 = v.occupied & ~position.by_type[PAWN] & ~position.by_type[KING]
    grown: cython.double = 2.0 - popcount(pieces) / 14.0
    alone: cython.bint = not position.by_colour[enemy] & pieces
    points: cython.pointer(cython.double) = v.points[side]
    men: u64 = own
    while men:
        square: cython.int = pop_lsb(cython.address(men))
        rank: cython.int = relative_rank(side, square)
        stop: u64 = pawn_pushes(side, bit(square))
        beside: u64 = own & ADJACENT_FILES[square & 7]
        doubled: cython.bint = (own & file_mask(square & 7) & ~bit(square)) != 0
        points[T_ADVANCE] += rank - 1
        if doubled:
            points[T_PAWNS] += c.pawns[2]
        if not beside:
            points[T_PAWNS] += c.pawns[0] + (c.pawns[4] if doubled else 0.0)
        elif not beside & ~FORWARD_RANKS[side][square] and PAWN_ATTACKS[side][square + (8 if side == 0 else -8)] & foes:
            points[T_PAWNS] += c.pawns[1]
        if foes & PASSED_MASK[side][square]:
            continue
        points[T_PAWNS] += c.pawns[3]
        points[T_PASSED] += c.passed[rank] * grown
        if abs((square & 7) - (v.king[enemy] & 7)) >= 3:
            points[T_DISTANT] += 1.0
        if FORWARD_FILE[enemy][square] & pieces_of(position, side, ROOK):
            points[T_ROOK_BEHIND] += 1.0
        if stop & position.by_colour[side]:
            points[T_BLOCKED] += 1.0
        if alone and not FORWARD_FILE[side][square] & v.occupied:
            goal: cython.int = (square & 7) | (56 if side == 0 else 0)
            steps: cython.int = min(7 - rank, 5)
            if DISTANCE[v.king[enemy]][goal] - (1 if position.side == enemy else 0) > steps:
                points[T_SQUARE_RULE] = 1.0


# --- King shelter ---


def measure_king(v, side):
    """Counts own pawns before the king, an enemy pawn straight before it (which shelters, too), and luft against a back rank
    mate."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    position: cython.pointer(Position) = v.position
    enemy: cython.int = side ^ 1
    king: cython.int = v.king[side]
    before: u64 = KING_ATTACKS[king] & FORWARD_RANKS[side][king]
    if c.used[T_SHIELD]:
        v.points[side][T_SHIELD] = popcount(before & pieces_of(position, side, PAWN))
    if c.used[T_ENEMY_SHIELD]:
        near: u64 = pawn_pushes(side, bit(king))
        near |= pawn_pushes(side, near)
        v.points[side][T_ENEMY_SHIELD] = 1.0 if near & pieces_of(position, enemy, PAWN) else 0.0
    if c.used[T_LUFT]:
        heavy: u64 = position.by_colour[enemy] & (position.by_type[ROOK] | position.by_type[QUEEN])
        safe: cython.bint = not heavy or relative_rank(side, king) > 0
        before &= ~position.by_colour[side]
        while before and not safe:
            safe = not is_attacked(position, pop_lsb(cython.address(before)), enemy, v.occupied)
        v.points[side][T_LUFT] = 1.0 if safe else 0.0


# --- Pieces ---


def measure_pieces(v, side):
    """Counts terms of rooks, bishops and knights, pins, piece pairs and trapped pieces."""
    c: cython.pointer(cython.const[Charts]) = v.charts
    position: cython.pointer(Position) = v.position
    enemy: cython.int = side ^ 1
    pawns: u64 = position.by_type[PAWN]
    own_pawns: u64 = pieces_of(position, side, PAWN)
    rooks: u64 = pieces_of(position, side, ROOK)
    bishops: u64 = pieces_of(position, side, BISHOP)
    points: cython.pointer(cython.double) = v.points[side]
    number: cython.int
    points[T_SEVENTH] = popcount(rooks & rank_mask(6 if side == 0 else 1))
    while rooks and c.used[T_OPEN_FILE]:
        column: u64 = file_mask(pop_lsb(cython.address(rooks)) & 7)
        if not column & own_pawns:
            points[T_OPEN_FILE] += 0.5 if column & pawns else 1.0
    points[T_BISHOP_PAIR] = 1.0 if bishops & (bishops - 1) else 0.0
    if c.used[T_BISHOP_COLOUR]:
        if bishops & LIGHT_SQUARES:
            points[T_BISHOP_COLOUR] += popcount(own_pawns & LIGHT_SQUARES)
        if bishops & ~LIGHT_SQUARES:
            points[T_BISHOP_COLOUR] += popcount(own_pawns & ~LIGHT_SQUARES)
    knights: cython.int = popcount(pieces_of(position, side, KNIGHT))
    points[T_FULL_BOARD] = knights * popcount(pawns) / 16.0
    points[T_QUEEN_KNIGHT] = 1.0 if knights and pieces_of(position, side, QUEEN) else 0.0
    points[T_PINS] = popcount(v.pinned[enemy])
    if c.used[T_LASTING_PINS]:
        points[T_LASTING_PINS] = _lasting_pins(v, enemy)
    if c.used[T_TRAPPED]:
        for number in range(v.charts.trap_count):
            if _is_trapped(v, side, cython.address(v.charts.traps[number])):
                points[T_TRAPPED] += 1.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lasting_pins(v: cython.pointer(View), side: cython.int) -> cython.int:
    """Returns the number of a side's pinned pieces that cannot even move along the pin."""
    men: u64 = v.pinned[side]
    count: cython.int = 0
    while men:
        square: cython.int = pop_lsb(cython.address(men))
        moves: u64 = v.plain[square] & ~v.position.by_colour[side]
        if v.position.board[square] % 6 == PAWN:
            moves &= v.occupied
            moves |= pawn_pushes(side, bit(square)) & ~v.occupied
        if not moves & LINE[v.king[side]][square]:
            count += 1
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_trapped(v: cython.pointer(View), side: cython.int, trap: cython.pointer(cython.const[Trap])) -> cython.bint:
    if not pieces_of(v.position, side, trap.kind) & bit(relative_square(side, trap.square)):
        return False
    at: cython.int
    for at in range(trap.count):
        holder: cython.int = side ^ trap.sides[at]
        if not pieces_of(v.position, holder, trap.kinds[at]) & bit(relative_square(side, trap.squares[at])):
            return False
    return True


# --- Mating with pieces ---


def measure_ending(v, side):
    """Counts J. Gillogly's mop-up (TECH, 1972) and, with bishop and knight, the way to the right corner (0 to 7).

    Mop-up: -32 * hunt[bare king] + 2 * nearness of the kings + hunt[own king] + mean nearness of the own pieces to their king.
    """
    c: cython.pointer(cython.const[Charts]) = v.charts
    if not (c.used[T_MOP_UP] or c.used[T_CORNER]):
        return
    position: cython.pointer(Position) = v.position
    enemy: cython.int = side ^ 1
    men: u64 = position.by_colour[side] & ~position.by_type[KING]
    if position.by_type[PAWN] or position.by_colour[enemy] & ~position.by_type[KING] or not men:
        return
    hunter: cython.int = v.king[side]
    prey: cython.int = v.king[enemy]
    count: cython.int = popcount(men)
    near: cython.double = 0.0
    left: u64 = men
    while left:
        near += _company(v, pop_lsb(cython.address(left)), hunter)
    v.points[side][T_MOP_UP] = (
        -32.0 * c.tables[B_HUNT][relative_square(side, prey)]
        + 2.0 * _company(v, prey, hunter)
        + c.tables[B_HUNT][relative_square(side, hunter)]
        + near / count
    )
    if count == 2 and men & position.by_type[BISHOP] and men & position.by_type[KNIGHT]:
        file: cython.int = prey & 7
        if men & position.by_type[BISHOP] & LIGHT_SQUARES:
            file = 7 - file
        v.points[side][T_CORNER] = abs(7 - file - (prey >> 3))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _company(v: cython.pointer(View), square: cython.int, king: cython.int) -> cython.double:
    """Returns the nearness of a square to a king by the chart; 0 if they are more than three files or ranks apart."""
    files: cython.int = abs((square & 7) - (king & 7))
    ranks: cython.int = abs((square >> 3) - (king >> 3))
    return v.charts.company[ranks * 4 + files] if files <= 3 and ranks <= 3 else 0.0
