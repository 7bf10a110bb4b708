"""Dialogs for settings, keys, log and program information, each imported on first use."""

from PySide6.QtCore import QObject

from desktop.services.files.file_service import FileService
from desktop.services.kit.settings_store import SettingsStore
from desktop.services.tables.table_maker import TableMaker
from desktop.services.tables.tablebase_service import TablebaseService
from desktop.services.world.sharing_service import SharingService
from desktop.views.help.tour import Tour
from desktop.views.help.what_is_this import WhatIsThis
from desktop.views.window.window_context import WindowContext


class HelpActions(QObject):
    """Connects the actions with their dialogs."""

    def __init__(
        self,
        context: WindowContext,
        settings: SettingsStore,
        tablebases: TablebaseService,
        table_maker: TableMaker,
        sharing: SharingService,
        files: FileService,
    ) -> None:
        super().__init__(context.window)
        self._sharing = sharing
        self._settings, self._tablebases, self._table_maker, self._files = settings, tablebases, table_maker, files
        self._context = context
        WhatIsThis(context)
        context.on(
            {
                "handbook": self._show_handbook,
                "tour": lambda: Tour(context).start(with_keyboard=True),
                "palette": self._show_palette,
                "settings": self._show_settings,
                "shortcuts": self._show_keys,
                "messages": lambda: context.body.messages.show_past(),
                "log": self._show_log,
                "about": self._show_about,
                "quit": lambda: context.window.window().close(),
            }
        )

    def _show_handbook(self) -> None:
        from desktop.views.window.handbook_dialog import HandbookDialog

        HandbookDialog(self._context.window).open()

    def _show_palette(self) -> None:
        from desktop.views.window.command_palette import CommandPalette

        CommandPalette(self._context, self._settings, self._files, self._show_settings).open()

    def _show_settings(self, sentence: str = "") -> None:
        from desktop.views.window.settings_dialog import SettingsDialog

        dialog = SettingsDialog(
            self._settings, self._tablebases, self._table_maker, self._sharing, self._context.window
        )
        dialog.search.setText(sentence)
        dialog.open()

    def _show_keys(self) -> None:
        from desktop.views.window.shortcuts_dialog import ShortcutsDialog

        ShortcutsDialog(self._settings, self._context.actions, self._context.window).open()

    def _show_log(self) -> None:
        from desktop.services.kit.folders import user_folders
        from desktop.views.window.log_dialog import LogDialog

        LogDialog(user_folders().state, self._context.window).open()

    def _show_about(self) -> None:
        from desktop.views.window.about_dialog import AboutDialog

        AboutDialog(self._context.window).open()
