"""The board: synchronised bitboards and mailbox, in-place make and unmake, incremental Zobrist keys.

A Position is a C struct of about 100 kB, mostly the stack of states (one a ply), so that a search thread owns exactly
one and never allocates. All functions are C (signatures: position.pxd); Python callers use engine.rules.board.
"""

import cython
from cython.cimports.engine.rules.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    PAWN_ATTACKS,
    bishop_attacks,
    piece_attacks,
    rook_attacks,
)
from cython.cimports.engine.rules.bitboard import bit, lsb, pawn_attack_set, pop_lsb, popcount
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    NO_MOVE,
    NO_PIECE,
    NO_SQUARE,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    WHITE,
    Move,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.engine.rules.zobrist import CASTLING_KEYS, EN_PASSANT_KEYS, PIECE_KEYS, WHITE_TO_MOVE_KEY
from cython.cimports.libc.string import memcpy, memmove, memset

HISTORY_KEPT = cython.declare(
    cython.int, 600
)  # states trim_history leaves: far more than the 100 plies that repetition can need
DARK_SQUARES = cython.declare(u64, 0xAA55AA55AA55AA55)


def position_clear(position):
    """Resets to an empty board, White to move, no rights, no history."""
    memset(position, 0, cython.sizeof(Position) - MAX_STATES * cython.sizeof(State))
    memset(cython.address(position.states[0]), 0, cython.sizeof(State))
    memset(cython.address(position.board[0]), NO_PIECE, 64)
    memset(cython.address(position.castling_mask[0]), 15, 64)
    memset(cython.address(position.castling_rook[0]), NO_SQUARE, 4)
    position.fullmove = 1
    position.state = cython.address(position.states[0])
    position.state.ep_square = NO_SQUARE
    position.state.moved = NO_PIECE
    position.state.captured = NO_PIECE


def position_copy(target, source):
    """Copies a position with the used part of its history."""
    used: cython.size_t = cython.cast(cython.size_t, source.top + 1) * cython.sizeof(State)
    memcpy(target, source, cython.sizeof(Position) - MAX_STATES * cython.sizeof(State))
    memcpy(cython.address(target.states[0]), cython.address(source.states[0]), used)
    target.state = cython.address(target.states[target.top])


def put_piece(position, piece, square):
    """Puts a piece on an empty square; the caller updates the keys (position_refresh)."""
    position.board[square] = piece
    position.by_type[piece % 6] |= bit(square)
    position.by_colour[piece // 6] |= bit(square)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _move_piece(
    position: cython.pointer(Position), piece: cython.int, source: cython.int, target: cython.int
) -> cython.void:
    both: u64 = bit(source) | bit(target)
    position.board[source] = NO_PIECE
    position.board[target] = piece
    position.by_type[piece % 6] ^= both
    position.by_colour[piece // 6] ^= both


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _remove_piece(position: cython.pointer(Position), square: cython.int) -> cython.void:
    piece: cython.int = position.board[square]
    position.board[square] = NO_PIECE
    position.by_type[piece % 6] ^= bit(square)
    position.by_colour[piece // 6] ^= bit(square)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _change_keys(state: cython.pointer(State), piece: cython.int, change: u64) -> cython.void:
    """Applies a piece's Zobrist number (or two, when it moves) to every key that includes it."""
    state.key ^= change
    if piece % 6 == PAWN:
        state.pawn_key ^= change
    else:
        state.non_pawn_key[piece // 6] ^= change


def king_square(position, side):
    """Returns the square of a side's king."""
    return lsb(position.by_colour[side] & position.by_type[KING])


def attackers_to(position, square, occupied):
    """Returns all attackers of a square, of both colours; sliders pass through squares outside `occupied`."""
    bishops: u64 = position.by_type[BISHOP] | position.by_type[QUEEN]
    rooks: u64 = position.by_type[ROOK] | position.by_type[QUEEN]
    return (
        (PAWN_ATTACKS[1][square] & position.by_colour[0] & position.by_type[PAWN])
        | (PAWN_ATTACKS[0][square] & position.by_colour[1] & position.by_type[PAWN])
        | (KNIGHT_ATTACKS[square] & position.by_type[KNIGHT])
        | (KING_ATTACKS[square] & position.by_type[KING])
        | (bishop_attacks(square, occupied) & bishops)
        | (rook_attacks(square, occupied) & rooks)
    )


def see_threats(position, by_side, threats):
    """Fills in the squares that `by_side` attacks."""
    occupied: u64 = occupied_squares(position)
    found: u64 = pawn_attack_set(by_side, pieces_of(position, by_side, PAWN))
    threats.lesser[0] = found
    kind: cython.int
    for kind in range(KNIGHT, KING + 1):
        men: u64 = pieces_of(position, by_side, kind)
        while men:
            found |= piece_attacks(kind, pop_lsb(cython.address(men)), occupied)
        if kind == BISHOP:
            threats.lesser[1] = found
        elif kind == ROOK:
            threats.lesser[2] = found
    threats.every = found


def is_attacked(position, square, by_side, occupied):
    """Whether `by_side` attacks a square; sliders pass through squares outside `occupied`."""
    men: u64 = position.by_colour[by_side]
    if PAWN_ATTACKS[1 - by_side][square] & men & position.by_type[PAWN]:
        return True
    if KNIGHT_ATTACKS[square] & men & position.by_type[KNIGHT]:
        return True
    if KING_ATTACKS[square] & men & position.by_type[KING]:
        return True
    bishops: u64 = men & (position.by_type[BISHOP] | position.by_type[QUEEN])
    if bishops and bishop_attacks(square, occupied) & bishops:
        return True
    rooks: u64 = men & (position.by_type[ROOK] | position.by_type[QUEEN])
    return rooks != 0 and (rook_attacks(square, occupied) & rooks) != 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find_blockers(position: cython.pointer(Position), side: cython.int) -> u64:
    """Returns the pieces that are the only blocker between the king of `side` and an enemy slider."""
    king: cython.int = lsb(position.by_colour[side] & position.by_type[KING])
    enemy: u64 = position.by_colour[1 - side]
    bishops: u64 = position.by_type[BISHOP] | position.by_type[QUEEN]
    rooks: u64 = position.by_type[ROOK] | position.by_type[QUEEN]
    occupied: u64 = position.by_colour[0] | position.by_colour[1]
    snipers: u64 = enemy & ((bishop_attacks(king, 0) & bishops) | (rook_attacks(king, 0) & rooks))
    blockers: u64 = 0
    while snipers:
        between: u64 = BETWEEN[king][pop_lsb(cython.address(snipers))] & occupied
        if between != 0 and (between & (between - 1)) == 0:
            blockers |= between
    return blockers


def find_checks(position):
    """Computes checkers and blockers of the current state, for the side now to move."""
    state: cython.pointer(State) = position.state
    side: cython.int = position.side
    king: cython.int = lsb(position.by_colour[side] & position.by_type[KING])
    occupied: u64 = position.by_colour[0] | position.by_colour[1]
    state.checkers = attackers_to(position, king, occupied) & position.by_colour[1 - side]
    state.blockers[0] = _find_blockers(position, 0)
    state.blockers[1] = _find_blockers(position, 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compute_keys(position: cython.pointer(Position), state: cython.pointer(State)) -> cython.void:
    square: cython.int
    state.key = CASTLING_KEYS[state.castling]
    state.pawn_key = 0
    state.non_pawn_key[0] = 0
    state.non_pawn_key[1] = 0
    if state.ep_square != NO_SQUARE:
        state.key ^= EN_PASSANT_KEYS[state.ep_square & 7]
    if position.side == WHITE:
        state.key ^= WHITE_TO_MOVE_KEY
    for square in range(64):
        piece: cython.int = position.board[square]
        if piece != NO_PIECE:
            _change_keys(state, piece, PIECE_KEYS[piece][square])


def position_refresh(position):
    """Computes keys, checkers and blockers of the current state from the board alone."""
    _compute_keys(position, position.state)
    find_checks(position)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next_state(position: cython.pointer(Position)) -> cython.pointer(State):
    """Pushes a state that inherits keys, clocks and rights, without the en passant square."""
    old: cython.pointer(State) = position.state
    new: cython.pointer(State) = old + 1
    new.key = old.key
    new.pawn_key = old.pawn_key
    new.non_pawn_key[0] = old.non_pawn_key[0]
    new.non_pawn_key[1] = old.non_pawn_key[1]
    new.halfmove_clock = old.halfmove_clock + (old.halfmove_clock < 65535)
    new.plies_from_null = old.plies_from_null + (old.plies_from_null < 65535)
    new.castling = old.castling
    new.moved = NO_PIECE
    new.captured = NO_PIECE
    new.ep_square = NO_SQUARE
    if old.ep_square != NO_SQUARE:
        new.key ^= EN_PASSANT_KEYS[old.ep_square & 7]
    position.state = new
    position.top += 1
    return new


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _castle(position: cython.pointer(Position), king: cython.int, rook: cython.int, undo: cython.bint) -> cython.void:
    """Moves king and rook to (or back from) their squares; in Chess960 they may cross or stay."""
    side: cython.int = position.side
    king_to: cython.int = (king & 56) | (6 if rook > king else 2)
    rook_to: cython.int = (king & 56) | (5 if rook > king else 3)
    king_piece: cython.int = 6 * side + KING
    rook_piece: cython.int = 6 * side + ROOK
    if undo:
        _remove_piece(position, king_to)
        _remove_piece(position, rook_to)
        put_piece(position, king_piece, king)
        put_piece(position, rook_piece, rook)
        return
    _remove_piece(position, king)
    _remove_piece(position, rook)
    put_piece(position, king_piece, king_to)
    put_piece(position, rook_piece, rook_to)
    _change_keys(position.state, king_piece, PIECE_KEYS[king_piece][king] ^ PIECE_KEYS[king_piece][king_to])
    _change_keys(position.state, rook_piece, PIECE_KEYS[rook_piece][rook] ^ PIECE_KEYS[rook_piece][rook_to])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _capture(position: cython.pointer(Position), state: cython.pointer(State), square: cython.int) -> cython.void:
    piece: cython.int = position.board[square]
    _remove_piece(position, square)
    _change_keys(state, piece, PIECE_KEYS[piece][square])
    state.captured = piece
    state.halfmove_clock = 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pawn_moved(
    position: cython.pointer(Position), state: cython.pointer(State), move: Move, source: cython.int, target: cython.int
) -> cython.void:
    """Handles pawn moves: resets the clock, promotes, and sets the en passant square if a capture is pseudo-legal."""
    side: cython.int = position.side
    state.halfmove_clock = 0
    if move_kind(move) == PROMOTION:
        pawn: cython.int = 6 * side + PAWN
        piece: cython.int = 6 * side + move_promotion(move)
        _remove_piece(position, target)
        put_piece(position, piece, target)
        _change_keys(state, pawn, PIECE_KEYS[pawn][target])
        _change_keys(state, piece, PIECE_KEYS[piece][target])
    elif (source ^ target) == 16:
        middle: cython.int = (source + target) >> 1
        if PAWN_ATTACKS[side][middle] & position.by_colour[1 - side] & position.by_type[PAWN]:
            state.ep_square = middle
            state.key ^= EN_PASSANT_KEYS[middle & 7]


def make_move(position, move):
    """Plays a legal move. O(1) except the checks and pins of the new position."""
    state: cython.pointer(State) = _next_state(position)
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    side: cython.int = position.side
    piece: cython.int = position.board[source]
    rights: cython.int = state.castling & position.castling_mask[source] & position.castling_mask[target]
    state.move = move
    state.moved = piece
    if rights != state.castling:
        state.key ^= CASTLING_KEYS[state.castling] ^ CASTLING_KEYS[rights]
        state.castling = rights
    if kind == CASTLING:
        _castle(position, source, target, False)
    else:
        if kind == EN_PASSANT:
            _capture(position, state, target ^ 8)
        elif position.board[target] != NO_PIECE:
            _capture(position, state, target)
        _move_piece(position, piece, source, target)
        _change_keys(state, piece, PIECE_KEYS[piece][source] ^ PIECE_KEYS[piece][target])
        if piece % 6 == PAWN:
            _pawn_moved(position, state, move, source, target)
    state.key ^= WHITE_TO_MOVE_KEY
    position.side = 1 - side
    position.fullmove += side
    find_checks(position)


def unmake_move(position):
    """Takes back the last move: the exact inverse of make_move."""
    state: cython.pointer(State) = position.state
    move: Move = state.move
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    position.side = 1 - position.side
    position.fullmove -= position.side
    if kind == CASTLING:
        _castle(position, source, target, True)
    else:
        if kind == PROMOTION:
            _remove_piece(position, target)
            put_piece(position, 6 * position.side + PAWN, target)
        _move_piece(position, position.board[target], target, source)
        if state.captured != NO_PIECE:
            put_piece(position, state.captured, target ^ 8 if kind == EN_PASSANT else target)
    position.top -= 1
    position.state = state - 1


def make_null_move(position):
    """Plays a null move; the side to move must not be in check."""
    state: cython.pointer(State) = _next_state(position)
    state.move = NO_MOVE
    state.plies_from_null = 0
    state.key ^= WHITE_TO_MOVE_KEY
    position.side = 1 - position.side
    position.fullmove += 1 - position.side
    find_checks(position)


def unmake_null_move(position):
    """Takes back a null move."""
    position.fullmove -= 1 - position.side
    position.side = 1 - position.side
    position.top -= 1
    position.state -= 1


def trim_history(position):
    """Drops the oldest states when a long game has filled the stack, so that a search always has room."""
    if position.top <= MAX_STATES - 256:
        return
    drop: cython.int = position.top - HISTORY_KEPT
    memmove(
        cython.address(position.states[0]),
        cython.address(position.states[drop]),
        cython.cast(cython.size_t, HISTORY_KEPT + 1) * cython.sizeof(State),
    )
    position.top = HISTORY_KEPT
    position.state = cython.address(position.states[HISTORY_KEPT])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _reversible_plies(position: cython.pointer(cython.const[Position])) -> cython.int:
    state: cython.pointer(State) = position.state
    plies: cython.int = min(
        cython.cast(cython.int, state.halfmove_clock), cython.cast(cython.int, state.plies_from_null)
    )
    return min(plies, position.top)


def repetitions(position):
    """Returns how often this position occurred before since the last irreversible move."""
    found: cython.int = 0
    back: cython.int = 4
    end: cython.int = _reversible_plies(position)
    while back <= end:
        found += (position.state - back).key == position.state.key
        back += 2
    return found


def is_repetition_draw(position, ply):
    """Whether the position is a draw by threefold repetition; within the search (the last `ply` plies) one earlier
    occurrence is enough."""
    found: cython.int = 0
    back: cython.int = 4
    end: cython.int = _reversible_plies(position)
    while back <= end:
        if (position.state - back).key == position.state.key:
            found += 1
            if back < ply or found == 2:
                return True
        back += 2
    return False


def is_insufficient_material(position):
    """Whether neither side can ever mate: bare kings, one knight, or bishops all on one colour (python-chess's rule)."""
    if position.by_type[PAWN] | position.by_type[ROOK] | position.by_type[QUEEN]:
        return False
    knights: u64 = position.by_type[KNIGHT]
    bishops: u64 = position.by_type[BISHOP]
    if knights:
        return bishops == 0 and popcount(knights) == 1
    return (bishops & DARK_SQUARES) == 0 or (bishops & ~DARK_SQUARES) == 0


def has_non_pawn_material(position, side):
    """Whether a side has any piece besides pawns and king. Without one, zugzwang is likely and null moves are unsafe."""
    return (position.by_colour[side] & ~(position.by_type[PAWN] | position.by_type[KING])) != 0


def key_after(position, move):
    """Returns an approximate key after a move, for prefetching its hash bucket (castling, en passant and lost rights
    are ignored)."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    piece: cython.int = position.board[source]
    key: u64 = position.state.key ^ WHITE_TO_MOVE_KEY ^ PIECE_KEYS[piece][source] ^ PIECE_KEYS[piece][target]
    if position.board[target] != NO_PIECE:
        key ^= PIECE_KEYS[position.board[target]][target]
    return key
