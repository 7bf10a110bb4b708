from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from typing_extensions import disjoint_base

from engine.evaluation.nnue import Network
from engine.rules.board import CoreBoard

HEAD: Struct

def shape_of(channels: int, blocks: int) -> list[tuple[int, int]]: ...
def packed(
    channels: int, blocks: int, promotions: Sequence[float], layers: Sequence[tuple[Sequence[float], Sequence[float]]]
) -> bytes: ...

@disjoint_base
class BoardNetwork:
    @classmethod
    def from_payload(cls, payload: bytes, evaluator: Network) -> BoardNetwork: ...
    def twin(self) -> BoardNetwork: ...
    def judge(
        self, board: CoreBoard, elo: int, opponent: int, base_s: int, increment_s: int, site: int
    ) -> list[tuple[int, float]]: ...
