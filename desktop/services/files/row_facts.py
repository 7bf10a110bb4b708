"""Facts of the listed games that the table shows: the number of moves and the opening, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.services.kit.tasks import Worker

if TYPE_CHECKING:
    from desktop.services.files.collected_games import CollectedGames
    from desktop.services.files.game_facts import GameFacts
    from engine.ground.text import Text
    from engine.pgn.index import GameList


class RowFacts(QObject):
    """Known facts by the number of the game."""

    read = Signal()  # facts of more games are known

    def __init__(
        self,
        reader: Worker,
        listed: Callable[[], GameList | CollectedGames | None],
        is_study: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`listed`: the games that are listed now; `is_study`: whether they are chapters."""
        super().__init__(parent)
        self._reader, self._listed, self._is_study = reader, listed, is_study
        self._known: dict[int, GameFacts] = {}
        self._wanted: set[int] = set()
        self._looking = False

    def known(self, number: int) -> GameFacts | None:
        """The facts of a game; None if they are not read yet."""
        return self._known.get(number)

    def wants(self, number: int) -> bool:
        """Whether the facts of a game are being read."""
        return number in self._wanted

    def want(self, number: int) -> None:
        """Reads the facts of a game soon, with those of others; `read` follows."""
        if number not in self._wanted:
            self._wanted.add(number)
            if not self._looking:
                QTimer.singleShot(0, self, self._look)
            self._looking = True

    def forget(self) -> None:
        """Forgets all facts, as other games are listed."""
        self._known, self._wanted = {}, set()

    @Slot()
    def _look(self) -> None:
        from desktop.services.files.game_facts import chapters_of, facts_of

        games, numbers = self._listed(), sorted(self._wanted)
        self._wanted, self._looking = set(), games is not None and bool(numbers)
        if games is not None and numbers:
            read = chapters_of if self._is_study() else facts_of
            self._reader.submit(partial(read, games, numbers), partial(self._looked, games), self._look_failed)

    def _looked(self, games: GameList | CollectedGames, facts: dict[int, GameFacts]) -> None:
        self._looking = False
        if games is self._listed():
            self._known.update(facts)
            self.read.emit()
        if self._wanted and not self._looking:
            self._look()  # what was wanted meanwhile

    def _look_failed(self, _problem: Text) -> None:
        self._looking = False  # the file changed under us; opening a game shows it
