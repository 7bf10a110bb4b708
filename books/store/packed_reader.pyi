from collections.abc import Iterator, Sequence
from typing import Self, final

from typing_extensions import disjoint_base

from books.store.packed_form import Names, Page

@final
@disjoint_base
class Reader:
    def __new__(cls, codes: Sequence[bytes], names: Names) -> Self: ...
    def find(self, first: int, data: bytes, key: int) -> Page | None: ...
    def all(self, first: int, data: bytes) -> Iterator[Page]: ...
