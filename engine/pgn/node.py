"""A move of a game with what is said about it."""

import cython
from cython.cimports.engine.rules.types import (
    CASTLING,
    PROMOTION,
    move_kind,
    move_promotion,
    move_source,
    move_target,
)

import engine.rules.types  # noqa: F401

_SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
_UCI: list = [source + target for source in _SQUARES for target in _SQUARES]  # by 64 * from + to


def uci_of(move, chess960):
    """A move in coordinates: castling e1g1, in Chess960 king takes rook."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    if move_kind(move) == PROMOTION:
        return _UCI[64 * source + target] + "pnbrqk"[move_promotion(move)]
    if move_kind(move) == CASTLING and not chess960:
        target = (source & 56) | (6 if target > source else 2)
    return _UCI[64 * source + target]


# Nodes hold no parent, so there are no circles of them for the garbage collector to look for; without it reading is twice as
# fast.
@cython.no_gc
@cython.freelist(256)
@cython.cclass
class Node:
    """A move of a game with what is said about it (see tree.pyi)."""

    def __init__(self, uci="", san=""):
        self.uci = uci
        self.san = san
        self.comments = ()
        self.before = ()
        self.nags = ()
        self.children = ()
        self.unread = ""

    def __repr__(self) -> str:
        return f"<Node {self.san or 'root'}>"
