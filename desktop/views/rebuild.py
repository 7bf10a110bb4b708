"""Rebuilds the window on the same services after a change of language or text size."""

from PySide6.QtWidgets import QApplication, QDialog, QWidget

from desktop.views.main_window import MainWindow
from desktop.views.window.window_shell import WindowShell

# The actions that reopen non-modal dialogs, and the settings, in which the change is made.
_AGAIN = {
    "SettingsDialog": "settings",
    "HealthDialog": "book_health",
    "BookDeviationsDialog": "book_habits",
    "PreparationDialog": "book_prepare",
    "NoveltyDialog": "book_novelties",
    "DuplicatesDialog": "duplicates",
    "SpellingsDialog": "spellings",
    "EngineMatchDialog": "engine_match",
}


def rebuild(shell: WindowShell, old: MainWindow) -> MainWindow:
    """Fills the shell with a new window in the state of the old one. Dialogs are reopened, and the changed setting has the focus
    again."""
    shown = [dialog for dialog in old.findChildren(QDialog) if dialog.isVisible()]
    opened = [_AGAIN[type(dialog).__name__] for dialog in shown if type(dialog).__name__ in _AGAIN]
    focus = QApplication.focusWidget()
    changed = focus.objectName() if focus is not None and isinstance(focus.window(), QDialog) else ""
    analysing = old.modes.analysing
    mode, turned = old.modes.mode, old.body.panel.turned
    new = old.again()
    new.body.messages.past.extend(old.body.messages.past)
    shell.fill(new)
    new.show_mode(mode)
    new.modes.set_analysing(analysing)
    if turned:
        new.body.panel.turn()
    if not old.body.side_shown:
        new.actions_by_key["panels"].setChecked(False)
    old.deleteLater()
    for key in opened:
        new.actions_by_key[key].trigger()
        _focus(new, changed)
    return new


def _focus(window: MainWindow, name: str) -> None:
    for dialog in window.findChildren(QDialog):
        field = dialog.findChild(QWidget, name) if name else None
        if field is not None:
            field.setFocus()
