"""Dialogs come no larger than the screen."""

import re
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QTreeView
from pytestqt.qtbot import QtBot

import desktop.views
from desktop.views.kit.dialogs import Dialog, FileDialog


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


def test_a_file_dialog_cuts_no_size_kind_or_date(qtbot: QtBot, tmp_path: Path) -> None:
    """They read `57…iB` and `PG…on`. The dialog is Qt's own, as on a desktop without one."""
    folder = tmp_path / "games"
    folder.mkdir()
    for size, name in ((5_734_912, "a.pgn"), (20_480, "a name that is much longer than the others of this folder.pgn")):
        (folder / name).write_bytes(b"x" * size)
    dialog = FileDialog(None, "", str(folder))
    qtbot.addWidget(dialog)
    dialog.setViewMode(QFileDialog.ViewMode.Detail)
    dialog.show()
    table = dialog.findChild(QTreeView, "treeView")
    assert isinstance(table, QTreeView)
    model = table.model()
    qtbot.waitUntil(lambda: model.rowCount(table.rootIndex()) == 2)

    def cut() -> list[str]:
        cells = [model.index(row, column, table.rootIndex()) for row in range(2) for column in (1, 2, 3)]
        return [
            cell.data() for cell in cells if table.sizeHintForIndex(cell).width() > table.columnWidth(cell.column())
        ]

    qtbot.waitUntil(lambda: cut() == [])


def test_all_file_dialogs_are_of_one_kind() -> None:
    folder = Path(desktop.views.__file__).parent
    others = [path.name for path in folder.rglob("*.py") if "= QFileDialog(" in path.read_text()]
    assert others == []


def test_all_dialogs_are_of_that_kind() -> None:
    folder = Path(desktop.views.__file__).parent
    others = [
        path.name for path in folder.rglob("*.py") if re.search(r"^class \w+\(.*\bQDialog\b", path.read_text(), re.M)
    ]
    assert others == ["dialogs.py"]


def test_every_way_to_close_a_dialog_goes_through_its_reject(qtbot: QtBot) -> None:
    """A dialog with a job stops it there: Cancel and Discard passed it by."""

    class Working(Dialog):
        stopped = 0

        def reject(self) -> None:
            self.stopped += 1
            super().reject()

    dialog = Working()
    qtbot.addWidget(dialog)
    box = dialog.close_box()
    for close in (box.rejected.emit, dialog.discard, dialog.reject):
        dialog.show()
        before = dialog.stopped
        close()
        assert dialog.stopped == before + 1 and not dialog.isVisible()
