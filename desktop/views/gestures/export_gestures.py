"""Gestures that take the board or the game out of the program: pictures, paper, PDF."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication, QPageLayout
from PySide6.QtWidgets import QDialog, QFileDialog

from desktop.model.errors import FileError, Message, Severity
from desktop.services.kit.atomic import write_atomically
from desktop.views.window.window_context import WindowContext
from engine.text import plain


class ExportGestures(QObject):
    """Joins their actions. What makes the pictures is imported when it is wanted."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context, self._services = context, context.services
        context.on(
            {
                "copy_picture": self.copy_picture,
                "save_picture": self._ask_picture,
                "print": self._ask_printer,
                "save_pdf": self._ask_pdf,
            }
        )

    def copy_picture(self) -> None:
        """The board as a picture on the clipboard."""
        from desktop.views.board.board_export import board_picture

        QGuiApplication.clipboard().setImage(board_picture(self._context.body.panel.board))
        self._context.tell(
            Message(Severity.INFORMATION, plain(self.tr("The picture of the board is on the clipboard.")))
        )

    def save_picture(self, path: Path) -> None:
        """The board into a file: SVG if its name says so, else PNG."""
        from desktop.views.board.board_export import board_picture, board_svg, png

        board = self._context.body.panel.board
        if path.suffix.lower() == ".svg":
            write_file(self._context, path, board_svg(board.scene, board.flipped, board.coordinates, board.shapes))
        else:
            write_file(self._context, path, png(board_picture(board)))

    def save_pdf(self, path: Path) -> None:
        """The game as a PDF."""
        from desktop.views.game.game_document import game_document, title_of
        from desktop.views.game.print_pages import pdf

        state = self._services.game.state
        write_file(self._context, path, pdf(partial(game_document, state), title_of(state.game)))

    def _ask_picture(self) -> None:
        dialog = file_dialog(self._context, self.tr("Save the board as a picture"), "PNG (*.png);;SVG (*.svg)", "png")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("svg" if "svg" in chosen else "png"))
        dialog.fileSelected.connect(lambda name: self.save_picture(Path(name)))
        dialog.open()

    def _ask_pdf(self) -> None:
        dialog = file_dialog(self._context, self.tr("Save the game as PDF"), "PDF (*.pdf)", "pdf")
        dialog.fileSelected.connect(lambda name: self.save_pdf(Path(name)))
        dialog.open()

    def _ask_printer(self) -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        from desktop.views.game.game_document import game_document
        from desktop.views.game.print_pages import MARGINS, print_document

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
        dialog = QPrintDialog(printer, self._context.window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        printed = partial(game_document, self._services.game.state)
        dialog.accepted.connect(lambda: print_document(printed, printer))
        QDialog.open(dialog)


def file_dialog(context: WindowContext, title: str, kinds: str, suffix: str) -> QFileDialog:
    """Asks for a file to write; not yet open."""
    dialog = QFileDialog(context.window, title, context.services.settings.settings.text("last_folder"), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def write_file(context: WindowContext, path: Path, content: bytes) -> None:
    """Writes it, and says how it went."""
    try:
        write_atomically(path, content)
    except (FileError, OSError) as error:
        text = QCoreApplication.translate("ExportGestures", "“%1” cannot be saved: %2")
        context.tell(Message(Severity.ERROR, plain(text.replace("%2", str(error)).replace("%1", path.name))))
        return
    context.services.settings.set("last_folder", str(path.parent))
    text = QCoreApplication.translate("ExportGestures", "Saved as “%1”.").replace("%1", path.name)
    context.tell(Message(Severity.INFORMATION, plain(text), plain(str(path))))
