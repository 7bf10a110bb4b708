"""Tests of lost time: a piece goes back where it came from, a king may not castle."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, is_there, passing, played
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

LATEST = 4  # plies


@proves(Motif.GOES_BACK)
def goes_back(line: ClaimReplay) -> bool:
    """The moved piece returns to its square by its next move; neither move captures, and the other move is of another piece."""
    piece, first, key = line.piece(0), line.moves[0], line.claim.key
    boards, moves = played(line.claim.fen, line.claim.other[:1], line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or key % 2 or not 0 < key <= LATEST or not moves:
        return False
    rests = all(line.moves[at].from_square != first.to_square for at in range(2, key, 2))
    back = (line.move.from_square, line.move.to_square) == (first.to_square, first.from_square)
    quiet = not boards[0].is_capture(first) and not line.before.is_capture(line.move)
    mover = boards[0].turn
    named = piece.square == first.from_square and all(
        is_there(board, piece, mover) for board in (boards[0], line.after)
    )
    return rests and back and quiet and named and moves[0].from_square != first.from_square


@proves(Motif.TWICE)
def moves_twice(line: ClaimReplay) -> bool:
    """In the opening the moved knight, bishop or queen moves again within three moves, without a capture and not out of a check.
    The other line does not move it."""
    piece, first, key = line.piece(0), line.moves[0], line.claim.key
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or key not in (2, 4) or len(moves) != 5:
        return False
    officer = piece.kind in (chess.KNIGHT, chess.BISHOP, chess.QUEEN) and boards[0].fullmove_number <= 10
    rests = all(line.moves[at].from_square != first.to_square for at in range(2, key, 2))
    again = line.move.from_square == first.to_square and piece.square == line.move.to_square
    quiet = not boards[0].is_capture(first) and not line.before.is_capture(line.move) and not line.before.is_check()
    stays = all(moves[at].from_square != first.from_square for at in (0, 2, 4))
    return officer and rests and again and quiet and stays and is_there(line.after, piece, boards[0].turn)


@proves(Motif.IN_THE_CENTRE)
def in_the_centre(line: ClaimReplay) -> bool:
    """The other line castles. Before the key move the king could have castled next, after it it cannot, and gives up no right."""
    king, side = line.piece(0), not line.us
    boards, moves = played(line.claim.fen, line.claim.other, line.claim.chess960)
    if line.claim.role is not ClaimRole.ALLOWS or not moves or not boards[-2].is_castling(moves[-1]):
        return False
    if line.after.is_check() or king != ClaimPiece(chess.KING, line.after.king(side) or 0):
        return False
    could = any(passing(line.before).generate_castling_moves())
    return could and line.after.has_castling_rights(side) and not any(line.after.generate_castling_moves())
