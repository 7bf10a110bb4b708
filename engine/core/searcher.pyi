from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.core.board import CoreBoard
from engine.core.nnue import Network

class Line(NamedTuple):
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
MAX_THREADS: int

class Searcher:
    def __init__(self) -> None: ...
    def set_hash(self, megabytes: int) -> None: ...
    def set_threads(self, count: int) -> None: ...
    def set_contempt(self, centipawns: int) -> None: ...
    def set_eval_noise(self, amplitude: int, seed: int) -> None: ...
    def set_network(self, network: Network | None) -> None: ...
    def set_weights(self, weights: Sequence[tuple[int, int]]) -> None: ...
    def set_tablebase_probe(
        self, capsule: object | None, men: int, depth: int = 1, fifty_move_rule: bool = True
    ) -> None: ...
    def clear(self) -> None: ...
    def hash_permille(self) -> int: ...
    def nodes(self) -> int: ...
    def begin(self, pondering: bool = False) -> None: ...
    def stop(self) -> None: ...
    def is_stopped(self) -> bool: ...
    def is_pondering(self) -> bool: ...
    def ponder_hit(self, deadline_us: int = 0) -> None: ...
    def run(
        self,
        board: CoreBoard,
        root_moves: Sequence[int],
        max_depth: int,
        node_limit: int,
        deadline_us: int,
        multipv: int,
        on_line: Callable[[Line], None] | None,
        keep_going: Callable[[Iteration], bool] | None,
    ) -> list[Line]: ...
