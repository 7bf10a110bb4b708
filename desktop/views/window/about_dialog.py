"""The About box: version, licence, and the licences of bundled libraries."""

import sys
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QVBoxLayout, QWidget

from desktop.views.kit import theme
from desktop.views.kit.dialogs import Dialog
from desktop.views.kit.layouts import in_column
from desktop.views.kit.messages import plain_label
from engine.ground.version import VERSION

PROGRAM = Path(__file__).resolve().parents[3]
ICON = PROGRAM / "desktop" / "resources" / "icon" / "ratsu.svg"
# Only the frozen program bundles libraries (installer/packing/licences.py writes this folder).
LICENCES = Path(getattr(sys, "_MEIPASS", PROGRAM)) / "licences" / "INDEX.txt"


class AboutDialog(Dialog):
    """Describes Ratsu, with its version and licence."""

    def __init__(self, parent: QWidget | None = None, licences: Path = LICENCES) -> None:
        """`licences`: the list of bundled libraries. Without it the button for licences is missing."""
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Ratsu"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._licences = licences
        column = QVBoxLayout(self)
        column.setContentsMargins(4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE, 4 * theme.SPACE)
        column.setSpacing(2 * theme.SPACE)
        picture = plain_label()
        picture.setPixmap(QIcon(str(ICON)).pixmap(QSize(96, 96), self.devicePixelRatioF()))
        name = plain_label("Ratsu")
        name.setFont(theme.font(theme.DISPLAY, bold=True))
        for part in (picture, name):
            column.addWidget(part, 0, Qt.AlignmentFlag.AlignHCenter)
        for text in self._texts():
            label = plain_label(text, wrap=True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(label)
        column.addWidget(self._buttons())
        self.setFixedWidth(theme.scaled(420))

    def _texts(self) -> tuple[str, ...]:
        return (
            self.tr("Version %1").replace("%1", VERSION),
            self.tr("A chess program with its own engine, a learning opening book and endgame tablebases."),
            self.tr("Free software under the GNU General Public License, version 3 or later."),
            self.tr("Pieces by Colin M. L. Burnett; icons from Phosphor."),
        )

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        if self._licences.exists():
            offer = buttons.addButton(self.tr("&Licences"), QDialogButtonBox.ButtonRole.ActionRole)
            offer.clicked.connect(self._show_licences)
        return buttons

    def _show_licences(self) -> None:
        LicencesDialog(self._licences, self).open()


class LicencesDialog(Dialog):
    """The list of bundled libraries with their licences, and the folder of the licence texts."""

    def __init__(self, index: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Licences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(theme.size(620, 520))
        where = plain_label(self.tr("The texts are in %1").replace("%1", str(index.parent)), wrap=True)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text = QPlainTextEdit(index.read_text(encoding="utf-8"))
        text.setReadOnly(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        in_column(where, (text, 1), buttons, inside=self)
