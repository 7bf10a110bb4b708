"""The position editor and its result, which opens a tab."""

from functools import partial

from PySide6.QtCore import QObject, Signal, Slot

from desktop.model.errors import Message, Severity
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.ground.text import Text


class PositionActions(QObject):
    """Opens the editor for the shown position, or for a pasted one that is illegal."""

    play_wanted = Signal(object)  # the Position that was set up

    def __init__(
        self,
        context: WindowContext,
        games: GameService,
        files: FileService,
    ) -> None:
        super().__init__(context.window)
        self._games, self._context = games, context
        self._window, self._show_mode = context.window, context.show_mode
        self._side = context.body.side
        context.on({"edit_position": self.edit_shown})
        files.position_refused.connect(self.mend)
        files.position_mended.connect(self._tell_mended)

    def edit_shown(self) -> None:
        state = self._games.state
        self.edit(state.fen, state.game.chess960)

    @Slot(str)
    def mend(self, fen: str) -> None:
        """Opens the editor with a refused FEN, in which Chess960 castling can be chosen."""
        self.edit(fen, chess960=False)

    @Slot(int, object)
    def _tell_mended(self, tab: int, notes: Text) -> None:
        """Shows what was guessed in a pasted position, with a button that opens the editor."""
        answers = ((self.tr("Change it …"), partial(self._edit_tab, tab)),)
        self._context.tell(Message(Severity.WARNING, notes), answers)

    def _edit_tab(self, tab: int) -> None:
        if self._games.state_of(tab) is not None:
            self._context.show_game(tab)
            self.edit_shown()

    def edit(self, fen: str, chess960: bool) -> None:
        """Opens the editor with any FEN, legal or not."""
        from desktop.views.setup.position_dialog import PositionDialog

        dialog = PositionDialog(fen, chess960, self._window)
        dialog.play_wanted.connect(self.play_wanted)
        dialog.analysis_wanted.connect(self._games.open_position)
        dialog.analysis_wanted.connect(self._show_analysis)
        dialog.open()

    @Slot()
    def _show_analysis(self) -> None:
        self._show_mode(Mode.ANALYSE)
        self._side.show_panel("analysis")
