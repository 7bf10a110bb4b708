"""Selects the positions for the book, the most probable first, by human play and the judge's preference."""

import heapq
import itertools
from collections.abc import Callable, Mapping
from dataclasses import field
from math import exp
from typing import NamedTuple

import chess

from books.building.game_graph import GameGraph
from books.building.searches import Search
from books.graph import children
from books.key import decode, position_key
from engine.ground.values import dataclass

PSEUDO_GAMES = 6.0
"""The weight of the judge's preference, in games: with more games people decide."""

TEMPERATURE_CP = 20.0
"""A move this much worse than the best is preferred e times less."""

UNSEEN_LINES = 0.5
"""If only the best move is known: the preference of all others together, against 1 for it."""

FORESEEN = 0.5
"""The weight of the predicted human moves: up to half of the games of a position. Of the missing positions of strong players'
games, the first 100,000 contained a tenth more with it than in the order of the games alone."""

LATE_PLY, LATE_TURN = 20, 0.25
"""From this ply on, positions are ranked as if this share of their games reached them, and human moves are not predicted: few
players prepare so deep, and half of all positions are there."""

LEAST_GAMES = 0.3
"""Positions expected in fewer games of the collection are left out."""


Predicted = Callable[[str], Mapping[int, float]]
"""The human probability of each move (book code) of a position (FEN)."""


def predict_nothing(_fen: str) -> dict[int, float]:
    """Predicts nothing."""
    return {}


class SearchEffort(NamedTuple):
    """Nodes and lines of a search."""

    nodes: int
    lines: int


EFFORTS = (
    (300.0, SearchEffort(200_000, 4)),
    (50.0, SearchEffort(60_000, 3)),
    (2.5, SearchEffort(40_000, 1)),
    (0.0, SearchEffort(15_000, 1)),
)
"""The effort by the expected number of games."""


def effort_of(games: float) -> SearchEffort:
    """The search effort for a position expected in `games` games of the collection."""
    return next(effort for least, effort in EFFORTS if games >= least)


@dataclass(frozen=True, slots=True)
class BookNode:
    """A position to be searched. `games`: its expected games in the collection; `ply`: half moves from the start; `children`:
    the position after each move (signed keys by codes), known after its expansion."""

    fen: str
    key: int
    games: float
    ply: int
    children: dict[int, int] = field(default_factory=dict)

    @property
    def board(self) -> chess.Board:
        """The position, made on demand: hundreds of thousands of boards would take gigabytes."""
        return chess.Board(self.fen, chess960=False)


class Frontier:
    """A queue of positions, the most probable first; expand each with its search, which adds its replies."""

    def __init__(self, graph: GameGraph, games: int, max_ply: int, people: Predicted = predict_nothing) -> None:
        self.nodes: dict[int, BookNode] = {}
        self._graph = graph
        self._max_ply = max_ply
        self._people = people
        self._numbers = itertools.count()
        self._expected: dict[int, float] = {}
        self._heap: list[tuple[float, int, BookNode]] = []
        self._reach(chess.Board(), position_key(chess.Board()), float(games), 0)

    def pop(self) -> BookNode | None:
        """The next position; None if the queue is empty until others are expanded."""
        while self._heap:
            node = heapq.heappop(self._heap)[2]
            if node.key not in self.nodes:
                self.nodes[node.key] = node
                return node
        return None

    def expand(self, node: BookNode, search: Search) -> None:
        """Adds the positions after the moves of a position."""
        if node.ply + 1 >= self._max_ply:
            return
        board = node.board
        reached = children(board)  # all keys at once: a third of the time that the boards after the moves take
        for code, games in self._expected_games(node, search).items():
            key = reached.get(code)
            if key is None or games < LEAST_GAMES:
                continue
            node.children[code] = key
            if key not in self.nodes and (after := _after(board, code)) is not None:
                self._reach(after, key, games, node.ply + 1)

    def _expected_games(self, node: BookNode, search: Search) -> dict[int, float]:
        """The expected games of each move: by the shares, but at least as many as were played or predicted."""
        played = {count.move: float(count.games) for count in self._graph.moves(node.key)}
        expected = {code: node.games * share for code, share in shares(self._graph, node.key, search).items()}
        foreseen = {}
        if node.ply < LATE_PLY and node.games * FORESEEN >= LEAST_GAMES:
            foreseen = {code: node.games * FORESEEN * chance for code, chance in self._people(node.fen).items()}
        return {
            code: max(games.get(code, 0.0) for games in (expected, played, foreseen))
            for code in dict.fromkeys([*expected, *foreseen])
        }

    def follow(self, node: BookNode, code: int) -> BookNode | None:
        """The position after a move, added if it is new; None if the game is over there."""
        after = _after(node.board, code)
        if after is None or not any(after.generate_legal_moves()):
            return None
        key = node.children.setdefault(code, position_key(after))
        return self.nodes.setdefault(key, BookNode(after.fen(), key, LEAST_GAMES, node.ply + 1))

    def _reach(self, board: chess.Board, key: int, games: float, ply: int) -> None:
        if key not in self.nodes and any(board.generate_legal_moves()):
            self._expected[key] = self._expected.get(key, 0.0) + games
            met = sum(count.games for count in self._graph.moves(key))  # by whatever order of moves
            total = max(self._expected[key], float(met))
            turn = total * LATE_TURN if ply >= LATE_PLY else total
            heapq.heappush(self._heap, (-turn, next(self._numbers), BookNode(board.fen(), key, total, ply)))


def _after(board: chess.Board, code: int) -> chess.Board | None:
    """The position after a move; None if it is illegal."""
    move = decode(board, code)
    if move is None:
        return None
    after = board.copy(stack=False)
    after.push(move)
    return after


def shares(graph: GameGraph, key: int, search: Search) -> dict[int, float]:
    """The probability of each move: by the games, with the judge's preference as a few more games."""
    played = {count.move: count.games for count in graph.moves(key)}
    liked = {move: exp((value - search.value) / TEMPERATURE_CP) for move, value in search.lines}
    all_liked = sum(liked.values()) + (UNSEEN_LINES if len(liked) == 1 else 0.0)
    total = sum(played.values()) + PSEUDO_GAMES
    return {
        move: (played.get(move, 0) + PSEUDO_GAMES * liked.get(move, 0.0) / all_liked) / total
        for move in dict.fromkeys([*played, *liked])
    }
