"""The opening report of the shown position as a page, which is saved as PDF."""

from pathlib import Path

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFileDialog, QProgressBar, QPushButton, QTextBrowser, QWidget

from desktop.model.job import JobPhase, JobState
from desktop.services.book.explorer_service import ExplorerService
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.game_document import game_document
from desktop.views.game.print_pages import PrintJob, pdf
from desktop.views.kit import theme, words
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.ground.files import replacing
from engine.ground.text import Text
from engine.ground.write_targets import unwritten
from engine.publishing.document import Block

_COLUMNS = 2


class OpeningReportDialog(Dialog):
    """Makes the report when it is opened; closing it stops that."""

    def __init__(self, settings: SettingsStore, explorer: ExplorerService, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings, self._explorer = settings, explorer
        self._title = ""
        self._page: list[Block] = []
        self.setWindowTitle(self.tr("Opening report"))
        self.resize(theme.scaled(620), theme.scaled(640))
        self.page = QTextBrowser()
        self.page.setAccessibleName(self.tr("Opening report"))
        self.progress = QProgressBar()
        self.progress.setAccessibleName(self.tr("Reading games"))
        self.note = plain_label(look="quiet", wrap=True)
        self.save_button = QPushButton(self.tr("Save as PDF …"))
        self.close_button = QPushButton(self.tr("Close"))
        self.save_button.setAutoDefault(False)
        self.save_button.clicked.connect(self._ask_place)
        self.close_button.clicked.connect(self.reject)
        in_column(
            (self.page, 1),
            self.progress,
            self.note,
            in_row(STRETCH, self.save_button, self.close_button),
            inside=self,
            margins=4,
            spacing=2,
        )
        explorer.reports.changed.connect(self._update)
        explorer.make_report()
        self._update(explorer.reports.state)

    @Slot(object)
    def _update(self, state: JobState) -> None:  # type: ignore[type-arg]
        self.progress.setVisible(state.running)
        self.progress.setRange(0, 1000 if state.total else 0)
        self.progress.setValue(state.per_mille)
        self.save_button.setEnabled(state.phase is JobPhase.DONE and state.last is not None)
        self.note.setText(words.sentence(state.problem))
        self.note.setVisible(bool(state.problem))
        if state.last is not None and not state.running:
            self._show(state.last)

    def _show(self, report: object) -> None:
        from engine.publishing.opening_pages import report_blocks, report_title

        self._title = words.opening(report_title(report, words.wording()))  # type: ignore[arg-type]
        self._page = list(report_blocks(report, words.wording()))  # type: ignore[arg-type]
        document = game_document(self._page, self.logicalDpiX())
        document.setParent(self.page)
        document.setDocumentMargin(4 * theme.SPACE)
        self.page.setStyleSheet("QTextBrowser { background: white; color: black; }")  # paper, in dark colours too
        self.page.setDocument(document)

    def _ask_place(self) -> None:
        folder = Path(games_folder(self._settings.settings))
        dialog = QFileDialog(self, self.tr("Save as PDF"), str(folder / "report.pdf"), "PDF (*.pdf)")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.fileSelected.connect(lambda chosen: self.save(Path(chosen)))
        dialog.open()

    def save(self, path: Path) -> None:
        """Writes the report as a PDF file; the note says whether it was written."""
        content = b"".join(pdf(iter([PrintJob(self._title, self._page)]), self._title, _COLUMNS))
        try:
            with replacing(path) as file:
                file.write(content)
            text = words.text_of(Text("%1 was saved.", path.name))
        except OSError as error:
            text = words.sentence(unwritten(path, error))
        self.note.setText(text)
        self.note.setVisible(True)

    def reject(self) -> None:
        """Stops the work and closes."""
        self._explorer.reports.stop()
        super().reject()
