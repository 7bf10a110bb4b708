"""Help, Log: what was logged last can be copied, and its folder opened."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.views.window.log_dialog import LogDialog
from engine.ground.log_file import RecentLines


@pytest.fixture
def recent() -> Iterator[RecentLines]:
    handler, level = RecentLines(), logging.getLogger().level
    handler.install()
    yield handler
    handler.close()
    logging.getLogger().setLevel(level)


def button(dialog: LogDialog, text: str) -> QPushButton:
    return next(found for found in dialog.findChildren(QPushButton) if found.text().replace("&", "") == text)


def test_the_latest_lines_are_copied(qtbot: QtBot, recent: RecentLines, tmp_path: Path) -> None:
    logging.getLogger("desktop.x").warning("a <b>damaged</b> file")
    dialog = LogDialog(tmp_path)
    qtbot.addWidget(dialog)
    button(dialog, "Copy").click()
    assert QGuiApplication.clipboard().text() == "\n".join(recent.lines())
    assert QGuiApplication.clipboard().text().endswith("desktop.x: a <b>damaged</b> file")


def test_the_folder_of_the_reports_is_opened(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    dialog = LogDialog(tmp_path)
    qtbot.addWidget(dialog)
    button(dialog, "Open folder").click()
    assert opened == [QUrl.fromLocalFile(str(tmp_path))]
