from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from typing_extensions import disjoint_base

from engine.human.network import PolicyNetwork

FIELDS: tuple[str, ...]
MOST_MOVES: int

@disjoint_base
class BoardRecorder:
    def __new__(cls, policy: PolicyNetwork, seed: int) -> Self: ...
    def take(self) -> dict[str, bytearray]: ...
    def add_game(
        self,
        moves: Sequence[int],
        asked: tuple[int, int, int, int, int],
        plies: Mapping[int, Mapping[int, float] | None],
        forget_site: float,
    ) -> int: ...
