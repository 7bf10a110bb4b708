"""Tests of attacks on a king: checks that drive it out, castling lost, its bishop exchanged, an open file, a pawn storm."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, Refused, is_there, played
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

LATEST = 7  # plies
FAR = 2  # squares
STAYS = 2  # plies
EARLY = 12  # moves


def _beside(line: ClaimReplay) -> list[chess.Board]:
    """The positions of the other line from its first move on. :raises Refused: there is none, or the claim is of another kind."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if not moves or moves[0] == line.moves[0]:
        raise Refused("no line to compare with")
    if line.claim.role not in (ClaimRole.ALLOWS, ClaimRole.MISSES) or line.claim.key > LATEST:
        raise Refused("the attack comes too late")
    if line.us is (line.boards[0].turn if line.claim.role is ClaimRole.ALLOWS else not line.boards[0].turn):
        raise Refused("the attack is the wrong side's")
    if not line.boards[0].pieces(chess.QUEEN, line.us):
        raise Refused("an attack needs a queen")
    return boards[1:]


def _rank_inside(square: chess.Square) -> int:
    return min(square // 8, 7 - square // 8)


@proves(Motif.DRIVEN_OUT)
def driven_out(line: ClaimReplay) -> bool:
    """From the key move on we give check with each move, twice at least; by the end the king is at the named square, two squares
    and two ranks farther from the edge, with our queen on the board. In the other line it does not get so far."""
    king, goal, others, key = line.piece(0), line.piece(1), _beside(line), line.claim.key
    checks = [line.boards[at + 1].is_check() for at in range(key, len(line.moves), 2)]
    if king != ClaimPiece(chess.KING, line.before.king(not line.us) or 0) or goal.kind or line.end.turn is not line.us:
        return False
    there = line.end.king(not line.us) == goal.square and bool(line.end.pieces(chess.QUEEN, line.us))
    out = chess.square_distance(king.square, goal.square) >= FAR
    deeper = _rank_inside(goal.square) >= _rank_inside(king.square) + FAR
    stays = all(_rank_inside(board.king(not line.us) or 0) < _rank_inside(goal.square) for board in others)
    return len(checks) >= 2 and all(checks) and there and out and deeper and stays


@proves(Motif.CASTLING_LOST)
def castling_lost(line: ClaimReplay) -> bool:
    """The king could still castle at some time, is in check after the key move, and moves; early, or with our queen on the board.
    In the other line it castles."""
    king, others, them = line.piece(0), _beside(line), not line.us
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    castled = any(board.turn is them and board.is_castling(move) for board, move in zip(boards, moves, strict=False))
    named = king.kind == chess.KING and line.after.king(them) == king.square and line.after.is_check()
    answer = line.answer()
    walks = answer.from_square == king.square and line.after.has_castling_rights(them)
    danger = line.boards[0].fullmove_number <= EARLY or bool(line.end.pieces(chess.QUEEN, line.us))
    lost = not line.end.has_castling_rights(them) and danger
    return bool(others) and castled and named and walks and lost and len(line.moves) == line.claim.key + 2


@proves(Motif.GUARD_EXCHANGED)
def guard_exchanged(line: ClaimReplay) -> bool:
    """A bishop on its knight's second square beside its castled king is taken by a minor piece, which is retaken. In the other
    line it is there for as long."""
    bishop, king, others, them = line.piece(0), line.piece(1), _beside(line), not line.us
    home = (
        (chess.B1, chess.G1, chess.A1, chess.C1, chess.H1)
        if them
        else (chess.B8, chess.G8, chess.A8, chess.C8, chess.H8)
    )
    place = bishop.square in ((chess.B2, chess.G2) if them else (chess.B7, chess.G7))
    named = (
        bishop.kind == chess.BISHOP and is_there(line.before, bishop, them) and line.before.king(them) == king.square
    )
    by = line.before.piece_type_at(line.move.from_square) in (chess.KNIGHT, chess.BISHOP)
    taken = line.move.to_square == bishop.square == line.answer().to_square
    near = king.square in home and chess.square_distance(king.square, bishop.square) == 1
    stays = all(is_there(board, bishop, them) for board in (line.boards[0], *others[: line.claim.key + STAYS]))
    return place and named and by and taken and near and stays and king.kind == chess.KING


@proves(Motif.FILE_AT_KING)
def file_at_king(line: ClaimReplay) -> bool:
    """Our rook is on a file without pawns on which the other king is, or next to it, for two plies; the other side has no heavy
    piece there. At the beginning and in the other line no rook of ours has that file so."""
    rook, king, others = line.piece(0), line.piece(1), _beside(line)
    here, file = line.boards[line.claim.key + 1 :], rook.square % 8
    if line.before.is_capture(line.move) and line.move.to_square == rook.square:
        return False
    named = (rook.kind, king.kind) == (chess.ROOK, chess.KING) and line.after.king(not line.us) == king.square
    holds = all(is_there(board, rook, line.us) and _has_file(board, file, line.us) for board in here)
    return (
        named
        and len(here) > STAYS
        and holds
        and not any(_has_file(board, file, line.us) for board in (line.boards[0], *others))
    )


def _has_file(board: chess.Board, file: int, side: chess.Color) -> bool:
    """True if a rook of the side is on the file, which has no pawn and no heavy piece of the other, at or beside its king."""
    king = board.king(not side)
    if (
        king is None
        or king // 8 != (7 if side else 0)
        or abs(king % 8 - file) > 1
        or not board.pieces(chess.QUEEN, side)
    ):
        return False
    on = [one for square, one in board.piece_map().items() if square % 8 == file]
    blocked = any(one.piece_type == chess.PAWN or (one.color is not side and one.piece_type in (4, 5)) for one in on)
    return not blocked and chess.Piece(chess.ROOK, side) in on


@proves(Motif.STORM)
def storm(line: ClaimReplay) -> bool:
    """A pawn moves up to attack a pawn that is one or two ranks in front of the castled king and at most one file from it. It is
    not taken, and our own king is on the other wing. Before, and in the other line, no pawn attacks that pawn."""
    pawn, target, king, others = line.piece(0), line.piece(1), line.piece(2), _beside(line)
    them = not line.us
    kinds = (pawn.kind, target.kind, king.kind) == (chess.PAWN, chess.PAWN, chess.KING)
    there = is_there(line.after, target, them) and line.after.king(them) == king.square == line.boards[0].king(them)
    moved = pawn.square == line.move.to_square and not line.before.is_capture(line.move)
    shelter = abs(target.square % 8 - king.square % 8) <= 1 and 1 <= abs(target.square // 8 - king.square // 8) <= 2
    castled = king.square // 8 == (0 if them else 7) and king.square % 8 not in (3, 4)
    away = abs((line.before.king(line.us) or 0) % 8 - king.square % 8) > 2
    hits = _hit_by_pawn(line.after, target.square, line.us) and target.square in line.after.attacks(pawn.square)
    if len(line.moves) > line.claim.key + 1 and line.answer().to_square == pawn.square:
        return False
    fresh = not any(_hit_by_pawn(board, target.square, line.us) for board in (line.before, *others))
    return kinds and there and moved and shelter and castled and away and hits and fresh


def _hit_by_pawn(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    return any(board.piece_type_at(one) == chess.PAWN for one in board.attackers(side, square))
