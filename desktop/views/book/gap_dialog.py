"""Closes the biggest gap of a repertoire: moves of the books, of players of the user's rating, and of the engine."""

from PySide6.QtCore import QSignalBlocker, Slot
from PySide6.QtWidgets import QAbstractItemView, QDialogButtonBox, QHeaderView, QPushButton, QWidget

from books.repertoire.trainer_values import GapMove, LargestGap, Repertoire
from desktop.model.training import GapState, TrainingState
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.addition_texts import addition_text
from desktop.views.book.training_words import TrainingWords
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.layouts import in_column
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.kit.read_table import ReadTable
from desktop.views.kit.work_parts import show_status
from engine.game.reason import Reason, ReasonKind

_COLUMNS = 6


class GapDialog(Dialog):
    """Adds moves one after another: each closes a gap, and the next biggest gap is shown. Closes after the last one."""

    def __init__(self, openings: OpeningTrainer, row: Repertoire, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Close the gap"), (620, 420))
        self._trainer = openings
        self._candidates: tuple[GapMove, ...] = ()
        self._gap: LargestGap | None = None
        self._chosen = ""  # selected by the user in this gap: stays selected when more data arrives
        self._left = False
        self.heading = plain_label(look="heading", wrap=True)
        self.status = plain_label(wrap=True)
        self.table = self._make_table()
        buttons = self.button_box(StandardButton.Close)
        self.add = QPushButton(self.tr("&Add to my book"))
        self.add.setDefault(True)
        self.add.clicked.connect(self._add)
        self.show_gap = push_button(self.tr("Sho&w on the board"), self._show, auto_default=False)
        buttons.addButton(self.show_gap, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.add, QDialogButtonBox.ButtonRole.ActionRole)
        in_column(self.heading, self.status, (self.table, 1), buttons, inside=self, margins=4, spacing=2)
        self._trainer.changed.connect(self._update_training)
        self.finished.connect(self._leave)
        self._trainer.look_at_gap(row)

    def _make_table(self) -> ReadTable:
        heads = [self.tr("Move"), self.tr("Games"), self.tr("Score"), self.tr("People"), self.tr("Engine")]
        heads.append(self.tr("Opening"))
        table = ReadTable(self.tr("Moves that could close the gap"), heads, numbers=range(1, _COLUMNS - 1))
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.itemActivated.connect(lambda _item: self._add())
        table.currentCellChanged.connect(self._choose)
        return table

    @Slot(int)
    def _choose(self, row: int) -> None:
        self._chosen = self._candidates[row].uci if 0 <= row < len(self._candidates) else ""

    @Slot()
    def _add(self) -> None:
        place = self.table.currentRow()
        if 0 <= place < len(self._candidates):
            self._chosen = self._candidates[place].uci
            self._trainer.fill(self._chosen)

    @Slot()
    def _show(self) -> None:
        gap = self._trainer.state.gap
        if gap is not None and gap.row.gap is not None:
            self._trainer.show_line(gap.row, gap.row.gap.moves)

    @Slot()
    def _leave(self) -> None:
        self._left = True
        if is_alive(self._trainer):  # not when the whole program ends
            self._trainer.leave_gap()
        self.deleteLater()

    @Slot(object)
    def _update_training(self, state: TrainingState) -> None:
        gap = state.gap
        if self._left:
            return
        if gap is None or gap.row.gap is None:
            self.accept()
            return
        if gap.row.gap != self._gap:
            self._gap, self._chosen = gap.row.gap, ""
        self.heading.setText(self._heading(gap))
        show_status(self.status, gap.problem, self._status(gap), "quiet")
        if gap.candidates != self._candidates:
            self._fill(gap.candidates)
        self.add.setEnabled(bool(self._candidates))

    def _heading(self, gap: GapState) -> str:
        shown = gap.row.gap
        if shown is None or not shown.move:
            return self.tr("Choose your first move")
        return TrainingWords().gap(shown)

    def _status(self, gap: GapState) -> str:
        if gap.busy:
            return self.tr("Asking people's choice and the engine …")
        if gap.question is not None:
            return f"{addition_text(gap.question)} {self.tr('Press Add again to add it.')}"
        return self.tr("The move that you add is your answer from now on. It can be undone.")

    def _fill(self, candidates: tuple[GapMove, ...]) -> None:
        self._candidates = candidates
        quiet = QSignalBlocker(self.table)
        self.table.setRowCount(0)  # fonts and tips are of these moves
        self.table.fill([_texts(candidate) for candidate in candidates])
        for row, candidate in enumerate(candidates):
            item = self.table.item(row, _COLUMNS - 2)
            if candidate.best and item is not None:
                item.setFont(theme.font(theme.BODY, bold=True))
                item.setToolTip(self.tr("The engine's choice"))
        rows = {candidate.uci: row for row, candidate in enumerate(candidates)}
        proposed = next((row for row, candidate in enumerate(candidates) if candidate.proposed), 0)
        self.table.setCurrentCell(rows.get(self._chosen, proposed), 0)
        quiet.unblock()


def _texts(candidate: GapMove) -> tuple[str, ...]:
    games = f"{words.whole(candidate.games)}  {words.percent(candidate.share)}" if candidate.games else ""
    worth = words.reason(Reason(ReasonKind.SCORE, (candidate.worth,))) if candidate.worth is not None else ""
    return (
        words.moves(candidate.san) + candidate.flag,
        games,
        words.percent(candidate.score) if candidate.score is not None else "",
        words.percent(candidate.people) if candidate.people is not None else "",
        worth,
        words.opening(candidate.opening),
    )
