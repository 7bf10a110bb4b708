"""The replay of a claim's line on boards, with the questions that the tests ask."""

from __future__ import annotations

import chess

from engine.coach.claims import Claim, ClaimPiece, ClaimRole
from engine.coach.sources import NO_SOURCES, Sources

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
DEEPEST = 10  # plies of captures searched
MOST = 99  # pawns: more than a line can win


class Refused(Exception):
    """The claim is not true of its line; the text says why."""


class ClaimReplay:
    """The positions of a line; `boards[i]` is the one before move i.

    :raises Refused: an illegal move, or a key move outside the line or of the wrong side.
    """

    def __init__(self, claim: Claim, sources: Sources = NO_SOURCES) -> None:
        self.claim = claim
        self.sources = sources
        self.boards, self.moves = played(claim.fen, claim.line, claim.chess960)
        if claim.threat:
            self._add_threat()
        if not 0 <= claim.key < len(self.moves):
            raise Refused("the key move is not in the line")
        self.us = self.before.turn
        if (claim.role is ClaimRole.ALLOWS) is not (claim.key % 2 == 1) and not claim.other:
            raise Refused("the key move is the wrong side's")

    def _add_threat(self) -> None:
        """The other side passes, and the threat follows."""
        claim = self.claim
        ours = [board.is_check() for board in self.boards[1 + (claim.role is ClaimRole.ALLOWS) :: 2]]
        begins = len(self.moves) % 2 == (claim.role is ClaimRole.MISSES) and claim.key > len(claim.line)
        if not begins or ours[-1:] != [False] or not all(ours[:-1]):
            raise Refused("a threat follows the first move of the side that profits that gives no check")
        boards, moves = played(passing(self.end).fen(), claim.threat, claim.chess960)
        self.boards += boards
        self.moves += [chess.Move.null(), *moves]

    @property
    def before(self) -> chess.Board:
        """The position before the key move."""
        return self.boards[self.claim.key]

    @property
    def after(self) -> chess.Board:
        """The position after the key move."""
        return self.boards[self.claim.key + 1]

    @property
    def move(self) -> chess.Move:
        """The key move."""
        return self.moves[self.claim.key]

    @property
    def end(self) -> chess.Board:
        """The last position."""
        return self.boards[-1]

    def piece(self, number: int) -> ClaimPiece:
        """A piece named by the claim. :raises Refused: the claim names fewer pieces."""
        if number >= len(self.claim.pieces):
            raise Refused("a piece is not named")
        return self.claim.pieces[number]

    def answer(self) -> chess.Move:
        """The move after the key move. :raises Refused: the line ends before."""
        return self.later(1)

    def later(self, plies: int) -> chess.Move:
        """The move `plies` plies after the key move. :raises Refused: the line ends before."""
        if self.claim.key + plies >= len(self.moves):
            raise Refused("the line ends too early")
        return self.moves[self.claim.key + plies]

    def is_recapture(self) -> bool:
        """True if the key move takes a piece that has just captured on its square."""
        at, square = self.claim.key - 1, self.move.to_square
        return at > 0 and self.moves[at].to_square == square and self.boards[at].is_capture(self.moves[at])

    def is_even(self) -> bool:
        """True if the key move takes no more than it costs, and is recaptured within two moves."""
        square = self.move.to_square
        back = [move.to_square for move in self.moves[self.claim.key + 1 : self.claim.key + 4 : 2]]
        mover = VALUES[self.before.piece_type_at(self.move.from_square) or chess.KING]
        return square in back and _gain(self.before, self.move) <= mover

    def exchanged(self) -> int:
        """The gain of the key move and of all captures on its square directly after it, in pawns."""
        end = self.claim.key + 1
        while end < len(self.moves) and self.moves[end].to_square == self.move.to_square:
            end += 1
        return material(self.boards[end], self.us) - material(self.before, self.us)

    def takes_later(self, square: chess.Square) -> bool:
        """True if we capture on a square after the key move."""
        start = self.claim.key + 2
        return any(
            self.moves[index].to_square == square and self.boards[index].is_capture(self.moves[index])
            for index in range(start, len(self.moves), 2)
        )

    def goes_later(self, square: chess.Square) -> bool:
        """True if we move to a square after the key move."""
        return any(self.moves[index].to_square == square for index in range(self.claim.key + 2, len(self.moves), 2))


def played(fen: str, line: tuple[str, ...], chess960: bool) -> tuple[list[chess.Board], list[chess.Move]]:
    """All positions of a line, and its moves. :raises Refused: an illegal position or move."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        raise Refused(f"illegal position: {error}") from error
    boards, moves = [board.copy(stack=False)], []
    for text in line:
        try:
            move = board.parse_uci(text)
            if not move:
                raise ValueError("null move")
        except ValueError as error:
            raise Refused(f"{text} is not legal") from error
        board.push(move)
        moves.append(move)
        boards.append(board.copy(stack=False))
    return boards, moves


def is_there(board: chess.Board, piece: ClaimPiece, side: chess.Color) -> bool:
    """True if the piece of the side is on its square (kind 0: the square is empty)."""
    return (
        board.piece_at(piece.square) == chess.Piece(piece.kind, side)
        if piece.kind
        else board.piece_at(piece.square) is None
    )


def material(board: chess.Board, side: chess.Color) -> int:
    """The side's material minus the opponent's, in pawns."""
    return sum(VALUES[piece.piece_type] * (1 if piece.color is side else -1) for piece in board.piece_map().values())


def pending(board: chess.Board) -> int:
    """The gain of the side to move by captures and promotions, which it may stop at any time, in pawns; at least 0."""
    return 0 if board.is_check() else _noisy(board, DEEPEST, 0, MOST)


def _noisy(board: chess.Board, depth: int, low: int, high: int) -> int:
    """Negamax over captures and promotions with the right to stop, relative to the current material; alpha-beta window `low`,
    `high`."""
    best = 0
    if depth == 0 or best >= high:
        return best
    moves = [move for move in board.legal_moves if board.is_capture(move) or move.promotion]
    for move in sorted(moves, key=lambda move: -_gain(board, move)):
        gain = _gain(board, move)
        board.push(move)
        lost = -MOST if board.is_checkmate() else _noisy(board, depth - 1, gain - high, gain - max(low, best))
        board.pop()
        best = max(best, gain - lost)
        if best >= high:
            break
    return best


def _gain(board: chess.Board, move: chess.Move) -> int:
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    own = board.color_at(move.to_square) is board.turn  # castling in Chess960
    gain = VALUES[taken] if taken and not own else 0
    return gain + (VALUES[move.promotion] - 1 if move.promotion else 0)


def swap(board: chess.Board, square: chess.Square) -> int:
    """The gain of the side to move by captures on one square, cheapest piece first, in pawns; at least 0."""
    cheapest: tuple[int, chess.Move] | None = None
    for move in board.legal_moves:
        if move.to_square == square and board.is_capture(move) and move.promotion in (None, chess.QUEEN):
            piece = board.piece_type_at(move.from_square)
            cost = 100 if piece == chess.KING else VALUES[piece] if piece else 0
            if cheapest is None or cost < cheapest[0]:
                cheapest = (cost, move)
    if cheapest is None:
        return 0
    gain = _gain(board, cheapest[1])
    board.push(cheapest[1])
    value = gain - swap(board, square)
    board.pop()
    return max(0, value)


def passing(board: chess.Board) -> chess.Board:
    """The position with the other side to move. :raises Refused: the side to move is in check."""
    if board.is_check():
        raise Refused("a side in check cannot pass")
    other = board.copy(stack=False)
    other.push(chess.Move.null())
    return other
