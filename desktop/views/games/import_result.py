"""The result of the last import, readable above the list until it is closed."""

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QWidget

from desktop.model.collection import CollectionState, import_summary
from desktop.services.files.collection_service import CollectionService
from desktop.views.kit.buttons import icon_button, push_button
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import named
from desktop.views.kit.layouts import in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.words import sentence, text_of
from engine.jobs.collecting import ImportedFile


class ImportSummary(QFrame):
    """One line with the counts, a button that lists the games, and one for the details."""

    def __init__(self, collection: CollectionService) -> None:
        super().__init__()
        self._collection = collection
        self._closed: tuple[ImportedFile, ...] = ()
        self.setProperty("look", "card")
        self.text = plain_label(wrap=True)
        self.games = push_button(self.tr("Show the games"), collection.list_imported)
        self.details = push_button(self.tr("Details …"), self._show_details)
        row = in_row(
            (self.text, 1), self.games, self.details, icon_button("x", self.tr("Close"), self._close), spacing=2
        )
        in_column(row, inside=self, margins=(3, 1, 1, 1))
        collection.changed.connect(self._update)
        self._update(collection.state)

    @Slot(object)
    def _update(self, state: CollectionState) -> None:
        shown = state.imported if state.imported != self._closed and not state.importing else ()
        self.setVisible(bool(shown))
        self.text.setText(text_of(import_summary(shown)))
        self.games.setEnabled(any(len(file.numbers) for file in shown))

    def _close(self) -> None:
        self._closed = self._collection.state.imported
        self.hide()

    def _show_details(self) -> None:
        ImportDetails(self._collection.state.imported, self.window()).open()


class ImportDetails(Dialog):
    """The result of each file, with every contradiction."""

    def __init__(self, files: tuple[ImportedFile, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("Import"), (680, 420))
        self.text = named(QPlainTextEdit(), self.tr("Result of the import"))
        self.text.setReadOnly(True)
        lines = [f"{file.path.name}: {sentence(import_summary((file,)))}" for file in files]
        against = [text_of(found.text) for file in files for found in file.report.contradictions]
        self.text.setPlainText("\n".join([*lines, "", *against]).strip())
        buttons = self.button_box(StandardButton.Close)
        in_column((self.text, 1), buttons, inside=self, margins=4, spacing=4)
