"""The interface of an engine client, independent of the protocol."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable

import chess

from engine.game.info import Info
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.ground.text import Text
from engine.ground.values import dataclass
from engine.play.external.errors import EngineStall, EngineUnusable
from engine.play.external.launch import DEADLINES, Deadlines, Dialect, Launch
from engine.play.external.options import EngineOption
from engine.play.external.process import EngineProcess
from engine.play.external.remote import patient

OnInfo = Callable[[Info], None]
REPORT_S = 0.05  # reports are read at this interval; a later one replaces an earlier one


@dataclass(frozen=True)
class Identity:
    """The name and features that an engine declares. `faults`: errors in its declarations."""

    dialect: Dialect
    name: str = ""
    author: str = ""
    options: tuple[EngineOption, ...] = ()
    chess960: bool = False
    analyses: bool = True
    sets_up: bool = True  # positions of their own
    faults: tuple[Text, ...] = ()


@dataclass(frozen=True)
class EngineReply:
    """A move and its search. `elapsed_s` is the client's time; `lines` the last report of each rank, best first.

    `move`: None if there is no legal move, or the engine only claims a draw (`claims_draw`).
    """

    move: chess.Move | None
    ponder: chess.Move | None
    elapsed_s: float
    lines: tuple[Info, ...] = ()
    claims_draw: bool = False


class Client(ABC):
    """One engine for many games, started and greeted by the constructor. Not thread-safe, except `stopper` and `kill`.
    Methods raise EngineFault when the engine fails; the client must then be closed. They raise EngineUnusable if the engine
    cannot do what is asked."""

    def __init__(self, launch: Launch, deadlines: Deadlines = DEADLINES) -> None:
        """:raises EngineUnusable: the program does not exist. :raises EngineFault: it does not answer, ends or floods at once."""
        self._name = launch.name
        self._deadlines = deadlines = patient(deadlines, launch.command)
        self._process = EngineProcess(launch, deadlines)
        self._options: dict[str, EngineOption] = {}
        try:
            self.identity = self._shake_hands()
        except BaseException:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._process.alive

    @abstractmethod
    def set_option(self, name: str, value: str) -> None:
        """Sets an option. :raises EngineUnusable: the engine has no such option, or rejects the value."""

    @abstractmethod
    def wait_until_ready(self) -> None:
        """Waits until the engine has processed all commands."""

    @abstractmethod
    def new_game(self, board: chess.Board) -> None:
        """Prepares for a game with this start position."""

    @abstractmethod
    def go(
        self, board: chess.Board, limits: Limits, on_info: OnInfo | None = None, stopper: Stopper | None = None
    ) -> EngineReply:
        """Returns the move for the side to move, within the limits and a grace; after `stopper`, within the deadline for
        stopping."""

    @abstractmethod
    def ponder(self, board: chess.Board, limits: Limits) -> None:
        """Lets the engine ponder on `board`, the expected position. Returns at once."""

    def kill(self) -> None:
        """Ends the engine at once; callable from any thread. A running call raises EngineCrash; `close` must still follow."""
        self._process.kill()

    def close(self, patience_s: float | None = None) -> None:
        """Ends the engine and all its processes, after `patience_s` by force. Never raises, may be called twice."""
        self._process.close(patience_s=patience_s)

    @abstractmethod
    def _shake_hands(self) -> Identity:
        """Greets the engine, and reads its name and options."""

    def _wait_for(self, question: str, is_answer: Callable[[str], bool], within_s: float) -> None:
        """Sends a question and skips lines up to its answer. :raises EngineStall: it does not come in time."""
        self._process.send(question)
        deadline = time.monotonic() + within_s
        try:
            while not is_answer(self._process.line(deadline)[0]):
                pass
        except EngineStall as stall:
            asked = question.split()[0]
            raise EngineStall("%1 did not answer %2 within %3 s", self._name, asked, f"{within_s:g}") from stall

    def _spelled(self, option: EngineOption, value: str) -> str:
        """The value in the protocol's form. :raises EngineUnusable: the option rejects it."""
        spelled = option.spelled(value)
        if spelled is None:
            raise EngineUnusable(
                "%1: the option %2 cannot be '%3'; it takes %4", self._name, option.name, value, option.demand
            )
        return spelled

    def _option_faults(self) -> tuple[Text, ...]:
        faulty = (option for option in self._options.values() if option.fault)
        return tuple(Text("%1: its option “%2” %3.", self._name, option.name, option.fault) for option in faulty)


def longest_wait_s(limits: Limits, white: bool, deadlines: Deadlines) -> float | None:
    """The longest time for a move before the engine counts as stalled; None for a search without limit."""
    if limits.infinite:
        return None
    clock = limits.white_time_ms if white else limits.black_time_ms
    given = [ms for ms in (clock, limits.move_time_ms) if ms is not None]
    if not given:
        return deadlines.without_clock_s
    return max(0.0, min(given) / 1000) + deadlines.grace_s


class SearchDeadline:
    """The deadlines of one search: for the move, and after a stop for stopping. After `hurry_s` the engine is asked to move
    now, if its protocol cannot state the time exactly."""

    def __init__(
        self,
        process: EngineProcess,
        longest_s: float | None,
        deadlines: Deadlines,
        stopper: Stopper,
        hurry_s: float | None = None,
    ) -> None:
        self._process = process
        self._hurry_at = None if hurry_s is None else time.monotonic() + hurry_s
        self._deadline = None if longest_s is None else time.monotonic() + longest_s
        self._stop_s = deadlines.stop_s
        self._stopper = stopper
        self._told_to_stop = False

    def next(self, send_stop: Callable[[], None], within_s: float) -> tuple[str, float] | None:
        """The next line; None if none came within `within_s`. :raises EngineStall: the deadline is over."""
        if self._stopper.asked() and not self._told_to_stop:
            self._told_to_stop = True
            send_stop()
            limit = time.monotonic() + self._stop_s
            self._deadline = limit if self._deadline is None else min(limit, self._deadline)
        now = time.monotonic()
        if self._hurry_at is not None and now >= self._hurry_at:
            self._hurry_at = None
            send_stop()
        if self._deadline is not None and now >= self._deadline:
            if self._told_to_stop:
                raise EngineStall("%1 did not stop within %2 s", self._process.name, f"{self._stop_s:g}")
            raise EngineStall("%1 made no move in time", self._process.name)
        due = [at - now for at in (self._deadline, self._hurry_at) if at is not None]
        return self._process.line_within(min([within_s, *due]))
