"""Claims of endings: the opposition, the square of a pawn, key squares, a king cut off, the last pawn, skewers that exchange."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole, Motif
from engine.coach.events.line_claim import COMPARED, line_claim
from engine.coach.exchange_values import WORTH
from engine.coach.facts import has_pieces, passed_pawns, pieces_left
from engine.coach.line import MotifLine
from engine.coach.mistake import Mistake

DRAWN_CP, DECIDED_CP = 60, 150
LATEST = 5  # plies after the first move of the line
LATEST_OFF = 7
PERSISTS = 4  # plies: a cut that ends sooner is only an attack
OWN_RANK, THEIR_RANK = 3, 4  # from 0: of passed pawns that a rook cuts a king off from
_MINORS = (chess.KNIGHT, chess.BISHOP)


def of_endings(mistake: Mistake, role: ClaimRole) -> Iterator[Claim]:
    """The claims of a line's ending, those that decide first."""
    line = mistake.played if role is ClaimRole.ALLOWS else mistake.better
    if line.boards[0].queens or not _changes_result(mistake):
        return
    yield from _skewers_off(mistake, role, line)
    yield from _last_pawn(mistake, role, line)
    yield from _wrong_corner(mistake, role, line)
    if not has_pieces(mistake.played.boards[0]):
        yield from _both_promote(mistake, role, line)
        yield from _outside_square(mistake, role, line)
        yield from _key_square(mistake, role, line)
        yield from _opposition(mistake, role, line)
    yield from _cuts_off(mistake, role, line)


def decides_first(mistake: Mistake) -> bool:
    """True if only kings and pawns are left: what decides the ending then matters more than a pawn."""
    return not has_pieces(mistake.played.boards[0])


def _changes_result(mistake: Mistake) -> bool:
    """True if the mover wins before the move and not after it, or loses after it and not before."""
    before, after = (score.worth(mistake.white) for score in (mistake.before, mistake.after))
    return (before >= DECIDED_CP > after + DRAWN_CP) or (after <= -DECIDED_CP < before - DRAWN_CP)


def _both_promote(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """Kings and pawns alone: the opponent promotes a move after the mover, or before; in the better line he does not."""
    if role is not ClaimRole.ALLOWS:
        return
    ours = next((step for step in line.steps if step.move.promotion == chess.QUEEN), None)
    theirs = any(step.move.promotion for step in line.steps_of(mistake.white))
    if ours is None or not theirs or any(step.move.promotion for step in mistake.better.steps_of(line.us)):
        return
    if len(mistake.better.moves) > ours.index + 1:  # the better line is as long
        pawn = (ClaimPiece(chess.PAWN, ours.move.from_square),)
        yield line_claim(mistake, role, Motif.PROMOTES_TOO, ours.index, pawn)


def _opposition(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """The first move of a side is a king move after which the kings face each other, and the other king must step aside. The
    other line does not let that side have it at once."""
    step = line.steps[0] if line.steps else None
    if step is None or step.piece != chess.KING or step.captured or step.reply is None or step.board.is_check():
        return
    gives_way = step.after.piece_type_at(step.reply.from_square) == chess.KING and not step.after.is_capture(step.reply)
    boards = (mistake.better.boards[2:4] if role is ClaimRole.ALLOWS else mistake.played.boards[1:2])[-1:]
    if gives_way and faces(step.after) and boards and not faces(boards[0]):
        king = ClaimPiece(chess.KING, step.move.to_square)
        yield line_claim(mistake, role, Motif.OPPOSITION, step.index, (king,))


def faces(board: chess.Board) -> bool:
    """True if the kings are in opposition: one empty square between them on a file or rank."""
    one, two = (board.king(side) or 0 for side in chess.COLORS)
    aligned = chess.square_file(one) == chess.square_file(two) or chess.square_rank(one) == chess.square_rank(two)
    return aligned and chess.square_distance(one, two) == 2 and not chess.between(one, two) & board.occupied


def _outside_square(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """A passed pawn with a free way that the other king can no longer catch after our first move; in the other line it can."""
    step = line.steps[0] if line.steps else None
    if step is None or not _wins(mistake, role, line):
        return
    others = _others(mistake, role)
    for pawn in _free_runners(step.after, line.us):
        king = step.after.king(not line.us) or 0
        caught = [one for one in others if one.piece_at(pawn) is None or not _escapes(one, pawn, line.us)]
        if _escapes(step.after, pawn, line.us) and caught and not _races(step.after, line.us, pawn):
            pieces = ClaimPiece(chess.KING, king), ClaimPiece(chess.PAWN, pawn)
            yield line_claim(mistake, role, Motif.OUTSIDE_SQUARE, step.index, pieces)
            return


def _wins(mistake: Mistake, role: ClaimRole, line: MotifLine) -> bool:
    """True if the side that profits by a line wins there."""
    return (mistake.after if role is ClaimRole.ALLOWS else mistake.before).worth(line.us) >= DECIDED_CP


def _others(mistake: Mistake, role: ClaimRole) -> list[chess.Board]:
    """The position of the other line with the same side to move as after our first move."""
    boards = mistake.better.boards[2:3] if role is ClaimRole.ALLOWS else mistake.played.boards[1:2]
    return [*boards]


def _free_runners(board: chess.Board, side: chess.Color) -> list[chess.Square]:
    return [pawn for pawn in passed_pawns(board, side) if not _way(pawn, side) & board.occupied]


def _way(pawn: chess.Square, side: chess.Color) -> int:
    """The squares in front of a pawn."""
    rank = chess.square_rank(pawn)
    ahead = range(rank + 1, 8) if side else range(rank)
    return sum(chess.BB_SQUARES[chess.square(chess.square_file(pawn), one)] for one in ahead)


def _escapes(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    """True if the other king is outside the square of the pawn. It counts for the pawn's side to move as for the other."""
    king, goal = board.king(not side) or 0, chess.square(chess.square_file(pawn), 7 if side else 0)
    if pawn not in passed_pawns(board, side) or _way(pawn, side) & board.occupied:
        return False
    rank = chess.square_rank(pawn) if side else 7 - chess.square_rank(pawn)
    steps = 7 - max(rank, 2)  # the first may be a double step
    return chess.square_distance(king, goal) - int(board.turn is not side) > steps


def _races(board: chess.Board, side: chess.Color, pawn: chess.Square) -> bool:
    """True if the other side has a passed pawn that promotes about as soon: then the race is the point."""
    need = abs(chess.square_rank(pawn) - (7 if side else 0))
    fastest = [abs(chess.square_rank(one) - (0 if side else 7)) for one in _free_runners(board, not side)]
    return bool(fastest) and min(fastest) <= need + 1


def _key_square(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """In king and pawn against king our king gets to a key square of the pawn within the line; in the other line it does not."""
    if not _wins(mistake, role, line):
        return
    there = mistake.better if role is ClaimRole.ALLOWS else mistake.played
    reached = any(_on_key_square(board, line.us) for board in there.boards[: COMPARED + 1])
    for step in line.steps:
        if step.index > LATEST or reached or not _is_one_pawn(step.after, line.us):
            return
        pawn = next(iter(step.after.pieces(chess.PAWN, line.us)))
        if step.piece == chess.KING and _on_key_square(step.after, line.us) and not _on_key_square(step.board, line.us):
            pieces = ClaimPiece(chess.KING, step.move.to_square), ClaimPiece(chess.PAWN, pawn)
            yield line_claim(mistake, role, Motif.KEY_SQUARE, step.index, pieces)
            return


def _is_one_pawn(board: chess.Board, side: chess.Color) -> bool:
    return (
        board.occupied == board.kings | board.pawns
        and board.pawns.bit_count() == 1
        and bool(board.pawns & board.occupied_co[side])
    )


def _on_key_square(board: chess.Board, side: chess.Color) -> bool:
    if not _is_one_pawn(board, side):
        return False
    pawn = next(iter(board.pieces(chess.PAWN, side)))
    file, rank = chess.square_file(pawn), chess.square_rank(pawn) if side else 7 - chess.square_rank(pawn)
    king = board.king(side) or 0
    beside, ahead = (
        abs(chess.square_file(king) - file),
        (chess.square_rank(king) if side else 7 - chess.square_rank(king)) - rank,
    )
    if file in (0, 7):
        return beside == 1 and ahead + rank >= 6
    return beside <= 1 and ahead in ((2,) if rank < 4 else (1, 2))


def _last_pawn(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """The last pawn of the other side is captured, and its single knight or bishop cannot win; in the other line a pawn stays."""
    others = (mistake.better if role is ClaimRole.ALLOWS else mistake.played).boards[: COMPARED + 1]
    held = mistake.after if role is ClaimRole.ALLOWS else mistake.before
    if abs(held.worth(True)) > DRAWN_CP or not others[-1].pieces(chess.PAWN, not line.us):
        return
    for step in line.steps:
        board = step.after
        if step.index > LATEST or board.pieces(chess.PAWN, not line.us):
            continue
        left = board.occupied_co[not line.us] & ~board.kings
        if step.captured == chess.PAWN and left.bit_count() == 1 and left & (board.knights | board.bishops):
            square = next(iter(chess.SquareSet(left)))
            piece = ClaimPiece(board.piece_type_at(square) or 0, square)
            yield line_claim(mistake, role, Motif.LAST_PAWN, step.index, (piece,))
        return


def _wrong_corner(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """Our king reaches the corner in front of rook pawns, which the other side's bishop does not control: a draw. In the other
    line it does not."""
    held = mistake.after if role is ClaimRole.ALLOWS else mistake.before
    others = (mistake.better if role is ClaimRole.ALLOWS else mistake.played).boards[: COMPARED + 1]
    if abs(held.worth(True)) > DRAWN_CP or any(_corner_held(board, line.us) for board in others):
        return
    for step in line.steps:
        pieces = _corner_held(step.after, line.us) if step.index <= LATEST_OFF else ()
        if pieces:
            yield line_claim(mistake, role, Motif.WRONG_CORNER, step.index, pieces)
            return


def _corner_held(board: chess.Board, side: chess.Color) -> tuple[ClaimPiece, ...]:
    """The other side's bishop, its pawn farthest ahead on the only file it has pawns on, and the corner, if the side with the
    bare king holds it."""
    bishops, pawns = board.pieces(chess.BISHOP, not side), board.pieces(chess.PAWN, not side)
    alone = board.occupied_co[side] == chess.BB_SQUARES[board.king(side) or 0]
    files = {chess.square_file(pawn) for pawn in pawns}
    whole = bishops | pawns | chess.SquareSet(board.kings & board.occupied_co[not side])
    if not alone or len(bishops) != 1 or files not in ({0}, {7}) or int(whole) != board.occupied_co[not side]:
        return ()
    corner, bishop = chess.square(files.pop(), 0 if side else 7), next(iter(bishops))
    light = [bool(chess.BB_SQUARES[square] & chess.BB_LIGHT_SQUARES) for square in (corner, bishop)]
    if light[0] is light[1] or chess.square_distance(board.king(side) or 0, corner) > 1:
        return ()
    pawn = min(pawns, key=lambda one: chess.square_distance(one, corner))
    return ClaimPiece(chess.BISHOP, bishop), ClaimPiece(chess.PAWN, pawn), ClaimPiece(0, corner)


def _skewers_off(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """A check through the king to an equal piece, which is then captured and taken back: the ending decides."""
    for at, step in enumerate(line.steps[:-1]):
        after = line.steps[at + 1]
        if step.index > LATEST or step.piece not in (chess.BISHOP, chess.ROOK) or not step.after.is_check():
            continue
        square, king = after.move.to_square, step.after.king(not line.us) or 0
        through = chess.between(step.move.to_square, square) & chess.BB_SQUARES[king]
        even = (
            after.captured is not None
            and WORTH[after.captured] == WORTH[after.piece]
            and after.move.from_square == step.move.to_square
        )
        moved = step.reply is not None and step.reply.from_square == king
        if through and even and moved and after.reply is not None and after.reply.to_square == square:
            pieces = ClaimPiece(chess.KING, king), ClaimPiece(after.captured or 0, square)
            yield line_claim(mistake, role, Motif.SKEWERS_OFF, step.index, pieces, after.index + 2)
            return


def _cuts_off(mistake: Mistake, role: ClaimRole, line: MotifLine) -> Iterator[Claim]:
    """In a rook ending our rook newly cuts the other king off from an advanced passed pawn for PERSISTS plies; in the other
    line it does not."""
    root = mistake.played.boards[0]
    alone = all(
        pieces_left(root, side, (chess.ROOK, *_MINORS)) == pieces_left(root, side, (chess.ROOK,)) == 1
        for side in (True, False)
    )
    there = mistake.better if role is ClaimRole.ALLOWS else mistake.played
    others = there.boards[1 + int(role is ClaimRole.ALLOWS) : COMPARED + 1]
    elsewhere = {pawn for board in (root, *others) for _rook, pawn in cut(board, line.us)}
    for step in line.steps[:2] if alone else ():
        later = line.boards[step.index + 1 : step.index + 2 + PERSISTS]
        if step.piece != chess.ROOK or step.captured or len(later) <= PERSISTS:
            continue
        for rook, pawn in cut(step.after, line.us):
            stays = all((rook, pawn) in cut(board, line.us) for board in later)
            if rook == step.move.to_square and stays and pawn not in elsewhere:
                king = ClaimPiece(chess.KING, step.after.king(not line.us) or 0)
                pieces = ClaimPiece(chess.ROOK, rook), king, ClaimPiece(chess.PAWN, pawn)
                yield line_claim(mistake, role, Motif.CUTS_OFF, step.index, pieces, step.index + 1 + PERSISTS)
                return


def cut(board: chess.Board, side: chess.Color) -> list[tuple[chess.Square, chess.Square]]:
    """The rooks of a side whose file is between the other king and a passed pawn, each with that pawn: an own one from its fourth
    rank on, or one of that king from its fifth."""
    king, found = chess.square_file(board.king(not side) or 0), []
    for rook in board.pieces(chess.ROOK, side):
        file = chess.square_file(rook)
        for colour in chess.COLORS:
            for pawn in passed_pawns(board, colour):
                rank = chess.square_rank(pawn) if colour else 7 - chess.square_rank(pawn)
                on, far = chess.square_file(pawn), rank >= (OWN_RANK if colour is side else THEIR_RANK)
                if far and (king < file < on or king > file > on):
                    found.append((rook, pawn))
    return found
