"""The time control as XBoard sets it, and the limits that it gives a search."""

from engine.errors import OptionError
from engine.game.limits import Limits
from engine.protocols.uci_text import MAX_MILLISECONDS
from engine.protocols.xboard_text import Level, parse_count, parse_level, parse_seconds


class XBoardClock:
    """`level` or `st`, `sd` and `nps`, and the two clocks as last told by `time` and `otim`."""

    def __init__(self) -> None:
        self._level = Level(40, 300_000, 0)
        self._move_time_ms: int | None = None
        self._depth: int | None = None
        self._nodes_per_second = 0
        self._own_ms: int | None = None
        self._other_ms: int | None = None

    def set_level(self, words: list[str]) -> None:
        """`level MOVES BASE INCREMENT`. Raises OptionError."""
        level = parse_level(words)
        if level is None:
            raise OptionError("level needs MOVES BASE INCREMENT")
        self._level, self._move_time_ms = level, None

    def set_move_time(self, words: list[str]) -> None:
        """`st SECONDS`: so long for every move. Raises OptionError."""
        milliseconds = parse_seconds(words[0]) if words else None
        if milliseconds is None:
            raise OptionError("st needs seconds")
        self._move_time_ms = max(1, milliseconds)

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

    def limits(self, white: bool, moves_made: int, ponder: bool = False) -> Limits:
        """The limits of a search for the side `white`, which has made so many moves."""
        if self._move_time_ms is not None:
            if self._nodes_per_second:
                nodes = max(1, self._move_time_ms * self._nodes_per_second // 1000)
                return Limits(depth=self._depth, nodes=nodes, ponder=ponder)
            return Limits(depth=self._depth, move_time_ms=self._move_time_ms, ponder=ponder)
        own = self._own_ms or max(1, self._level.base_ms)
        other = self._other_ms or own
        per_control = self._level.moves
        return Limits(
            depth=self._depth,
            white_time_ms=own if white else other,
            black_time_ms=other if white else own,
            white_increment_ms=self._level.increment_ms,
            black_increment_ms=self._level.increment_ms,
            moves_to_go=per_control - moves_made % per_control if per_control else None,
            ponder=ponder,
        )


def _milliseconds(words: list[str]) -> int | None:
    centiseconds = parse_count(words, 0)
    return None if centiseconds is None else min(max(1, centiseconds * 10), MAX_MILLISECONDS)
