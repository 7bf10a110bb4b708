"""Claims of what a line threatens with its first move that gives no check, from a search after a pass of the other side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import chess

from engine.coach.claims import Balance, Claim, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, exchange
from engine.coach.line import FoundMotif, MotifLine
from engine.coach.mistake import LONGEST, Mistake
from engine.coach.quiet_cut import settled
from engine.coach.tactics import mates_shown, shown
from engine.coach.threats import FORCING, threats
from engine.coach.winning import claim_of

LATEST_PLAN = 1  # move after the first
FARTHEST = 2  # plies of a threat within which its motif is shown
MOST_MATE = 5  # moves: a longer one after a pass proves little
ENOUGH_AT_ONCE = 5  # pawns: what more a first capture wins later is not the point
PIECE = 3  # pawns
LEAST_STRONG = 3  # pawns that a threat wins without a motif
_PLAIN = (Motif.MATERIAL, Motif.ATTACKS)
_UNFIT = (
    Motif.FREE_PIECE,
    Motif.QUIET,
    Motif.SACRIFICE,
    Motif.EXPOSED_KING,
    Motif.HANGING,
    Motif.INTERFERENCE,
    Motif.DESPERADO,
    Motif.X_RAY,
)
"""Too little, of a first move, or too much for what can be parried."""
_MOST_MOVES = 3  # of the side that profits, all checks but the last


def before_pass(line: MotifLine) -> int:
    """The number of moves up to the first of ours that gives no check; 0 if the line does not begin so."""
    for step in line.steps[:_MOST_MOVES]:
        if not step.after.is_check():
            return step.index + 1
    return 0


def after_pass(line: MotifLine) -> chess.Board | None:
    """The position in which the other side has passed after these moves."""
    at = before_pass(line)
    if not at:
        return None
    after = line.boards[at].copy(stack=False)
    after.push(chess.Move.null())
    return after


def threatened(mistake: Mistake) -> Iterator[Claim]:
    """The threats of the reply, then those of the better move."""
    met = mistake.reply[1:2] == mistake.best[:1]  # the better move is still there, and meets the threat
    if mistake.reply_threat and not met and mistake.reply[:1] != mistake.best[1:2]:  # else both allow the reply
        yield from _claims(mistake, ClaimRole.ALLOWS, mistake.played, mistake.reply_threat)
    if mistake.best_threat:
        yield from _claims(mistake, ClaimRole.MISSES, mistake.better, mistake.best_threat)


def planned(mistake: Mistake) -> Iterator[Claim]:
    """The threats of the next moves of the piece that makes the first move of a line: what that move prepares."""
    for role, line in ((ClaimRole.ALLOWS, mistake.played), (ClaimRole.MISSES, mistake.better)):
        if not line.steps:
            continue
        at = line.steps[0].move.to_square
        for number, step in [*enumerate(line.steps)][1 : LATEST_PLAN + 1]:
            if step.move.from_square != at or (step.previous and step.previous.to_square == at):
                continue
            at = step.move.to_square
            first = int(role is ClaimRole.MISSES)
            found = (
                claim_of(mistake, role, line, what, first) for what in threats(line, number) if what.motif in FORCING
            )
            yield from (replace(claim, balance=Balance(), mate=0) for claim in found)


def _claims(mistake: Mistake, role: ClaimRole, line: MotifLine, threat: tuple[str, ...]) -> Iterator[Claim]:
    at, passed = before_pass(line), after_pass(line)
    if passed is None:
        return
    course = MotifLine.from_here(passed.fen(), threat[:LONGEST], mistake.chess960)
    found: list[Claim] = []
    if course.end.is_checkmate() and course.end.turn is not course.us:
        found += [claim_of(mistake, role, course, what, 1) for what in mates_shown(course)]
    cut, gain = settled(course), _first_gain(course)
    at_once_only = cut is not None and gain is not None and cut.gains[-1] >= gain.gains[-1]
    cut = gain if at_once_only else cut
    while cut is not None:
        won = cut.gains[-1] - cut.gains[0]
        at_once = cut.steps[0].captured and exchange(cut.boards[1], cut.moves[1]) >= min(
            won - 1, ENOUGH_AT_ONCE
        )  # what comes later is not the point
        found += [claim_of(mistake, role, cut, what, 1) for what in shown(cut) if not at_once or _is_first(what)]
        cut = None if at_once_only else settled(course, len(cut.moves))
    first = int(role is ClaimRole.MISSES)
    told = tuple(board.uci(move) for board, move in zip(line.boards[first:at], line.moves[first:at], strict=False))
    answer, move = line.moves[at : at + 1], course.moves[1]
    captured = line.boards[at - 1].is_capture(line.moves[at - 1])  # that is the point, not what could be next
    back = bool(answer) and answer[0].to_square == line.moves[at - 1].to_square
    if back and (captured or answer[0].to_square == move.from_square):
        return  # a piece that is captured at once threatens nothing
    if role is ClaimRole.ALLOWS and _was_there(line.boards[0], passed, move):
        return
    forcing = passed.is_capture(move) or passed.gives_check(move) or bool(move.promotion)
    for claim in found:
        if claim.mate > MOST_MATE or (claim.key > FARTHEST and claim.motif is not Motif.MATERIAL and not claim.mate):
            continue
        plain = claim.motif in _PLAIN and not claim.mate
        if plain and first and _gets_away(line, at, move):
            continue  # that does not say why the move is better
        if plain and not forcing and claim.balance.pawns < LEAST_STRONG:
            continue
        if claim.motif not in _UNFIT and not (plain and (captured or _is_offer(passed, move))):
            yield replace(claim, line=told, threat=claim.line, key=claim.key + len(told) + 1)


def _first_gain(course: MotifLine) -> MotifLine | None:
    """The threat up to the first quiet position, if its first move is a capture that wins a piece, perhaps for a pawn: what else
    the other side would lose by waiting is not the point."""
    taken = course.steps[0].captured if len(course.moves) > 1 else None
    if taken is None or WORTH[taken] < PIECE or exchange(course.boards[1], course.moves[1]) < PIECE - 1:
        return None
    ends = (at for at in range(2, len(course.boards)) if course.quiet[at] and course.gains[at] > course.gains[0])
    end = next(ends, None)
    return MotifLine(course.boards[: end + 1], course.moves[:end]) if end is not None else None


def _was_there(root: chess.Board, passed: chess.Board, capture: chess.Move) -> bool:
    """True if before the played move the opponent could already capture the same piece on its square with profit."""
    if root.is_check() or not passed.is_capture(capture):
        return False
    before = root.copy(stack=False)
    before.push(chess.Move.null())
    ends = capture.from_square, capture.to_square
    same = all(before.piece_at(square) == passed.piece_at(square) for square in ends)
    return same and before.is_legal(capture) and exchange(before, capture) > 0


def _gets_away(line: MotifLine, at: int, capture: chess.Move) -> bool:
    """True if the threatened piece moves away by the answer, captures nothing, and is not captured on its new square."""
    if at >= len(line.moves) or line.boards[at].is_capture(line.moves[at]):
        return False
    answer, later = line.moves[at], line.moves[at + 1 :: 2]
    return answer.from_square == capture.to_square and answer.to_square not in [one.to_square for one in later]


def _is_first(what: FoundMotif) -> bool:
    """True for a capture by the first move, without a motif."""
    return what.key == 1 and what.motif is Motif.MATERIAL


def is_plain(claim: Claim) -> bool:
    """True if a threat is a simple capture, or wins little: then a motif that the board shows says more."""
    simple = claim.key == len(claim.line) + 1 or claim.balance.pawns < LEAST_STRONG
    return claim.motif in _PLAIN and not claim.mate and simple


def _is_offer(board: chess.Board, move: chess.Move) -> bool:
    """True if the threatened piece could capture the piece that threatens it as well, and is of the same kind."""
    start, end = move.from_square, move.to_square
    return board.piece_type_at(start) == board.piece_type_at(end) and start in board.attacks(end)
