"""The game tree: one value under play, analysis, review, books and PGN.

A `Game` is immutable: every edit returns a new one, and old ones stay valid, so undo is keeping the old value. The nodes
lie in a table of small chunks, so that a game of 20,000 nodes shares all but one or two chunks with its successor. Nothing
here recurses: variations may be 5,000 deep.

A node keeps no position. `Game.board` makes the moves from the nearest position that is kept; some are, by `Node.key`.
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
_boards: dict[int, CoreBoard] = {}  # by the key of a node, of all games; any thread
_fens: dict[int, str] = {}


@dataclass(frozen=True)
class NodeTable:
    """Nodes by id, in chunks; a deleted node leaves a None. Ids are never given twice."""

    chunks: tuple[tuple[Node | None, ...], ...] = ()
    size: int = 0

    @classmethod
    def of(cls, nodes: Sequence[Node]) -> NodeTable:
        """A table of nodes whose ids are their places."""
        return cls(tuple([tuple(nodes[start : start + CHUNK]) for start in range(0, len(nodes), CHUNK)]), len(nodes))

    def get(self, node_id: int) -> Node | None:
        """The node, None if it was deleted or never was."""
        if not 0 <= node_id < self.size:
            return None
        return self.chunks[node_id // CHUNK][node_id % CHUNK]

    def put(self, node: Node) -> NodeTable:
        """With a node replaced, or added where its id is `size`."""
        return self._with(node.id, node)

    def drop(self, node_ids: list[int]) -> NodeTable:
        """Without these nodes."""
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
        """The ids of the nodes that are not the same in a later table. What an edit shares is only compared by chunk."""
        chunks = zip_longest(self.chunks, after.chunks, fillvalue=())
        for number in compress(count(), starmap(is_not, chunks)):  # 300 of them three times an edit: none is Python's
            nodes = zip_longest(_chunk(self.chunks, number), _chunk(after.chunks, number))
            yield from compress(count(number * CHUNK), starmap(is_not, nodes))

    @cached_property
    def commands(self) -> int:
        """How many nodes have commands in their comments. Counted once; edits count on."""
        return sum(node.has_commands for node in self)

    def _followed(self, table: NodeTable, more: int) -> NodeTable:
        """The table behind this one, with `more` commands."""
        if "commands" in self.__dict__:
            table.__dict__["commands"] = self.commands + more
        return table

    def __iter__(self) -> Iterator[Node]:
        return (node for chunk in self.chunks for node in chunk if node is not None)


@dataclass(frozen=True, eq=False)
class Game:
    """A game with all its variations.

    `headers` are its tags as they stand in its file, in their order. `start_fen` is where it begins, the normal start
    where its file's cannot be set up. `outcome` is set where the game was played here.

    `escapes` and `repeated` are lines and tags of its file that are only kept. `refused` says why no move can be made
    in it (another game than chess, a start position that is none); its text then lies in the root's `unread`.
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
        """A game without moves."""
        tags = dict(headers)
        if start.chess960:
            tags["Variant"] = "Chess960"
        if start.fen != START_FEN:
            tags |= {"SetUp": "1", "FEN": start.fen}
        return cls(tags, NodeTable().put(Node(half_moves=start.ply)), start.fen, start.chess960)

    # -- reading

    def plays_as(self, before: Game) -> bool:
        """Whether it has the moves and variations of an earlier state of the game: nothing but words and signs were edited."""
        old, new = before.table, self.table
        pairs = ((old.get(node), new.get(node)) for node in old.changed(new))
        return all(
            one is not None and other is not None and (one.move, one.children) == (other.move, other.children)
            for one, other in pairs
        )

    @property
    def root(self) -> Node:
        """The start position."""
        return self.node(ROOT)

    def node(self, node_id: int) -> Node:
        """:raises KeyError: there is no such node (it was deleted)."""
        node = self.table.get(node_id)
        if node is None:
            raise KeyError(node_id)
        return node

    def __contains__(self, node_id: int) -> bool:
        return self.table.get(node_id) is not None

    def header(self, name: str) -> str:
        """The value of a tag; where it is missing, `?` of the seven that every game has, else empty."""
        return self.headers.get(name, SEVEN_TAGS.get(name, ""))

    @property
    def result(self) -> str:
        """The result token, `*` while unknown."""
        return self.header("Result")

    def path(self, node_id: int) -> tuple[Node, ...]:
        """From the root to the node, both included."""
        node, chunks = self.node(node_id), self.table.chunks
        backwards = [node]
        while node.id != ROOT:
            number = node.parent
            node = cast(Node, chunks[number // CHUNK][number % CHUNK])  # `self.node` takes three times as long
            backwards.append(node)
        return tuple(reversed(backwards))

    def moves(self, node_id: int) -> tuple[str, ...]:
        """The moves in coordinates that lead from the root to the node."""
        return tuple(node.uci for node in self.path(node_id)[1:])

    def fen(self, node_id: int) -> str:
        """The position at a node."""
        key = self.node(node_id).key
        found = _fens.get(key)
        if found is None:
            found = _kept(_fens, _FENS_KEPT, key, self._kept_board(node_id).fen())
        return found

    def board(self, node_id: int = ROOT) -> CoreBoard:
        """The position at a node as a board of the caller's own."""
        return self._kept_board(node_id).copy()

    def _kept_board(self, node_id: int) -> CoreBoard:
        """Made from the nearest one that is kept; nobody may change it."""
        from engine.game.made_moves import push_line
        from engine.rules.board import CoreBoard  # here, not above: what the program shows first needs no python-chess

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
        """From the node (not included) along first children to the end, `most` moves of it."""
        line = list[Node]()
        node, chunks = self.node(node_id), self.table.chunks
        while node.children and len(line) < most:
            number = node.children[0]
            node = cast(Node, chunks[number // CHUNK][number % CHUNK])
            line.append(node)
        return tuple(line)

    def end(self, node_id: int = ROOT) -> int:
        """The last node of the line that continues from this one."""
        line = self.main_line(node_id)
        return line[-1].id if line else node_id

    def children(self, node_id: int = ROOT) -> tuple[Node, ...]:
        """The moves that follow; the first continues the line."""
        return tuple(map(self.node, self.node(node_id).children))

    def child_with(self, node_id: int, uci: str) -> Node | None:
        """The continuation by that move, if it is in the tree."""
        return next((child for child in self.children(node_id) if child.uci == uci), None)

    def subtree(self, node_id: int) -> list[int]:
        """The node and everything after it, without recursion."""
        found = [node_id]
        for current in found:  # grows while it is walked
            found.extend(self.node(current).children)
        return found

    def variation_of(self, node_id: int) -> int:
        """The first move of the innermost variation that a move is in, which may be the move itself; ROOT in the main line."""
        node = self.node(node_id)
        while node.id != ROOT and self.node(node.parent).children[0] == node.id:
            node = self.node(node.parent)
        return node.id

    # -- editing: each returns a new game

    def with_node(self, node: Node) -> Game:
        """With one node's annotations replaced (same id, move and place)."""
        return replace(self, table=self.table.put(node))

    def add_move(self, node_id: int, uci: str, *, first: bool = False) -> tuple[Game, int]:
        """Plays a move after a node; a move that is there already is only found. Returns the game and the move's node.

        `first` makes it the main continuation. Castling may be spelled as king takes rook.

        :raises MoveError: the move is not legal there.
        """
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
        """Makes a move of the core (0: null move) that is not there yet on the node's board, which continues with it.

        :raises MoveError: it is not legal there.
        """
        from engine.game.made_moves import made

        parent = self.node(node_id)
        child = made(board, move, parent, self.table.size)
        children = (child.id, *parent.children) if first else (*parent.children, child.id)
        table = self.table.put(parent.changed(children=children)).put(child)
        return replace(self, table=table), child.id

    def with_line(self, board: CoreBoard, moves: Iterable[int]) -> Self:
        """A game without moves with these as its main line. The board is at its start and continues with them.

        :raises MoveError: one is not legal; those before it were made on the board.
        """
        from engine.game.made_moves import made

        nodes = [self.root]
        for move in moves:
            nodes.append(made(board, move, nodes[-1], len(nodes)))
        line = [node.changed(children=(node.id + 1,)) for node in nodes[:-1]]
        return replace(self, table=NodeTable.of([*line, nodes[-1]]))

    def delete(self, node_id: int) -> Game:
        """Without the node and everything after it. The root stays.

        :raises KeyError: there is no such node.
        """
        node = self.node(node_id)
        if node_id == ROOT:
            return self
        parent = self.node(node.parent)
        children = tuple(child for child in parent.children if child != node_id)
        table = self.table.drop(self.subtree(node_id)).put(parent.changed(children=children))
        return replace(self, table=table)

    def promote(self, node_id: int) -> Game:
        """One place up among the moves of its position: the first variation becomes the main line."""
        node = self.node(node_id)
        return self._move_child(node, max(0, self.node(node.parent).children.index(node_id) - 1)) if node_id else self

    def demote(self, node_id: int) -> Game:
        """One place down among the moves of its position."""
        node = self.node(node_id)
        return self._move_child(node, self.node(node.parent).children.index(node_id) + 1) if node_id else self

    def with_header(self, name: str, value: str) -> Game:
        """With a tag set in place, added at the end, or taken out where the value is empty (the seven stay)."""
        value = value or SEVEN_TAGS.get(name, "")
        headers = {**self.headers, name: value}
        return replace(self, headers={tag: text for tag, text in headers.items() if text or tag != name})

    def with_outcome(self, outcome: Outcome | None) -> Game:
        """With the end of the game, and its Result and Termination tags."""
        game = replace(self, outcome=outcome).with_header("Result", outcome.result if outcome else "*")
        return game.with_header("Termination", outcome.termination.pgn if outcome else "")

    def _move_child(self, node: Node, place: int) -> Game:
        parent = self.node(node.parent)
        others = [child for child in parent.children if child != node.id]
        others.insert(place, node.id)
        return replace(self, table=self.table.put(parent.changed(children=tuple(others))))


def _kept(kept: dict[int, T], most: int, key: int, value: T) -> T:
    """Keeps a position; all others go where there is no room."""
    if len(kept) >= most:
        kept.clear()
    kept[key] = value
    return value


def _chunk(chunks: tuple[tuple[Node | None, ...], ...], number: int) -> tuple[Node | None, ...]:
    return chunks[number] if number < len(chunks) else ()


def _with_commands(node: Node | None) -> bool:
    return node is not None and node.has_commands
