from __future__ import annotations

from collections.abc import Callable, Sequence

from typing_extensions import disjoint_base

from engine.evaluation.texts.style import Style
from engine.rules.board import CoreBoard
from engine.search.search_base import SearchBase
from engine.search.searcher import Iteration, PvLine

@disjoint_base
class PlainSearcher(SearchBase):
    def __init__(self, style: Style) -> None: ...
    def set_style(self, style: Style) -> None: ...
    def seed(self, seed: int) -> None: ...
    def set_hash(self, megabytes: int) -> None: ...
    def hash_permille(self) -> int: ...
    def nodes(self) -> int: ...
    def run(
        self,
        board: CoreBoard,
        root_moves: Sequence[int],
        max_depth: int,
        node_limit: int,
        deadline_us: int,
        multipv: int,
        on_line: Callable[[PvLine], None] | None,
        keep_going: Callable[[Iteration], bool] | None,
    ) -> list[PvLine]: ...
