from __future__ import annotations

from typing import Self

from typing_extensions import disjoint_base

from engine.rules.board import CoreBoard

ACTIVATION_ONE: int
FIRST_ONE: int
LARGEST_FIRST_WEIGHT: int
LARGEST_OUTPUT_WEIGHT: int
LARGEST_FIRST_BIAS: int
LARGEST_OUTPUT_BIAS: int
SHAPE: tuple[int, int, int]
FIRST_OUTPUTS: int
PAYLOAD_BYTES: int

def select_kernel(level: int) -> int: ...

@disjoint_base
class Network:
    @classmethod
    def from_payload(cls, payload: bytes, scale: int, classical: int = 0) -> Network: ...
    @property
    def scale(self) -> int: ...

@disjoint_base
class NetworkBoard:
    def __new__(cls, network: Network) -> Self: ...
    def evaluate(self, board: CoreBoard) -> int: ...
    def benchmark(self, board: CoreBoard, move: int, rounds: int) -> int: ...
