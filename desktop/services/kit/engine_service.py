"""The engine's moves: runs the move source chain on a thread of its own."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.services.kit.thinker import Chooser, Thinker
from engine.game.limits import GamePosition, Limits
from engine.play.external.trouble import EngineTrouble


class EngineService(QObject):
    """Chooses moves in the background. One choice at a time; asking anew drops the older one."""

    move_chosen = Signal(int, object)  # request, engine.play.chain.MoveChoice
    failed = Signal(int, str)  # request, what went wrong in words
    troubled = Signal(int, object)  # request, EngineTrouble: an engine of others failed
    message = Signal(object)  # Message: a book or a table that had to be left out
    thinking_changed = Signal(object)  # AnalysisState of the running choice, at most 20 a second

    def __init__(
        self,
        make_chain: Callable[[int | None, int, str], Chooser],
        parent: QObject | None = None,
        make_other: Callable[[str, int], Chooser] | None = None,
        take_problems: Callable[[], Sequence[str]] = tuple,
        told: set[str] | None = None,
    ) -> None:
        """`make_chain(elo, seed, style)` is called on the engine's thread before every choice; `elo` None is full strength.
        `make_other(key, seed)` likewise for an engine of others. `take_problems`: what went wrong with the book or the
        tables on the way; what is in `told` the user knows already."""
        super().__init__(parent)
        self._make_chain, self._make_other = make_chain, make_other
        self._take_problems, self._told = take_problems, told if told is not None else set()
        self._thinker = Thinker("ratsu-engine", self)
        self._thinker.reported.connect(self.thinking_changed)
        self._thinker.finished.connect(self._finish)
        self._thinker.failed.connect(self._fail)

    @property
    def thinking(self) -> bool:
        """Whether a move is being chosen."""
        return self._thinker.running

    def choose(
        self,
        position: GamePosition,
        fen: str,
        limits: Limits,
        elo: int | None = None,
        seed: int = 0,
        style: str = "normal",
        other: str = "",
    ) -> int:
        """Asks for a move; `fen` is the position after `position.moves`. `seed` is the game's. `other` is the
        key of an engine of others, empty for Ratsu. Returns the number of the request.

        The answer comes as `move_chosen` or `failed`, unless it is cancelled or another request comes first.
        """
        make_other = self._make_other
        if other and make_other is not None:
            return self._thinker.start(position, fen, limits, lambda: make_other(other, seed))
        return self._thinker.start(position, fen, limits, lambda: self._make_chain(elo, seed, style))

    def move_now(self) -> None:
        """The running choice ends with what was found so far."""
        self._thinker.stop()

    def cancel(self) -> None:
        """The running choice is dropped."""
        self._thinker.cancel()

    def close(self) -> bool:
        """Ends the engine's thread. Returns whether it ended in time."""
        return self._thinker.close()

    @Slot(int, object)
    def _finish(self, number: int, answer: object) -> None:
        self._tell_problems()
        if isinstance(answer, EngineTrouble):
            self.troubled.emit(number, answer)
        else:
            self.move_chosen.emit(number, answer)

    @Slot(int, str)
    def _fail(self, number: int, problem: str) -> None:
        self._tell_problems()
        self.failed.emit(number, problem)

    def _tell_problems(self) -> None:
        """Those of choices that were dropped too: they are kept until they are taken."""
        for problem in self._take_problems():
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))
