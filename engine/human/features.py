"""What the predictor sees: of the position a list of rows, of each legal move its squares and twenty small facts.

Everything is seen by the side to move: ranks are turned for Black, own pieces come first. Facts are what people react to: what
hangs, what the last move did, what a move attacks or leaves behind, and what the evaluation thinks of the position after it,
less what the other side can then win by exchange. No search: one evaluation a move.
"""

import cython
from cython.cimports.engine.evaluation.nnue import AccumulatorStack, Weights, nnue_evaluate
from cython.cimports.engine.rules.attacks import (
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    bishop_attacks,
    queen_attacks,
    rook_attacks,
)
from cython.cimports.engine.rules.bitboard import bit, pop_lsb, popcount
from cython.cimports.engine.rules.masks import DISTANCE, PASSED_MASK
from cython.cimports.engine.rules.movegen import count_legal, generate_legal, generate_noisy
from cython.cimports.engine.rules.position import (
    Position,
    State,
    attackers_to,
    king_square,
    make_move,
    make_null_move,
    occupied_squares,
    repetitions,
    unmake_move,
    unmake_null_move,
)
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    MAX_MOVES,
    NO_MOVE,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u8,
    u64,
)
from cython.cimports.libc.math import exp
from cython.cimports.libc.string import memset

# Slots of a move, in this order; the number is how many values each has.
_SIZES = {
    "kind": 42,  # what takes what, promotions, castling
    "exchange": 43,  # result of the exchange on the target, by kind of piece
    "danger": 31,  # what its piece could lose where it is, by kind
    "target": 84,  # cheapest enemy attacker of the target, whether own pieces cover it, by kind
    "check": 6,
    "answer": 12,  # recapture, flight from the piece just moved, into the square it left
    "again": 19,  # the piece of the own last move continues, goes back, or another takes its place
    "near": 65,  # distances of target and source from the last move's target
    "threats": 32,  # dearer or loose pieces that are attacked from the target; the king's neighbourhood
    "threat": 31,  # the dearest of them, by kind
    "leaves": 50,  # what hung before, what hangs after, and whether it is the piece that moved
    "loss": 17,  # winning probability lost against the best move
    "change": 14,  # winning probability gained by the evaluation alone
    "rank": 9,  # among the moves
    "pawn": 33,
    "mobility": 43,
    "king": 25,  # distance from the enemy king, nearer or farther
    "evasion": 4,
    "repeats": 3,
    "summary": 25,  # rank, quiet or not, something hung
}
_start = 0
for _index, _size in enumerate(_SIZES.values()):
    SLOT_SIZES[_index] = _size
    SLOT_STARTS[_index] = _start
    _start += _size
SLOT_STARTS[SLOTS] = _start
SLOT_ROWS = _start

# Winning probability, in thousandths: bounds of the classes.
_LOSSES = (3, 8, 15, 24, 35, 50, 70, 95, 125, 160, 205, 260, 330, 420, 550)
_CHANGES = (-300, -150, -80, -40, -20, -6, 6, 20, 40, 80, 150, 300)
_BALANCES = (20, 60, 130, 230, 350, 450, 550, 650, 770, 870, 940)
LOSS_BOUNDS = cython.declare(cython.int[15])
CHANGE_BOUNDS = cython.declare(cython.int[12])
BALANCE_BOUNDS = cython.declare(cython.int[11])
for _index in range(15):
    LOSS_BOUNDS[_index] = _LOSSES[_index]
for _index in range(12):
    CHANGE_BOUNDS[_index] = _CHANGES[_index]
for _index in range(11):
    BALANCE_BOUNDS[_index] = _BALANCES[_index]

# Levels of what an exchange wins: from so many centipawns on, and what it counts for.
LEVEL_FROM = cython.declare(cython.int[5])
LEVEL_WORTH = cython.declare(cython.int[5])
for _index in range(5):
    LEVEL_FROM[_index] = (0, 50, 200, 400, 700)[_index]
    LEVEL_WORTH[_index] = (0, 100, 310, 490, 900)[_index]

WORTH = cython.declare(cython.int[6])
for _index in range(6):
    WORTH[_index] = (1, 3, 3, 5, 9, 20)[_index]

MATE_CP = cython.declare(cython.int, 3000)
CP_PER_LOGIT = cython.declare(cython.double, 250.0)  # centipawns in which the odds of winning change by e


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _permille(centipawns: cython.int) -> cython.int:
    """Winning probability in thousandths."""
    return cython.cast(cython.int, 1000.0 / (1.0 + exp(-centipawns / CP_PER_LOGIT)) + 0.5)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _class(value: cython.int, bounds: cython.pointer(cython.int), count: cython.int) -> cython.int:
    """How many of the ascending bounds are at or below the value."""
    index: cython.int = 0
    while index < count and value >= bounds[index]:
        index += 1
    return index


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _limited(value: cython.int, low: cython.int, high: cython.int) -> cython.int:
    return low if value < low else high if value > high else value


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _attacks(kind: cython.int, side: cython.int, square: cython.int, occupied: u64) -> u64:
    if kind == PAWN:
        return PAWN_ATTACKS[side][square]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[square]
    if kind == BISHOP:
        return bishop_attacks(square, occupied)
    if kind == ROOK:
        return rook_attacks(square, occupied)
    if kind == QUEEN:
        return queen_attacks(square, occupied)
    return KING_ATTACKS[square]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _best_exchange(
    position: cython.pointer(Position), levels: cython.pointer(u8), square: cython.pointer(cython.int)
) -> cython.int:
    """The highest level (0-4) that a capture or promotion of the side to move wins; `square` is its target. `levels`, if
    not NULL, gets level + 1 for each square on which something can be taken."""
    moves: Move[MAX_MOVES]
    count: cython.int = generate_noisy(position, moves)
    best: cython.int = 0
    index: cython.int
    level: cython.int
    for index in range(count):
        move: Move = moves[index]
        target: cython.int = move_target(move)
        level = 0 if levels != cython.NULL else best
        while level < 4 and see_at_least(position, move, LEVEL_FROM[level + 1]):
            level += 1
        if levels != cython.NULL and position.board[target] != NO_PIECE and levels[target] < level + 1:
            levels[target] = level + 1
        if level > best:
            best = level
            square[0] = target
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put(features: cython.pointer(Features), row: cython.int) -> cython.void:
    if features.context_count < MOST_CONTEXT:
        features.context[features.context_count] = row
        features.context_count += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _landing(move: Move) -> cython.int:
    """Where the moved piece is afterwards; castling is king takes rook in the core."""
    target: cython.int = move_target(move)
    if move_kind(move) == CASTLING:
        return (target & 56) | (6 if target > move_source(move) else 2)
    return target


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_asked(
    features: cython.pointer(Features),
    position: cython.pointer(Position),
    asked: cython.pointer(cython.const[Asked]),
) -> cython.void:
    """Site, ratings, time control and age of the game."""
    seconds: cython.int = asked.base_s + 40 * asked.increment_s
    time: cython.int = 0
    if seconds > 0:
        time = 1 + (seconds >= 120) + (seconds >= 180) + (seconds >= 300) + (seconds >= 480)
        time += (seconds >= 900) + (seconds >= 1800)
    plies: cython.int = 2 * position.fullmove - 2 + position.side
    age: cython.int = plies if plies < 10 else 10 + (plies >= 12) + (plies >= 14) + (plies >= 16) + (plies >= 20)
    if plies >= 24:
        age = 15 + (plies >= 30) + (plies >= 40) + (plies >= 50) + (plies >= 70) + (plies >= 100)
    _put(features, SITE + _limited(asked.site, 0, 3))
    _put(features, RATING + _limited((asked.elo - 400) // 100, 0, 23))
    _put(features, COARSE_RATING + _limited((asked.elo - 400) // 300, 0, 7))
    _put(features, OPPONENT + _limited((asked.opponent - asked.elo + 450) // 100, 0, 8))
    _put(features, TIME + time)
    _put(features, AGE + age)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_history(
    features: cython.pointer(Features), position: cython.pointer(Position), turn: cython.int
) -> cython.void:
    """Rights, repetition and the last moves. `turn`: 56 if Black is to move, else 0."""
    state: cython.pointer(State) = position.state
    rights: cython.int = state.castling if position.side == 0 else (state.castling >> 2) | ((state.castling & 3) << 2)
    index: cython.int
    for index in range(4):
        if rights >> index & 1:
            _put(features, FLAGS + index)
    if state.checkers:
        _put(features, FLAGS + 4)
    if repetitions(position):
        _put(features, FLAGS + 5)
    if state.ep_square != NO_SQUARE:
        _put(features, EN_PASSANT_FILE + (state.ep_square & 7))
    if state.captured != NO_PIECE:
        _put(features, TAKEN + state.captured % 6)
    if position.top >= 1 and state.move != NO_MOVE:
        kind: cython.int = state.moved % 6
        _put(features, LAST_TARGET + 64 * kind + (_landing(state.move) ^ turn))
        _put(features, LAST_SOURCE + 64 * kind + (move_source(state.move) ^ turn))
        if position.top >= 2:
            before: cython.pointer(State) = cython.address(position.states[position.top - 1])
            if before.move != NO_MOVE:
                _put(features, OWN_LAST_TARGET + 64 * (before.moved % 6) + (_landing(before.move) ^ turn))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_board(
    features: cython.pointer(Features), position: cython.pointer(Position), levels: cython.pointer(u8), turn: cython.int
) -> cython.void:
    """Pieces on their squares, and whether they can be taken (`levels`, see _best_exchange)."""
    occupied: u64 = occupied_squares(position)
    own: cython.int = position.side
    _put(features, MEN + (popcount(occupied) - 2) // 3)
    while occupied:
        square: cython.int = pop_lsb(cython.address(occupied))
        piece: cython.int = position.board[square]
        row: cython.int = (0 if piece // 6 == own else 384) + 64 * (piece % 6) + (square ^ turn)
        _put(features, BOARD + row)
        if levels[square]:
            _put(features, (ATTACKED if levels[square] == 1 else HANGING) + row)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exchange_level(position: cython.pointer(Position), move: Move) -> cython.int:
    """0-6: the exchange that the move starts loses much, a piece, a pawn; is even; wins a pawn, a piece, much."""
    if see_at_least(position, move, 0):
        if not see_at_least(position, move, 50):
            return 3
        return 4 + see_at_least(position, move, 200) + see_at_least(position, move, 400)
    if not see_at_least(position, move, -400):
        return 0
    return 1 + see_at_least(position, move, -150)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _cheapest(position: cython.pointer(Position), attackers: u64) -> cython.int:
    """1 + kind of the cheapest of these pieces; 0 if there is none."""
    kind: cython.int
    for kind in range(6):
        if attackers & position.by_type[kind]:
            return kind + 1
    return 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_kind(position: cython.pointer(Position), move: Move, kind: cython.int) -> cython.int:
    victim: cython.int = position.board[move_target(move)]
    if move_kind(move) == CASTLING:
        return 40 if move_target(move) > move_source(move) else 41
    if move_kind(move) == PROMOTION:
        if victim != NO_PIECE:
            return 39
        return 37 if move_promotion(move) == QUEEN else 38
    if move_kind(move) == EN_PASSANT:
        return 1
    return 0 if victim == NO_PIECE else 1 + 6 * kind + victim % 6


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_past(
    position: cython.pointer(Position),
    slots: cython.pointer(u8),
    kind: cython.int,
    source: cython.int,
    landing: cython.int,
) -> cython.void:
    """How the move continues from the last moves: slots 5 to 7."""
    state: cython.pointer(State) = position.state
    if position.top < 1 or state.move == NO_MOVE:
        return
    last: cython.int = _landing(state.move)
    reach: u64 = _attacks(position.board[last] % 6, 1 - position.side, last, occupied_squares(position))
    answer: cython.int = 0
    if landing == last:
        answer = 1 if state.captured != NO_PIECE else 2
    slots[5] = answer + (3 if reach & bit(source) else 0) + (6 if landing == move_source(state.move) else 0)
    slots[7] = 1 + 8 * DISTANCE[landing][last] + DISTANCE[source][last]
    before: cython.pointer(State) = cython.address(position.states[position.top - 1])
    if position.top >= 2 and before.move != NO_MOVE:
        if _landing(before.move) == source:
            slots[6] = 1 + kind + (6 if move_source(before.move) == landing else 0)
        elif move_source(before.move) == landing:
            slots[6] = 13 + kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_aims(
    position: cython.pointer(Position),
    slots: cython.pointer(u8),
    kind: cython.int,
    source: cython.int,
    landing: cython.int,
) -> cython.void:
    """What the piece attacks from its new square, its freedom and its distance from the king: slots 8, 9, 15 and 16."""
    side: cython.int = position.side
    occupied: u64 = (occupied_squares(position) & ~bit(source)) | bit(landing)
    reach: u64 = _attacks(kind, side, landing, occupied)
    aims: u64 = reach & position.by_colour[1 - side] & ~bit(landing)
    king: cython.int = king_square(position, 1 - side)
    mask: cython.int = 16 if reach & KING_ATTACKS[king] else 0
    best: cython.int = -1
    while aims:
        square: cython.int = pop_lsb(cython.address(aims))
        victim: cython.int = position.board[square] % 6
        if victim == KING:
            continue
        loose: cython.bint = (attackers_to(position, square, occupied) & position.by_colour[1 - side]) == 0
        if loose or WORTH[victim] > WORTH[kind]:
            mask |= 1 if victim == PAWN else 2 if victim <= BISHOP else 4 if victim == ROOK else 8
            best = victim if victim > best else best
    slots[8] = mask
    slots[9] = 0 if best < 0 else 1 + 5 * kind + best
    near: cython.int = DISTANCE[landing][king]
    past: cython.int = DISTANCE[source][king]
    slots[16] = 1 + 3 * near + (0 if near < past else 1 if near == past else 2)
    if kind != PAWN and kind != KING:
        gain: cython.int = popcount(reach) - popcount(_attacks(kind, side, source, occupied_squares(position)))
        slots[15] = 1 + 7 * kind + _limited((gain + 10) // 3, 0, 6)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_pawn(position: cython.pointer(Position), source: cython.int, landing: cython.int) -> cython.int:
    side: cython.int = position.side
    enemy: u64 = position.by_colour[1 - side]
    pawns: u64 = position.by_type[PAWN] & enemy
    king: cython.int = king_square(position, side)
    mask: cython.int = 1 if (PASSED_MASK[side][landing] & pawns) == 0 else 0
    mask |= 2 if PAWN_ATTACKS[side][landing] & enemy else 0
    mask |= 4 if PAWN_ATTACKS[side][landing] & pawns else 0
    if DISTANCE[source][king] <= 2 and ((king >> 3) if side == 0 else 7 - (king >> 3)) <= 1:
        mask |= 8
    if (source ^ landing) == 16 or (landing - source) * (landing - source) == 256:
        mask |= 16
    return 1 + mask


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_after(
    position: cython.pointer(Position),
    move: Move,
    slots: cython.pointer(u8),
    weights: cython.pointer(cython.const[Weights]),
    stack: cython.pointer(AccumulatorStack),
    danger: cython.int,
    standing: cython.pointer(cython.int),
) -> cython.int:
    """Makes the move: slots 4, 10 and 18. Returns the evaluation less what hangs, in centipawns for the mover; `standing`
    gets the evaluation alone."""
    square: cython.int = NO_SQUARE
    capture: cython.bint = position.board[move_target(move)] != NO_PIECE and move_kind(move) != CASTLING
    sound: cython.bint = see_at_least(position, move, 0)
    make_move(position, move)
    value: cython.int = 0
    worth: cython.int = 0
    if position.state.checkers and count_legal(position) == 0:
        slots[4] = 3
        value = MATE_CP
    elif count_legal(position) != 0:
        if position.state.checkers:
            slots[4] = (1 if sound else 2) + (3 if capture else 0)
        value = _limited(-nnue_evaluate(weights, stack, position), -2000, 2000)
        level: cython.int = _best_exchange(position, cython.NULL, cython.address(square))
        worth = LEVEL_WORTH[level]
        if danger or level:
            slots[10] = 2 * (5 * danger + level) + (1 if square == _landing(move) else 0)
    slots[18] = _limited(repetitions(position), 0, 2)
    unmake_move(position)
    standing[0] = value
    return value - worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _see_move(
    found: cython.pointer(MoveFeatures),
    position: cython.pointer(Position),
    move: Move,
    levels: cython.pointer(u8),
    turn: cython.int,
) -> cython.void:
    """Everything that is told of a move before it is made."""
    side: cython.int = position.side
    source: cython.int = move_source(move)
    landing: cython.int = _landing(move)
    kind: cython.int = position.board[source] % 6
    slots: cython.pointer(u8) = cython.address(found.slots[0])
    memset(slots, 0, SLOTS)
    found.move = move
    found.target = 64 * kind + (landing ^ turn)
    found.source = 64 * kind + (source ^ turn)
    slots[0] = _see_kind(position, move, kind)
    occupied: u64 = occupied_squares(position) & ~bit(source)
    attackers: u64 = attackers_to(position, landing, occupied)
    cheapest: cython.int = _cheapest(position, attackers & position.by_colour[1 - side])
    covered: cython.bint = (attackers & position.by_colour[side] & ~bit(source)) != 0
    if cheapest or covered:
        slots[3] = 6 * (2 * cheapest + covered) + kind
    if cheapest or slots[0]:
        slots[1] = 1 + 7 * kind + _exchange_level(position, move)
    if levels[source]:
        slots[2] = 5 * kind + levels[source]
    _see_past(position, slots, kind, source, landing)
    _see_aims(position, slots, kind, source, landing)
    if kind == PAWN:
        slots[14] = _see_pawn(position, source, landing)
    if position.state.checkers:
        slots[17] = 1 if kind == KING else 2 if slots[0] else 3


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compare(
    features: cython.pointer(Features),
    values: cython.pointer(cython.int),
    standing: cython.pointer(cython.int),
    now: cython.int,
    danger: cython.int,
) -> cython.void:
    """What a move loses against the best, changes, and its rank: slots 11, 12, 13 and 19."""
    best: cython.int = -32000
    index: cython.int
    other: cython.int
    for index in range(features.move_count):
        best = values[index] if values[index] > best else best
    for index in range(features.move_count):
        slots: cython.pointer(u8) = cython.address(features.moves[index].slots[0])
        better: cython.int = 0
        for other in range(features.move_count):
            better += values[other] > values[index]
        slots[11] = 1 + _class(_permille(best) - _permille(values[index]), LOSS_BOUNDS, 15)
        slots[12] = 1 + _class(_permille(standing[index]) - now, CHANGE_BOUNDS, 12)
        rank: cython.int = better if better < 3 else 3 + (better >= 5) + (better >= 8) + (better >= 12) + (better >= 20)
        slots[13] = 1 + rank
        manner: cython.int = 2 if slots[4] else 1 if slots[0] else 0
        slots[19] = 1 + ((rank if rank < 3 else 3) * 3 + manner) * 2 + (danger > 0)


def see_position(features, position, weights, stack, asked):
    """See features.pxd."""
    turn: cython.int = 56 if position.side else 0
    levels: u8[64]
    moves: Move[MAX_MOVES]
    values: cython.int[MAX_MOVES]
    standing: cython.int[MAX_MOVES]
    square: cython.int = NO_SQUARE
    danger: cython.int = 0
    index: cython.int
    memset(levels, 0, 64)
    features.context_count = 0
    _see_asked(features, position, asked)
    _see_history(features, position, turn)
    chance: cython.int = _best_exchange(position, levels, cython.address(square))
    if not position.state.checkers:
        make_null_move(position)
        danger = _best_exchange(position, levels, cython.address(square))
        unmake_null_move(position)
    now: cython.int = _permille(nnue_evaluate(weights, stack, position))
    _put(features, BALANCE + _class(now, BALANCE_BOUNDS, 11))
    _put(features, OWN_DANGER + danger)
    _put(features, OWN_CHANCE + chance)
    _see_board(features, position, levels, turn)
    features.move_count = generate_legal(position, moves)
    for index in range(features.move_count):
        found: cython.pointer(MoveFeatures) = cython.address(features.moves[index])
        _see_move(found, position, moves[index], levels, turn)
        values[index] = _see_after(
            position, moves[index], found.slots, weights, stack, danger, cython.address(standing[index])
        )
    _compare(features, values, standing, now, danger)
