"""The Night work page: the queue at the left, the report of a job at the right. It replaces the board."""

from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QHideEvent, QMouseEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHeaderView, QSizePolicy, QToolButton, QTreeWidget, QTreeWidgetItem, QWidget

from desktop.model.night import NightState
from desktop.services.engines.engine_list import EngineList
from desktop.services.engines.style_service import StyleService
from desktop.services.engines.tournament_service import TournamentService
from desktop.services.files.collection_service import CollectionService
from desktop.services.files.file_service import FileService
from desktop.services.kit.language import own_name
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.night.night_service import NightService
from desktop.views.kit import theme
from desktop.views.kit.buttons import icon_button, push_button
from desktop.views.kit.fields import named
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.placeholder_card import placeholder_card
from desktop.views.kit.view_factory import WindowPage
from desktop.views.kit.words import text_of
from desktop.views.kit.work_parts import listing, show_status, thin_bar
from desktop.views.night.night_words import kind_text, progress, status
from engine.night.job_request import JobRequest
from engine.night.report_values import ReportLine, ReportRow
from engine.night.values import NightJob, NightJobState

_MOST_ROWS = 500  # lines shown of a list in a report; the console shows all
_MOST_OPEN = 30  # lines; a longer list starts folded, since it would hide the other lines
_ROW = Qt.ItemDataRole.UserRole
_POSITIONS = (".epd", ".fen")


class JobCard(QFrame):
    """A click on the card shows the report. A card exists as long as its job is listed, so that its buttons do not lose the
    focus."""

    chosen = Signal(int)

    def __init__(self, job: NightJob, service: NightService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._job, self._service, self._title = job, service, ""
        self.setProperty("look", "card")
        self.name = push_button("", lambda: self.chosen.emit(self._job.id), look="row", auto_default=False)
        self.far = plain_label(look="quiet", wrap=True)
        self.bar = thin_bar()
        self.pause = icon_button("pause-circle", "", self._pause)
        self.up = icon_button("arrow-up", self.tr("Earlier"), lambda: service.move(self._job.id, True))
        self.down = icon_button("arrow-down", self.tr("Later"), lambda: service.move(self._job.id, False))
        self.end = icon_button("x-circle", "", self._end)
        self.name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        foot = in_row((self.far, 1), self.up, self.down, self.pause, self.end, spacing=1)
        in_column(self.name, self.bar, foot, inside=self, margins=(2, 1, 2, 2), spacing=1)

    @property
    def over(self) -> bool:
        return self._job.state in (NightJobState.DONE, NightJobState.CANCELLED)

    def show_job(self, job: NightJob, at_once: int, *, shown: bool, first: bool, last: bool) -> None:
        """Shows a job. `shown`: its report is open; `first` and `last`: its place in the list."""
        self._job = job
        title = f"{kind_text(job.kind)}: {job.title}" if job.title != job.kind else kind_text(job.kind)
        self._title = title
        self.name.setAccessibleName(title)
        font = self.name.font()
        font.setBold(shown)
        self.name.setFont(font)
        self._fit()
        self.far.setText(progress(job, at_once))
        self.bar.setAccessibleName(progress(job, at_once))
        self.bar.setRange(0, max(1, job.tasks))
        self.bar.setValue(job.done + job.failed)
        paused = job.state is NightJobState.PAUSED
        self.pause.setVisible(not self.over)
        _named(
            self.pause, "play-circle" if paused else "pause-circle", self.tr("Resume") if paused else self.tr("Pause")
        )
        _named(self.end, "trash" if self.over else "x-circle", self.tr("Remove") if self.over else self.tr("Cancel"))
        self.up.setVisible(not self.over)
        self.down.setVisible(not self.over)
        self.up.setEnabled(not first)
        self.down.setEnabled(not last)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shortens a long title with an ellipsis."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(40, self.width() - 8 * theme.SPACE)
        shown = self.name.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        self.name.setText(ForeignText(shown).caption)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Reacts to a click beside the buttons."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(self._job.id)
        super().mousePressEvent(event)

    def _pause(self) -> None:
        paused = self._job.state is NightJobState.PAUSED
        self._service.set_state(self._job.id, NightJobState.WAITING if paused else NightJobState.PAUSED)

    def _end(self) -> None:
        if self.over:
            self._service.forget(self._job.id)
        else:
            self._service.set_state(self._job.id, NightJobState.CANCELLED)


def _named(button: QToolButton, picture: str, name: str) -> None:
    if button.accessibleName() != name:
        button.setIcon(icon(picture))
        button.setAccessibleName(name)
        button.setToolTip(ForeignText(name).tip)


class NightPage(WindowPage):
    """The queue and the report. The service polls the queue only while the page is shown; `left` asks for the board."""

    def __init__(
        self,
        settings: SettingsStore,
        engines: EngineList,
        styles: StyleService,
        collection: CollectionService,
        files: FileService,
        tournaments: TournamentService,
        night: NightService,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._engines, self._styles, self._collection = settings, engines, styles, collection
        self._files, self._tournaments = files, tournaments
        self._night = night
        self._service = night
        self._cards: dict[int, JobCard] = {}
        self._shown: tuple[int, tuple[ReportLine, ...]] | None = None
        self.setAcceptDrops(True)
        self.add = push_button(self.tr("Add …"), self._ask_job)
        self.start = push_button(self.tr("&Start"), self._service.start, look="primary")
        self.stop = push_button(self.tr("Stop"), self._stop)
        self.area, self._column = listing(self.tr("Jobs"))
        self._column.addStretch(1)
        self.report_title = plain_label(look="heading", wrap=True)
        self.report = self._make_tree()
        right = in_column(self.report_title, (self.report, 1), spacing=2)
        self._jobs = QWidget()
        in_row((self.area, 2), (right, 3), inside=self._jobs, margins=0, spacing=3)
        self._first = push_button(self.tr("Add …"), self._ask_job, look="primary")
        self.empty = placeholder_card(status(NightState()), self._first, picture="moon-stars")
        self.arrange(self.tr("Night work"), (self.add, self.start, self.stop), (self._jobs, 1), (self.empty, 1))
        self._service.changed.connect(self._update_night)
        self._update_night(self._service.state)

    def _make_tree(self) -> QTreeWidget:
        tree = named(QTreeWidget(), self.tr("Report"))
        tree.setHeaderHidden(True)
        tree.setUniformRowHeights(False)
        tree.setWordWrap(True)
        tree.setExpandsOnDoubleClick(False)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.itemActivated.connect(self._open)
        tree.itemClicked.connect(self._open)
        return tree

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._service.watch(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._service.watch(False)

    # Gestures

    @Slot()
    def _ask_job(self) -> None:
        from desktop.views.night.add_job_dialog import AddJobDialog

        AddJobDialog(
            self._settings,
            self._engines,
            self._styles,
            self._collection,
            self._files,
            self._tournaments,
            self._night,
            self,
        ).open()

    @Slot()
    def _stop(self) -> None:
        if self._service.state.adding:
            self._service.stop_adding()
        else:
            self._service.stop()

    @Slot(QTreeWidgetItem, int)
    def _open(self, item: QTreeWidgetItem, _column: int) -> None:
        if not self.isVisible():
            return  # on systems where one click also activates
        row = item.data(0, _ROW)
        if isinstance(row, ReportRow) and (row.fen or row.game):
            self._service.open_row(row)
            self.left.emit()
        elif item.childCount():
            item.setExpanded(not item.isExpanded())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Turns dropped files into a job: games are reviewed, positions analysed, folders of tables checked."""
        self.take_files(tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()))
        event.acceptProposedAction()

    def take_files(self, files: tuple[Path, ...]) -> None:
        if not files:
            return
        if files[0].is_dir():
            self._service.add(JobRequest("tables", files))
        elif files[0].suffix.lower() in _POSITIONS:
            self._service.add(JobRequest("deepen", files))
        else:
            player = own_name(self._settings.settings.text("player_name"))
            self._service.add(JobRequest("review", files, player=player))

    # Updates from the service

    @Slot(object)
    def _update_night(self, state: NightState) -> None:
        focus: QWidget | None = self.window().focusWidget()
        held = focus if focus is not None and self.isAncestorOf(focus) else None
        first = not (state.jobs or state.problem or state.adding or state.working or state.own)
        self.empty.setVisible(first)
        self._jobs.setVisible(not first)
        show_status(self.line, state.problem, "" if first else status(state), "quiet")
        self.line.setVisible(not first)
        self.add.setVisible(not first)
        self.add.setEnabled(not state.adding and not state.problem)
        self.setFocusProxy(self._first if first else self.add)
        busy = state.own or bool(state.adding)
        self.stop.setVisible(busy)
        self.start.setVisible(not busy and not first)
        self.start.setEnabled(bool(state.waiting) and not state.working)
        self._show_jobs(state)
        self._show_report(state)
        if held is not None and not (held.isVisibleTo(self) and held.isEnabled()):
            self._hold_focus()

    def _hold_focus(self) -> None:
        """Holds the focus on the page when its button is hidden or disabled."""
        near = (button for button in (self._first, self.start, self.stop, self.add) if button.isVisibleTo(self))
        next((button for button in near if button.isEnabled()), self.area).setFocus()

    def _show_jobs(self, state: NightState) -> None:
        wanted = [job.id for job in state.jobs]
        if list(self._cards) != wanted:
            self._order(state)
        for at, job in enumerate(state.jobs):
            shown = job.id == state.chosen
            self._cards[job.id].show_job(job, state.at_once, shown=shown, first=at == 0, last=at == len(wanted) - 1)

    def _order(self, state: NightState) -> None:
        before, self._cards = self._cards, {}
        for number in before.keys() - {job.id for job in state.jobs}:
            before[number].hide()
            before[number].deleteLater()
        for at, job in enumerate(state.jobs):
            card = before.get(job.id)
            if card is None:
                card = JobCard(job, self._service)
                card.chosen.connect(self._service.choose)
            self._cards[job.id] = card
            self._column.insertWidget(at, card)

    def _show_report(self, state: NightState) -> None:
        job = state.job(state.chosen)
        self.report_title.setText("" if job is None else f"{kind_text(job.kind)}: {job.title}")
        self.report.setVisible(job is not None)
        now = (state.chosen, state.lines)
        if self._shown == now:
            return
        model, same = self.report.model(), self._shown is not None and self._shown[0] == state.chosen
        opened = {at for at in range(model.rowCount()) if same and self.report.isExpanded(model.index(at, 0))}
        first = next((at for at, line in enumerate(state.lines) if line.rows), None)
        if not opened and first is not None and len(state.lines[first].rows) <= _MOST_OPEN:
            opened = {first}
        self._shown = now
        self.report.clear()
        for at, line in enumerate(state.lines):
            item = QTreeWidgetItem([text_of(line.text)])
            self.report.addTopLevelItem(item)
            for row in line.rows[:_MOST_ROWS]:
                child = QTreeWidgetItem([text_of(row.text)])
                child.setData(0, _ROW, row)
                if row.fen or row.game:
                    child.setToolTip(0, self.tr("Enter or a click shows it on the board"))
                item.addChild(child)
            if len(line.rows) > _MOST_ROWS:
                more = self.tr("… and %1 more").replace("%1", str(len(line.rows) - _MOST_ROWS))
                item.addChild(QTreeWidgetItem([more]))
            item.setExpanded(at in opened)
        if job is not None and not state.lines and job.state is not NightJobState.DONE:
            self.report.addTopLevelItem(QTreeWidgetItem([self.tr("The report appears here while the work continues.")]))
