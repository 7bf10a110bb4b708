"""Another language: the window is built again on the same services, so that no text can be left in the old one."""

from PySide6.QtWidgets import QDialog

from desktop.views.main_window import MainWindow
from desktop.views.window.empty_window import Shell


def rebuild(shell: Shell, old: MainWindow) -> MainWindow:
    """Fills the shell with a new window that shows what the old one showed; the settings stay open where they were."""
    from desktop.views.window.settings_dialog import SettingsDialog

    settings_open = any(
        isinstance(dialog, SettingsDialog) and dialog.isVisible() for dialog in old.findChildren(QDialog)
    )
    analysing = old.services.analysis.state.running
    mode, turned = old.modes.mode, old.body.panel.turned
    new = MainWindow(old.services)
    shell.fill(new)
    new.show_mode(mode)
    new.services.analysis.set_running(analysing)
    if turned:
        new.body.panel.turn()
    if not old.body.side_shown:
        new.actions_by_key["panels"].setChecked(False)
    old.deleteLater()
    if settings_open:
        new.actions_by_key["settings"].trigger()
    return new
