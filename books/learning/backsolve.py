"""Carries what was learned at one position back to the moves that lead there, through transpositions.

value(position) = the best of the own moves that are not `?`, the worst of all known replies. A position whose own
moves are all `?` makes the own move that leads to it `?`. The graph is that of the games played (their keys lie in the
learned book) and, where a position turns out lost, of the books' lines that lead to it by any order of moves; the flags
and evaluations are those of all layers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import chess

from books.choice.layers import LayeredMove
from books.entry import LOSING_CP, Flag
from books.key import decode, position_key

MOST_POSITIONS = 20_000  # of the books' lines looked through, some seconds of work, for a position that is lost

MovesAt = Callable[[int], Sequence[LayeredMove]]
Path = Sequence[tuple[int, int]]
"""A game as (key, move) pairs from its first position on."""


@dataclass
class Node:
    """A position of the graph: who moves, the known moves with the position each leads to, and where it is reached
    from.
    """

    own: bool
    children: dict[int, int] = field(default_factory=dict)
    parents: set[tuple[int, int]] = field(default_factory=set)


@dataclass(frozen=True)
class Verdict:
    """An own move that became bad because of what comes after it. `value` is LOSING_CP where all own moves below are
    `?`.
    """

    key: int
    move: int
    value: int


class Graph:
    """The positions of played games, from one side's point of view."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}

    def add(self, path: Path, own_first: bool) -> None:
        """Adds one game; `own_first`: whether our side made its first move."""
        own = own_first
        for index, (key, move) in enumerate(path):
            node = self.nodes.setdefault(key, Node(own))
            if index + 1 < len(path):
                after = path[index + 1][0]
                node.children[move] = after
                self.nodes.setdefault(after, Node(not own)).parents.add((key, move))
            own = not own


def verdicts(graph: Graph, start: int, moves_at: MovesAt) -> list[Verdict]:
    """The own moves above `start` that what is known there makes bad, nearest first. A move bad already is not named
    again.
    """
    found: list[Verdict] = []
    turned: dict[int, set[int]] = {}
    seen = {start}
    queue = [start]
    for key in queue:
        for parent, move in sorted(graph.nodes[key].parents if key in graph.nodes else ()):
            node = graph.nodes[parent]
            if node.own:
                verdict = _judge_own_move(graph, parent, move, moves_at, turned)
                if verdict is None:
                    continue
                found.append(verdict)
                turned.setdefault(parent, set()).add(move)
            if parent not in seen:
                seen.add(parent)
                queue.append(parent)
    return found


def value_of(
    graph: Graph, key: int, moves_at: MovesAt, turned: dict[int, set[int]], path: frozenset[int] = frozenset()
) -> int | None:
    """The backed-up value of a position for our side, None if nothing is known. LOSING_CP where all own moves are `?`.

    Depth is bounded by the games' openings (tens of plies); a repetition inside the graph ends its branch.
    """
    node = graph.nodes.get(key)
    if node is None or key in path:
        return None
    below = path | {key}
    known = {entry.code: entry for entry in moves_at(key)}
    if not node.own:
        replies = [value_of(graph, child, moves_at, turned, below) for child in node.children.values()]
        return min((value for value in replies if value is not None), default=None)
    flagged = [entry for entry in known.values() if entry.decision.flag is not None]
    good = [entry for entry in flagged if entry.decision.flag is not Flag.BAD and entry.code not in turned.get(key, ())]
    if flagged and not good:
        return LOSING_CP
    values = [_move_value(graph, node, entry, moves_at, turned, below) for entry in good]
    best = max((value for value in values if value is not None), default=None)
    if best is not None and best <= LOSING_CP and None in values:
        return None  # a move of which nothing is known may hold the game
    return best


def _judge_own_move(
    graph: Graph, key: int, move: int, moves_at: MovesAt, turned: dict[int, set[int]]
) -> Verdict | None:
    entry = next((entry for entry in moves_at(key) if entry.code == move), None)
    if entry is not None and (entry.decision.flag is Flag.BAD or entry.locked):
        return None
    value = value_of(graph, graph.nodes[key].children[move], moves_at, turned)
    return Verdict(key, move, value) if value is not None and value <= LOSING_CP else None


def _move_value(
    graph: Graph, node: Node, entry: LayeredMove, moves_at: MovesAt, turned: dict[int, set[int]], path: frozenset[int]
) -> int | None:
    child = node.children.get(entry.code)
    value = value_of(graph, child, moves_at, turned, path) if child is not None else None
    if value is not None:
        return value
    return next((row.evaluation for _, row in entry.rows if row.evaluation is not None), None)


def add_book(graph: Graph, target: chess.Board, own_white: bool, moves_at: MovesAt) -> dict[int, chess.Board]:
    """Adds the books' lines from the start position that may lead to `target`, nearest to the start first, at most
    MOST_POSITIONS. Returns the boards of those that do.
    """
    boards = {position_key(chess.Board()): chess.Board()}
    men = chess.popcount(target.occupied)
    queue = list(boards.items())
    for key, board in queue:
        node = graph.nodes.setdefault(key, Node((board.turn == chess.WHITE) == own_white))
        if board.ply() >= target.ply() or len(boards) >= MOST_POSITIONS:
            continue
        for entry in moves_at(key):
            move = decode(board, entry.code)
            if move is None or entry.decision.flag is None:
                continue
            after = board.copy(stack=False)
            after.push(move)
            if chess.popcount(after.occupied) < men:
                continue  # what was taken does not come back
            child = position_key(after)
            node.children[entry.code] = child
            graph.nodes.setdefault(child, Node(not node.own)).parents.add((key, entry.code))
            if child not in boards:
                boards[child] = after
                queue.append((child, after))
    return {key: boards[key] for key in above(graph, position_key(target)) if key in boards}


def above(graph: Graph, start: int) -> set[int]:
    """The positions from which games lead to `start`, itself included."""
    found = {start}
    queue = [start]
    for key in queue:
        for parent, _ in graph.nodes[key].parents if key in graph.nodes else ():
            if parent not in found:
                found.add(parent)
                queue.append(parent)
    return found
