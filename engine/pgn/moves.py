"""Core moves to a line of nodes with SAN and coordinates, as a game tree wants them."""

import cython
from cython.cimports.cpython import array
from cython.cimports.engine.pgn.blocks import forget_history
from cython.cimports.engine.pgn.node import Node, uci_of
from cython.cimports.engine.pgn.san import LONGEST_SAN, written_move
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import count_legal, is_legal
from cython.cimports.engine.rules.position import MAX_STATES, Position, make_move, make_null_move, position_copy
from cython.cimports.engine.rules.types import NO_MOVE, Move

import engine.pgn.blocks
import engine.pgn.node
import engine.pgn.san
import engine.rules.board
import engine.rules.movegen
import engine.rules.position
import engine.rules.types  # noqa: F401
from engine.pgn.values import NULL_SAN, NULL_UCI


def nodes_of(board: CoreBoard, moves: array.array):
    """The root of a line of these core moves (0 is a null move) from a position. A move that is not legal ends it."""
    position: Position
    san: cython.char[LONGEST_SAN]
    length: cython.int
    move: Move
    root: Node = Node()
    last: Node = root
    position_copy(cython.address(position), cython.address(board.position))
    for code in moves:
        move = code
        if position.top > MAX_STATES - 8:
            forget_history(cython.address(position))
        if move == NO_MOVE:
            if position.state.checkers:
                break
            make_null_move(cython.address(position))
            node = Node(NULL_UCI, NULL_SAN)
        else:
            if not is_legal(cython.address(position), move):
                break
            length = written_move(cython.address(position), move, san)
            make_move(cython.address(position), move)
            if position.state.checkers:
                san[length] = 0x23 if count_legal(cython.address(position)) == 0 else 0x2B
                length += 1
            node = Node(uci_of(move, board.chess960), san[:length].decode("ascii"))
        last.children = (node,)
        last = node
    return root
