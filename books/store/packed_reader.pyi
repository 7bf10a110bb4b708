from collections.abc import Iterator, Sequence
from typing import Self, final

from books.store.packed_form import EngineNames, Page

@final
class PackedReader:
    def __new__(cls, codes: Sequence[bytes], names: EngineNames) -> Self: ...
    def find(self, first: int, data: bytes, key: int) -> Page | None: ...
    def all(self, first: int, data: bytes) -> Iterator[Page]: ...
