"""Tests of what a better move does: queens stay on the board, a pawn break."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, played
from engine.coach.claims import ClaimRole, Motif

QUEENS_STAY = 6  # plies
QUEENS_GO = 4


@proves(Motif.KEEPS_QUEENS)
def keeps_queens(line: ClaimReplay) -> bool:
    """Both queens are on the board in the whole line, and by the end of the other line neither is."""
    boards, _moves = played(line.claim.fen, line.claim.other[:QUEENS_GO], line.claim.chess960)
    both = all(board.pieces(chess.QUEEN, side) for board in line.boards for side in chess.COLORS)
    return line.claim.role is ClaimRole.WORKS and len(line.moves) >= QUEENS_STAY and both and not boards[-1].queens


@proves(Motif.PAWN_BREAK)
def pawn_break(line: ClaimReplay) -> bool:
    """The moved pawn, which captures nothing, newly attacks the other one; the line ends when one of them captures the other."""
    pawn, target, last = line.piece(0), line.piece(1), line.moves[-1]
    named = is_there(line.after, pawn, line.us) and is_there(line.after, target, not line.us)
    pawns = pawn.kind == target.kind == chess.PAWN and line.move.to_square == pawn.square
    calm = line.claim.key == 0 and not line.before.is_capture(line.move) and not line.move.promotion
    fresh = target.square in line.after.attacks(pawn.square)
    fresh = fresh and target.square not in line.before.attacks(line.move.from_square)
    met = {last.from_square, last.to_square} == {pawn.square, target.square}
    return line.claim.role is ClaimRole.WORKS and named and pawns and calm and fresh and met
