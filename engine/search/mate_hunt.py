"""Mates that a search looks for beside its own work: now and then a short proof-number search at the root.

A sacrifice whose point lies behind quiet moves is reduced and cut by alpha-beta for many iterations; a proof finds it by how few
answers it leaves. Most positions are given up after about a millisecond (`MateSearcher.hunt`).
"""

from contextlib import suppress

from engine.ground.errors import MoveError
from engine.rules.board import CoreBoard
from engine.search.mates import MateSearcher
from engine.search.searcher import SCORE_MATE, Line

BOUND_EXACT = 3  # of transposition.pxd
FIRST_NODES = 128_000  # of the search before its first hunt: about a tenth of a second; hand-set, as are the others
PATIENCE = 4  # the next hunt comes after so many times as many nodes,
NEAR_PATIENCE = 2  # or after so many, if a mate looked near
# Of one hunt: less than a second. Up to there it may look at as many positions as there were nodes, in a sixth of their time.
MOST_POSITIONS = 4_000_000
OVERSHOT = 40_000  # positions that a hunt may look at beyond its budget, before it sees that this is spent
REOPENED_POSITIONS = 64_000  # of the hunt at the beginning, where the search before found a mate by one


class MateHunt:
    """The hunts of one search. `stop` may come from any thread, and holds for the rest of them."""

    def __init__(self, solver: MateSearcher, board: CoreBoard, *, reopened: bool) -> None:
        self._solver = solver
        self._board = board
        self._next_nodes = 1 if reopened else FIRST_NODES
        solver.begin()
        self.line: list[int] = []
        """The proved mate as core moves, its defences the longest that were found out; empty if none was found."""
        self._above = False  # the mate goes before the lines of the present iteration
        self._count = 0  # lines of it so far, the mate among them

    def stop(self) -> None:
        """Ends a hunt soon."""
        self._solver.stop()

    def look(self, nodes: int, nodes_left: int | None, deadline_us: int) -> int:
        """Hunts if it is time to, after so many `nodes` of the search; returns the positions looked at, at most `nodes_left`.

        `deadline_us` is on the clock of ticks.h, 0 for none.
        """
        if self.line or nodes < self._next_nodes:
            return 0
        budget = min(max(nodes, REOPENED_POSITIONS), MOST_POSITIONS)
        if nodes_left is not None:
            budget = min(budget, (nodes_left - OVERSHOT) // 2)  # as many again may follow a proof
        self._next_nodes = max(FIRST_NODES, PATIENCE * nodes)
        if budget <= 0 or _repeats(self._board):
            return 0
        try:
            self.line = self._solver.hunt(self._board, budget, deadline_us) or []
        except MemoryError:
            return 0  # the search has its own
        if self._solver.is_near():
            self._next_nodes = max(FIRST_NODES, NEAR_PATIENCE * nodes)
        return self._solver.nodes()

    def with_mate(self, line: Line, wanted: int) -> list[Line]:
        """What a line of the search becomes; asked in the order of an iteration. The mate goes before a worse first line, and
        the others move down, up to the `wanted` number of lines."""
        lines = []
        if line.multipv == 1:
            score = SCORE_MATE - len(self.line)
            self._above = bool(self.line) and score > line.score
            self._count = int(self._above)
            if self._above:
                deepest = max(line.selective_depth, len(self.line))
                lines.append(line._replace(score=score, bound=BOUND_EXACT, selective_depth=deepest, pv=self.line))
        if not self._above:
            return [line]
        if line.pv[0] != self.line[0] and self._count < wanted:
            self._count += 1
            lines.append(line._replace(multipv=self._count))
        return lines


def _repeats(board: CoreBoard) -> bool:
    """Whether a position since the last irreversible move was on the board twice. A third time would be a draw, which the proofs
    do not know."""
    earlier = board.copy()
    with suppress(MoveError):  # there is no more to take back: what was before is not known
        for _ in range(earlier.halfmove_clock):
            if earlier.repetitions():
                return True
            earlier.pop()
    return False
