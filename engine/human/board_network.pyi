from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from typing_extensions import disjoint_base

HEAD: Struct

def shape_of(channels: int, blocks: int) -> list[tuple[int, int]]: ...
def packed(
    channels: int, blocks: int, share: float, layers: Sequence[tuple[Sequence[float], Sequence[float]]]
) -> bytes: ...

@disjoint_base
class BoardNetwork:
    @classmethod
    def from_payload(cls, payload: bytes) -> BoardNetwork: ...
