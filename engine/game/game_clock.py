"""The two clocks of a console game, and the limits that they set for the engine."""

from dataclasses import replace

import chess

from engine.game.limits import Limits


class GameClock:
    """Base time and increment in seconds; without a base time nothing runs and no flag falls."""

    def __init__(self, base_s: float | None, increment_s: float = 0.0) -> None:
        self._left_s = None if base_s is None else {chess.WHITE: base_s, chess.BLACK: base_s}
        self._increment_s = increment_s

    def spend(self, side: chess.Color, seconds: float) -> None:
        """Takes the time that `side` thought off its clock."""
        if self._left_s is not None:
            self._left_s[side] -= seconds

    def add_increment(self, side: chess.Color) -> None:
        """Adds the increment after a move of `side`."""
        if self._left_s is not None:
            self._left_s[side] += self._increment_s

    def flag_fallen(self, side: chess.Color) -> bool:
        """Whether `side` has no time left."""
        return self._left_s is not None and self._left_s[side] <= 0

    def limits(self, fixed: Limits) -> Limits:
        """The limits of the engine's next search: `fixed`, and the clocks where they run."""
        if self._left_s is None:
            return fixed
        increment_ms = int(self._increment_s * 1000)
        return replace(
            fixed,
            white_time_ms=max(1, int(self._left_s[chess.WHITE] * 1000)),
            black_time_ms=max(1, int(self._left_s[chess.BLACK] * 1000)),
            white_increment_ms=increment_ms,
            black_increment_ms=increment_ms,
        )

    def text(self) -> str:
        """Both clocks for people, ending with a blank; empty where none runs."""
        if self._left_s is None:
            return ""
        return f"White {_minutes(self._left_s[chess.WHITE])}  Black {_minutes(self._left_s[chess.BLACK])}  "


def _minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"
