"""The About box names the version, and in a packed program the licences of what it carries."""

from pathlib import Path

from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton
from pytestqt.qtbot import QtBot

from desktop.views.window.about_dialog import AboutDialog, LicencesDialog
from engine.ground.version import VERSION


def test_it_shows_icon_version_and_licence(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = AboutDialog(licences=tmp_path / "none")
    qtbot.addWidget(dialog)
    labels = dialog.findChildren(QLabel)
    assert any(VERSION in label.text() for label in labels)
    assert any("General Public License" in label.text() for label in labels)
    picture = next(label for label in labels if not label.pixmap().isNull())
    assert picture.pixmap().toImage().pixelColor(48, 48).alpha() == 255
    assert not any("icences" in button.text() for button in dialog.findChildren(QPushButton))


def test_a_packed_program_shows_the_licences_of_what_it_carries(qtbot: QtBot, tmp_path: Path) -> None:
    index = tmp_path / "INDEX.txt"
    index.write_text("chess 1.11.2: GPL-3.0+\n", encoding="utf-8")
    dialog = AboutDialog(licences=index)
    qtbot.addWidget(dialog)
    next(button for button in dialog.findChildren(QPushButton) if "icences" in button.text()).click()
    shown = dialog.findChild(LicencesDialog)
    assert shown is not None
    text = shown.findChild(QPlainTextEdit)
    assert text is not None and "chess 1.11.2" in text.toPlainText() and text.isReadOnly()
    assert any(str(tmp_path) in label.text() for label in shown.findChildren(QLabel))
