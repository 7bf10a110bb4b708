"""The choice of the repertoire to train: chapters, coverage, and actions."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from books.repertoire.trainer_values import Repertoire, WaitingCounts
from desktop.model.training import TrainingState
from desktop.services.book.book_service import BookService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.book.training_words import TrainingWords
from desktop.views.kit import messages, theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, Flow, in_column
from desktop.views.kit.messages import plain_label
from desktop.views.kit.rating_field import RatingField
from engine.rules.fen import START_FEN

_NUMBER, _CHAPTER = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class RepertoireChoice(QWidget):
    """The tree of repertoires. Enter trains the selected one or its chapter, Delete removes the repertoire."""

    def __init__(
        self, games: GameService, openings: OpeningTrainer, book: BookService, settings: SettingsStore
    ) -> None:
        super().__init__()
        self._settings = settings
        self._games, self._openings, self._book = games, openings, book
        self._trainer = openings
        self._words = TrainingWords()
        self._shown: tuple[Repertoire, ...] | None = None
        self.tree = self._make_tree()
        self.prospect = plain_label(look="quiet", wrap=True)
        self._training, self._care = self._make_training(), self._make_care()
        caption = plain_label(self.tr("Add a repertoire"), look="caption")
        # training is above the explanations, because low windows cut the rest
        parts = (self._training, self.prospect, self._care, caption, self._make_adding(), (STRETCH, 0))
        in_column((self.tree, 1), *parts, inside=self, margins=0, spacing=2)
        self._trainer.changed.connect(self._update_training)
        self._update_training(self._trainer.state)

    # Layout

    def _make_tree(self) -> QTreeWidget:
        tree = named(QTreeWidget(), self.tr("Repertoires"))
        tree.setHeaderLabels([self.tr("Repertoire"), self.tr("Due"), self.tr("Known")])
        tree.header().setStretchLastSection(False)
        tree.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        tree.setMinimumHeight(theme.scaled(30 * theme.SPACE))
        tree.setIndentation(4 * theme.SPACE)
        tree.itemSelectionChanged.connect(self._update_buttons)
        tree.itemActivated.connect(lambda _item, _column: self._begin("train"))
        remove = QShortcut(QKeySequence(Qt.Key.Key_Delete), tree)
        remove.setContext(Qt.ShortcutContext.WidgetShortcut)
        remove.activated.connect(self._remove)
        return tree

    def _make_training(self) -> QWidget:
        self.train = _button(self.tr("&Train"), lambda: self._begin("train"))
        self.train.setProperty("look", "primary")
        self.learn = _button(self.tr("&Learn new"), lambda: self._begin("learn"))
        self.lines = _button(self.tr("Whole l&ines"), lambda: self._begin("lines"))
        self.learn.setToolTip(self.tr("Only new moves: shown and explained first, then asked"))
        self.lines.setToolTip(self.tr("Every move of the lines that you have learned, from the start"))
        self.play = push_button(
            self.tr("Pla&y it"), tip=self.tr("A game: you play your repertoire, the replies are those of people")
        )
        self.play.setMenu(QMenu(self.play))
        self.from_start = self.play.menu().addAction(self.tr("From the start"), lambda: self._play(False))
        self.play.menu().addAction(self.tr("From the position on the board"), lambda: self._play(True))
        self.rating = RatingField(self._settings)
        self.progress = _button(self.tr("P&rogress …"), self._show_progress)
        self.progress.setToolTip(self.tr("Your progress line by line; a line can be trained alone"))
        whole = (self.train, self.learn, self.lines, self.play, self.rating, self.progress)
        return _together(*whole)

    def _make_care(self) -> QWidget:
        self.fill = _button(self.tr("&Close the gap …"), self._fill)
        self.show_gap = _button(self.tr("Sho&w the gap"), self._show_gap)
        self.change = _button(self.tr("Ad&just …"), self._change)
        self.remove = _button(self.tr("Re&move"), self._remove)
        self.show_gap.setToolTip(self.tr("Shows the moves that lead to your biggest gap on the board"))
        self.remove.setToolTip(self.tr("Remove this repertoire; your progress with its positions remains"))
        return _together(self.fill, self.show_gap, self.change, self.remove)

    def _make_adding(self) -> Flow:
        texts = (
            (self.tr("White, all openings"), True, False),
            (self.tr("Black, all openings"), False, False),
            (self.tr("White from here"), True, True),
            (self.tr("Black from here"), False, True),
        )
        return Flow(*(_button(text, partial(self._add, white, here)) for text, white, here in texts))

    # Actions

    def _add(self, white: bool, here: bool) -> None:
        side = self.tr("White") if white else self.tr("Black")
        opening = words.opening(self._book.state.opening) if here else ""
        name = f"{side}: {opening}" if opening else side
        self._trainer.add(name, white, self._games.state.fen if here else START_FEN)

    def _begin(self, way: str) -> None:
        row, chapter = self.chosen()
        if row is not None:
            self._trainer.begin(row, way, chapter)

    def _play(self, here: bool) -> None:
        row, chapter = self.chosen()
        if row is not None:
            self._trainer.play(row, chapter, self._games.state.fen if here else "")

    def _show_progress(self) -> None:
        row, _ = self.chosen()
        if row is not None:
            from desktop.views.book.lines_dialog import LinesDialog

            LinesDialog(self._openings, row, self).open()

    def _fill(self) -> None:
        row, _ = self.chosen()
        if row is not None and row.gap is not None:
            from desktop.views.book.gap_dialog import GapDialog

            GapDialog(self._openings, row, self).open()

    def _show_gap(self) -> None:
        row, _ = self.chosen()
        if row is not None and row.gap is not None:
            self._trainer.show_line(row, row.gap.moves)

    def _change(self) -> None:
        row, _ = self.chosen()
        listed = self._trainer.state.listed
        if row is not None and listed is not None and not row.drill:
            from desktop.views.book.repertoire_dialog import RepertoireDialog

            RepertoireDialog(self._openings, row, listed.books, self).open()

    @Slot()
    def _remove(self) -> None:
        row, chapter = self.chosen()
        if row is not None and not row.drill and chapter is None:
            question = self.tr("Remove “%1”? Your progress with its positions remains.")
            question = question.replace("%1", self._words.name(row))
            messages.ask(self.window(), question, self.tr("Remove"), partial(self._trainer.remove, row.id))

    def chosen(self) -> tuple[Repertoire | None, str | None]:
        item = self.tree.currentItem()
        if item is None:
            return None, None
        return self._trainer.state.row(item.data(0, _NUMBER)), item.data(0, _CHAPTER)

    # Reactions to the trainer

    @Slot(object)
    def _update_training(self, state: TrainingState) -> None:
        if state.repertoires != self._shown:
            known = {row.id for row in self._shown or ()}
            self._shown = state.repertoires
            self._fill_tree(state.repertoires or (), known)
        self._update_buttons()

    def _fill_tree(self, rows: tuple[Repertoire, ...], known: set[int]) -> None:
        item = self.tree.currentItem()
        before = (item.data(0, _NUMBER), item.data(0, _CHAPTER)) if item is not None else None
        opened = {
            top.data(0, _NUMBER)
            for top in (self.tree.topLevelItem(place) for place in range(self.tree.topLevelItemCount()))
            if top is not None and top.isExpanded()
        }
        self.tree.clear()
        fresh: QTreeWidgetItem | None = None  # just added, so it is selected
        for row in rows:
            top = self._item(self._words.name(row), row.waiting, row.id, None)
            self.tree.addTopLevelItem(top)
            for chapter in row.chapters if len(row.chapters) > 1 else ():
                inner = self._item(self._words.chapter(chapter), chapter.waiting, row.id, chapter.name)
                top.addChild(inner)
                if (row.id, chapter.name) == before:
                    self.tree.setCurrentItem(inner)
            top.setExpanded(row.id in opened)
            if self.tree.currentItem() is None or (row.id, None) == before:
                self.tree.setCurrentItem(top)
            if known and row.id not in known and not row.drill:
                fresh = top
        if fresh is not None:
            self.tree.setCurrentItem(fresh)

    def _item(self, name: str, waiting: WaitingCounts, number: int, chapter: str | None) -> QTreeWidgetItem:
        due = words.whole(waiting.due) if waiting.due else ""
        item = QTreeWidgetItem([name, due, self._words.progress(waiting)])
        item.setData(0, _NUMBER, number)
        item.setData(0, _CHAPTER, chapter)
        item.setToolTip(0, ForeignText(name).tip)
        for column in (1, 2):
            item.setTextAlignment(column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return item

    @Slot()
    def _update_buttons(self) -> None:
        row, chapter = self.chosen()
        for part in (self.tree, self._training, self.prospect, self._care):
            part.setVisible(bool(self._shown))
        if row is None:
            return
        waiting = next((found.waiting for found in row.chapters if found.name == chapter), row.waiting)
        name = self._words.name(row)
        self.prospect.setText(f"{self._words.waiting(waiting)}\n{self._words.prospect(row)}")
        self.train.setEnabled(bool(waiting.due + waiting.today))
        self.train.setAccessibleName(self.tr("Train %1").replace("%1", name))
        self.learn.setEnabled(bool(waiting.today) and not row.drill)
        self.lines.setEnabled(bool(waiting.asked) and not row.drill)
        for part in (self.play, self.rating, self.progress):
            part.setEnabled(bool(row.waiting.all) and not row.drill)
        for button in (self.fill, self.show_gap):
            button.setEnabled(row.gap is not None)
        self.show_gap.setAccessibleName(self.tr("Show the biggest gap of %1").replace("%1", name))
        self.change.setEnabled(not row.drill)
        self.remove.setEnabled(not row.drill and chapter is None)  # a chapter cannot be removed on its own
        self.remove.setAccessibleName(self.tr("Forget %1").replace("%1", name))


def _button(text: str, clicked: Callable[[], object]) -> QPushButton:
    button = push_button(text, lambda _checked=False: clicked())
    return button


def _together(*buttons: QWidget) -> QWidget:
    together = QWidget()
    Flow(*buttons, inside=together)
    return together
