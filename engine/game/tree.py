"""The game tree: one value for play, analysis, review, books and PGN.

A `Game` is immutable: every edit returns a new one, and old ones stay valid for undo. Nodes are in a table of small
chunks, so that a game of 20,000 nodes shares all but one or two chunks with its successor. Nothing recurses: variations
may be 5,000 plies deep. Nodes store no position: `Game.board` plays the moves from the nearest cached position, keyed
by `Node.key`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import compress, count, starmap, zip_longest
from operator import is_not
from types import MappingProxyType
from typing import TYPE_CHECKING, Self, TypeVar, cast

from engine.game.node import Node
from engine.game.outcome import Outcome
from engine.game.position import START_POSITION, Position
from engine.game.tags.results import result_token
from engine.ground.errors import MoveError
from engine.ground.text import NOTHING, Text
from engine.ground.values import dataclass
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from engine.rules.board import CoreBoard

T = TypeVar("T")

ROOT = 0
CHUNK = 64  # nodes a chunk: an edit copies one chunk and the list of chunks, both short up to 20,000 nodes
SEVEN_TAGS: Mapping[str, str] = MappingProxyType(
    {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?", "Result": "*"}
)
_BOARDS_KEPT = 16  # of 100 kB
_FENS_KEPT = 4096  # of 120 bytes
_boards: dict[int, CoreBoard] = {}  # by the key of a node, for all games and threads
_fens: dict[int, str] = {}


@dataclass(frozen=True)
class NodeTable:
    """Nodes by id, in chunks; a deleted node leaves a None. Ids are never reused."""

    chunks: tuple[tuple[Node | None, ...], ...] = ()
    size: int = 0

    @classmethod
    def of(cls, nodes: Sequence[Node | None]) -> NodeTable:
        """Returns a table of nodes whose ids are their indices; a deleted one is None."""
        return cls(tuple([tuple(nodes[start : start + CHUNK]) for start in range(0, len(nodes), CHUNK)]), len(nodes))

    def get(self, node_id: int) -> Node | None:
        """Returns the node; None if it was deleted or never existed."""
        if not 0 <= node_id < self.size:
            return None
        return self.chunks[node_id // CHUNK][node_id % CHUNK]

    def put(self, node: Node) -> NodeTable:
        """Returns the table with a node replaced, or added if its id is `size`."""
        return self._with(node.id, node)

    def drop(self, node_ids: list[int]) -> NodeTable:
        touched: dict[int, list[Node | None]] = {}
        fewer = 0
        for node_id in node_ids:
            number, place = divmod(node_id, CHUNK)
            chunk = touched.setdefault(number, list(self.chunks[number]))
            fewer += _with_commands(chunk[place])
            chunk[place] = None
        chunks = list(self.chunks)
        for number, chunk in touched.items():
            chunks[number] = tuple(chunk)
        return self._followed(NodeTable(tuple(chunks), self.size), -fewer)

    def _with(self, node_id: int, node: Node) -> NodeTable:
        number, place = divmod(node_id, CHUNK)
        if number == len(self.chunks):
            return self._followed(NodeTable((*self.chunks, (node,)), node_id + 1), node.has_commands)
        chunk = self.chunks[number]
        changed = (*chunk[:place], node, *chunk[place + 1 :])
        chunks = (*self.chunks[:number], changed, *self.chunks[number + 1 :])
        more = node.has_commands - _with_commands(self.get(node_id))
        return self._followed(NodeTable(chunks, max(self.size, node_id + 1)), more)

    def changed(self, after: NodeTable) -> Iterator[int]:
        """Yields the ids of the nodes that differ in a later table. Shared chunks are compared only by identity."""
        chunks = zip_longest(self.chunks, after.chunks, fillvalue=())
        for number in compress(count(), starmap(is_not, chunks)):  # 300 chunks three times an edit: iterators in C
            nodes = zip_longest(_chunk(self.chunks, number), _chunk(after.chunks, number))
            yield from compress(count(number * CHUNK), starmap(is_not, nodes))

    @cached_property
    def commands(self) -> int:
        """Number of nodes with commands in their comments. Counted once; edits update it."""
        return sum(node.has_commands for node in self)

    def _followed(self, table: NodeTable, more: int) -> NodeTable:
        """Returns the next table, with the number of commands changed by `more`."""
        if "commands" in self.__dict__:
            table.__dict__["commands"] = self.commands + more
        return table

    def __iter__(self) -> Iterator[Node]:
        return (node for chunk in self.chunks for node in chunk if node is not None)


@dataclass(frozen=True, eq=False)
class Game:
    """A game with all its variations.

    `headers` are its tags as spelled in its file, in order. `start_fen` is the start position, the standard one if the
    file's is invalid. `outcome` is set for games played here.

    `escapes` and `repeated` are lines and tags of its file that are only preserved. `refused` says why no move can be
    made (another variant, an invalid start position); its text is then in the root's `unread`.
    """

    headers: Mapping[str, str]
    table: NodeTable
    start_fen: str
    chess960: bool
    outcome: Outcome | None = None
    escapes: tuple[str, ...] = ()
    repeated: tuple[tuple[str, str], ...] = ()
    refused: Text = NOTHING

    @classmethod
    def new(cls, start: Position = START_POSITION, headers: Mapping[str, str] = SEVEN_TAGS) -> Game:
        tags = dict(headers)
        if start.chess960:
            tags["Variant"] = "Chess960"
        if start.fen != START_FEN:
            tags |= {"SetUp": "1", "FEN": start.fen}
        return cls(tags, NodeTable().put(Node(half_moves=start.ply)), start.fen, start.chess960)

    # -- reading

    def plays_as(self, before: Game) -> bool:
        """Whether the moves and variations equal those of an earlier state: only annotations were edited."""
        old, new = before.table, self.table
        pairs = ((old.get(node), new.get(node)) for node in old.changed(new))
        return all(
            one is not None and other is not None and (one.move, one.children) == (other.move, other.children)
            for one, other in pairs
        )

    @property
    def root(self) -> Node:
        return self.node(ROOT)

    def node(self, node_id: int) -> Node:
        """Returns a node. :raises KeyError: the id is unknown or deleted."""
        node = self.table.get(node_id)
        if node is None:
            raise KeyError(node_id)
        return node

    def __contains__(self, node_id: int) -> bool:
        return self.table.get(node_id) is not None

    def header(self, name: str) -> str:
        """Returns the value of a tag; a missing one is `?` for the seven standard tags, otherwise empty."""
        return self.headers.get(name, SEVEN_TAGS.get(name, ""))

    @property
    def result(self) -> str:
        """The result token, `*` while unknown. The tag may spell it otherwise (`0.5-0.5`)."""
        return result_token(self.header("Result"))

    def path(self, node_id: int) -> tuple[Node, ...]:
        """Returns the nodes from the root to the node, both included."""
        node, chunks = self.node(node_id), self.table.chunks
        backwards = [node]
        while node.id != ROOT:
            number = node.parent
            node = cast(Node, chunks[number // CHUNK][number % CHUNK])  # `self.node` takes three times as long
            backwards.append(node)
        return tuple(reversed(backwards))

    def moves(self, node_id: int) -> tuple[str, ...]:
        """Returns the moves in coordinate notation from the root to the node."""
        return tuple(node.uci for node in self.path(node_id)[1:])

    def fen(self, node_id: int) -> str:
        key = self.node(node_id).key
        found = _fens.get(key)
        if found is None:
            found = _kept(_fens, _FENS_KEPT, key, self._kept_board(node_id).fen())
        return found

    def legal_moves(self, node_id: int) -> tuple[str, ...]:
        """Returns the legal moves at a node in coordinate notation, in alphabetical order."""
        return tuple(sorted(self._kept_board(node_id).legal_uci_moves()))

    def board(self, node_id: int = ROOT) -> CoreBoard:
        """Returns the position at a node as an independent board."""
        return self._kept_board(node_id).copy()

    def _kept_board(self, node_id: int) -> CoreBoard:
        """Returns a cached board, made from the nearest cached one; callers must not change it."""
        from engine.game.made_moves import push_line
        from engine.rules.board import CoreBoard  # imported here: the window's first screen needs no core

        node, chunks = self.node(node_id), self.table.chunks
        line = []
        board = _boards.get(node.key)
        while board is None and node.id != ROOT:
            line.append(node.move)
            number = node.parent
            node = cast(Node, chunks[number // CHUNK][number % CHUNK])
            board = _boards.get(node.key)
        if board is None:
            board = CoreBoard.from_fen(self.start_fen, self.chess960)
            _kept(_boards, _BOARDS_KEPT, node.key, board)
        if line:
            board = board.copy()
            push_line(board, line[::-1])
            _kept(_boards, _BOARDS_KEPT, self.node(node_id).key, board)
        return board

    def main_line(self, node_id: int = ROOT, *, most: int = sys.maxsize) -> tuple[Node, ...]:
        """Returns the nodes after this one along first children, at most `most`."""
        line = list[Node]()
        node, chunks = self.node(node_id), self.table.chunks
        while node.children and len(line) < most:
            number = node.children[0]
            node = cast(Node, chunks[number // CHUNK][number % CHUNK])
            line.append(node)
        return tuple(line)

    def end(self, node_id: int = ROOT) -> int:
        """Returns the last node of the line that continues from this one."""
        line = self.main_line(node_id)
        return line[-1].id if line else node_id

    def children(self, node_id: int = ROOT) -> tuple[Node, ...]:
        """Returns the moves that follow; the first continues the line."""
        return tuple(map(self.node, self.node(node_id).children))

    def child_with(self, node_id: int, uci: str) -> Node | None:
        """Returns the continuation by that move, if it is in the tree."""
        return next((child for child in self.children(node_id) if child.uci == uci), None)

    def subtree(self, node_id: int) -> list[int]:
        found = [node_id]
        for current in found:  # grows during the loop
            found.extend(self.node(current).children)
        return found

    def variation_of(self, node_id: int) -> int:
        """Returns the first move of the innermost variation that contains a move, possibly the move itself; ROOT for
        the main line."""
        node = self.node(node_id)
        while node.id != ROOT and self.node(node.parent).children[0] == node.id:
            node = self.node(node.parent)
        return node.id

    # -- editing: each returns a new game

    def with_node(self, node: Node) -> Game:
        """Returns the game with one node's annotations replaced (same id, move and place)."""
        return replace(self, table=self.table.put(node))

    def add_move(self, node_id: int, uci: str, *, first: bool = False) -> tuple[Game, int]:
        """Plays a move after a node, or finds it if it exists. Returns the game and the move's node. `first` makes it
        the main continuation. Castling may be written as king takes rook.
        :raises MoveError: the move is illegal there."""
        if self.refused:
            raise MoveError(self.refused)
        known = self.child_with(node_id, uci)
        if known is None:
            board = self.board(node_id)
            try:
                move = board.parse_uci(uci)
            except MoveError:
                raise MoveError("%1 is not a legal move in %2.", uci, self.fen(node_id)) from None
            known = next((child for child in self.children(node_id) if child.move == move), None)
            if known is None:
                return self.add(node_id, board, move, first=first)
        if first and self.node(node_id).children[0] != known.id:
            return self._move_child(known, 0), known.id
        return self, known.id

    def add(self, node_id: int, board: CoreBoard, move: int, *, first: bool = False) -> tuple[Game, int]:
        """Plays a new core move (0: null move) on the node's board, which advances with it.
        :raises MoveError: it is illegal there."""
        from engine.game.made_moves import made

        parent = self.node(node_id)
        child = made(board, move, parent, self.table.size)
        children = (child.id, *parent.children) if first else (*parent.children, child.id)
        table = self.table.put(parent.changed(children=children)).put(child)
        return replace(self, table=table), child.id

    def with_line(self, board: CoreBoard, moves: Iterable[int]) -> Self:
        """Returns this game, which has no moves yet, with these as its main line. The board is at its start and
        advances with them.
        :raises MoveError: a move is illegal; the earlier ones were made on the board."""
        from engine.game.made_moves import made

        nodes = [self.root]
        for move in moves:
            nodes.append(made(board, move, nodes[-1], len(nodes)))
        line = [node.changed(children=(node.id + 1,)) for node in nodes[:-1]]
        return replace(self, table=NodeTable.of([*line, nodes[-1]]))

    def delete(self, node_id: int) -> Game:
        """Returns the game without the node and everything after it. The root cannot be deleted.
        :raises KeyError: the id is unknown."""
        node = self.node(node_id)
        if node_id == ROOT:
            return self
        parent = self.node(node.parent)
        children = tuple(child for child in parent.children if child != node_id)
        table = self.table.drop(self.subtree(node_id)).put(parent.changed(children=children))
        return replace(self, table=table)

    def promote(self, node_id: int) -> Game:
        """Moves a node one place up among its siblings: the first variation becomes the main line."""
        node = self.node(node_id)
        return self._move_child(node, max(0, self.node(node.parent).children.index(node_id) - 1)) if node_id else self

    def demote(self, node_id: int) -> Game:
        """Moves a node one place down among its siblings."""
        node = self.node(node_id)
        return self._move_child(node, self.node(node.parent).children.index(node_id) + 1) if node_id else self

    def with_header(self, name: str, value: str) -> Game:
        """Sets a tag in place, or adds it at the end; an empty value removes it (except the seven standard tags)."""
        value = value or SEVEN_TAGS.get(name, "")
        headers = {**self.headers, name: value}
        return replace(self, headers={tag: text for tag, text in headers.items() if text or tag != name})

    def with_outcome(self, outcome: Outcome | None) -> Game:
        """Returns the game with its end, and the tags Result and Termination."""
        game = replace(self, outcome=outcome).with_header("Result", outcome.result if outcome else "*")
        return game.with_header("Termination", outcome.termination.pgn if outcome else "")

    def _move_child(self, node: Node, place: int) -> Game:
        parent = self.node(node.parent)
        others = [child for child in parent.children if child != node.id]
        others.insert(place, node.id)
        return replace(self, table=self.table.put(parent.changed(children=tuple(others))))


def _kept(kept: dict[int, T], most: int, key: int, value: T) -> T:
    """Caches a position; a full cache is emptied first."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value


def _chunk(chunks: tuple[tuple[Node | None, ...], ...], number: int) -> tuple[Node | None, ...]:
    return chunks[number] if number < len(chunks) else ()


def _with_commands(node: Node | None) -> bool:
    return node is not None and node.has_commands
