"""The inputs of the predictor: bitboards (pieces, attacks, last moves, hanging pieces) and a few numbers.

From the view of the side to move: ranks flipped for Black, own pieces first. Attacks are given by piece type because few
convolution layers cannot follow a whole line. No search: one static evaluation and SEE.
"""

import cython
from cython.cimports.engine.evaluation.nnue import nnue_evaluate
from cython.cimports.engine.rules.attacks import piece_attacks
from cython.cimports.engine.rules.bitboard import bit, pawn_attack_set, pop_lsb, popcount
from cython.cimports.engine.rules.movegen import generate_noisy
from cython.cimports.engine.rules.position import (
    Position,
    State,
    make_null_move,
    occupied_squares,
    pieces_of,
    repetitions,
    unmake_null_move,
)
from cython.cimports.engine.rules.see import see_at_least
from cython.cimports.engine.rules.types import (
    MAX_MOVES,
    NO_MOVE,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    Move,
    move_source,
    move_target,
    u64,
)
from cython.cimports.libc.math import exp, log
from cython.cimports.libc.string import memset

PLANE_COUNT = PLANES
KNOWN_COUNT = KNOWN
GAIN_CP = cython.declare(cython.int, 50)  # gain of an exchange
# Winning probability in thousandths: the bounds of the classes of the evaluation.
_BALANCES = (20, 60, 130, 230, 350, 450, 550, 650, 770, 870, 940)
BALANCE_BOUNDS = cython.declare(cython.int[11])
for _index in range(11):
    BALANCE_BOUNDS[_index] = _BALANCES[_index]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_attacks(
    inputs: cython.pointer(NetworkInput),
    position: cython.pointer(cython.const[Position]),
    side: cython.int,
    first: cython.int,
) -> u64:
    """Fills the attack planes of one side by piece type, from plane `first` on. Returns the squares attacked twice or more."""
    occupied: u64 = occupied_squares(position)
    reached: u64 = 0
    twice: u64 = 0
    kind: cython.int
    for kind in range(6):
        pieces: u64 = pieces_of(position, side, kind)
        attacks: u64 = 0
        if kind == PAWN:
            attacks = pawn_attack_set(side, pieces)
            twice |= reached & attacks
            reached |= attacks
            pieces = 0
        while pieces:
            square: cython.int = pop_lsb(cython.address(pieces))
            seen: u64 = piece_attacks(kind, square, occupied)
            twice |= reached & seen
            reached |= seen
            attacks |= seen
        inputs.planes[first + kind] = attacks
    return twice


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_last_moves(
    inputs: cython.pointer(NetworkInput), position: cython.pointer(cython.const[Position])
) -> cython.void:
    """Fills source and target of the last moves, latest first, and the square of the latest capture."""
    age: cython.int
    for age in range(PAST_MOVES):
        if age >= position.top:
            return
        state: cython.pointer(cython.const[State]) = cython.address(position.states[position.top - age])
        if state.move == NO_MOVE:
            return
        move: Move = state.move
        landing: cython.int = landing_of(move)
        inputs.planes[PAST_PLANE + 2 * age] = bit(move_source(move))
        inputs.planes[PAST_PLANE + 2 * age + 1] = bit(landing)
        if age == 0 and state.captured != NO_PIECE:
            inputs.planes[PAST_PLANE + PAST_PLANES] = bit(landing)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_exchanges(
    position: cython.pointer(Position), taken: cython.pointer(u64), won: cython.pointer(u64)
) -> cython.void:
    """Adds the squares on which the side to move can capture, and those on which it wins material by SEE."""
    moves: Move[MAX_MOVES]
    index: cython.int
    for index in range(generate_noisy(position, moves)):
        target: cython.int = move_target(moves[index])
        if position.board[target] == NO_PIECE:
            continue
        taken[0] |= bit(target)
        if not won[0] & bit(target) and see_at_least(position, moves[index], GAIN_CP):
            won[0] |= bit(target)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_hanging(inputs: cython.pointer(NetworkInput), position: cython.pointer(Position)) -> cython.void:
    """Fills the pieces that either side could win if it were to move. In check only the side to move counts: it cannot pass."""
    taken: u64 = 0
    won: u64 = 0
    index: cython.int
    _fill_exchanges(position, cython.address(taken), cython.address(won))
    if not position.state.checkers:
        make_null_move(position)
        _fill_exchanges(position, cython.address(taken), cython.address(won))
        unmake_null_move(position)
    for index in range(2):
        pieces: u64 = position.by_colour[position.side if index == 0 else 1 - position.side]
        inputs.planes[HANGING_PLANE + index] = won & pieces
        inputs.planes[HANGING_PLANE + 2 + index] = taken & ~won & pieces


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _balance_class(centipawns: cython.int) -> cython.int:
    """The number of BALANCE_BOUNDS at or below the winning probability."""
    chance: cython.int = cython.cast(
        cython.int, 1000.0 / (1.0 + exp(-centipawns / cython.cast(cython.double, CP_PER_LOGIT))) + 0.5
    )
    found: cython.int = 0
    while found < 11 and chance >= BALANCE_BOUNDS[found]:
        found += 1
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill_numbers(
    inputs: cython.pointer(NetworkInput),
    position: cython.pointer(cython.const[Position]),
    player: cython.pointer(cython.const[PlayerInput]),
) -> cython.void:
    known: cython.pointer(cython.float) = cython.address(inputs.known[0])
    index: cython.int
    for index in range(RATING_STEPS):
        away: cython.float = (player.elo - 600 - 250 * index) / 250.0
        away = away if away > 0 else -away
        if (index == 0 and player.elo < 600) or (index == RATING_STEPS - 1 and player.elo > 2350):
            away = 0
        known[index] = 1 - away if away < 1 else 0
    ahead: cython.float = (player.opponent - player.elo) / 200.0
    ahead = 3 if ahead > 3 else -3 if ahead < -3 else ahead
    known[OPPONENT_NUMBER] = ahead / 3
    known[OPPONENT_NUMBER + 1] = ahead * ahead / 9
    seconds: cython.int = player.base_s + 40 * player.increment_s
    if seconds > 0:
        pace: cython.float = log(seconds / 300.0) / 2
        known[TIME_NUMBER] = 1
        known[TIME_NUMBER + 1] = pace
        known[TIME_NUMBER + 2] = pace * pace
        known[TIME_NUMBER + 3] = 1 if player.increment_s else 0
    plies: cython.int = 2 * position.fullmove - 2 + position.side
    plies = plies if plies < 120 else 120
    known[AGE_NUMBER] = plies / 60.0 - 1
    known[AGE_NUMBER + 1] = 1 - plies / 20.0 if plies < 20 else 0
    known[AGE_NUMBER + 2] = popcount(occupied_squares(position)) / 16.0 - 1
    known[AGE_NUMBER + 3] = 1 if repetitions(position) else 0
    known[SITE_NUMBER + (player.site if 0 <= player.site <= 3 else 0)] = 1
    clock: cython.int = position.state.halfmove_clock
    known[CALM_NUMBER] = (clock if clock < 50 else 50) / 25.0


def fill_input(inputs, position, weights, stack, player):
    """Fills the inputs; see network_input.pxd."""
    side: cython.int = position.side
    kind: cython.int
    index: cython.int
    memset(inputs, 0, cython.sizeof(NetworkInput))
    for kind in range(6):
        inputs.planes[kind] = pieces_of(position, side, kind)
        inputs.planes[6 + kind] = pieces_of(position, 1 - side, kind)
    inputs.planes[24] = _fill_attacks(inputs, position, side, 12)
    inputs.planes[25] = _fill_attacks(inputs, position, 1 - side, 18)
    inputs.planes[26] = position.state.blockers[side]
    inputs.planes[27] = position.state.blockers[1 - side]
    _fill_last_moves(inputs, position)
    inputs.planes[37] = position.state.checkers
    if position.state.ep_square != NO_SQUARE:
        inputs.planes[38] = bit(position.state.ep_square)
    for index in range(4):
        if position.state.castling >> index & 1:
            inputs.planes[39] |= bit(position.castling_rook[index])
    _fill_hanging(inputs, position)
    if side:
        for index in range(HANGING_PLANE + 4):
            inputs.planes[index] = turned(inputs.planes[index])
    rights: cython.int = position.state.castling >> (2 if side else 0)
    inputs.planes[44] = (bit(6) if rights & 1 else 0) | (bit(2) if rights & 2 else 0)
    inputs.planes[45] = ~cython.cast(u64, 0)
    _fill_numbers(inputs, position, player)
    inputs.known[CALM_NUMBER + 1] = _balance_class(nnue_evaluate(weights, stack, position)) / 5.5 - 1
