from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from typing_extensions import disjoint_base

@disjoint_base
class Recorder:
    def __new__(cls, seed: int) -> Self: ...
    def take(self) -> bytes: ...
    def add_game(
        self,
        moves: Sequence[int],
        asked: tuple[int, int, int, int, int],
        shares: tuple[float, float],
        teacher: Mapping[int, Mapping[int, float]],
        opening: float = 0.25,
    ) -> int: ...
