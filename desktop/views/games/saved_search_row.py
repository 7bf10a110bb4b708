"""Saved searches: chosen, saved, deleted and restored above the fields of the search."""

from collections.abc import Callable

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLineEdit, QWidget

from books.collection.listing.saved_searches import LONGEST_NAME
from books.collection.query import Query
from desktop.services.files.saved_search_service import SavedSearchService
from desktop.views.kit.buttons import push_button
from desktop.views.kit.fields import ChoiceField, caption, named, set_example
from desktop.views.kit.layouts import in_row


class SavedSearchRow(QWidget):
    """Choosing a search fills the fields; *Save* saves the fields under the name that was typed."""

    def __init__(self, saved: SavedSearchService, read: Callable[[], Query], show: Callable[[Query], None]) -> None:
        """`read` returns the fields, `show` fills them."""
        super().__init__()
        self._saved, self._read, self._fill = saved, read, show
        self.names = named(ChoiceField(), self.tr("Saved searches"))
        self.names.activated.connect(self._choose)
        self.name = named(QLineEdit(), self.tr("Name of the search"))
        self.name.setMaxLength(LONGEST_NAME)
        set_example(self.name, self.tr("a name for this search"))
        self.name.textChanged.connect(self._update_buttons)
        self.save = push_button(self.tr("Sa&ve"), self._save, auto_default=False)
        self.delete = push_button(self.tr("Delete"), self._delete, auto_default=False)
        self.undo = push_button(self.tr("&Undo"), saved.undo, auto_default=False)
        in_row(
            caption(self.tr("Saved searches"), self.names),
            (self.names, 1),
            (self.name, 1),
            self.save,
            self.delete,
            self.undo,
            inside=self,
            margins=0,
            spacing=2,
        )
        saved.changed.connect(self._update)
        saved.refresh()
        self._update()

    @Slot()
    def _update(self) -> None:
        shown = self.names.currentData()
        self.names.clear()
        self.names.addItem(self.tr("none"), "")
        for name in self._saved.state.by_name:
            self.names.addItem(name, name)
        self.names.setCurrentIndex(max(0, self.names.findData(self.name.text().strip() or shown)))
        self._update_buttons()

    @Slot()
    def _update_buttons(self) -> None:
        self.save.setEnabled(bool(self.name.text().strip()))
        self.delete.setEnabled(self.name.text().strip() in self._saved.state.by_name)
        self.undo.setVisible(self._saved.can_undo)

    def _choose(self) -> None:
        name = self.names.currentData()
        self.name.setText(name)
        self._fill(self._saved.state.by_name[name] if name else Query())

    def _save(self) -> None:
        self._saved.save(self.name.text(), self._read())
        self._update()

    def _delete(self) -> None:
        self._saved.delete(self.name.text().strip())
        self._update()
