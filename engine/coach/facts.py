"""Facts of a position that last: passed, isolated and doubled pawns, the king's shelter, bishops, room to move."""

from __future__ import annotations

import chess


def passed_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's pawns with no enemy pawn before them on their own and the neighbouring files."""
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
    """The side's pawns without a pawn of its own on a neighbouring file."""
    pawns = board.pieces(chess.PAWN, side)
    files = {chess.square_file(square) for square in pawns}
    return chess.SquareSet(
        square for square in pawns if not {chess.square_file(square) + step for step in (-1, 1)} & files
    )


def doubled_pawns(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's pawns that share a file with another one."""
    pawns = board.pieces(chess.PAWN, side)
    return chess.SquareSet(
        square
        for square in pawns
        if any(other != square and chess.square_file(other) == chess.square_file(square) for other in pawns)
    )


def shelter(board: chess.Board, side: chess.Color) -> int:
    """How many of the side's pawns stand one or two ranks before its king, on its file and the neighbouring ones."""
    king = board.king(side)
    if king is None:
        return 0
    forward = 1 if side else -1
    return sum(
        abs(chess.square_file(pawn) - chess.square_file(king)) <= 1
        and 1 <= forward * (chess.square_rank(pawn) - chess.square_rank(king)) <= 2
        for pawn in board.pieces(chess.PAWN, side)
    )


def has_bishop_pair(board: chess.Board, side: chess.Color) -> bool:
    """Whether the side has bishops of both colours."""
    bishops = board.pieces_mask(chess.BISHOP, side)
    return bool(bishops & chess.BB_LIGHT_SQUARES) and bool(bishops & chess.BB_DARK_SQUARES)


def room(board: chess.Board, side: chess.Color) -> int:
    """The squares that the side's pieces reach which no enemy pawn takes away; pawns and king are not counted."""
    taken = 0
    for pawn in board.pieces(chess.PAWN, not side):
        taken |= chess.BB_PAWN_ATTACKS[not side][pawn]
    free = ~(board.occupied_co[side] | taken)
    pieces = board.occupied_co[side] & ~(board.pawns | board.kings)
    return sum((board.attacks_mask(square) & free).bit_count() for square in chess.SquareSet(pieces))


def king_attackers(board: chess.Board, side: chess.Color) -> int:
    """How many enemy pieces, without pawns and king, attack a square beside the side's king."""
    king = board.king(side)
    if king is None:
        return 0
    pieces = board.occupied_co[not side] & ~(board.pawns | board.kings)
    return sum(bool(board.attacks_mask(square) & chess.BB_KING_ATTACKS[king]) for square in chess.SquareSet(pieces))


def outposts(board: chess.Board, side: chess.Color) -> chess.SquareSet:
    """The side's knights on the fourth to sixth rank that a pawn guards and no enemy pawn can ever attack."""
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
    """The side's rooks on files without any pawn."""
    return chess.SquareSet(
        square
        for square in board.pieces(chess.ROOK, side)
        if not board.pawns & chess.BB_FILES[chess.square_file(square)]
    )


def undeveloped(board: chess.Board, side: chess.Color) -> int:
    """How many of the side's knights and bishops stand on its first rank."""
    home = chess.BB_RANK_1 if side else chess.BB_RANK_8
    return (board.occupied_co[side] & (board.knights | board.bishops) & home).bit_count()


def farthest_passed(board: chess.Board, side: chess.Color) -> int:
    """The rank, from 0 at home, of the side's passed pawn that is nearest to promotion; 0 without one."""
    ranks = (chess.square_rank(square) for square in passed_pawns(board, side))
    return max((rank if side else 7 - rank for rank in ranks), default=0)


def king_to_pawns(board: chess.Board, side: chess.Color) -> float:
    """The king's mean distance to all pawns, in moves; 0 without pawns."""
    king, pawns = board.king(side), chess.SquareSet(board.pawns)
    if king is None or not pawns:
        return 0
    return sum(chess.square_distance(king, pawn) for pawn in pawns) / len(pawns)
