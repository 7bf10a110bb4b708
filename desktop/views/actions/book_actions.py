"""Connects the menu Book with the book, and enables its actions by state."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Slot

from desktop.model.book.panel import MARKS, BookAddition, BookState
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.services.book.book_deviations_service import BookDeviationsService
from desktop.services.book.book_service import BookService
from desktop.services.book.books_service import BooksService
from desktop.services.book.health_service import HealthService
from desktop.services.book.learning_service import LearningService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.addition_texts import addition_text, answer_text
from desktop.views.kit import words
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import Notice
from desktop.views.setup.game_defaults import game_of
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.game.position import Position
from engine.ground.text import Text, plain


class BookActions(QObject):
    """The actions of the menu Book."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        habits: BookDeviationsService,
        books: BooksService,
        health: HealthService,
        openings: OpeningTrainer,
        files: FileService,
        learning: LearningService,
        book: BookService,
        match: MatchService,
        lists: GameListService,
    ) -> None:
        super().__init__(context.window)
        self._context = context
        self._settings, self._games, self._habits, self._books, self._health = settings, games, habits, books, health
        self._files, self._learning, self._book, self._match, self._lists = files, learning, book, match, lists
        self._actions, self._window = context.actions, context.window
        actions = context.actions
        wanted: dict[str, Callable[[], object]] = {
            "book_add_move": lambda: self._add(book.add_move),
            "book_add_line": lambda: self._add(book.add_line),
            "book_comment": self._ask_comment,
            "book_force": lambda: book.force_line(then=self._tell_forced),
            "book_practise": self._practise,
            "book_unforce": book.end_forced_lines,
            "book_undo": book.undo,
            "book_redo": book.redo,
            "book_report": lambda: self._show_panel("book_report"),
            "book_learned": lambda: self._show_panel("learned"),
            "book_health": self._show_health,
            "books": self._show_books,
            "book_switch": lambda: self._add(book.switch_last),
            "adopt_study": self._adopt_study,
            "book_habits": self._show_habits,
        }
        wanted |= {f"book_mark_{symbol}": partial(book.mark_line, symbol) for symbol in MARKS}
        context.on(wanted)
        self._question: Notice | None = None
        self._plain = {key: actions[key].toolTip() for key in ("book_undo", "book_redo")}
        book.added.connect(self._tell_addition)
        openings.added.connect(self._tell_answer)
        books.adopted.connect(self._tell_adopted)
        games.state_changed.connect(self._update_game)
        book.changed.connect(self._update_book)
        self._update_game(games.state)
        self._update_book(book.state)

    def _tell_forced(self) -> None:
        """Reports a forced line: its moves are in the positions before the one on the board."""
        text = self.tr("Ratsu plays this line from now on. “End forced lines” ends that.")
        self._context.tell(Message(Severity.INFORMATION, plain(text)))

    def _practise(self) -> None:
        """Forces the line to the current position and starts a game from its beginning: the engine plays the line."""
        self._book.force_line(then=partial(self._begin_practice, self._games.state))

    def _begin_practice(self, state: GameState) -> None:
        """Starts the practice game once the line is in the book; earlier the engine might deviate. The user has the side at the
        bottom."""
        start = Position.of(state.game.start_fen, state.game.chess960)
        game = replace(game_of(self._settings.settings, state.orientation), start=start)
        self._context.show_mode(Mode.PLAY)
        self._match.new_game(game)

    def _show_health(self) -> None:
        from desktop.views.book.health_dialog import HealthDialog

        HealthDialog(self._health, self._files, self._window).show()

    def _show_habits(self) -> None:
        from desktop.views.book.book_deviations_dialog import BookDeviationsDialog

        BookDeviationsDialog(self._settings, self._habits, self._files, self._learning, self._window).show()

    def _show_books(self) -> None:
        from desktop.views.book.books_dialog import BooksDialog

        BooksDialog(self._books, self._window).open()

    def _adopt_study(self) -> None:
        """Makes a repertoire of the listed file in mode Games, otherwise of the file of the shown game, or of the open games of
        its study."""
        state = self._games.state
        listed = self._lists.state.path if self._context.body.page_shown else ""
        path = listed or state.path
        if path and not listed and state.modified:
            text = Text("Save this game first (Ctrl+S): the repertoire is made of its file.")
            self._context.tell(Message(Severity.INFORMATION, text))
        elif path:
            self._books.adopt(Path(path))
        else:
            self._books.adopt(self._open_study(state))

    def _open_study(self, state: GameState) -> tuple[str, str]:
        """Returns the name and the PGN of the open games of the study whose chapter is shown; without one, of this game."""
        from engine.pgn.study import names_of
        from engine.pgn.writer import written_game

        study = names_of(state.game.header("Event"))[0]
        games = [tab.game for tab in self._games.states if study and names_of(tab.game.header("Event"))[0] == study]
        return study or words.game_title(state), "\n".join(map(written_game, games or [state.game]))

    @Slot(object)
    def _tell_adopted(self, message: Message) -> None:
        """Reports the new repertoire, with a button that shows it in the trainer."""
        train = self.tr("Train"), partial(self._show_trainer)
        self._context.tell(message, (train,) if message.severity is Severity.INFORMATION else ())

    def _show_trainer(self) -> None:
        self._context.show_mode(Mode.TRAIN)
        self._context.body.side.show_panel("openings")

    def _add(self, add: Callable[[], None]) -> None:
        """Brings the book panel to the front, so that an addition is visible at once."""
        add()
        self._context.body.side.show_panel("book")

    @Slot(object)
    def _tell_addition(self, addition: BookAddition) -> None:
        """Reports an addition and every probability that it changed, with a button that undoes it, also after later changes. If a
        move would be played less often, the user is asked first."""
        book, told = self._book, Message(Severity.INFORMATION, plain(addition_text(addition)))
        # An open question is about an addition that this one takes the place of.
        if self._question is not None and is_alive(self._question):
            self._question.dismiss()
        self._question = None
        if not addition.written:
            add = self.tr("Add"), lambda: book.agree(addition)
            self._question = self._context.tell(told, (add, (self.tr("Do not add"), lambda: None)), keep=True)
        elif addition.changes:
            self._tell_added(addition, told)

    @Slot(object)
    def _tell_answer(self, addition: BookAddition) -> None:
        """Reports the answer that closed the gap of a repertoire."""
        self._tell_added(addition, Message(Severity.INFORMATION, plain(answer_text(addition))))

    def _tell_added(self, addition: BookAddition, told: Message) -> None:
        undo = self.tr("Undo"), lambda: self._book.take_back(addition)
        self._context.tell(told, (undo,) if addition.edit else ())

    def _show_panel(self, key: str) -> None:
        self._context.show_mode(Mode.BOOK)
        self._context.body.side.show_panel(key)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        for key in ("book_add_move", "book_add_line", "book_force", "book_practise", "book_switch"):
            self._actions[key].setEnabled(state.current != 0)
        for symbol in MARKS:
            self._actions[f"book_mark_{symbol}"].setEnabled(bool(state.node.children))

    @Slot(object)
    def _update_book(self, state: BookState) -> None:
        self._actions["book_unforce"].setEnabled(state.forcing)
        self._actions["book_comment"].setEnabled(not state.problem)
        for key, label in (("book_undo", state.undo), ("book_redo", state.redo)):
            self._actions[key].setEnabled(bool(label))
            self._actions[key].setStatusTip(ForeignText(label).tip)

    def _ask_comment(self) -> None:
        from desktop.views.book.book_pages import ask_comment

        ask_comment(self._book, None, self._book.place, self._window)
