"""The entry of the checker: `refusal` returns why a claim is false."""

from __future__ import annotations

from collections import Counter

import chess

from engine.coach.checker import (
    answers,
    chances,
    endings,
    events,
    king_attack,
    lasting_changes,
    line_comparison,
    mates,
    plans,
    purposes,
    quiet,
    source_claims,
    tactics,
    tempo,
    threats,
    why_better,
)
from engine.coach.checker.registry import TESTS, proves
from engine.coach.checker.replay import ClaimReplay, Refused, material, pending, played, swap
from engine.coach.claims import Claim, ClaimRole, Motif
from engine.coach.sources import NO_SOURCES, Sources

MODULES = (
    answers,
    chances,
    endings,
    events,
    king_attack,
    lasting_changes,
    line_comparison,
    mates,
    plans,
    purposes,
    quiet,
    source_claims,
    tactics,
    tempo,
    threats,
    why_better,
)
"""The modules of tests, which enter themselves in TESTS."""

LEAST_CHECKS = 3
DRAWN_CP = 30


def refusal(claim: Claim, sources: Sources = NO_SOURCES) -> str:
    """The reason why a claim is not proved by its line or confirmed by its source; "" if it is true."""
    try:
        line = ClaimReplay(claim, sources)
        _check_result(line)
        if not TESTS[claim.motif](line):
            return f"{claim.motif.value}: not shown by the line"
    except Refused as refused:
        return f"{claim.motif.value}: {refused}"
    return ""


def _check_result(line: ClaimReplay) -> None:
    claim = line.claim
    if (claim.role is ClaimRole.PEOPLE) is not (claim.motif in (Motif.FEW_FIND, Motif.MOST_PLAY)):
        raise Refused("the role does not fit the motif")
    if claim.threat:
        _check_threat(line)
    if claim.mate:
        _check_mate(line)
    if claim.balance.won or claim.balance.lost:
        found = _changes(line, _begin(line))
        if Counter(claim.balance.won) != found[0] or Counter(claim.balance.lost) != found[1]:
            raise Refused("the pieces won and lost are different")
        if claim.balance.pawns < 1:
            raise Refused("nothing is won")
        end = line.end
        if end.is_check() and not end.is_checkmate():
            raise Refused("the line ends in check")
        if pending(end.copy(stack=False)) >= 1:
            raise Refused("captures are pending")
    if claim.role in (ClaimRole.ALLOWS, ClaimRole.MISSES) and _worth(line, claim) <= 0:
        raise Refused("the scores do not confirm it")


def _worth(line: ClaimReplay, claim: Claim) -> int:
    """The mover's loss by the scores, in centipawns."""
    white = line.boards[0].turn
    return claim.before.worth(white) - claim.after.worth(white)


def _check_threat(line: ClaimReplay) -> None:
    """The threat wins something, and its first move did not win as much a move earlier."""
    claim, first = line.claim, line.moves[len(line.claim.line) + 1]
    if not (claim.mate or claim.balance.won):
        raise Refused("the threat wins nothing")
    before = line.boards[len(claim.line) - 1]
    if claim.mate:
        if claim.mate <= mates.MOST_PROVED and mates.is_forced(before.copy(stack=False), claim.mate):
            raise Refused("the mate was there before")
        return
    if before.is_legal(first):
        after = before.copy(stack=False)
        after.push(first)
        taken = material(after, line.us) - material(before, line.us)
        if taken - swap(after, first.to_square) >= claim.balance.pawns:
            raise Refused("the capture was there before")


def _check_mate(line: ClaimReplay) -> None:
    start = 1 if line.claim.role is ClaimRole.ALLOWS else 0
    if line.claim.threat:
        start = len(line.claim.line) + 1
    if not line.end.is_checkmate() or line.end.turn is line.us:
        raise Refused("the line does not end in mate")
    if (len(line.moves) - start + 1) // 2 != line.claim.mate:
        raise Refused("the mate takes another number of moves")
    if line.claim.mate <= mates.MOST_PROVED and not mates.is_forced(
        line.boards[start].copy(stack=False), line.claim.mate
    ):
        raise Refused("there is a defence")


def _begin(line: ClaimReplay) -> chess.Board:
    """The position from which material is counted: the start, or after the first move if the other line captures the same
    piece."""
    claim = line.claim
    if claim.threat:
        return line.boards[len(claim.line) + 1]
    if not claim.other or claim.motif is Motif.LEAVES:
        return line.boards[0]
    _boards, others = played(claim.fen, claim.other[:1], claim.chess960)
    square = others[0].to_square
    taken = line.boards[0].piece_at(square)
    same = line.moves[0].to_square == square and others[0] != line.moves[0]
    if (
        not same
        or taken is None
        or taken.color is line.boards[0].turn
        or (claim.role is ClaimRole.ALLOWS and claim.key % 2 == 0)
    ):
        raise Refused("the other move does not capture the same piece")
    return line.boards[1]


def _changes(line: ClaimReplay, begin: chess.Board) -> tuple[Counter[int], Counter[int]]:
    """The pieces that the line wins and loses, counted by type; a bishop cancels a knight."""
    change = {
        piece: _lead(line.end, line.us, piece) - _lead(begin, line.us, piece)
        for piece in (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    }
    while change[chess.KNIGHT] * change[chess.BISHOP] < 0:
        step = 1 if change[chess.KNIGHT] < 0 else -1
        change[chess.KNIGHT] += step
        change[chess.BISHOP] -= step
    won = Counter({piece: number for piece, number in change.items() if number > 0})
    lost = Counter({piece: -number for piece, number in change.items() if number < 0})
    return won, lost


def _lead(board: chess.Board, side: chess.Color, piece: chess.PieceType) -> int:
    return len(board.pieces(piece, side)) - len(board.pieces(piece, not side))


@proves(Motif.STALEMATE)
def _stalemate(line: ClaimReplay) -> bool:
    return line.end.is_stalemate() and _is_drawn(line)


@proves(Motif.REPETITION)
def _repetition(line: ClaimReplay) -> bool:
    seen = [board.epd() for board in line.boards]
    return seen[-1] in (*line.sources.earlier, *seen[:-1]) and _is_drawn(line)


@proves(Motif.PERPETUAL)
def _perpetual(line: ClaimReplay) -> bool:
    first = 1 if line.claim.role is ClaimRole.ALLOWS else 0
    checks = [line.boards[index + 1].is_check() for index in range(first, len(line.moves), 2)]
    return len(checks) >= LEAST_CHECKS and all(checks) and _is_drawn(line)


def _is_drawn(line: ClaimReplay) -> bool:
    score = line.claim.after if line.claim.role is ClaimRole.ALLOWS else line.claim.before
    return abs(score.worth(white=True)) <= DRAWN_CP


@proves(Motif.MATERIAL)
def _material(line: ClaimReplay) -> bool:
    """The key move wins something with the captures on its square; a recapture that the line leaves out would not win it back."""
    if line.claim.balance.pawns < 1 or line.exchanged() < 1:
        return False
    follows = line.claim.key + 1 < len(line.moves) and line.moves[line.claim.key + 1].to_square == line.move.to_square
    taken = material(line.after, line.us) - material(line.before, line.us)
    return follows or line.after.is_check() or taken - swap(line.after.copy(stack=False), line.move.to_square) >= 1


@proves(Motif.MATE)
def _mate(line: ClaimReplay) -> bool:
    return line.claim.mate > 0


@proves(Motif.SLIPS)
def _slips(line: ClaimReplay) -> bool:
    if line.claim.role is ClaimRole.ALLOWS:
        return len(line.moves) == 2
    return len(line.claim.other) > 0 and line.claim.other[0] != line.claim.line[0]
