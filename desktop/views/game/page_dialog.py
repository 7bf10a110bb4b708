"""A page made of blocks in a window, which is saved as PDF."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QPushButton, QTextBrowser, QWidget

from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.game.game_document import game_document
from desktop.views.game.print_pages import PrintJob, pdf
from desktop.views.kit import theme, words
from desktop.views.kit.dialogs import Dialog, ask_path
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from engine.ground.files import replacing
from engine.ground.text import Text
from engine.ground.write_targets import unwritten
from engine.publishing.document import Block

_COLUMNS = 2


class PageDialog(Dialog):
    """Shows a page as it is printed. `work`: widgets between the page and the note."""

    def __init__(
        self, settings: SettingsStore, name: str, file: str, work: Iterable[QWidget] = (), parent: QWidget | None = None
    ) -> None:
        """`file`: the proposed name of a PDF file."""
        super().__init__(parent, name, (620, 640))
        self._settings, self._file = settings, file
        self._title = ""
        self._page: list[Block] = []
        self.page = named(QTextBrowser(), name)
        self.note = plain_label(look="quiet", wrap=True)
        self.note.hide()
        self.save_button = QPushButton(self.tr("Save as PDF …"))
        self.close_button = QPushButton(self.tr("Close"))
        self.save_button.setAutoDefault(False)
        self.save_button.clicked.connect(self._ask_place)
        self.close_button.clicked.connect(self.reject)
        buttons = in_row(STRETCH, self.save_button, self.close_button)
        in_column((self.page, 1), *work, self.note, buttons, inside=self, margins=4, spacing=2)

    def show_page(self, title: str, blocks: Iterable[Block]) -> None:
        """Shows a page; `title`: of the document."""
        self._title, self._page = title, list(blocks)
        document = game_document(self._page, self.logicalDpiX())
        document.setParent(self.page)
        document.setDocumentMargin(4 * theme.SPACE)
        self.page.setStyleSheet("QTextBrowser { background: white; color: black; }")  # paper, in dark colours too
        self.page.setDocument(document)

    def say(self, text: str) -> None:
        """Shows a note below the page; empty: none."""
        self.note.setText(text)
        self.note.setVisible(bool(text))

    @Slot()
    def _ask_place(self) -> None:
        folder = Path(games_folder(self._settings.settings))
        title, start = self.tr("Save as PDF"), str(folder / self._file)
        ask_path(self, title, lambda chosen: self.save(Path(chosen)), start, "PDF (*.pdf)", save="pdf")

    def save(self, path: Path) -> None:
        """Writes the page as a PDF file; the note says whether it was written."""
        content = b"".join(pdf(iter([PrintJob(self._title, self._page)]), self._title, _COLUMNS))
        try:
            with replacing(path) as file:
                file.write(content)
            self.say(words.text_of(Text("%1 was saved.", path.name)))
        except OSError as error:
            self.say(words.sentence(unwritten(path, error)))
