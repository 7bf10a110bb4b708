"""Asks for the destination of the shown game, and for the token."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QFormLayout, QLineEdit, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.work_parts import wrapped


class SendDialog(Dialog):
    """Calls `send` with the study's address, the token (empty: the stored one), and whether to store it."""

    def __init__(self, send: Callable[[str, str, bool], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._send = send
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Send the game to a study"))
        self.address, self.token = QLineEdit(), QLineEdit()
        self.address.setPlaceholderText("https://lichess.org/study/abcdefgh")
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        self.token.setPlaceholderText(self.tr("empty: the one in the keyring"))
        self.keep = QCheckBox(self.tr("Keep the token in the keyring of this system"))
        words = self.tr(
            "lichess gives you a token in your preferences, API access tokens, with the right to write studies."
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.button = buttons.addButton(self.tr("Send"), QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow(wrapped(words, "quiet"))
        form.addRow(self.tr("Your study"), self.address)
        form.addRow(self.tr("Token"), self.token)
        form.addRow(self.keep)
        form.addRow(buttons)
        self.setMinimumWidth(theme.scaled(420))

    def accept(self) -> None:
        self._send(self.address.text(), self.token.text(), self.keep.isChecked())
        super().accept()
