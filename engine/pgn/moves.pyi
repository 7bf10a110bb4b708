from array import array

from engine.pgn.node import Node
from engine.rules.board import CoreBoard

def nodes_of(board: CoreBoard, moves: array[int]) -> Node:
    """The root of a line of these core moves (0 is a null move) from a position. A move that is not legal ends it."""
