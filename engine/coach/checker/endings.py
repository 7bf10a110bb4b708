"""Tests of endings: opposition, the square of a pawn, key squares, a king cut off, the last pawn, a skewer that exchanges."""

from __future__ import annotations

from functools import cache

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import VALUES, ClaimReplay, Refused, is_there, played
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

WON_CP, DRAWN_CP = 150, 60
LATEST = 10  # plies
KEPT = 4  # plies
MOST_STEPS = 7  # of a pawn


def _ours(line: ClaimReplay) -> int:
    """The score of the line for the side that profits."""
    return (line.claim.after if line.claim.role is ClaimRole.ALLOWS else line.claim.before).worth(line.us)


def _theirs(line: ClaimReplay) -> int:
    """The score of the other line for that side."""
    return (line.claim.before if line.claim.role is ClaimRole.ALLOWS else line.claim.after).worth(line.us)


def _beside(line: ClaimReplay) -> list[chess.Board]:
    """The positions of the other line from its first move on. :raises Refused: there is none, or the result is the same."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if len(moves) < 1 or moves[0] == line.moves[0]:
        raise Refused("no line to compare with")
    if line.claim.role not in (ClaimRole.ALLOWS, ClaimRole.MISSES) or line.claim.key > LATEST:
        raise Refused("the ending comes too late")
    ours, theirs = _ours(line), _theirs(line)
    if not (ours >= WON_CP > theirs + DRAWN_CP or theirs <= -WON_CP < ours - DRAWN_CP):
        raise Refused("the result is the same")
    return boards[1:]


def _only_pawns(board: chess.Board) -> bool:
    return not (board.knights | board.bishops | board.rooks | board.queens)


def _alike(line: ClaimReplay, boards: list[chess.Board]) -> chess.Board | None:
    """The position of the other line in which the same side is to move as after the key move of a first move."""
    return next((board for board in boards if board.turn is line.after.turn), None)


@proves(Motif.OPPOSITION)
def opposition(line: ClaimReplay) -> bool:
    """Kings and pawns alone: the king's first move leaves one square between the kings, and the other side is to move. In the
    other line that side has no opposition."""
    king, other = line.piece(0), _alike(line, _beside(line))
    first = line.claim.key == int(line.claim.role is ClaimRole.ALLOWS)
    named = king == ClaimPiece(chess.KING, line.move.to_square) and is_there(line.after, king, line.us)
    if not (first and named and _only_pawns(line.boards[0]) and other is not None):
        return False
    return _distance(line.after) == 2 and (other.is_check() or _distance(other) != 2)


def _distance(board: chess.Board) -> int:
    """2 if one empty square lies between the kings on a file or rank, else another number."""
    one, two = chess.SquareSet(board.kings)
    straight = 0 in _apart(one, two)
    way = chess.SquareSet(chess.between(one, two))
    return 1 + len(way) if straight and not any(board.piece_at(square) for square in way) else 99


@proves(Motif.PROMOTES_TOO)
def promotes_too(line: ClaimReplay) -> bool:
    """Kings and pawns alone: the key move makes a queen of the named pawn, and the mover promotes as well before or after it. In
    the other line that side does not promote."""
    pawn = line.piece(0)
    queens = line.move.promotion == chess.QUEEN and line.move.from_square == pawn.square and pawn.kind == chess.PAWN
    if line.claim.role is ClaimRole.WORKS:
        return queens and _queens_only_there(line)
    others = _beside(line)
    both = any(
        move.promotion and board.turn is not line.us for board, move in zip(line.boards, line.moves, strict=False)
    )
    alone = _only_pawns(line.boards[0]) and not any(board.pieces(chess.QUEEN, line.us) for board in others)
    return line.claim.role is ClaimRole.ALLOWS and queens and both and alone and len(others) >= line.claim.key - 2


def _queens_only_there(line: ClaimReplay) -> bool:
    """True if the opponent promotes in the other line, in which the mover has no queen."""
    others, _moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    theirs = any(board.pieces(chess.QUEEN, not line.us) for board in others)
    return theirs and _only_pawns(line.boards[0]) and not any(board.pieces(chess.QUEEN, line.us) for board in others)


@proves(Motif.OUTSIDE_SQUARE)
def outside_square(line: ClaimReplay) -> bool:
    """Kings and pawns alone, and the winning side's pawn walks to its last rank before the other king, whatever that does; in
    the other line the king catches it or it is gone. No other pawn of that king's side is as fast."""
    king, pawn, other = line.piece(0), line.piece(1), _alike(line, _beside(line))
    there = is_there(line.after, king, not line.us) and is_there(line.after, pawn, line.us)
    kinds = (king.kind, pawn.kind) == (chess.KING, chess.PAWN)
    if not (there and kinds and _only_pawns(line.boards[0]) and other is not None) or _ours(line) < WON_CP:
        return False
    steps = _steps(line.after, pawn.square, line.us)
    if steps is None or not _runs(line.after, pawn.square, line.us) or _counter(line.after, not line.us) <= steps + 1:
        return False
    return not is_there(other, pawn, line.us) or not _runs(other, pawn.square, line.us)


def _steps(board: chess.Board, pawn: chess.Square, side: chess.Color) -> int | None:
    """The squares before a pawn up to its last rank; None if one is occupied."""
    step, square, found = (8 if side else -8), pawn, 0
    while 0 <= square + step <= 63:
        square += step
        found += 1
        if board.piece_at(square) is not None:
            return None
    return found


def _counter(board: chess.Board, side: chess.Color) -> int:
    """The squares that a side's fastest pawn with an empty file ahead has to go."""
    ways = [_steps(board, pawn, side) for pawn in board.pieces(chess.PAWN, side)]
    return min((way for way in ways if way is not None), default=99)


def _runs(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    """True if the pawn reaches the last rank by moving alone, and the other king, moving alone, never comes next to it in time.
    Pawns that could take it on its way stop it."""
    goal, home, step = (7 if side else 0), (1 if side else 6), (8 if side else -8)
    stoppers = board.pieces_mask(chess.PAWN, not side)

    @cache
    def wins(square: chess.Square, king: chess.Square, moves: bool, left: int) -> bool:
        if chess.square_rank(square) == goal:
            return moves or chess.square_distance(king, square) > 1
        if moves:
            ways = [square + step]
            if chess.square_rank(square) == home and king != square + step:
                ways.append(square + 2 * step)
            safe = [
                way
                for way in ways
                if way != king and not board.piece_type_at(way) and not chess.BB_PAWN_ATTACKS[side][way] & stoppers
            ]
            return left > 0 and any(wins(way, king, False, left - 1) for way in safe)
        if chess.square_distance(king, square) == 1:
            return False
        return all(wins(square, way, True, left) for way in [*chess.SquareSet(chess.BB_KING_ATTACKS[king]), king])

    return wins(pawn, board.king(not side) or 0, board.turn is side, MOST_STEPS)


@proves(Motif.KEY_SQUARE)
def key_square(line: ClaimReplay) -> bool:
    """One pawn alone is left, and its king gets to a square from which it wins whoever is to move; elsewhere it does not."""
    king, pawn = line.piece(0), line.piece(1)
    boards = _beside(line)
    named = king == ClaimPiece(chess.KING, line.move.to_square) and is_there(line.after, pawn, line.us)
    alone = pawn.kind == chess.PAWN and line.after.occupied.bit_count() == 3
    if not (named and alone) or _ours(line) < WON_CP or _is_key(line.before, line.us):
        return False
    return _is_key(line.after, line.us) and not any(_is_key(board, line.us) for board in boards)


def _is_key(board: chess.Board, side: chess.Color) -> bool:
    """True if the king of a single pawn is on a key square: two ranks ahead of it or, from its fifth rank on, also one. Those of
    a rook's pawn are on the seventh and eighth rank of the next file."""
    pawns = board.pieces(chess.PAWN, side)
    if board.occupied.bit_count() != 3 or len(pawns) != 1:
        return False
    view = board if side else board.mirror()
    pawn, king = next(iter(view.pieces(chess.PAWN, True))), view.king(True) or 0
    x, y, kx, ky = chess.square_file(pawn), chess.square_rank(pawn), chess.square_file(king), chess.square_rank(king)
    if x in (0, 7):
        return kx in (1, 6) and abs(kx - x) == 1 and ky >= 6
    return abs(kx - x) < 2 and (ky == y + 2 or (y >= 4 and ky == y + 1))


@proves(Motif.LAST_PAWN)
def last_pawn(line: ClaimReplay) -> bool:
    """The key move captures the other side's last pawn; a single knight or bishop is left to it. It keeps a pawn in the other
    line, and only there it wins."""
    piece, boards, them = line.piece(0), _beside(line), not line.us
    left = [one for one in line.after.piece_map().values() if one.color is them and one.piece_type != chess.KING]
    taken = line.before.piece_type_at(line.move.to_square) == chess.PAWN or line.before.is_en_passant(line.move)
    alone = [one.piece_type for one in left] in ([chess.KNIGHT], [chess.BISHOP]) and is_there(line.after, piece, them)
    return taken and alone and abs(_ours(line)) <= DRAWN_CP and bool(boards[-1].pieces(chess.PAWN, them))


@proves(Motif.WRONG_CORNER)
def wrong_corner(line: ClaimReplay) -> bool:
    """A bare king is on or beside the corner in which the other side's pawns, all on one outer file, promote; that side's only
    piece is a bishop of the other colour. In the other line the corner is not held so, and that side wins."""
    bishop, pawn, corner = (line.piece(number) for number in range(3))
    boards = _beside(line)
    held = _is_held(line.after, line.us, corner.square) and abs(_ours(line)) <= DRAWN_CP
    there = is_there(line.after, bishop, not line.us) and is_there(line.after, pawn, not line.us) and not corner.kind
    return held and there and not any(_is_held(board, line.us, corner.square) for board in boards)


def _is_held(board: chess.Board, side: chess.Color, corner: chess.Square) -> bool:
    theirs = [(square, one) for square, one in board.piece_map().items() if one.color is not side]
    own = sum(1 for one in board.piece_map().values() if one.color is side)
    king, bishops = board.king(side), [square for square, one in theirs if one.piece_type == chess.BISHOP]
    pawns = [square for square, one in theirs if one.piece_type == chess.PAWN]
    if own != 1 or king is None or len(bishops) != 1 or not pawns or len(theirs) != len(pawns) + 2:
        return False
    same = (sum(divmod(bishops[0], 8)) - sum(divmod(corner, 8))) % 2 == 0
    last = chess.square_rank(corner) == (0 if side else 7) and chess.square_file(corner) in (0, 7)
    on = all(chess.square_file(square) == chess.square_file(corner) for square in pawns)
    return last and on and not same and max(map(abs, _apart(king, corner))) <= 1


def _apart(one: chess.Square, two: chess.Square) -> tuple[int, int]:
    return one % 8 - two % 8, one // 8 - two // 8


@proves(Motif.SKEWERS_OFF)
def skewers_off(line: ClaimReplay) -> bool:
    """A bishop or rook checks along a line on which an equal piece follows the king; the king goes, that piece is taken, and the
    taker is taken back."""
    king, rear = line.piece(0), line.piece(1)
    _beside(line)
    end = line.claim.key + 4
    if len(line.moves) != end or not line.after.is_check() or king.kind != chess.KING or rear.kind == chess.PAWN:
        return False
    goes, takes, back = line.moves[end - 3 : end]
    checker = line.move.to_square
    front = line.after.king(not line.us) == king.square and is_there(line.after, rear, not line.us)
    lined = chess.BB_SQUARES[king.square] & chess.between(checker, rear.square)
    equal = VALUES[line.after.piece_type_at(checker) or chess.KING] == VALUES[rear.kind]
    done = goes.from_square == king.square and (takes.from_square, takes.to_square) == (checker, rear.square)
    return front and bool(lined) and equal and done and back.to_square == rear.square


@proves(Motif.CUTS_OFF)
def cuts_off(line: ClaimReplay) -> bool:
    """In a rook ending the moved rook's file lies between the other king and a passed pawn, and stays so for four plies. In the
    other line no rook of that side is between a king and that pawn."""
    rook, king, pawn = (line.piece(number) for number in range(3))
    boards = _beside(line)
    others = [
        one.piece_type for one in line.boards[0].piece_map().values() if one.piece_type not in (chess.PAWN, chess.KING)
    ]
    here = line.boards[line.claim.key + 1 :]
    kinds = (rook.kind, king.kind, pawn.kind) == (chess.ROOK, chess.KING, chess.PAWN)
    named = rook.square == line.move.to_square and line.after.king(not line.us) == king.square
    rookending = others == [chess.ROOK, chess.ROOK]
    if not (kinds and named and rookending and len(here) >= KEPT + 1) or _cuts(line.boards[0], pawn.square, line.us):
        return False
    stays = all(board.piece_at(rook.square) == chess.Piece(chess.ROOK, line.us) for board in here)
    return (
        stays
        and all(_cuts(board, pawn.square, line.us) for board in here)
        and not any(_cuts(board, pawn.square, line.us) for board in boards)
    )


def _cuts(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    """True if a rook's file of the side is strictly between the other king's and that of a passed pawn."""
    owner = board.color_at(pawn)
    if board.piece_type_at(pawn) != chess.PAWN or owner is None:
        return False
    if (pawn // 8 if owner else 7 - pawn // 8) < (3 if owner is side else 4):
        return False
    ahead = [rank for rank in range(8) if (rank > pawn // 8) is owner and rank != pawn // 8]
    guards = {chess.square(file, rank) for file in range(pawn % 8 - 1, pawn % 8 + 2) if 0 <= file < 8 for rank in ahead}
    if any(board.piece_at(square) == chess.Piece(chess.PAWN, not owner) for square in guards):
        return False
    king = (board.king(not side) or 0) % 8
    files = [square % 8 for square in board.pieces(chess.ROOK, side)]
    return any(min(king, pawn % 8) < file < max(king, pawn % 8) for file in files)
