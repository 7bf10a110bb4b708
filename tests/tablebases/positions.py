"""Random positions for table tests: any signature with either colour, and KPvKP with a legal en passant capture."""

import random
from collections.abc import Iterator

import chess

from tablebases.probe.negamax import random_position


def random_boards(signature: str, count: int, seed: int) -> Iterator[chess.Board]:
    """Legal positions; in every second one the first side is Black."""
    for number in range(count):
        board = chess.Board(random_position(signature, seed * 1_000_003 + number))
        yield board if number % 2 else board.mirror()


def en_passant_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """KPvKP positions in which the side to move may capture en passant."""
    generator = random.Random(seed)
    while count:
        board = chess.Board(None)
        file = generator.randrange(8)
        beside = file + generator.choice((-1, 1))
        if not 0 <= beside < 8:
            continue
        board.set_piece_at(chess.square(file, 3), chess.Piece(chess.PAWN, chess.WHITE))
        board.set_piece_at(chess.square(beside, 3), chess.Piece(chess.PAWN, chess.BLACK))
        free = [square for square in chess.SQUARES if not board.piece_at(square)]
        for colour, square in zip(chess.COLORS, generator.sample(free, 2), strict=True):
            board.set_piece_at(square, chess.Piece(chess.KING, colour))
        board.turn = chess.BLACK
        board.ep_square = chess.square(file, 2)
        if board.is_valid() and board.has_legal_en_passant():
            count -= 1
            yield board if count % 2 else board.mirror()
