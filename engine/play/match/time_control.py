"""How long the engines may think: clocks with increments and controls, or fixed time, nodes or depth a move."""

import re
from dataclasses import dataclass

import chess

from engine.game.limits import Limits
from engine.play.match.errors import MatchError

_CLOCK = re.compile(r"(?:(\d{1,4})/)?(\d{1,7}(?:\.\d{1,6})?)(?:\+(\d{1,5}(?:\.\d{1,6})?))?")


@dataclass(frozen=True)
class TimeControl:
    """Exactly one kind of limit: `base_s` (with `increment_s`, for `moves` moves or the game), or one of the fixed ones."""

    base_s: float | None = None
    increment_s: float = 0.0
    moves: int = 0
    move_time_s: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __str__(self) -> str:
        """As PGN's TimeControl tag writes clocks; the fixed limits in words."""
        if self.base_s is not None:
            head = f"{self.moves}/" if self.moves else ""
            return f"{head}{self.base_s:g}+{self.increment_s:g}"
        if self.move_time_s is not None:
            return f"{self.move_time_s:g}s a move"
        return f"{self.nodes} nodes a move" if self.nodes is not None else f"depth {self.depth}"


def parse_clock(text: str) -> TimeControl:
    """Reads `10+0.1`, `60` or `40/60+0.5` (moves/seconds+increment). Raises MatchError."""
    match = _CLOCK.fullmatch(text)
    if match is None or float(match[2]) <= 0:
        raise MatchError(f"'{text}' is no time control: write seconds+increment (10+0.1) or moves/seconds+increment")
    return TimeControl(base_s=float(match[2]), increment_s=float(match[3] or 0), moves=int(match[1] or 0))


class Clocks:
    """The two clocks of one game, in seconds."""

    def __init__(self, control: TimeControl, margin_s: float = 0.0, black: TimeControl | None = None) -> None:
        """`margin_s`: how far a clock may run below zero before the flag counts as fallen. `black`: Black's control where
        it is not `control` (time odds); clocks both, or neither."""
        self.controls = {chess.WHITE: control, chess.BLACK: black or control}
        self._margin_s = margin_s
        self.left_s = {side: own.base_s or 0.0 for side, own in self.controls.items()}
        self._made = {chess.WHITE: 0, chess.BLACK: 0}

    @property
    def running(self) -> bool:
        """Whether there are clocks at all."""
        return self.controls[chess.WHITE].base_s is not None

    def spend(self, side: chess.Color, seconds: float) -> bool:
        """Takes a move's time off a clock and adds what the control gives. False if the flag fell."""
        if not self.running:
            return True
        self.left_s[side] -= seconds
        if self.left_s[side] < -self._margin_s:
            return False
        control = self.controls[side]
        self.left_s[side] += control.increment_s
        self._made[side] += 1
        if control.moves and self._made[side] % control.moves == 0:
            self.left_s[side] += control.base_s or 0.0
        return True

    def moves_to_go(self, side: chess.Color) -> int | None:
        """Moves to the next control of a side, None where there is none."""
        moves = self.controls[side].moves
        return moves - self._made[side] % moves if moves else None

    def longest_wait_s(self, side: chess.Color) -> float | None:
        """How long a move may last before the flag falls; None where nothing limits it in time."""
        return self.left_s[side] if self.running else self.controls[side].move_time_s

    def limits(self, side: chess.Color) -> Limits:
        """The limits for the engine on move."""
        control = self.controls[side]
        if not self.running:
            time_ms = None if control.move_time_s is None else max(1, round(control.move_time_s * 1000))
            return Limits(depth=control.depth, nodes=control.nodes, move_time_ms=time_ms)
        return Limits(
            white_time_ms=max(1, int(self.left_s[chess.WHITE] * 1000)),
            black_time_ms=max(1, int(self.left_s[chess.BLACK] * 1000)),
            white_increment_ms=round(self.controls[chess.WHITE].increment_s * 1000),
            black_increment_ms=round(self.controls[chess.BLACK].increment_s * 1000),
            moves_to_go=self.moves_to_go(side),
        )
