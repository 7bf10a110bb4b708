"""The menu of recent files, filled when it opens."""

from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from desktop.model.stored_values import with_file
from desktop.services.files.file_service import FileService
from desktop.services.kit.settings_store import SettingsStore
from desktop.views.kit.foreign_text import ForeignText
from desktop.views.window.window_context import WindowContext


class RecentFiles(QObject):
    """Records opened and saved files, and lists them in the menu File."""

    def __init__(self, context: WindowContext, settings: SettingsStore, files: FileService) -> None:
        super().__init__(context.window)
        self._settings, self._files = settings, files
        self.menu = QMenu(context.window)
        self.menu.aboutToShow.connect(self._fill)
        context.actions["recent"].setMenu(self.menu)
        context.on({"recent": self._show})
        files.opened.connect(self._remember)
        files.listed.connect(self._remember)

    @Slot(object)
    def _remember(self, path: object) -> None:
        store = self._settings
        store.keep("recent_files", with_file(store.settings.text("recent_files"), str(path)))

    @Slot()
    def _show(self) -> None:
        """Opens the menu at the mouse, for the palette."""
        self.menu.popup(QCursor.pos())

    @Slot()
    def _fill(self) -> None:
        self.menu.clear()
        paths = self._settings.settings.text("recent_files").splitlines()
        for path in paths:
            name = ForeignText(f"{Path(path).name}  –  {Path(path).parent}").caption
            self.menu.addAction(name, lambda chosen=path: self._files.open_file(Path(chosen)))  # type: ignore[misc]
        if paths:
            self.menu.addSeparator()
            self.menu.addAction(self.tr("Clear this list"), self._forget)
        else:
            self.menu.addAction(self.tr("No recent files")).setEnabled(False)

    @Slot()
    def _forget(self) -> None:
        self._settings.keep("recent_files", "")
