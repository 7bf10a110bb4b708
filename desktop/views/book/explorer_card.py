"""The explorer: what the games of the user's sources played in the shown position."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QAction, QActionGroup, QHideEvent, QIcon, QShowEvent
from PySide6.QtWidgets import QFrame, QMenu, QProgressBar, QPushButton, QToolButton, QWidget

from books.explorer.counted import EVERY_GAME, by_band
from desktop.model.book.explorer import ExampleGame, ExplorerColumn, ExplorerRow, ExplorerState, SourceKind
from desktop.model.book.panel import FEW_GAMES
from desktop.model.collection import file_name
from desktop.services.book.expected_service import ExpectedService
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.engines.coach_service import CoachService
from desktop.services.engines.likely_moves_service import LikelyMovesService
from desktop.services.files.collection_service import CollectionService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.analysis.coach_card import CoachCard
from desktop.views.analysis.likely_moves_strip import LikelyMovesStrip
from desktop.views.book.explorer_rows import ExampleRows, ExplorerRows
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.lifetime import is_alive
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.work_parts import panel_head


class ExplorerCard(QFrame):
    """The heading with sources, filter and order; the moves; example games of the chosen move."""

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        collection: CollectionService,
        explorer: ExplorerService,
        expected: ExpectedService,
        people: LikelyMovesService,
        match: MatchService,
        coach: CoachService,
        actions: dict[str, QAction],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._games, self._collection = settings, games, collection
        self._explorer, self._match = explorer, match
        self._fen = ""
        self.setProperty("look", "card")
        self.sources_button = self._tool(icon("stack"), self.tr("Sources of the games"))
        self.filter_button = self._tool(icon("funnel-simple"), self.tr("Which games count"))
        self.sort_button = self._tool(icon("sort-ascending"), self.tr("Order of the moves"))
        self.report_button = self._tool(icon("article"), self.tr("Opening report"))
        self.games_button = push_button(
            self.tr("Games"),
            tip=self.tr("Lists the games with this position"),
            name=self.tr("Games with this position"),
        )
        self.note = plain_label(look="quiet", wrap=True)
        self.empty = placeholder_card(
            self.tr("Import PGN files (File menu), or add a file or folder as a source."),
            push_button(self.tr("Add a file of games …"), lambda: self._ask_source(folder=False), look="primary"),
            picture="compass",
        )
        self.progress, self.stop = QProgressBar(), QPushButton(self.tr("Stop"))
        self.progress.setAccessibleName(self.tr("Reading games"))
        self.table = ExplorerRows()
        self.detail = plain_label(look="quiet", wrap=True)
        self.examples = ExampleRows()
        self.people = LikelyMovesStrip("explorer", settings, games, people, match, actions, self, in_words=True)
        tools = (self.sources_button, self.filter_button, self.sort_button, self.report_button, self.games_button)
        column = in_column(
            panel_head(self.tr("Explorer"), *tools),
            self.note,
            (self.empty, 100),
            in_row(self.progress, self.stop),
            (self.table, 100),
            self.detail,
            CoachCard(coach),
            self.examples,
            self.people,
            inside=self,
            margins=(3, 1, 3, 2),
            spacing=1,
        )
        column.addStretch(1)
        self._fill_menus()
        self._connect(explorer)
        expected.changed.connect(self.table.show_expected)
        self.table.show_expected(expected.state)
        self._update_rows(explorer.state)
        self._update_sources()
        explorer.look_at(games.state)

    def _connect(self, explorer: ExplorerService) -> None:
        self.table.played.connect(self._play)
        self.table.chosen.connect(self._choose)
        self.examples.opened.connect(explorer.open_example)
        self.examples.inserted.connect(explorer.insert_example)
        self.games_button.clicked.connect(self._list_games)
        self.filter_button.clicked.connect(self._ask_filter)
        self.report_button.clicked.connect(self._show_report)
        self.stop.clicked.connect(explorer.stop_reading)
        explorer.changed.connect(self._update_rows)
        explorer.sources_changed.connect(self._update_sources)
        explorer.examples_changed.connect(self._update_examples)
        self._collection.changed.connect(self._update_note)

    @staticmethod
    def _tool(picture: QIcon, name: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(picture)
        button.setIconSize(theme.size(18, 18))
        button.setFixedHeight(theme.scaled(36))
        button.setToolTip(ForeignText(name).tip)
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def showEvent(self, event: QShowEvent) -> None:
        """Counts transpositions while the card is visible."""
        self._explorer.want(True)

    def hideEvent(self, event: QHideEvent) -> None:
        if is_alive(self._explorer):
            self._explorer.want(False)

    # Sources, filter, order

    def _fill_menus(self) -> None:
        for button in (self.sources_button, self.sort_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setMenu(QMenu(button))
        self.sources_button.menu().aboutToShow.connect(self._fill_sources)
        self.orders: dict[ExplorerColumn, QAction] = {}
        group = QActionGroup(self)
        names = {
            ExplorerColumn.GAMES: self.tr("Games"),
            ExplorerColumn.MOVE: self.tr("Move"),
            ExplorerColumn.SCORE: self.tr("White's score"),
            ExplorerColumn.RATING: self.tr("Average rating"),
            ExplorerColumn.PERFORMANCE: self.tr("Performance"),
            ExplorerColumn.LAST: self.tr("Last played"),
        }
        menu = self.sort_button.menu()
        for column, name in names.items():
            action = menu.addAction(name, partial(self._sort, column))
            action.setCheckable(True)
            action.setChecked(column is self._explorer.column)
            group.addAction(action)
            self.orders[column] = action

    def _sort(self, column: ExplorerColumn) -> None:
        """Sorts by a column; the same one again turns the order round."""
        same = column is self._explorer.column
        descending = not self._explorer.descending if same else column is not ExplorerColumn.MOVE
        self._explorer.sort_by(column, descending)

    def _fill_sources(self) -> None:
        menu, explorer = self.sources_button.menu(), self._explorer
        menu.clear()
        for source in explorer.sources:
            played = source.kind is SourceKind.PLAYED
            name = self.tr("Games I played here") if played else words.text_of(file_name(source.path))
            action = menu.addAction(ForeignText(name).caption)
            action.setCheckable(True)
            action.setChecked(source.on)
            action.triggered.connect(lambda on, path=source.path: explorer.switch(path, on))
        menu.addSeparator()
        menu.addAction(self.tr("Add a file of games …"), lambda: self._ask_source(folder=False))
        menu.addAction(self.tr("Add a folder of games …"), lambda: self._ask_source(folder=True))
        files = [source for source in explorer.sources if source.kind is SourceKind.FILE]
        for source in files:
            text = self.tr("Remove %1").replace("%1", ForeignText(Path(source.path).name).caption)
            menu.addAction(text, partial(explorer.remove_source, source.path))

    def _ask_source(self, *, folder: bool) -> None:
        title = self.tr("Folder of games") if folder else self.tr("File of games")
        kinds = "" if folder else self.tr("Games (*.pgn *.pgn.gz *.pgn.zst *.cbh *.cbv *.ratsugames)")
        ask_path(self, title, self._add_source, games_folder(self._settings.settings), kinds, folder=folder)

    @Slot(str)
    def _add_source(self, path: str) -> None:
        self._explorer.add_source(Path(path))

    def _ask_filter(self) -> None:
        from desktop.views.book.explorer_filter_dialog import ExplorerFilterDialog

        ExplorerFilterDialog(self._explorer, self.window()).open()

    def _show_report(self) -> None:
        from desktop.views.game.opening_report_dialog import OpeningReportDialog

        OpeningReportDialog(self._settings, self._explorer, self.window()).open()

    @Slot()
    def _update_sources(self) -> None:
        reading = self._explorer.reading
        for part in (self.progress, self.stop):
            part.setVisible(reading.running)
        self.progress.setRange(0, 1000 if reading.total else 0)
        self.progress.setValue(reading.per_mille)
        self._update_note()

    # The position

    @Slot(object)
    def _update_rows(self, state: ExplorerState) -> None:
        self.table.setEnabled(not state.loading or state.fen == self._games.state.fen)
        if not state.loading or state.fen != self._fen:
            self.table.show_rows(state.rows, state.games, state.fen == self._fen)
            self._fen = state.fen
            self.people.set_wanted(not state.loading and state.games < FEW_GAMES)
        self.games_button.setVisible(self._collection.exists and bool(state.games))
        self.report_button.setVisible(bool(state.games))
        self._update_note()

    @Slot()
    def _update_note(self) -> None:
        """Shows how many games count, or the reason why there are no moves."""
        explorer = self._explorer
        state = explorer.state
        self.empty.setVisible(not explorer.any_source and not state.problem)
        for part in (self.note, self.table):
            part.setVisible(self.empty.isHidden())
        if state.problem:
            text = words.sentence(state.problem)
        elif state.loading and not state.rows:
            text = self.tr("Looking it up …")
        elif not state.games and explorer.reading.running:
            text = self.tr("Reading the games …")
        elif not state.games:
            text = self.tr("No game has this position.")
        else:
            text = self.tr("Games: %1").replace("%1", words.whole(state.games))
            if state.ended:
                text += " · " + self.tr("ending here: %1").replace("%1", words.whole(state.ended))
        limits = self._limits()
        self.note.setText(f"{text} · {limits}" if limits else text)

    def _limits(self) -> str:
        choice = self._explorer.choice
        parts = [choice.player, *(result.replace("1/2-1/2", "½–½") for result in choice.results)]
        if choice.since or choice.until:
            parts.append(f"{choice.since or ''}–{choice.until or ''}")
        if choice.elo_min or choice.elo_max:
            parts.append(self.tr("Elo %1").replace("%1", f"{choice.elo_min or ''}–{choice.elo_max or ''}"))
        if choice.speeds:
            parts.append(self.tr("time control"))
        return ", ".join(part for part in parts if part)

    @Slot(object)
    def _choose(self, row: ExplorerRow | None) -> None:
        self._explorer.choose(row)
        bands = {} if row is None else by_band(row.by_rating)
        texts = [
            f"{low}+ {words.percent(found.share or 0.0)} ({words.whole(found.games)})"
            for low, found in bands.items()
            if low and found.games
        ]
        self.detail.setText(self.tr("White by rating: %1").replace("%1", " · ".join(texts)) if texts else "")
        self.detail.setVisible(bool(texts))

    @Slot(object)
    def _update_examples(self, games: tuple[ExampleGame, ...]) -> None:
        self.examples.show_games(games)

    @Slot(object)
    def _play(self, row: ExplorerRow) -> None:
        self._match.user_move(row.uci, self._explorer.state.fen)

    def _list_games(self) -> None:
        from books.collection.query import Query

        choice = self._explorer.choice
        self._collection.search(Query(), self._games.state, choice=choice if choice != EVERY_GAME else None)
