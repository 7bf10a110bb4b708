"""Legal move generation. Every generated move is legal: pins, checks and en passant are resolved while generating.

Three masks restrict the targets: the squares of this kind of generation, the check mask (capture the checker or
interpose) and, for pinned pieces, the line through the king.
"""

import cython
from cython.cimports.engine.rules.attacks import (
    BETWEEN,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LINE,
    PAWN_ATTACKS,
    bishop_attacks,
    piece_attacks,
    rook_attacks,
)
from cython.cimports.engine.rules.bitboard import (
    bit,
    lsb,
    pawn_pushes,
    pop_lsb,
    popcount,
    rank_mask,
    shift_east,
    shift_west,
)
from cython.cimports.engine.rules.position import (
    Position,
    is_attacked,
    make_move,
    occupied_squares,
    pieces_of,
    unmake_move,
)
from cython.cimports.engine.rules.types import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KNIGHT,
    MAX_MOVES,
    NO_PIECE,
    NO_SQUARE,
    NORMAL,
    PAWN,
    PROMOTION,
    QUEEN,
    ROOK,
    Move,
    make_move_code,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)

# Kinds of generation; constant at every call, so that the compiler makes three lean generators from one source.
ALL_MOVES = cython.declare(cython.int, 0)
NOISY_MOVES = cython.declare(cython.int, 1)
QUIET_MOVES = cython.declare(cython.int, 2)
EVERYWHERE = cython.declare(u64, 0xFFFFFFFFFFFFFFFF)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _own_king(position: cython.pointer(cython.const[Position])) -> cython.int:
    return lsb(pieces_of(position, position.side, KING))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _check_mask(position: cython.pointer(cython.const[Position])) -> u64:
    """Returns the target squares that end a single check by capture or interposition; every square without check."""
    checkers: u64 = position.state.checkers
    if checkers == 0:
        return EVERYWHERE
    return checkers | BETWEEN[_own_king(position)][lsb(checkers)]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ep_is_legal(position: cython.pointer(cython.const[Position]), source: cython.int) -> cython.bint:
    """Whether en passant leaves the own king safe. Two pieces leave the rank at once, so the capture is tried on the
    board."""
    side: cython.int = position.side
    target: cython.int = position.state.ep_square
    victim: u64 = bit(target ^ 8)
    king: cython.int = _own_king(position)
    occupied: u64 = (occupied_squares(position) ^ bit(source) ^ victim) | bit(target)
    enemy: u64 = position.by_colour[1 - side] & ~victim
    bishops: u64 = enemy & (position.by_type[BISHOP] | position.by_type[QUEEN])
    rooks: u64 = enemy & (position.by_type[ROOK] | position.by_type[QUEEN])
    steppers: u64 = (PAWN_ATTACKS[side][king] & enemy & position.by_type[PAWN]) | (
        KNIGHT_ATTACKS[king] & enemy & position.by_type[KNIGHT]
    )
    return (
        steppers == 0
        and (bishop_attacks(king, occupied) & bishops) == 0
        and (rook_attacks(king, occupied) & rooks) == 0
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _castling_is_legal(position: cython.pointer(cython.const[Position]), index: cython.int) -> cython.bint:
    """Whether the right 2 * side + (0 king side, 1 queen side) can be used now. Chess960's rules cover standard chess."""
    if not (position.state.castling >> index) & 1 or position.state.checkers:
        return False
    side: cython.int = position.side
    king: cython.int = _own_king(position)
    rook: cython.int = position.castling_rook[index]
    king_to: cython.int = 56 * side + (6 if (index & 1) == 0 else 2)
    rook_to: cython.int = 56 * side + (5 if (index & 1) == 0 else 3)
    others: u64 = occupied_squares(position) ^ bit(king) ^ bit(rook)
    king_path: u64 = BETWEEN[king][king_to] | bit(king_to)
    rook_path: u64 = BETWEEN[rook][rook_to] | bit(rook_to)
    if (king_path | rook_path) & others:
        return False
    while king_path:
        # The rook has left its square, so it does not shield the king's target.
        if is_attacked(position, pop_lsb(cython.address(king_path)), 1 - side, others | bit(rook_to)):
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_promotions(
    moves: cython.pointer(Move),
    count: cython.int,
    source: cython.int,
    target: cython.int,
    kinds: cython.int,
    captures: cython.bint,
) -> cython.int:
    """Appends promotions: a queen is noisy, an under-promotion only if it captures."""
    if kinds != QUIET_MOVES:
        moves[count] = make_move_code(source, target, PROMOTION, QUEEN)
        count += 1
    if kinds == ALL_MOVES or captures == (kinds == NOISY_MOVES):
        moves[count] = make_move_code(source, target, PROMOTION, ROOK)
        moves[count + 1] = make_move_code(source, target, PROMOTION, BISHOP)
        moves[count + 2] = make_move_code(source, target, PROMOTION, KNIGHT)
        count += 3
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _add_pawn_moves(
    position: cython.pointer(cython.const[Position]),
    moves: cython.pointer(Move),
    count: cython.int,
    targets: u64,
    delta: cython.int,
    pinned: u64,
    kinds: cython.int,
    captures: cython.bint,
) -> cython.int:
    """Appends pawn moves to the target squares, each reached from target - delta; pinned pawns stay on their line."""
    king: cython.int = _own_king(position)
    last_rank: u64 = rank_mask(7) | rank_mask(0)
    while targets:
        target: cython.int = pop_lsb(cython.address(targets))
        source: cython.int = target - delta
        if (pinned & bit(source)) and not (LINE[king][source] & bit(target)):
            continue
        if bit(target) & last_rank:
            count = _add_promotions(moves, count, source, target, kinds, captures)
        else:
            moves[count] = make_move_code(source, target, NORMAL, KNIGHT)
            count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _generate_pawns(
    position: cython.pointer(cython.const[Position]),
    moves: cython.pointer(Move),
    count: cython.int,
    mask: u64,
    kinds: cython.int,
) -> cython.int:
    side: cython.int = position.side
    pawns: u64 = pieces_of(position, side, PAWN)
    pinned: u64 = position.state.blockers[side] & pawns
    empty: u64 = ~occupied_squares(position)
    last_rank: u64 = rank_mask(7 - 7 * side)
    up: cython.int = 8 - 16 * side
    single: u64 = pawn_pushes(side, pawns) & empty
    double: u64 = pawn_pushes(side, single & rank_mask(2 + 3 * side)) & empty & mask
    single &= mask
    if kinds == NOISY_MOVES:
        single &= last_rank
    else:
        count = _add_pawn_moves(position, moves, count, double, 2 * up, pinned, kinds, False)
    count = _add_pawn_moves(position, moves, count, single, up, pinned, kinds, False)
    if kinds != QUIET_MOVES:
        ahead: u64 = pawn_pushes(side, pawns)
        enemy: u64 = position.by_colour[1 - side] & mask
        count = _add_pawn_moves(position, moves, count, shift_east(ahead) & enemy, up + 1, pinned, kinds, True)
        count = _add_pawn_moves(position, moves, count, shift_west(ahead) & enemy, up - 1, pinned, kinds, True)
        if position.state.ep_square != NO_SQUARE:
            takers: u64 = PAWN_ATTACKS[1 - side][position.state.ep_square] & pawns
            while takers:
                source: cython.int = pop_lsb(cython.address(takers))
                if _ep_is_legal(position, source):
                    moves[count] = make_move_code(source, position.state.ep_square, EN_PASSANT, KNIGHT)
                    count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _generate_pieces(
    position: cython.pointer(cython.const[Position]), moves: cython.pointer(Move), count: cython.int, targets: u64
) -> cython.int:
    """Appends the moves of knights, bishops, rooks and queens."""
    side: cython.int = position.side
    king: cython.int = _own_king(position)
    occupied: u64 = occupied_squares(position)
    pinned: u64 = position.state.blockers[side]
    kind: cython.int
    for kind in range(KNIGHT, KING):
        men: u64 = pieces_of(position, side, kind)
        if kind == KNIGHT:
            men &= ~pinned  # a pinned knight never moves along its line
        while men:
            source: cython.int = pop_lsb(cython.address(men))
            attacks: u64 = piece_attacks(kind, source, occupied) & targets
            if pinned & bit(source):
                attacks &= LINE[king][source]
            while attacks:
                moves[count] = make_move_code(source, pop_lsb(cython.address(attacks)), NORMAL, KNIGHT)
                count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _generate_king(
    position: cython.pointer(cython.const[Position]), moves: cython.pointer(Move), count: cython.int, targets: u64
) -> cython.int:
    side: cython.int = position.side
    king: cython.int = _own_king(position)
    attacks: u64 = KING_ATTACKS[king] & targets
    without_king: u64 = occupied_squares(position) ^ bit(king)
    while attacks:
        target: cython.int = pop_lsb(cython.address(attacks))
        if not is_attacked(position, target, 1 - side, without_king):
            moves[count] = make_move_code(king, target, NORMAL, KNIGHT)
            count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _generate_castling(
    position: cython.pointer(cython.const[Position]), moves: cython.pointer(Move), count: cython.int
) -> cython.int:
    index: cython.int
    if position.state.checkers or not position.state.castling:
        return count
    for index in range(2 * position.side, 2 * position.side + 2):
        if _castling_is_legal(position, index):
            moves[count] = make_move_code(_own_king(position), position.castling_rook[index], CASTLING, KNIGHT)
            count += 1
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _generate(
    position: cython.pointer(cython.const[Position]), moves: cython.pointer(Move), kinds: cython.int
) -> cython.int:
    count: cython.int = 0
    checkers: u64 = position.state.checkers
    targets: u64 = ~position.by_colour[position.side]
    if kinds == NOISY_MOVES:
        targets = position.by_colour[1 - position.side]
    elif kinds == QUIET_MOVES:
        targets = ~occupied_squares(position)
    if (checkers & (checkers - 1)) == 0:  # in double check only the king can move
        mask: u64 = _check_mask(position)
        count = _generate_pawns(position, moves, count, mask, kinds)
        count = _generate_pieces(position, moves, count, targets & mask)
    count = _generate_king(position, moves, count, targets)
    if kinds != NOISY_MOVES:
        count = _generate_castling(position, moves, count)
    return count


def generate_legal(position, moves):
    """Generates all legal moves; returns their number."""
    return _generate(position, moves, 0)


def generate_noisy(position, moves):
    """Generates legal captures, en passant, promotions to a queen and capturing under-promotions; returns their number."""
    return _generate(position, moves, 1)


def generate_quiets(position, moves):
    """Generates the legal moves that generate_noisy leaves out; returns their number."""
    return _generate(position, moves, 2)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_free_pawns(position: cython.pointer(cython.const[Position]), pawns: u64, mask: u64) -> cython.int:
    """Counts moves of unpinned pawns without en passant, by bitboard; a promotion counts four times."""
    side: cython.int = position.side
    empty: u64 = ~occupied_squares(position)
    last_rank: u64 = rank_mask(7 - 7 * side)
    enemy: u64 = position.by_colour[1 - side] & mask
    ahead: u64 = pawn_pushes(side, pawns)
    single: u64 = ahead & empty
    double: u64 = pawn_pushes(side, single & rank_mask(2 + 3 * side)) & empty & mask
    single &= mask
    east: u64 = shift_east(ahead) & enemy
    west: u64 = shift_west(ahead) & enemy
    count: cython.int = popcount(single) + popcount(double) + popcount(east) + popcount(west)
    if (single | east | west) & last_rank:
        count += 3 * (popcount(single & last_rank) + popcount(east & last_rank) + popcount(west & last_rank))
    return count


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _count_pieces(position: cython.pointer(cython.const[Position]), targets: u64) -> cython.int:
    side: cython.int = position.side
    king: cython.int = _own_king(position)
    occupied: u64 = occupied_squares(position)
    pinned: u64 = position.state.blockers[side]
    count: cython.int = 0
    kind: cython.int
    for kind in range(KNIGHT, KING):
        men: u64 = pieces_of(position, side, kind)
        if kind == KNIGHT:
            men &= ~pinned
        while men:
            source: cython.int = pop_lsb(cython.address(men))
            attacks: u64 = piece_attacks(kind, source, occupied) & targets
            if pinned & bit(source):
                attacks &= LINE[king][source]
            count += popcount(attacks)
    return count


def count_legal(position):
    """Returns the number of legal moves, without writing them (bulk counting for perft)."""
    moves: Move[MAX_MOVES]
    checkers: u64 = position.state.checkers
    targets: u64 = ~position.by_colour[position.side]
    count: cython.int = 0
    if (checkers & (checkers - 1)) == 0:
        mask: u64 = _check_mask(position)
        pawns: u64 = pieces_of(position, position.side, PAWN)
        pinned: u64 = position.state.blockers[position.side] & pawns
        if pinned or position.state.ep_square != NO_SQUARE:
            count = _generate_pawns(position, moves, 0, mask, ALL_MOVES)
        else:
            count = _count_free_pawns(position, pawns, mask)
        count += _count_pieces(position, targets & mask)
    count += _generate_king(position, moves, 0, targets)
    return count + _generate_castling(position, moves, 0)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pawn_reaches(
    position: cython.pointer(cython.const[Position]), source: cython.int, target: cython.int
) -> cython.bint:
    """Whether a pawn of the side to move could push or capture (without en passant) from source to target."""
    side: cython.int = position.side
    up: cython.int = 8 - 16 * side
    occupied: u64 = occupied_squares(position)
    if PAWN_ATTACKS[side][source] & bit(target):
        return (position.by_colour[1 - side] & bit(target)) != 0
    if target == source + up:
        return (occupied & bit(target)) == 0
    if target == source + 2 * up and (source >> 3) == 1 + 5 * side:
        return (occupied & (bit(target) | bit(source + up))) == 0
    return False


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_pseudo_legal(position: cython.pointer(cython.const[Position]), move: Move) -> cython.bint:
    """Whether a normal or promoting move reaches its target, ignoring the own king's safety."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    type_moved: cython.int = position.board[source] % 6
    if position.by_colour[position.side] & bit(target):
        return False
    if kind == NORMAL and move_promotion(move) != KNIGHT:
        return False  # generated moves never have these bits
    if type_moved == PAWN:
        promotes: cython.bint = (target >> 3) == 7 - 7 * position.side
        return promotes == (kind == PROMOTION) and _pawn_reaches(position, source, target)
    return kind == NORMAL and (piece_attacks(type_moved, source, occupied_squares(position)) & bit(target)) != 0


def is_legal(position, move):
    """Whether any 16 bits are a legal move here: for hash moves, killers and moves from outside."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    side: cython.int = position.side
    if not (position.by_colour[side] & bit(source)):
        return False
    type_moved: cython.int = position.board[source] % 6
    if kind == CASTLING:
        index: cython.int = 2 * side + (1 if target < source else 0)
        return (
            type_moved == KING
            and move_promotion(move) == KNIGHT
            and position.castling_rook[index] == target
            and _castling_is_legal(position, index)
        )
    if kind == EN_PASSANT:
        return (
            type_moved == PAWN
            and move_promotion(move) == KNIGHT
            and position.state.ep_square == target
            and (PAWN_ATTACKS[side][source] & bit(target)) != 0
            and _ep_is_legal(position, source)
        )
    if not _is_pseudo_legal(position, move):
        return False
    if type_moved == KING:
        return not is_attacked(position, target, 1 - side, occupied_squares(position) ^ bit(source))
    checkers: u64 = position.state.checkers
    if checkers & (checkers - 1) or not (_check_mask(position) & bit(target)):
        return False
    if position.state.blockers[side] & bit(source):
        return (LINE[_own_king(position)][source] & bit(target)) != 0
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _special_gives_check(position: cython.pointer(cython.const[Position]), move: Move, king: cython.int) -> cython.bint:
    """Whether en passant or castling gives check, by trying the board after the move."""
    side: cython.int = position.side
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    occupied: u64 = occupied_squares(position)
    bishops: u64 = pieces_of(position, side, BISHOP) | pieces_of(position, side, QUEEN)
    rooks: u64 = pieces_of(position, side, ROOK) | pieces_of(position, side, QUEEN)
    if move_kind(move) == EN_PASSANT:
        if PAWN_ATTACKS[side][target] & bit(king):
            return True
        occupied = (occupied ^ bit(source) ^ bit(target ^ 8)) | bit(target)
    else:
        king_to: cython.int = (source & 56) | (6 if target > source else 2)
        rook_to: cython.int = (source & 56) | (5 if target > source else 3)
        occupied = (occupied ^ bit(source) ^ bit(target)) | bit(king_to) | bit(rook_to)
        rooks = (rooks ^ bit(target)) | bit(rook_to)
    return (bishop_attacks(king, occupied) & bishops) != 0 or (rook_attacks(king, occupied) & rooks) != 0


def gives_check(position, move):
    """Whether a legal move gives check, directly or by discovery."""
    side: cython.int = position.side
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    kind: cython.int = move_kind(move)
    king: cython.int = lsb(pieces_of(position, 1 - side, KING))
    if kind == EN_PASSANT or kind == CASTLING:
        return _special_gives_check(position, move, king)
    if (position.state.blockers[1 - side] & bit(source)) and not (LINE[king][source] & bit(target)):
        return True
    occupied: u64 = occupied_squares(position) ^ bit(source)
    type_moved: cython.int = move_promotion(move) if kind == PROMOTION else position.board[source] % 6
    if type_moved == PAWN:
        return (PAWN_ATTACKS[side][target] & bit(king)) != 0
    if type_moved == KING:
        return False
    return (piece_attacks(type_moved, target, occupied) & bit(king)) != 0


def perft(position, depth):
    """Returns the leaf nodes of the legal move tree of `depth` plies; the last ply is counted without making moves."""
    if depth <= 0:
        return 1
    if depth == 1:
        return count_legal(position)
    moves: Move[MAX_MOVES]
    nodes: u64 = 0
    index: cython.int
    count: cython.int = _generate(position, moves, 0)
    for index in range(count):
        make_move(position, moves[index])
        nodes += perft(position, depth - 1)
        unmake_move(position)
    return nodes


def perft_kinds(position, depth, kinds):
    """Adds the leaves of the legal move tree by kind of their last move: all, captures (en passant too), en passant, castles,
    promotions, checks, mates.
    """
    moves: Move[MAX_MOVES]
    index: cython.int
    kind: cython.int
    count: cython.int = _generate(position, moves, 0)
    for index in range(count):
        if depth > 1:
            make_move(position, moves[index])
            perft_kinds(position, depth - 1, kinds)
            unmake_move(position)
            continue
        kind = move_kind(moves[index])
        kinds[0] += 1
        kinds[1] += kind == EN_PASSANT or (kind != CASTLING and position.board[move_target(moves[index])] != NO_PIECE)
        kinds[2] += kind == EN_PASSANT
        kinds[3] += kind == CASTLING
        kinds[4] += kind == PROMOTION
        if gives_check(position, moves[index]):
            kinds[5] += 1
            make_move(position, moves[index])
            kinds[6] += count_legal(position) == 0
            unmake_move(position)
