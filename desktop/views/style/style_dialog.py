"""My style: its weights, tables, charts and search, with what it says of the shown position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit, QTabWidget, QWidget

from desktop.model.game.match import STYLES
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_service import JobService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, FileDialog
from desktop.views.kit.fields import ChoiceField, caption
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.style.charts_page import ChartsPage
from desktop.views.style.learning_page import LearningPage
from desktop.views.style.search_page import SearchPage
from desktop.views.style.squares_page import SquaresPage
from desktop.views.style.traps_page import TrapsPage
from desktop.views.style.weights_page import WeightsPage
from engine.evaluation.charted import ChartedEvaluation
from engine.evaluation.texts.presets import PRESETS
from engine.evaluation.texts.style import PHASES, Style
from engine.jobs.style_learning import StyleLearningRequest
from engine.rules.board import CoreBoard

_FILTER = "JSON (*.json)"


class StyleDialog(Dialog):
    """A window beside the board: every change counts on the next move, and is written by itself."""

    def __init__(
        self,
        styles: StyleService,
        games: GameService,
        learning: JobService[StyleLearningRequest, Style],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._styles, self._games = styles, games
        self.setWindowTitle(self.tr("My style"))
        self.name = QLineEdit()
        self.name.setMaxLength(60)
        self.name.setAccessibleName(self.tr("Name"))
        self.name.textEdited.connect(self._rename)
        self.preset = ChoiceField()
        self.preset.setAccessibleName(self.tr("Begin with"))
        self.preset.addItem(self.tr("Begin with …"), "")
        for name in PRESETS:
            self.preset.addItem(name, name)
        self.preset.activated.connect(self._begin)
        open_button = push_button(self.tr("&Open …"), self._open, auto_default=False)
        save_button = push_button(self.tr("&Save as …"), self._save, auto_default=False)
        self.pages = QTabWidget()
        self.weights, self.squares = WeightsPage(styles), SquaresPage(styles)
        self.charts, self.traps, self.search = ChartsPage(styles), TrapsPage(styles), SearchPage(styles)
        self.learning = LearningPage(styles, learning)
        for page, text in (
            (self.weights, self.tr("Weights")),
            (self.squares, self.tr("Squares")),
            (self.charts, self.tr("Charts")),
            (self.traps, self.tr("Traps")),
            (self.search, self.tr("How it searches")),
            (self.learning, self.tr("Learning")),
        ):
            self.pages.addTab(page, text)
        self.worth = plain_label()
        self.worth.setProperty("look", "heading")
        note = plain_label(
            self.tr(
                "Changes are saved and count on the next move. In New game it is “my style”. "
                "A style that was saved under a name can be chosen there and in tournaments by that name."
            ),
            look="quiet",
            wrap=True,
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        self.finished.connect(learning.stop)
        self.finished.connect(lambda: styles.edit(False))  # then Explain shows again what plays
        in_column(
            in_row(
                caption(self.tr("Name"), self.name), (self.name, 1), self.preset, open_button, save_button, spacing=2
            ),
            (self.pages, 1),
            self.worth,
            note,
            in_row(STRETCH, buttons),
            inside=self,
            margins=4,
            spacing=2,
        )
        self.resize(theme.size(620, 680))
        styles.changed.connect(self._update)
        games.state_changed.connect(self._update)
        self._update()

    def showEvent(self, event: QShowEvent) -> None:
        """From now on the style explains the shown position."""
        super().showEvent(event)
        if not event.spontaneous():
            self._styles.edit(True)

    @Slot()
    def _update(self) -> None:
        style, state = self._styles.style, self._games.state
        if self.name.text() != style.name:
            self.name.setText(style.name)
        board = CoreBoard.from_fen(state.fen, state.game.chess960)
        _, phase, total = ChartedEvaluation(style).points(board)
        text = self.tr("The shown position: %1 (%2)").replace("%1", words.decimal(total / 100, signed=True))
        self.worth.setText(text.replace("%2", QCoreApplication.translate("Styles", PHASES[phase])))

    def _rename(self, name: str) -> None:
        self._styles.change(replace(self._styles.style, name=name))

    def _begin(self, at: int) -> None:
        name = str(self.preset.itemData(at))
        self.preset.setCurrentIndex(0)
        if name:
            self._styles.begin_with(name)

    def _open(self) -> None:
        dialog = FileDialog(self, self.tr("Open a style"), str(self._styles.folder or ""), _FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda path: self._styles.open(Path(path)))
        dialog.open()

    def _save(self) -> None:
        """In the folder of styles, so that New game and tournaments offer it by its name."""
        name = self._styles.style.name
        name = self.tr("Own style") if name in STYLES else name
        name = "".join(sign if sign.isalnum() or sign in " -_()" else "_" for sign in name)
        folder = self._styles.folder or Path()
        dialog = FileDialog(self, self.tr("Save the style"), str(folder / f"{name}.json"), _FILTER)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("json")
        dialog.fileSelected.connect(lambda path: self._styles.save_as(Path(path)))
        dialog.open()
