"""Generates an endgame table: forecast, progress, pause and cancel. The work continues when the dialog is closed."""

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.model.endgame import MakingStage, TableMaking
from desktop.services.tables.table_maker import TableMaker
from desktop.views.kit import words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, ask_path
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.work_parts import thin_bar
from engine.ground.text import Text

_TYPED_MS = 300  # of pause after the last key press before the input is checked
_MOST_NAMED = 12  # tables listed by name; KPPvKP needs 75
_STEPS = 1000


class MakeDialog(Dialog):
    """Generates one table with all tables it depends on. The forecast is shown before anything is written."""

    def __init__(self, table_maker: TableMaker, wanted: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Make endgame tables"), (560, 400))
        self._maker = table_maker
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPED_MS)
        self._typing.timeout.connect(self._look)
        self._arrange()
        state = self._maker.state
        self.wanted.setText(state.wanted if state.at_work else wanted)
        self.folder.setText(state.folder)
        self.wanted.textChanged.connect(self._typed)
        self._maker.changed.connect(self._update_making)
        self._update_making(state)
        self._look()

    def _arrange(self) -> None:
        self.wanted = named(QLineEdit(), self.tr("Pieces of both sides"))
        self.wanted.setPlaceholderText("KRPvKR")
        self.folder = named(QLineEdit(), self.tr("Folder for the tables"))
        self.folder.setReadOnly(True)
        self.choose_button = push_button(self.tr("&Choose …"), self._ask_folder)
        self.needed = plain_label(wrap=True)
        self.cost = plain_label(wrap=True)
        self.warning = plain_label(look="error", wrap=True)
        self.progress = named(thin_bar(), self.tr("Progress"))
        self.progress.setRange(0, _STEPS)
        self.stage = plain_label(wrap=True)
        self.begin_button = push_button(self.tr("&Make"), self._maker.begin)
        self.pause_button = push_button(self.tr("Co&ntinue"), self._pause)
        width = self.pause_button.sizeHint().width()
        self.pause_button.setText(self.tr("&Pause"))
        self.pause_button.setMinimumWidth(
            max(width, self.pause_button.sizeHint().width())
        )  # so that Stop does not move
        self.cancel_button = push_button(self.tr("&Stop"), self._maker.cancel)
        for button in (self.choose_button, self.pause_button, self.cancel_button):
            button.setAutoDefault(False)
        self.begin_button.setDefault(True)
        buttons = self.close_box()
        in_column(
            plain_label(self.tr("Pieces of both sides, such as KRPvKR; five at most"), look="caption"),
            self.wanted,
            plain_label(self.tr("Folder"), look="caption"),
            in_row((self.folder, 1), self.choose_button, spacing=2),
            self.needed,
            self.cost,
            self.warning,
            STRETCH,
            self.stage,
            self.progress,
            in_row(self.begin_button, self.pause_button, self.cancel_button, STRETCH, buttons, spacing=2),
            inside=self,
            margins=4,
            spacing=2,
        )

    @Slot()
    def _typed(self) -> None:
        self.begin_button.setEnabled(False)  # the forecast on screen is outdated
        self._typing.start()

    @Slot()
    def _look(self) -> None:
        self._maker.look(self.wanted.text(), self.folder.text())

    def _ask_folder(self) -> None:
        ask_path(self, self.tr("Folder for the tables"), self.set_folder, self.folder.text(), folder=True)

    def set_folder(self, folder: str) -> None:
        self.folder.setText(folder)
        self._look()

    def _pause(self) -> None:
        self._maker.pause(self._maker.state.phase is MakingStage.RUNNING)

    @Slot(object)
    def _update_making(self, state: TableMaking) -> None:
        busy = state.at_work
        self.wanted.setEnabled(not busy)
        self.choose_button.setEnabled(not busy)
        self.needed.setText(self._needed(state))
        self.cost.setText(self._cost(state))
        self.warning.setText(self._warning(state))
        self.stage.setText(self._stage(state))
        self.progress.setEnabled(busy)
        share = state.step.share if state.step is not None else float(state.phase is MakingStage.DONE)
        self.progress.setValue(int(_STEPS * share))
        self.begin_button.setEnabled(state.may_begin)
        self.pause_button.setEnabled(state.phase in {MakingStage.RUNNING, MakingStage.PAUSED})
        self.pause_button.setText(self.tr("Co&ntinue") if state.phase is MakingStage.PAUSED else self.tr("&Pause"))
        self.cancel_button.setEnabled(busy and state.phase is not MakingStage.STOPPING)

    def _needed(self, state: TableMaking) -> str:
        if state.forecast is None:
            return self.tr("Looking at what is needed …") if state.phase is MakingStage.LOOKING else ""
        tables = state.forecast.tables
        if not tables:
            return self.tr("%1 is in this folder already, or built in.").replace("%1", state.wanted)
        if len(tables) == 1:
            return self.tr("One table is made: %1.").replace("%1", tables[0])
        names, more = ", ".join(tables[:_MOST_NAMED]), len(tables) - _MOST_NAMED
        if more > 0:
            names += self.tr(" … and %1 more").replace("%1", str(more))
        text = self.tr("%1 tables are made, because captures and promotions lead from one to another: %2.")
        return words.filled(text, len(tables), names)

    def _cost(self, state: TableMaking) -> str:
        ahead = state.forecast
        if ahead is None or not ahead.tables:
            return ""
        text = self.tr(
            "Takes about %1 of one processor core, %2 of memory (%3 free), and at most %4 on disk (%5 free)."
        )
        sizes = (ahead.memory_bytes, state.free_memory, ahead.disk_bytes, state.free_disk)
        values = (self._duration(ahead.seconds), *map(self._size, sizes))
        for number, value in enumerate(values, 1):
            text = text.replace(f"%{number}", value)
        return text

    def _warning(self, state: TableMaking) -> str:
        if state.problem:
            return words.sentence(state.problem)
        if not state.fits_memory:
            return self.tr("There is not enough memory: close other programs or choose a smaller table.")
        if not state.fits_disk:
            return self.tr("The disk may become full. Tables that are finished by then stay.")
        return ""

    def _stage(self, state: TableMaking) -> str:
        ends = {
            MakingStage.PAUSED: self.tr("Paused. Memory stays in use until it continues or stops."),
            MakingStage.STOPPING: self.tr("Stopping … A file that is being compressed is compressed first."),
            MakingStage.STOPPED: self.tr("Stopped. Finished tables stay; the next time continues after them."),
            MakingStage.DONE: words.filled(
                self.tr("Done: one table, %2. It is used from now on.")
                if state.made == 1
                else self.tr("Done: %1 tables, %2. They are used from now on."),
                state.made,
                self._size(state.bytes),
            ),
        }
        if state.phase is not MakingStage.RUNNING:
            return ends.get(state.phase, "")
        left = self.tr("about %1 left").replace("%1", self._duration(state.seconds_left or 0.0))
        step = state.step
        if step is None:
            return left
        if step.writing:
            text = self.tr("Table %1 of %2, %3: the files are written · %4")
        else:
            text = self.tr("Table %1 of %2, %3: %5 plies settled, pawns %6 of %7 · %4")
            if step.placements == 1:
                text = self.tr("Table %1 of %2, %3: %5 plies settled · %4")
        values = (step.number + 1, step.total, step.signature, left, step.plies, step.placement + 1, step.placements)
        for number, value in enumerate(values, 1):
            text = text.replace(f"%{number}", str(value))
        return text

    def _size(self, size: int | None) -> str:
        return "?" if size is None else words.data_size(size)

    def _duration(self, seconds: float) -> str:
        if seconds < 90:
            return words.text_of(Text("%1 {second|seconds}", max(1, round(seconds))))
        if seconds < 5400:
            return self.tr("%1 minutes").replace("%1", str(round(seconds / 60)))
        return self.tr("%1 hours").replace("%1", self.locale().toString(seconds / 3600, "f", 1))
