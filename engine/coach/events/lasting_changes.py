"""Lasting changes: claims about pawns, kings and pieces that hold in one line after some moves and not in the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import chess

from engine.coach.claims import ClaimPiece, ClaimRole, Motif
from engine.coach.exchange_values import balance
from engine.coach.facts import (
    backward_pawns,
    bad_bishops,
    doubled_pawns,
    farthest_passed,
    has_bishop_pair,
    has_pieces,
    isolated_pawns,
    open_file_rooks,
    outposts,
    passed_pawns,
    pieces_left,
    shelter,
    wing_pawns,
)
from engine.coach.mistake import Mistake
from engine.ground.values import dataclass

SAMPLES = (2, 4)
"""Plies after the first move at which a change must be present: a short-lived one does not count."""
LATER = (4, 6)
"""Tried last, as the loss may be LAST_PATIENCE times as great then."""
LAST_PATIENCE = 2
MOST_FOR_STRUCTURE = 100  # centipawns: pawn structure does not explain a greater loss
MOST_FOR_ACTIVITY = 200
MOST_FOR_ROOKS = 400
MOST_FOR_CASTLING = 300
LEAST_SHELTER = 2  # pawns
LEAST_AHEAD = 2  # pawns a side must be ahead to exchange pieces
ENDING_RANK = 1
FAR_RANK = 4  # from 0: the fifth
RUNS_RANK = 5  # from 0: two more moves to promote
MOST_PIECES = 2  # of each side, besides pawns and king, in an ending


@dataclass(frozen=True)
class LastingChange:
    """A lasting change: `role` names the line, of `plies` moves, in which it happens; `key` is the move that makes it, if any."""

    role: ClaimRole
    motif: Motif
    pieces: tuple[ClaimPiece, ...] = ()
    plies: int = 1 + SAMPLES[-1]
    key: int = 0


@dataclass(frozen=True)
class SampledLines:
    """The position, and the positions at the samples of the played and of the better line."""

    root: chess.Board
    played: tuple[chess.Board, ...]
    better: tuple[chess.Board, ...]

    @classmethod
    def of(cls, mistake: Mistake, samples: tuple[int, int] = SAMPLES) -> SampledLines | None:
        """The positions of a mistake; None if a line is too short."""
        played, better = mistake.played.boards, mistake.better.boards[1:]
        if min(len(played), len(better)) <= samples[-1] + 1:
            return None
        at = [1 + sample for sample in samples]
        return cls(played[0], tuple(played[index] for index in at), tuple(better[index] for index in at))


def changes(mistake: Mistake, samples: tuple[int, int] = SAMPLES, patience: float = 1) -> Iterator[LastingChange]:
    """Lasting differences between the two lines, the most important first. `patience` multiplies the losses that rooks and the
    bishop pair explain: if nothing else is known they say more than the scores."""
    courses = SampledLines.of(mistake, samples)
    if courses is not None:
        yield from (replace(change, plies=1 + samples[-1]) for change in _changes(mistake, courses, patience))


def _changes(mistake: Mistake, courses: SampledLines, patience: float) -> Iterator[LastingChange]:
    us = mistake.white
    yield from _kings(mistake, courses, us)
    if castles(mistake) and mistake.loss_cp <= MOST_FOR_CASTLING:
        king = courses.root.king(us)
        if king is not None and not _castled_or_may(courses.played[-1], us):
            yield LastingChange(ClaimRole.MISSES, Motif.CASTLES, (ClaimPiece(chess.KING, king),))
    yield from _castles_first(mistake, courses)
    yield from _passed(courses, us)
    yield from _endings(courses, us)
    yield from _exchanges(courses, us)
    if mistake.loss_cp <= patience * MOST_FOR_STRUCTURE:
        yield from _pairs(courses, us)
    if mistake.loss_cp <= patience * MOST_FOR_ROOKS:
        files = mistake.loss_cp <= MOST_FOR_ACTIVITY
        rooks = (change for change in _rooks(courses, us) if _arrives_at_once(mistake, change))
        yield from (change for change in rooks if files or change.motif is not Motif.OPEN_FILE)
    if mistake.loss_cp <= MOST_FOR_ACTIVITY:
        yield from _activity(courses, us)
    if mistake.loss_cp <= MOST_FOR_STRUCTURE:  # a weak pawn is never the reason of a large loss
        yield from _structure(courses, us)


def castles(mistake: Mistake) -> bool:
    """True if the better move castles and the played one does not."""
    root, move = mistake.better.boards[1], mistake.better.moves[1]
    return root.is_castling(move) and not root.is_castling(mistake.played.moves[0])


def _castles_first(mistake: Mistake, courses: SampledLines) -> Iterator[LastingChange]:
    """The reply castles, and in the better line the opponent can no longer do so."""
    line, king = mistake.played, courses.root.king(not mistake.white)
    reply = line.boards[1].is_castling(line.moves[1]) if len(line.moves) > 1 else False
    if reply and king is not None and not _castled_or_may(courses.better[-1], not mistake.white):
        yield LastingChange(ClaimRole.ALLOWS, Motif.CASTLES, (ClaimPiece(chess.KING, king),), key=1)


def _kings(mistake: Mistake, courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    for side, role, bad, good in _views(courses, us):
        king = courses.root.king(side)
        if king is None or not courses.root.queens:
            continue
        pieces = (ClaimPiece(chess.KING, king),)
        if any(chess.square_distance(board.king(side) or 0, king) > 1 for board in (*bad, *good)):
            continue  # it moved away: other pawns shelter it there
        if all(_is_barer(one, two, side, king) for one, two in zip(bad, good, strict=True)):
            yield LastingChange(role, Motif.SHELTER, pieces)
            continue
        key = _broken_by(mistake, role, side, (*bad, *good)) if all(board.queens for board in bad) else None
        if key is not None:
            yield LastingChange(role, Motif.BROKEN_PAWNS, pieces, key=key)


def _is_barer(bad: chess.Board, good: chess.Board, side: chess.Color, home: chess.Square) -> bool:
    """True if a king has fewer pawns in front of it, and in front of its old square too."""
    at_home = shelter(good, side, home) - shelter(bad, side, home)
    return min(at_home, shelter(good, side, good.king(side)) - shelter(bad, side, bad.king(side))) >= LEAST_SHELTER


def _broken_by(mistake: Mistake, role: ClaimRole, side: chess.Color, ends: tuple[chess.Board, ...]) -> int | None:
    """The move of a line by which a pawn beside the king captures, if its file has no other pawn of the side at the samples of
    this line, and one at those of the other. `ends`: the positions at these samples."""
    line, skipped = (mistake.played, 0) if role is ClaimRole.ALLOWS else (mistake.better, 1)
    for pawn in wing_pawns(line.boards[skipped], side):
        mask = chess.BB_FILES[chess.square_file(pawn)]
        bare = [not board.pieces_mask(chess.PAWN, side) & mask for board in ends]
        if not all(bare[: len(SAMPLES)]) or any(bare[len(SAMPLES) :]):
            continue
        for at, (board, move) in enumerate(
            [*zip(line.boards, line.moves, strict=False)][skipped : skipped + SAMPLES[0] + 1]
        ):
            if move.from_square == pawn:
                return at if board.is_capture(move) else None
    return None


def _views(
    courses: SampledLines, us: chess.Color
) -> Iterator[tuple[chess.Color, ClaimRole, tuple[chess.Board, ...], tuple[chess.Board, ...]]]:
    """Each side with the line that is worse for it, then the other line: for the mover the played line, for the opponent the
    better one."""
    yield us, ClaimRole.ALLOWS, courses.played, courses.better
    yield not us, ClaimRole.MISSES, courses.better, courses.played


def _castled_or_may(board: chess.Board, side: chess.Color) -> bool:
    king = board.king(side)
    home = chess.BB_RANK_1 if side else chess.BB_RANK_8
    corner = home & (chess.BB_FILE_G | chess.BB_FILE_H | chess.BB_FILE_C | chess.BB_FILE_B)
    return board.has_castling_rights(side) or (king is not None and bool(chess.BB_SQUARES[king] & corner))


def _passed(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    for side, role in ((not us, ClaimRole.ALLOWS), (us, ClaimRole.MISSES)):
        there, elsewhere = (courses.played, courses.better)[:: 1 if role is ClaimRole.ALLOWS else -1]
        for square in _new(courses, side, passed_pawns, there, elsewhere):
            rank = chess.square_rank(square)
            more = len(passed_pawns(there[-1], side)) > len(passed_pawns(courses.root, side))
            least = ENDING_RANK if _is_ending(courses.root) else FAR_RANK
            if more and (rank if side else 7 - rank) >= least:
                yield LastingChange(role, Motif.PASSED_PAWN, (ClaimPiece(chess.PAWN, square),))


def _endings(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    """A passed pawn gets further, or the queens come off."""
    for side, role in ((not us, ClaimRole.ALLOWS), (us, ClaimRole.MISSES)):
        there, elsewhere = (courses.played, courses.better)[:: 1 if role is ClaimRole.ALLOWS else -1]
        pairs = [*zip(there, elsewhere, strict=True)]
        least = max(RUNS_RANK - 1, farthest_passed(courses.root, side))  # it must get further than it was
        if all(farthest_passed(one, side) > max(farthest_passed(two, side), least) for one, two in pairs):
            rank = farthest_passed(there[-1], side)
            for square in passed_pawns(there[-1], side):
                if (chess.square_rank(square) if side else 7 - chess.square_rank(square)) == rank:
                    yield LastingChange(role, Motif.PAWN_RUNS, (ClaimPiece(chess.PAWN, square),))
        if (
            courses.root.queens
            and balance(courses.root, side) >= LEAST_AHEAD
            and not any(board.queens for board in there)
            and all(board.queens for board in elsewhere)
        ):
            yield LastingChange(role, Motif.QUEENS_OFF)


def _is_ending(board: chess.Board) -> bool:
    """True if the kings can take part: no queens, and at most MOST_PIECES other pieces a side."""
    pieces = (chess.KNIGHT, chess.BISHOP, chess.ROOK)
    return not board.queens and all(pieces_left(board, side, pieces) <= MOST_PIECES for side in chess.COLORS)


def _exchanges(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    """Exchanges by the side that is ahead, the change to a pawn ending, and blocked passed pawns."""
    for side, role in ((not us, ClaimRole.ALLOWS), (us, ClaimRole.MISSES)):
        there, elsewhere = (courses.played, courses.better)[:: 1 if role is ClaimRole.ALLOWS else -1]
        if has_pieces(courses.root) and has_pieces(elsewhere[-1]) and not has_pieces(there[-1]):
            yield LastingChange(role, Motif.PAWN_ENDING)
        yield from _stops(courses, side, role, there, elsewhere)
        if balance(courses.root, side) < LEAST_AHEAD:
            continue
        for motif, kinds in ((Motif.ROOKS_OFF, (chess.ROOK,)), (Motif.MINORS_OFF, (chess.KNIGHT, chess.BISHOP))):
            before = [pieces_left(courses.root, colour, kinds) for colour in chess.COLORS]
            kept = [pieces_left(elsewhere[-1], colour, kinds) for colour in chess.COLORS]
            if kept == before and [pieces_left(there[-1], colour, kinds) + 1 for colour in chess.COLORS] == before:
                yield LastingChange(role, motif)


def _stops(
    courses: SampledLines,
    side: chess.Color,
    role: ClaimRole,
    there: tuple[chess.Board, ...],
    elsewhere: tuple[chess.Board, ...],
) -> Iterator[LastingChange]:
    """A piece blocks an advanced passed pawn that is free in the other line."""
    ahead = -8 if side else 8
    for pawn in passed_pawns(there[-1], not side):
        front = pawn + ahead
        far = (7 - chess.square_rank(pawn)) if side else chess.square_rank(pawn)
        kind = there[-1].piece_type_at(front)
        if far < FAR_RANK or kind is None or courses.root.color_at(front) is side:
            continue
        own = chess.Piece(kind, side)
        if all(board.piece_at(front) == own and pawn in passed_pawns(board, not side) for board in there) and any(
            board.piece_at(pawn) == chess.Piece(chess.PAWN, not side) and board.color_at(front) is not side
            for board in elsewhere
        ):
            yield LastingChange(role, Motif.STOPS_PAWN, (ClaimPiece(kind, front), ClaimPiece(chess.PAWN, pawn)))


def _pairs(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    for side, role, bad, good in _views(courses, us):
        if has_bishop_pair(courses.root, side) and not any(has_bishop_pair(board, side) for board in bad):
            if all(has_bishop_pair(board, side) for board in good):
                yield LastingChange(role, Motif.BISHOP_PAIR)


def _structure(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    for side, role, bad, good in _views(courses, us):
        for motif, piece, fact in (
            (Motif.ISOLATED_PAWN, chess.PAWN, isolated_pawns),
            (Motif.BACKWARD_PAWN, chess.PAWN, backward_pawns),
            (Motif.DOUBLED_PAWNS, chess.PAWN, doubled_pawns),
            (Motif.BAD_BISHOP, chess.BISHOP, bad_bishops),
        ):
            for square in _new(courses, side, fact, bad, good):
                yield LastingChange(role, motif, (ClaimPiece(piece, square),))


def _new(
    courses: SampledLines,
    side: chess.Color,
    fact: Callable[[chess.Board, chess.Color], chess.SquareSet],
    there: tuple[chess.Board, ...],
    elsewhere: tuple[chess.Board, ...],
) -> list[chess.Square]:
    """The squares for which a fact is true at each sample of one line, not at first, and for fewer squares in the other line."""
    squares = set(fact(there[-1], side))
    for board in there:
        squares &= set(fact(board, side))
    fewer = all(len(fact(one, side)) < len(fact(two, side)) for one, two in zip(elsewhere, there, strict=True))
    return sorted(squares - set(fact(courses.root, side))) if fewer else []


def _activity(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    for side, role in ((not us, ClaimRole.ALLOWS), (us, ClaimRole.MISSES)):
        there, elsewhere = (courses.played, courses.better)[:: 1 if role is ClaimRole.ALLOWS else -1]
        for square in _new(courses, side, outposts, there, elsewhere):
            yield LastingChange(role, Motif.OUTPOST, (ClaimPiece(chess.KNIGHT, square),))


def _rooks(courses: SampledLines, us: chess.Color) -> Iterator[LastingChange]:
    """A rook that gets to the last rank but one behind pawns, or to an open file; the side has none there in the other line."""
    for side, role in ((not us, ClaimRole.ALLOWS), (us, ClaimRole.MISSES)):
        there, elsewhere = (courses.played, courses.better)[:: 1 if role is ClaimRole.ALLOWS else -1]
        seventh = chess.BB_RANK_7 if side else chess.BB_RANK_2
        others = courses.root, *elsewhere
        rooks = set.intersection(*(set(board.pieces(chess.ROOK, side)) for board in there))
        files = set.intersection(*(set(open_file_rooks(board, side)) for board in there))
        for square in sorted(rooks):
            pawns = all(board.pieces_mask(chess.PAWN, not side) & seventh for board in there)
            if chess.BB_SQUARES[square] & seventh and pawns and not _any_rook(others, side, seventh):
                yield LastingChange(role, Motif.INVADES, (ClaimPiece(chess.ROOK, square),))
        for square in sorted(files):
            if not _any_rook(others, side, chess.BB_FILES[chess.square_file(square)]):
                yield LastingChange(role, Motif.OPEN_FILE, (ClaimPiece(chess.ROOK, square),))


def _arrives_at_once(mistake: Mistake, change: LastingChange) -> bool:
    """True if the opponent’s rook gets to its square by the reply, or after captures and checks alone; the mover’s whenever."""
    if change.role is ClaimRole.MISSES:
        return True
    for step in mistake.played.steps:
        if step.move.to_square == change.pieces[0].square:
            return True
        if not (step.captured or step.after.is_check()):
            return False
    return False


def _any_rook(boards: tuple[chess.Board, ...], side: chess.Color, mask: int) -> bool:
    return any(board.pieces_mask(chess.ROOK, side) & mask for board in boards)
