"""The user's books: list, order, activation, import, building from games, export; in the background."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.book.books_dialog import BooksReport, BooksState, BuildRequest
from desktop.model.errors import Message, Severity
from desktop.services.book import books_tasks
from desktop.services.kit.job_worker import JobWorker
from desktop.services.kit.service import StateService
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.progress import Progress
    from engine.jobs.job import Context


class BooksService(StateService[BooksState]):
    """Runs one job at a time; a stopped job leaves no partial result."""

    adopted = Signal(object)  # Message: a study is a repertoire now, or why not
    book_changed = Signal()  # what the engine plays from is another than before

    def __init__(self, open_library: Callable[[], Library]) -> None:
        """`open_library` is called on the service's thread."""
        super().__init__(BooksState())
        self._open = open_library
        self._adopts = False  # the running job makes a repertoire
        self._work = JobWorker("ratsu-books", self, finish=True)  # no order and no choice of books is lost
        self._work.looked.connect(self._look)

    @Slot()
    def refresh(self) -> None:
        self._work.submit(partial(books_tasks.listed, self._open), self._listed, self._fail)

    def arrange(self, order: Sequence[tuple[Path, bool]]) -> None:
        self._work.submit(partial(books_tasks.arrange, self._open, tuple(order)), self._arranged, self._fail)

    def add(self, path: Path) -> None:
        """Adds a book file of Ratsu or another program."""
        self._begin(path.name, partial(books_tasks.add, self._open, path))

    def build(self, request: BuildRequest) -> None:
        self._begin(request.title or request.games[0].name, partial(books_tasks.build, self._open, request))

    def new(self, title: str, white: bool | None) -> None:
        """Makes an empty book for White (True), Black or both sides, which takes the edits from now on."""
        self._begin(title, lambda _progress: books_tasks.new(self._open, title, white))

    def rename(self, path: Path, title: str, white: bool | None) -> None:
        self._begin(title, lambda _progress: books_tasks.rename(self._open, path, title, white))

    def copy(self, path: Path, title: str) -> None:
        self._begin(title, partial(books_tasks.copy, self._open, path, title))

    def merge(self, path: Path, into: Path) -> None:
        self._begin(path.name, partial(books_tasks.merge, self._open, path, into))

    def edit_in(self, path: Path | None) -> None:
        """Sends the edits into a book; None: the user's own."""
        self._work.submit(partial(books_tasks.edit_in, self._open, path), self._arranged, self._fail)

    def adopt(self, source: Path | tuple[str, str]) -> None:
        """Makes a study a repertoire: a PGN file, or the name and the PGN of games without a file. Emits `adopted`."""
        sides = {True: self.tr("White"), False: self.tr("Black")}
        name = source.name if isinstance(source, Path) else source[0]
        self._adopts = self._begin(name, partial(books_tasks.adopt, self._open, source, sides))

    def switch(self, layer: str, active: bool) -> None:
        """Activates or deactivates a built-in layer (`user`, `learned`, `shipped`)."""
        self._work.submit(partial(books_tasks.switch, self._open, layer, active), self._arranged, self._fail)

    def write(self, path: Path, only: Path | None = None) -> None:
        """Exports all active books merged, or `only` one of them, to a file for other programs."""
        self._begin(path.name, partial(books_tasks.write, self._open, path, only))

    @Slot()
    def agree(self) -> None:
        """Adds the book that waits for confirmation."""
        waiting = self._state.news.waiting
        if waiting is not None:
            self._begin(waiting.name, partial(books_tasks.agree, self._open, waiting))

    @Slot()
    def refuse(self) -> None:
        """Rejects the book that waits for confirmation; a file imported or built for it is removed."""
        news = self._state.news
        if news.waiting is not None:
            if news.made:
                news.waiting.unlink(missing_ok=True)
            self._set(replace(self._state, news=BooksReport()))

    @Slot()
    def stop(self) -> None:
        """Stops the running job and drops its result."""
        self._work.stop()

    def close(self) -> bool:
        self._work.stop()
        self.refuse()
        return super().close()

    def _begin(self, what: str, job: Callable[[Progress], BooksReport]) -> bool:
        if self._state.busy:
            return False
        self._set(BooksState(self._state.rows, self._state.layers, what))
        self._adopts = False
        self._work.begin(lambda context: job(context.progress), self._done, self._fail)
        return True

    @Slot(object)
    def _look(self, context: Context) -> None:
        done, total = context.far
        self._set(replace(self._state, fraction=min(1.0, done / total) if total else None))

    def _done(self, news: BooksReport) -> None:
        self._set(BooksState(self._state.rows, self._state.layers, news=news))
        if news.waiting is None:
            self.refresh()
            self.book_changed.emit()
        self._tell_adopted(Message(Severity.INFORMATION, news.text))

    def _listed(self, found: books_tasks.Listed) -> None:
        self._set(replace(self._state, rows=found[0], layers=found[1]))

    def _arranged(self, found: tuple[books_tasks.Listed, BooksReport]) -> None:
        (rows, layers), news = found
        if self._state.news.waiting is not None:
            news = self._state.news  # the question is still to be answered
        self._set(replace(self._state, rows=rows, layers=layers, news=news, problem=NOTHING))
        self.book_changed.emit()

    def _fail(self, problem: Text) -> None:
        self._set(BooksState(self._state.rows, self._state.layers, news=self._state.news, problem=problem))
        self._tell_adopted(Message(Severity.ERROR, problem))

    def _tell_adopted(self, message: Message) -> None:
        if self._adopts:
            self._adopts = False
            self.adopted.emit(message)
