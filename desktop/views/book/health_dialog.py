"""The health of the book: what to check, how far it is, what was found and learned; repairing and taking back by a click."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.model.book.health import FindingRow, HealthPhase, HealthState, HealthWish
from desktop.services.book.health_service import HealthService
from desktop.services.files.file_service import FileService
from desktop.views.book.work_parts import listing, show_status, thin_bar, wrapped
from desktop.views.kit import theme, words
from desktop.views.kit.boxes import in_column
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.messages import plain_label

_MOST_SHOWN = 300


class HealthDialog(Dialog):
    """Stays beside the window: a finding is shown on the board by a click. Closing it stops the check."""

    def __init__(self, health: HealthService, files: FileService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._health, self._files = health, files
        self._frames: dict[int, tuple[FindingRow, QFrame]] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Book health"))
        self.resize(theme.size(704, 560))
        self.status = wrapped()
        self.bar = thin_bar()
        column = in_column(inside=self, margins=4, spacing=2)
        column.addWidget(self._make_introduction())
        self.scope = self._make_scope()
        column.addWidget(self.scope)
        column.addLayout(self._make_wishes())
        column.addWidget(self.bar)
        column.addWidget(self.status)
        column.addWidget(self._make_list(), 1)
        column.addLayout(self._make_buttons())
        health.changed.connect(self._update_health)
        self._update_health(health.state)
        health.refresh()

    # Putting together

    def _make_introduction(self) -> QLabel:
        return wrapped(
            self.tr(
                "Searches your lines, the likeliest first, for moves with a wrong flag, replies without an answer and lines "
                "that end badly. What it changes is learned and can be undone; a flag that you chose is only proposed "
                "to be changed."
            ),
            "quiet",
        )

    def _make_scope(self) -> ChoiceField:
        scope = ChoiceField()
        scope.addItem(self.tr("My own book and what was learned"), (True, None))
        scope.addItem(self.tr("The whole book"), (False, None))
        scope.setAccessibleName(self.tr("What to check"))
        return scope

    def _make_wishes(self) -> QHBoxLayout:
        self.positions, self.minutes = number_field(0, 0, 100_000), number_field(0, 0, 10_000)
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        for field, name, unit, step in (
            (self.positions, self.tr("Most positions"), self.tr("positions"), 100),
            (self.minutes, self.tr("Most minutes"), self.tr("minutes"), 10),
        ):
            field.setSingleStep(step)
            field.setSpecialValueText(self.tr("all"))
            field.setAccessibleName(name)
            row.addWidget(field)
            row.addWidget(plain_label(unit))
        self.minutes.setSpecialValueText(self.tr("no limit"))
        self.engine = QCheckBox(self.tr("With the engine"))
        self.engine.setChecked(True)
        row.addStretch(1)
        row.addWidget(self.engine)
        return row

    def _make_list(self) -> QScrollArea:
        area, self._list = listing(self.tr("What the check found"))
        self._list.addStretch(1)
        return area

    def _make_buttons(self) -> QHBoxLayout:
        self.start = QPushButton(self.tr("&Check"))
        self.start.setDefault(True)
        self.start.setMinimumWidth(theme.scaled(28 * theme.SPACE))  # the default button is bold
        self.start.clicked.connect(self._start)
        self.stop = QPushButton(self.tr("&Stop"))
        self.stop.clicked.connect(self._health.stop)
        self.all = QPushButton()
        self.all.clicked.connect(lambda: self._health.repair(*self._health.state.open))
        self.undo_all = QPushButton()
        self.undo_all.clicked.connect(lambda: self._health.undo())
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        for button in (self.start, self.stop, self.all, self.undo_all):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def _start(self) -> None:
        own, repertoire = self.scope.currentData()
        positions, minutes = self.positions.value(), self.minutes.value()
        self._health.start(HealthWish(own, positions, self.engine.isChecked(), minutes, repertoire))

    # What happens

    @Slot(object)
    def _update_health(self, state: HealthState) -> None:
        running = state.phase is HealthPhase.RUNNING
        for widget in (self.start, self.scope, self.positions, self.minutes, self.engine):
            widget.setEnabled(not running)
        for repertoire, name in state.repertoires[self.scope.count() - 2 :]:
            self.scope.addItem(self.tr("Repertoire: %1").replace("%1", name), (True, repertoire))
        self.stop.setEnabled(running)
        self.bar.setRange(0, state.total if running or state.phase is not HealthPhase.READY else 1)
        self.bar.setValue(state.total if state.phase is HealthPhase.DONE else min(state.done, state.total))
        self.bar.setVisible(running)
        show_status(self.status, state.problem, self._status_text(state))
        self.all.setText(self.tr("&Repair all (%1)").replace("%1", str(len(state.open))))
        self.all.setEnabled(bool(state.open) and not running)
        self.undo_all.setText(self.tr("&Undo all (%1)").replace("%1", str(state.learned)))
        self.undo_all.setEnabled(bool(state.learned) and not running)
        self._update_rows(sorted(state.rows, key=lambda row: row.problem == "unchecked")[:_MOST_SHOWN])

    def _status_text(self, state: HealthState) -> str:
        texts = {
            HealthPhase.READY: self.tr("Last check, %3: positions checked: %1, findings: %2.") if state.started else "",
            HealthPhase.RUNNING: self.tr("Checking. Positions so far: %1, findings: %2."),
            HealthPhase.DONE: self.tr("Positions checked: %1, findings: %2."),
            HealthPhase.STOPPED: self.tr(
                "Stopped. Positions checked: %1, findings: %2. The next check continues here."
            ),
        }
        text = texts[state.phase]
        if state.phase is HealthPhase.DONE and not state.rows:
            text = self.tr("Positions checked: %1. No problems.")
            if not state.done:
                text = self.tr("You have nothing of your own to check yet. Choose the whole book.")
        if state.passed and text:
            text += " " + self.tr("Moves of other books there, not judged: %1.").replace("%1", str(state.passed))
        if state.proposes and text:
            text += " " + self.tr("Searches too short to change anything: all findings are proposals.")
        when = words.second(state.started) if state.started else ""
        return text.replace("%1", str(state.done)).replace("%2", str(len(state.rows))).replace("%3", when)

    def _update_rows(self, rows: list[FindingRow]) -> None:
        """Rows come in between or change in place, and keep their order; another check begins with none."""
        shown = {row.number for row in rows}
        for number in [number for number in self._frames if number not in shown]:
            _, frame = self._frames.pop(number)
            self._list.removeWidget(frame)
            frame.deleteLater()
        for place, row in enumerate(rows):
            known = self._frames.get(row.number)
            if known is not None and known[0] == row:
                continue
            frame = self._make_row(row)
            if known is not None:
                self._list.removeWidget(known[1])
                known[1].deleteLater()
            self._list.insertWidget(place, frame)
            self._frames[row.number] = (row, frame)

    def _make_row(self, row: FindingRow) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        caption = plain_label(self._kind(row.problem))
        caption.setProperty("look", "caption")
        head = QHBoxLayout()
        head.addWidget(caption, 1)
        if row.fen:
            show = QPushButton(self.tr("Show"))
            show.clicked.connect(lambda: self._files.set_position(row.fen))
            head.addWidget(show)
        self._add_change(head, row)
        text = plain_label(words.reason(row.reason))
        text.setWordWrap(True)
        column = QVBoxLayout(frame)
        column.setContentsMargins(2 * theme.SPACE, theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column.addLayout(head)
        column.addWidget(text)
        return frame

    def _add_change(self, head: QHBoxLayout, row: FindingRow) -> None:
        """What was changed, to take it back; or what is proposed, to write it."""
        health = self._health
        if row.learned:
            undo = QPushButton(self.tr("Undone") if row.undone else self.tr("Undo"))
            undo.setEnabled(not row.undone)
            undo.clicked.connect(lambda: health.undo(row.number))
            head.addWidget(undo)
        elif row.flag is not None:
            flags = {
                "!": self.tr("strong (!)"),
                "": self.tr("normal"),
                "$": self.tr("dubious ($)"),
                "?": self.tr("bad (?)"),
            }
            text = self.tr("Repaired") if row.repaired else self.tr("Mark as %1").replace("%1", flags[row.flag])
            repair = QPushButton(text)
            repair.setEnabled(row.open)
            repair.clicked.connect(lambda: health.repair(row.number))
            head.addWidget(repair)

    def _kind(self, problem: str) -> str:
        kinds = {
            "blunder": self.tr("Mistake"),
            "surpassed": self.tr("No longer the best"),
            "underrated": self.tr("Better than its flag"),
            "gap": self.tr("No answer"),
            "suspected": self.tr("Suspected before"),
            "bad leaf": self.tr("The line ends badly"),
            "unchecked": self.tr("Not checked yet"),
            "conflict": self.tr("The books disagree"),
            "unreachable": self.tr("Out of reach"),
        }
        return kinds.get(problem, problem)

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was found and searched stays for the next time."""
        self._health.stop()
        super().closeEvent(event)
