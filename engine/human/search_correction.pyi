from collections.abc import Sequence

DEEPEST: int
FACT_COUNT: int
UNIT_COUNT: int

def facts_of(logits: Sequence[float], scores: Sequence[Sequence[int]], elo: int, seconds: int) -> list[list[float]]: ...
def corrected(logits: list[float], facts: list[list[float]], weights: tuple[float, ...]) -> list[float]: ...
