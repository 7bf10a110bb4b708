"""The course of a match: an immutable state machine that owns the clock; every transition returns a new one.

    waiting --move--> running --move--> running --mate, flag, resignation--> over
                      running <--pause, resume--> paused
    waiting, running, paused --adjourn--> adjourned --continue--> running (waiting, if no move was made)
    running, paused, adjourned, over --take back--> running

The clock of the side to move runs only in the phase `RUNNING`. A transition that does not apply to a phase changes
nothing. Only a move adds time, its increment, and only once: repeating a move number after a takeback adds none. So the
time left is always the time given minus the time used.

All times are milliseconds of one monotonic time (`now`) from the caller; the model reads no clock.
"""

from dataclasses import replace
from enum import Enum

from engine.game.clock import Clock
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.values import dataclass


class MatchPhase(Enum):
    """The state of a match."""

    WAITING = "waiting"  # for its first move, which costs no time
    RUNNING = "running"
    PAUSED = "paused"  # for a moment; continues by itself
    ADJOURNED = "adjourned"  # until the user continues
    OVER = "over"


_PLAYING = (MatchPhase.WAITING, MatchPhase.RUNNING, MatchPhase.PAUSED)


@dataclass(frozen=True)
class MatchCourse:
    """`clock` is correct at `since`; later times come from `clock_at`. `turn` is the side to move."""

    phase: MatchPhase
    clock: Clock
    turn: Side
    since: int = 0

    @classmethod
    def begin(cls, control: TimeControl, turn: Side) -> "MatchCourse":
        return cls(MatchPhase.WAITING, Clock.start(control), turn)

    @classmethod
    def kept(cls, clock: Clock, turn: Side) -> "MatchCourse":
        """A match restored from a file: adjourned."""
        return cls(MatchPhase.ADJOURNED, clock.run(None), turn)

    @property
    def playing(self) -> bool:
        """Whether the match is on: the next move on its last position belongs to it."""
        return self.phase in _PLAYING

    @property
    def begun(self) -> bool:
        """Whether a move of the match was ever made, even one taken back."""
        return any(self.clock.moves_paid(side) for side in Side)

    def clock_at(self, now: int) -> Clock:
        """The clocks at that time, at the earliest at `since`."""
        return self.clock.elapse(now - self.since)

    def flagged(self, now: int) -> Side | None:
        """The side whose flag has fallen while the match is on, or None."""
        return self.clock_at(now).flagged() if self.playing else None

    # Transitions

    def moved(self, now: int) -> "MatchCourse":
        """After a move: the mover's clock stops and gets its increment, and the other side's runs."""
        if not self.playing:
            return self
        clock = self.clock_at(now).press(self.turn)
        return MatchCourse(MatchPhase.RUNNING, clock, self.turn.other, now)

    def paused(self, now: int) -> "MatchCourse":
        """Paused during a move: an engine is starting, or the board is not shown."""
        return self._standing(MatchPhase.PAUSED, now) if self.phase is MatchPhase.RUNNING else self

    def resumed(self, now: int) -> "MatchCourse":
        return self._running(now) if self.phase is MatchPhase.PAUSED else self

    def adjourned(self, now: int) -> "MatchCourse":
        """Adjourned; the time used on the move remains used."""
        return self._standing(MatchPhase.ADJOURNED, now) if self.playing else self

    def continued(self, now: int) -> "MatchCourse":
        """Resumed after an adjournment: the clock of the side to move runs at once, or with the first move."""
        if self.phase is not MatchPhase.ADJOURNED:
            return self
        return self._running(now) if self.begun else replace(self, phase=MatchPhase.WAITING, since=now)

    def over(self, now: int) -> "MatchCourse":
        """Ended. Only a takeback leaves this phase."""
        return self._standing(MatchPhase.OVER, now) if self.playing else self

    def taken_back(self, plies: int, now: int) -> "MatchCourse":
        """With half moves taken back. Both sides keep the time they have used; the clock of the side to move runs."""
        if plies <= 0:
            return self
        back = replace(self, clock=self.clock_at(now)).set_back(plies)
        return back._running(now) if self.begun else replace(back, phase=MatchPhase.WAITING, since=now)

    def set_back(self, plies: int) -> "MatchCourse":
        """Takes back half moves (negative: forward) without starting the clock, after an edit of the tree."""
        turn = self.turn.other if plies % 2 else self.turn
        return replace(self, clock=self.clock.taken_back(plies, self.turn), turn=turn) if plies else self

    def _running(self, now: int) -> "MatchCourse":
        return replace(self, phase=MatchPhase.RUNNING, clock=self.clock.run(self.turn), since=now)

    def _standing(self, phase: MatchPhase, now: int) -> "MatchCourse":
        return replace(self, phase=phase, clock=self.clock_at(now).run(None), since=now)
