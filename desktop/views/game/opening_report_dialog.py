"""The opening report of the shown position as a page, which is saved as PDF."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop.model.job import JobPhase, JobState
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.page_dialog import PageDialog
from desktop.views.kit import words


class OpeningReportDialog(PageDialog):
    """Makes the report when it is opened; closing it stops that."""

    def __init__(self, settings: SettingsStore, explorer: ExplorerService, parent: QWidget | None = None) -> None:
        self.progress = QProgressBar()
        super().__init__(settings, self.tr("Opening report"), "report.pdf", (self.progress,), parent)
        self._explorer = explorer
        self.progress.setAccessibleName(self.tr("Reading games"))
        explorer.reports.changed.connect(self._update)
        explorer.make_report()
        self._update(explorer.reports.state)

    @Slot(object)
    def _update(self, state: JobState) -> None:  # type: ignore[type-arg]
        self.progress.setVisible(state.running)
        self.progress.setRange(0, 1000 if state.total else 0)
        self.progress.setValue(state.per_mille)
        self.save_button.setEnabled(state.phase is JobPhase.DONE and state.last is not None)
        self.say(words.sentence(state.problem))
        if state.last is not None and not state.running:
            from engine.publishing.opening_pages import report_blocks, report_title

            title = report_title(state.last, words.wording())
            self.show_page(title, report_blocks(state.last, words.wording()))

    def reject(self) -> None:
        self._explorer.reports.stop()
        super().reject()
