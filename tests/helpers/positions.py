"""Random legal positions for comparisons with python-chess: seeded, so that a failure can be run again."""

import random
from collections.abc import Iterator

import chess

from engine.evaluation.classical import coefficients
from engine.rules.board import CoreBoard


def random_boards(seed: int, count: int, chess960: bool = False) -> Iterator[chess.Board]:
    """Yields `count` boards met in random games (the same object moved on: copy it to keep it)."""
    source = random.Random(seed)
    yielded = 0
    while True:
        board = chess.Board.from_chess960_pos(source.randrange(960)) if chess960 else chess.Board()
        for _ in range(source.randrange(20, 160)):
            yield board
            yielded += 1
            if yielded == count:
                return
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(source.choice(moves))


def core_of(board: chess.Board) -> CoreBoard:
    """The same position in the core, without its history."""
    return CoreBoard.from_fen(board.fen(en_passant="fen"), board.chess960)


def evaluate(board: CoreBoard) -> int:
    """The classical evaluation in centipawns for the side to move."""
    whites = coefficients(board)[3]
    return whites if board.fen().split()[1] == "w" else -whites
