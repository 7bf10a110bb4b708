"""Leads an opponent into favourable lines: the tree of the opponent's games combined with my repertoire.

A position's value is my expected score. The opponent's moves count by frequency; of mine, the best counts. At the end
of the games their results decide, shrunk towards the evaluation by PRIOR virtual games; without an evaluation, towards
the results of the opponent's other moves there. So 3-0 in three games does not outweigh 60 % in fifty, and no game
counts twice.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

import chess

from books.key import position_key
from books.preparation.opponent import OpponentResults, Z, wilson
from books.preparation.opponent_moves import OpponentMoves
from books.progress import Progress, report, silent
from engine.ground.values import dataclass

PRIOR = 8.0
"""The weight of the prior, in games."""

CP_OF_LOGIT = 272.0
"""Centipawns for one unit of the logit of the expected score, from lichess' published curve (0.00368 per centipawn)."""

LEAST_REACH = 0.002
"""Lines below this share of the opponent's games are not followed, so that many games stay fast."""

MOST_SHARE = 0.95
"""Limit of the opponent's score so far (and 1 minus it, at the other end): no result is certain."""

MyMoves = Callable[[chess.Board], Sequence[chess.Move]]
"""Returns the moves of my repertoire in a position, best first; empty at its end."""

Judge = Callable[[chess.Board], int | None]
"""Returns the value of a position in centipawns for the side to move; None if unknown."""


@dataclass(frozen=True)
class SteerOptions:
    """`plies`: maximum length of a line; `least`: games that a position needs."""

    plies: int = 24
    least: int = 3


@dataclass(frozen=True)
class SteeringMove:
    """A move of mine to steer by. `expected`: my score (0-1) after it; `others`: my other moves with their scores, best
    first; `met` and `replies`: the opponent's results by move before and after it; `reach`: the frequency (0-1) of the
    position if I steer."""

    board: chess.Board
    move: chess.Move
    expected: float
    others: tuple[tuple[chess.Move, float], ...]
    met: Mapping[chess.Move, OpponentResults]
    replies: Mapping[chess.Move, OpponentResults]
    reach: float


@dataclass(frozen=True)
class SteerLine:
    """A line that the opponent follows and that I lead into. `reach`: its frequency (0-1); `results`: the opponent's
    games in its last position; `expected`: my score from there (0-1); `centipawns`: that position's value for me, None
    if unknown. `spread`: the standard deviation of the logarithm of `reach`, because it is counted in few games."""

    moves: tuple[chess.Move, ...]
    reach: float
    results: OpponentResults
    expected: float
    centipawns: int | None
    spread: float = 0.0

    @property
    def reach_interval(self) -> tuple[float, float]:
        """The 95 % interval of `reach`."""
        factor = math.exp(Z * self.spread)
        return self.reach / factor, min(1.0, self.reach * factor)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `expected`, with the prior as games."""
        return wilson(self.expected, self.results.finished + PRIOR)

    def worth(self, usual: float) -> float:
        """Returns the gain over my usual score against the opponent, in points for a hundred games."""
        return 100 * self.reach * (self.expected - usual)


@dataclass(frozen=True)
class SteeringPlan:
    """The plan against an opponent. `white`: I have White; `usual`: the score of the opponent's previous opponents
    (0-1); `expected`: mine if I steer; lines with the largest gain come first. `finished`: the games of `usual`."""

    white: bool
    usual: float
    expected: float
    steps: tuple[SteeringMove, ...]
    lines: tuple[SteerLine, ...]
    finished: int = 0

    @property
    def usual_interval(self) -> tuple[float, float]:
        """The 95 % interval of `usual`."""
        return wilson(self.usual, max(1, self.finished))

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of `expected`: the lines' own, weighed by how often they come up."""
        variance = sum(
            line.reach**2 * line.expected * (1 - line.expected) / (line.results.finished + PRIOR) for line in self.lines
        )
        rest = max(0.0, 1 - sum(line.reach for line in self.lines))
        variance += rest**2 * self.expected * (1 - self.expected) / (self.finished + PRIOR)
        half = Z * math.sqrt(variance)
        return max(0.0, self.expected - half), min(1.0, self.expected + half)


@dataclass
class _WalkNode:
    """A position of the walk."""

    board: chess.Board
    prior: float
    results: OpponentResults
    centipawns: int | None
    value: float
    children: list[tuple[chess.Move, float, "_WalkNode"]] = field(default_factory=list)  # with its probability


def plan(
    tree: OpponentMoves,
    white: bool,
    my_moves: MyMoves,
    judge: Judge | None = None,
    options: SteerOptions | None = None,
    progress: Progress = silent,
) -> SteeringPlan:
    """Returns the plan against the opponent of a tree; `white`: I have White, so that the tree should hold the
    opponent's games with Black. Progress in positions.
    :raises CancelledError: the user stopped it."""
    walk = _Walk(tree, white, my_moves, judge, options or SteerOptions(), progress)
    root = walk.node(chess.Board(), position_key(chess.Board()), walk.usual, 0)
    lines = walk.lines(root)
    steps = walk.steps(root)
    return SteeringPlan(white, walk.usual, root.value, tuple(steps), tuple(lines), root.results.finished)


class _Walk:
    def __init__(
        self,
        tree: OpponentMoves,
        white: bool,
        my_moves: MyMoves,
        judge: Judge | None,
        options: SteerOptions,
        progress: Progress,
    ) -> None:
        self._tree, self._white, self._my_moves, self._judge = tree, white, my_moves, judge
        self._plies, self._progress = options.plies, progress
        self._results = tree.at(chess.Board())
        self._least = max(options.least, round(LEAST_REACH * self._results.games))
        score = self._results.score
        self.usual = 1 - (0.5 if score is None else min(MOST_SHARE, max(1 - MOST_SHARE, score)))
        self._known: dict[int, _WalkNode] = {}

    def node(self, board: chess.Board, key: int, prior: float, ply: int) -> _WalkNode:
        """Returns a position with its value and continuations; `prior` is my expected score without the opponent's
        games that reach it."""
        if key in self._known:
            return self._known[key]
        report(self._progress, len(self._known), 0)
        ended = self._tree.at(board)
        centipawns = self._judged(board)
        prior = prior if centipawns is None else self._share(centipawns)
        found = _WalkNode(board, prior, ended, centipawns, _smoothed(ended, prior))
        self._known[key] = found
        if ended.games >= self._least and ply < self._plies and self._tree.moves(board):
            (self._follow_mine if board.turn == self._white else self._follow_his)(found, ply)
        return found

    def _follow_his(self, here: _WalkNode, ply: int) -> None:
        """Adds the opponent's moves by frequency; rare ones count by their own games without being followed."""
        moves = self._tree.moves(here.board)
        total = sum(ended.games for ended in moves.values())
        value = 0.0
        for move, ended in moves.items():
            share = ended.games / total
            if ended.games < self._least:
                value += share * _smoothed(ended, _without(here, ended))
                continue
            child = self._child(here, move, ended, ply)
            here.children.append((move, share, child))
            value += share * child.value
        here.value = value

    def _follow_mine(self, here: _WalkNode, ply: int) -> None:
        """Adds my moves: the best of those that the opponent has met counts. The others come last, with the value of
        the evaluation or of the position."""
        met = self._tree.moves(here.board)
        ranked = []
        for move in self._my_moves(here.board):
            ended = met.get(move, OpponentResults())
            child = self._child(here, move, ended, ply)
            ranked.append((ended.games >= self._least, child.value, (move, 1.0, child)))
        ranked.sort(key=lambda entry: entry[:2], reverse=True)  # a stable sort: ties stay in my own order
        here.children = [child for _, _, child in ranked]
        if here.children:
            here.value = here.children[0][2].value

    def _child(self, here: _WalkNode, move: chess.Move, ended: OpponentResults, ply: int) -> _WalkNode:
        after = here.board.copy(stack=False)
        after.push(move)
        return self.node(after, position_key(after), _without(here, ended), ply + 1)

    def _judged(self, board: chess.Board) -> int | None:
        """Returns the evaluation in centipawns for me."""
        found = self._judge(board) if self._judge is not None else None
        return found if found is None or board.turn == self._white else -found

    def _share(self, centipawns: int) -> float:
        """Returns my expected score for an evaluation, with `usual` as the score of a level position."""
        return 1 / (1 + math.exp(-(math.log(self.usual / (1 - self.usual)) + centipawns / CP_OF_LOGIT)))

    # What the walk found

    def steps(self, root: _WalkNode) -> list[SteeringMove]:
        """Returns my moves in the order of their frequency."""
        reach: dict[int, float] = {}
        order: list[_WalkNode] = []
        self._spread(root, 1.0, reach, order, set())
        found = []
        for node in order:
            if node.board.turn == self._white and node.children:
                move, _, best = node.children[0]
                others = tuple((other, child.value) for other, _, child in node.children[1:])
                met, replies = self._tree.moves(node.board), self._tree.moves(best.board)
                found.append(SteeringMove(node.board, move, best.value, others, met, replies, reach[id(node)]))
        return sorted(found, key=lambda step: -step.reach)

    def _spread(
        self, node: _WalkNode, share: float, reach: dict[int, float], order: list[_WalkNode], path: set[int]
    ) -> None:
        if id(node) in path or share < LEAST_REACH:
            return
        if id(node) not in reach:
            order.append(node)
        reach[id(node)] = min(1.0, reach.get(id(node), 0.0) + share)
        for _, part, child in self._led(node):
            self._spread(child, share * part, reach, order, path | {id(node)})

    def lines(self, root: _WalkNode) -> list[SteerLine]:
        """Returns every line to its end, largest gain first."""
        found: list[SteerLine] = []
        self._collect(root, (), 1.0, found, set(), 0.0)
        return sorted(found, key=lambda line: -line.worth(self.usual))

    def _collect(
        self,
        node: _WalkNode,
        moves: tuple[chess.Move, ...],
        reach: float,
        found: list[SteerLine],
        path: set[int],
        variance: float,
    ) -> None:
        if reach < LEAST_REACH:
            return
        children = [] if id(node) in path else self._led(node)
        if not children and moves:
            found.append(SteerLine(moves, reach, node.results, node.value, node.centipawns, math.sqrt(variance)))
        his = node.board.turn != self._white
        for move, share, child in children:
            more = _log_variance(share, node.results.games) if his else 0.0
            self._collect(child, (*moves, move), reach * share, found, path | {id(node)}, variance + more)

    def _led(self, node: _WalkNode) -> list[tuple[chess.Move, float, _WalkNode]]:
        """Returns the continuations if I steer: only my best move."""
        return node.children[:1] if node.board.turn == self._white else node.children


def _log_variance(share: float, games: int) -> float:
    """Returns the variance of the logarithm of a share that was counted in a number of games, with one more of each."""
    likely = (share * games + 1) / (games + 2)
    return (1 - likely) / (likely * (games + 2))


def _without(here: _WalkNode, ended: OpponentResults) -> float:
    """Returns my expected score in a position from its games without these."""
    rest = OpponentResults(*(all_of - part for all_of, part in zip(here.results, ended, strict=True)))
    return _smoothed(rest, here.prior)


def _smoothed(ended: OpponentResults, prior: float) -> float:
    """Returns my score (0-1) after the opponent's results, with PRIOR games' worth of `prior`."""
    mine = ended.losses + ended.draws / 2
    return (mine + PRIOR * prior) / (ended.finished + PRIOR)
