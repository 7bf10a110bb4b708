"""Claims from comparing two lines: pieces that fall in one alone, a chased king."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import WORTH, balance
from engine.coach.mistake import Mistake

FARTHEST_KEPT = 9  # plies within which material is compared
NEAR = 2  # plies: later differences rank after lasting changes
PAWN_CP = 50  # centipawns that the scores must show for each pawn
MOST_CP = 300  # centipawns: a loss of this size confirms any amount of material
CHECKS = 3  # in a row
LEAST_FOR_CHASE = 100  # centipawns
MOST_NAMED = 2  # pieces
Boards = tuple[chess.Board, ...]


def kept(mistake: Mistake) -> Iterator[Claim]:
    """One line ends with more material although neither simply wins it, because of one or two pieces that fall in one line alone.
    The claim belongs to the line in which they do."""
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
    fall = fallen(mistake.better.boards[1 : one + 2], mistake.better.moves[1 : one + 1])
    here_lost = fallen(played[: two + 1], mistake.played.moves[:two])
    won, lost = _difference(mistake.played.boards[0], fall, here_lost)
    for role, named, course, rest, captures, whole in (
        (ClaimRole.MISSES, won, line, other, fall, (better, mistake.better.moves[1:])),
        (ClaimRole.ALLOWS, lost, other, line, here_lost, (played, mistake.played.moves)),
    ):
        if any(_is_exchanged(*whole, captures[piece.square]) for piece in named):
            continue
        if 0 < len(named) <= MOST_NAMED and sum(WORTH[piece.kind] for piece in named) <= more:
            yield _claim(mistake, role, Motif.FALLS, course, rest, max(captures[one.square] for one in named), named)


def _is_exchanged(boards: Boards, moves: tuple[chess.Move, ...], at: int) -> bool:
    """True if the captured piece has just captured as much on that square."""
    square = moves[at].to_square
    taken = boards[at - 1].piece_type_at(square) if at and moves[at - 1].to_square == square else None
    return taken is not None and WORTH[taken] >= WORTH[boards[at].piece_type_at(square) or chess.PAWN]


def fallen(boards: Boards, moves: tuple[chess.Move, ...]) -> dict[chess.Square, int]:
    """The pieces that a line captures, by their squares at its beginning, each with the index of the capture."""
    origin = {square: square for square in boards[0].piece_map()}
    taken: dict[chess.Square, int] = {}
    for at, (before, move) in enumerate(zip(boards, moves, strict=False)):
        after = boards[at + 1]
        for square in [one for one in origin if before.color_at(one) is not before.turn]:
            if after.color_at(square) is before.turn or after.piece_at(square) is None:
                taken[origin.pop(square)] = at
        moved_to = [(move.from_square, move.to_square)]
        if before.is_castling(move):
            file, king = (5, 6) if before.is_kingside_castling(move) else (3, 2)
            rooks = [one for one in origin if before.piece_at(one) == chess.Piece(chess.ROOK, before.turn)]
            moved = [one for one in rooks if after.piece_at(one) != before.piece_at(one)]
            rank = chess.square_rank(move.from_square)
            moved_to = [
                (move.from_square, chess.square(king, rank)),
                *((one, chess.square(file, rank)) for one in moved),
            ]
        origin.update({end: origin.pop(start) for start, end in moved_to if start in origin})
    return taken


def _difference(
    root: chess.Board, fall: dict[chess.Square, int], fallen: dict[chess.Square, int]
) -> tuple[tuple[ClaimPiece, ...], tuple[ClaimPiece, ...]]:
    """The pieces that make the difference: the opponent's that fall in the better line, and the mover's in the played one.
    Both empty if other pieces differ too, which do not cancel out."""
    us = root.turn
    won = [square for square in fall if square not in fallen and root.color_at(square) is not us]
    lost = [square for square in fallen if square not in fall and root.color_at(square) is us]
    against = [
        *(square for square in fall if square not in fallen and root.color_at(square) is us),
        *(square for square in fallen if square not in fall and root.color_at(square) is not us),
    ]
    for square in against:
        for side in (won, lost):
            alike = next((one for one in side if root.piece_type_at(one) == root.piece_type_at(square)), None)
            if alike is not None:
                side.remove(alike)
                break
        else:
            return (), ()
    named = (tuple(ClaimPiece(root.piece_type_at(one) or 0, one) for one in side) for side in (won, lost))
    return next(named), next(named)


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
    if mistake.loss_cp < LEAST_FOR_CHASE or not any(
        boards[at].piece_type_at(chess.Move.from_uci(line[at]).from_square) == chess.KING
        for at in range(first + 1, last, 2)
    ):
        return  # a check that another piece parries chases no king
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
    pieces: tuple[ClaimPiece, ...],
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
    )
