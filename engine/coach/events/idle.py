"""Whether what a claim names costs the other side nothing: an attack that gains nothing, a capture that is paid back at once."""

from __future__ import annotations

import chess

from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, exchange
from engine.coach.line import MotifLine
from engine.coach.mistake import Mistake

_ATTACKS = (Motif.HITS, Motif.THREATENS, Motif.TEMPO, Motif.MOVES_AGAIN, Motif.DEVELOPS_TEMPO, Motif.DRIVES_BACK)
_DOUBLE = (Motif.THREATENS_BOTH, Motif.THREATENS_TOO, Motif.DRIVES_OFF, Motif.PRESSES_PIN)
_OF_GUARDS = (Motif.LEFT_LOOSE,)
"""Attacks on the second piece that they name."""
_TRAPS = (Motif.NO_WAY_OUT, Motif.TRAPPED)
_CAPTURES = (Motif.HANGING, Motif.TAKES)
LATE = 2  # plies, after which an attack must lead to a capture
FOLLOWED = 3  # plies after an attack within which the line would show it
LEAST_TAKEN = 3  # pawns


def is_idle(mistake: Mistake, claim: Claim) -> bool:
    """True if what the claim names costs nothing: the attacked piece goes away with a gain, a pawn attacked later is not taken, a
    piece without a safe square had none before, what is taken is won back at once, or a threat wins less than it takes."""
    if claim.mate:
        return False
    if claim.threat:
        return claim.motif is Motif.MATERIAL and _takes_more(claim)
    line, at = (mistake.played, claim.key) if claim.role is ClaimRole.ALLOWS else (mistake.better, claim.key + 1)
    if claim.role not in (ClaimRole.ALLOWS, ClaimRole.MISSES) or at + 1 >= len(line.boards):
        return False
    if claim.motif in _TRAPS:
        return claim.role is ClaimRole.ALLOWS and _was_trapped(mistake, claim)
    if claim.balance.won:
        return False
    if claim.motif in (*_ATTACKS, *_OF_GUARDS) and claim.pieces:
        return _leads_nowhere(line, at, claim.pieces[claim.motif in _OF_GUARDS].square, claim.role)
    return claim.motif in _CAPTURES and claim.role is ClaimRole.ALLOWS and _is_paid_back(line, at)


def is_late(mistake: Mistake, claim: Claim) -> bool:
    """True if a later move than the reply attacks something that is not captured: said only if nothing else is known."""
    line, at = mistake.played, claim.key
    attacks = claim.motif in (*_ATTACKS, *_DOUBLE, *_OF_GUARDS) and claim.motif is not Motif.DRIVES_BACK
    if claim.role is not ClaimRole.ALLOWS or not attacks or claim.balance.won or claim.threat or claim.mate:
        return False
    return at > LATE and len(line.moves) > at + FOLLOWED and not _takes_any(line, at, claim)


def _takes_any(line: MotifLine, at: int, claim: Claim) -> bool:
    """True if the line captures one of the named pieces after the attack."""
    return bool({piece.square for piece in claim.pieces} & {move.to_square for move in line.moves[at + 2 :: 2]})


def _leads_nowhere(line: MotifLine, at: int, target: chess.Square, role: ClaimRole) -> bool:
    """True if the attacked piece then captures with profit, or could capture the attacker, or is a pawn that is attacked late, or
    missed, and never taken."""
    answer, board = line.moves[at + 1 : at + 2], line.boards[at + 1]
    back = chess.Move(target, line.moves[at].to_square)
    if board.is_legal(back) and exchange(board, back) > 0:
        return True
    if answer and answer[0].from_square == target and board.is_capture(answer[0]) and exchange(board, answer[0]) > 0:
        return True
    pawn = board.piece_type_at(target) == chess.PAWN and (at > LATE or role is ClaimRole.MISSES)
    return pawn and target not in [move.to_square for move in line.moves[at + 2 :: 2]]


def _was_trapped(mistake: Mistake, claim: Claim) -> bool:
    """True if the named piece is where it was before the mistake, every move of it lost it there too, and the better move is of
    another one."""
    root, square = mistake.played.boards[0], claim.pieces[0].square
    there = all(board.piece_at(square) == root.piece_at(square) for board in mistake.played.boards[: claim.key + 1])
    if not there or root.color_at(square) is not mistake.white or root.is_check() or len(mistake.better.moves) < 2:
        return False
    if mistake.better.moves[1].from_square == square:
        return False
    ways = [*root.generate_legal_moves(from_mask=chess.BB_SQUARES[square])]
    return bool(ways) and all(exchange(root, move) < 0 for move in ways)


def _is_paid_back(line: MotifLine, at: int) -> bool:
    """True if the answer to a capture takes as much for good, on another square."""
    if at + 1 >= len(line.moves):
        return False
    taken = line.gains[at + 1] - line.gains[at]
    board, answer = line.boards[at + 1], line.moves[at + 1]
    return LEAST_TAKEN <= taken <= exchange(board, answer) and answer.to_square != line.moves[at].to_square


def _takes_more(claim: Claim) -> bool:
    """True if the key move of a threat captures a piece, but that piece is not won by the end, since as much is given for it."""
    board = chess.Board(claim.fen, chess960=claim.chess960)
    for text in claim.whole[: claim.key]:
        board.push_uci(text)
    kind = board.piece_type_at(chess.Move.from_uci(claim.whole[claim.key]).to_square)
    won = [WORTH[piece] for piece in claim.balance.won]
    return kind is not None and WORTH[kind] >= LEAST_TAKEN and WORTH[kind] not in won
