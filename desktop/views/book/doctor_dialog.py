"""The book doctor: what to examine, how far it is, what it found, and repairing it by a click."""

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop.model.book.doctor import DoctorPhase, DoctorState, DoctorWish, FindingRow
from desktop.services.all_services import Services
from desktop.views.book.work_parts import listing, show_status, thin_bar, wrapped
from desktop.views.kit import theme, words
from desktop.views.kit.boxes import in_column
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.messages import plain_label

_MOST_SHOWN = 300
_POSITIONS = 200


class DoctorDialog(QDialog):
    """Stays beside the window: a finding is shown on the board by a click. Closing it stops the examination."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._frames: dict[int, tuple[FindingRow, QFrame]] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Book doctor"))
        self.resize(704, 560)
        self.status = wrapped()
        self.bar = thin_bar()
        column = in_column(inside=self, margins=4, spacing=2)
        column.addWidget(self._make_introduction())
        column.addLayout(self._make_wishes())
        column.addWidget(self.bar)
        column.addWidget(self.status)
        column.addWidget(self._make_list(), 1)
        column.addLayout(self._make_buttons())
        services.doctor.changed.connect(self._update_doctor)
        self._update_doctor(services.doctor.state)

    # Putting together

    def _make_introduction(self) -> QLabel:
        return wrapped(
            self.tr(
                "Looks for recommended moves that lose half a pawn, lines that end badly, books that contradict "
                "each other, and unreachable positions. It proposes flags; you decide."
            ),
            "quiet",
        )

    def _make_wishes(self) -> QHBoxLayout:
        self.scope = ChoiceField()
        self.scope.addItem(self.tr("My own book and what was learned"), True)
        self.scope.addItem(self.tr("The whole book"), False)
        self.scope.setAccessibleName(self.tr("What to examine"))
        self.positions = number_field(_POSITIONS, 0, 100_000)
        self.positions.setSingleStep(100)
        self.positions.setSpecialValueText(self.tr("all"))
        self.positions.setAccessibleName(self.tr("Most positions"))
        self.engine = QCheckBox(self.tr("With the engine"))
        self.engine.setChecked(True)
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        row.addWidget(self.scope, 1)
        row.addWidget(self.positions)
        row.addWidget(plain_label(self.tr("positions")))
        row.addWidget(self.engine)
        return row

    def _make_list(self) -> QScrollArea:
        area, self._list = listing(self.tr("What the doctor found"))
        self._list.addStretch(1)
        return area

    def _make_buttons(self) -> QHBoxLayout:
        self.start = QPushButton(self.tr("&Examine"))
        self.start.setDefault(True)
        self.start.setMinimumWidth(28 * theme.SPACE)  # the default button is bold
        self.start.clicked.connect(self._start)
        self.stop = QPushButton(self.tr("&Stop"))
        self.stop.clicked.connect(self._services.doctor.stop)
        self.all = QPushButton()
        self.all.clicked.connect(lambda: self._services.doctor.repair(*self._services.doctor.state.open))
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.setSpacing(2 * theme.SPACE)
        for button in (self.start, self.stop, self.all):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(close)
        return row

    def _start(self) -> None:
        own = bool(self.scope.currentData())
        self._services.doctor.start(DoctorWish(own, self.positions.value(), self.engine.isChecked()))

    # What happens

    @Slot(object)
    def _update_doctor(self, state: DoctorState) -> None:
        running = state.phase is DoctorPhase.RUNNING
        for widget in (self.start, self.scope, self.positions, self.engine):
            widget.setEnabled(not running)
        self.stop.setEnabled(running)
        self.bar.setRange(0, state.total if running or state.phase is not DoctorPhase.READY else 1)
        self.bar.setValue(state.total if state.phase is DoctorPhase.DONE else min(state.done, state.total))
        self.bar.setVisible(running)
        show_status(self.status, state.problem, self._status_text(state))
        self.all.setText(self.tr("&Repair all (%1)").replace("%1", str(len(state.open))))
        self.all.setEnabled(bool(state.open) and not running)
        self._update_rows(state.rows[:_MOST_SHOWN])

    def _status_text(self, state: DoctorState) -> str:
        texts = {
            DoctorPhase.READY: "",
            DoctorPhase.RUNNING: self.tr("Examining: %1 positions so far, %2 findings."),
            DoctorPhase.DONE: self.tr("%1 positions examined, %2 findings."),
            DoctorPhase.STOPPED: self.tr("Stopped after %1 positions, %2 findings. The next run gets here quickly."),
        }
        text = texts[state.phase]
        if state.phase is DoctorPhase.DONE and not state.rows:
            text = self.tr("%1 positions examined: no problems.")
            if not state.done:
                text = self.tr("You have nothing of your own to examine yet. Choose the whole book.")
        return text.replace("%1", str(state.done)).replace("%2", str(len(state.rows)))

    def _update_rows(self, rows: tuple[FindingRow, ...]) -> None:
        """Rows only come at the end or change in place; another examination begins with none."""
        for number in [number for number in self._frames if number >= len(rows)]:
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
            show.clicked.connect(lambda: self._services.files.set_position(row.fen))
            head.addWidget(show)
        if row.flag is not None:
            flags = {
                "!": self.tr("strong (!)"),
                "": self.tr("normal"),
                "$": self.tr("dubious ($)"),
                "?": self.tr("bad (?)"),
            }
            repair = QPushButton(
                self.tr("Repaired") if row.repaired else self.tr("Mark as %1").replace("%1", flags[row.flag])
            )
            repair.setEnabled(row.open)
            repair.clicked.connect(lambda: self._services.doctor.repair(row.number))
            head.addWidget(repair)
        text = plain_label(words.reason(row.reason))
        text.setWordWrap(True)
        column = QVBoxLayout(frame)
        column.setContentsMargins(2 * theme.SPACE, theme.SPACE, 2 * theme.SPACE, 2 * theme.SPACE)
        column.addLayout(head)
        column.addWidget(text)
        return frame

    def _kind(self, problem: str) -> str:
        kinds = {
            "blunder": self.tr("Mistake"),
            "underrated": self.tr("Better than its flag"),
            "bad leaf": self.tr("The line ends badly"),
            "unchecked": self.tr("Not checked yet"),
            "conflict": self.tr("The books disagree"),
            "unreachable": self.tr("Out of reach"),
        }
        return kinds.get(problem, problem)

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was found and searched stays for the next time."""
        self._services.doctor.stop()
        super().closeEvent(event)
