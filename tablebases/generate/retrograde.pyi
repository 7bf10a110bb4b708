from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from typing_extensions import disjoint_base

from tablebases.probe.prober import Prober

@disjoint_base
class Solver:
    signature: str
    def __new__(cls, signature: str, prober: Prober, through: bool = False) -> Self: ...
    def solve(self, placement: tuple[int, ...]) -> Iterator[int]: ...
    def release(self) -> None: ...
