"""Moves made on a board and written down as nodes."""

import cython
from cython.cimports.engine.game.node import Node, uci_of
from cython.cimports.engine.rules.board import CoreBoard
from cython.cimports.engine.rules.movegen import is_legal
from cython.cimports.engine.rules.position import Position, make_null_move, trim_history
from cython.cimports.engine.rules.san import LONGEST_SAN, write_move
from cython.cimports.engine.rules.types import NO_MOVE, Move

import engine.game.node
import engine.rules.board
import engine.rules.movegen
import engine.rules.position
import engine.rules.san
import engine.rules.types  # noqa: F401
from engine.errors import MoveError
from engine.game.node import NULL_SAN


def spell(node, position, move):
    """Makes a legal move (or null move) and writes it into the node."""
    san: cython.char[LONGEST_SAN]
    node.move = move
    node.uci = uci_of(move, position.chess960)
    if move == NO_MOVE:
        make_null_move(position)
        node.san = NULL_SAN
    else:
        length: cython.int = write_move(position, move, san)
        node.san = san[:length].decode("ascii")


def hang(node, parent, id):
    """Puts a node behind another one; the parent is not changed."""
    node.id = id
    node.parent = parent.id
    node.ply = parent.ply + 1
    node.half_moves = parent.half_moves + 1


def made(board: CoreBoard, move: cython.int, parent: Node, id: cython.int):
    """See made_moves.pyi."""
    position: cython.pointer(Position) = cython.address(board.position)
    node: Node = Node.__new__(Node)
    code: Move = cython.cast(Move, move)
    if position.state.checkers != 0 if move == NO_MOVE else not 0 <= move <= 65_535 or not is_legal(position, code):
        raise MoveError(f"{uci_of(code, board.chess960)} is not a legal move in {board.fen()}.")
    trim_history(position)
    spell(node, position, code)
    hang(node, parent, id)
    return node
