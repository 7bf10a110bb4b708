"""The novelty finder: games to compare, margin to the best move, and novelties, shown on the board by a click."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from desktop.model.game.state import GameState
from desktop.model.job import JobPhase, JobState
from desktop.services.files.file_service import FileService
from desktop.services.game.game_service import GameService
from desktop.services.kit.job_service import JobService
from desktop.views.book.job_dialog import JobDialog
from desktop.views.kit import theme
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import ask_path
from desktop.views.kit.fields import named, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import moves, score, whole
from desktop.views.kit.work_parts import PGN, emptied, wrapped
from engine.rules.fen import START_FEN

if TYPE_CHECKING:
    from books.preparation.novelty import Novelty
    from engine.jobs.novelties import NoveltyRequest

_WITHIN_CP, _MOST_CP = 15, 200
_KNODES, _MOST_KNODES = 400, 100_000


class NoveltyDialog(JobDialog["NoveltyRequest", "Novelty"]):
    """Examines the line on the board, from the start to the shown position. Closing it stops the search."""

    def __init__(
        self,
        games: GameService,
        novelties: JobService[NoveltyRequest, Novelty],
        files: FileService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(novelties, self.tr("Novelties"), (640, 520), parent)
        self._games, self._files = games, files
        self._rows: tuple[Novelty, ...] = ()
        self.paths: tuple[Path, ...] = ()
        self.line = wrapped("", "heading")
        introduction = wrapped(
            self.tr(
                "Searches each position of the line on the board for moves that no game holds and that are nearly as good "
                "as the best. Games are those of the file, of your collection, and those that the book has counted."
            ),
            "quiet",
        )
        self.search = self._begin_button(self.tr("&Find"), self._search)
        self.stop.setText(self.tr("&Stop"))
        options = self._make_options()
        self._arrange(introduction, self.line, options, found=self.tr("Novelties"), buttons=(self.search, self.stop))
        games.state_changed.connect(self._update_game)
        self._update_game(games.state)
        self._follow()

    # Layout

    def _make_options(self) -> QHBoxLayout:
        self.file = push_button(self.tr("No file"), self._ask_file, name=self.tr("Games"), auto_default=False)
        self.within = number_field(_WITHIN_CP, 0, _MOST_CP, self.tr(" cp"))
        self.within.setAccessibleName(self.tr("Centipawns below the best move, at most"))
        self.from_move = named(number_field(1, 1, 99), self.tr("From move"))
        self.knodes = number_field(_KNODES, 1, _MOST_KNODES, self.tr(" thousand"))
        self.knodes.setAccessibleName(self.tr("Positions in each search"))
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        captions = (
            (self.tr("Games"), self.file),
            (self.tr("From move"), self.from_move),
            (self.tr("At most worse by"), self.within),
            (self.tr("Positions"), self.knodes),
        )
        for caption, field in captions:
            label = plain_label(caption)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, int(field is self.file))
        return row

    # Actions

    def _ask_file(self) -> None:
        ask_path(self, self.tr("Games"), self.choose_files, "", PGN, several=True)

    @Slot(list)
    def choose_files(self, names: list[str]) -> None:
        self.paths = tuple(Path(name) for name in names)
        text = ", ".join(path.name for path in self.paths) or self.tr("No file")
        self.file.setText(ForeignText(text).caption)

    @Slot()
    def _search(self) -> None:
        from engine.jobs.novelties import NoveltyRequest

        state = self._games.state
        request = NoveltyRequest(
            tuple(state.game.moves(state.current)),
            self.paths,
            within=self.within.value(),
            from_move=self.from_move.value(),
            nodes=1_000 * self.knodes.value(),
        )
        self._job.begin(request)

    # Reactions to the services

    @Slot(object)
    def _update_game(self, state: GameState) -> None:
        """Shows the line to be examined; it must begin at the usual start position."""
        usual = state.game.start_fen == START_FEN and not state.game.chess960
        nodes = state.game.path(state.current)[1:] if usual else []
        texts = [f"{node.ply // 2 + 1}.{moves(node.san)}" if node.ply % 2 else moves(node.san) for node in nodes]
        if not usual:
            self.line.setText(self.tr("This game does not begin at the usual start position."))
        else:
            self.line.setText(" ".join(texts) or self.tr("The start position"))
        self._usual = usual
        self.search.setEnabled(usual and not self._job.state.running)

    def _show(self, state: JobState[NoveltyRequest, Novelty]) -> None:
        self.search.setEnabled(self._usual and not state.running)
        if state.rows != self._rows:
            self._update_rows(state.rows)

    def _status_text(self, state: JobState[NoveltyRequest, Novelty]) -> str:
        if state.running:
            return self.tr("Searching; novelties so far: %1.").replace("%1", whole(len(state.rows)))
        if state.phase is not JobPhase.DONE:
            return ""
        if not state.rows:
            return self.tr("No novelty was found.")
        return self.tr("Novelties: %1.").replace("%1", whole(len(state.rows)))

    def _update_rows(self, rows: tuple[Novelty, ...]) -> None:
        """Appends the new rows; a new search begins with an empty list."""
        if rows[: len(self._rows)] != self._rows:
            emptied(self._list)
            self._list.addStretch(1)
            self._rows = ()
        for number in range(len(self._rows), len(rows)):
            self._list.insertWidget(number, self._make_row(rows[number]))
        self._rows = rows

    def _make_row(self, row: Novelty) -> QFrame:
        head = wrapped(f"{moves(row.san)}  {score(row.value)}")
        text = self.tr("Best: %1 %2. Depth %3. Games that reached the position: %4 or more.")
        values = (moves(row.best_san), score(row.best_value), str(row.depth), whole(row.games))
        for place, value in enumerate(values, 1):
            text = text.replace(f"%{place}", value)
        below = wrapped(text, "quiet")
        show = push_button(
            self.tr("Show"),
            lambda: self._files.set_position(row.board.fen()),
            name=f"{self.tr('Show')}: {moves(row.san)}",
            auto_default=False,
        )
        frame = QFrame()
        frame.setProperty("look", "card")
        column = in_column(head, below)
        in_row((column, 1), show, inside=frame, margins=(2, 1, 2, 1))
        return frame
