"""A position on the command line: a FEN, repaired field by field, and moves from there in any notation."""

import sys

import chess

from engine.console.typed_move import parse_move
from engine.game.history import parsed_position
from engine.game.limits import GamePosition
from engine.game.python_board import board_of
from engine.ground.errors import MoveError
from engine.rules.fen import START_FEN


def position_of(fen: str | None, moves: str = "", *, chess960: bool) -> GamePosition:
    """The position of the arguments; None and `startpos` are the start position. Repairs are reported on standard error. With
    `chess960` false, only castling rights that need the rules of Chess960 are read that way.

    :raises PositionError: it cannot be set up.
    :raises MoveError: a move is not legal.
    """
    found = parsed_position(START_FEN if fen is None or fen == "startpos" else fen, (), chess960=chess960, guess=True)
    for note in found.notes:
        print(f"ratsu: {note}", file=sys.stderr)
    start = found.position
    board = board_of(start)
    names = []
    for move in parse_moves(board, moves):
        names.append(board.uci(move))
        board.push(move)
    return GamePosition(start.fen, tuple(names), chess960=start.chess960)


def parse_moves(board: chess.Board, text: str) -> list[chess.Move]:
    """Parses typed moves, with or without numbers. :raises MoveError: one is illegal."""
    walk = board.copy(stack=False)
    moves = []
    for word in text.replace(".", ". ").split():
        if word.rstrip(".").isdigit() or word == ".":
            continue
        try:
            moves.append(parse_move(walk, word))
        except MoveError as refused:
            raise MoveError(f"{refused} (in {walk.fen()})") from None
        walk.push(moves[-1])
    return moves
