from __future__ import annotations

from collections.abc import Callable

import chess
from typing_extensions import disjoint_base

from engine.ground.text import Text

_Reader = Callable[[str, bool, Text], tuple[bytes, int, int] | None]

@disjoint_base
class Prober:
    def __init__(self, signatures: list[tuple[str, bool, bool]], reader: _Reader) -> None: ...
    def wdl(self, board: chess.Board) -> int | None: ...
    def dtz(self, board: chess.Board) -> int | None: ...
    def take_retired(self) -> list[tuple[str, bool]]: ...
    def capsule(self) -> object: ...
