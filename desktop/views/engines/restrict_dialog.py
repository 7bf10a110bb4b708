"""The choice of root moves for the analysis: all, only some, or all but some."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop.model.game import rules
from desktop.services.engines.analysis_service import AnalysisService
from desktop.services.game.game_service import GameService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label

_MOVE = Qt.ItemDataRole.UserRole


class RestrictDialog(Dialog):
    """A list of the legal moves with a check box for each analysed move. It follows the shown position."""

    def __init__(self, games: GameService, analysis: AnalysisService, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Moves to analyse"), (320, 480))
        self._games, self._analysis = games, analysis
        text = plain_label(self.tr("Only the ticked moves of this position are analysed."), wrap=True)
        self.moves = named(QListWidget(), self.tr("Moves"))
        every = push_button(self.tr("&All"), lambda: self._tick(True))
        none = push_button(self.tr("&None"), lambda: self._tick(False))
        buttons = self.button_box()
        self._ok = buttons.button(StandardButton.Ok)
        self.moves.itemChanged.connect(lambda _item: self._ok.setEnabled(bool(self._ticked())))
        self._fen = ""
        self._fill()
        games.state_changed.connect(self._fill)
        row = in_row(every, none, STRETCH)
        in_column(text, (self.moves, 1), row, buttons, inside=self, margins=4, spacing=2)

    @Slot()
    def _fill(self) -> None:
        analysis = self._analysis
        state, setup = analysis.place or self._games.state, analysis.setup
        if state.fen == self._fen:
            return
        self._fen = state.fen
        self.moves.clear()
        legal = state.legal_moves
        named = sorted((rules.line_sans(state.fen, (uci,), state.game.chess960)[0], uci) for uci in legal)
        for san, uci in named:
            item = QListWidgetItem(words.moves(san))
            item.setData(_MOVE, uci)
            item.setSizeHint(theme.size(0, theme.ROW))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
            looked = (not setup.only or uci in setup.only) and uci not in setup.excluded
            item.setCheckState(Qt.CheckState.Checked if looked else Qt.CheckState.Unchecked)
            self.moves.addItem(item)

    def _items(self) -> list[QListWidgetItem]:
        return [self.moves.item(row) for row in range(self.moves.count())]

    def _ticked(self) -> list[str]:
        return [item.data(_MOVE) for item in self._items() if item.checkState() is Qt.CheckState.Checked]

    def _tick(self, on: bool) -> None:
        for item in self._items():
            item.setCheckState(Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)

    def accept(self) -> None:
        ticked, every = self._ticked(), [item.data(_MOVE) for item in self._items()]
        left_out = [move for move in every if move not in ticked]
        if len(left_out) < len(ticked):
            self._analysis.restrict(excluded=left_out, fen=self._fen)
        else:
            self._analysis.restrict(only=ticked, fen=self._fen)
        super().accept()
