"""Asks for a new chapter of a study: name, start position, and the side at the bottom of the board."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, form_of
from desktop.views.kit.layouts import in_column
from engine.game.position import START_POSITION, Position
from engine.game.tree import Game
from engine.pgn.study import new_chapter


class ChapterDialog(Dialog):
    """OK passes the new chapter to `made`. Without a `study`, its name is asked for too."""

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        study: str,
        made: Callable[[Game], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, self.tr("New chapter") if study else self.tr("New study"), width=420)
        self._settings, self._games = settings, games
        self._made = made
        self.study, self.chapter = QLineEdit(study), QLineEdit()
        self.start, self.side = ChoiceField(), ChoiceField()
        self.start.addItems([self.tr("the start position"), self.tr("the position on the board")])
        self.side.addItems([self.tr("White below"), self.tr("Black below")])
        form = form_of(
            (self.tr("Study"), self.study),
            (self.tr("Chapter"), self.chapter),
            (self.tr("It begins with"), self.start),
            (self.tr("Board"), self.side),
        )
        buttons = self.button_box()
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        in_column(form, buttons, inside=self, margins=4, spacing=4)
        for line in (self.study, self.chapter):
            line.textChanged.connect(self._update)
        self._update()
        (self.chapter if study else self.study).setFocus()

    def _update(self) -> None:
        self._ok.setEnabled(bool(self.study.text().strip() and self.chapter.text().strip()))

    def accept(self) -> None:
        state = self._games.state
        start = START_POSITION
        if self.start.currentIndex():
            start = Position.of(state.fen, state.game.chess960)
        annotator = self._settings.settings.text("player_name")
        below = self.side.currentIndex() == 0
        chapter = new_chapter(self.study.text(), self.chapter.text(), start, white_below=below, annotator=annotator)
        super().accept()
        self._made(chapter)
