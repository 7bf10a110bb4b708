"""The menu for the games selected in the list: headers, merge, cross table, chapters."""

from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QInputDialog, QMenu, QToolButton

from desktop.services.files import list_tasks as work
from desktop.services.files.collection_edits import CollectionEdits
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.files.list_tasks import FileLoading
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.games.collection_menu import CollectionMenu
from desktop.views.games.games_table import GamesTable
from desktop.views.kit import theme
from desktop.views.kit.foreign_text import ForeignText
from engine.game.tags.dates import date_value
from engine.game.tree import Game
from engine.ground.text import Text
from engine.pgn.index import GameList
from engine.pgn.standings import BLACK, DATE, ECO, EVENT, WHITE
from engine.pgn.study import ChapterName, names_of

_EVENT = 6  # its column in a row of the list
_NAME_WIDTH = 420  # pixels; the dialog's title in full, and most names of chapters
MOST_READ = 2_000  # the most games whose moves are read to find their openings
MOST_TABLED = 50_000  # the most games of a cross table, which is computed while the window waits


WHITE_KEY, BLACK_KEY, EVENT_KEY = "Ctrl+Alt+K", "Ctrl+Alt+B", "Ctrl+Alt+X"


class ListMenuButton(QToolButton):
    """The button with the menu. Unless several games are selected, cross table and tree use all games shown."""

    chapter_awaited = Signal(int)  # the number that a new or moved chapter will have

    def __init__(
        self,
        settings: SettingsStore,
        games: GameService,
        lists: GameListService,
        collection: CollectionService,
        edits: CollectionEdits,
        files: FileService,
        table: GamesTable,
    ) -> None:
        super().__init__()
        self._settings, self._games, self._lists = settings, games, lists
        self._table, self._collection = table, collection
        self.setText(self.tr("More"))
        self.setAccessibleName(self.tr("More that can be done with the games"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        menu = QMenu(self)
        self.headers = QAction(self.tr("Change the h&eaders …"), menu)
        self.merge = QAction(self.tr("&Merge into one tree"), menu)
        self.standings = QAction(self.tr("Cross table and &players …"), menu)
        self.page, self.black_page = QAction(menu), QAction(menu)
        self.page.setShortcut(QKeySequence(WHITE_KEY))
        self.black_page.setShortcut(QKeySequence(BLACK_KEY))
        self.addActions([self.page, self.black_page])  # so that the keys work while the menu is closed
        self._name_pages()
        self.event_table = QAction(self.tr("Cross table of the event …"), menu)
        self.event_table.setShortcut(QKeySequence(EVENT_KEY))
        self.addAction(self.event_table)
        for action, job in (
            (self.headers, self._edit_headers),
            (self.merge, self._merge),
            (self.standings, self._show_standings),
            (self.page, partial(self._show_page, WHITE)),
            (self.black_page, partial(self._show_page, BLACK)),
            (self.event_table, self._show_event),
        ):
            action.triggered.connect(lambda _checked, job=job: job())
            menu.addAction(action)
        menu.addSeparator()
        self.chapter = QAction(self.tr("&New chapter …"), menu)
        self.rename = QAction(self.tr("&Rename the chapter …"), menu)
        self.up, self.down = QAction(self.tr("Move &up"), menu), QAction(self.tr("Move &down"), menu)
        for action, job, keys in (
            (self.chapter, self._add_chapter, ""),
            (self.rename, self._rename, "F2"),
            (self.up, lambda: self._move(-1), "Alt+Up"),
            (self.down, lambda: self._move(1), "Alt+Down"),
        ):
            action.triggered.connect(job)
            if keys:  # the table handles these keys; the menu only shows them
                shown = QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)
                action.setText(f"{action.text()}\t{shown}")
            menu.addAction(action)
        menu.addSeparator()
        self.collected = CollectionMenu(collection, edits, lists, files, table, menu)
        self.collected.fill(menu)
        menu.addSeparator()
        self.search = QAction(self.tr("Searc&h the collection …"), menu)
        self.duplicates = QAction(self.tr("Find duplica&tes …"), menu)
        self.get_games = QAction(self.tr("Get my games …"), menu)
        menu.addActions([self.search, self.duplicates, self.get_games])
        table.renamed.connect(self._rename)
        table.moved.connect(self._move)
        menu.aboutToShow.connect(self._update)
        self.setMenu(menu)

    def _update(self) -> None:
        state = self._lists.state
        idle = state.listed and state.settled
        self.headers.setEnabled(idle and not state.binned and bool(self._table.selected_numbers()))
        self.merge.setEnabled(idle and bool(state.order))
        one = self._chapter() is not None
        self.chapter.setEnabled(idle and self._has_chapters)
        self.rename.setEnabled(one)
        self.up.setEnabled(one and state.everything)
        self.down.setEnabled(one and state.everything)
        self.collected.update()
        self.event_table.setEnabled(state.listed and bool(state.order))
        self._name_pages()
        self.standings.setEnabled(state.listed and 0 < len(self._numbers()) <= MOST_TABLED)

    def fitting(self) -> list[QAction]:
        """The entries that act on the selected games and can be used now, with the lines between their groups."""
        self._update()
        entries = self.menu().actions()
        whole = {self.collected.new, self.chapter}
        if len(self._table.selected_numbers()) < 2:
            whole |= {self.merge, self.standings}  # they would take the whole list
        own = [one for one in entries[: entries.index(self.search)] if one not in whole]
        return [one for one in own if one.isSeparator() or one.isEnabled()]

    def _name_pages(self) -> None:
        """Names both players of the selected game."""
        row = self._row()
        for action, side, text in (
            (self.page, WHITE, self.tr("P&age of White")),
            (self.black_page, BLACK, self.tr("Page of Blac&k")),
        ):
            action.setText(f"{text}: {ForeignText(row[side]).caption} …" if row else f"{text} …")

    def _row(self) -> tuple[str, ...]:
        """The headers of the first selected game, or else of the first one; empty without one."""
        chosen = self._table.selected_numbers() or list(self._lists.state.order[:1])
        return self._lists.whole_row(chosen[0]) if chosen and self._lists.state.listed else ()

    def _numbers(self) -> list[int]:
        chosen = self._table.selected_numbers()
        return chosen if len(chosen) > 1 else list(self._lists.state.order)

    def _edit_headers(self) -> None:
        from desktop.views.games.edit_headers_dialog import EditHeadersDialog

        EditHeadersDialog(self._lists, self._table.selected_numbers(), self.window()).open()

    def _merge(self) -> None:
        self._lists.merge(self._numbers())

    def _show_standings(self) -> None:
        self._show_listed(self._numbers())

    def _show_page(self, side: int) -> None:
        """Shows the page of a player of the selected game, in a collection from all games."""
        state, row = self._lists.state, self._row()
        if not row:
            return
        name = row[side]
        if state.collection and not state.binned:
            path = Path(state.collection)

            self._collection.read_player(path, name, self._lists.still(partial(self._show_read, path, name)))
            return
        self._show_listed(list(state.order[:MOST_TABLED]), player=name)

    def _show_event(self) -> None:
        """Shows the cross table of the selected game's event and year, in a collection from all its games."""
        state, row = self._lists.state, self._row()
        if not row:
            return
        year = date_value(row[DATE]).year
        if state.collection and not state.binned:
            path = Path(state.collection)
            show = self._lists.still(partial(self._show_read, path, ""))
            self._collection.read_event(path, row[EVENT], year, show)
            return
        every = range(state.total) if state.path else state.order
        rows = ((number, self._lists.whole_row(number)) for number in every)
        same = (number for number, one in rows if one[EVENT] == row[EVENT] and date_value(one[DATE]).year == year)
        self._show_listed(list(islice(same, MOST_TABLED)))

    def _show_listed(self, numbers: Sequence[int], player: str = "") -> None:
        """Shows the cross table of listed games, or the page of a player of them."""
        from desktop.views.games.standings_dialog import StandingsDialog

        listing = self._lists.listing
        dialog = StandingsDialog(
            lambda: self._rows(numbers, listing), self._lists.rows_read, self.window(), player=player
        )
        dialog.games_wanted.connect(lambda places, words: self._list_games([numbers[one] for one in places], words))
        dialog.open()

    def _show_read(self, path: Path, player: str, found: tuple[list[int], list[tuple[str, ...]]]) -> None:
        from desktop.views.games.standings_dialog import StandingsDialog

        numbers, rows = found
        dialog = StandingsDialog(lambda: rows, self._lists.rows_read, self.window(), player=player)
        dialog.games_wanted.connect(
            lambda places, words: self._collection.list_numbers(
                path, [numbers[one] for one in places], Text("%1", words)
            )
        )
        dialog.open()

    def _list_games(self, rows: Sequence[int], words: str) -> None:
        """Lists some of the listed games: in a collection those, in a file those with all these words."""
        games = self._lists.listed
        if self._lists.state.collection and not isinstance(games, GameList) and games is not None:
            numbers = [games.number(row) for row in rows]
            self._collection.list_numbers(Path(self._lists.state.collection), numbers, Text("%1", words))
        else:
            self._lists.search("".join(sign if sign.isalnum() else " " for sign in words))

    def _rows(self, numbers: Sequence[int], listing: FileLoading | None) -> list[Sequence[str]]:
        """The rows as the list shows them. If the headers name no opening, it is found from the moves once they are read.

        Empty once the list has changed from that of `listing`: the numbers are no longer valid.
        """
        found: list[Sequence[str]] = []
        if listing is not self._lists.listing:
            return found
        for number in numbers:
            row = list(self._lists.whole_row(number))
            unnamed = row[ECO] in ("", "?") and len(numbers) <= MOST_READ
            if unnamed and (fact := self._lists.fact(number)) is not None:
                row[ECO] = fact.eco
            found.append(row)
        return found

    @property
    def _has_chapters(self) -> bool:
        """Whether games can be chapters: those of a file, and of a study in a collection."""
        state = self._lists.state
        return bool(state.path) or (bool(state.study) and not state.binned)

    def _chapter(self) -> int | None:
        """The number of the selected game, if only one is selected and all are listed."""
        state, chosen = self._lists.state, self._table.selected_numbers()
        idle = self._has_chapters and state.settled
        return chosen[0] if idle and len(chosen) == 1 else None

    def _study(self) -> str:
        """The study's name, from its first chapter or else the file name."""
        state = self._lists.state
        study = names_of(self._lists.whole_row(0)[_EVENT])[0] if state.total else ""
        return study or state.study or Path(state.path).name.split(".")[0]

    def _add_chapter(self) -> None:
        from desktop.views.games.chapter_dialog import ChapterDialog

        study = self._study()

        def add(chapter: Game) -> None:
            words = Text("adding the chapter %1", names_of(chapter.header("Event"))[1])
            self.chapter_awaited.emit(self._lists.state.total)
            self._lists.rewrite(lambda games: work.chapter_added(games, chapter), words)

        ChapterDialog(self._settings, self._games, study, self._lists.still(add), self.window()).open()

    def _rename(self) -> None:
        number = self._chapter()
        if number is None:
            return
        dialog = QInputDialog(self.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(self.tr("Rename the chapter"))
        dialog.setLabelText(self.tr("Name"))
        dialog.resize(theme.scaled(_NAME_WIDTH), dialog.sizeHint().height())
        dialog.setTextValue(names_of(self._lists.whole_row(number)[_EVENT])[1])

        def rename(name: str) -> None:
            if name.strip():
                words = Text("renaming the chapter %1", name.strip())
                self._lists.edit_headers([number], ChapterName(name.strip()), words)

        dialog.textValueSelected.connect(self._lists.still(rename))
        dialog.open()

    def _move(self, step: int) -> None:
        number, state = self._chapter(), self._lists.state
        if number is None or not state.everything or not 0 <= number + step < state.total:
            return
        first = min(number, number + step)
        if state.collection:  # of a file the cursor follows the bytes
            self.chapter_awaited.emit(number + step)
        self._lists.rewrite(lambda games: work.chapters_swapped(games, first), Text("moving a chapter"))
