"""The endgame tables found, with folders, files and checksums. Folders are added and removed here."""

from pathlib import Path

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from desktop.model.endgame import TableLine, TableList
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.views.kit import theme, words
from desktop.views.kit.buttons import push_button
from desktop.views.kit.dialogs import Dialog, StandardButton, ask_path
from desktop.views.kit.fields import named
from desktop.views.kit.icons import icon
from desktop.views.kit.layouts import STRETCH, in_column, in_row
from desktop.views.kit.messages import plain_label
from desktop.views.kit.read_table import ReadTable
from desktop.views.kit.work_parts import thin_bar

SETTING = "tablebase_folders"


class TablesDialog(Dialog):
    """Every change applies at once, without OK."""

    def __init__(
        self,
        settings: SettingsStore,
        tablebases: TablebaseService,
        table_maker: TableMaker,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, self.tr("Endgame tables"), (680, 600))
        self._settings, self._tablebases, self._table_maker = settings, tablebases, table_maker
        self.folders = named(QListWidget(), self.tr("Folders with endgame tables"))
        self.folders.setFixedHeight(theme.scaled(92))
        self.folders.currentRowChanged.connect(self._update_buttons)
        self.summary = plain_label(look="quiet")
        self.problems = plain_label(look="error", wrap=True)
        heads = [self.tr("Pieces"), self.tr("Table"), self.tr("Holds"), self.tr("Size"), self.tr("Checksum")]
        self.files = ReadTable(self.tr("Tables found"), heads, numbers=(0, 3), widths=(104, 96, 96, 96))
        self.progress = named(thin_bar(), self.tr("Progress of the check"))
        self.progress.hide()
        self._arrange()
        tablebases.tables_changed.connect(self._update_tables)
        settings.changed.connect(self._fill_folders)
        self._fill_folders()
        self._update_tables(tablebases.tables)
        tablebases.list_tables()

    def _arrange(self) -> None:
        self.add_button = push_button(self.tr("&Add a folder …"), self._ask_folder)
        self.remove_button = push_button(self.tr("&Take it out"), self._remove)
        self.make_button = push_button(self.tr("&Make tables …"), self._make)
        self.again_button = push_button(
            self.tr("&Look again"),
            self._tablebases.find_again,
            tip=self.tr("Looks for tables that came, or came back, while Ratsu runs"),
        )
        self.verify_button = push_button(self.tr("Verify &checksums"), self._verify)
        for button in (
            self.add_button,
            self.remove_button,
            self.make_button,
            self.again_button,
            self.verify_button,
        ):
            button.setAutoDefault(False)
        buttons = self.button_box(StandardButton.Close)
        in_column(
            plain_label(self.tr("Folders"), look="caption"),
            self.folders,
            in_row(self.add_button, self.remove_button, STRETCH, self.make_button),
            plain_label(self.tr("Tables found"), look="caption"),
            self.files,
            self.problems,  # above the buttons, so that they do not move when it appears
            self.progress,
            in_row((self.summary, 1), self.again_button, self.verify_button),
            buttons,
            inside=self,
            margins=4,
            spacing=2,
        )

    # Folders

    def _own(self) -> list[str]:
        return [line for line in self._settings.settings.text(SETTING).splitlines() if line.strip()]

    @Slot()
    def _fill_folders(self) -> None:
        self.folders.clear()
        built_in = QListWidgetItem(
            icon("package", "quiet"), self.tr("Built in: all endings with three and four pieces")
        )
        self.folders.addItem(built_in)
        for folder in self._own():
            self.folders.addItem(QListWidgetItem(icon("folder"), folder))
        self.folders.setCurrentRow(self.folders.count() - 1)
        self._update_buttons()

    def _update_buttons(self) -> None:
        self.remove_button.setEnabled(self.folders.currentRow() > 0)

    def _ask_folder(self) -> None:
        ask_path(self, self.tr("A folder with endgame tables"), self.add_folder, folder=True)

    def add_folder(self, folder: str) -> None:
        path = str(Path(folder).absolute())
        if path not in self._own():
            self._set([*self._own(), path])

    def _remove(self) -> None:
        row = self.folders.currentRow() - 1
        own = self._own()
        if 0 <= row < len(own):
            self._set(own[:row] + own[row + 1 :])

    def _make(self) -> None:
        from desktop.views.tables.make_dialog import MakeDialog

        MakeDialog(self._table_maker, parent=self).open()

    def _set(self, folders: list[str]) -> None:
        self._settings.set(SETTING, "\n".join(folders))

    # Files

    def _verify(self) -> None:
        tables = self._tablebases
        if tables.tables.to_check:
            tables.cancel()
        else:
            tables.verify()

    @Slot(object)
    def _update_tables(self, found: TableList) -> None:
        self.files.fill([self._cells(line) for line in found.lines])
        self._update_summary(found)

    def _cells(self, line: TableLine) -> tuple[str, str, str, str, str]:
        states = {
            "verified": self.tr("✓ verified"),
            "unchecked": self.tr("not verified"),
            "damaged": self.tr("✗ damaged, left out: %1").replace("%1", words.text_of(line.problem)),
        }
        holds = self.tr("distances") if line.distances else self.tr("results")
        size = words.data_size(line.bytes)
        return str(line.men), line.signature, holds, size, states[line.checksum]

    def _update_summary(self, found: TableList) -> None:
        names = {line.signature for line in found.lines if line.checksum != "damaged"}
        size = words.data_size(sum(line.bytes for line in found.lines))
        most = max((line.men for line in found.lines), default=0)
        text = self.tr("%1 endings with up to %2 pieces, %3 in all")
        if len(names) == 1:
            text = self.tr("One ending with %2 pieces, %3 in all")
        text = words.filled(text, len(names), most, size)
        self.summary.setText(text if found.lines else self.tr("Looking for tables …"))
        self.problems.setText("\n".join(map(words.text_of, found.problems[:3])))
        self.problems.setVisible(bool(found.problems))
        running = found.to_check > 0
        self.progress.setVisible(running)
        self.progress.setRange(0, max(1, found.to_check))
        self.progress.setValue(found.checked)
        self.verify_button.setText(self.tr("Stop the &check") if running else self.tr("Verify &checksums"))
        waiting = any(line.checksum == "unchecked" for line in found.lines)
        self.verify_button.setEnabled(running or waiting)
