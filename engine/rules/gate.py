"""The gate into the core: sets up the fields of a FEN, or gives every reason why the position is not playable.

The rules are those of python-chess's `Board.status()`, and two more, so that the core's move lists of fixed size never
overflow: not more promoted pieces than missing pawns, and not more legal moves than any game can reach.
"""

import cython
from cython.cimports.engine.rules.attacks import LINE, PAWN_ATTACKS
from cython.cimports.engine.rules.bitboard import bit, lsb, msb, popcount
from cython.cimports.engine.rules.fen_text import castling_letters, passed_square
from cython.cimports.engine.rules.movegen import count_legal
from cython.cimports.engine.rules.position import (
    Position,
    is_attacked,
    king_square,
    occupied_squares,
    pieces_of,
    position_clear,
    position_refresh,
    put_piece,
)
from cython.cimports.engine.rules.types import (
    BISHOP,
    KING,
    KNIGHT,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    QUEEN,
    ROOK,
    WHITE,
    u64,
)

from engine.ground.errors import PositionError
from engine.ground.text import Text, joined
from engine.rules.fen import SQUARE_NAMES, write_fields

MOST_LEGAL_MOVES = 218  # the maximum of a reachable position (R0sA's position, proved 2023 by T. Pesch)
MOST_HALFMOVES = 65_535  # limit of State.halfmove_clock
MOST_NUMBER = 1_000_000  # far above any game; fits into an int
FAULTS_OF_SIDES = (
    (
        "White has no king",
        "White has more than one king",
        "White has more than 8 pawns",
        "White has more than 16 pieces",
        "White has more promoted pieces than missing pawns",
    ),
    (
        "Black has no king",
        "Black has more than one king",
        "Black has more than 8 pawns",
        "Black has more than 16 pieces",
        "Black has more promoted pieces than missing pawns",
    ),
)
BACK_RANKS = cython.declare(u64, 0xFF000000000000FF)


def position_faults(fields, chess960):
    """Returns every reason, in words, why the position of a FEN's fields may not enter the core; empty if it may."""
    position: Position
    return _set_up(cython.address(position), fields, chess960)


def playable(fields, chess960):
    """Returns the fields of a playable position, with castling as X-FEN and en passant only if legal.
    :raises PositionError: it is not playable; the message has every fault."""
    position: Position
    admit(cython.address(position), fields, chess960)
    return fields._replace(
        castling=castling_letters(cython.address(position)),
        en_passant=passed_square(cython.address(position)),
        halfmoves=position.state.halfmove_clock,
        number=position.fullmove,
    )


def admit(position, fields, chess960):
    """Sets a position up. :raises PositionError: it is not playable; the message has every fault."""
    faults = _set_up(position, fields, chess960)
    if faults:
        raise PositionError("“%1” cannot be set up: %2.", write_fields(fields), joined(*faults[:9]))
    return 0


def admits(position, white, kinds, state, passed, chess960):
    """Sets a position up from sets of squares (see CoreBoard.from_squares). Returns whether it is playable."""
    kind: cython.int
    left: u64
    ours: u64 = white
    taken: u64 = 0
    position_clear(position)
    for kind in range(6):
        left = kinds[kind]
        if taken & left:
            return False
        taken |= left
        while left != 0:
            square: cython.int = lsb(left)
            put_piece(position, kind if ours & bit(square) else kind + 6, square)
            left &= left - 1
    white_to_move, castling, halfmoves, number = state
    return not _begin(position, white_to_move, castling, halfmoves, number, passed, chess960)


def _set_up(position, fields, chess960):
    """Sets a position up. Returns its faults; empty: it is ready."""
    square: cython.int
    position_clear(position)
    for square in range(64):
        if fields.pieces[square]:
            put_piece(position, "PNBRQKpnbrqk".index(fields.pieces[square]), square)
    passed: cython.int = SQUARE_NAMES.index(fields.en_passant) if fields.en_passant else NO_SQUARE
    return _begin(position, fields.white_to_move, fields.castling, fields.halfmoves, fields.number, passed, chess960)


@cython.cfunc
def _begin(
    position: cython.pointer(Position),
    white_to_move: cython.bint,
    castling: str,
    halfmoves,
    number,
    passed: cython.int,
    chess960: cython.bint,
) -> list:
    """Completes a position whose pieces are in place. Returns its faults; empty: it is ready."""
    position.chess960 = chess960
    position.side = 0 if white_to_move else 1
    position.fullmove = min(max(number, 1), MOST_NUMBER)
    position.state.halfmove_clock = min(halfmoves, MOST_HALFMOVES)
    faults: list = [*_number_faults(position, 0), *_number_faults(position, 1)]
    if occupied_squares(position) == 0:
        faults = [Text("the board is empty")]
    if (position.by_type[PAWN] & BACK_RANKS) != 0:
        faults.append(Text("a pawn is on the first or the last rank"))
    faults += _allow_castling(position, castling)
    if popcount(pieces_of(position, 0, KING)) != 1 or popcount(pieces_of(position, 1, KING)) != 1:
        return faults  # check needs one king on each side
    if passed != NO_SQUARE and not _was_passed(position, passed):
        faults.append(Text("no pawn can have passed %1, the en passant square", SQUARE_NAMES[passed]))
        passed = NO_SQUARE
    if passed != NO_SQUARE and PAWN_ATTACKS[1 - position.side][passed] & pieces_of(position, position.side, PAWN):
        position.state.ep_square = passed
    position_refresh(position)
    faults += _check_faults(position, passed)
    if not faults and count_legal(position) > MOST_LEGAL_MOVES:
        faults.append(Text("more than %1 moves are legal, which no game can reach", MOST_LEGAL_MOVES))
    return faults


@cython.cfunc
def _number_faults(position: cython.pointer(Position), side: cython.int) -> list:
    words: tuple = FAULTS_OF_SIDES[side]
    faults: list = []
    kings: cython.int = popcount(pieces_of(position, side, KING))
    pawns: cython.int = popcount(pieces_of(position, side, PAWN))
    promoted: cython.int = max(0, popcount(pieces_of(position, side, QUEEN)) - 1)
    for kind in (KNIGHT, BISHOP, ROOK):
        promoted += max(0, popcount(pieces_of(position, side, kind)) - 2)
    if kings != 1:
        faults.append(Text(words[1] if kings else words[0]))
    if pawns > 8:
        faults.append(Text(words[2]))
    if popcount(position.by_colour[side]) > 16:
        faults.append(Text(words[3]))
    if pawns + promoted > 8:
        faults.append(Text(words[4]))
    return faults


@cython.cfunc
def _allow_castling(position: cython.pointer(Position), rights: str) -> list:
    """Sets the rights whose king and rook are in place. Returns a fault for the others."""
    wrong: str = ""
    for letter in rights:
        side: cython.int = 0 if letter.isupper() else 1
        rook: cython.int = _rook_of(position, side, letter.lower())
        king: cython.int = king_square(position, side) if rook != NO_SQUARE else 0
        index: cython.int = 2 * side + (0 if rook > king else 1)
        known: cython.int = position.castling_rook[index]
        if rook == NO_SQUARE or (known != NO_SQUARE and known != rook):
            wrong += letter
            continue
        position.castling_rook[index] = rook
        position.state.castling |= 1 << index
        position.castling_mask[rook] &= ~(1 << index)
        position.castling_mask[king] &= ~(1 << index)
    return [Text("castling is allowed, but king or rook is not in place (%1)", wrong)] if wrong else []


@cython.cfunc
def _rook_of(position: cython.pointer(Position), side: cython.int, letter: str) -> cython.int:
    """Returns the rook that a castling letter names, in lower case: `k`, `q` or its file; NO_SQUARE if it or the king
    is not in place."""
    row: u64 = cython.cast(u64, 0xFF) << (56 * side)
    rooks: u64 = pieces_of(position, side, ROOK) & row
    kings: u64 = pieces_of(position, side, KING)
    if rooks == 0 or popcount(kings) != 1 or (kings & row) == 0:
        return NO_SQUARE
    king: cython.int = lsb(kings)
    rook: cython.int
    if letter == "k":
        rook = msb(rooks)
    elif letter == "q":
        rook = lsb(rooks)
    else:
        rook = 56 * side + "abcdefgh".index(letter)
        if (rooks & bit(rook)) == 0:
            return NO_SQUARE
    if (letter == "k" and rook < king) or (letter == "q" and rook > king):
        return NO_SQUARE
    if not position.chess960 and (king & 7 != 4 or rook & 7 not in (0, 7)):
        return NO_SQUARE
    return rook


@cython.cfunc
def _was_passed(position: cython.pointer(Position), square: cython.int) -> cython.bint:
    """Whether a pawn's double step can have passed the square with the last move: pawn beyond it, empty squares before
    it."""
    start: cython.int = square ^ 24
    if square >> 3 != (5 if position.side == WHITE else 2):
        return False
    if not (pieces_of(position, 1 - position.side, PAWN) & bit(square ^ 8)):
        return False
    return position.board[square] == NO_PIECE and position.board[start] == NO_PIECE


@cython.cfunc
def _check_faults(position: cython.pointer(Position), passed: cython.int) -> list:
    side: cython.int = position.side
    king: cython.int = king_square(position, side)
    occupied: u64 = occupied_squares(position)
    checkers: u64 = position.state.checkers
    count: cython.int = popcount(checkers)
    impossible: cython.bint = False
    faults: list = []
    if is_attacked(position, king_square(position, 1 - side), side, occupied):
        faults.append(Text("the side that is not to move is in check"))
    if count > 2:
        return [*faults, Text("more pieces give check than one move allows")]
    if count == 0:
        return faults
    if passed != NO_SQUARE:  # the last move was that double step: it gave the check or uncovered it
        before: u64 = (occupied & ~bit(passed ^ 8)) | bit(passed ^ 24)
        impossible = count > 1 or (checkers != bit(passed ^ 8) and is_attacked(position, king, 1 - side, before))
    elif count == 2:
        impossible = (LINE[lsb(checkers)][msb(checkers)] & bit(king)) != 0
    return [*faults, Text("no move can have given this check")] if impossible else faults
