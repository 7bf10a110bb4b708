"""The health check of the book: its scope, progress and findings; each finding can be repaired or undone by a click."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from desktop.model.job import JobPhase, JobState
from desktop.services.book.health_service import HealthService
from desktop.services.files.file_service import FileService
from desktop.views.book.job_dialog import JobDialog
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import ChoiceField, named, number_field
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.work_parts import wrapped

if TYPE_CHECKING:
    from books.repertoire.book_check import BookFinding
    from books.repertoire.check_report import CheckReport
    from engine.jobs.health import HealthRequest

_MOST_SHOWN = 300


def _open(report: CheckReport) -> list[int]:
    """Returns the numbers of the findings that can be repaired."""
    return [number for number, finding in enumerate(report.findings) if finding.open]


class HealthDialog(JobDialog["HealthRequest", "CheckReport"]):
    """A window beside the main one: a click shows a finding on the board. Closing it stops the check."""

    def __init__(self, health: HealthService, files: FileService, parent: QWidget | None = None) -> None:
        super().__init__(health, self.tr("Book health"), (704, 560), parent)
        self._health, self._files = health, files
        self._frames: dict[int, tuple[BookFinding, QFrame]] = {}
        self.scope = self._make_scope()
        self.start = self._begin_button(self.tr("&Check"), self._start)
        self.stop.setText(self.tr("&Stop"))
        self.all = push_button("", self._write_all)
        self.undo_all = push_button("", lambda: health.undo())
        introduction, options = self._make_introduction(), self._make_options()
        buttons = (self.start, self.stop, self.all, self.undo_all)
        self._arrange(introduction, self.scope, options, found=self.tr("What the check found"), buttons=buttons)
        self._follow()
        health.refresh()

    # Layout

    def _make_introduction(self) -> QLabel:
        return wrapped(
            self.tr(
                "Searches your lines, the likeliest first, for moves with a wrong flag, replies without an answer and lines "
                "that end badly. Nothing is written before you confirm it, and each change can be undone."
            ),
            "quiet",
        )

    def _make_scope(self) -> ChoiceField:
        scope = named(ChoiceField(), self.tr("What to check"))
        scope.addItem(self.tr("My own book and what was learned"), (True, None))
        scope.addItem(self.tr("The whole book"), (False, None))
        return scope

    def _make_options(self) -> QHBoxLayout:
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

    def _start(self) -> None:
        from engine.jobs.health import HealthRequest

        own, repertoire = self.scope.currentData()
        self._health.begin(
            HealthRequest(
                str(repertoire or ""),
                own=own,
                positions=self.positions.value() or None,
                minutes=self.minutes.value() or None,
                engine=self.engine.isChecked(),
            )
        )

    @Slot()
    def _write_all(self) -> None:
        report = self._health.state.last
        if report is not None and report.learnable:
            self._health.learn()
        elif report is not None:
            self._health.repair(*_open(report))

    # Reactions to the services

    def _show(self, state: JobState[HealthRequest, CheckReport]) -> None:
        running, report = state.running, state.last
        changeable = len(_open(report)) if report is not None else 0
        learnable, learned = (report.learnable, report.learned) if report is not None else (0, 0)
        for widget in (self.start, self.scope, self.positions, self.minutes, self.engine):
            widget.setEnabled(not running)
        for repertoire, name in self._health.repertoires[self.scope.count() - 2 :]:
            self.scope.addItem(self.tr("Repertoire: %1").replace("%1", name), (True, repertoire))
        self._show_bar(state)
        text = self.tr("&Learn all (%1)") if learnable else self.tr("&Repair all (%1)")
        self.all.setText(text.replace("%1", str(learnable or changeable)))
        self.all.setEnabled(bool(changeable) and not running)
        self.undo_all.setText(self.tr("&Undo all (%1)").replace("%1", str(learned)))
        self.undo_all.setEnabled(bool(learned) and not running)
        numbered = [*enumerate(report.findings)] if report is not None else []
        self._update_rows(sorted(numbered, key=lambda pair: pair[1].problem.value == "unchecked")[:_MOST_SHOWN])

    def _show_bar(self, state: JobState[HealthRequest, CheckReport]) -> None:
        report = state.last
        total = max(1, report.total) if report is not None and state.phase is not JobPhase.READY else 1
        done = report.positions if report is not None else 0
        self.bar.setRange(0, total)
        self.bar.setValue(total if state.phase is JobPhase.DONE else min(done, total))

    def _status_text(self, state: JobState[HealthRequest, CheckReport]) -> str:
        phase, report = state.phase, state.last
        stopped = self.tr("Stopped. Positions checked: %1, findings: %2. The next check continues here.")
        texts = {
            JobPhase.READY: self.tr("Last check, %3: positions checked: %1, findings: %2.") if report else "",
            JobPhase.RUNNING: self.tr("Checking. Positions so far: %1 of %4, findings: %2."),
            JobPhase.DONE: self.tr("Positions checked: %1, findings: %2."),
            JobPhase.STOPPED: stopped,
            JobPhase.FAILED: stopped,
        }
        text = texts[phase]
        done = report.positions if report is not None else 0
        findings = len(report.findings) if report is not None else 0
        if phase is JobPhase.DONE and not findings:
            text = self.tr("Positions checked: %1. No problems.")
            if not done:
                text = self.tr("You have nothing of your own to check yet. Choose the whole book.")
        if report is not None and report.passed and text:
            text += " " + self.tr("Moves of other books there, not judged: %1.").replace("%1", str(report.passed))
        if report is not None and report.proposes and text:
            text += " " + self.tr("Searches too short to change anything: all findings are proposals.")
        if report is not None and report.left_s and state.running:
            text += " " + self.tr("About %1 left.").replace("%1", words.duration(report.left_s))
        when = words.second(report.started) if report is not None else ""
        total = words.whole(report.total) if report is not None else "0"
        return words.filled(text, done, findings, when, total)

    def _update_rows(self, rows: list[tuple[int, BookFinding]]) -> None:
        """Inserts or updates rows in order; a new check begins with an empty list."""
        shown = {number for number, _ in rows}
        for number in [number for number in self._frames if number not in shown]:
            _, frame = self._frames.pop(number)
            self._list.removeWidget(frame)
            frame.deleteLater()
        for place, (number, finding) in enumerate(rows):
            known = self._frames.get(number)
            if known is not None and known[0] == finding:
                continue
            frame = self._make_row(number, finding)
            if known is not None:
                self._list.removeWidget(known[1])
                known[1].deleteLater()
            self._list.insertWidget(place, frame)
            self._frames[number] = (finding, frame)

    def _make_row(self, number: int, finding: BookFinding) -> QFrame:
        frame = QFrame()
        frame.setProperty("look", "card")
        caption = plain_label(self._kind(finding.problem.value), look="caption")
        head = in_row((caption, 1))
        if finding.fen:
            head.addWidget(push_button(self.tr("Show"), lambda: self._files.set_position(finding.fen)))
        self._add_change(head, number, finding)
        text = plain_label(words.reason(finding.reason), wrap=True)
        in_column(head, text, inside=frame, margins=(2, 1, 2, 2))
        return frame

    def _add_change(self, head: QHBoxLayout, number: int, finding: BookFinding) -> None:
        """Adds the change that was made, with its Undo button, or the proposed change."""
        health = self._health
        if finding.lesson is not None:
            undo = QPushButton(self.tr("Undone") if finding.undone else self.tr("Undo"))
            undo.setEnabled(not finding.undone)
            undo.clicked.connect(lambda: health.undo(number))
            head.addWidget(undo)
        elif finding.proposal is not None:
            flags = {
                "!": self.tr("strong (!)"),
                "": self.tr("normal"),
                "$": self.tr("dubious ($)"),
                "?": self.tr("bad (?)"),
            }
            text = self.tr("Mark as %1").replace("%1", flags[finding.proposal.symbol])
            repair = QPushButton(self.tr("Repaired") if finding.repaired else text)
            repair.setEnabled(finding.open)
            repair.clicked.connect(lambda: health.repair(number))
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
