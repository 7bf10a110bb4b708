"""Claims from comparing two lines: material saved, chased king."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import balance
from engine.coach.mistake import Mistake

FARTHEST_KEPT = 9  # plies within which material is compared
NEAR = 2  # plies: later differences rank after lasting changes
PAWN_CP = 50  # centipawns that the scores must show for each pawn
MOST_CP = 300  # centipawns: a loss of this size confirms any amount of material
CHECKS = 3  # in a row
Boards = tuple[chess.Board, ...]


def kept(mistake: Mistake) -> Iterator[Claim]:
    """One line ends with more material although neither simply wins it: both lose something, or part comes back. The claim
    belongs to the line in which it happens."""
    better, played = mistake.better.boards[1:], mistake.played.boards
    ours, others = ([balance(board, mistake.white) for board in boards] for boards in (better, played))
    here = _rests(mistake.better.quiet[1:], ours, min)
    there = _rests(mistake.played.quiet, others, max)
    if not here or not there:
        return
    more = ours[here[-1]] - others[there[-1]]
    if more < 1 or mistake.loss_cp < min(MOST_CP, PAWN_CP * more):
        return
    one = next(at for at in here if ours[at] == ours[here[-1]])
    two = next(at for at in there if others[at] == others[there[-1]])
    line, other = mistake.best[:one], (mistake.move, *mistake.reply)[:two]
    won = [at for at in range(0, one, 2) if ours[at + 1] > ours[at]]
    lost = [at for at in range(1, two, 2) if others[at + 1] < others[at]]
    loses = others[two] < others[0]
    if won and not (loses and ours[one] >= ours[0]):
        yield _claim(mistake, ClaimRole.MISSES, Motif.KEEPS_MORE, line, other, won[-1], figures=(more,))
    if lost and loses:
        yield _claim(mistake, ClaimRole.ALLOWS, Motif.COSTS_MORE, other, line, lost[-1], figures=(more,))


def _rests(calm: tuple[bool, ...], leads: list[int], worst: Callable[[Iterable[int]], int]) -> list[int]:
    """The quiet plies, from two on, after which the lead never gets worse."""
    quiet = [at for at in range(2, len(calm)) if calm[at]]
    return [
        at for at in quiet if at <= FARTHEST_KEPT and leads[at] == worst(leads[later] for later in quiet if later >= at)
    ]


_Course = tuple[tuple[str, ...], Boards, int]


def chased(mistake: Mistake) -> Iterator[Claim]:
    """The side that profits begins with several checks in a row; in the other line it has at most one."""
    better, played = mistake.best, (mistake.move, *mistake.reply)
    here, there = mistake.better.boards[1:], mistake.played.boards
    yield from _chased(mistake, ClaimRole.ALLOWS, (played, there, 1), here[2:])
    yield from _chased(mistake, ClaimRole.MISSES, (better, here, 0), there[1:])


def _chased(mistake: Mistake, role: ClaimRole, one: _Course, others: Boards) -> Iterator[Claim]:
    line, boards, first = one
    last = first + 2 * CHECKS - 2
    if len(boards) < last + 2 or not all(boards[at + 1].is_check() for at in range(first, last + 1, 2)):
        return
    if (
        len(others) < 2 * CHECKS - 1
        or sum(others[at].is_check() for at in range(0, 2 * CHECKS, 2) if at < len(others)) > 1
    ):
        return
    side = boards[first + 1].turn
    king = boards[first + 1].king(side)
    other = mistake.best if role is ClaimRole.ALLOWS else (mistake.move, *mistake.reply)
    if king is not None:
        pieces = (ClaimPiece(chess.KING, king),)
        yield _claim(mistake, role, Motif.CHASED, line[: last + 1], other[: last + 2], last, pieces)


def _claim(
    mistake: Mistake,
    role: ClaimRole,
    motif: Motif,
    line: tuple[str, ...],
    other: tuple[str, ...],
    key: int,
    pieces: tuple[ClaimPiece, ...] = (),
    figures: tuple[int, ...] = (),
) -> Claim:
    return Claim(
        role,
        motif,
        mistake.fen,
        line,
        key,
        mistake.before,
        mistake.after,
        pieces,
        other=other,
        chess960=mistake.chess960,
        figures=figures,
    )
