from __future__ import annotations

from typing_extensions import disjoint_base

@disjoint_base
class ForeignNetwork:
    @classmethod
    def from_bytes(cls, data: bytes) -> ForeignNetwork: ...
    def value(self, record: bytes) -> int: ...
    def label(self, records: bytearray) -> None: ...
