"""An open project: its tree, up to date with the store, and every change of it. Several programs may have it open at once."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from books.evaluations.projects import MoveMark, ProjectNode, Projects
from books.evaluations.store import EvaluationStore, StoreError, key_of
from books.evaluations.values import LEAST_NODES, KeptEvaluation
from engine.game.info import PovScore, Score, TableResult
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.python_board import board_of
from engine.ground.values import dataclass
from engine.play.project.growth import SearchFound, SearchOrder, evaluation, order_of
from engine.play.project.tree import Pass, ProjectTree
from tablebases.tables import Tablebases

LEASE_S = 60.0  # and a second for each LEASE_NODES: a worker that died holds a position no longer
LEASE_NODES = 20_000
AHEAD = 16  # of the positions under way, a sixteenth is chosen at a time: the way to the best free one is long then
LEAST_CHANGE = 25  # centipawns
MOST_CHANGES = 20
_OUTDATED = -1  # no version of a store: the tree is read again when it is asked for


@dataclass(frozen=True)
class Change:
    """A change since the user looked last. `path`: moves from the root. `seen` None: the position is new."""

    path: tuple[str, ...]
    seen: PovScore | None
    score: PovScore
    seen_move: str
    move: str


def exact_by(tables: Tablebases) -> Callable[[Position], Score | None]:
    """Returns a function: the exact value of a position by tables, for the side to move."""

    def exact(position: Position) -> Score | None:
        if sum(1 for _ in position.pieces) > tables.max_pieces or position.castling:
            return None
        ranking = tables.rank(board_of(GamePosition(position.fen, chess960=position.chess960)))
        if ranking is None or not ranking.best:
            return None
        return Score(table=TableResult(ranking.wdl, abs(ranking.dtz or 0)))

    return exact


class OpenProject:
    """A project of an open store, for one thread. Methods raise StoreError if the store fails."""

    def __init__(
        self, store: EvaluationStore, name: str, exact: Callable[[Position], Score | None] = lambda _position: None
    ) -> None:
        """:raises StoreError: there is no such project."""
        self._store, self._projects, self._exact = store, Projects(store), exact
        self._version = _OUTDATED
        self._ahead: deque[Pass] = deque()
        self.project = self._projects.named(name)
        self._tree = ProjectTree(self.project.root)

    @property
    def tree(self) -> ProjectTree:
        """The tree, read again if another program has changed the store."""
        version = self._store.changed()
        if version != self._version:
            self.reload()
            self._version = version
        return self._tree

    def reload(self) -> None:
        """Reads the project again."""
        self.project = self._projects.named(self.project.name)
        projects = self._projects
        nodes, known = projects.nodes(self.project), projects.known(self.project)
        self._ahead.clear()
        self._tree = ProjectTree(self.project.root, nodes, known, projects.marks(self.project), self._exact)

    # Work

    def next_order(self) -> tuple[SearchOrder, Pass] | None:
        """The order that pays most, leased to the caller; None if all is worked on, or nothing is left."""
        tree = self.tree
        if not self._ahead:
            busy = frozenset(self._projects.leased(self.project))
            self._ahead.extend(islice(tree.work(busy), max(1, len(busy) // AHEAD)))
        while self._ahead:
            task = self._ahead.popleft()
            order = order_of(tree, task, self.project)
            if self._projects.lease(self.project, task.position, LEASE_S + order.nodes / LEASE_NODES):
                return order, task
        return None

    @property
    def finished(self) -> bool:
        """Whether nothing is left to search, however many work."""
        return next(self.tree.work(), None) is None

    def absorb(self, order: SearchOrder, found: SearchFound) -> None:
        """Stores what a pass found; it is on the disk when this returns. Absorbing it twice changes nothing but the visits."""
        tree, kept = self.tree, evaluation(order, found)
        if kept is None:
            self._projects.put(self.project, ProjectNode(order.position))  # it may not have been in the tree yet
            self._projects.annotate(self.project, order.position, locked=True)
            self._projects.release(self.project, order.position)
            self.reload()
            return
        self._projects.absorb(self.project, kept)
        node = tree.nodes.get(key_of(order.position)) or tree.add(ProjectNode(order.position))
        tree.replace(order.position, self._store.all(order.position))
        node.kept = replace(node.kept, visits=node.kept.visits + 1)

    def release(self, order: SearchOrder) -> None:
        """Gives a position back without a result."""
        self._projects.release(self.project, order.position)

    def give_back(self, order: SearchOrder, found: SearchFound) -> None:
        """Gives a position back whose search was stopped; what it has found is stored if it is worth that."""
        kept = evaluation(order, found)
        if kept is not None and kept.nodes >= LEAST_NODES:
            self._store.keep(kept)
            self.reload()
        self.release(order)

    # Changes of the user

    def position_after(self, moves: Iterable[str]) -> Position:
        """The position after moves from the root. :raises MoveError: one is not legal."""
        root = self.project.root
        return Position.of(GamePosition(root.fen, tuple(moves), chess960=root.chess960).board().fen(), root.chess960)

    def add_line(self, moves: tuple[str, ...], comment: str = "") -> None:
        """Adds the positions along moves from the root as candidates. :raises MoveError: one is not legal."""
        paths = (moves[: at + 1] for at in range(len(moves)))
        self.add_moves((path, comment if path == moves else "", None) for path in paths)

    def add_moves(self, moves: Iterable[tuple[tuple[str, ...], str, KeptEvaluation | None]]) -> int:
        """Adds moves as candidates: each as the moves from the root, with its comment and its evaluation. Returns how many.
        :raises MoveError: a move is not legal."""
        count = 0
        with self._store.change():
            for path, comment, found in moves:
                self._candidate(path)
                if comment:
                    self._projects.put(self.project, ProjectNode(self.position_after(path), comment))
                if found is not None:
                    self._store.keep(found)
                count += 1
        self._version = _OUTDATED
        return count

    def _candidate(self, path: tuple[str, ...]) -> None:
        self._projects.suggest(self.project, self.position_after(path[:-1]), path[-1])
        self._projects.put(self.project, ProjectNode(self.position_after(path)))

    def mark(self, moves: tuple[str, ...], mark: MoveMark | None) -> None:
        """Marks the last of some moves from the root. :raises MoveError: one is not legal."""
        if not moves:
            raise StoreError("A move must be named. Give the moves from the root to the one to mark.")
        self.position_after(moves)
        self._projects.mark(self.project, self.position_after(moves[:-1]), moves[-1], mark)
        self.reload()

    def annotate(self, moves: tuple[str, ...], *, comment: str | None = None, locked: bool | None = None) -> None:
        """Sets comment or lock of the position after moves from the root, which are added if they are new.
        :raises MoveError: one is not legal."""
        position = self.position_after(moves)
        if key_of(position) not in self.tree.nodes:
            self.add_line(moves)
        self._projects.annotate(self.project, position, comment=comment, locked=locked)
        self.reload()

    # What there is to see

    def score(self, key: int) -> PovScore | None:
        """The value of a position."""
        tree = self.tree
        value = tree.value(key)
        return None if value is None else PovScore(value, tree.nodes[key].position.white_to_move)

    @staticmethod
    def paths(tree: ProjectTree) -> dict[int, tuple[str, ...]]:
        """The shortest way from the root to each position."""
        found: dict[int, tuple[str, ...]] = {tree.root: ()}
        queue = [tree.root]
        for key in queue:
            for move, child in tree.nodes[key].after.items():
                if child in tree.nodes and child not in found:
                    found[child] = (*found[key], move)
                    queue.append(child)
        return found

    def changes(self) -> list[Change]:
        """The changes since the last `look`: the nearest to the root first."""
        return sorted(self._changes(), key=lambda one: (len(one.path), one.path))[:MOST_CHANGES]

    def _changes(self) -> Iterator[Change]:
        tree = self.tree
        for key, path in self.paths(tree).items():
            kept, value = tree.nodes[key].kept, tree.value(key)
            if value is None or tree.nodes[key].end is not None:
                continue
            white, best = kept.position.white_to_move, tree.best_line(key, 1)
            move, number = (best[0] if best else ""), value.number
            new = kept.seen is None and len(path) <= 1
            if new or (kept.seen is not None and (abs(number - kept.seen) >= LEAST_CHANGE or move != kept.seen_move)):
                seen = None if kept.seen is None else PovScore(Score.of_number(kept.seen), white)
                yield Change(path, seen, PovScore(value, white), kept.seen_move, move)

    def look(self) -> None:
        """Remembers the present values as seen."""
        tree, seen = self.tree, {}
        for key, node in tree.nodes.items():
            value, best = tree.value(key), tree.best_line(key, 1)
            if value is not None:
                seen[node.position] = (value.number, best[0] if best else "")
        self._projects.look(self.project, seen)
        self.reload()
