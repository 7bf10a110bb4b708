"""Mate hunts: short proof-number searches of the root, run between iterations of the ordinary search. In analysis a mate that was
found is shortened the same way.

Alpha-beta reduces and prunes a sacrifice followed by quiet moves for many iterations; a proof-number search finds it by the
small number of replies. Entry: `MateHunt.look`; the proofs come from `MateSearcher.hunt`.
"""

from contextlib import suppress

from engine.ground.errors import MoveError
from engine.rules.board import CoreBoard
from engine.search.mates import MateSearcher
from engine.search.searcher import SCORE_MATE, PvLine

BOUND_EXACT = 3  # from transposition.pxd
FIRST_NODES = 128_000  # nodes before the first hunt, about a tenth of a second; hand-set, like the others
PATIENCE = 4  # the next hunt follows after 4 times as many nodes
NEAR_PATIENCE = 2  # or after twice as many, if a mate looked near
FIRST_SHORTER = 1_000_000  # positions of the first attempt to shorten a mate: less than a second
# Of one hunt: less than a second. Below this the number of positions equals the nodes so far, at a sixth of their time.
MOST_POSITIONS = 4_000_000
OVERSHOT = 40_000  # positions a hunt may examine beyond its budget before it notices
REOPENED_POSITIONS = 64_000  # of the hunt at the start, if the previous search found a mate this way


class MateHunt:
    """The hunts of one search. `stop` may be called from any thread and ends the later hunts too."""

    def __init__(self, solver: MateSearcher, board: CoreBoard, *, reopened: bool) -> None:
        self._solver = solver
        self._board = board
        self._next_nodes = 1 if reopened else FIRST_NODES
        solver.begin()
        self.line: list[int] = []
        """The proved mate as core moves, with the longest defences found; empty if none was found."""
        self._shortest = False  # proved of the mate that was found
        self._spent = 0  # positions of the attempts to shorten it
        self._above = False  # the mate ranks above the lines of the current iteration
        self._count = 0  # lines of the current iteration so far, including the mate

    def stop(self) -> None:
        self._solver.stop()

    def hunt_if_due(self, nodes: int, nodes_left: int | None, deadline_us: int) -> int:
        """Hunts if one is due after `nodes` of the search. Returns the positions examined, at most `nodes_left`. `deadline_us`:
        on the clock of ticks.h, 0 for none."""
        if self.line or nodes < self._next_nodes:
            return 0
        budget = min(max(nodes, REOPENED_POSITIONS), MOST_POSITIONS)
        if nodes_left is not None:
            budget = min(budget, (nodes_left - OVERSHOT) // 2)  # the verification of a proof may take as many again
        self._next_nodes = max(FIRST_NODES, PATIENCE * nodes)
        if budget <= 0 or _repeats(self._board):
            return 0
        try:
            self.line = self._solver.hunt(self._board, budget, deadline_us) or []
        except MemoryError:
            return 0  # the ordinary search has its own memory
        if self._solver.is_near():
            self._next_nodes = max(FIRST_NODES, NEAR_PATIENCE * nodes)
        return self._solver.nodes()

    def shorten(self, plies: int, nodes: int) -> int:
        """Tries to prove a shorter mate than one in `plies`, with as many positions as the search has examined nodes, until the
        shortest is known. Returns the positions examined."""
        budget = max(nodes, FIRST_SHORTER) - self._spent
        if self._shortest or plies <= 1 or budget < self._spent or _repeats(self._board):
            return 0
        try:
            line = self._solver.run(self._board, (plies - 1) // 2, budget, 0)
        except MemoryError:
            return 0
        self._shortest = line == []
        self.line = line or self.line
        self._spent += self._solver.nodes()
        return self._solver.nodes()

    def with_mate(self, line: PvLine, wanted: int) -> list[PvLine]:
        """The lines to report for one line of the iteration; call it in their order. The mate goes first if it is better, and
        the others move down, up to `wanted` lines."""
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
    """True if a position since the last irreversible move occurred twice. A third time would be a draw, which a proof cannot
    see."""
    earlier = board.copy()
    with suppress(MoveError):  # the history ends here: earlier positions are unknown
        for _ in range(earlier.halfmove_clock):
            if earlier.repetitions():
                return True
            earlier.pop()
    return False
