"""A line of moves from the view of the side that profits from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

import chess

from engine.coach.claims import ClaimPiece, Motif
from engine.coach.exchange_values import balance, is_quiet
from engine.ground.errors import MoveError
from engine.ground.values import dataclass


@dataclass(frozen=True)
class LineStep:
    """A move of the side that profits, with the positions before (`board`) and after it, and the opponent's moves around it.

    `index`: of the move in the line. `previous`: the opponent's move before it.
    """

    index: int
    board: chess.Board
    move: chess.Move
    after: chess.Board
    previous: chess.Move | None
    reply: chess.Move | None

    @property
    def piece(self) -> chess.PieceType:
        """The type of the piece that moves, before a promotion."""
        return self.board.piece_type_at(self.move.from_square) or chess.PAWN

    @property
    def captured(self) -> chess.PieceType | None:
        """The type of the captured piece, a pawn for en passant; None if nothing is captured."""
        if self.board.is_en_passant(self.move):
            return chess.PAWN
        if self.board.color_at(self.move.to_square) is self.board.turn:
            return None  # castling in Chess960: the target is the own rook's square
        return self.board.piece_type_at(self.move.to_square)


@dataclass(frozen=True)
class MotifMatch:
    """A motif found in a line: the index of the move that shows it, and its squares in the order of its template."""

    index: int
    squares: tuple[chess.Square, ...] = ()


@dataclass(frozen=True)
class MotifLine:
    """Legal moves from a position: the opponent's move first, then a move of `us`, and so on."""

    boards: tuple[chess.Board, ...]
    moves: tuple[chess.Move, ...]

    @classmethod
    def of(cls, fen: str, moves: Sequence[str], chess960: bool) -> MotifLine:
        """Replays UCI moves. :raises MoveError: a move is not legal."""
        board = chess.Board(fen, chess960=chess960)
        boards, played = [board.copy(stack=False)], []
        for text in moves:
            try:
                move = board.parse_uci(text)
            except ValueError:
                raise MoveError("%1 is not legal in %2", text, board.fen()) from None
            played.append(move)
            board.push(move)
            boards.append(board.copy(stack=False))
        return cls(tuple(boards), tuple(played))

    @classmethod
    def from_here(cls, fen: str, moves: Sequence[str], chess960: bool) -> MotifLine:
        """A line that begins with our move; a null move replaces the opponent's unknown move before it.

        :raises MoveError: a move is not legal.
        """
        rest = cls.of(fen, moves, chess960)
        before = rest.boards[0].copy(stack=False)
        before.turn, before.ep_square = not before.turn, None
        return cls((before, *rest.boards), (chess.Move.null(), *rest.moves))

    @property
    def us(self) -> chess.Color:
        """The side that profits."""
        return not self.boards[0].turn

    def follows(self, square: chess.Square) -> bool:
        """True if the opponent's first move went to the square."""
        return bool(self.moves[0]) and self.moves[0].to_square == square

    def has_walked_in(self, index: int, square: chess.Square) -> bool:
        """True if a later move of the opponent than his first, no capture or answer to a check, goes to the square just before
        the move `index`."""
        before, move = self.boards[index - 1], self.moves[index - 1]
        return index > 1 and move.to_square == square and not (before.is_check() or before.is_capture(move))

    @property
    def end(self) -> chess.Board:
        """The last position."""
        return self.boards[-1]

    @cached_property
    def steps(self) -> tuple[LineStep, ...]:
        """Our moves, in order."""
        return tuple(self._steps())

    def steps_of(self, side: chess.Color) -> Iterator[LineStep]:
        """The moves of a side, in order; of the opponent without a null move."""
        return (step for step in self._steps(1 if side is self.us else 0) if step.move)

    def _steps(self, first: int = 1) -> Iterator[LineStep]:
        for index in range(first, len(self.moves), 2):
            reply = self.moves[index + 1] if index + 1 < len(self.moves) else None
            yield LineStep(
                index,
                self.boards[index],
                self.moves[index],
                self.boards[index + 1],
                self.moves[index - 1] if index else None,
                reply,
            )

    @cached_property
    def gains(self) -> tuple[int, ...]:
        """Our material minus the opponent's in pawns, for each position."""
        return tuple(balance(board, self.us) for board in self.boards)

    @cached_property
    def quiet(self) -> tuple[bool, ...]:
        """For each position, whether it is quiet: no check, and no capture wins material."""
        return tuple(map(is_quiet, self.boards))


@dataclass(frozen=True)
class FoundMotif:
    """A motif found in a line, with the index of its key move and its pieces."""

    motif: Motif
    key: int
    pieces: tuple[ClaimPiece, ...] = ()


def is_near(line: MotifLine, index: int) -> bool:
    """True if the move is our first, or only our checks and captures come before it."""
    return all(step.captured or step.after.is_check() for step in line.steps if step.index < index - 2)
