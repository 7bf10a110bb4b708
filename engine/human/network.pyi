from __future__ import annotations

from typing_extensions import disjoint_base

from engine.evaluation.nnue import Network
from engine.human.board_network import BoardNetwork
from engine.rules.board import CoreBoard

SHAPE: tuple[tuple[int, int], ...]
PAYLOAD_BYTES: int

def shrunk(weights: bytes) -> bytes: ...

@disjoint_base
class PolicyNetwork:
    @classmethod
    def from_payload(
        cls, payload: bytes, evaluator: Network, board_network: BoardNetwork | None = None
    ) -> PolicyNetwork: ...
    def judge(
        self, board: CoreBoard, elo: int, opponent: int, base_s: int, increment_s: int, site: int
    ) -> list[tuple[int, float]]: ...
