"""The base of all dialogs, and the questions: yes or no, files and folders."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QMargins, Qt
from PySide6.QtGui import QCloseEvent, QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QPlainTextEdit,
    QPushButton,
    QTreeView,
    QWidget,
)

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
        self._asks = True
        if size is not None:
            self.resize(theme.size(*size))
        if width:
            self.setMinimumWidth(theme.scaled(width))

    def button_box(self, standard: StandardButton = StandardButton.Ok | StandardButton.Cancel) -> QDialogButtonBox:
        """The buttons of the lower edge, which accept and reject the dialog."""
        box = QDialogButtonBox(standard)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.discard)
        return box

    def close_box(self) -> QDialogButtonBox:
        """A button that closes the dialog, which Enter does not press."""
        box = self.button_box(StandardButton.Close)
        box.button(StandardButton.Close).setAutoDefault(False)
        return box

    @property
    def unsaved(self) -> bool:
        """Whether closing the dialog would lose what the user typed or set up: here, the text of a field of several lines."""
        fields = self.findChildren(QPlainTextEdit)
        return any(field.document().isModified() and not field.isReadOnly() for field in fields)

    def reject(self) -> None:
        """Closes the dialog; Escape and the window's cross ask first if work would be lost."""
        if not self._asks or not self.isVisible() or not self.unsaved:
            super().reject()
            return
        question, yes, no = (
            QCoreApplication.translate("Dialog", "Discard your changes?"),
            QCoreApplication.translate("Dialog", "Discard"),
            QCoreApplication.translate("Dialog", "Keep editing"),
        )
        ask(self, question, yes, self.discard, no=no)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Asks no question when the program itself closes the dialog."""
        self._asks = event.spontaneous()
        super().closeEvent(event)
        self._asks = True

    def discard(self) -> None:
        """Closes the dialog without a question, as Cancel does, through `reject`: a dialog may have work to stop there."""
        self._asks = False
        self.reject()
        self._asks = True

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


class FileDialog(QFileDialog):
    """A file dialog. In Qt's own, which is shown if the desktop has none, sizes, kinds and dates are as wide as their texts,
    and the names take the rest."""

    def __init__(self, parent: QWidget | None = None, title: str = "", start: str = "", kinds: str = "") -> None:
        super().__init__(parent, title, start, kinds)
        table = self.findChild(QTreeView, "treeView")
        if isinstance(table, QTreeView):
            self.resize(theme.size(860, 520))  # with room for long names
            header = table.header()
            header.setStretchLastSection(False)
            header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)


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
    dialog = FileDialog(parent, title, start, kinds)
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


def ask(
    parent: QWidget,
    question: str,
    yes: str,
    on_yes: Callable[[], object],
    *,
    no: str = "",
    on_no: Callable[[], object] = lambda: None,
    first: tuple[str, Callable[[], object]] | None = None,
) -> QMessageBox:
    """Asks before an action that cannot be undone; Enter means no. Does not block: `on_yes` or `on_no` is called with the
    answer. `first`: a third answer that loses nothing, such as saving; Enter means this one."""
    box = message_box(parent, question)
    accept = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    box.setDefaultButton(box.addButton(no or box.tr("Cancel"), QMessageBox.ButtonRole.RejectRole))
    safe = box.addButton(first[0], QMessageBox.ButtonRole.ActionRole) if first is not None else None
    if safe is not None:
        box.setDefaultButton(safe)

    def answered() -> None:
        if first is not None and box.clickedButton() is safe:
            first[1]()
        else:
            (on_yes if box.clickedButton() is accept else on_no)()

    box.finished.connect(answered)
    box.open()
    return box


def message_box(parent: QWidget | None, text: str) -> QMessageBox:
    """A box that shows any text as plain text, and is deleted when it closes."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(text)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return box
