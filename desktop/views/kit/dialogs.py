"""The base of all dialogs, and the questions for files and folders."""

from collections.abc import Callable

from PySide6.QtCore import QMargins, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QPushButton, QWidget

from desktop.views.kit import theme

StandardButton = QDialogButtonBox.StandardButton
_FRAME = QMargins(4, 32, 4, 4)  # pixels for the window manager's frame, unknown before the dialog is shown


class Dialog(QDialog):
    """A dialog that is deleted when it closes and never opens larger than the screen. Few window managers ensure that, and
    the buttons are at the lower edge."""

    def __init__(
        self,
        parent: QWidget | None = None,
        title: str = "",
        size: tuple[int, int] | None = None,
        *,
        width: int = 0,
    ) -> None:
        """`size`, `width` (the least): in pixels at the usual text size."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        if size is not None:
            self.resize(theme.size(*size))
        if width:
            self.setMinimumWidth(theme.scaled(width))

    def button_box(self, standard: StandardButton = StandardButton.Ok | StandardButton.Cancel) -> QDialogButtonBox:
        """The buttons of the lower edge, which accept and reject the dialog."""
        box = QDialogButtonBox(standard)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return box

    def close_box(self) -> QDialogButtonBox:
        """A button that closes the dialog, which Enter does not press."""
        box = self.button_box(StandardButton.Close)
        box.button(StandardButton.Close).setAutoDefault(False)
        return box

    def showEvent(self, event: QShowEvent) -> None:
        """Limits the size before Qt places the dialog."""
        if not event.spontaneous():
            room = self.screen().availableGeometry().marginsRemoved(_FRAME).size()
            self.resize(self.size().boundedTo(room))
        super().showEvent(event)


def make_default(button: QPushButton, width: int = 28) -> None:
    """Lets Enter press a button. `width`: the least, in `theme.SPACE`, because the default button is bold."""
    button.setDefault(True)
    button.setMinimumWidth(theme.scaled(width * theme.SPACE))


def ask_path(
    parent: QWidget,
    title: str,
    chosen: Callable[..., object],
    start: str = "",
    kinds: str = "",
    *,
    save: str = "",
    folder: bool = False,
    several: bool = False,
) -> QFileDialog:
    """Asks for an existing file, or for a `folder`, or for a file to `save` (its usual ending), and passes the name to
    `chosen`; a list of names if there may be `several`."""
    dialog = QFileDialog(parent, title, start, kinds)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if save:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(save)
    elif folder:
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    else:
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if several else QFileDialog.FileMode.ExistingFile)
    (dialog.filesSelected if several else dialog.fileSelected).connect(chosen)
    dialog.open()
    return dialog
