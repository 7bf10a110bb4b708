"""Asks for the name of a book, and the side that it is for."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.fields import caption

_SIDES = ("", "white", "black")


class BookNameDialog(Dialog):
    """A name and, unless `side` is None, a side, passed to `keep` (True: White, False: Black, None: both)."""

    def __init__(
        self,
        heading: str,
        name: str,
        side: str | None,
        keep: Callable[[str, bool | None], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._keep = keep
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(heading)
        self.setMinimumWidth(theme.scaled(380))
        self.name = QLineEdit(name)
        self.side = QComboBox()
        self.side.addItems([self.tr("Both sides"), self.tr("White"), self.tr("Black")])
        self.side.setCurrentIndex(_SIDES.index(side or ""))
        self.side.setToolTip(self.tr("In a book for one side, the moves of the other side are replies."))
        form = QFormLayout()
        form.setHorizontalSpacing(4 * theme.SPACE)
        form.setVerticalSpacing(2 * theme.SPACE)
        fields: list[tuple[str, QWidget]] = [(self.tr("Name"), self.name)]
        fields += [(self.tr("Side"), self.side)] if side is not None else []
        for text, field in fields:
            field.setAccessibleName(text)
            form.addRow(caption(text, field), field)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(*4 * (4 * theme.SPACE,))
        column.setSpacing(4 * theme.SPACE)
        column.addLayout(form)
        column.addWidget(self._buttons)
        self.name.textChanged.connect(self._update_buttons)
        self._update_buttons()
        self.name.selectAll()
        self.name.setFocus()

    def _update_buttons(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(self.name.text().strip()))

    def accept(self) -> None:
        side = _SIDES[self.side.currentIndex()]
        self._keep(self.name.text().strip(), side == "white" if side else None)
        super().accept()
