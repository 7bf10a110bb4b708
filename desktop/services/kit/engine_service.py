"""The engine's moves: runs the move source chain on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.services.kit.thinker import Chooser, Thinker
from engine.game.limits import GamePosition, Limits
from engine.play.external.trouble import EngineTrouble
from engine.text import Text

if TYPE_CHECKING:
    from desktop.services.all_services import Services


class EngineService(Thinker):
    """Chooses moves in the background. One choice at a time; asking again drops the older one."""

    move_chosen = Signal(int, object)  # request, engine.game.move_choice.MoveChoice
    troubled = Signal(int, object)  # request, EngineTrouble: an external engine failed
    message = Signal(object)  # Message: a book or a table that had to be left out

    def __init__(
        self,
        make_chain: Callable[[int | None, int, str, str], Chooser],
        parent: QObject | None = None,
        take_problems: Callable[[], Sequence[Text]] = tuple,
        told: set[Text] | None = None,
    ) -> None:
        """`make_chain(elo, seed, style, book)` is called on the engine's thread before every choice; `elo` None is full strength.
        `take_problems`: what went wrong with the book or the tables on the way; what is in `told` the user knows already."""
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
        elo: int | None = None,
        seed: int = 0,
        style: str = "normal",
        other: str = "",
        book: str = "",
    ) -> int:
        """Asks for a move; `fen` is the position after `position.moves`. `seed` is the game's. `other` is the
        key of an external engine, empty for Ratsu; `book` a file of an opponent's openings, empty for the user's books. Returns
        the number of the request.

        The answer comes as `move_chosen`, `troubled` or `failed`, unless it is cancelled or another request comes first.
        """
        make = partial(self._make_chain, elo, seed, style, book)
        if other and self._make_other is not None:
            make = partial(self._make_other, other, seed)
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
