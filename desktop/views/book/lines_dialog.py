"""The progress of a repertoire line by line. A line can be trained alone, from its start, or shown on the board."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from books.repertoire.trainer_values import ChapterRow, LineProgress, Repertoire
from desktop.model.training import TrainingState
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.training_words import TrainingWords
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label

_LINE = Qt.ItemDataRole.UserRole


class LinesDialog(Dialog):
    """Chapters with their lines. Enter or a double click trains a line."""

    def __init__(self, openings: OpeningTrainer, row: Repertoire, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Lines of %1").replace("%1", ForeignText(row.name).title), (620, 520))
        self._openings, self._row, self._words = openings, row, TrainingWords()
        self._shown: tuple[LineProgress, ...] | None = None
        self.status = plain_label(look="quiet", wrap=True)
        self.tree = named(QTreeWidget(), self.tr("Lines"))
        self.tree.setHeaderLabels([self.tr("Line"), self.tr("Due"), self.tr("Known")])
        self.tree.header().setStretchLastSection(False)
        self.tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideLeft)  # lines differ at their ends
        self.tree.setIndentation(4 * theme.SPACE)
        self.tree.itemActivated.connect(lambda _item, _column: self._train())
        self.tree.itemSelectionChanged.connect(self._update_buttons)
        self.train = push_button(self.tr("&Train the line"), self._train, auto_default=False)
        self.show_line = push_button(self.tr("&Show it"), self._show_line, auto_default=False)
        self.train.setProperty("look", "primary")
        close = push_button(self.tr("Close"), self.reject, auto_default=False)
        buttons = in_row(self.train, self.show_line, STRETCH, close)
        in_column(self.status, (self.tree, 1), buttons, inside=self, margins=4, spacing=2)
        openings.changed.connect(self._update)
        openings.list_lines(row)

    @Slot(object)
    def _update(self, state: TrainingState) -> None:
        if state.lines is None or self._shown is not None:
            self.status.setText(words.sentence(state.problem) if state.problem else self.status.text())
            return
        self._shown = state.lines
        known = sum(not one.waiting.new for one in state.lines)
        text = self.tr("%1 of %2 lines are known to their end.").replace("%1", words.whole(known))
        self.status.setText(text.replace("%2", words.whole(len(state.lines))))
        chapters = {chapter.name: chapter for chapter in self._row.chapters}
        tops: dict[str, QTreeWidgetItem] = {}
        for line in state.lines:
            if line.chapter not in tops:
                chapter = chapters.get(line.chapter, ChapterRow(line.chapter, line.waiting))
                name = self._words.chapter(chapter)
                tops[line.chapter] = top = self._item(name, chapter.waiting.due, self._words.progress(chapter.waiting))
                self.tree.addTopLevelItem(top)
                top.setExpanded(True)
            progress = self._words.progress(line.waiting)
            item = self._item(words.moves(line.text), line.waiting.due, progress)
            item.setData(0, _LINE, line.moves)
            tops[line.chapter].addChild(item)
        self.tree.setCurrentIndex(self.tree.model().index(0, 0))
        self._update_buttons()

    @staticmethod
    def _item(name: str, due: int, progress: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, words.whole(due) if due else "", progress])
        item.setToolTip(0, ForeignText(name).tip)
        for column in (1, 2):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    def _chosen(self) -> tuple[str, ...]:
        item = self.tree.currentItem()
        moves = item.data(0, _LINE) if item is not None else None
        return tuple(moves) if moves else ()

    @Slot()
    def _update_buttons(self) -> None:
        for button in (self.train, self.show_line):
            button.setEnabled(bool(self._chosen()))

    @Slot()
    def _train(self) -> None:
        moves = self._chosen()
        if moves:
            self._openings.begin(self._row, "lines", line=moves)
            self.accept()

    @Slot()
    def _show_line(self) -> None:
        moves = self._chosen()
        if moves:
            self._openings.show_line(self._row, moves)
