"""Lasting facts of a position: passed, isolated and doubled pawns, king shelter, bishops, mobility."""

from __future__ import annotations

import chess

BLOCKING_PAWNS = 5  # own pawns on the colour of a bad bishop
BLOCKED_REACH = 4  # squares


def passed_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's passed pawns."""
    enemies = board.pieces(chess.PAWN, not side)
    return chess.SquareSet(
        square for square in board.pieces(chess.PAWN, side) if not any(_stops(square, enemy, side) for enemy in enemies)
    )


def _stops(pawn: chess.Square, enemy: chess.Square, side: chess.Color) -> bool:
    if abs(chess.square_file(pawn) - chess.square_file(enemy)) > 1:
        return False
    ahead = chess.square_rank(enemy) - chess.square_rank(pawn)
    return ahead > 0 if side else ahead < 0


def isolated_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's pawns without an own pawn on a neighbouring file."""
    pawns = board.pieces(chess.PAWN, side)
    files = {chess.square_file(square) for square in pawns}
    return chess.SquareSet(
        square for square in pawns if not {chess.square_file(square) + step for step in (-1, 1)} & files
    )


def doubled_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's pawns that share a file with another."""
    pawns = board.pieces(chess.PAWN, side)
    return chess.SquareSet(
        square
        for square in pawns
        if any(other != square and chess.square_file(other) == chess.square_file(square) for other in pawns)
    )


def shelter(board: chess.Board, side: chess.Color, king: chess.Square | None) -> int:
    """The number of the side's pawns one or two ranks in front of a square of its king, on its file and the neighbouring ones."""
    if king is None:
        return 0
    forward = 1 if side else -1
    return sum(
        abs(chess.square_file(pawn) - chess.square_file(king)) <= 1
        and 1 <= forward * (chess.square_rank(pawn) - chess.square_rank(king)) <= 2
        for pawn in board.pieces(chess.PAWN, side)
    )


def wing_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's pawns on the two outer files beside its king or in front of it, not yet beyond the third rank; none for a king
    in the middle or far from home."""
    king = board.king(side)
    if king is None or chess.square_file(king) in (3, 4):
        return chess.SquareSet()
    home, outer = (
        (chess.BB_RANK_1 | chess.BB_RANK_2, chess.BB_RANK_2 | chess.BB_RANK_3),
        chess.BB_FILE_G | chess.BB_FILE_H,
    )
    if not side:
        home = (chess.BB_RANK_8 | chess.BB_RANK_7, chess.BB_RANK_7 | chess.BB_RANK_6)
    if chess.square_file(king) < 3:
        outer = chess.BB_FILE_A | chess.BB_FILE_B
    near = {square for square in chess.SQUARES if abs(chess.square_file(square) - chess.square_file(king)) <= 1}
    pawns = board.pieces(chess.PAWN, side) & outer & home[1]
    return (
        chess.SquareSet(square for square in pawns if square in near)
        if chess.BB_SQUARES[king] & home[0]
        else chess.SquareSet()
    )


def has_bishop_pair(board: chess.Board, side: chess.Color) -> bool:
    """True if the side has bishops of both colours."""
    bishops = board.pieces_mask(chess.BISHOP, side)
    return bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES)


def room(board: chess.Board, side: chess.Color) -> int:
    """Mobility: the squares that the side's pieces attack, except those that opposing pawns attack; pawns and king do not
    count."""
    taken = 0
    for pawn in board.pieces(chess.PAWN, not side):
        taken |= chess.BB_PAWN_ATTACKS[not side][pawn]
    free = ~(board.occupied_co[side] | taken)
    pieces = board.occupied_co[side] & ~(board.pawns | board.kings)
    return sum((board.attacks_mask(square) & free).bit_count() for square in chess.SquareSet(pieces))


def outposts(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's knights on the fourth to sixth rank that a pawn guards and no opposing pawn can attack."""
    found = chess.SquareSet()
    for square in board.pieces(chess.KNIGHT, side):
        rank = chess.square_rank(square) if side else 7 - chess.square_rank(square)
        guarded = any(board.piece_type_at(guard) == chess.PAWN for guard in board.attackers(side, square))
        beside = chess.square_file(square)
        chased = any(
            abs(chess.square_file(pawn) - beside) == 1 and _stops(square, pawn, side)
            for pawn in board.pieces(chess.PAWN, not side)
        )
        if 3 <= rank <= 5 and guarded and not chased:
            found.add(square)
    return found


def open_file_rooks(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's rooks on open files."""
    return chess.SquareSet(
        square
        for square in board.pieces(chess.ROOK, side)
        if not board.pawns & chess.BB_FILES[chess.square_file(square)]
    )


def pieces_left(board: chess.Board, side: chess.Color, kinds: tuple[chess.PieceType, ...]) -> int:
    """The number of the side's pieces of these kinds."""
    return sum(board.pieces_mask(kind, side).bit_count() for kind in kinds)


def has_pieces(board: chess.Board) -> bool:
    """True if pieces other than kings and pawns are left."""
    return bool(board.occupied & ~board.pawns & ~board.kings)


def farthest_passed(board: chess.Board, side: chess.Color) -> int:
    """The rank, from 0 at home, of the side's most advanced passed pawn; 0 if it has none."""
    ranks = (chess.square_rank(square) for square in passed_pawns(board, side))
    return max((rank if side else 7 - rank for rank in ranks), default=0)


def king_to_pawns(board: chess.Board, side: chess.Color) -> float:
    """The king's mean distance to all pawns, in moves; 0 without pawns."""
    king, pawns = board.king(side), chess.SquareSet(board.pawns)
    if king is None or not pawns:
        return 0
    return sum(chess.square_distance(king, pawn) for pawn in pawns) / len(pawns)


def backward_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's backward pawns: all neighbours are further advanced, an opposing pawn attacks the square in front, and the
    file is open to an opposing rook or queen."""
    enemies = board.pieces_mask(chess.PAWN, not side)
    if not board.occupied_co[not side] & (board.rooks | board.queens):
        return chess.SquareSet()
    pawns, forward = board.pieces(chess.PAWN, side), 8 if side else -8
    found = chess.SquareSet()
    for square in pawns:
        beside = [other for other in pawns if abs(chess.square_file(other) - chess.square_file(square)) == 1]
        ahead = [(chess.square_rank(other) - chess.square_rank(square)) * (1 if side else -1) for other in beside]
        stop = chess.BB_PAWN_ATTACKS[side][square + forward] & enemies
        if ahead and min(ahead) > 0 and stop and not enemies & chess.BB_FILES[chess.square_file(square)]:
            found.add(square)
    return found


def bad_bishops(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's only bishop if it is bad: at least five own pawns on its colour and at most four squares to go to."""
    bishops = board.pieces(chess.BISHOP, side)
    if len(bishops) != 1:
        return chess.SquareSet()
    square = next(iter(bishops))
    colour = chess.BB_LIGHT_SQUARES if chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES else chess.BB_DARK_SQUARES
    pawns = (board.pieces_mask(chess.PAWN, side) & colour).bit_count()
    reach = (board.attacks_mask(square) & ~board.occupied_co[side]).bit_count()
    return bishops if pawns >= BLOCKING_PAWNS and reach <= BLOCKED_REACH else chess.SquareSet()
