"""Gestures that take the board or the game out of the program: pictures, paper, PDF, HTML, LaTeX."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QGuiApplication, QPageLayout
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from desktop.model.errors import FileError, Message, Severity
from desktop.services.kit.atomic import write_atomically
from desktop.services.kit.folders import games_folder
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain

if TYPE_CHECKING:
    from desktop.views.game.publish_dialog import PublishDialog


class ExportGestures(QObject):
    """Joins their actions. What makes the pictures is imported when it is wanted."""

    def __init__(self, context: WindowContext) -> None:
        super().__init__(context.window)
        self._context, self._services = context, context.services
        context.on(
            {
                "copy_picture": self.copy_picture,
                "save_picture": self._ask_picture,
                "publish": self.publish,
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

    def _ask_picture(self) -> None:
        dialog = file_dialog(self._context, self.tr("Save the board as a picture"), "PNG (*.png);;SVG (*.svg)", "png")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("svg" if "svg" in chosen else "png"))
        dialog.fileSelected.connect(lambda name: self.save_picture(Path(name)))
        dialog.open()

    def publish(self) -> None:
        """Asks which games, as what, and how."""
        from desktop.views.game.publish_dialog import PublishDialog
        from desktop.views.games.games_page import GamesPage

        page = self._context.body.page
        listed = isinstance(page, GamesPage)
        chosen = page.table.selected_numbers() if isinstance(page, GamesPage) else ()
        dialog = PublishDialog(self._services, self._context.window, listed=listed, chosen=chosen)
        dialog.place_wanted.connect(partial(self._ask_place, dialog))
        dialog.made.connect(partial(write_file, self._context))
        dialog.open()

    def _ask_place(self, publishing: "PublishDialog", kind: str) -> None:
        from desktop.views.game.publish_work import PAPER

        if kind == PAPER:
            self._ask_printer(publishing)
            return
        name = {".pdf": "PDF", ".html": "HTML", ".tex": "LaTeX"}[kind]
        dialog = file_dialog(self._context, self.tr("Publish"), f"{name} (*{kind})", kind[1:], publishing)
        dialog.fileSelected.connect(lambda chosen: publishing.make(Path(chosen)))
        dialog.open()

    def _ask_printer(self, publishing: "PublishDialog") -> None:
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        from desktop.views.game.print_pages import MARGINS

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPageMargins(MARGINS, QPageLayout.Unit.Millimeter)
        dialog = QPrintDialog(printer, publishing)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: publishing.make(Path(), printer))
        QDialog.open(dialog)


def file_dialog(
    context: WindowContext, title: str, kinds: str, suffix: str, parent: QWidget | None = None
) -> QFileDialog:
    """Asks for a file to write, and proposes one named after what is shown; not yet open. `parent`: the dialog that it is asked
    for, with which it ends; None: the window."""
    lists, page = context.services.lists.state, context.body.mode_bar.buttons[Mode.GAMES].isChecked()
    name = Path(lists.path).name if page and lists.path else context.services.files.proposed_name()
    dialog = QFileDialog(parent or context.window, title, games_folder(context.services.settings.settings), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    dialog.selectFile(f"{name.removesuffix('.gz').removesuffix('.pgn')}.{suffix}")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    return dialog


def write_file(context: WindowContext, path: Path, content: bytes) -> None:
    """Writes it, and says how it went."""
    try:
        write_atomically(path, content)
    except FileError as error:
        context.tell(Message(Severity.ERROR, error.text))
        return
    context.services.settings.set("last_folder", str(path.parent))
    text = QCoreApplication.translate("ExportGestures", "Saved as “%1”.").replace("%1", path.name)
    context.tell(Message(Severity.INFORMATION, plain(text), plain(str(path))))
