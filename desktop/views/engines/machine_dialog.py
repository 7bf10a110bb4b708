"""The dialog for an engine on another machine: the machine and the command there."""

from PySide6.QtWidgets import QLineEdit, QWidget

from desktop.services.engines.engine_list import EngineList
from desktop.views.kit.dialogs import Dialog, StandardButton
from desktop.views.kit.fields import form_of
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label


class MachineDialog(Dialog):
    """Asks for the machine and the command. The dialog below says whether the engine answered."""

    def __init__(self, engines: EngineList, parent: QWidget | None = None) -> None:
        super().__init__(parent, self.tr("An engine on another machine"), (460, 240))
        self._engines = engines
        text = self.tr(
            "Ratsu starts the engine through ssh. The machine must let you in with a key, without asking for a password."
        )
        self.machine, self.command = QLineEdit(), QLineEdit()
        self.machine.setPlaceholderText(self.tr("host, or user@host"))
        self.command.setPlaceholderText("/usr/games/stockfish")
        form = form_of((self.tr("&Machine"), self.machine), (self.tr("&Command there"), self.command), grow=True)
        buttons = self.button_box()
        self.ok_button = buttons.button(StandardButton.Ok)
        for field in (self.machine, self.command):
            field.textChanged.connect(self._check)
        self._check()
        in_column(plain_label(text, wrap=True), form, buttons, inside=self, margins=4, spacing=3)

    def _check(self) -> None:
        self.ok_button.setEnabled(bool(self.machine.text().strip() and self.command.text().strip()))

    def accept(self) -> None:
        self._engines.add_remote(self.machine.text(), self.command.text())
        super().accept()
