"""File actions: open, save, add to a file, close a game. Asks if necessary, and never blocks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog

from desktop.model.collection import CollectionState, file_name
from desktop.model.errors import Message, Severity
from desktop.model.game.state import GameState
from desktop.services.book.books_service import BooksService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_opening import DoubtfulMove
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.services.game.game_service import GameService
from desktop.services.game.match_service import MatchService
from desktop.services.game.rated_game_guard import RatedGameGuard
from desktop.services.kit.folders import games_folder
from desktop.services.kit.job_service import JobService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import messages, words
from desktop.views.kit.dialogs import FileDialog, ask
from desktop.views.window.loading_notice import LoadingNotice
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.game.tree import Game
from engine.ground.text import Text, plain
from engine.ground.user_files import COLLECTION_SUFFIX

if TYPE_CHECKING:
    from books.collection.tidying.duplicates import DuplicateGroup
    from books.collection.tidying.spellings import SpellingGroup
    from engine.jobs.duplicates import DuplicateSearch
    from engine.jobs.spellings import SpellingSearch

_PGN = "PGN (*.pgn *.PGN *.pgn.gz *.pgn.zst);;*"
_OPENED = f"PGN, Ratsu (*.pgn *.PGN *.pgn.gz *.pgn.zst *.zip *{COLLECTION_SUFFIX});;*"
_GAMES = "PGN, ChessBase (*.pgn *.PGN *.pgn.gz *.pgn.zst *.zip *.cbh *.CBH *.cbv *.CBV);;*"
_BOOKS = (".ratsubook", ".bin", ".abk", ".ctg")
_MOST_NAMED = 6  # games in a question; the others are counted
_CHESSBASE = (".cbh", ".cbv", ".cbz")


class FileActions(QObject):
    """Connects the menu File with the file service, with dialogs for its questions."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        help_gate: RatedGameGuard,
        books: BooksService,
        collection: CollectionService,
        searches: SavedSearchService,
        lists: GameListService,
        files: FileService,
        match: MatchService,
        duplicates: JobService[DuplicateSearch, DuplicateGroup],
        spellings: JobService[SpellingSearch, SpellingGroup],
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._help_gate = settings, games, help_gate
        self._books, self._collection, self._searches = books, collection, searches
        self._lists, self._files, self._match = lists, files, match
        self._duplicates, self._spellings = duplicates, spellings
        self._context, self._window = context, context.window
        context.on(
            {
                "open": self.ask_open,
                "save": self.save,
                "save_as": self.ask_save,
                "append": self.ask_append,
                "collect": self.collect,
                "paste": lambda: self.take(QGuiApplication.clipboard().mimeData()),
                "new_study": self._new_study,
                "next_listed": lambda: self._lists.open_neighbour(1),
                "previous_listed": lambda: self._lists.open_neighbour(-1),
                "import": self.ask_import,
                "search": self._search_collection,
                "duplicates": self._find_duplicates,
                "spellings": self._correct_spellings,
                "close_tab": self.close_tab,
                "close_others": partial(self._close_games, others=True),
                "close_all": self._close_games,
            }
        )
        self._imported = collection.state.imported
        self._closing = -1  # the tab that is closed once its game is saved
        games.tabs_changed.connect(self._close_saved)
        games.tabs_changed.connect(self._enable_closing)
        self._enable_closing()
        collection.changed.connect(self._tell_import)
        files.gone.connect(self._tell_gone)
        files.asks_about_doubts = True
        files.move_doubted.connect(self._ask_move)
        for service in (files, lists):
            LoadingNotice(context, service.reading)

    @Slot(object)
    def _ask_move(self, doubtful: DoubtfulMove) -> None:
        from desktop.views.games.ambiguous_move_dialog import AmbiguousMoveDialog

        dialog = AmbiguousMoveDialog(doubtful.doubt, self._window)
        dialog.answered.connect(doubtful.read_on)
        dialog.open()

    def open_files(self, paths: list[Path]) -> None:
        """Opens PGN and position files, imports ChessBase databases into the collection, and adds a book to the user's."""
        books = [path for path in paths if path.suffix.lower() in _BOOKS]
        foreign = [path for path in paths if path.suffix.lower() in _CHESSBASE]
        for path in paths:
            if path.suffix == COLLECTION_SUFFIX:
                self._collection.open(path)
            elif path not in foreign and path not in books:
                self._files.open_file(path)
        if foreign:
            self._collection.import_files(foreign)
        if books:  # the dialog shows the effect, and asks
            self._context.actions["books"].trigger()
            self._books.add(books[0])
        if books[1:]:
            left = self.tr("Only %1 is added: books are added one after another.").replace("%1", books[0].name)
            self._context.tell(Message(Severity.WARNING, plain(left)))

    def take(self, data: QMimeData) -> None:
        """Opens dropped or pasted data: files, or text with a FEN or PGN. The next file dialog starts in the files' folder."""
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        if paths:
            self._remember_folder([str(path) for path in paths])
            self.open_files(paths)
        elif data.hasUrls():
            self._context.tell(Message(Severity.WARNING, plain(self.tr("Only files of this computer can be opened."))))
        else:
            self._help_gate.use(partial(self._files.paste, data.text()))

    def ask_open(self) -> None:
        dialog = self._dialog(self.tr("Open a PGN file"))
        dialog.setNameFilter(_OPENED)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(lambda names: self.open_files([Path(name) for name in names]))
        dialog.open()

    def save(self) -> None:
        """Saves the shown game to its file; asks for a file if it has none."""
        self._keep_open()  # an earlier answer, whose save has failed, closes nothing any more
        if not self._files.save():
            self.ask_save()

    def ask_save(self) -> None:
        self._keep_open()
        dialog = self._dialog(self.tr("Save the game"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pgn")
        dialog.selectFile(self._files.proposed_name())
        tab = self._games.state.tab  # another program start may open a game while the dialog is open
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)  # `_save_to` asks, and offers to add
        dialog.fileSelected.connect(lambda name: self._save_to(Path(name), tab))
        dialog.rejected.connect(self._keep_open)
        dialog.open()

    def _save_to(self, path: Path, tab: int) -> None:
        """Saves a game in a file. What the file holds besides stays, unless the user wants it replaced."""
        files = self._files
        if not path.exists() or files.is_own_file(path, tab):
            files.save_as(path, tab)
            return
        text = self.tr("%1 exists already. Add the game to it, or replace everything in it by this game?")
        ask(
            self._context.window,
            words.filled(text, path.name),
            self.tr("Replace everything"),
            partial(files.save_as, path, tab),
            on_no=self._keep_open,
            first=(self.tr("Add the game"), partial(files.save_into, path, tab)),
        )

    @Slot(int)
    def _tell_gone(self, tab: int) -> None:
        """Reports that a game could not be saved because it was deleted from its file, in the list or by another program."""
        state = self._games.state_of(tab)
        if state is None:
            return
        text = self.tr("%1 does not hold this game any more: it was deleted or changed there. It was not saved.")
        name = words.text_of(file_name(state.path))
        message = Message(Severity.ERROR, plain(text.replace("%1", name)))
        answers = (
            (self.tr("Save as …"), lambda: self._save_elsewhere(tab)),
            (self.tr("Add it to the file"), lambda: self._files.add_back(tab)),
        )
        self._context.tell(message, answers)

    def _save_elsewhere(self, tab: int) -> None:
        if self._games.state_of(tab) is not None:
            self._games.select_tab(tab)
            self.ask_save()

    def ask_append(self) -> None:
        dialog = self._dialog(self.tr("Add the game to a file"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setOption(QFileDialog.Option.DontConfirmOverwrite)
        dialog.setLabelText(QFileDialog.DialogLabel.Accept, self.tr("Add"))
        dialog.setDefaultSuffix("pgn")
        tab = self._games.state.tab
        dialog.fileSelected.connect(lambda name: self._files.append_to(Path(name), tab))
        dialog.open()

    def collect(self) -> None:
        """Adds the shown game to the collection in use. A game without a file is saved there from now on."""
        path = self._collection.path
        if path is not None:
            self._files.append_to(path, collected=True)

    def ask_import(self) -> None:
        dialog = self._dialog(self.tr("Import games into the collection"))
        dialog.setNameFilter(_GAMES)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.import_files)
        dialog.open()

    def import_files(self, names: list[str]) -> None:
        self._collection.import_files([Path(name) for name in names])
        self._context.show_mode(Mode.GAMES)

    @Slot(object)
    def _tell_import(self, state: CollectionState) -> None:
        """Reports the result of each imported file, unless the list of games is shown: its page has it above the list."""
        more, self._imported = len(state.imported) > len(self._imported), state.imported
        if more and self._context.body.mode_bar.shown is not Mode.GAMES:
            self._context.tell(Message(Severity.INFORMATION, state.imported[-1].text))

    def close_tab(self) -> None:
        """Closes the shown game; asks if changes would be lost."""
        state, self._closing = self._games.state, -1
        if state.counts:
            question = self.tr("This game counts for your Elo. Closing it counts as a loss.")
            messages.ask(self._window, question, self.tr("Close and lose"), partial(self._lose, state.tab))
        elif _unsaved(state):
            messages.ask(
                self._window,
                self.tr("Close “%1” without saving it?").replace("%1", words.game_title(state)),
                self.tr("Close"),
                lambda: self._close(state.tab),
                first=(self.tr("Save"), partial(self._save_and_close, state.tab)),
            )
        else:
            self._close(state.tab)

    def _close_games(self, others: bool = False) -> None:
        """Closes all games, or all `others` than the shown one; asks once if changes would be lost."""
        self._closing = -1
        wanted = [state for state in self._games.states if not (others and state.tab == self._games.state.tab)]
        unsaved = [state for state in wanted if _unsaved(state) and not state.counts]
        if not unsaved:
            self._close_each(wanted)
            return
        names = [words.game_title(state) for state in unsaved]
        if len(names) > _MOST_NAMED:
            names[_MOST_NAMED:] = [self.tr("… and %1 more").replace("%1", str(len(names) - _MOST_NAMED))]
        question = words.text_of(Text("Close %1 {game|games}? Not saved:", sum(not state.counts for state in wanted)))
        messages.ask(
            self._window,
            "\n".join((question, *names)),
            self.tr("Close without saving"),
            partial(self._close_each, wanted),
            first=(self.tr("Keep the unsaved open"), partial(self._close_each, wanted, keep=unsaved)),
        )

    def _close_each(self, wanted: Sequence[GameState], keep: Sequence[GameState] = ()) -> None:
        """Closes games but for those to `keep`. A rated game stays open too: closing it would count as a loss."""
        for state in wanted:
            if state not in keep and not state.counts:
                self._close(state.tab)
        if any(state.counts for state in wanted):
            text = self.tr("Your rated game is still open: closing it would count as a loss.")
            self._context.tell(Message(Severity.INFORMATION, plain(text)))

    @Slot()
    def _enable_closing(self) -> None:
        self._context.enable(len(self._games.tabs.titles) > 1, "close_others", "close_all")

    def _save_and_close(self, tab: int) -> None:
        """Saves a game, and closes it once it is saved; it stays open if no file is chosen or the save fails."""
        self._games.select_tab(tab)
        self.save()
        self._closing = tab

    @Slot()
    def _keep_open(self) -> None:
        """Closes no game after the next save."""
        self._closing = -1

    @Slot()
    def _close_saved(self) -> None:
        state = self._games.state_of(self._closing)
        if state is not None and not state.modified:
            self._closing = -1
            QTimer.singleShot(0, self, partial(self._close, state.tab))  # others hear of the save first

    def _lose(self, tab: int) -> None:
        """Closes an unfinished rated game, which counts as a loss."""
        self._match.abandon(tab)
        self._close(tab)

    def _close(self, tab: int) -> None:
        """Closes a game. After the last one Home is shown in place of an empty board."""
        last = len(self._games.tabs.titles) == 1
        self._games.close_tab(tab)
        if last:
            self._context.show_mode(Mode.HOME)

    def _new_study(self) -> None:
        from desktop.views.games.chapter_dialog import ChapterDialog

        ChapterDialog(self._settings, self._games, "", self._ask_study, self._window).open()

    def _ask_study(self, chapter: Game) -> None:
        dialog = self._dialog(self.tr("Save the study"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pgn")
        dialog.fileSelected.connect(lambda name: self.begin_study(Path(name), chapter))
        dialog.open()

    def begin_study(self, path: Path, chapter: Game) -> None:
        self._lists.begin_study(path, chapter)
        self._context.show_mode(Mode.GAMES)

    def _search_collection(self) -> None:
        from desktop.views.games.search_dialog import SearchDialog

        SearchDialog(self._games, self._collection, self._searches, self._lists.collected(), self._window).open()

    def _find_duplicates(self) -> None:
        """Looks through the listed file or collection, otherwise the user's collection."""
        from desktop.views.games.duplicates_dialog import DuplicatesDialog

        path = self._tidied(self._lists.state.path or self._lists.state.collection)
        if path is not None:
            DuplicatesDialog(path, self._duplicates, self._collection, self._lists, self._window).show()

    def _correct_spellings(self) -> None:
        """Looks through the names of the listed collection, otherwise the user's collection."""
        from desktop.views.games.spellings_dialog import SpellingsDialog

        path = self._tidied(self._lists.state.collection)
        if path is not None:
            SpellingsDialog(path, self._spellings, self._collection, self._lists, self._window).show()

    def _tidied(self, listed: str) -> Path | None:
        """Returns what is listed, otherwise the user's collection and lists it; None after a message if it is empty."""
        path = Path(listed) if listed else self._collection.path
        if path is None or not path.exists():
            text = Text("Your collection is empty. Import a PGN file first (File menu).")
            self._context.tell(Message(Severity.INFORMATION, text))
            return None
        if not listed:  # the list's undo is that of the dialog
            self._collection.list_games()
        return path

    def _dialog(self, title: str) -> QFileDialog:
        dialog = FileDialog(self._window, title, games_folder(self._settings.settings), _PGN)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.filesSelected.connect(self._remember_folder)
        return dialog

    @Slot(list)
    def _remember_folder(self, names: list[str]) -> None:
        """Saves the folder of files that the user chose. Files that the program opens itself, such as the games of a match, do
        not count."""
        if names:
            self._settings.set("last_folder", str(Path(names[0]).parent))


def _unsaved(state: GameState) -> bool:
    """Whether closing a game would lose something: an empty board does not."""
    return state.modified and bool(state.node.id + len(state.game.root.children))
