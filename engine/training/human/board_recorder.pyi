from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import disjoint_base

FIELDS: tuple[str, ...]
MOST_MOVES: int

@disjoint_base
class BoardRecorder:
    def take(self) -> dict[str, bytearray]: ...
    def add(self, moves: Sequence[int], asked: tuple[int, int, int, int, int]) -> int: ...
