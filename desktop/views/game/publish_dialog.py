"""Publishing: choice of games, format and layout, with a preview of the first page. The work can be stopped."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPagedPaintDevice, QPixmap
from PySide6.QtWidgets import QCheckBox, QFormLayout, QProgressBar, QPushButton, QWidget

from desktop.services.files.game_list_service import GameListService
from desktop.services.files.list_tasks import OTHERS_LISTED
from desktop.services.game.game_service import GameService
from desktop.views.game.publish_steps import PAPER, PDF, PublishOptions, preview, steps
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, form_of, named
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import sentence, whole
from engine.game.tree import Game
from engine.ground.text import Text

MOST_GAMES = 1_000  # limit for one file: all pages are laid out before the first is painted
_SLICE_S = 0.02
_PREVIEWED = 12  # games read for the first page; exercises, the smallest, are eight on a page
_PREVIEW = (318, 450)  # pixels


class PublishDialog(Dialog):
    """The publishing dialog: Enter saves or prints. The window writes the file (`made`), and asks for its place
    (`place_wanted`)."""

    place_wanted = Signal(str)  # file type, or PAPER; answered by `make`
    made = Signal(Path, bytes)

    def __init__(
        self,
        games: GameService,
        lists: GameListService,
        parent: QWidget | None = None,
        *,
        listed: bool = False,
        chosen: Sequence[int] = (),
    ) -> None:
        """`listed`: the games of the list come first in the choice, or the `chosen` ones if there are several."""
        super().__init__(parent, self.tr("Publish"), width=740)  # the longest option beside the page
        self._lists = lists
        self._state = games.state
        self._listing = lists.listing  # the listing to which the chosen numbers belong
        self._making: Iterator[bytes] | None = None
        self._parts: list[bytes] = []
        self._path = Path()
        self._give_up: Callable[[], None] | None = None  # cancels the reading of the games
        self._firsts: dict[
            tuple[int, ...], Sequence[Game]
        ] = {}  # the first games of each choice by their numbers, once read
        self._give_up_first: Callable[[], None] | None = None
        self.games, self.content, self.kind, self.columns = (ChoiceField() for _ in range(4))
        self.diagrams, self.letters = ChoiceField(), ChoiceField()
        self.details = QCheckBox(self.tr("Evaluations and times"))
        self.details.setChecked(True)
        self._fill(chosen)
        self.problem = plain_label(look="error", wrap=True)
        self.problem.hide()
        self.progress = named(QProgressBar(), self.tr("Progress"))
        self.progress.hide()
        self.go: QPushButton = push_button(self.tr("Save …"), self._go, look="primary")
        self.go.setDefault(True)
        cancel = push_button(self.tr("Cancel"), self.reject, auto_default=False)
        self.picture = plain_label(name=self.tr("The first page"))
        self.picture.setFixedSize(*_PREVIEW)
        self.picture.setFrameShape(self.picture.Shape.Box)
        left = in_column(self._form(), None, self.problem, self.progress, in_row(None, cancel, self.go), spacing=3)
        in_row((left, 1), self.picture, inside=self, margins=4, spacing=4)
        self._clock = QTimer(self)
        self._clock.timeout.connect(self._go_on)
        self._drawing = QTimer(self)
        self._drawing.setSingleShot(True)
        self._drawing.timeout.connect(self._draw)
        for field in (self.games, self.content, self.kind, self.columns, self.diagrams, self.letters):
            field.currentIndexChanged.connect(self._changed)
        self.details.toggled.connect(self._changed)
        if listed and self.games.count() > 1:
            self.games.setCurrentIndex(2 if len(chosen) > 1 else 1)  # the current row alone is not a selection
        self._changed()

    def _fill(self, chosen: Sequence[int]) -> None:
        self.games.addItem(self.tr("This game"), ())
        order = self._lists.state.order
        if len(order):
            listed = self.tr("The games of the list (%1)").replace("%1", whole(len(order)))
            self.games.addItem(listed, tuple(order[: MOST_GAMES + 1]))
        if chosen:
            one, several = self.tr("The selected game"), self.tr("The selected games (%1)")
            text = one if len(chosen) == 1 else several.replace("%1", whole(len(chosen)))
            self.games.addItem(text, tuple(chosen[: MOST_GAMES + 1]))
        self.content.addItem(self.tr("Moves and diagrams"), False)
        self.content.addItem(self.tr("Exercises: numbered positions to solve"), True)
        for text, kind in (
            ("PDF", PDF),
            (self.tr("On paper"), PAPER),
            (self.tr("Web page (HTML)"), ".html"),
            ("LaTeX", ".tex"),
        ):
            self.kind.addItem(text, kind)
        for text, columns in ((self.tr("Two"), 2), (self.tr("One"), 1)):
            self.columns.addItem(text, columns)
        self.diagrams.addItem(self.tr("Where the game asks for one"), 0)
        for every in (5, 10, 20):
            self.diagrams.addItem(self.tr("Also after every %1 moves").replace("%1", str(every)), every)
        names = {
            "": self.tr("As in the settings"), "figurines": self.tr("Figurines"), "en": self.tr("English letters"),
            "fi": self.tr("Finnish letters"), "de": self.tr("German letters"), "es": self.tr("Spanish letters"),
            "fr": self.tr("French letters"),
        }  # fmt: skip
        for letters, text in names.items():
            self.letters.addItem(text, letters)

    def _form(self) -> QFormLayout:
        form = form_of(
            (self.tr("Games"), self.games),
            (self.tr("Content"), self.content),
            (self.tr("As"), self.kind),
            (self.tr("Columns"), self.columns),
            (self.tr("Diagrams"), self.diagrams),
            (self.tr("Piece letters"), self.letters),
        )
        form.addRow(self.details)
        return form

    def plan(self) -> PublishOptions:
        return PublishOptions(
            self.kind.currentData(),
            self.columns.currentData(),
            self.diagrams.currentData(),
            self.details.isChecked(),
            self.letters.currentData(),
            self._state.current if not self.games.currentData() else 0,
            self.content.currentData(),
        )

    @Slot()
    def _changed(self) -> None:
        self.go.setText(self.tr("Print …") if self.kind.currentData() == PAPER else self.tr("Save …"))
        self.problem.hide()
        for part in (self.diagrams, self.letters, self.details):
            part.setEnabled(not self.content.currentData())
        numbers = self.games.currentData()
        firsts = numbers[:_PREVIEWED]
        if firsts and firsts not in self._firsts:
            if self._give_up_first is not None:
                self._give_up_first()
            self._give_up_first = self._read(firsts, partial(self._show_first, firsts))
            return
        self._drawing.start(0)

    def _show_first(self, numbers: tuple[int, ...], games: Sequence[Game]) -> None:
        self._give_up_first = None
        if games:
            self._firsts[numbers] = games
            self._drawing.start(0)

    @Slot()
    def _draw(self) -> None:
        """Draws the first page."""
        ratio = self.devicePixelRatioF()
        numbers = self.games.currentData()
        games = self._firsts.get(numbers[:_PREVIEWED], ()) if numbers else (self._state.game,)
        if not games:
            return
        page = preview(games, self.plan(), whole=len(numbers or games) == len(games))
        fitting = page.scaled(
            round(_PREVIEW[0] * ratio),
            round(_PREVIEW[1] * ratio),
            Qt.AspectRatioMode.KeepAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        fitting.setDevicePixelRatio(ratio)
        self.picture.setPixmap(QPixmap.fromImage(fitting))

    # Making

    @Slot()
    def _go(self) -> None:
        if len(self.games.currentData()) > MOST_GAMES:
            self._tell(Text("At most %1 games go into one file: search for fewer in the list.", MOST_GAMES))
            return
        self.place_wanted.emit(self.kind.currentData())

    def make(self, path: Path, device: QPagedPaintDevice | None = None) -> None:
        """Writes a file, or prints. Cancels work in progress."""
        numbers, plan = self.games.currentData(), self.plan()
        self._path, self._parts = path, []
        self.go.setEnabled(False)
        self.progress.setRange(0, 0)
        self.progress.show()
        if not numbers:
            self._begin([self._state.game], plan, device)
        else:
            self._give_up = self._read(numbers, lambda games: self._begin(games, plan, device))

    def _read(self, numbers: Sequence[int], on_read: Callable[[list[Game]], object]) -> Callable[[], None] | None:
        """Reads games of the list. Returns a function that cancels the reading."""
        lists = self._lists
        if lists.listing is self._listing:
            return lists.read_games(numbers, on_read, self._tell)
        self._tell(OTHERS_LISTED)
        return None

    def _begin(self, games: Sequence[Game], plan: PublishOptions, device: QPagedPaintDevice | None) -> None:
        self._give_up = None
        if not games:  # the list was closed
            self.reject()
            return
        self.progress.setRange(0, len(games))
        self._making = steps(games, plan, device)
        self._clock.start(0)

    @Slot()
    def _go_on(self) -> None:
        until = time.perf_counter() + _SLICE_S
        while self._making is not None and time.perf_counter() < until:
            part = next(self._making, None)
            if part is None:
                self._clock.stop()
                self._making = None
                self.accept()
                if self._path.name:
                    self.made.emit(self._path, b"".join(self._parts))
                return
            self._parts.append(part)
            self.progress.setValue(min(self.progress.value() + 1, self.progress.maximum()))

    def done(self, result: int) -> None:
        self._clock.stop()
        self._making = None
        for give_up in (self._give_up, self._give_up_first):
            if give_up is not None:
                give_up()
        super().done(result)

    def _tell(self, problem: Text) -> None:
        self._give_up = None
        self.progress.hide()
        self.go.setEnabled(True)
        self.problem.setText(sentence(problem))
        self.problem.show()
