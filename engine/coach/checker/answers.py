"""Tests of answers: one that comes too late, one that the played move takes away."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, material, pending, played
from engine.coach.claims import ClaimRole, Motif

LEAST_WORSE = 2  # pawns


@proves(Motif.CHANCE_GONE)
def chance_gone(line: ClaimReplay) -> bool:
    """The line continues with the other move and an answer that loses nothing. If the other move comes at once, that answer is
    illegal, or made by another piece, or captures cost more."""
    boards, moves = played(line.claim.fen, line.claim.other[:1], line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or line.claim.key != 1 or len(line.moves) != 4 or not moves:
        return False
    start = moves[0].from_square
    same = line.moves[2] == moves[0] and line.boards[0].piece_at(start) == line.boards[2].piece_at(start)
    return same and _is_new(line.boards[3], line.moves[3], boards[1])


@proves(Motif.ANSWER_GONE)
def answer_gone(line: ClaimReplay) -> bool:
    """The reply follows both moves, and after the other one it has an answer that loses nothing. After the played one that is
    illegal, or made by another piece, or captures cost more."""
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or (len(line.moves), len(moves)) != (2, 3):
        return False
    reply, first = moves[1], line.boards[1]
    same = reply == line.moves[1] and moves[2] != line.moves[0] and moves[0] != line.moves[0]
    alike = all(first.piece_at(square) == boards[1].piece_at(square) for square in (reply.from_square, reply.to_square))
    if moves[2].to_square == reply.to_square:
        backs = [move for move in line.boards[2].legal_moves if move.to_square == reply.to_square]
        if any(kept(line.boards[2], move) >= 0 for move in backs):
            return False  # another piece takes it as well
    return same and alike and _is_new(boards[2], moves[2], line.boards[2])


def _is_new(board: chess.Board, move: chess.Move, other: chess.Board) -> bool:
    """True if a move loses nothing by captures in a position, and is illegal or loses more in the other one."""
    won = kept(board, move)
    if won < 0:
        return False
    if not other.is_legal(move) or board.piece_at(move.from_square) != other.piece_at(move.from_square):
        return True
    return not other.gives_check(move) and kept(other, move) <= won - LEAST_WORSE


def kept(board: chess.Board, move: chess.Move) -> int:
    """The side's gain by a move, less what captures then cost it."""
    after = board.copy(stack=False)
    after.push(move)
    return material(after, board.turn) - material(board, board.turn) - pending(after)
