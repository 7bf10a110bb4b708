"""The game tree: one value under play, analysis, book and PGN. No Qt, and no python-chess until a move is made.

A `Game` is immutable: every edit returns a new one, and old ones stay valid, so undo is keeping the old value. The nodes
lie in a table of small chunks, so that a game of 20,000 nodes shares all but one chunk with its successor. Nothing
here recurses: variations may be 5,000 deep.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from desktop.model.errors import EditError
from desktop.model.game.analysis import Evaluation
from engine.game.outcome import Outcome
from engine.game.reason import Reason
from engine.game.side import Side

START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
ROOT = 0
CHUNK = 64  # nodes a chunk: an edit copies one chunk and the list of chunks, both short up to 20,000 nodes
SEVEN_TAGS: tuple[tuple[str, str], ...] = (
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
)


@dataclass(frozen=True)
class Origin:
    """Where an engine's move came from: `book`, `tablebases` or `search`, and why it was chosen."""

    source: str
    reason: Reason


@dataclass(frozen=True)
class Node:
    """One position of the game and the move that led to it. The root has no move, and itself as parent.

    `fen` is the position after the move. `children[0]` continues the line, the others are variations.
    `comment` and `comment_before` are verbatim PGN texts, with their [%clk]-like commands. `clock_ms` is what the mover
    had left after the move.
    """

    id: int
    parent: int
    ply: int  # half moves from the root
    uci: str
    san: str
    fen: str
    children: tuple[int, ...] = ()
    comment: str = ""
    comment_before: str = ""
    nags: tuple[int, ...] = ()
    clock_ms: int | None = None
    evaluation: Evaluation | None = None
    origin: Origin | None = None
    spent_ms: int | None = None  # what the mover's move took
    unread: str = ""  # text of the file that follows here and is no move, verbatim

    @property
    def side_to_move(self) -> Side:
        """Who moves in this position."""
        return Side.WHITE if self.fen.split(" ", 2)[1] == "w" else Side.BLACK

    @property
    def move_number(self) -> int:
        """The number written before this node's move."""
        number = int(self.fen.rsplit(" ", 1)[1])
        return number - 1 if self.side_to_move is Side.WHITE else number

    @property
    def number_text(self) -> str:
        """`3.` before a move of White's, `3...` before one of Black's."""
        fields = self.fen.split(" ")  # once: a large game asks for every one of its moves
        return f"{int(fields[-1]) - 1}..." if fields[1] == "w" else f"{fields[-1]}."


@dataclass(frozen=True)
class NodeTable:
    """Nodes by id, in chunks; a deleted node leaves a None. Ids are never given twice."""

    chunks: tuple[tuple[Node | None, ...], ...] = ()
    size: int = 0

    @classmethod
    def of(cls, nodes: Sequence[Node]) -> "NodeTable":
        """A table of nodes whose ids are their places."""
        chunks = (tuple(nodes[start : start + CHUNK]) for start in range(0, len(nodes), CHUNK))
        return cls(tuple(chunks), len(nodes))

    def get(self, node_id: int) -> Node | None:
        """The node, None if it was deleted or never was."""
        if not 0 <= node_id < self.size:
            return None
        return self.chunks[node_id // CHUNK][node_id % CHUNK]

    def put(self, node: Node) -> "NodeTable":
        """With a node replaced, or added where its id is `size`."""
        return self._with(node.id, node)

    def drop(self, node_ids: list[int]) -> "NodeTable":
        """Without these nodes."""
        chunks = [list(chunk) for chunk in self.chunks]
        for node_id in node_ids:
            chunks[node_id // CHUNK][node_id % CHUNK] = None
        return NodeTable(tuple(tuple(chunk) for chunk in chunks), self.size)

    def _with(self, node_id: int, node: Node | None) -> "NodeTable":
        number, place = divmod(node_id, CHUNK)
        if number == len(self.chunks):
            return NodeTable((*self.chunks, (node,)), node_id + 1)
        chunk = self.chunks[number]
        changed = (*chunk[:place], node, *chunk[place + 1 :])
        chunks = (*self.chunks[:number], changed, *self.chunks[number + 1 :])
        return NodeTable(chunks, max(self.size, node_id + 1))

    def __iter__(self) -> Iterator[Node]:
        return (node for chunk in self.chunks for node in chunk if node is not None)


@dataclass(frozen=True)
class Game:
    """A game with all its variations. `headers` keep their order; `outcome` is set where the game was played here.

    `escapes` and `repeated` are lines and tags of its file that are only kept. `refused` says why no move can be made
    in it (another game than chess, a start position that is none); its text then lies in the root's `unread`.
    """

    headers: tuple[tuple[str, str], ...]
    table: NodeTable
    chess960: bool = False
    outcome: Outcome | None = None
    escapes: tuple[str, ...] = ()
    repeated: tuple[tuple[str, str], ...] = ()
    refused: str = ""

    @classmethod
    def new(cls, fen: str = START_FEN, chess960: bool = False) -> "Game":
        """A game without moves. `fen` must have passed `rules.checked_fen`."""
        root = Node(ROOT, ROOT, 0, "", "", fen)
        headers = SEVEN_TAGS
        if chess960:
            headers = (*headers, ("Variant", "Chess960"))
        if fen != START_FEN:
            headers = (*headers, ("SetUp", "1"), ("FEN", fen))
        return cls(headers, NodeTable().put(root), chess960)

    # -- reading

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
        """The value of a tag, empty where it is missing."""
        return next((value for tag, value in self.headers if tag == name), "")

    @property
    def result(self) -> str:
        """The result token, `*` while unknown."""
        return self.header("Result") or "*"

    def path(self, node_id: int) -> tuple[Node, ...]:
        """From the root to the node, both included."""
        node = self.node(node_id)
        backwards = [node]
        while node.id != ROOT:
            node = self.node(node.parent)
            backwards.append(node)
        return tuple(reversed(backwards))

    def moves(self, node_id: int) -> tuple[str, ...]:
        """The moves in coordinates that lead from the root to the node."""
        return tuple(node.uci for node in self.path(node_id)[1:])

    def fens(self, node_id: int) -> tuple[str, ...]:
        """The positions from the root to the node."""
        return tuple(node.fen for node in self.path(node_id))

    def main_line(self, node_id: int = ROOT) -> tuple[Node, ...]:
        """From the node (not included) along first children to the end."""
        line = []
        node = self.node(node_id)
        while node.children:
            node = self.node(node.children[0])
            line.append(node)
        return tuple(line)

    def end(self, node_id: int = ROOT) -> int:
        """The last node of the line that goes on from this one."""
        line = self.main_line(node_id)
        return line[-1].id if line else node_id

    def is_main_line(self, node_id: int) -> bool:
        """Whether the node belongs to the game's main line."""
        path = self.path(node_id)
        return all(child.id == parent.children[0] for parent, child in pairwise(path))

    def child_with(self, node_id: int, uci: str) -> Node | None:
        """The continuation by that move, if it is in the tree."""
        children = (self.node(child) for child in self.node(node_id).children)
        return next((child for child in children if child.uci == uci), None)

    def subtree(self, node_id: int) -> list[int]:
        """The node and everything after it, without recursion."""
        found = [node_id]
        for current in found:  # grows while it is walked
            found.extend(self.node(current).children)
        return found

    # -- editing: each returns a new game

    def with_node(self, node: Node) -> "Game":
        """With one node's annotations replaced (same id, move and place)."""
        return replace(self, table=self.table.put(node))

    def add_move(self, node_id: int, uci: str, *, first: bool = False) -> tuple["Game", int]:
        """Plays a move after a node; a move that is there already is only found. Returns the game and the move's node.

        `first` makes it the main continuation.

        :raises EditError: the move is not legal there.
        """
        if self.refused:
            raise EditError(self.refused)
        known = self.child_with(node_id, uci)
        if known is not None:
            return self._found(known, first)
        from desktop.model.game import rules  # python-chess only once a move is made

        played = rules.play(self.node(node_id).fen, uci, self.chess960)
        known = self.child_with(node_id, played.uci)  # castling has two spellings
        if known is not None:
            return self._found(known, first)
        return self.attach(node_id, played.uci, played.san, played.fen, first=first)

    def attach(self, node_id: int, uci: str, san: str, fen: str, *, first: bool = False) -> tuple["Game", int]:
        """Adds a move that a reader has already checked. Returns the game and the new node's id."""
        parent = self.node(node_id)
        new_id = self.table.size
        child = Node(new_id, node_id, parent.ply + 1, uci, san, fen)
        children = (new_id, *parent.children) if first else (*parent.children, new_id)
        table = self.table.put(replace(parent, children=children)).put(child)
        return replace(self, table=table), new_id

    def delete(self, node_id: int) -> "Game":
        """Without the node and everything after it. The root stays.

        :raises KeyError: there is no such node.
        """
        node = self.node(node_id)
        if node_id == ROOT:
            return self
        parent = self.node(node.parent)
        children = tuple(child for child in parent.children if child != node_id)
        table = self.table.drop(self.subtree(node_id)).put(replace(parent, children=children))
        return replace(self, table=table)

    def promote(self, node_id: int) -> "Game":
        """One place up among the moves of its position: the first variation becomes the main line."""
        node = self.node(node_id)
        return self._move_child(node, max(0, self.node(node.parent).children.index(node_id) - 1)) if node_id else self

    def demote(self, node_id: int) -> "Game":
        """One place down among the moves of its position."""
        node = self.node(node_id)
        return self._move_child(node, self.node(node.parent).children.index(node_id) + 1) if node_id else self

    def with_header(self, name: str, value: str) -> "Game":
        """With a tag set in place, added at the end, or taken out where the value is empty (the seven stay)."""
        if not value and name in dict(SEVEN_TAGS):
            value = dict(SEVEN_TAGS)[name]
        kept = tuple((tag, value if tag == name else old) for tag, old in self.headers if tag != name or value)
        added = ((name, value),) if value and all(tag != name for tag, _ in kept) else ()
        return replace(self, headers=(*kept, *added))

    def with_outcome(self, outcome: Outcome | None) -> "Game":
        """With the end of the game, and its Result and Termination tags."""
        game = replace(self, outcome=outcome).with_header("Result", outcome.result if outcome else "*")
        return game.with_header("Termination", outcome.termination.pgn if outcome else "")

    def with_outcome_of(self, outcome: Outcome | None) -> "Game":
        """With the end of the game as it was, its tags left alone (they were read from a file)."""
        return replace(self, outcome=outcome)

    def _found(self, node: Node, first: bool) -> tuple["Game", int]:
        already = self.node(node.parent).children[0] == node.id
        return (self._move_child(node, 0) if first and not already else self), node.id

    def _move_child(self, node: Node, place: int) -> "Game":
        parent = self.node(node.parent)
        others = [child for child in parent.children if child != node.id]
        others.insert(place, node.id)
        return replace(self, table=self.table.put(replace(parent, children=tuple(others))))
