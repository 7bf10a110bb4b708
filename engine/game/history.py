"""A position with its moves, as input from a user or another program."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from engine.game.limits import GamePosition
from engine.ground.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.rules.board import CoreBoard
    from engine.rules.fen_repair import RepairedPosition


class ParsedPosition(NamedTuple):
    """A position from outside, its board after the moves, and the corrections made to its text."""

    position: GamePosition
    board: CoreBoard
    notes: tuple[Text, ...] = ()


def parsed_position(text: str, moves: Iterable[str] = (), *, chess960: bool, guess: bool = False) -> ParsedPosition:
    """Returns the position of a FEN, mended field by field, and of moves from there in coordinate notation. If
    `chess960` is false, Chess960's rules are used only for castling rights that need them. `guess`: missing fields are
    guessed (`mended_fields`), because a user has typed them; otherwise they have their defaults.

    :raises PositionError: the pieces cannot be set up.
    :raises MoveError: a move is illegal.
    """
    from engine.rules.board import CoreBoard  # imported here: the window starts without the core
    from engine.rules.fen_repair import repaired

    found = repaired(text, chess960, guess=guess) if chess960 else _as_usual(text, guess)
    board = CoreBoard.from_fen(found.fen, found.chess960)
    names = []
    for name in moves:
        move = board.parse_uci(name)
        names.append(board.uci(move))
        board.push(move)
    return ParsedPosition(GamePosition(found.fen, tuple(names), chess960=found.chess960), board, found.notes)


def _as_usual(text: str, guess: bool) -> RepairedPosition:
    """Returns the position by standard rules, unless Chess960's rules save castling rights."""
    from engine.rules.fen_repair import repaired

    usual = repaired(text, chess960=False, guess=guess)
    if not usual.notes:
        return usual
    other = repaired(text, None, guess=guess)
    if len(other.notes) >= len(usual.notes):
        return usual
    return other._replace(notes=(*other.notes, Text("Castling is as in Chess960 here: write it as king takes rook.")))
