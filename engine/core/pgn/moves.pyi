from array import array

from engine.core.board import CoreBoard
from engine.core.pgn.node import Node

def nodes_of(board: CoreBoard, moves: array[int]) -> Node:
    """The root of a line of these core moves (0 is a null move) from a position. A move that is not legal ends it."""
