"""The book panel: the book's moves in the shown position, and every edit of the user's book."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot

from desktop.model.book.panel import BookAddition, BookRow, BookState, OwnMoves
from desktop.model.game.state import GameState
from desktop.model.settings import Settings
from desktop.services.book import book_tasks
from desktop.services.game.shown_position import ShownPositionService
from desktop.services.kit.service import StateService
from desktop.services.kit.tasks import Worker
from engine.game.node import NULL_UCI
from engine.game.python_board import board_at
from engine.game.tree import Game
from engine.ground.text import Text

if TYPE_CHECKING:
    import chess

    from books.choice.library import Library
    from desktop.services.book.book_deviations_service import BookDeviationsService
    from desktop.services.book.books_service import BooksService
    from desktop.services.book.health_service import HealthService
    from desktop.services.book.learning_service import LearningService
    from desktop.services.book.preparation_service import PreparationService
    from engine.game.tree import Game

Edit = Callable[["Library", "chess.Board"], object]
Addition = Callable[[Callable[[], "Library"], GameState, Settings], BookAddition]
CLOSE_MS = 2_000  # for edits that wait when the program ends


MOST_NODES = 3000  # half a second of work; later moves of larger games are not marked
MOST_KEPT = 30_000


class OwnMoveFinder:
    """Looks up each move once; for one thread."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library
        self._version: tuple[object, ...] = ()
        self._known: dict[int, tuple[bool, bool]] = {}  # by the key of the node: mine, off

    def find(self, game: Game) -> OwnMoves:
        """Returns the own moves of a game. :raises RatsuError: the books cannot be opened."""
        from books.choice.layers import is_own
        from books.key import from_core, signed

        library = self._open()
        version = library.version()
        if version != self._version or len(self._known) > MOST_KEPT:
            self._version, self._known = version, {}
        mine, off = set[int](), set[int]()
        queue = [(child, False) for child in game.children()]
        for node, led_off in queue:
            if node.key not in self._known and node.uci != NULL_UCI:
                board = game.board(node.parent)
                code = from_core(node.move)
                found = library.moves_at(signed(board.key), board.white_to_move)
                entry = next((one for one in found if one.code == code), None)
                self._known[node.key] = (entry is not None and is_own(entry.rows), entry is not None and entry.off)
            own, switched = self._known.get(node.key, (False, False))
            if own:
                mine.add(node.id)
            if switched or (led_off and own):
                off.add(node.id)
            if len(queue) < MOST_NODES:
                queue += [(child, led_off or switched) for child in game.children(node.id)]
        return OwnMoves(frozenset(mine), frozenset(off))


class BookService(StateService[BookState], ShownPositionService):
    """Looks up and edits on the book's thread, one job after another; only the last look-up is shown.

    An edit refers to the position whose moves are shown, or to `place` if the user opened a menu or dialog earlier, as
    the game may have continued. `changed` is emitted once an edit is on disk.
    """

    edited = Signal()  # the user's book is another than before
    added = Signal(object)  # BookAddition: made, or asked about
    reported = Signal(object)  # BookReport
    chapter_opened = Signal(object, int)  # Game, the node of the shown position
    own_moves_found = Signal(object, object)  # Game, OwnMoves

    def __init__(self, open_library: Callable[[], Library], told: set[Text] | None = None) -> None:
        """`open_library` is called on the book's thread. `told`: the problems already reported to the user."""
        super().__init__(BookState())
        self._open = open_library
        self._game: GameState | None = None
        self._place: GameState | None = None
        self._asked = ""  # the FEN that was looked up last
        self._settings = Settings()
        self._told: set[Text] = told if told is not None else set()
        self._look_ticket = 0
        self._own = OwnMoveFinder(open_library)
        self._own_ticket = 0
        self._marked: Game | None = None
        self._worker = Worker("ratsu-book", self, CLOSE_MS, finish=True)  # no edit is lost

    @property
    def place(self) -> GameState | None:
        """The game at the position of `state`; the shown game may be further on."""
        here = self._game is not None and self._game.fen == self._state.fen
        return self._game if here else self._place

    def follow(
        self,
        learning: LearningService,
        health: HealthService,
        books: BooksService,
        habits: BookDeviationsService,
        preparation: PreparationService,
    ) -> None:
        for changer in (learning, health, books, habits, preparation):
            changer.book_changed.connect(self.refresh)

    @Slot(object)
    def look_at(self, state: GameState) -> None:
        self._game = state
        if state.game is not self._marked:
            self._find_own_moves()
        if state.fen != self._asked:  # not the last answer: of one that is still to come the position may be gone again
            self._look()

    @Slot(object)
    def configure(self, settings: Settings) -> None:
        """Sets how the engine chooses, which determines the displayed chances."""
        if settings != self._settings:
            self._settings = settings
            self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Looks up the shown position again after a change from outside."""
        if self._game is not None:
            self._look()
            self._find_own_moves()

    # -- edits of the shown position's moves; each can be undone

    def set_flag(self, uci: str, symbol: str, place: GameState | None = None) -> None:
        """Sets the flag of a move in the shown position: `!`, empty, `$` or `?`."""
        self._edit(
            lambda books, board: books.set_flag(board, board.parse_uci(uci), book_tasks.flag(symbol)),
            place or self.place,
        )

    def set_locked(self, uci: str, locked: bool, place: GameState | None = None) -> None:
        """Locks a move with its present flag, so that learning never changes it; or unlocks it."""
        self._edit(lambda books, board: books.set_locked(board, board.parse_uci(uci), locked), place or self.place)

    def set_comment(self, uci: str, text: str, place: GameState | None = None) -> None:
        """Comments a move of the shown position, or the position if `uci` is empty."""
        self._edit(
            lambda books, board: books.set_comment(board, board.parse_uci(uci) if uci else None, text),
            place or self.place,
        )

    def switch_line(self, uci: str, off: bool, place: GameState | None = None) -> None:
        """Switches the line that begins with a move off, so that it is neither asked nor played, or on again."""
        self._edit(lambda books, board: books.switch_line(board, board.parse_uci(uci), off), place or self.place)

    def switch_last(self) -> None:
        """Switches the line that begins with the last move of the shown position off, or on again."""
        if self._game is not None and self._game.current:
            self._edit(book_tasks.switch_last, self._game)

    def delete(self, uci: str, place: GameState | None = None) -> None:
        """Deletes a move of the shown position from the book."""
        self._edit(lambda books, board: books.delete(board, board.parse_uci(uci)), place or self.place)

    # -- edits by the shown line

    def add_move(self) -> None:
        """Adds the move that led to the shown position; `added` reports the effect. If another move would then be
        played less often, nothing is written until `agree`.
        """
        self._add(book_tasks.add_last_move, self._game)

    def add_line(self) -> None:
        """Adds the line from the start to the shown position, in the same way as `add_move`."""
        self._add(book_tasks.add_line, self._game)

    def agree(self, addition: BookAddition) -> None:
        job = partial(book_tasks.add_agreed, self._open, addition, self._settings)
        self._worker.submit(job, self._tell_addition, self._tell_error)

    def mark_line(self, symbol: str) -> None:
        """Flags every move of the side to move from the shown position to the end of the line."""
        if self._game is not None:
            moves = tuple(node.uci for node in self._game.game.main_line(self._game.current))
            if moves:
                self._edit(partial(book_tasks.mark_line, moves=moves, symbol=symbol), self._game)

    def force_line(
        self, uci: str = "", place: GameState | None = None, then: Callable[[], object] = lambda: None
    ) -> None:
        """Makes the engine play into the shown line (and the move `uci` after it) regardless of flags, and then calls
        `then`.
        """
        self._edit(partial(book_tasks.force_line, uci=uci), place or self._game, then)

    def end_forced_lines(self) -> None:
        """Makes the engine follow the flags again."""
        self._edit(lambda books, _: books.unforce_all(), self._game)

    def undo(self) -> None:
        done = Text("The last change of your book was undone.")
        self._edit(lambda books, _: books.undo(), self._game, partial(self._inform, done))

    def take_back(self, addition: BookAddition) -> None:
        """Undoes one addition and no other edit."""
        self._edit(lambda library, board: book_tasks.take_back(library, addition), self._game)

    def redo(self) -> None:
        done = Text("The last change of your book was made again.")
        self._edit(lambda books, _: books.redo(), self._game, partial(self._inform, done))

    def open_chapter(self, number: int) -> None:
        """Reads a chapter of `state.chapters`. Emits `chapter_opened`."""
        job = partial(book_tasks.chapter, self._open, number, self._state.fen)
        self._worker.submit(job, lambda found: self.chapter_opened.emit(*found), self._tell_error)

    # -- the report of a game

    def ask_report(self, state: GameState, white: bool) -> None:
        """Compares the main line of a game with the book, for White's or Black's play. Emits `reported`."""
        moves = tuple(node.uci for node in state.game.main_line())
        job = partial(book_tasks.report, self._open, state, moves, white)
        self._worker.submit(job, self.reported.emit, self._tell_error)

    def add_reported(self, state: GameState, ply: int) -> None:
        """Adds the main line's move at that ply to the book."""
        line = state.game.main_line()
        if ply < len(line):
            self._add(book_tasks.add_last_move, replace(state, current=line[ply].id))

    def _add(self, add: Addition, state: GameState | None) -> None:
        if state is not None and state.current:
            self._worker.submit(partial(add, self._open, state, self._settings), self._tell_addition, self._tell_error)

    def _tell_addition(self, addition: BookAddition) -> None:
        if addition.written:
            self._made(None)
        self.added.emit(addition)

    def _edit(self, edit: Edit, place: GameState | None, then: Callable[[], object] = lambda: None) -> None:
        def made(nothing: None) -> None:
            self._made(nothing)
            then()

        if place is not None:
            self._worker.submit(partial(self._make_edit, edit, place), made, self._tell_error)

    def _make_edit(self, edit: Edit, state: GameState) -> None:
        edit(self._open(), board_at(state.game, state.current))

    def _made(self, _nothing: None) -> None:
        self.edited.emit()
        self.refresh()

    def _find_own_moves(self) -> None:
        """Looks for the user's own moves in the shown game, for its move list."""
        if self._game is not None:
            game = self._marked = self._game.game
            self._worker.drop(self._own_ticket)
            show = partial(self.own_moves_found.emit, game)
            self._own_ticket = self._worker.submit(partial(self._own.find, game), show, lambda _problem: None)

    def _look(self) -> None:
        if self._game is not None:
            self._worker.drop(self._look_ticket)
            self._asked = self._game.fen
            job = partial(book_tasks.look_up, self._open, self._game, self._settings)
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
                self._warn(problem)

    def _fail(self, place: GameState, problem: Text) -> None:
        self._place = place
        self._state = BookState(place.fen, problem=problem)
        self.changed.emit(self._state)


def _with_changes(new: BookState, old: BookState) -> BookState:
    """A new look-up of the same position, with the changes of the chances by the edit in between. Rows keep their order
    while the user works with them, and are sorted when the position is shown again.
    """
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
    """New rows in the order of the old ones; an added row comes after its neighbour in the sorted order."""
    found = {row.uci: row for row in new}
    placed = [found[row.uci] for row in old if row.uci in found]
    known = {row.uci for row in placed}
    for at, row in enumerate(new):
        if row.uci not in known:
            placed.insert(placed.index(new[at - 1]) + 1 if at else 0, row)
    return placed
