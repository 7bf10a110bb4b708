"""The self-check of tables: every value must be the negamax of the values after each legal move.

The result is the negated best of the replies' results. The distance, in exact tables, is 1 for a winning capture, pawn
move or mate; otherwise one more than the shortest lost (longest won) reply. For a lost side captures and pawn moves
count as one ply.
"""

import chess
import cython
from cython.cimports.engine.rules.bitboard import bit, popcount
from cython.cimports.engine.rules.types import NO_SQUARE, PAWN, u64
from cython.cimports.libc.string import memset
from cython.cimports.tablebases.probe.lookup import UNKNOWN
from cython.cimports.tablebases.probe.placement import (
    ALL_STEPS,
    Placement,
    Step,
    apply,
    everyone,
    generate,
    in_check,
    is_sound,
)
from cython.cimports.tablebases.probe.probe import probe_dtz, probe_wdl
from cython.cimports.tablebases.probe.prober import Prober

SOUND = cython.declare(cython.int, 0)
NOT_KNOWN = cython.declare(cython.int, 1)
WRONG_RESULT = cython.declare(cython.int, 2)
WRONG_DISTANCE = cython.declare(cython.int, 3)
PROBLEMS = ("", "is not known", "has a result that its moves contradict", "has a distance that its moves contradict")


def _compare(probing, position, exact):
    """Returns SOUND, or the fault of a position's values."""
    steps: Step[256]
    child: Placement
    known: cython.bint
    best: cython.int = -3
    value: cython.int
    i: cython.int
    result: cython.int = probe_wdl(probing, position)
    distance: cython.int = probe_dtz(probing, position, cython.address(known))
    if result == UNKNOWN or not known:
        return NOT_KNOWN
    count: cython.int = generate(position, steps, ALL_STEPS)
    if count == 0:
        best = -2 if in_check(position, position.side) else 0
        return SOUND if result == best and distance == (-1 if best else 0) else WRONG_RESULT
    for i in range(count):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = probe_wdl(probing, cython.address(child))
        if value == UNKNOWN:
            return NOT_KNOWN
        best = max(best, -value)
    if _expected_result(result, distance, best) != result:
        return WRONG_RESULT
    if result == 0:
        return SOUND if distance == 0 else WRONG_DISTANCE
    return _compare_distance(probing, position, steps, count, result, distance) if exact else SOUND


def _expected_result(result, distance, best):
    """Returns the expected result. Near the hundredth ply, results with a counter of 0 do not chain exactly: a quiet
    move into a loss in 100 is a win in 101, and a quiet move into a win in 100 is a loss in 101. Elsewhere it is the
    best result."""
    if (best == 2 and result == 1 and distance == 101) or (best == -2 and result == -1 and distance == -101):
        return result
    return best


def _compare_distance(probing, position, steps, count, result, distance):
    """Compares the distance with that of the best move: to the ply; above 100 plies, to two plies, because tables are
    rounded there."""
    child: Placement
    known: cython.bint
    expected: cython.int = 0
    value: cython.int
    after: cython.int
    i: cython.int
    for i in range(count):
        apply(position, cython.address(steps[i]), cython.address(child))
        value = -probe_wdl(probing, cython.address(child))
        after = -probe_dtz(probing, cython.address(child), cython.address(known))
        if not known:
            return NOT_KNOWN
        if steps[i].kind == PAWN or steps[i].is_capture:
            if value == 0:
                continue
            after = (1 if value > 0 else -1) * (1 if value == 2 or value == -2 else 101)
        elif (
            after == 1
            and in_check(cython.address(child), child.side)
            and generate(cython.address(child), steps + count, ALL_STEPS) == 0
        ):
            after = 1
        elif after:
            after += 1 if after > 0 else -1
        if result > 0 and after > 0 and (expected == 0 or after < expected):
            expected = after
        if result < 0 and after < expected:
            expected = after
    slack: cython.int = 1 if expected > 100 or expected < -100 else 0
    return SOUND if -slack <= expected - distance <= slack else WRONG_DISTANCE


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _random(state: cython.pointer(u64)) -> u64:
    """Returns the next number of splitmix64."""
    state[0] += cython.cast(u64, 0x9E3779B97F4A7C15)
    z: u64 = state[0]
    z = (z ^ (z >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return z ^ (z >> 31)


def _random_placement(codes, piece_count, state, position):
    """Makes a random legal placement of pieces given as kind | colour << 3."""
    man: cython.int
    square: cython.int
    while True:
        memset(position, 0, cython.sizeof(Placement))
        position.ep = NO_SQUARE
        position.side = _random(state) & 1
        for man in range(piece_count):
            square = _random(state) & 63
            position.by_type[codes[man] & 7] |= bit(square)
            position.by_colour[codes[man] >> 3] |= bit(square)
        if popcount(everyone(position)) == piece_count and is_sound(position):
            return


def _codes(signature: str) -> bytes:
    first, second = signature.split("v")
    return bytes(["PNBRQK".index(letter) for letter in first] + ["PNBRQK".index(letter) | 8 for letter in second])


def random_position(signature: str, seed: int) -> str:
    """Returns the FEN of a random legal position of a signature; the first side is White. The same seed gives the same
    position."""
    position: Placement
    state: u64 = seed
    codes = _codes(signature)
    _random_placement(codes, len(codes), cython.address(state), cython.address(position))
    return _fen(cython.address(position))


@cython.cfunc
def _fen(position: cython.pointer(Placement)) -> str:
    board = chess.Board(None)
    square: cython.int
    kind: cython.int
    for square in range(64):
        for kind in range(6):
            if position.by_type[kind] & bit(square):
                board.set_piece_at(square, chess.Piece(kind + 1, bool(position.by_colour[0] & bit(square))))
    board.turn = position.side == 0
    return board.fen()


def first_contradiction(
    prober: Prober, signature: str, count: int, seed: int, exact: cython.bint = True
) -> tuple[int, str, str]:
    """Checks that the values of `count` random positions of a signature agree with those after their moves. `exact`:
    distances are not rounded (Ratsu's own tables) and are compared too.

    Returns (positions checked, FEN of the first bad one, its fault); the last two are empty if all agree.
    """
    position: Placement
    state: u64 = seed
    done: cython.int = 0
    total: cython.int = count
    found: cython.int = SOUND
    codes = _codes(signature)
    data: cython.p_const_uchar = codes
    piece_count: cython.int = len(codes)
    with cython.nogil:
        while done < total and found == SOUND:
            _random_placement(data, piece_count, cython.address(state), cython.address(position))
            found = _compare(cython.address(prober.probing), cython.address(position), exact)
            done += 1
    return done, "" if found == SOUND else _fen(cython.address(position)), PROBLEMS[found]
