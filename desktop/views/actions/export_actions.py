"""Actions that export the board or the game: pictures, animations, print, PDF, HTML, LaTeX."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QPageLayout
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from desktop.model.errors import FileError, Message, Severity
from desktop.services.files.file_service import FileService
from desktop.services.files.game_list_service import GameListService
from desktop.services.game.game_service import GameService
from desktop.services.kit.atomic import write_atomically
from desktop.services.kit.folders import games_folder
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit.dialogs import FileDialog
from desktop.views.window.mode_bar import Mode
from desktop.views.window.window_context import WindowContext
from engine.ground.text import plain

if TYPE_CHECKING:
    from desktop.views.game.publish_dialog import PublishDialog


class ExportActions(QObject):
    """Connects the export actions. The modules that make pictures are imported on first use."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        games: GameService,
        lists: GameListService,
        files: FileService,
    ) -> None:
        super().__init__(context.window)
        self._settings, self._games, self._lists, self._files = settings, games, lists, files
        self._context = context
        self._making: Iterator[bytes] | None = None
        self._path = Path()
        self._pieces: list[bytes] = []
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)
        context.on(
            {
                "copy_picture": self.copy_picture,
                "save_picture": self._ask_picture,
                "save_gif": self._ask_film,
                "publish": self.publish,
            }
        )

    def copy_picture(self) -> None:
        from desktop.views.board.board_export import board_picture

        QGuiApplication.clipboard().setImage(board_picture(self._context.body.panel.board))
        self._context.tell(
            Message(Severity.INFORMATION, plain(self.tr("The picture of the board is on the clipboard.")))
        )

    def save_picture(self, path: Path) -> None:
        """Saves the board to a file: SVG by its extension, otherwise PNG."""
        from desktop.views.board.board_export import board_picture, board_svg, png

        board = self._context.body.panel.board
        if path.suffix.lower() == ".svg":
            self._write(path, board_svg(board.scene, board.flipped, board.coordinates, board.shapes))
        else:
            self._write(path, png(board_picture(board)))

    def _ask_picture(self) -> None:
        dialog = self._file_dialog(self.tr("Save the board as a picture"), "PNG (*.png);;SVG (*.svg)", "png")
        dialog.filterSelected.connect(lambda chosen: dialog.setDefaultSuffix("svg" if "svg" in chosen else "png"))
        dialog.fileSelected.connect(lambda name: self.save_picture(Path(name)))
        dialog.open()

    def _ask_film(self) -> None:
        dialog = self._file_dialog(self.tr("Save the game as an animation"), "GIF (*.gif)", "gif")
        dialog.fileSelected.connect(self._save_film)
        dialog.open()

    @Slot(str)
    def _save_film(self, name: str) -> None:
        self.save_film(Path(name))

    def save_film(self, path: Path) -> None:
        """Saves the shown line as an animation, one picture per pass of the event loop. Cancels an animation still in
        progress."""
        from desktop.views.board.board_film import film

        self._path, self._pieces = path, []
        self._making = film(self._games.state, self._context.body.panel.board)
        self._timer.start()

    @Slot()
    def _go_on(self) -> None:
        piece = next(self._making, None) if self._making is not None else None
        if piece is not None:
            self._pieces.append(piece)
            return
        self._timer.stop()
        self._making = None
        content, self._pieces = b"".join(self._pieces), []
        self._write(self._path, content)

    def publish(self) -> None:
        """Asks for games, format and options, and exports."""
        from desktop.views.game.publish_dialog import PublishDialog
        from desktop.views.games.games_page import GamesPage

        page = self._context.body.page
        listed = isinstance(page, GamesPage)
        chosen = page.table.selected_numbers() if isinstance(page, GamesPage) else ()
        dialog = PublishDialog(self._games, self._lists, self._context.window, listed=listed, chosen=chosen)
        dialog.place_wanted.connect(partial(self._ask_place, dialog))
        dialog.made.connect(self._write)
        dialog.open()

    def _ask_place(self, publishing: "PublishDialog", kind: str) -> None:
        from desktop.views.game.publish_steps import PAPER

        if kind == PAPER:
            self._ask_printer(publishing)
            return
        name = {".pdf": "PDF", ".html": "HTML", ".tex": "LaTeX"}[kind]
        dialog = self._file_dialog(self.tr("Publish"), f"{name} (*{kind})", kind[1:], publishing)
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

    def _file_dialog(self, title: str, kinds: str, suffix: str, parent: QWidget | None = None) -> QFileDialog:
        """A file dialog for saving, not yet open, with a name proposed from the shown game. `parent`: the dialog it closes with;
        None: the window."""
        lists, page = self._lists.state, self._context.body.mode_bar.buttons[Mode.GAMES].isChecked()
        name = Path(lists.path).name if page and lists.path else self._files.proposed_name()
        folder = games_folder(self._settings.settings)
        dialog = FileDialog(parent or self._context.window, title, folder, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.selectFile(f"{name.removesuffix('.gz').removesuffix('.pgn')}.{suffix}")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    def _write(self, path: Path, content: bytes) -> None:
        try:
            write_atomically(path, content)
        except FileError as error:
            self._context.tell(Message(Severity.ERROR, error.text))
            return
        self._settings.set("last_folder", str(path.parent))
        text = self.tr("Saved as “%1”.").replace("%1", path.name)
        self._context.tell(Message(Severity.INFORMATION, plain(text), plain(str(path))))
