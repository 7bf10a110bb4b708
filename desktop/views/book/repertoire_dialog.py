"""The properties of a repertoire: name, side whose moves become cards, and number of new positions a day."""

from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLineEdit, QWidget

from books.repertoire.trainer_values import AvailableBook, Repertoire
from desktop.services.training.opening_trainer import OpeningTrainer
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import form_of, number_field
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label

MOST_A_DAY = 500


class RepertoireDialog(Dialog):
    """Changes one repertoire on acceptance."""

    def __init__(
        self, openings: OpeningTrainer, row: Repertoire, books: tuple[AvailableBook, ...], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, self.tr("Repertoire"), width=400)
        self._openings = openings
        self._row = row
        self.name = QLineEdit(row.name)
        self.new_a_day = number_field(row.new_a_day, 0, MOST_A_DAY)
        self.books = {book.name: self._box(book) for book in books}
        form = form_of((self.tr("Name"), self.name), (self.tr("New positions a day"), self.new_a_day))
        introduction = plain_label(
            self.tr("The moves of these books are asked. Every move of your books is right, whatever is ticked."),
            look="quiet",
            wrap=True,
        )
        self._buttons = self.button_box()
        column = in_column(form, introduction, inside=self, margins=4, spacing=3)
        for box in self.books.values():
            box.toggled.connect(self._update_buttons)
            column.addWidget(box)
        column.addWidget(self._buttons)
        self._update_buttons()

    def _box(self, book: AvailableBook) -> QCheckBox:
        names = {
            "user": self.tr("Your own book"),
            "learned": self.tr("Learned by Ratsu"),
            "shipped": self.tr("Shipped book"),
        }
        box = QCheckBox(ForeignText(names.get(book.name) or book.title).caption)
        if book.title:
            box.setToolTip(ForeignText(book.name).tip)
        own = book.name not in ("learned", "shipped")
        box.setChecked(book.name in self._row.books or (own and "mine" in self._row.books))
        return box

    def _update_buttons(self) -> None:
        some = any(box.isChecked() for box in self.books.values())
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(some)

    def accept(self) -> None:
        books = tuple(name for name, box in self.books.items() if box.isChecked())
        name = self.name.text().strip() or self._row.name
        self._openings.save(replace(self._row, name=name, books=books, new_a_day=self.new_a_day.value()))
        super().accept()
