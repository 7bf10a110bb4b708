"""Analysis projects in the evaluation store: named sets of positions with marks and comments. The store itself has what is known
about the positions, so projects share it."""

import json
import time
from collections.abc import Iterable, Mapping
from enum import Enum

from books.evaluations.store import EvaluationStore, StoreError, key_of
from books.evaluations.values import KeptEvaluation
from engine.game.position import Position
from engine.ground.files import storable
from engine.ground.json_text import parse
from engine.ground.values import dataclass

LONGEST_NAME = 200
_NODES = "position, chess960, comment, locked, visits, seen, seen_move"


class MoveMark(Enum):
    """The user's decision about a move; the value is stored."""

    CANDIDATE = "candidate"  # is to be analysed
    FORCED = "forced"  # the only moves of the position that count
    PRUNED = "pruned"  # does not count


@dataclass(frozen=True)
class Project:
    """A project. `engines`: built-in names or commands as of `ratsu match`, asked in turn. `nodes`: of one pass."""

    id: int
    name: str
    root: Position
    engines: tuple[str, ...]
    nodes: int
    note: str
    made: int


@dataclass(frozen=True)
class ProjectNode:
    """A position of a project. `locked`: it is not worked on. `visits`: passes that searched it. `seen`: its value and best move
    when the user looked last (centipawns for the side to move), None: it was not there."""

    position: Position
    comment: str = ""
    locked: bool = False
    visits: int = 0
    seen: int | None = None
    seen_move: str = ""


class Projects:
    """The projects of an open store. Every method raises StoreError if the file cannot be read or written."""

    def __init__(self, store: EvaluationStore) -> None:
        self.store = store

    # Projects

    def make(self, name: str, root: Position, engines: Iterable[str], nodes: int) -> Project:
        """Makes a project with its root. :raises StoreError: the name is empty or exists."""
        name = storable(name.strip())[:LONGEST_NAME]
        if not name:
            raise StoreError("A project needs a name.")
        with self.store.change() as db:
            if db.execute("SELECT 1 FROM projects WHERE name = ?", (name,)).fetchone():
                raise StoreError("There is a project called %1 already. Choose another name.", name)
            values = (name, root.fen, root.chess960, json.dumps(list(engines)), nodes, "", int(time.time()))
            db.execute(
                "INSERT INTO projects (name, root, chess960, engines, nodes, note, made) VALUES (?,?,?,?,?,?,?)", values
            )
            project = self.named(name)
            self._put(project.id, ProjectNode(root))
        return project

    def all(self) -> list[Project]:
        """All projects by name."""
        return self._projects("ORDER BY name")

    def named(self, name: str) -> Project:
        """A project. :raises StoreError: there is none of that name."""
        for project in self._projects("WHERE name = ?", name.strip()):
            return project
        raise StoreError("There is no project called %1. ratsu project list shows all.", name)

    def change(self, project: Project) -> None:
        """Stores engines, nodes and note of a project."""
        with self.store.change() as db:
            values = (json.dumps(project.engines), project.nodes, storable(project.note), project.id)
            db.execute("UPDATE projects SET engines = ?, nodes = ?, note = ? WHERE id = ?", values)

    def remove(self, project: Project) -> None:
        """Removes a project; what was found stays in the store."""
        with self.store.change() as db:
            for table in ("leases", "marks", "nodes"):
                db.execute(f"DELETE FROM {table} WHERE project = ?", (project.id,))
            db.execute("DELETE FROM projects WHERE id = ?", (project.id,))

    # Positions

    def nodes(self, project: Project) -> list[ProjectNode]:
        """Its positions."""
        with self.store.errors():
            rows = self.store.db.execute(f"SELECT {_NODES} FROM nodes WHERE project = ?", (project.id,)).fetchall()
            return [ProjectNode(Position.of(row[0], bool(row[1])), row[2], bool(row[3]), *row[4:]) for row in rows]

    def known(self, project: Project) -> list[KeptEvaluation]:
        """The evaluations of its positions by all engines."""
        return self.store.select("asked = '' AND key IN (SELECT key FROM nodes WHERE project = ?)", (project.id,))

    def put(self, project: Project, *nodes: ProjectNode) -> None:
        """Adds positions; those that are there only get the comment, if there is one."""
        with self.store.change():
            for node in nodes:
                self._put(project.id, node)

    def absorb(self, project: Project, found: KeptEvaluation) -> None:
        """Stores the result of a pass, counts the visit and ends the lease, in one transaction."""
        with self.store.change() as db:
            self.store.keep(found)
            self._put(project.id, ProjectNode(found.position))
            key = key_of(found.position)
            db.execute("UPDATE nodes SET visits = visits + 1 WHERE project = ? AND key = ?", (project.id, key))
            db.execute("DELETE FROM leases WHERE project = ? AND key = ?", (project.id, key))

    def drop(self, project: Project, positions: Iterable[Position]) -> None:
        """Removes positions from a project; what was found about them stays in the store."""
        with self.store.change() as db:
            for position in positions:
                for table in ("leases", "marks", "nodes"):
                    db.execute(f"DELETE FROM {table} WHERE project = ? AND key = ?", (project.id, key_of(position)))

    def look(self, project: Project, values: Mapping[Position, tuple[int, str]]) -> None:
        """Remembers the values (centipawns, best move) that the user has seen now."""
        with self.store.change() as db:
            rows = [(value, move, project.id, key_of(position)) for position, (value, move) in values.items()]
            db.executemany("UPDATE nodes SET seen = ?, seen_move = ? WHERE project = ? AND key = ?", rows)

    # Marks

    def marks(self, project: Project) -> dict[int, dict[str, MoveMark]]:
        """The marked moves by the key of their position."""
        found: dict[int, dict[str, MoveMark]] = {}
        with self.store.errors():
            query = "SELECT key, move, mark FROM marks WHERE project = ?"
            for key, move, mark in self.store.db.execute(query, (project.id,)):
                found.setdefault(key, {})[move] = MoveMark(mark)
        return found

    def mark(self, project: Project, position: Position, move: str, mark: MoveMark | None) -> None:
        """Marks a move (coordinates) of a position; None removes the mark."""
        place = (project.id, key_of(position), move)
        with self.store.change() as db:
            db.execute("DELETE FROM marks WHERE project = ? AND key = ? AND move = ?", place)
            if mark is not None:
                db.execute("INSERT INTO marks VALUES (?,?,?,?)", (*place, mark.value))

    def suggest(self, project: Project, position: Position, move: str) -> None:
        """Marks a move as a candidate, unless it has a mark."""
        with self.store.change() as db:
            row = (project.id, key_of(position), move, MoveMark.CANDIDATE.value)
            db.execute("INSERT OR IGNORE INTO marks VALUES (?,?,?,?)", row)

    # Leases: a position is worked on by one at a time

    def lease(self, project: Project, position: Position, for_s: float) -> bool:
        """Takes a position for `for_s` seconds, unless another process works on it. The lease of a dead process ends then."""
        now = time.time()
        with self.store.change() as db:
            db.execute("DELETE FROM leases WHERE until < ?", (now,))
            row = (project.id, key_of(position), now + for_s)
            return db.execute("INSERT OR IGNORE INTO leases VALUES (?,?,?)", row).rowcount == 1

    def release(self, project: Project, position: Position) -> None:
        """Gives a position back without a result."""
        with self.store.change() as db:
            db.execute("DELETE FROM leases WHERE project = ? AND key = ?", (project.id, key_of(position)))

    def leased(self, project: Project) -> set[int]:
        """The keys of positions that are worked on."""
        with self.store.errors():
            query = "SELECT key FROM leases WHERE project = ? AND until >= ?"
            return {key for (key,) in self.store.db.execute(query, (project.id, time.time()))}

    # Inside

    def _projects(self, where: str, *values: object) -> list[Project]:
        query = f"SELECT id, name, root, chess960, engines, nodes, note, made FROM projects {where}"
        with self.store.errors():
            return [
                Project(row[0], row[1], Position.of(row[2], bool(row[3])), parse(row[4]).texts(), *row[5:])
                for row in self.store.db.execute(query, values).fetchall()
            ]

    def _put(self, project: int, node: ProjectNode) -> None:
        values = (
            *(project, key_of(node.position), node.position.fen, node.position.chess960),
            *(storable(node.comment), node.locked, node.visits),
        )
        self.store.db.execute(
            """INSERT INTO nodes (project, key, position, chess960, comment, locked, visits, seen, seen_move)
            VALUES (?,?,?,?,?,?,?,NULL,'') ON CONFLICT (project, key) DO UPDATE SET
            comment = CASE WHEN excluded.comment <> '' THEN excluded.comment ELSE comment END""",
            values,
        )

    def annotate(
        self, project: Project, position: Position, *, comment: str | None = None, locked: bool | None = None
    ) -> None:
        """Sets the comment or the lock of a position that is in the project."""
        place = (project.id, key_of(position))
        with self.store.change() as db:
            if comment is not None:
                db.execute("UPDATE nodes SET comment = ? WHERE project = ? AND key = ?", (storable(comment), *place))
            if locked is not None:
                db.execute("UPDATE nodes SET locked = ? WHERE project = ? AND key = ?", (locked, *place))
