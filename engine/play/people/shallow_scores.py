"""Shallow scores: the value of each legal move in a search of a few plies, for the predictor of human moves."""

from collections.abc import Mapping, Sequence

from engine.evaluation.network import shipped
from engine.rules.board import CoreBoard
from engine.search.searcher import Searcher

NODES = 16_000  # about 8 ms; reaches 5 to 8 plies
HASH_MB = 1


class ShallowScores:
    """A shallow search with its own searcher; for one thread at a time. `last`: the latest scores."""

    def __init__(self, nodes: int = NODES) -> None:
        """:raises MemoryError: not enough memory for the hash table."""
        self.allowed = nodes  # node limit of a search; may be changed between searches
        self._searcher = Searcher()
        self._searcher.set_network(shipped())
        self._searcher.set_hash(HASH_MB)
        self.last: Mapping[int, Sequence[int]] = {}

    def __call__(self, board: CoreBoard, depths: int, only: Sequence[int] = ()) -> dict[int, list[int]]:
        """The scores of each legal move (or of `only` some) at 1 to `depths` plies, in centipawns for the side to move, mates
        beyond 20,000. Depths that the node limit does not reach repeat the previous score. Reproducible."""
        self.last = scores = self._searched(board, depths, list(only) or board.legal_moves())
        return scores

    @property
    def nodes(self) -> int:
        """The nodes of the latest search."""
        return self._searcher.nodes()

    def _searched(self, board: CoreBoard, depths: int, moves: list[int]) -> dict[int, list[int]]:
        if not moves:
            return {}
        self._searcher.clear()
        self._searcher.begin()
        found: dict[int, dict[int, int]] = {}

        def keep(line: object) -> None:
            found.setdefault(line.depth, {})[line.pv[0]] = line.score  # type: ignore[attr-defined]

        self._searcher.run(board, moves, depths, self.allowed, 0, len(moves), keep, None)
        scores: dict[int, list[int]] = {move: [] for move in moves}
        for depth in range(1, depths + 1):
            for move, row in scores.items():
                known = found.get(depth, {}).get(move)
                row.append(known if known is not None else row[-1] if row else 0)
        return scores
