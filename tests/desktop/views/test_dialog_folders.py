"""Where file dialogs begin: in a folder that is there, and that the user has chosen."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from tests.desktop.services.conftest import Heard
from tests.desktop.views.conftest import MakeWindow


@pytest.mark.parametrize("there", ["last", "documents", "home"])
def test_a_file_dialog_begins_in_a_folder_that_is_there(
    make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: str
) -> None:
    """Of a folder that is not there, Qt proposes the name as that of a file: "Documents"."""
    folders = {name: tmp_path / "dialogs" / name for name in ("last", "documents", "home")}
    for name in list(folders)[list(folders).index(there) :]:
        folders[name].mkdir(parents=True)
    monkeypatch.setattr("platformdirs.user_documents_dir", lambda: str(folders["documents"]))
    monkeypatch.setenv("HOME", str(folders["home"]))
    window = make_window()
    window.services.settings.set("last_folder", str(folders["last"]))
    for action in ("open", "append", "save_picture"):
        window.actions_by_key[action].trigger()
        dialog = window.findChildren(QFileDialog)[-1]
        assert dialog.directory().absolutePath() == str(folders[there]), action
        assert action != "open" or not dialog.findChildren(QLineEdit)[0].text()
        dialog.reject()


def test_only_files_that_the_user_chose_say_where_the_next_dialog_begins(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """The games of an engine match lie in a folder of the program."""
    window, folders = make_window(), [tmp_path / name for name in ("matches", "dropped", "chosen")]
    for folder in folders:
        folder.mkdir()
        (folder / "game.pgn").write_text("1. e4 *\n\n1. d4 *\n")
    matches, dropped, chosen = (folder / "game.pgn" for folder in folders)

    def last() -> str:
        return window.services.settings.settings.text("last_folder")

    with qtbot.waitSignal(window.services.files.opened, timeout=10_000):
        window.services.files.open_file(matches)
    assert last() == ""
    held = QMimeData()
    held.setUrls([QUrl.fromLocalFile(str(dropped))])
    action, button, nothing = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(9, 9), action, held, button, nothing))
    assert last() == str(dropped.parent)
    heard = Heard(window.services.files.message)
    held.setUrls([QUrl("https://example.org/game.pgn")])
    window.dropEvent(QDropEvent(QPointF(9, 9), action, held, button, nothing))
    assert "Only files of this computer" in window.body.messages.notices[-1].accessibleName() and not heard.all
    window.actions_by_key["open"].trigger()
    dialog = window.findChildren(QFileDialog)[-1]
    dialog.selectFile(str(chosen))
    dialog.accept()
    assert last() == str(chosen.parent)
