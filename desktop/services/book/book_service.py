"""The book beside the board: what it knows about the shown position, and every edit of the user's book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.book.panel import BookAddition, BookRow, BookState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.book import book_work
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.tasks import Worker
from engine.game.python_board import board_at
from engine.ground.text import Text

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from desktop.services.book.books_service import BooksService
    from desktop.services.book.habits_service import HabitsService
    from desktop.services.book.health_service import HealthService
    from desktop.services.book.learning_service import LearningService
    from desktop.services.book.preparation_service import PreparationService

Edit = Callable[["Library", "chess.Board"], None]
Addition = Callable[[Callable[[], "Library"], GameState, Settings], BookAddition]
CLOSE_MS = 2_000  # for edits that wait when the program ends


class BookService(ShownPositionService):
    """Looks up and edits off the GUI thread, one after another; of look-ups only the last asked for is shown.

    An edit of a move speaks of the position whose moves are shown when it is asked for, or of `place` where the question was
    asked earlier (a menu, a dialog): the game may continue meanwhile. Each is on disk when `changed` reports it.
    """

    changed = Signal(object)  # BookState
    edited = Signal()  # the user's book is another than before
    added = Signal(object)  # BookAddition: made, or asked about
    reported = Signal(object)  # BookReport
    message = Signal(object)  # Message

    def __init__(
        self, open_library: Callable[[], Library], parent: QObject | None = None, told: set[Text] | None = None
    ) -> None:
        """`open_library` is called on the book's thread. Problems in `told` the user knows already."""
        super().__init__(parent)
        self._open = open_library
        self._state = BookState()
        self._game: GameState | None = None
        self._place: GameState | None = None
        self._asked = ""  # the FEN that was looked up last
        self._settings = Settings()
        self._told: set[Text] = told if told is not None else set()
        self._look_ticket = 0
        self._worker = Worker("ratsu-book", self, CLOSE_MS, finish=True)  # no edit is lost

    @property
    def state(self) -> BookState:
        """What is shown now."""
        return self._state

    @property
    def place(self) -> GameState | None:
        """The game at the position that `state` is about; the game that is shown may be further already."""
        here = self._game is not None and self._game.fen == self._state.fen
        return self._game if here else self._place

    def follow(
        self,
        learning: LearningService,
        health: HealthService,
        books: BooksService,
        habits: HabitsService,
        preparation: PreparationService,
    ) -> None:
        """Looks again when another service has changed the book."""
        for changer in (learning, health, books, habits, preparation):
            changer.book_changed.connect(self.refresh)

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        """Looks the shown position up."""
        self._game = state
        if state.fen != self._asked:  # not the last answer: of one that is still to come the position may be gone again
            self._look()

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        """How the engine chooses: the chances are reported under these settings."""
        if settings != self._settings:
            self._settings = settings
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Looks the shown position up again: something else than this service changed the book."""
        if self._game is not None:
            self._look()

    # -- edits of the shown position's moves; each can be undone

    def set_flag(self, uci: str, symbol: str, place: GameState | None = None) -> None:
        """Gives a move of the shown position a flag: `!`, empty, `$` or `?`."""
        self._edit(partial(book_work.set_flag, uci=uci, symbol=symbol), place or self.place)

    def set_locked(self, uci: str, locked: bool, place: GameState | None = None) -> None:
        """Locks a move with the flag it has, so that learning never changes it; or unlocks it."""
        self._edit(partial(book_work.set_locked, uci=uci, locked=locked), place or self.place)

    def set_comment(self, uci: str, text: str, place: GameState | None = None) -> None:
        """Comments a move of the shown position, or the position itself where `uci` is empty."""
        self._edit(partial(book_work.set_comment, uci=uci, text=text), place or self.place)

    def delete(self, uci: str, place: GameState | None = None) -> None:
        """Takes a move of the shown position out of the book."""
        self._edit(partial(book_work.delete, uci=uci), place or self.place)

    # -- edits by the shown line

    def add_move(self) -> None:
        """Adds the move that led to the shown position. What that changes is reported by `added`; where a move would be played
        less often, before it is written: then `agree` writes it."""
        self._add(book_work.add_last_move, self._game)

    def add_line(self) -> None:
        """Adds the line from the start to the shown position, as `add_move` adds a move."""
        self._add(book_work.add_line, self._game)

    def agree(self, addition: BookAddition) -> None:
        """Adds what `added` has asked about."""
        job = partial(book_work.add_agreed, self._open, addition, self._settings)
        self._worker.submit(job, self._tell_addition, self._tell)

    def mark_line(self, symbol: str) -> None:
        """Gives every move of the side to move, from the shown position to the end of the line, a flag."""
        if self._game is not None:
            moves = tuple(node.uci for node in self._game.game.main_line(self._game.current))
            if moves:
                self._edit(partial(book_work.mark_line, moves=moves, symbol=symbol), self._game)

    def force_line(
        self, uci: str = "", place: GameState | None = None, then: Callable[[], object] = lambda: None
    ) -> None:
        """Makes the engine play into the shown line (and the move `uci` after it) whatever the flags say. `then` is called when
        it will."""
        self._edit(partial(book_work.force_line, uci=uci), place or self._game, then)

    def end_forced_lines(self) -> None:
        """The engine follows the flags again."""
        self._edit(lambda library, board: library.unforce_all(), self._game)

    def undo(self) -> None:
        """Takes the user's latest edit back."""
        self._edit(lambda library, board: book_work.drop_result(library.undo()), self._game)

    def take_back(self, addition: BookAddition) -> None:
        """Undoes what `added` has reported, and no other edit."""
        self._edit(lambda library, board: book_work.take_back(library, addition.edit), self._game)

    def redo(self) -> None:
        """Makes again what was undone last."""
        self._edit(lambda library, board: book_work.drop_result(library.redo()), self._game)

    # -- the report of a game

    def ask_report(self, state: GameState, white: bool) -> None:
        """Compares the main line of a game with the book, for White's player or Black's. It comes as `reported`."""
        moves = tuple(node.uci for node in state.game.main_line())
        job = partial(book_work.report, self._open, state, moves, white)
        self._worker.submit(job, self.reported.emit, self._tell)

    def add_reported(self, state: GameState, ply: int) -> None:
        """Adds the main line's move at that half move to the book."""
        line = state.game.main_line()
        if ply < len(line):
            self._add(book_work.add_last_move, replace(state, current=line[ply].id))

    # -- inside

    def _add(self, add: Addition, state: GameState | None) -> None:
        if state is not None and state.current:
            self._worker.submit(partial(add, self._open, state, self._settings), self._tell_addition, self._tell)

    def _tell_addition(self, addition: BookAddition) -> None:
        if addition.written:
            self._made(None)
        self.added.emit(addition)

    def _edit(self, edit: Edit, place: GameState | None, then: Callable[[], object] = lambda: None) -> None:
        def made(nothing: None) -> None:
            self._made(nothing)
            then()

        if place is not None:
            self._worker.submit(partial(self._make_edit, edit, place), made, self._tell)

    def _make_edit(self, edit: Edit, state: GameState) -> None:
        edit(self._open(), board_at(state.game, state.current))

    def _made(self, _nothing: None) -> None:
        self.edited.emit()
        self._look()

    def _look(self) -> None:
        if self._game is not None:
            self._worker.drop(self._look_ticket)
            self._asked = self._game.fen
            job = partial(book_work.look_up, self._open, self._game, self._settings)
            show, fail = partial(self._show, self._game), partial(self._fail, self._game)
            self._look_ticket = self._worker.submit(job, show, fail)

    def _show(self, place: GameState, found: tuple[BookState, tuple[Text, ...]]) -> None:
        state, problems = found
        self._place = place
        self._state = _with_changes(state, self._state)
        self.changed.emit(self._state)
        for problem in problems:
            if problem not in self._told:
                self._told.add(problem)
                self.message.emit(Message(Severity.WARNING, problem))

    def _fail(self, place: GameState, problem: Text) -> None:
        self._place = place
        self._state = BookState(place.fen, problem=problem)
        self.changed.emit(self._state)

    def _tell(self, problem: Text) -> None:
        self.message.emit(Message(Severity.ERROR, problem))


def _with_changes(new: BookState, old: BookState) -> BookState:
    """What is new of the same position, with the chances that the edit between them has changed. No row leaves its place
    under the mouse: the rows are sorted when the position is shown again."""
    if new.fen != old.fen:
        return new
    rows = []
    for row in _in_place(new.rows, old.rows):
        known = old.row(row.uci)
        before = known.chance if known is not None else 0.0
        differs = before is not None and row.chance is not None and abs(before - row.chance) >= 0.005
        rows.append(replace(row, chance_before=before) if differs else row)
    return replace(new, rows=tuple(rows))


def _in_place(new: tuple[BookRow, ...], old: tuple[BookRow, ...]) -> list[BookRow]:
    """New rows in the order of the old ones; one that was not there comes behind the one that it follows when sorted."""
    found = {row.uci: row for row in new}
    placed = [found[row.uci] for row in old if row.uci in found]
    known = {row.uci for row in placed}
    for at, row in enumerate(new):
        if row.uci not in known:
            placed.insert(placed.index(new[at - 1]) + 1 if at else 0, row)
    return placed
