"""Mates and their patterns, tested on the last position of a line."""

from __future__ import annotations

import chess

from engine.coach.checker.registry import proves
from engine.coach.checker.replay import ClaimReplay
from engine.coach.claims import Motif

MOST_PROVED = 2  # moves to a mate proved against every defence; longer mates rely on the search


def is_forced(board: chess.Board, moves: int) -> bool:
    """True if the side to move mates in at most `moves` moves against every defence."""
    for move in list(board.legal_moves):
        board.push(move)
        found = board.is_checkmate() or (moves > 1 and board.is_check() and _all_lose(board, moves - 1))
        if not found and moves > 1 and not board.is_check():
            found = _all_lose(board, moves - 1)
        board.pop()
        if found:
            return True
    return False


def _all_lose(board: chess.Board, moves: int) -> bool:
    """True if there is a legal reply and each allows mate."""
    answers = list(board.legal_moves)
    for answer in answers:
        board.push(answer)
        mated = is_forced(board, moves)
        board.pop()
        if not mated:
            return False
    return bool(answers)


class Mated:
    """The mated king and its surroundings."""

    def __init__(self, line: ClaimReplay) -> None:
        self.board = line.end
        self.us = line.us
        king = self.board.king(not line.us)
        self.king = king if king is not None else chess.A1
        self.file, self.rank = chess.square_file(self.king), chess.square_rank(self.king)
        self.last = line.moves[-1].to_square
        self.piece = self.board.piece_type_at(self.last)

    def next_to(self) -> list[chess.Square]:
        """The squares around the king."""
        return list(chess.SquareSet(chess.BB_KING_ATTACKS[self.king]))

    def own(self, file: int, rank: int) -> bool:
        """True if a piece of the mated side is on the square."""
        on_board = 0 <= file < 8 and 0 <= rank < 8
        return on_board and self.board.color_at(chess.square(file, rank)) is (not self.us)

    def ours(self, file: int, rank: int, piece: chess.PieceType) -> bool:
        """True if that piece of the mating side is on the square."""
        on_board = 0 <= file < 8 and 0 <= rank < 8
        return on_board and self.board.piece_at(chess.square(file, rank)) == chess.Piece(piece, self.us)


@proves(Motif.BACK_RANK_MATE, mates=True)
def back_rank(line: ClaimReplay) -> bool:
    """A rook or queen mates along the back rank; the king's own pieces block its way out."""
    mate = Mated(line)
    home = 7 if mate.us else 0
    ahead = home - 1 if mate.us else 1
    wall = all(mate.own(file, ahead) for file in range(mate.file - 1, mate.file + 2) if 0 <= file < 8)
    by_rank = mate.piece in (chess.ROOK, chess.QUEEN) and chess.square_rank(mate.last) == home
    return mate.rank == home and by_rank and wall


@proves(Motif.SMOTHERED_MATE, mates=True)
def smothered(line: ClaimReplay) -> bool:
    """A knight mates; the king's own pieces are on all squares around it."""
    mate = Mated(line)
    return mate.piece == chess.KNIGHT and all(mate.board.color_at(square) is (not mate.us) for square in mate.next_to())


@proves(Motif.ANASTASIA_MATE, mates=True)
def anastasia(line: ClaimReplay) -> bool:
    """A rook or queen mates along the edge; a knight three files away and an own piece take the other squares."""
    mate = Mated(line)
    inward = 1 if mate.file == 0 else -1
    at_edge = mate.file in (0, 7) and chess.square_file(mate.last) == mate.file
    knight = mate.ours(mate.file + 3 * inward, mate.rank, chess.KNIGHT)
    return at_edge and mate.piece in (chess.ROOK, chess.QUEEN) and mate.own(mate.file + inward, mate.rank) and knight


@proves(Motif.ARABIAN_MATE, mates=True)
def arabian(line: ClaimReplay) -> bool:
    """A rook guarded by a knight mates in the corner."""
    mate = Mated(line)
    in_corner = mate.file in (0, 7) and mate.rank in (0, 7)
    by_file, by_rank = (1 if mate.file == 0 else -1), (1 if mate.rank == 0 else -1)
    knight = mate.ours(mate.file + 2 * by_file, mate.rank + 2 * by_rank, chess.KNIGHT)
    return in_corner and mate.piece == chess.ROOK and knight and chess.square_distance(mate.last, mate.king) == 1


@proves(Motif.HOOK_MATE, mates=True)
def hook(line: ClaimReplay) -> bool:
    """A rook guarded by a knight mates, and a pawn guards the knight."""
    mate = Mated(line)
    if mate.piece != chess.ROOK or chess.square_distance(mate.last, mate.king) != 1:
        return False
    for square in mate.board.attackers(mate.us, mate.last):
        if mate.board.piece_type_at(square) == chess.KNIGHT and chess.square_distance(square, mate.king) == 1:
            if any(mate.board.piece_type_at(guard) == chess.PAWN for guard in mate.board.attackers(mate.us, square)):
                return True
    return False


def two_bishops(line: ClaimReplay) -> bool:
    """True for both mates with two bishops: bishops alone attack the king's squares."""
    mate = Mated(line)
    free = [square for square in mate.next_to() if mate.board.color_at(square) is not (not mate.us)]
    kinds = {
        mate.board.piece_type_at(attacker)
        for square in (*free, mate.king)
        for attacker in mate.board.attackers(mate.us, square)
    }
    return kinds == {chess.BISHOP} and len(mate.board.pieces(chess.BISHOP, mate.us)) > 1


@proves(Motif.BODEN_MATE, mates=True)
def boden(line: ClaimReplay) -> bool:
    """Two bishops mate from both sides of the king."""
    mate = Mated(line)
    files = sorted(chess.square_file(square) for square in mate.board.pieces(chess.BISHOP, mate.us))
    return two_bishops(line) and files[0] < mate.file < files[-1]


@proves(Motif.DOUBLE_BISHOP_MATE, mates=True)
def double_bishop(line: ClaimReplay) -> bool:
    """Two bishops mate from one side of the king."""
    return two_bishops(line) and not boden(line)


@proves(Motif.DOVETAIL_MATE, mates=True)
def dovetail(line: ClaimReplay) -> bool:
    """A queen diagonally next to the king mates, away from the edge."""
    mate = Mated(line)
    beside = abs(chess.square_file(mate.last) - mate.file) == abs(chess.square_rank(mate.last) - mate.rank) == 1
    return mate.piece == chess.QUEEN and beside and mate.file not in (0, 7) and mate.rank not in (0, 7)


@proves(Motif.EPAULETTE_MATE, mates=True)
def epaulette(line: ClaimReplay) -> bool:
    """A queen or rook mates along the file; own pieces are on both sides of the king."""
    mate = Mated(line)
    straight = mate.piece in (chess.QUEEN, chess.ROOK) and chess.square_file(mate.last) == mate.file
    return straight and mate.own(mate.file - 1, mate.rank) and mate.own(mate.file + 1, mate.rank)
