from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from typing_extensions import disjoint_base

from engine.evaluation.nnue import Network
from engine.rules.board import CoreBoard
from engine.search.search_base import SearchBase

class PvLine(NamedTuple):
    depth: int
    selective_depth: int
    multipv: int
    score: int
    bound: int
    nodes: int
    tablebase_hits: int
    pv: list[int]

class Iteration(NamedTuple):
    depth: int
    score: int
    best_move: int
    best_share: int

class Vote(NamedTuple):
    move: int
    score: int
    depth: int

def elect(votes: Sequence[Vote]) -> int: ...

SCORE_MATE: int
SCORE_MATE_BOUND: int
MAX_DEPTH: int

@disjoint_base
class Searcher(SearchBase):
    def get_ready(self) -> None: ...
    def __init__(self) -> None: ...
    def set_hash(self, megabytes: int) -> None: ...
    def set_threads(self, count: int) -> None: ...
    def set_contempt(self, centipawns: int) -> None: ...
    def set_network(self, network: Network | None) -> None: ...
    def set_learned(self, positions: Sequence[tuple[int, int, int, bool]], forget: bool = True) -> None: ...
    def set_selective(self, selective: bool) -> None: ...
    def hash_permille(self) -> int: ...
    def count_beside(self, positions: int) -> None: ...
    def nodes(self) -> int: ...
    def current_root(self) -> tuple[int, int, int]: ...
    def run(
        self,
        board: CoreBoard,
        root_moves: Sequence[int],
        max_depth: int,
        node_limit: int,
        deadline_us: int,
        multipv: int,
        on_line: Callable[[PvLine], None] | None,
        keep_going: Callable[[Iteration], bool] | None,
    ) -> list[PvLine]: ...
