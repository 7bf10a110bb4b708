"""The dialogs that explain and set up: settings, keys, log, about. Each is imported when it is wanted."""

from PySide6.QtCore import QObject

from desktop.views.window.window_context import Frame


class HelpGestures(QObject):
    """Joins the actions with their dialogs."""

    def __init__(self, frame: Frame) -> None:
        super().__init__(frame.window)
        self._frame = frame
        frame.on(
            {
                "palette": self._show_palette,
                "settings": self._show_settings,
                "shortcuts": self._show_keys,
                "log": self._show_log,
                "about": self._show_about,
                "quit": lambda: frame.window.window().close(),
            }
        )

    def _show_palette(self) -> None:
        from desktop.views.window.palette import Palette

        Palette(self._frame).open()

    def _show_settings(self) -> None:
        from desktop.views.window.settings_dialog import SettingsDialog

        SettingsDialog(self._frame.services, self._frame.window).open()

    def _show_keys(self) -> None:
        from desktop.views.window.help_dialog import KeysDialog

        KeysDialog(self._frame.services.settings, self._frame.actions, self._frame.window).open()

    def _show_log(self) -> None:
        from desktop.services.kit.folders import user_folders
        from desktop.views.window.log_dialog import LogDialog

        LogDialog(user_folders().state, self._frame.window).open()

    def _show_about(self) -> None:
        from desktop.views.window.about_dialog import AboutDialog

        AboutDialog(self._frame.window).open()
