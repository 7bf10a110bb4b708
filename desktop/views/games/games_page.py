"""The page of a file's games: search, sort, open, copy, delete, save a selection. It replaces the board."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.model.errors import Message, Severity
from desktop.model.game_list import NUMBER, ListState
from desktop.model.shorten import shortened_header
from desktop.services.files.collection_edits import CollectionEdits
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.game_service import GameService
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.games.collections_panel import CollectionsPanel
from desktop.views.games.games_model import CHAPTERS, COLUMNS, GamesModel
from desktop.views.games.games_table import GamesTable
from desktop.views.games.import_result import ImportSummary
from desktop.views.games.list_menu import ListMenuButton
from desktop.views.games.list_place import ListPlace
from desktop.views.kit import messages, theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import named, search_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.rows_view import pop_up
from desktop.views.kit.view_factory import WindowPage
from desktop.views.kit.words import filled, percent, text_of, whole
from engine.ground.text import Text, plain

_LONGEST_TITLE = 80  # characters: a longer one would push the search field out of the row
_SEARCH_MS = 150  # of pause after the last key press


class GamesPage(WindowPage):
    """The table of games with its search line and buttons."""

    def __init__(
        self,
        settings: SettingsStore,
        game_service: GameService,
        collection: CollectionService,
        lists: GameListService,
        files: FileService,
        edits: CollectionEdits,
        parent: QWidget | None = None,
        table: GamesTable | None = None,
    ) -> None:
        """`table`: the table of the list service, if it has been made already."""
        super().__init__(parent)
        self._settings, self._game_service, self._collection = settings, game_service, collection
        self._lists, self._files, self._edits = lists, files, edits
        self._words = ""
        self._awaited = -1  # the number of a chapter that is being added
        self._searched = False  # the search text has changed, but the rows have not been updated
        self.table = table or GamesTable(GamesModel(self._lists))
        self._model = self.table.games
        self._place = ListPlace(self.table, self._model, self._lists)
        self.collections = CollectionsPanel(settings, collection, lists, edits, files, self.table)
        self.result = ImportSummary(collection)
        self.search = search_field(self.tr("Search players, events, dates …"))
        self.progress = QProgressBar()
        self.stop = QPushButton(self.tr("Stop"))
        self._wait = QTimer(self)
        self._wait.setSingleShot(True)
        self._wait.setInterval(_SEARCH_MS)
        self.setFocusProxy(self.table)
        self._arrange()
        self._connect()
        self._update_list(self._lists.state)
        if self.table.current_number is None:  # the rows were loaded before the page was made
            self.table.go_to(None)

    # Layout

    def _arrange(self) -> None:
        named(self.search, self.tr("Search the games"))
        self.search.setFixedWidth(theme.scaled(300))
        self.progress.setTextVisible(False)
        self.progress.setRange(0, 1000)
        self.progress.setFixedHeight(4)
        self.progress.setAccessibleName(self.tr("How much of the file was read"))
        self._stack = QStackedLayout()
        sheet = QFrame(self)  # a stack shows its first part at once: without a parent, as a window of its own
        sheet.setProperty("look", "card")
        inside = QVBoxLayout(sheet)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(self.table)
        self._stack.addWidget(sheet)
        self._stack.addWidget(self._nothing_yet())
        self._stack.addWidget(self._nothing_found())
        body = in_row(self.collections, (in_column(self.result, (self._stack, 1), spacing=2), 1), spacing=2)
        self.arrange(self.tr("Games"), (self.stop, self.search), self.progress, (body, 1), self._foot())

    def _nothing_yet(self) -> QWidget:
        """The placeholder shown until a file is listed."""
        return placeholder_card(
            self.tr("Open a PGN file to see its games here, or drop one on the window."),
            push_button(self.tr("Open a PGN file …"), lambda: self.action_wanted.emit("open"), look="primary"),
            push_button(self.tr("Get my games …"), lambda: self.action_wanted.emit("get_games")),
            picture="list-bullets",
        )

    def _nothing_found(self) -> QWidget:
        """The placeholder shown in place of an empty table."""
        self.nothing = plain_label(look="quiet", wrap=True)
        self.all_games = push_button(self.tr("Show all games"), self._show_all, look="primary")
        self.search_again = push_button(self.tr("Search …"), lambda: self.action_wanted.emit("search"))
        return placeholder_card(self.nothing, self.all_games, self.search_again, picture="magnifying-glass")

    def _show_all(self) -> None:
        if self._lists.state.words:
            self.search.clear()
        else:
            self._collection.select(Path(self._lists.state.collection))
            self._collection.list_games()
        self.table.setFocus()

    def _show_nothing(self, state: ListState) -> None:
        """Says why the list is empty, with a way on."""
        if state.words:
            text = self.tr("No game in this list matches “%1”.").replace("%1", state.words)
        elif state.binned:
            text = self.tr("The bin is empty.")
        elif state.collection:
            text = self.tr("No game was found.")
        else:
            text = self.tr("This file holds no games.")
        self.nothing.setText(text)
        self.all_games.setVisible(bool(state.words or state.collection))
        self.search_again.setVisible(bool(state.collection) and not state.binned and not state.words)
        if self.table.hasFocus() and self.all_games.isVisibleTo(self):
            self.all_games.setFocus()

    def _foot(self) -> QHBoxLayout:
        self.open_button = push_button(
            self.tr("Open game"), tip=self.tr("Opens the chosen games, each in a tab (Enter)"), look="primary"
        )
        self.copy_button = push_button(self.tr("Copy"), tip=self.tr("Copies the chosen games as PGN (Ctrl+C)"))
        self.save_button = QPushButton(self.tr("Save selection as …"))
        self.delete_button = QPushButton()
        self.restore_button = push_button(
            self.tr("Restore"), self._restore, tip=self.tr("Takes the games out of the bin")
        )
        self.more_button = ListMenuButton(
            self._settings, self._game_service, self._lists, self._collection, self._edits, self._files, self.table
        )
        self.more_button.get_games.triggered.connect(lambda: self.action_wanted.emit("get_games"))
        self.more_button.search.triggered.connect(lambda: self.action_wanted.emit("search"))
        self.more_button.duplicates.triggered.connect(lambda: self.action_wanted.emit("duplicates"))
        self.more_button.chapter_awaited.connect(self._await)
        self.undo_button = QPushButton(self.tr("Undo"))
        row = in_row(
            self.open_button,
            self.copy_button,
            self.save_button,
            self.restore_button,
            self.delete_button,
            self.more_button,
            self.undo_button,
            STRETCH,
            spacing=2,
        )
        return row

    def _connect(self) -> None:
        self._lists.changed.connect(self._update_list)
        self._lists.copied.connect(self._copied)
        self._wait.timeout.connect(self._search)
        self.search.textEdited.connect(lambda _text: self._wait.start())
        self.search.textChanged.connect(lambda text: None if text else self._search())
        self.search.installEventFilter(self)
        self.stop.clicked.connect(self._stop_all)
        self._collection.changed.connect(self._update_progress)
        self.table.chosen.connect(self._lists.open_game)
        self.table.removed.connect(self._ask_delete)
        self.table.copied.connect(self._copy)
        self.table.sought.connect(self.search.setFocus)
        here = Qt.ShortcutContext.WidgetWithChildrenShortcut
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.search.setFocus, context=here)
        self.table.left.connect(self._leave)
        self.table.menu_wanted.connect(self._show_menu)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._update_buttons())
        self.table.horizontalHeader().sortIndicatorChanged.connect(self._sort)
        self.open_button.clicked.connect(self._open)
        self.copy_button.clicked.connect(self._copy)
        self.save_button.clicked.connect(self._ask_save)
        self.delete_button.clicked.connect(self._ask_delete)
        self.undo_button.clicked.connect(lambda: self._lists.take_back())
        self.table.taken_back.connect(self._lists.take_back)

    # Updates from the services

    @Slot(object)
    def _update_list(self, state: ListState) -> None:
        self._searched |= state.words != self._words
        self._words = state.words
        current = self.table.current_number
        empty_before = not self._model.rowCount()
        if not state.total:
            self._place.emptied(state)
        before, bar = self._model.listed, self.table.verticalScrollBar()
        same = (before.home, before.title, before.words, before.column, before.binned)
        same_list = bool(state.collection) and same == (
            state.home, state.title, state.words, state.column, state.binned
        )  # fmt: skip
        top, chosen = bar.value(), self._place.selected()
        stands = self._model.show_state(state)
        if not stands or (empty_before and self._model.rowCount()):
            if not self._place.restore(state):
                first = self._searched or empty_before
                if first or chosen is None or not self._place.reselect(chosen):
                    self.table.go_to(None if first else current)
                if same_list and not empty_before:
                    bar.setValue(top)
            self._searched = False
        elif not state.loading:
            moved = not self._place.restore(state) and same_list and before.total != state.total
            if moved and chosen is not None and self._place.reselect(chosen):
                bar.setValue(top)
        if self._awaited in state.order and not state.loading:
            self.table.go_to(self._awaited)
            self._awaited = -1
        self.table.show_columns(state)
        self.table.fit_numbers(state.total)
        under_way = state.loading or state.arranging or bool(state.busy)
        nothing = state.listed and not under_way and not len(state.order)
        if nothing:
            self._show_nothing(state)
        self._stack.setCurrentIndex(2 if nothing else 0 if state.listed else 1)
        own = bool(state.path) and Path(state.path) == self._files.played_games
        name = self.tr("Games played here") if own else Path(state.path).name if state.path else text_of(state.title)
        title = (state.path and state.study) or name or self.tr("Games")
        self.title.setText(shortened_header(title, _LONGEST_TITLE))
        self.title.setToolTip(ForeignText(title).tip if len(title) > _LONGEST_TITLE else "")
        self._update_progress()
        self.search.setVisible(state.listed)
        if not self.search.hasFocus() and self.search.text() != state.words:
            self.search.setText(state.words)
        section = next((place for place, spec in enumerate(COLUMNS) if spec[1] == state.column), -1)
        order = Qt.SortOrder.DescendingOrder if state.descending else Qt.SortOrder.AscendingOrder
        self._show_sorting(section, order)
        for button in (self.open_button, self.copy_button, self.save_button, self.more_button, self.delete_button):
            button.setVisible(state.listed)
        self.restore_button.setVisible(state.binned)
        question = bool(state.path) or state.binned
        self.delete_button.setText(self.tr("Delete …") if question else self.tr("Delete"))
        self._set_delete_tip(state)
        self._update_buttons()

    @Slot(int)
    def _await(self, number: int) -> None:
        self._awaited = number

    @Slot()
    def _update_progress(self) -> None:
        """Shows how much of the file has been read, or imported into the collection."""
        state, collection = self._lists.state, self._collection.state
        under_way = state.loading or bool(state.busy) or bool(collection.importing)
        self.progress.setVisible(under_way)
        self.stop.setVisible(under_way)
        self.progress.setRange(0, 0 if state.busy else 1000)
        if not state.busy:
            self.progress.setUpdatesEnabled(False)  # otherwise it repaints the whole page at once
            self.progress.setValue(round(1000 * (state.fraction if state.loading else collection.fraction)))
            self.progress.setUpdatesEnabled(True)
        words = self.tr("importing %1 into the collection").replace("%1", collection.importing)
        parts = (self._count_text(state), f"{words}: {percent(collection.fraction)}" if collection.importing else "")
        self.line.setText(" · ".join(part for part in parts if part))
        self.line.setVisible(bool(self.line.text()))

    def _stop_all(self) -> None:
        self._lists.stop()
        self._collection.stop()

    def _count_text(self, state: ListState) -> str:
        if not state.listed:
            return ""
        if state.busy:
            return text_of(state.busy)
        if state.words and not state.arranging:
            return text_of(Text("%1 of %2 {game|games}", len(state.order), state.total))
        chapters = text_of(Text("%1 {chapter|chapters}", state.total))
        text = chapters if state.study else self._games(state.total)
        if not state.loading:
            if state.fraction == 1:
                return text
            return text + self.tr(", stopped at %1").replace("%1", percent(state.fraction))
        going = (
            self.tr(", reading …") if state.path else self.tr(", searching: %1").replace("%1", percent(state.fraction))
        )
        return text + going

    def _set_delete_tip(self, state: ListState) -> None:
        if state.binned:
            self.delete_button.setToolTip(self.tr("Removes the chosen games for ever (Delete)"))
        elif state.collection:
            self.delete_button.setToolTip(self.tr("Puts the chosen games into the bin (Delete)"))
        else:
            self.delete_button.setToolTip(self.tr("Deletes the chosen games from the file (Delete)"))

    def _games(self, count: int) -> str:
        """`1 game`, `4,621 games`."""
        return self.tr("1 game") if count == 1 else self.tr("%1 games").replace("%1", whole(count))

    def _update_buttons(self) -> None:
        chosen = self.table.selectionModel().hasSelection()
        idle = not self._lists.state.busy
        self.open_button.setEnabled(chosen and not self._lists.state.binned)
        self.restore_button.setEnabled(chosen and idle)
        self.copy_button.setEnabled(chosen)
        self.save_button.setEnabled(chosen and idle)
        state = self._lists.state
        self.delete_button.setEnabled(chosen and state.settled)
        self.undo_button.setVisible(bool(state.undo))
        self.undo_button.setEnabled(state.settled)
        tip = self.tr("Undoes: %1 (Ctrl+Z)").replace("%1", text_of(state.undo))
        self.undo_button.setToolTip(ForeignText(tip).tip)

    @Slot(str, int)
    def _copied(self, text: str, games: int) -> None:
        QGuiApplication.clipboard().setText(text)
        words = self.tr("One game is on the clipboard (PGN).")
        if games != 1:
            words = self.tr("%1 games are on the clipboard (PGN).").replace("%1", whole(games))
        self.message.emit(Message(Severity.INFORMATION, plain(words)))

    # Gestures

    def _leave(self) -> None:
        """Escape: a search that runs is stopped; what was found stays. Otherwise the board is shown again."""
        if self._lists.state.loading and not self._lists.state.path:
            self._lists.stop()
        else:
            self.left.emit()

    @Slot(QPoint)
    def _show_menu(self, place: QPoint) -> None:
        pop_up(self.row_menu(), place)

    def row_menu(self) -> QMenu:
        """The menu of the selected games: what the buttons below the list do, and what fits of the menu *More*."""
        menu = named(QMenu(self), self.tr("The chosen games"))
        buttons = {
            self.open_button: Qt.Key.Key_Return,
            self.copy_button: QKeySequence.StandardKey.Copy,
            self.save_button: None,
            self.restore_button: None,
            self.delete_button: Qt.Key.Key_Delete,
        }
        for button, key in buttons.items():
            if button.isVisibleTo(self) and button.isEnabled():
                keys = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) if key is not None else ""
                menu.addAction(f"{button.text()}\t{keys}" if keys else button.text(), button.click)
        menu.addSeparator()
        menu.addActions(self.more_button.fitting())
        return menu

    def _open(self) -> None:
        for number in self.table.selected_numbers()[:10]:
            self._lists.open_game(number)

    def _copy(self) -> None:
        self._lists.copy(self.table.selected_numbers())

    @Slot()
    def _search(self) -> None:
        self._wait.stop()
        if " ".join(self.search.text().split()) != self._lists.state.words:
            self._lists.search(self.search.text())

    def _sort(self, section: int, order: Qt.SortOrder) -> None:
        name = COLUMNS[section][1] if 0 <= section < len(COLUMNS) else NUMBER
        name = "Event" if name in CHAPTERS else name
        descending = order == Qt.SortOrder.DescendingOrder
        if name == NUMBER and not descending:
            self._show_sorting(-1, Qt.SortOrder.AscendingOrder)
            self._lists.sort_by("")
        else:
            self._lists.sort_by(name, descending)

    def _show_sorting(self, section: int, order: Qt.SortOrder) -> None:
        titles = self.table.horizontalHeader()
        titles.blockSignals(True)
        titles.setSortIndicator(section, order)
        titles.blockSignals(False)

    def _ask_delete(self) -> None:
        numbers = self.table.selected_numbers()
        if not numbers or not self.delete_button.isEnabled():
            return
        state = self._lists.state
        if state.collection and not state.binned:
            self._edits.delete(numbers)
            return
        if state.binned:
            question = self.tr("Remove %1 games for ever?").replace("%1", whole(len(numbers)))
            act = self._lists.still(lambda: self._edits.empty(numbers))
            messages.ask(self, question, self.tr("Remove"), act)
            return
        name = Path(state.path).name
        question = self.tr("Delete %1 games from %2?")
        if len(numbers) == 1:
            question = self.tr("Delete this game from %2?")
        question = filled(question, whole(len(numbers)), name)
        messages.ask(self, question, self.tr("Delete"), self._lists.still(lambda: self._lists.delete(numbers)))

    def _restore(self) -> None:
        self._edits.put_back(self.table.selected_numbers())

    def _ask_save(self) -> None:
        numbers = self.table.selected_numbers()
        folder = games_folder(self._settings.settings)
        save = self._lists.still(lambda name: self._lists.save_as(numbers, Path(name)))
        kinds = "PGN (*.pgn *.PGN);;*"
        dialog = ask_path(self, self.tr("Save the chosen games"), save, folder, kinds, save="pgn")
        dialog.selectFile(self._proposed_name(len(numbers)))

    def _proposed_name(self, games: int) -> str:
        """`club 2024, 3 games.pgn`, named after the file or the search text."""
        name = Path(self._lists.state.path).stem or self.title.text()
        count = self._games(games)
        return "".join(
            letter for letter in f"{name}, {count}.pgn" if letter.isprintable() and letter not in '<>:"/\\|?*'
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the search field, Down and Enter go to the table; Escape clears the field, then goes to the table."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._search()
                self.table.setFocus()
                return True
            if event.key() == Qt.Key.Key_Escape:
                if self.search.text():
                    self.search.clear()
                else:
                    self.table.setFocus()
                return True
        return super().eventFilter(watched, event)
