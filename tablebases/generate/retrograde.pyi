from collections.abc import Callable

from tablebases.probe.prober import Prober

Progress = Callable[[int], bool]

class Solver:
    signature: str
    def __init__(self, signature: str, prober: Prober) -> None: ...
    def solve(self, placement: tuple[int, ...], progress: Progress | None) -> None: ...
    def release(self) -> None: ...
