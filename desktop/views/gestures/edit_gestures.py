"""Gestures that edit the shown game: undo, signs, comments, variations, headers, and the clipboard."""

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.views.window.window_context import WindowContext
from engine.text import plain


class EditGestures(QObject):
    """Joins the actions of the menu Edit with the game."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context, self._services = context, context.services
        game, files = self._services.game, self._services.files
        context.on(
            {
                "undo": game.undo,
                "redo": game.redo,
                "copy_fen": lambda: self._copy(files.fen_text(), self.tr("The position is on the clipboard (FEN).")),
                "copy_pgn": lambda: self._copy(files.pgn_text(), self.tr("The game is on the clipboard (PGN).")),
                "paste": lambda: files.paste(QGuiApplication.clipboard().text()),
                "annotate": self._annotate,
                "headers": self._edit_headers,
                "good": lambda: game.toggle_nag(game.state.current, 1),
                "mistake": lambda: game.toggle_nag(game.state.current, 2),
                "promote": lambda: game.promote(game.state.current),
                "demote": lambda: game.demote(game.state.current),
                "delete": lambda: game.delete(game.state.current),
            }
        )
        game.state_changed.connect(self._update_game)
        self._update_game(game.state)

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        enable = self._context.enable
        enable(state.can_undo, "undo")
        enable(state.can_redo, "redo")
        enable(not state.playing, "annotate")
        enable(state.current != 0 and not state.playing, "good", "mistake", "promote", "demote", "delete")

    def _copy(self, text: str, done: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._context.tell(Message(Severity.INFORMATION, plain(done)))

    def _annotate(self) -> None:
        from desktop.views.game.annotate_dialog import AnnotateDialog

        AnnotateDialog(self._services, self._context.window).open()

    def _edit_headers(self) -> None:
        from desktop.views.games.headers_dialog import HeadersDialog

        HeadersDialog(self._services, self._context.window).open()
