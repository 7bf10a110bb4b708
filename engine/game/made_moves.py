"""Makes moves on a board and records them as nodes."""

import cython
from cython.cimports.engine.game.node import Node, set_san, uci_of
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import Position, make_move, make_null_move, trim_history
from cython.cimports.engine.rules.san import LONGEST_SAN, write_move
from cython.cimports.engine.rules.types import NO_MOVE, Move

from engine.ground.errors import MoveError


def record_move(node, position, move):
    """Makes a legal move (or null move) and records it in the node."""
    san: cython.char[LONGEST_SAN]
    node.move = move
    node.chess960 = position.chess960
    if move == NO_MOVE:
        make_null_move(position)
        set_san(node, cython.cast(cython.p_const_char, b"--"), 2)
    else:
        length: cython.int = write_move(position, move, san)
        set_san(node, san, length)


def attach(node, parent, id):
    """Makes a node the successor of another; the parent is not changed."""
    node.id = id
    node.parent = parent.id
    node.ply = parent.ply + 1
    node.half_moves = parent.half_moves + 1


def made(board: CoreBoard, move: cython.int, parent: Node, id: cython.int):
    """See made_moves.pyi."""
    node: Node = Node.__new__(Node)
    _check(board, move)  # is_legal, or a null move outside check
    record_move(node, cython.address(board.position), cython.cast(Move, move))
    attach(node, parent, id)
    return node


def push_line(board: CoreBoard, moves: list):
    """See made_moves.pyi."""
    position: cython.pointer(Position) = cython.address(board.position)
    move: cython.int
    for move in moves:
        _check(board, move)  # is_legal, or a null move outside check
        if move == NO_MOVE:
            make_null_move(position)
        else:
            make_move(position, cython.cast(Move, move))


@cython.cfunc
def _check(board: CoreBoard, move: cython.int):
    """Checks that a move is legal and makes room for it in the history. :raises MoveError: it is illegal."""
    position: cython.pointer(Position) = cython.address(board.position)
    code: Move = cython.cast(Move, move)
    if position.state.checkers != 0 if move == NO_MOVE else not 0 <= move <= 65_535 or not is_legal(position, code):
        raise MoveError("%1 is not a legal move in %2.", uci_of(code, board.chess960), board.fen())
    trim_history(position)
