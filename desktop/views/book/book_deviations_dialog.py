"""The book report over many games: the places where you and your opponents leave your book most often."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop.model.job import JobState
from desktop.services.book.book_deviations_service import BookDeviationsService
from desktop.services.book.learning_service import LearningService
from desktop.services.files.file_service import FileService
from desktop.services.kit.language import own_name
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path, make_default
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import decimal, filled, whole
from desktop.views.kit.work_parts import PGN, emptied, listing, show_status, wrapped

if TYPE_CHECKING:
    from books.repertoire.many_reports import ManyReports, RepeatedDeparture
    from engine.jobs.habits import BookDeviationsRequest

_MOST_ROWS = 60


class BookDeviationsDialog(Dialog):
    """Starts with the games played here; the user can choose another PGN file."""

    def __init__(
        self,
        settings: SettingsStore,
        habits: BookDeviationsService,
        files: FileService,
        learning: LearningService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, self.tr("Book report of many games"), (600, 560))
        self._habits, self._files, self._learning = habits, files, learning
        self._shown: ManyReports | None = None
        self.path: Path | None = files.played_games
        self.player = named(QLineEdit(own_name(settings.settings.text("player_name"))), self.tr("Player"))
        self.player.returnPressed.connect(self._compare)
        self.file = push_button("", self._ask_file, auto_default=False)
        self.compare = QPushButton(self.tr("&Compare"))
        make_default(self.compare)
        self.compare.clicked.connect(self._compare)
        self.status = wrapped()
        games, player = plain_label(self.tr("Games")), plain_label(self.tr("Player"))
        head = in_row(games, (self.file, 1), player, (self.player, 1), self.compare, spacing=2)
        scroll, self._list = listing()
        close = push_button(self.tr("Close"), self.close, auto_default=False)
        self.learn = push_button(
            self.tr("&Learn from these games"),
            self._learn,
            tip=self.tr("Ratsu avoids what lost these games, and trains you on your mistakes; each game counts once"),
            auto_default=False,
        )
        end = in_row(self.learn, STRETCH, close)
        in_column(head, self.status, (scroll, 1), end, inside=self, margins=4, spacing=2)
        habits.changed.connect(self._update_habits)
        self.finished.connect(habits.stop)
        self._update_file()
        self._update_habits(habits.state)

    def _update_file(self) -> None:
        known = self.path is not None and self.path.exists()
        name = self.path.name if self.path is not None and known else self.tr("Choose …")
        if known and self.path == self._files.played_games:
            name = self.tr("Played here")
        self.file.setText(ForeignText(name).caption)
        self.compare.setEnabled(known)
        self.learn.setEnabled(known)

    def _ask_file(self) -> None:
        ask_path(self, self.tr("Games to compare with the book"), self.choose_file, "", PGN)

    @Slot(str)
    def choose_file(self, name: str) -> None:
        self.path = Path(name)
        self._update_file()

    @Slot()
    def _compare(self) -> None:
        if self.path is not None and self.path.exists():
            from engine.jobs.habits import BookDeviationsRequest

            self._habits.begin(BookDeviationsRequest(self.path, self.player.text().strip()))

    @Slot()
    def _learn(self) -> None:
        if self.path is not None and self.path.exists():
            self._learning.learn_file(self.path, self.player.text().strip())

    @Slot(object)
    def _update_habits(self, state: JobState[BookDeviationsRequest, ManyReports]) -> None:
        show_status(self.status, state.problem, self._status_text(state), "quiet")
        if state.last is self._shown:
            return
        self._shown = state.last
        emptied(self._list)
        habits = [*enumerate(state.last.habits[:_MOST_ROWS])] if state.last is not None else []
        for own, heading in ((True, self.tr("You left the book")), (False, self.tr("Your opponents left it"))):
            rows = [(number, habit) for number, habit in habits if habit.own == own]
            if rows:
                label = plain_label(heading, look="heading")
                self._list.addWidget(label)
            for number, habit in rows:
                self._list.addWidget(self._make_row(number, habit))
        self._list.addStretch(1)

    def _status_text(self, state: JobState[BookDeviationsRequest, ManyReports]) -> str:
        if state.running:
            text = self.tr("Comparing: %1 games so far.")
            if state.done == 1:
                text = self.tr("Comparing: one game so far.")
            return text.replace("%1", whole(state.done))
        if state.request is None or state.last is None:
            return self.tr("Where do you leave your book most often? Compare the games of a file with it.")
        text = self.tr("%1 games of %2, on average %3 half moves in the book.")
        if state.last.games == 1:
            text = self.tr("One game of %2, %3 half moves of it in the book.")
        numbers = (whole(state.last.games), state.request.player, decimal(state.last.plies, 1))
        return filled(text, *numbers)

    def _make_row(self, number: int, habit: RepeatedDeparture) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        text = plain_label(words.reason(habit.reason), wrap=True)
        show = push_button(self.tr("Show"), lambda: self._files.set_position(habit.board.fen()), auto_default=False)
        line = in_row((text, 1), show, inside=frame, margins=(2, 1, 2, 1), spacing=2)
        if not habit.known:
            add = push_button(self.tr("Added") if habit.added else self.tr("Add it?"), auto_default=False)
            add.setEnabled(not habit.added)
            add.clicked.connect(lambda: self._habits.add(number))
            line.addWidget(add)
        return frame
