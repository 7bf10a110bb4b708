from collections.abc import Mapping, Sequence

class Recorder:
    def __init__(self, seed: int) -> None: ...
    def take(self) -> bytes: ...
    def add_game(
        self,
        moves: Sequence[int],
        asked: tuple[int, int, int, int, int],
        shares: tuple[float, float],
        teacher: Mapping[int, Mapping[int, float]],
        opening: float = 0.25,
    ) -> int: ...
