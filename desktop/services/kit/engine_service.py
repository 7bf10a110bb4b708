"""The engine's moves: runs the move source chain on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.model.game.match import Contestant, PlayerKind, ratsu
from desktop.services.kit.thinker import Chooser, Thinker
from engine.game.limits import GamePosition, Limits
from engine.play.external.trouble import EngineTrouble
from engine.text import Text

if TYPE_CHECKING:
    from desktop.services.all_services import Services

AT_FULL_STRENGTH = Contestant(PlayerKind.ENGINE, ratsu())


class EngineService(Thinker):
    """Chooses moves in the background. One choice at a time; asking again drops the older one."""

    move_chosen = Signal(int, object)  # request, engine.game.move_choice.MoveChoice
    troubled = Signal(int, object)  # request, EngineTrouble: an external engine failed
    message = Signal(object)  # Message: a book or a table that had to be left out

    def __init__(
        self,
        make_chain: Callable[[int | None, int, str, str, str], Chooser],
        parent: QObject | None = None,
        take_problems: Callable[[], Sequence[Text]] = tuple,
        told: set[Text] | None = None,
    ) -> None:
        """`make_chain(elo, seed, style, book, person)` is called on the engine's thread before every choice; `elo` None
        is full strength. `take_problems`: what went wrong with the book or the tables on the way; what is in `told` the user
        knows already."""
        super().__init__("ratsu-engine", parent)
        self._make_chain = make_chain
        self._make_other: Callable[[str, int], Chooser] | None = None
        self._take_problems, self._told = take_problems, told if told is not None else set()
        self.finished.connect(self._sort)

    def follow(self, services: Services) -> None:
        """External engines choose moves as well."""
        self._make_other = services.externals.player

    def choose(
        self,
        position: GamePosition,
        fen: str,
        limits: Limits,
        one: Contestant = AT_FULL_STRENGTH,
        seed: int = 0,
    ) -> int:
        """Asks for a move; `fen` is the position after `position.moves`. `one` is who moves, `seed` the game's. Returns the
        number of the request.

        The answer comes as `move_chosen`, `troubled` or `failed`, unless it is cancelled or another request comes first.
        """
        make = partial(self._make_chain, one.level.elo, seed, one.style, one.book, one.person)
        if one.engine and self._make_other is not None:
            make = partial(self._make_other, one.engine, seed)
        return self.start(position, fen, limits, make)

    @Slot(int, object)
    def _sort(self, number: int, answer: object) -> None:
        self._tell_problems()
        (self.troubled if isinstance(answer, EngineTrouble) else self.move_chosen).emit(number, answer)

    def _failed(self, number: int, problem: Text) -> None:
        self._tell_problems()
        super()._failed(number, problem)

    def _tell_problems(self) -> None:
        """Those of choices that were dropped too: they are kept until they are taken."""
        for problem in self._take_problems():
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))
