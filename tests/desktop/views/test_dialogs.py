"""Dialogs come no larger than the screen."""

import re
from pathlib import Path

from pytestqt.qtbot import QtBot

import desktop.views
from desktop.views.kit.dialogs import Dialog


def test_a_dialog_is_no_larger_than_the_screen_and_lies_on_it(qtbot: QtBot) -> None:
    dialog = Dialog()
    qtbot.addWidget(dialog)
    screen = dialog.screen().availableGeometry()
    dialog.resize(2 * screen.width(), 2 * screen.height())
    dialog.show()
    qtbot.waitExposed(dialog)
    assert screen.contains(dialog.geometry())
    dialog.hide()
    dialog.resize(300, 200)
    dialog.show()
    assert (dialog.width(), dialog.height()) == (300, 200)


def test_all_dialogs_are_of_that_kind() -> None:
    folder = Path(desktop.views.__file__).parent
    others = [
        path.name for path in folder.rglob("*.py") if re.search(r"^class \w+\(.*\bQDialog\b", path.read_text(), re.M)
    ]
    assert others == ["dialogs.py"]
