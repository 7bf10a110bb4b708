"""Between games of python-chess's board, with which the edges of the program play, and the trees of this reader."""

import chess

from engine.pgn.node import Node
from engine.pgn.values import NULL_SAN, PgnGame


def game_of_board(board: chess.Board, headers: dict[str, str], result: str = "*") -> tuple[PgnGame, list[Node]]:
    """The moves that a board has made as a game to be written, and the nodes of its moves, first to last, to be
    commented on.
    """
    here = board.root()
    start = None if here.fen() == chess.STARTING_FEN else here.shredder_fen() if here.chess960 else here.fen()
    root = node = Node()
    nodes: list[Node] = []
    for move in board.move_stack:
        child = Node(here.uci(move), here.san(move) if move else NULL_SAN)
        node.children = (child,)
        nodes.append(child)
        node = child
        here.push(move)
    return PgnGame(dict(headers), root, result, start, board.chess960), nodes


def start_board(game: PgnGame) -> chess.Board:
    """The board before a game's first move.

    :raises ValueError: if the game's FEN cannot be used; the reader has told so in its problems.
    """
    return chess.Board(game.start_fen or chess.STARTING_FEN, chess960=game.chess960)
