"""The view of a project as values: its tree, best lines, changes, and the work that pays most."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from books.evaluations.projects import MoveMark, Project
from engine.game.info import PovScore
from engine.game.limits import GamePosition
from engine.game.position import Position
from engine.game.python_board import board_of, numbered_line
from engine.ground.values import dataclass
from engine.play.project.open_project import Change, OpenProject
from engine.play.project.tree import MoveValue, Pass, TreeNode

MOST_ROWS = 1_500  # of the tree: the nearest to the root
MOST_SHOWN = 10  # lines, and passes
_LONGEST = 12  # plies shown of a line


@dataclass(frozen=True)
class ProjectRow:
    """A move of the tree. `path`: the moves from the root to it, empty for the root itself. `san`: with its number. `score`: None
    if nothing is known about it. `over`: the rules or tables decide it. `again`: its replies are listed at another row."""

    path: tuple[str, ...]
    san: str
    position: Position
    score: PovScore | None
    mark: MoveMark | None = None
    over: bool = False
    again: bool = False
    locked: bool = False
    comment: str = ""
    visits: int = 0
    depth: int = 0


@dataclass(frozen=True)
class ProjectLine:
    """A move of the root with the best play after it, in words."""

    score: PovScore
    moves: tuple[str, ...]
    san: str
    mark: MoveMark | None


@dataclass(frozen=True)
class ProjectOverview:
    """A project as it is now. `rows`: each after its parent, the best move first."""

    project: Project
    positions: int
    value: PovScore | None
    lines: tuple[ProjectLine, ...]
    changes: tuple[Change, ...]
    work: tuple[Pass, ...]
    rows: tuple[ProjectRow, ...]


def overview_of(opened: OpenProject) -> ProjectOverview:
    """Returns the view of an open project. :raises StoreError: the store cannot be read."""
    tree, root = opened.tree, opened.project.root
    moves = [one for one in tree.moves(tree.root) if one.known][:MOST_SHOWN]
    lines = ((one, (one.move, *(tree.best_line(one.child) if one.searched else one.line[1:]))) for one in moves)
    return ProjectOverview(
        opened.project,
        len(tree.nodes),
        opened.score(tree.root),
        tuple(
            ProjectLine(PovScore(one.score, root.white_to_move), line, line_text(root, line), one.mark)
            for one, line in lines
        ),
        tuple(opened.changes()),
        tuple(islice(tree.work(), MOST_SHOWN)),
        tuple(islice(_rows(opened), MOST_ROWS)),
    )


def _rows(opened: OpenProject) -> Iterator[ProjectRow]:
    """The nearest first; the replies in a position are listed where it is reached first."""
    tree = opened.tree
    first = tree.nodes[tree.root]
    yield _row((), "", opened.score(tree.root), first)
    queue: list[tuple[TreeNode, tuple[str, ...]]] = [(first, ())]
    seen = {tree.root}
    for node, path in queue:
        for one in tree.moves(node.key):
            after, way = tree.nodes.get(one.child), (*path, one.move)
            score = PovScore(one.score, node.position.white_to_move) if one.known else None
            san = line_text(node.position, (one.move,))
            if after is None:
                yield ProjectRow(way, san, node.next(one.move), score, one.mark, depth=one.depth)
                continue
            yield _row(way, san, score, after, one, again=one.child in seen)
            if one.child not in seen:
                seen.add(one.child)
                queue.append((after, way))


def _row(
    path: tuple[str, ...],
    san: str,
    score: PovScore | None,
    node: TreeNode,
    move: MoveValue | None = None,
    *,
    again: bool = False,
) -> ProjectRow:
    kept = node.kept
    return ProjectRow(
        path,
        san,
        node.position,
        score,
        move.mark if move is not None else None,
        over=node.end is not None,
        again=again and bool(node.after),
        locked=kept.locked,
        comment=kept.comment,
        visits=kept.visits,
        depth=max((line.depth for said in node.said.values() for _, line in said), default=0),
    )


@lru_cache(20_000)
def line_text(position: Position, moves: tuple[str, ...]) -> str:
    """Moves from a position in standard notation, with their numbers."""
    return numbered_line(board_of(GamePosition(position.fen, chess960=position.chess960)), moves[:_LONGEST])
