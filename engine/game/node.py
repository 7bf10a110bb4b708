"""A move of a game with its annotations."""

import cython
from cython.cimports.engine.rules.types import (
    CASTLING,
    NO_MOVE,
    PROMOTION,
    move_kind,
    move_promotion,
    move_source,
    move_target,
    u64,
)
from cython.cimports.libc.string import memcpy

from engine.game.side import Side

NULL_SAN = "--"
NULL_UCI = "0000"

_SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
_UCI: list = [source + target for source in _SQUARES for target in _SQUARES]  # by 64 * from + to

# Real games write the same few thousand moves: their texts are shared, found by the bytes they are made of.
_SPREAD = cython.declare(u64, 0x9E3779B97F4A7C15)
_SAN_CODES = cython.declare(u64[4096])
_SANS: list = [""] * 4096
_last_key = cython.declare(u64, 0)


@cython.cfunc
def _san_text(letters: cython.p_const_char, length: cython.int) -> str:
    """Returns the text of a move in SAN."""
    code: u64 = 0
    place: cython.Py_ssize_t
    memcpy(cython.address(code), letters, length)
    place = cython.cast(cython.Py_ssize_t, (code * _SPREAD) >> 52)
    if _SAN_CODES[place] != code:
        _SANS[place] = letters[:length].decode("ascii")
        _SAN_CODES[place] = code
    return _SANS[place]


def uci_of(move, chess960):
    """Returns a move in coordinate notation: castling e1g1, in Chess960 king takes rook; a null move is `0000`."""
    source: cython.int = move_source(move)
    target: cython.int = move_target(move)
    if move == NO_MOVE:
        return NULL_UCI
    if move_kind(move) == PROMOTION:
        return _UCI[64 * source + target] + "pnbrqk"[move_promotion(move)]
    if move_kind(move) == CASTLING and not chess960:
        target = (source & 56) | (6 if target > source else 2)
    return _UCI[64 * source + target]


# Nodes refer to each other by number, so they form no cycles. Without garbage collection, reading is twice as fast.
@cython.no_gc
@cython.freelist(256)
@cython.cclass
class Node:
    """A move of a game with its annotations (see node.pyi)."""

    def __cinit__(self):
        global _last_key
        _last_key += 1
        self.key = _last_key
        self.unread = ""
        self.children = self.comments = self.before = self.nags = ()

    def __init__(self, id=0, parent=0, ply=0, half_moves=0, move=0, uci="", san="", children=()):
        self.id = id
        self.parent = parent
        self.ply = ply
        self.half_moves = half_moves
        self.move = move
        self.written_uci = uci
        text: bytes = san.encode("ascii")
        if len(text) > MOST_SAN:
            raise ValueError(f"{san} has more than {MOST_SAN} characters")
        set_san(self, text, len(text))
        self.children = children

    def changed(self, **fields):
        """Returns the node with some fields replaced."""
        node: Node = Node.__new__(Node)
        node.id, node.parent, node.ply, node.half_moves = self.id, self.parent, self.ply, self.half_moves
        node.key, node.move = self.key, self.move
        set_san(node, self.letters, self.length)
        node.written_uci, node.chess960 = self.written_uci, self.chess960
        node.children = fields.pop("children", self.children)
        node.before = fields.pop("before", self.before)
        node.nags = fields.pop("nags", self.nags)
        node.comments = fields.pop("comments", self.comments)
        node.unread = self.unread
        node.known = self.known if node.comments is self.comments else None
        if "comment_before" in fields:
            text = fields.pop("comment_before")
            node.before = (text,) if text else ()
        if fields:
            from dataclasses import replace

            node.known = replace(self.notes, **fields)
            node.comments = node.known.comments
        return node

    @property
    def san(self):
        """The move in SAN."""
        return _san_text(self.letters, self.length)

    @property
    def uci(self):
        """The move in coordinate notation, written at the first use: most nodes of a file are never asked."""
        if self.written_uci is None:
            self.written_uci = uci_of(self.move, self.chess960) if self.length else ""
        return self.written_uci

    @property
    def notes(self):
        """The values in the comments, parsed at the first use."""
        if self.known is None:
            from engine.game.move_notes import MoveNotes

            self.known = MoveNotes.read(self.comments)
        return self.known

    @property
    def has_commands(self):
        """Whether the comments have a command."""
        for comment in self.comments:  # noqa: SIM110 - compiled, a generator takes five times as long
            if "[%" in comment:
                return True
        return False

    @property
    def comment(self):
        """The comments after the move as one text."""
        # Comments without commands need no notes: 10,000 notes would cost 2 ms of each garbage collection.
        return self.notes.comment if self.has_commands else " ".join(self.comments)

    @property
    def comment_before(self):
        """The comments before the move as one text."""
        return " ".join(self.before)

    @property
    def clock_ms(self):
        """The mover's remaining time."""
        return self.notes.clock_ms if self.has_commands else None

    @property
    def spent_ms(self):
        """The time used for the move."""
        return self.notes.spent_ms if self.has_commands else None

    @property
    def evaluation(self):
        """The evaluation of the position after the move."""
        return self.notes.evaluation if self.has_commands else None

    @property
    def origin(self):
        """The source of an engine's move."""
        return self.notes.origin if self.has_commands else None

    @property
    def side_to_move(self):
        """The side to move after this move."""
        return Side.BLACK if self.half_moves & 1 else Side.WHITE

    @property
    def move_number(self):
        """The number written before the move."""
        return (self.half_moves + 1) >> 1

    @property
    def number_text(self):
        """The move number with its dots."""
        return f"{self.move_number}." if self.half_moves & 1 else f"{self.move_number}..."

    def __repr__(self) -> str:
        return f"<Node {self.id} {self.san or 'root'}>"
