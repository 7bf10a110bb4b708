from collections.abc import Sequence
from typing import Any

def loss_and_gradients(
    records: Any,
    weights: Sequence[Any],
    gradients: Sequence[Any] | None,
    scale: float,
    score_share: float,
    base: float = 0.0,
) -> float: ...
