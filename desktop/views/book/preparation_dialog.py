"""Preparation for an opponent: the opponent's games and name, lines to aim for, saving them as a book, and sparring."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QGridLayout, QLineEdit, QMenu, QSizePolicy, QWidget

from desktop.model.job import JobState
from desktop.services.book.preparation_service import PreparationService
from desktop.services.files.collection_service import CollectionService
from desktop.services.game.game_service import GameService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.book.job_dialog import JobDialog
from desktop.views.kit import theme
from desktop.views.kit.buttons import Clicked, push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import ChoiceField, named, number_field
from desktop.views.kit.figures import Figures, ResultsBar
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import date, moves, results, score, shared, text_of, whole, wording
from desktop.views.kit.work_parts import COLLECTED, emptied, wrapped
from engine.game.tree import ROOT, Game
from engine.ground.text import Text

if TYPE_CHECKING:
    from books.preparation.opponent import OpponentResults
    from books.preparation.steering import SteerLine
    from engine.jobs.preparation import Preparation, PreparationRequest, SidePreparation

_MOST_LINES, _MOST_YEARS, _MOST_NAMES = 25, 8, 4
_FIRST_YEAR, _LAST_YEAR = 1700, 2100


class PreparationDialog(JobDialog["PreparationRequest", "Preparation"]):
    """A window beside the main one: a click shows a line on the board. Closing it stops the reading."""

    account_wanted = Signal()

    def __init__(
        self,
        games: GameService,
        preparation: PreparationService,
        collection: CollectionService,
        settings: SettingsStore,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(preparation, self.tr("Opponent preparation"), (760, 640), parent)
        self._games, self._preparation, self._collection = games, preparation, collection
        self._settings = settings
        self._found: dict[str, int] = {}  # spellings of the opponent, with their games
        self._without: set[str] = set()
        self._shown: tuple[object, ...] | None = None
        self.paths = self._first_games()
        self.prepare = self._begin_button(self.tr("&Prepare"), self._prepare, 36)
        self.stop.setText(self.tr("S&top"))
        self.keep = push_button(self.tr("&Keep as a book"), preparation.keep)
        tip = self.tr("Starts a game: Ratsu plays the opponent's openings, then at the level of their rating")
        self.spar = push_button(self.tr("&Spar"), self._spar, tip=tip)
        self.sheet = push_button(
            self.tr("Sh&eet …"), self._show_sheet, tip=self.tr("The preparation as a page, to print or to save as PDF")
        )
        introduction, options = self._make_introduction(), self._make_options()
        buttons = (self.prepare, self.stop, self.keep, self.spar, self.sheet)
        self._arrange(introduction, options, found=self.tr("Where to lead the opponent"), buttons=buttons)
        preparation.sparring.connect(self.close)  # the board must be visible
        self._follow()
        preparation.refresh()

    # Layout

    def _make_introduction(self) -> QWidget:
        return wrapped(
            self.tr(
                "Counts an opponent's games and finds the lines of your book in which they score worst. The lines can be "
                "saved as a book with today's date, which can be removed with one click."
            ),
            "quiet",
        )

    def _make_options(self) -> QGridLayout:
        self.file = push_button("", name=self.tr("Games of the opponent"), auto_default=False)
        self.file.setMenu(QMenu(self.file))
        self.file.menu().aboutToShow.connect(self._fill_sources)
        self.names = push_button("", auto_default=False, name=self.tr("Names that count"))
        self.names.setMenu(QMenu(self.names))
        self.names.setEnabled(False)
        self.names.setToolTip(self.tr("Untick a name that is another player’s, then prepare again"))
        self.player = named(
            QLineEdit(self._preparation.state.request.name if self._preparation.state.request is not None else ""),
            self.tr("Opponent"),
        )
        self.player.setPlaceholderText(self.tr("Name, as in the games"))
        self.player.textChanged.connect(self._forget_names)
        self.player.returnPressed.connect(self._prepare)
        self.side = ChoiceField()
        for text, white in (
            (self.tr("Either side"), None),
            (self.tr("I have White"), True),
            (self.tr("I have Black"), False),
        ):
            self.side.addItem(text, white)
        self.side.setAccessibleName(self.tr("Your side"))
        self.since = named(number_field(_FIRST_YEAR, _FIRST_YEAR, _LAST_YEAR), self.tr("Games since"))
        self.since.setSpecialValueText(self.tr("all"))
        grid = QGridLayout()
        grid.setSpacing(2 * theme.SPACE)
        fields = (
            (self.tr("Games"), self.file),
            (self.tr("Opponent"), self.player),
            (self.tr("Your side"), self.side),
            (self.tr("Games since"), self.since),
            (self.tr("Names that count"), self.names),
        )
        for number, (caption, field) in enumerate(fields):
            label = plain_label(caption)
            label.setBuddy(field)
            grid.addWidget(label, number // 2, 2 * (number % 2))
            grid.addWidget(field, number // 2, 2 * (number % 2) + 1)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        return grid

    # Actions

    def _first_games(self) -> tuple[Path, ...]:
        """The games of the last preparation, or the collection in use if it has any."""
        if (last := self._preparation.state.request) is not None:
            return tuple(last.games)
        entries = self._collection.state.entries
        return tuple(entry.path for entry in entries if entry.games and entry.path == self._collection.path)

    @Slot()
    def _fill_sources(self) -> None:
        menu = self.file.menu()
        menu.clear()
        for entry in self._collection.state.entries:
            if entry.games:
                caption = ForeignText(text_of(entry.name)).caption
                menu.addAction(caption, partial(self.choose_files, [str(entry.path)]))
        menu.addAction(self.tr("Choose files …"), self._ask_file)
        menu.addAction(self.tr("Get the games of an account …"), self.account_wanted.emit)

    def _ask_file(self) -> None:
        ask_path(self, self.tr("Games of the opponent"), self.choose_files, "", COLLECTED, several=True)

    @Slot(list)
    def choose_files(self, names: list[str]) -> None:
        self.paths = tuple(Path(name) for name in names)
        self._forget_names()

    @Slot()
    def _forget_names(self) -> None:
        self._found, self._without = {}, set()
        self._update_file()

    def count_name(self, name: str, counts: bool) -> None:
        """Ticks or unticks a spelling."""
        (self._without.discard if counts else self._without.add)(name)
        self._update_file()

    def _fill_names(self) -> None:
        menu = self.names.menu()
        menu.clear()
        for name, count in self._found.items():
            action = menu.addAction(ForeignText(f"{name} ({whole(count)})").caption)
            action.setCheckable(True)
            action.setChecked(name not in self._without)
            action.toggled.connect(partial(self.count_name, name))

    @Slot()
    def _prepare(self) -> None:
        from books.preparation.opponent import GameSelection
        from engine.jobs.preparation import PreparationRequest

        if self.prepare.isEnabled():
            since = self.since.value() if self.since.value() > _FIRST_YEAR else None
            request = PreparationRequest(
                self.paths,
                self.player.text().strip(),
                self._preparation.indexes,
                self.side.currentData(),
                GameSelection(since=since),
                without=tuple(sorted(self._without)),
            )
            self._preparation.begin(request)

    @Slot()
    def _spar(self) -> None:
        """Starts a sparring game with the chosen side; with White if either is chosen."""
        self._preparation.spar(self.side.currentData() is not False)

    @Slot()
    def _show_sheet(self) -> None:
        from desktop.views.game.page_dialog import PageDialog
        from engine.publishing.preparation_pages import preparation_blocks, preparation_title

        found = self._preparation.state.last
        if found is not None:
            title = preparation_title(found, wording())
            dialog = PageDialog(self._settings, title, "preparation.pdf", parent=self)
            dialog.show_page(title, preparation_blocks(found, wording()))
            dialog.open()

    @Slot()
    def _update_file(self) -> None:
        listed = {entry.path: text_of(entry.name) for entry in self._collection.state.entries}
        names = ", ".join(listed.get(path, path.name) for path in self.paths)
        self.file.setText(ForeignText(names or self.tr("Choose …")).caption)
        counted = len(self._found) - len(self._without)
        text = text_of(Text("%1 of %2 {name|names}", counted, len(self._found)))
        self.names.setText(text if self._found else self.tr("known after the first reading"))
        self.names.setEnabled(len(self._found) > 1)
        ready = bool(self.paths) and bool(self.player.text().strip()) and (counted > 0 or not self._found)
        self.prepare.setEnabled(ready and not self._preparation.state.running)

    # Reactions to the services

    def _show(self, state: JobState[PreparationRequest, Preparation]) -> None:
        request = state.request
        if state.last is not None and request is not None and not state.running and request.games == self.paths:
            if request.name == self.player.text().strip() and self._found != state.last.opponent.names:
                self._found = dict(state.last.opponent.names)
                self._fill_names()
        self._update_file()
        for button in (self.keep, self.spar, self.sheet):
            button.setEnabled(state.last is not None and not state.running)
        shown = (state.last, self._preparation.kept)
        if shown != self._shown:
            self._shown = shown
            self._update_list(state.last)

    def _status_text(self, state: JobState[PreparationRequest, Preparation]) -> str:
        if state.running:
            return self.tr("Reading the games …")
        if self._preparation.saved:
            return self.tr("“%1” is one of your books now.").replace("%1", self._preparation.saved)
        if state.last is None:
            return ""
        opponent = state.last.opponent
        shown = [*opponent.counted.items()][:_MOST_NAMES]
        names = ", ".join(f"{name} ({whole(count)})" for name, count in shown)
        text = text_of(Text("%1 of %2 {game|games}: %3.", len(opponent.games), opponent.read, names))
        rating = opponent.rating
        return f"{text} {self.tr('Rating: %1.').replace('%1', str(rating))}" if rating else text

    def _update_list(self, found: Preparation | None) -> None:
        emptied(self._list)
        for side in found.sides if found is not None else ():
            self._add_side(side)
        if self._preparation.kept:
            self._add_heading(self.tr("Saved preparations"))
            for path, title, day in self._preparation.kept:
                remove = partial(self._preparation.remove, path)
                self._list.addWidget(self._make_card(title, date(f"{day:%Y.%m.%d}"), self.tr("Remove"), remove))
        self._list.addStretch(1)

    def _add_heading(self, text: str) -> None:
        label = plain_label(text, look="heading")
        self._list.addWidget(label)

    def _add_side(self, side: SidePreparation) -> None:
        self._add_heading(self.tr("You have White") if side.white else self.tr("You have Black"))
        figures, plan = Figures(), side.plan
        shown = [(self._score(side.results), self.tr("opponent's score"))]
        if plan.lines:
            shown.append((shared(plan.usual, plan.usual_interval), self.tr("your score as others played")))
            shown.append((shared(plan.expected, plan.interval), self.tr("your score in these lines")))
        figures.show_figures((whole(side.results.games), self.tr("games of the opponent")), *shown)
        self._list.addWidget(figures)
        self._list.addWidget(self._bar(side.results))
        years = [f"{year or '?'}: {self._score(games)}" for year, games in [*side.years.items()][-_MOST_YEARS:]]
        for text in (", ".join(years), "" if plan.lines else self.tr("Your book has no move in these games.")):
            if text:
                self._list.addWidget(plain_label(text, look="quiet", wrap=True))
        for line in side.plan.lines[:_MOST_LINES]:
            self._list.addWidget(self._make_line(line, side.white))

    def _make_line(self, line: SteerLine, white: bool) -> QFrame:
        import chess

        from books.analysis import score_of

        text = self.tr("Comes up in %1; you score %2; the opponent's games there: %3")
        text = text.replace("%1", shared(line.reach, line.reach_interval))
        text = text.replace("%2", shared(line.expected, line.interval))
        text = text.replace("%3", self._results(line.results))
        if line.centipawns is not None:
            text += f"; {score(score_of(line.centipawns, white))}"
        return self._make_card(
            moves(chess.Board().variation_san(line.moves)),
            text,
            self.tr("Show"),
            lambda: self._show_line(line),
            self._bar(line.results),
        )

    def _show_line(self, line: SteerLine) -> None:
        game, last = Game.new(), ROOT
        for move in line.moves:
            game, last = game.add_move(last, move.uci())
        self._games.open_tab(game, current=last)

    def _make_card(self, head: str, text: str, button_text: str, on_click: Clicked, *below: QWidget) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        button = push_button(button_text, on_click, name=f"{button_text}: {head}", auto_default=False)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # the moves need the width
        column = in_column(wrapped(head), wrapped(text, "quiet"), *below)
        in_row((column, 1), button, inside=frame, margins=(2, 1, 2, 1))
        return frame

    def _results(self, games: OpponentResults) -> str:
        text = f"{whole(games.games)} ({results((games.wins, games.draws, games.losses))})"
        return text if games.score is None else f"{text}, {shared(games.score, games.interval)}"

    def _bar(self, games: OpponentResults) -> ResultsBar:
        return ResultsBar((games.wins, games.draws, games.losses), self._results(games))

    def _score(self, games: OpponentResults) -> str:
        return "–" if games.score is None else shared(games.score, games.interval)
