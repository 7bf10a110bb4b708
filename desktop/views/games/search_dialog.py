"""The search in the collection: every field that is filled must hold."""

import re

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from desktop.model.collected import CollectionQuery
from desktop.services.all_services import Services
from desktop.views.kit import theme
from desktop.views.kit.boxes import in_column, in_row
from desktop.views.kit.fields import ChoiceField, number_field
from desktop.views.kit.messages import plain_label

_ECO = re.compile(r"[A-Ea-e]\d{0,2}")  # an ECO code, or its beginning
_RESULTS = ("", "1-0", "1/2-1/2", "0-1")


class SearchDialog(QDialog):
    """Enter searches; the games found are listed."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Search the collection"))
        self.setMinimumWidth(440)
        self._form = QFormLayout()
        self._form.setHorizontalSpacing(4 * theme.SPACE)
        self._form.setVerticalSpacing(2 * theme.SPACE)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.player = self._line(self.tr("Player"), self.tr("part of a name"))
        self.event_name = self._line(self.tr("Event"), self.tr("part of a name"))
        self.first = QLineEdit()
        self.last = QLineEdit()
        self._row(self.tr("From – to"), self._pair(self.first, self.last))
        self.outcome = ChoiceField()
        for token in _RESULTS:
            self.outcome.addItem(token or self.tr("any"), token)
        self._row(self.tr("Result"), self.outcome)
        self.elo: QSpinBox = number_field(0, 0, 3500)
        self.elo.setSpecialValueText(self.tr("any"))
        self.elo.setSingleStep(100)
        self._row(self.tr("Both players from Elo"), self.elo)
        self.opening = self._line(self.tr("Opening"), self.tr("for example B9, C65, or words of its name"))
        self.material = self._line(self.tr("Material"), self.tr("for example KRPvKR"))
        self.here = QCheckBox(self.tr("The position on the board"))
        self._form.addRow("", self.here)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        search = buttons.addButton(self.tr("Search"), QDialogButtonBox.ButtonRole.AcceptRole)
        search.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        in_column(self._form, buttons, inside=self, margins=4, spacing=4)
        self.player.setFocus()

    def _line(self, name: str, example: str) -> QLineEdit:
        field = QLineEdit()
        field.setPlaceholderText(example)
        self._row(name, field)
        return field

    def _row(self, name: str, field: QWidget) -> None:
        caption = plain_label(name, look="caption")
        caption.setBuddy(field)
        field.setAccessibleName(name)
        caption.setMinimumHeight(field.sizeHint().height())  # the words stand level with their field
        self._form.addRow(caption, field)

    def _pair(self, first: QLineEdit, last: QLineEdit) -> QWidget:
        first.setPlaceholderText("1972")
        last.setPlaceholderText("1985.07")
        first.setAccessibleName(self.tr("First date"))
        last.setAccessibleName(self.tr("Last date"))
        pair = QWidget()
        in_row(first, last, inside=pair, margins=0, spacing=2)
        return pair

    def query(self) -> CollectionQuery:
        """What is asked for now."""
        words = self.opening.text().strip()
        code = _ECO.fullmatch(words)
        return CollectionQuery(
            player=self.player.text().strip(),
            event=self.event_name.text().strip(),
            date_from=self.first.text().strip(),
            date_to=self.last.text().strip(),
            result=self.outcome.currentData(),
            elo_min=self.elo.value() or None,
            eco=words.upper() if code else "",
            opening="" if code else words,
            material=self.material.text().strip(),
            fen=self._services.game.state.fen if self.here.isChecked() else "",
        )

    def accept(self) -> None:
        """Searches."""
        query = self.query()
        super().accept()
        self._services.collection.search(query)
