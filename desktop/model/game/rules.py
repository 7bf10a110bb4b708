"""The model's only access to the rules of chess: positions as FEN in, frozen values out.

Importing this imports python-chess (about 45 ms), so the rest of the model imports it when a move is made, not at
start-up.
"""

from collections.abc import Sequence

import chess

from desktop.model.errors import EditError
from engine.game.outcome import Outcome, by_rules
from engine.game.python_board import legal_line, numbered_line
from engine.game.tree import Game
from engine.ground.values import dataclass


@dataclass(frozen=True)
class LegalMove:
    """A legal move: coordinates, SAN, and the position after it."""

    uci: str
    san: str
    fen: str


def legal_moves(fen: str, chess960: bool) -> tuple[str, ...]:
    board = chess.Board(fen, chess960=chess960)
    return tuple(board.uci(move) for move in board.legal_moves)


def play(fen: str, uci: str, chess960: bool) -> LegalMove:
    """Plays a legal move given in coordinates; castling also as king takes rook. :raises EditError: the move is illegal."""
    board = chess.Board(fen, chess960=chess960)
    try:
        move = board.parse_uci(uci)
    except ValueError as error:
        raise EditError("%1 is not a legal move in %2.", uci, fen) from error
    if not move:
        raise EditError("A null move cannot be played.")
    return push(board, move)


def push(board: chess.Board, move: chess.Move) -> LegalMove:
    """Plays a legal move on the caller's board."""
    uci = board.uci(move)
    san = board.san_and_push(move)
    return LegalMove(uci, san, board.fen())


def parse_move(fen: str, text: str, chess960: bool) -> str:
    """A typed move, SAN or coordinates, as coordinates. :raises EditError: it cannot be read, or is illegal."""
    from desktop.model.game import typed_move

    return typed_move.read(fen, text, chess960)


def line_text(fen: str, moves: Sequence[str], chess960: bool) -> str:
    """Moves in coordinates as text with move numbers, up to the first illegal move: `3. Bb5 a6 4. Ba4`."""
    return numbered_line(chess.Board(fen, chess960=chess960), moves)


def line_sans(fen: str, moves: Sequence[str], chess960: bool) -> tuple[str, ...]:
    """Moves in coordinates as SAN, up to the first illegal move."""
    board = chess.Board(fen, chess960=chess960)
    return tuple(map(board.san_and_push, legal_line(board, moves)))


def after(fen: str, moves: Sequence[str], chess960: bool) -> str:
    """The position after moves in coordinates, up to the first illegal move."""
    board = chess.Board(fen, chess960=chess960)
    for move in legal_line(board, moves):
        board.push(move)
    return board.fen()


def passed(fen: str, chess960: bool) -> str:
    """The position with the opponent to move, to find threats. Not for a side in check."""
    board = chess.Board(fen, chess960=chess960)
    board.push(chess.Move.null())
    return board.fen()


def in_check(fen: str, chess960: bool) -> bool:
    return chess.Board(fen, chess960=chess960).is_check()


def result(fen: str, chess960: bool) -> str:
    """The result of a position without a legal move, as in PGN: `1-0`, `0-1` or `1/2-1/2`."""
    return chess.Board(fen, chess960=chess960).result()


def outcome(game: Game, node_id: int) -> Outcome | None:
    """The outcome by the rules at a node, or None."""
    path = game.path(node_id)
    reversible = min(game.board(node_id).halfmove_clock, len(path) - 1)  # what came before cannot be repeated
    board = chess.Board(game.fen(path[-1 - reversible].id), chess960=game.chess960)
    for node in path[len(path) - reversible :]:
        board.push(chess.Move.from_uci(node.uci))
    return by_rules(board)
