"""The deck of all trainers except the opening trainer, on its own thread; answers are never dropped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from desktop.services.kit.guarded_file import GuardedFile
from desktop.services.kit.service import Service
from desktop.services.kit.tasks import Worker
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from engine.drill.deck import Deck
    from engine.drill.deck_file import DeckFile

T = TypeVar("T")


class DeckService(Service):
    """Reads the file on first use, and again after the command line changed it; an unreadable file is set aside."""

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        """`path` None: the deck exists in memory only."""
        super().__init__()
        self.now = clock
        self.on_disk = path is not None
        self._path = path
        self._kept: GuardedFile | None = None
        self._file: DeckFile | None = None
        self._worker = Worker("ratsu-decks", self, finish=True)

    def submit(
        self, job: Callable[[DeckFile], T], on_done: Callable[[T], object], on_error: Callable[[Text], object]
    ) -> int:
        """Queues a job on the deck's thread; see `Worker.submit`."""

        def tell(answer: Callable[[T], object]) -> Callable[[T], object]:
            def told(found: T) -> None:
                self._tell_problems()
                answer(found)

            return told

        return self._worker.submit(lambda: job(self._opened()), tell(on_done), on_error)

    def drop(self, ticket: int) -> None:
        self._worker.drop(ticket)

    def _opened(self) -> DeckFile:
        if self._file is None:
            from engine.drill.deck import Deck
            from engine.drill.deck_file import MOST_BYTES, DeckFile

            self._kept = kept = GuardedFile(self._path, MOST_BYTES)
            self._file = DeckFile(self._path, lambda load: kept.read(load, Deck()), kept.write)
        return self._file

    def _tell_problems(self) -> None:
        """Reports the files' problems, each once."""
        older = self._file.problems if self._file is not None else {}
        texts = [Text("%1 Ratsu continues without it and leaves it untouched.", older.pop(key)) for key in [*older]]
        for text in (self._kept.take_problem() if self._kept is not None else NOTHING, *texts):
            if text:
                self._warn(text)


class SessionDeck:
    """The deck for a session in the GUI thread: it changes at once, and its file on the deck's thread."""

    def __init__(self, decks: DeckService, deck: Deck, on_error: Callable[[Text], object]) -> None:
        """`on_error` gets the reason if a change could not be written, unless there is no file."""
        self._decks, self._deck = decks, deck
        self._on_error = on_error if decks.on_disk else _ignore

    def value(self) -> Deck:
        return self._deck

    def change(self, change: Callable[[Deck], Deck]) -> Deck:
        self._deck = change(self._deck)
        self._decks.submit(lambda file: file.change(change), lambda _: None, self._on_error)
        return self._deck


def _ignore(_problem: Text) -> None:
    """Ignores a problem: the user knows that nothing is saved."""
