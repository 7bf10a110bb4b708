"""Actions that edit the shown game: undo, signs, comments, variations, headers, and the clipboard."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.services.book.book_service import BookService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.game_service import GameService
from desktop.views.window.mode_bar import Mode
from desktop.views.window.pages import PAGES
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain


class EditActions(QObject):
    """Connects the menu Edit with the game."""

    def __init__(
        self, context: WindowContext, games: GameService, lists: GameListService, files: FileService, book: BookService
    ) -> None:
        super().__init__(context.window)
        self._games, self._lists, self._book = games, lists, book
        self._context = context
        game = games
        context.on(
            {
                "undo": lambda: self._step(back=True),
                "redo": lambda: self._step(back=False),
                "copy_fen": lambda: self._copy(files.fen_text(), self.tr("The position is on the clipboard (FEN).")),
                "copy_pgn": lambda: self._copy(files.pgn_text(), self.tr("The game is on the clipboard (PGN).")),
                "annotate": self._annotate,
                "headers": self._edit_headers,
                "good": lambda: game.toggle_nag(game.state.current, 1),
                "mistake": lambda: game.toggle_nag(game.state.current, 2),
                "promote": lambda: game.promote(game.state.current),
                "demote": lambda: game.demote(game.state.current),
                "delete": lambda: game.delete(game.state.current),
            }
        )
        self._book_last = False  # the user's book was edited after the game
        game.state_changed.connect(self._update_game)
        game.game_changed.connect(self._game_edited)
        book.edited.connect(self._book_edited)
        lists.changed.connect(self._update_steps)
        book.changed.connect(self._update_steps)
        context.body.mode_bar.mode_shown.connect(self._update_shown)
        self._update_game(game.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        enable, seen = self._context.enable, self._context.body.mode_bar.shown not in PAGES
        self._update_steps()
        enable(seen, "headers")
        enable(seen and not state.playing, "annotate")
        enable(seen and state.current != 0 and not state.playing, "good", "mistake", "promote", "demote", "delete")

    @Slot()
    def _update_shown(self) -> None:
        """Disables editing while a page hides the game."""
        self._update_game(self._games.state)

    @Slot()
    def _game_edited(self) -> None:
        if self._book_last:  # otherwise `_update_game` has done it
            self._book_last = False
            self._update_steps()

    @Slot()
    def _book_edited(self) -> None:
        self._book_last = True
        self._update_steps()

    def _stepper(self, *, back: bool) -> Callable[[], object] | None:
        """The undo or redo of the visible list: games, the book's moves, or the game."""
        shown = self._context.body.mode_bar.shown
        if shown is Mode.GAMES:
            listed = self._lists.state
            return partial(self._lists.take_back, back) if (listed.undo if back else listed.redo) else None
        if shown in PAGES:
            return None
        book, game = self._book, self._games
        if shown is Mode.BOOK and self._book_last and (book.state.undo if back else book.state.redo):
            return book.undo if back else book.redo
        if game.state.can_undo if back else game.state.can_redo:
            return game.undo if back else game.redo
        return None

    def _step(self, *, back: bool) -> None:
        step = self._stepper(back=back)
        if step is not None:
            step()

    @Slot()
    def _update_steps(self) -> None:
        self._context.enable(self._stepper(back=True) is not None, "undo")
        self._context.enable(self._stepper(back=False) is not None, "redo")

    def _copy(self, text: str, done: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.tell(Message(Severity.INFORMATION, plain(done)))

    def _annotate(self) -> None:
        from desktop.views.game.annotate_dialog import AnnotateDialog

        AnnotateDialog(self._games, self._context.window).open()

    def _edit_headers(self) -> None:
        from desktop.views.games.headers_dialog import HeadersDialog

        HeadersDialog(self._games, self._context.window).open()
