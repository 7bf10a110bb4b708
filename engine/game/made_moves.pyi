from engine.game.node import Node
from engine.rules.board import CoreBoard

def made(board: CoreBoard, move: int, parent: Node, id: int) -> Node:
    """Makes a move of the core (0: null move) on the board and returns its node, which its
    parent does not list yet.

    :raises MoveError: it is not legal here; the board is unchanged.
    """

def push_line(board: CoreBoard, moves: list[int]) -> None:
    """Makes moves of the core (0: null move) one after the other.

    :raises MoveError: at the first that is not legal; those before it stay made.
    """
