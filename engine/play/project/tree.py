"""A project in memory: its positions joined by moves, values backed up to the root, and the tasks that pay most.

A position has candidates: the moves that an engine named, and those that the user marked. A move is worth what the position after
it is worth, if that was searched; else what the search before it said. A position is worth its best move. Mates, stalemates and
draws by material end a line; tables do if the caller's `exact` knows the position. A repetition on the way counts as a draw.
"""

import heapq
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import Enum

from books.evaluations.projects import MoveMark, ProjectNode
from books.evaluations.store import key_of
from books.evaluations.values import KeptEvaluation, KeptLine
from engine.game.info import Score, TableResult
from engine.game.position import Position
from engine.ground.values import dataclass
from engine.rules.board import CoreBoard

DRAW = Score(centipawns=0)
# What a pass costs, in units of doubling the nodes: hand-set; other values solved no more test positions (docs/night.md).
LOSS = 12.0  # for a move that gives up a whole point; a tenth of a point costs about one doubling
PLY = 0.35  # for each ply from the root
WIDEN = 1.5  # for looking for further moves, for each that is known; less after the known ones have lost value
STUDY = 0.1  # for each of the first passes at a position, and as much again for each ply: the root is studied before its moves
STUDIED = 3  # such passes after the first search: without the best move, without the two best, and all moves again
DOUBT = 1.0  # saved if engines, or a search and the tree, disagree by a quarter of a point
MOST_CANDIDATES = 8
_BEYOND = 1_500  # centipawns: wins look alike above


def share(number: int) -> float:
    """The expected share of the point with a score, 0 to 1, by the curve of the evaluation bar."""
    return 1 / (1 + math.exp(-0.00368208 * max(-_BEYOND, min(_BEYOND, number))))


def before(score: Score) -> Score:
    """The score of a position for the side whose move led to it."""
    if score.mate is not None:
        return Score(mate=1 - score.mate) if score.mate <= 0 else Score(mate=-score.mate)
    if score.table is not None:
        return Score(table=TableResult(-score.table.wdl, score.table.plies and score.table.plies + 1))
    return -score


class PassKind(Enum):
    """The kind of a pass; the value is sent to workers."""

    EXPAND = "expand"  # searches a position for the first time
    DEEPEN = "deepen"  # searches it with more nodes
    WIDEN = "widen"  # searches its moves that are not known yet


@dataclass(frozen=True)
class Pass:
    """The work that pays most. `path`: moves from the root. `cost`: the smaller, the more it pays. `excluded`: known moves."""

    kind: PassKind
    position: Position
    path: tuple[str, ...]
    cost: float
    excluded: tuple[str, ...] = ()


@dataclass(frozen=True)
class MoveValue:
    """A candidate: its value for the side to move, its mark, whether the position after it was searched, or anything is `known`,
    and how far the engines disagree in shares of the point."""

    move: str
    score: Score
    mark: MoveMark | None
    child: int
    searched: bool
    known: bool
    doubt: float
    line: tuple[str, ...]
    depth: int


class TreeNode:
    """A position of the tree. `moves`: candidates with the key after each, and what engines said of them."""

    def __init__(self, kept: ProjectNode, key: int) -> None:
        self.kept, self.key = kept, key
        self.board = CoreBoard.from_fen(kept.position.fen, kept.position.chess960)
        self.legal = frozenset(self.board.legal_uci_moves())
        self.said: dict[str, list[tuple[int, KeptLine]]] = {}  # by move: nodes and line of each engine
        self.marks: dict[str, MoveMark] = {}
        self.nodes = 0  # of the longest search
        self.after: dict[str, int] = {}
        self.end = _end_of(self.board, bool(self.legal))
        self.exact = False

    @property
    def position(self) -> Position:
        """The position."""
        return self.kept.position

    def learn(self, found: KeptEvaluation) -> None:
        """Takes what an engine found here. Lines of its shorter searches are worth no more than the best one of its longest:
        that one has seen that no other move is better."""
        self.nodes = max(self.nodes, found.nodes)
        best = found.lines[0].score if found.lines and found.nodes > 1 else None
        for line in found.lines:
            if line.moves and line.moves[0] in self.legal:
                if best is not None and line.score.number > best.number:
                    line = replace(line, score=best)
                self.said.setdefault(line.moves[0], []).append((found.nodes, line))
                self._lead(line.moves[0])

    def mark(self, move: str, mark: MoveMark | None) -> None:
        """Marks a legal move."""
        self.marks.pop(move, None)
        if mark is not None and move in self.legal:
            self.marks[move] = mark
            self._lead(move)

    def _lead(self, move: str) -> None:
        if move not in self.after:
            self.after[move] = key_of(self.next(move))

    def next(self, move: str) -> Position:
        """The position after a move."""
        self.board.push_uci(move)
        try:
            return Position.of(self.board.fen(), self.board.chess960)
        finally:
            self.board.pop()


def _end_of(board: CoreBoard, moves: bool) -> Score | None:
    if not moves:
        return Score(mate=0) if board.in_check else DRAW
    return DRAW if board.is_insufficient_material() else None


class ProjectTree:
    """The positions of a project by key. Values are computed when they are asked for, and again after a change."""

    def __init__(
        self,
        root: Position,
        nodes: Iterable[ProjectNode] = (),
        known: Iterable[KeptEvaluation] = (),
        marks: Mapping[int, Mapping[str, MoveMark]] | None = None,
        exact: Callable[[Position], Score | None] = lambda _position: None,
    ) -> None:
        """`exact`: what tables know of a position, for the side to move."""
        self.root, self._exact = key_of(root), exact
        self.nodes: dict[int, TreeNode] = {}
        self._values: dict[int, Score | None] = {}
        self._before: dict[int, set[int]] = {}  # the positions before each
        self.add(ProjectNode(root))
        for node in nodes:
            self.add(node)
        for found in known:
            self.learn(found)
        for key, moves in (marks or {}).items():
            for move, mark in moves.items():
                if key in self.nodes:
                    self.nodes[key].mark(move, mark)
                    self._changed(key)

    def add(self, kept: ProjectNode) -> TreeNode:
        """Adds a position, or replaces what is stored about it."""
        key = key_of(kept.position)
        node = self.nodes.get(key)
        if node is None:
            node = self.nodes[key] = TreeNode(kept, key)
            if node.end is None and (found := self._exact(kept.position)) is not None:
                node.end, node.exact = found, True
        node.kept = kept
        self._changed(key)
        return node

    def learn(self, found: KeptEvaluation) -> TreeNode:
        """Takes what an engine found in a position."""
        node = self.nodes.get(key_of(found.position)) or self.add(ProjectNode(found.position))
        node.learn(found)
        self._changed(node.key)
        return node

    def replace(self, position: Position, known: Iterable[KeptEvaluation]) -> None:
        """Takes what is stored about a position in place of what was known."""
        node = self.nodes[key_of(position)]
        node.said.clear()
        for found in known:
            node.learn(found)
        self._changed(node.key)

    def _changed(self, key: int) -> None:
        """Forgets the values of a position and of all before it."""
        for child in self.nodes[key].after.values():
            self._before.setdefault(child, set()).add(key)
        queue, seen = [key], {key}
        for at in queue:
            self._values.pop(at, None)
            fresh = self._before.get(at, set()) - seen
            seen |= fresh
            queue += fresh

    # Values

    def value(self, key: int) -> Score | None:
        """The value of a position for the side to move; None if it was not searched."""
        if key not in self._values:
            _Backup(self.nodes, self._values).of(key, {})
        return self._values.get(key)

    def moves(self, key: int) -> list[MoveValue]:
        """The candidates of a position, the best first; pruned moves last."""
        node, found = self.nodes[key], []
        for move, child in node.after.items():
            after = self.value(child) if child in self.nodes else None
            said = node.said.get(move, ())
            own = max(said, key=lambda one: one[0], default=None)
            score = before(after) if after is not None else own[1].score if own else DRAW
            shares = [share(line.score.number) for _, line in said]
            if after is not None and own:
                shares.append(share(score.number))
            doubt = max(shares) - min(shares) if shares else 1.0
            line, depth = (own[1].moves, own[1].depth) if own else ((move,), 0)
            searched, known = after is not None, after is not None or own is not None
            found.append(MoveValue(move, score, node.marks.get(move), child, searched, known, doubt, line, depth))
        first = {move: place for place, move in enumerate(node.said)}  # of equal moves, that of the longest search
        last = len(first)
        return sorted(
            found,
            key=lambda one: (one.mark is MoveMark.PRUNED, -one.score.number, first.get(one.move, last), one.move),
        )

    def counted(self, key: int) -> list[MoveValue]:
        """The candidates that count: not the pruned ones, and the forced ones alone if there are any."""
        moves = [one for one in self.moves(key) if one.mark is not MoveMark.PRUNED]
        return [one for one in moves if one.mark is MoveMark.FORCED] or moves

    def best_line(self, key: int | None = None, most: int = 40) -> tuple[str, ...]:
        """The best moves from a position on, to the end of the last search's line."""
        line: list[str] = []
        at, seen = self.root if key is None else key, set[int]()
        while at in self.nodes and at not in seen and self.nodes[at].end is None and len(line) < most:
            seen.add(at)
            moves = self.counted(at)
            if not moves:
                break
            line.append(moves[0].move)
            if not moves[0].searched:
                return (*line[:-1], *moves[0].line)[:most]
            at = moves[0].child
        return tuple(line)

    # Work

    def work(self, busy: frozenset[int] = frozenset()) -> Iterator[Pass]:
        """The passes in the order in which they pay, without the positions that are worked on."""
        waiting: list[tuple[float, int, int, tuple[str, ...], Pass | None]] = [(0.0, 0, self.root, (), None)]
        count, seen = 0, set()
        while waiting:
            cost, _, key, path, task = heapq.heappop(waiting)
            if task is not None:
                yield task
                continue
            if key in seen:
                continue
            seen.add(key)
            for item in self._around(key, cost, path, busy):
                count += 1
                heapq.heappush(waiting, (item[0], count, *item[1:]))

    def _around(
        self, key: int, cost: float, path: tuple[str, ...], busy: frozenset[int]
    ) -> Iterator[tuple[float, int, tuple[str, ...], Pass | None]]:
        """The passes at a position, and the positions after it, with their costs."""
        node = self.nodes[key]
        if node.end is not None or node.kept.locked:
            return
        if not node.nodes:
            if key not in busy:
                yield cost, key, path, Pass(PassKind.EXPAND, node.position, path, cost)
            return
        moves = self.counted(key)
        if key not in busy:
            visits = node.kept.visits
            more = len(node.after) < min(len(node.legal), MOST_CANDIDATES) and not _forced(moves)
            studied = cost + STUDY * visits * (1 + len(path))
            deeper = studied if visits == STUDIED else cost + math.log2(1 + max(1, visits - STUDIED)) * 2
            yield deeper, key, path, Pass(PassKind.DEEPEN, node.position, path, deeper)
            if more:
                wider = cost + WIDEN * len(node.after) - LOSS * _drop(node, moves)
                wider = max(cost, min(wider, studied) if visits < STUDIED else wider)
                known = tuple(sorted(node.after))
                yield wider, key, path, Pass(PassKind.WIDEN, node.position, path, wider, known)
        best = share(moves[0].score.number) if moves else 0.5
        for one in moves:
            further = cost + PLY + LOSS * (best - share(one.score.number)) - DOUBT * min(1.0, 4 * one.doubt)
            further = max(cost, further)
            way = (*path, one.move)
            if one.child in self.nodes:
                yield further, one.child, way, None
            elif one.child not in busy:
                yield further, one.child, way, Pass(PassKind.EXPAND, node.next(one.move), way, further)

    def below(self, key: int, most: int) -> list[TreeNode]:
        """The searched positions after a position, the nearest first."""
        found, queue, seen = [], [key], {key}
        for at in queue:
            for child in self.nodes[at].after.values() if at in self.nodes else ():
                if child in self.nodes and child not in seen:
                    seen.add(child)
                    queue.append(child)
                    found.append(self.nodes[child])
            if len(found) >= most:
                break
        return found[:most]


def _drop(node: TreeNode, moves: list[MoveValue]) -> float:
    """The share of the point that a position has lost since its search: then another move may be the best."""
    said = max((line.score.number for found in node.said.values() for _, line in found), default=0)
    return max(0.0, share(said) - share(moves[0].score.number)) if moves else 0.0


def _forced(moves: list[MoveValue]) -> bool:
    return any(one.mark is MoveMark.FORCED for one in moves)


class _Backup:
    """Backs values up by depth first. A value that a repetition on the way took part in holds on this way only."""

    def __init__(self, nodes: dict[int, TreeNode], values: dict[int, Score | None]) -> None:
        self._nodes, self._values = nodes, values

    def of(self, key: int, way: dict[int, int]) -> tuple[Score | None, int]:
        """The value, and the least place on the way that it depends on (more than any if none)."""
        if key in self._values:
            return self._values[key], _NOTHING
        if key in way:
            return DRAW, way[key]
        node = self._nodes[key]
        if node.end is not None:
            self._values[key] = node.end
            return node.end, _NOTHING
        way[key] = len(way)
        best, least = self._best(node, way)
        del way[key]
        if least >= len(way):
            self._values[key], least = best, _NOTHING
        return best, least

    def _best(self, node: TreeNode, way: dict[int, int]) -> tuple[Score | None, int]:
        forced = any(mark is MoveMark.FORCED for mark in node.marks.values())
        best: Score | None = None
        least = _NOTHING
        for move, child in node.after.items():
            mark = node.marks.get(move)
            if mark is MoveMark.PRUNED or (forced and mark is not MoveMark.FORCED):
                continue
            after, place = self.of(child, way) if child in self._nodes else (None, _NOTHING)
            least = min(least, place)
            said = node.said.get(move)
            if after is not None:
                score = before(after)
            elif said:
                score = max(said, key=lambda one: one[0])[1].score
            else:
                continue
            if best is None or score.number > best.number:
                best = score
        return best, least


_NOTHING = 1 << 30
