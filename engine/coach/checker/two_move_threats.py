"""Tests of the threats of two moves, proved against every reply."""

from __future__ import annotations

import chess

from engine.coach.checker.mates import is_forced
from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, material, passing, pending
from engine.coach.claims import Motif

LEAST_WON = 2  # pawns


@proves(Motif.THREATENS_BLOW)
def blow(line: ClaimReplay) -> bool:
    """If the opponent passed, the named move would win two pawns against every reply, and no single capture would; it did not
    win them before."""
    board = passing(line.after)
    move = _named_move(line, board)
    if move is None or pending(board.copy(stack=False)) >= LEAST_WON or not wins(board, move, LEAST_WON):
        return False
    return not (line.before.is_legal(move) and wins(line.before, move, LEAST_WON))


@proves(Motif.THREATENS_FORK)
def fork(line: ClaimReplay) -> bool:
    """The test of `blow`, for a move that attacks the other pieces named, at least two."""
    board = passing(line.after)
    move, hit = _named_move(line, board), line.claim.pieces[2:]
    if move is None or len(hit) < 2 or len(set(hit)) < len(hit):
        return False
    after = board.copy(stack=False)
    after.push(move)
    attacked = after.attacks(move.to_square)
    return blow(line) and all(is_there(after, piece, not line.us) and piece.square in attacked for piece in hit)


@proves(Motif.THREATENS_MATE_IN_TWO)
def mate_in_two(line: ClaimReplay) -> bool:
    """If the opponent passed, mate in at most two moves would be forced; it was not before the move."""
    if line.before.is_check() or line.claim.pieces:
        return False
    return is_forced(passing(line.after), 2) and not is_forced(line.before.copy(stack=False), 2)


def _named_move(line: ClaimReplay, board: chess.Board) -> chess.Move | None:
    """The move of the first piece to the square of the second; None if it is not legal."""
    ours, there = line.piece(0), line.piece(1)
    move = chess.Move(ours.square, there.square)
    named = is_there(board, ours, line.us) and board.piece_type_at(there.square) == (there.kind or None)
    return move if named and board.is_legal(move) else None


def wins(board: chess.Board, move: chess.Move, least: int) -> bool:
    """True if a move wins at least `least` pawns after each legal reply, by captures alone."""
    us, before = board.turn, material(board, board.turn)
    after = board.copy(stack=False)
    after.push(move)
    for answer in list(after.legal_moves):
        answered = after.copy(stack=False)
        answered.push(answer)
        if answered.is_check() or material(answered, us) - before + pending(answered) < least:
            return False
    return any(after.legal_moves)
