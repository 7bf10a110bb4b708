"""The course of a match: a state machine that owns the clock. A value; every transition gives a new one.

    waiting --move--> running --move--> running --mate, flag, resignation--> over
                      running <--pause, resume--> paused
    waiting, running, paused --adjourn--> adjourned --continue--> running (waiting, where no move was made)
    running, paused, adjourned, over --take back--> running

The clock of the side to move goes down exactly while the phase is `RUNNING`. A transition that a phase does not have
changes nothing. No transition gives time but a move, which brings its increment once: a move number that comes again
after a take back brings nothing. So the time left is always the time that was given less the time that was used.

All times are milliseconds of one steady time (`now`) that the caller hands in; the model reads no clock.
"""

from dataclasses import replace
from enum import Enum

from engine.game.clock import Clock
from engine.game.side import Side
from engine.game.time_control import TimeControl
from engine.ground.values import dataclass


class Phase(Enum):
    """The state of a match."""

    WAITING = "waiting"  # for its first move, which costs no time
    RUNNING = "running"
    PAUSED = "paused"  # for a moment; continues by itself
    ADJOURNED = "adjourned"  # until the user continues
    OVER = "over"


_PLAYING = (Phase.WAITING, Phase.RUNNING, Phase.PAUSED)


@dataclass(frozen=True)
class Course:
    """`clock` is true at `since`; later times come from `clock_at`. `turn` is the side to move."""

    phase: Phase
    clock: Clock
    turn: Side
    since: int = 0

    @classmethod
    def begin(cls, control: TimeControl, turn: Side) -> "Course":
        """A match before its first move."""
        return cls(Phase.WAITING, Clock.start(control), turn)

    @classmethod
    def kept(cls, clock: Clock, turn: Side) -> "Course":
        """A match that was under way when it was kept: adjourned."""
        return cls(Phase.ADJOURNED, clock.run(None), turn)

    @property
    def playing(self) -> bool:
        """Whether the match is on: the next move on its last position is one of the match."""
        return self.phase in _PLAYING

    @property
    def begun(self) -> bool:
        """Whether a move of the match was ever made, though it may have been taken back."""
        return any(self.clock.brought(side) for side in Side)

    def clock_at(self, now: int) -> Clock:
        """The clocks at that time; a time before `since` is `since`."""
        return self.clock.elapse(now - self.since)

    def flagged(self, now: int) -> Side | None:
        """Whose flag has fallen while the match is on, None if nobody's has."""
        return self.clock_at(now).flagged() if self.playing else None

    # Transitions

    def moved(self, now: int) -> "Course":
        """The side to move has moved: its time stops, it gets what the move brings, and the other side's runs."""
        if not self.playing:
            return self
        clock = self.clock_at(now).press(self.turn)
        return Course(Phase.RUNNING, clock, self.turn.other, now)

    def paused(self, now: int) -> "Course":
        """Is stopped in the middle of a move: an engine is being started, or nobody looks."""
        return self._standing(Phase.PAUSED, now) if self.phase is Phase.RUNNING else self

    def resumed(self, now: int) -> "Course":
        """The move that was paused continues."""
        return self._running(now) if self.phase is Phase.PAUSED else self

    def adjourned(self, now: int) -> "Course":
        """Is stopped until somebody continues; what the move has used so far stays used."""
        return self._standing(Phase.ADJOURNED, now) if self.playing else self

    def gone_on(self, now: int) -> "Course":
        """The clock of the side to move runs at once; before the first move it still waits for that."""
        if self.phase is not Phase.ADJOURNED:
            return self
        return self._running(now) if self.begun else replace(self, phase=Phase.WAITING, since=now)

    def over(self, now: int) -> "Course":
        """The game has ended. Only a take back leads out of this phase."""
        return self._standing(Phase.OVER, now) if self.playing else self

    def taken_back(self, plies: int, now: int) -> "Course":
        """So many half moves back. Both sides keep the time that they have used; the clock of the side to move runs."""
        if plies <= 0:
            return self
        back = replace(self, clock=self.clock_at(now)).set_back(plies)
        return back._running(now) if self.begun else replace(back, phase=Phase.WAITING, since=now)

    def set_back(self, plies: int) -> "Course":
        """The same while it is stopped, so many half moves earlier (later if negative): its tree was edited."""
        turn = self.turn.other if plies % 2 else self.turn
        return replace(self, clock=self.clock.taken_back(plies, self.turn), turn=turn) if plies else self

    def _running(self, now: int) -> "Course":
        return replace(self, phase=Phase.RUNNING, clock=self.clock.run(self.turn), since=now)

    def _standing(self, phase: Phase, now: int) -> "Course":
        return replace(self, phase=phase, clock=self.clock_at(now).run(None), since=now)
