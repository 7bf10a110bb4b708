"""Tests of lasting changes: true after three and five moves of the line (or five and seven), and not in the other line."""

from __future__ import annotations

from collections.abc import Callable

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay, material, played
from engine.coach.claims import ClaimPiece, ClaimRole, Motif

AFTER = (3, 5)  # plies
LATER = (5, 7)  # plies, if the line is long enough
AHEAD = 2  # pawns that a side must be ahead to exchange pieces
Fact = Callable[[chess.Board, chess.Color], float]


class LinePair:
    """The position and both lines at the two sample plies. `us`: the side that profits. :raises Refused: an illegal move."""

    def __init__(self, line: ClaimReplay) -> None:
        claim = line.claim
        self.root = line.boards[0]
        self.us = not self.root.turn if claim.role is ClaimRole.ALLOWS else self.root.turn
        others, _moves = played(claim.fen, claim.other, claim.chess960)
        after = LATER if len(line.moves) >= LATER[-1] else AFTER
        self.whole = len(line.boards) > after[-1] and len(others) > after[-1]
        self.here = [line.boards[index] for index in after] if self.whole else []
        self.there = [others[index] for index in after] if self.whole else []

    def more(self, fact: Fact, side: chess.Color, by: float) -> bool:
        """True if a fact of a side is greater by at least `by` in our line, at both samples."""
        pairs = zip(self.here, self.there, strict=True)
        return self.whole and all(fact(here, side) >= fact(there, side) + by for here, there in pairs)


def pawns_at(board: chess.Board, side: chess.Color, file: int) -> list[int]:
    """The ranks of the side's pawns on a file."""
    return [chess.square_rank(square) for square in board.pieces(chess.PAWN, side) if chess.square_file(square) == file]


def is_passed(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True for a passed pawn of the side on the square."""
    if board.piece_at(square) != chess.Piece(chess.PAWN, side):
        return False
    rank, ahead = chess.square_rank(square), 1 if side else -1
    for file in (chess.square_file(square) + step for step in (-1, 0, 1)):
        if any((other - rank) * ahead > 0 for other in pawns_at(board, not side, file)):
            return False
    return True


def is_isolated(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True for an isolated pawn of the side on the square."""
    file = chess.square_file(square)
    here = board.piece_at(square) == chess.Piece(chess.PAWN, side)
    return here and not pawns_at(board, side, file - 1) and not pawns_at(board, side, file + 1)


def is_doubled(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True for a doubled pawn of the side on the square."""
    here = board.piece_at(square) == chess.Piece(chess.PAWN, side)
    return here and len(pawns_at(board, side, chess.square_file(square))) > 1


def count(test: Callable[[chess.Board, chess.Square, chess.Color], bool]) -> Fact:
    """A fact: the number of squares for which a test is true."""
    return lambda board, side: sum(test(board, square, side) for square in chess.SQUARES)


def on_square(line: ClaimReplay, test: Callable[[chess.Board, chess.Square, chess.Color], bool], ours: bool) -> bool:
    """True if a test holds for the named square at both samples, not at first, and for fewer squares in the other line."""
    lines = LinePair(line)
    side, square = (lines.us if ours else not lines.us), line.piece(0).square
    there = lines.whole and all(test(board, square, side) for board in lines.here)
    return there and not test(lines.root, square, side) and lines.more(count(test), side, 1)


def _names_king(line: ClaimReplay, board: chess.Board, side: chess.Color) -> bool:
    """True if the claim names the king of a side on its square."""
    return line.piece(0) == ClaimPiece(chess.KING, board.king(side) or 0)


@proves(Motif.PASSED_PAWN)
def passed_pawn(line: ClaimReplay) -> bool:
    """Our pawn becomes passed on the fifth rank or further, in an ending anywhere, one more than before."""
    rank = chess.square_rank(line.piece(0).square)
    lines, passed = LinePair(line), count(is_passed)
    if not lines.whole or passed(lines.here[-1], lines.us) <= passed(lines.root, lines.us):
        return False
    far = not few_pieces(lines.root) and 4
    return on_square(line, is_passed, True) and (rank if lines.us else 7 - rank) >= far


@proves(Motif.ISOLATED_PAWN)
def isolated_pawn(line: ClaimReplay) -> bool:
    """An opposing pawn becomes isolated."""
    return on_square(line, is_isolated, False)


@proves(Motif.DOUBLED_PAWNS)
def doubled_pawns(line: ClaimReplay) -> bool:
    """An opposing pawn becomes doubled."""
    return on_square(line, is_doubled, False)


@proves(Motif.BACKWARD_PAWN)
def backward_pawn(line: ClaimReplay) -> bool:
    """An opposing pawn becomes backward."""
    return on_square(line, is_backward, False)


def is_backward(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True for a backward pawn of the side: its neighbours are ahead, an opposing pawn controls the square in front, and its
    file is open to an opposing rook or queen."""
    heavy = [*board.pieces(chess.ROOK, not side), *board.pieces(chess.QUEEN, not side)]
    if board.piece_at(square) != chess.Piece(chess.PAWN, side) or not heavy:
        return False
    file, rank, ahead = chess.square_file(square), chess.square_rank(square), 1 if side else -1
    beside = [*pawns_at(board, side, file - 1), *pawns_at(board, side, file + 1)]
    guards = [*pawns_at(board, not side, file - 1), *pawns_at(board, not side, file + 1)]
    if pawns_at(board, not side, file):
        return False
    return bool(beside) and all((other - rank) * ahead > 0 for other in beside) and rank + 2 * ahead in guards


@proves(Motif.BAD_BISHOP)
def bad_bishop(line: ClaimReplay) -> bool:
    """The opponent's only bishop becomes bad."""
    return on_square(line, is_bad_bishop, False)


def is_bad_bishop(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """True for the side's only bishop if five own pawns are on its colour and it has at most four squares."""
    if board.piece_at(square) != chess.Piece(chess.BISHOP, side) or len(board.pieces(chess.BISHOP, side)) > 1:
        return False
    colour = (chess.square_file(square) + chess.square_rank(square)) % 2
    pawns = sum(
        (chess.square_file(pawn) + chess.square_rank(pawn)) % 2 == colour for pawn in board.pieces(chess.PAWN, side)
    )
    free = sum(board.color_at(target) is not side for target in board.attacks(square))
    return pawns >= 5 and free <= 4


@proves(Motif.CASTLES)
def castles(line: ClaimReplay) -> bool:
    """The move castles; at the end of the other line the king has neither castled nor the right to."""
    lines, king = LinePair(line), line.piece(0)
    there = lines.whole and king == ClaimPiece(chess.KING, lines.root.king(lines.us) or 0)
    return there and line.before.is_castling(line.move) and not _is_safe(lines.there[-1], lines.us)


@proves(Motif.PAWN_RUNS)
def pawn_runs(line: ClaimReplay) -> bool:
    """Our passed pawn gets further than in the other line."""
    lines, pawn = LinePair(line), line.piece(0)
    if not lines.more(_farthest, lines.us, 1) or any(_farthest(board, lines.us) < 5 for board in lines.here):
        return False
    last, rank = lines.here[-1], chess.square_rank(pawn.square)
    named = pawn.kind == chess.PAWN and is_passed(last, pawn.square, lines.us)
    return named and (rank if lines.us else 7 - rank) == _farthest(last, lines.us)


def _farthest(board: chess.Board, side: chess.Color) -> int:
    ranks = [chess.square_rank(square) for square in chess.SQUARES if is_passed(board, square, side)]
    return max((rank if side else 7 - rank for rank in ranks), default=0)


def few_pieces(board: chess.Board) -> bool:
    """True without queens and with at most two pieces a side beside king and pawns."""
    pieces = [board.occupied_co[side].bit_count() - len(board.pieces(chess.PAWN, side)) for side in chess.COLORS]
    return not board.queens and max(pieces) <= 3


@proves(Motif.QUEENS_OFF)
def queens_off(line: ClaimReplay) -> bool:
    """The queens are exchanged, and the side that profits is ahead."""
    lines = LinePair(line)
    gone = lines.whole and not any(board.queens for board in lines.here)
    ahead = material(lines.root, lines.us) >= AHEAD
    return ahead and bool(lines.root.queens) and gone and all(board.queens for board in lines.there)


@proves(Motif.ROOKS_OFF)
def rooks_off(line: ClaimReplay) -> bool:
    """A pair of rooks is exchanged, and the side that profits is ahead."""
    return _pair_off(line, (chess.ROOK,))


@proves(Motif.MINORS_OFF)
def minors_off(line: ClaimReplay) -> bool:
    """A pair of minor pieces is exchanged, and the side that profits is ahead."""
    return _pair_off(line, (chess.KNIGHT, chess.BISHOP))


def _pair_off(line: ClaimReplay, kinds: tuple[chess.PieceType, ...]) -> bool:
    lines = LinePair(line)
    if not lines.whole:
        return False

    def number(board: chess.Board, side: chess.Color) -> int:
        return sum(len(board.pieces(kind, side)) for kind in kinds)

    sides = (True, False)
    gone = all(number(lines.here[-1], side) == number(lines.root, side) - 1 for side in sides)
    kept = all(number(lines.there[-1], side) == number(lines.root, side) for side in sides)
    return material(lines.root, lines.us) >= AHEAD and gone and kept


@proves(Motif.PAWN_ENDING)
def pawn_ending(line: ClaimReplay) -> bool:
    """The line reaches a pawn ending, the other line does not."""
    lines = LinePair(line)
    return lines.whole and _has_pieces(lines.root) and _has_pieces(lines.there[-1]) and not _has_pieces(lines.here[-1])


def _has_pieces(board: chess.Board) -> bool:
    return any(piece.piece_type not in (chess.PAWN, chess.KING) for piece in board.piece_map().values())


@proves(Motif.STOPS_PAWN)
def stops_pawn(line: ClaimReplay) -> bool:
    """Our piece stays in front of an opposing passed pawn; in the other line the pawn is free."""
    lines, piece, pawn = LinePair(line), line.piece(0), line.piece(1)
    front = pawn.square + (-8 if lines.us else 8)
    far = chess.square_rank(pawn.square) if not lines.us else 7 - chess.square_rank(pawn.square)
    if not lines.whole or piece.square != front or far < 4 or not 0 <= front < 64:
        return False
    blocked = all(
        board.piece_at(front) == chess.Piece(piece.kind, lines.us) and is_passed(board, pawn.square, not lines.us)
        for board in lines.here
    )
    free = any(_runs_free(board, pawn.square, lines.us) for board in lines.there)
    return blocked and free and lines.root.color_at(front) is not lines.us


def _runs_free(board: chess.Board, square: chess.Square, us: chess.Color) -> bool:
    """True if the opposing pawn has advanced, or none of our pieces is in front of it."""
    ahead = -8 if us else 8
    pawn = chess.Piece(chess.PAWN, not us)
    if board.piece_at(square) == pawn:
        return board.color_at(square + ahead) is not us
    further = range(square + ahead, -1 if us else 64, ahead)
    return any(board.piece_at(other) in (pawn, chess.Piece(chess.QUEEN, not us)) for other in further)


@proves(Motif.OUTPOST)
def outpost(line: ClaimReplay) -> bool:
    """Our knight gets an outpost."""
    return on_square(line, _is_outpost, True)


def _is_outpost(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    if board.piece_at(square) != chess.Piece(chess.KNIGHT, side):
        return False
    rank, ahead = chess.square_rank(square), 1 if side else -1
    if not 3 <= (rank if side else 7 - rank) <= 5:
        return False
    guarded = any(board.piece_type_at(guard) == chess.PAWN for guard in board.attackers(side, square))
    for file in (chess.square_file(square) - 1, chess.square_file(square) + 1):
        if any((other - rank) * ahead > 0 for other in pawns_at(board, not side, file)):
            return False
    return guarded


@proves(Motif.OPEN_FILE)
def open_file(line: ClaimReplay) -> bool:
    """Our rook gets to an open file, on which we had no rook; in the other line we have none there."""
    lines, square = LinePair(line), line.piece(0).square
    file = chess.BB_FILES[chess.square_file(square)]
    there = lines.whole and all(_is_on_open_file(board, square, lines.us) for board in lines.here)
    return there and not any(board.pieces_mask(chess.ROOK, lines.us) & file for board in (lines.root, *lines.there))


@proves(Motif.INVADES)
def invades(line: ClaimReplay) -> bool:
    """Our rook gets to the last rank but one, beside an opposing pawn. We had no rook there, and have none in the other line."""
    lines, square = LinePair(line), line.piece(0).square
    rank, rook = (chess.BB_RANK_7 if lines.us else chess.BB_RANK_2), chess.Piece(chess.ROOK, lines.us)
    there = (
        lines.whole and chess.BB_SQUARES[square] & rank and all(board.piece_at(square) == rook for board in lines.here)
    )
    pawns = all(board.pieces_mask(chess.PAWN, not lines.us) & rank for board in lines.here)
    others = (lines.root, *lines.there)
    return bool(there) and pawns and not any(board.pieces_mask(chess.ROOK, lines.us) & rank for board in others)


def _is_on_open_file(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    file = chess.square_file(square)
    here = board.piece_at(square) == chess.Piece(chess.ROOK, side)
    return here and not pawns_at(board, True, file) and not pawns_at(board, False, file)


@proves(Motif.SHELTER)
def shelter(line: ClaimReplay) -> bool:
    """The opposing king loses pawn shelter, on its square of the beginning as well."""
    lines = LinePair(line)
    king = lines.root.king(not lines.us)
    exposed = lines.more(lambda board, side: -_wall(board, side, board.king(side)), not lines.us, 2)
    exposed = exposed and lines.more(lambda board, side: -_wall(board, side, king), not lines.us, 2)
    return bool(lines.root.queens) and exposed and _names_king(line, lines.root, not lines.us)


@proves(Motif.BROKEN_PAWNS)
def broken_pawns(line: ClaimReplay) -> bool:
    """Beside or in front of the opposing king, at the side and at home, a pawn of an outer file captures by the key move, one of
    the first three. Its file has no pawn of that side then, and has one in the other line. The king stays near."""
    lines = LinePair(line)
    side = not lines.us
    kings = [board.king(side) or 0 for board in (lines.root, *lines.here, *lines.there)]
    file, rank = chess.square_file(kings[0]), chess.square_rank(kings[0])
    if not lines.whole or not _names_king(line, lines.root, side) or rank not in ((0, 1) if side else (7, 6)):
        return False
    if any(chess.square_distance(kings[0], king) > 1 for king in kings) or not all(one.queens for one in lines.here):
        return False
    for outer in (6, 7) if file > 4 else (0, 1) if file < 3 else ():
        gone = all(not pawns_at(board, side, outer) for board in lines.here)
        if abs(outer - file) > 1 or not gone or not all(pawns_at(board, side, outer) for board in lines.there):
            continue
        for first in pawns_at(lines.root, side, outer):
            moves = [at for at in range(AFTER[0]) if line.moves[at].from_square == chess.square(outer, first)]
            if (
                first in ((1, 2) if side else (6, 5))
                and moves[:1] == [line.claim.key]
                and line.before.is_capture(line.move)
            ):
                return True
    return False


def _wall(board: chess.Board, side: chess.Color, king: chess.Square | None) -> int:
    """The side's pawns one or two ranks in front of a square."""
    if king is None:
        return 0
    ahead, rank = (1 if side else -1), chess.square_rank(king)
    near = range(chess.square_file(king) - 1, chess.square_file(king) + 2)
    return sum(pawn in (rank + ahead, rank + 2 * ahead) for file in near for pawn in pawns_at(board, side, file))


def _is_safe(board: chess.Board, side: chess.Color) -> bool:
    king = board.king(side)
    home = king is not None and chess.square_rank(king) == (0 if side else 7)
    return board.has_castling_rights(side) or (home and king is not None and chess.square_file(king) in (1, 2, 6, 7))


@proves(Motif.BISHOP_PAIR)
def bishop_pair(line: ClaimReplay) -> bool:
    """The opponent loses the bishop pair."""
    lines = LinePair(line)
    side = not lines.us
    kept = lines.whole and all(_pair(board, side) for board in lines.there)
    return _pair(lines.root, side) and kept and not any(_pair(board, side) for board in lines.here)


def _pair(board: chess.Board, side: chess.Color) -> bool:
    colours = {
        (chess.square_file(square) + chess.square_rank(square)) % 2 for square in board.pieces(chess.BISHOP, side)
    }
    return len(colours) == 2
