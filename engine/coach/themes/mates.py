"""Mates and the mate patterns with names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import chess

from engine.coach.line import MotifLine


def mates(line: MotifLine) -> bool:
    """True if the line ends in mate."""
    return line.end.is_checkmate()


def mate_length(line: MotifLine) -> int:
    """Our moves to the mate that ends the line; 0 without mate."""
    return len(line.steps) if mates(line) else 0


class MatingPosition:
    """The last position of a line, with the questions that the patterns ask."""

    def __init__(self, line: MotifLine) -> None:
        self.board = line.end
        self.us, self.them = line.us, not line.us
        king = self.board.king(self.them)
        assert king is not None  # it is mated
        self.king: chess.Square = king
        self.last = line.moves[-1].to_square
        self.kind = self.board.piece_type_at(self.last)
        self.rank, self.file = chess.square_rank(self.king), chess.square_file(self.king)
        self.around = chess.SquareSet(chess.BB_KING_ATTACKS[self.king])

    @property
    def home_rank(self) -> int:
        """The back rank of the mated side."""
        return 0 if self.them else 7

    @property
    def forward(self) -> int:
        """The direction in which the mated side's pawns move, in ranks."""
        return 1 if self.them else -1

    @property
    def in_corner(self) -> bool:
        """True if the king is in a corner."""
        return bool(chess.BB_SQUARES[self.king] & chess.BB_CORNERS)

    def at(self, file: int, rank: int) -> chess.Square | None:
        """The square of a file and rank from 0; None outside the board."""
        return chess.square(file, rank) if 0 <= file < 8 and 0 <= rank < 8 else None

    def is_ours(self, square: chess.Square | None, *kinds: chess.PieceType) -> bool:
        """True if one of our pieces of these kinds is on the square."""
        return (
            square is not None and self.board.color_at(square) is self.us and self.board.piece_type_at(square) in kinds
        )

    def is_theirs(self, square: chess.Square | None) -> bool:
        """True if one of the mated side's pieces is on the square."""
        return square is not None and self.board.color_at(square) is self.them

    def ours(self, kind: chess.PieceType) -> chess.SquareSet:
        """Our pieces of a kind."""
        return self.board.pieces(kind, self.us)

    def guards(self, square: chess.Square) -> list[chess.PieceType]:
        """The kinds of our pieces that attack the square."""
        return [
            kind for attacker in self.board.attackers(self.us, square) if (kind := self.board.piece_type_at(attacker))
        ]


def back_rank(mate: MatingPosition) -> bool:
    """A rook or queen mates along the back rank; the king's own pieces block its way out."""
    if mate.rank != mate.home_rank or mate.kind not in (chess.ROOK, chess.QUEEN):
        return False
    if chess.square_rank(mate.last) != mate.rank:
        return False
    ahead = [mate.at(file, mate.rank + mate.forward) for file in range(mate.file - 1, mate.file + 2)]
    there = [square for square in ahead if square is not None]
    return all(mate.is_theirs(square) and not mate.board.is_attacked_by(mate.us, square) for square in there)


def smothered(mate: MatingPosition) -> bool:
    """A knight mates a king surrounded by its own pieces."""
    return mate.kind == chess.KNIGHT and all(mate.is_theirs(square) for square in mate.around)


def anastasia(mate: MatingPosition) -> bool:
    """A rook or queen mates along the edge; a knight and an own piece take the king's other squares."""
    if mate.kind not in (chess.ROOK, chess.QUEEN) or mate.in_corner or mate.file not in (0, 7):
        return False
    if chess.square_file(mate.last) != mate.file:
        return False
    inward = 1 if mate.file == 0 else -1
    if not mate.is_theirs(mate.at(mate.file + inward, mate.rank)):
        return False
    return mate.is_ours(mate.at(mate.file + 3 * inward, mate.rank), chess.KNIGHT)


def arabian(mate: MatingPosition) -> bool:
    """A rook mates a king in the corner; a knight guards the rook and the escape."""
    if mate.kind != chess.ROOK or not mate.in_corner or mate.last not in mate.around:
        return False
    inward_file = 1 if mate.file == 0 else -1
    inward_rank = 1 if mate.rank == 0 else -1
    return mate.is_ours(mate.at(mate.file + 2 * inward_file, mate.rank + 2 * inward_rank), chess.KNIGHT)


def hook(mate: MatingPosition) -> bool:
    """A rook next to the king is guarded by a knight, also next to the king, and a pawn guards the knight."""
    if mate.kind != chess.ROOK or mate.last not in mate.around:
        return False
    knights = [square for square in mate.board.attackers(mate.us, mate.last) if mate.is_ours(square, chess.KNIGHT)]
    return any(knight in mate.around and chess.PAWN in mate.guards(knight) for knight in knights)


def boden(mate: MatingPosition) -> bool:
    """Two bishops mate on crossing diagonals, one from each side of the king."""
    files = [chess.square_file(square) for square in mate.ours(chess.BISHOP)]
    if len(files) < 2 or not _bishops_alone(mate):
        return False
    return min(files) < mate.file < max(files)


def double_bishop(mate: MatingPosition) -> bool:
    """Two bishops mate on neighbouring diagonals from one side of the king."""
    files = [chess.square_file(square) for square in mate.ours(chess.BISHOP)]
    if len(files) < 2 or not _bishops_alone(mate):
        return False
    return not min(files) < mate.file < max(files)


def _bishops_alone(mate: MatingPosition) -> bool:
    """True if bishops alone attack the king and each free square around it."""
    squares = [square for square in mate.around if not mate.is_theirs(square)] + [mate.king]
    return all(kind == chess.BISHOP for square in squares for kind in mate.guards(square))


def dovetail(mate: MatingPosition) -> bool:
    """A queen diagonally next to the king controls all squares around it, except those of the king's own pieces."""
    if mate.kind != chess.QUEEN or mate.last not in mate.around or mate.file in (0, 7) or mate.rank in (0, 7):
        return False
    if chess.square_file(mate.last) == mate.file or chess.square_rank(mate.last) == mate.rank:
        return False
    board = mate.board.copy(stack=False)
    board.remove_piece_at(mate.king)  # the queen attacks through the king's square
    for square in mate.around - chess.SquareSet.from_square(mate.last):
        ours = board.attackers(mate.us, square)
        if mate.is_theirs(square) if mate.last not in ours else len(ours) == 1:
            continue
        return False
    return True


def epaulette(mate: MatingPosition) -> bool:
    """A queen or rook mates along the file; the king's own pieces are on both sides of it."""
    if mate.kind not in (chess.QUEEN, chess.ROOK) or chess.square_file(mate.last) != mate.file:
        return False
    return all(mate.is_theirs(mate.at(mate.file + side, mate.rank)) for side in (-1, 1))


def opera(mate: MatingPosition) -> bool:
    """A rook mates next to the king; a bishop guards it."""
    if mate.kind != chess.ROOK or mate.last not in mate.around:
        return False
    return any(mate.is_ours(square, chess.BISHOP) for square in mate.board.attackers(mate.us, mate.last))


def pillsbury(mate: MatingPosition) -> bool:
    """A rook mates; a bishop, which does not guard the rook, alone guards a square to which the king could go."""
    if mate.kind != chess.ROOK:
        return False
    board, last = mate.board, mate.last
    free = [square for square in mate.around if not mate.is_theirs(square) and square != last]
    alone = [next(iter(ours)) for square in free if len(ours := board.attackers(mate.us, square)) == 1]
    return any(mate.is_ours(one, chess.BISHOP) and last not in board.attacks(one) for one in alone)


def corner(mate: MatingPosition) -> bool:
    """A knight mates a king on the edge, at most two squares from a corner; a rook or queen confines it."""
    on_edge = bool(
        chess.BB_SQUARES[mate.king] & (chess.BB_FILE_A | chess.BB_FILE_H | chess.BB_RANK_1 | chess.BB_RANK_8)
    )
    near = any(chess.square_distance(mate.king, corner) <= 2 for corner in chess.SquareSet(chess.BB_CORNERS))
    if mate.kind != chess.KNIGHT or not (on_edge and near):
        return False
    free = [square for square in mate.around if not mate.is_theirs(square)]
    return any({chess.ROOK, chess.QUEEN} & {*mate.guards(square)} for square in free)


PATTERNS: Mapping[str, Callable[[MatingPosition], bool]] = MappingProxyType(
    {
        "backRankMate": back_rank,
        "smotheredMate": smothered,
        "anastasiaMate": anastasia,
        "arabianMate": arabian,
        "hookMate": hook,
        "bodenMate": boden,
        "doubleBishopMate": double_bishop,
        "dovetailMate": dovetail,
        "epauletteMate": epaulette,
        "operaMate": opera,
        "pillsburysMate": pillsbury,
        "cornerMate": corner,
    }
)


def patterns(line: MotifLine) -> list[str]:
    """The lichess names of the mate patterns; empty without mate."""
    if not mates(line):
        return []
    mate = MatingPosition(line)
    return [name for name, is_there in PATTERNS.items() if is_there(mate)]
