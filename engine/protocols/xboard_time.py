"""What the interface of an XBoard engine says about time, and the limits that it gives a search."""

from dataclasses import replace

from engine.errors import OptionError
from engine.game.clock import Clock
from engine.game.limits import Limits
from engine.game.side import Side
from engine.game.time_control import Budget, TimeControl
from engine.protocols.uci_text import MAX_MILLISECONDS
from engine.protocols.xboard_text import parse_count, parse_level, parse_seconds


class ToldTime:
    """`level` or `st`, `sd` and `nps`, and the two clocks as last told by `time` and `otim`. The clocks are the interface's."""

    def __init__(self) -> None:
        self._control = TimeControl(300_000, moves=40)
        self._depth: int | None = None
        self._nodes_per_second = 0
        self._own_ms: int | None = None
        self._other_ms: int | None = None

    def set_level(self, words: list[str]) -> None:
        """`level MOVES BASE INCREMENT`. Raises OptionError."""
        control = parse_level(words)
        if control is None:
            raise OptionError("level needs MOVES BASE INCREMENT")
        self._control = control

    def set_move_time(self, words: list[str]) -> None:
        """`st SECONDS`: so long for every move. Raises OptionError."""
        milliseconds = parse_seconds(words[0]) if words else None
        if milliseconds is None:
            raise OptionError("st needs seconds")
        self._control = TimeControl(budget=Budget(max(1, milliseconds)))

    def set_depth(self, words: list[str]) -> None:
        """`sd PLIES`; what is no number removes the limit."""
        self._depth = parse_count(words, 1)

    def set_nps(self, words: list[str]) -> None:
        """`nps N`: with `st`, N nodes count as a second; 0 goes back to real time."""
        self._nodes_per_second = parse_count(words, 0) or 0

    def set_own_time(self, words: list[str]) -> None:
        """`time CENTISECONDS` on the engine's clock."""
        self._own_ms = _milliseconds(words)

    def set_other_time(self, words: list[str]) -> None:
        """`otim CENTISECONDS` on the opponent's clock."""
        self._other_ms = _milliseconds(words)

    def limits(self, side: Side, moves_made: int, ponder: bool = False) -> Limits:
        """The limits of a search for a side that has made so many moves."""
        budget = replace(self._control.budget, depth=self._depth)
        if budget.move_time_ms is not None and self._nodes_per_second:
            nodes = max(1, budget.move_time_ms * self._nodes_per_second // 1000)
            budget = Budget(depth=self._depth, nodes=nodes)
        own = (self._own_ms or self._control.base_ms) if self._control.timed else None
        both = (own, self._other_ms or own) if side is Side.WHITE else (self._other_ms or own, own)
        clock = Clock(self._control, *both, moves_made=(moves_made, moves_made))
        return replace(clock.limits(side, budget), ponder=ponder)


def _milliseconds(words: list[str]) -> int | None:
    centiseconds = parse_count(words, 0)
    return None if centiseconds is None else min(max(1, centiseconds * 10), MAX_MILLISECONDS)
