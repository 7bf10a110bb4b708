"""Keys: given, refused, reset, kept over a restart, saved as a file and loaded again."""

from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence

from desktop.model.stored_values import keys_from
from desktop.views.main_window import MainWindow
from desktop.views.window.action_table import ACTIONS, make_actions
from desktop.views.window.shortcuts_dialog import ShortcutsDialog
from tests.desktop.views.conftest import MakeWindow


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window()


def dialog_of(window: MainWindow) -> ShortcutsDialog:
    return ShortcutsDialog(window.services.settings, window.actions_by_key, window)


def press(dialog: ShortcutsDialog, action: str, key: str) -> None:
    dialog.fields[action].setKeySequence(QKeySequence(key))
    dialog.fields[action].editingFinished.emit()


def test_a_key_is_kept_over_a_restart_and_given_back(window: MainWindow) -> None:
    dialog = dialog_of(window)
    press(dialog, "resign", "Ctrl+Alt+X")
    kept = keys_from(window.services.settings.settings.text("keys"))
    assert kept == {"resign": ("Ctrl+Alt+X",)}
    again = make_actions(window, kept)
    assert [key.toString() for key in again["resign"].shortcuts()] == ["Ctrl+Alt+X"]
    dialog._reset_all()
    assert keys_from(window.services.settings.settings.text("keys")) == {}
    dialog.reject()


def test_a_key_in_use_is_refused_with_the_name_of_its_action(window: MainWindow) -> None:
    dialog = dialog_of(window)
    press(dialog, "resign", "Ctrl+N")
    assert dialog.problem.text() == "Ctrl+N is used by “New game”. Remove it there first."
    assert dialog.fields["resign"].keySequence().toString() == "Ctrl+R"
    dialog.reject()


def test_saved_keys_are_loaded_on_another_computer(window: MainWindow, make_window: MakeWindow, tmp_path: Path) -> None:
    dialog = dialog_of(window)
    press(dialog, "resign", "Ctrl+Alt+X")
    press(dialog, "flip", "")
    dialog.save(tmp_path / "keys.json")
    dialog._reset_all()
    dialog.load(tmp_path / "keys.json")
    assert dialog.problem.text() == ""
    given = {spec.key: [key.toString() for key in window.actions_by_key[spec.key].shortcuts()] for spec in ACTIONS}
    assert given["resign"] == ["Ctrl+Alt+X"] and given["flip"] == [] and given["redo"] == ["Ctrl+Shift+Z", "Ctrl+Y"]
    assert keys_from(window.services.settings.settings.text("keys")) == {"flip": (), "resign": ("Ctrl+Alt+X",)}
    dialog.reject()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("not JSON", "This is not a file of keys"),
        ('{"resign": "Ctrl+R"}', "This is not a file of keys (resign must be a list"),
        ('{"surrender": ["Ctrl+R"]}', "The file has keys for “surrender”, which is not an action of this version."),
        ('{"resign": ["F5"], "flip": ["F5"]}', "The file gives F5 to “resign” and to “flip”."),
        ('{"resign": ["Ctrl+N"]}', "Ctrl+N would belong to “New game” and to “Resign”."),
        ('{"resign": ["no such key"]}', "“no such key” of “Resign” is not a key."),
    ],
)
def test_a_file_with_a_fault_changes_nothing(window: MainWindow, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "keys.json").write_text(content, encoding="utf-8")
    dialog = dialog_of(window)
    dialog.load(tmp_path / "keys.json")
    assert dialog.problem.text().startswith(said)
    assert window.services.settings.settings.text("keys") == ""
    dialog.reject()


def test_a_file_that_cannot_be_read_or_written_is_named(window: MainWindow, tmp_path: Path) -> None:
    dialog = dialog_of(window)
    dialog.load(tmp_path / "absent.json")
    assert "absent.json" in dialog.problem.text()
    dialog.save(tmp_path / "no folder" / "keys.json")
    assert "keys.json" in dialog.problem.text()
    dialog.reject()


def test_a_search_that_finds_no_action_says_so(window: MainWindow) -> None:
    dialog = dialog_of(window)
    dialog.show()
    dialog.search.setText("no such thing")
    assert dialog.nothing.isVisible()
    dialog.search.setText("resign")
    assert not dialog.nothing.isVisible() and dialog.fields["resign"].isVisible()
    dialog.reject()
