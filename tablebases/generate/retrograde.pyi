from __future__ import annotations

from collections.abc import Callable
from typing import Self

from typing_extensions import disjoint_base

from tablebases.probe.prober import Prober

_Progress = Callable[[int], bool]

@disjoint_base
class Solver:
    signature: str
    def __new__(cls, signature: str, prober: Prober, through: bool = False) -> Self: ...
    def solve(self, placement: tuple[int, ...], progress: _Progress | None) -> None: ...
    def release(self) -> None: ...
