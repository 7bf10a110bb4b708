"""The search for a move of a match, or for a hint: one at a time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from desktop.model.errors import Message, Severity
from desktop.services.kit.move_chooser import MoveChooser
from desktop.services.kit.tasks import Worker
from engine.game.limits import GamePosition, Limits
from engine.game.stopper import Stopper
from engine.ground.text import Text

if TYPE_CHECKING:
    from desktop.model.game.match import Contestant
    from engine.game.move_choice import MoveChoice
    from engine.play.external.engine_trouble import EngineTrouble


class EngineSearch(QObject):
    """Runs one search on its own thread; the answer arrives in the GUI thread."""

    message = Signal(object)  # Message: a problem of the book or the tables, reported once

    def __init__(
        self,
        make_mover: Callable[[Contestant, int], MoveChooser],
        take_problems: Callable[[], Sequence[Text]],
        told: set[Text],
        release: Callable[[], None],
        parent: QObject | None = None,
    ) -> None:
        """The arguments are those of `MatchService`."""
        super().__init__(parent)
        self._make_mover, self._take_problems, self._told, self._release = make_mover, take_problems, told, release
        self._make_external: Callable[[str, int], MoveChooser] | None = None
        self._worker = Worker("ratsu-engine", self)
        self._stopper: Stopper | None = None  # of the search that runs

    def use_engines(self, player: Callable[[str, int], MoveChooser]) -> None:
        """Lets external engines choose moves. `player` makes one from its key and the seed of the game."""
        self._make_external = player

    @property
    def running(self) -> bool:
        return self._stopper is not None

    def stop(self) -> None:
        """Makes the engine answer with the best move found so far."""
        if self._stopper is not None:
            self._stopper.stop()

    def drop(self) -> None:
        self.stop()
        self._stopper = None
        self._worker.drop_all()

    def forget(self) -> None:
        """Gives back the memory of a game that is over."""
        self._worker.submit(self._release, lambda _: None, lambda _: None)

    def ask(
        self,
        one: Contestant,
        seed: int,
        position: GamePosition,
        limits: Limits,
        on_choice: Callable[[Any], None],
        on_failure: Callable[[Text], None],
    ) -> None:
        """Starts a search. The mover is made on the search's thread, as the first one may build the engine and open
        books and tables.
        """
        self.drop()
        self._stopper = Stopper()
        if one.engine and self._make_external is not None:
            make_chooser = partial(self._make_external, one.engine, seed)
        else:
            make_chooser = partial(self._make_mover, one, seed)
        search = partial(_choose, make_chooser, position, limits, self._stopper)
        self._worker.submit(search, partial(self._answered, on_choice), partial(self._answered, on_failure))

    def _answered(self, call: Callable[[Any], None], answer: object) -> None:
        """Passes an answer on, after reporting book and table problems, including those of dropped searches."""
        self._stopper = None
        for problem in self._take_problems():
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))
        call(answer)


def _choose(
    make_chooser: Callable[[], MoveChooser], position: GamePosition, limits: Limits, stopper: Stopper
) -> MoveChoice | EngineTrouble:
    return make_chooser().choose(position, limits, stopper=stopper)
