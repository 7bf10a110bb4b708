"""A row of widgets that continues below where it is narrow: its height is asked often and worked out once."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop.views.kit.layouts import Flow


class Box(QWidget):
    """A widget of a given size, which counts how often it is asked for it."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.wanted, self.asked = QSize(width, height), 0

    def sizeHint(self) -> QSize:  # noqa: N802 - Qt's name
        self.asked += 1
        return self.wanted


def test_a_height_is_worked_out_once_until_a_widget_changes(qtbot: QtBot) -> None:
    page, boxes = QWidget(), [Box(100, 20) for _ in range(4)]
    qtbot.addWidget(page)
    flow = Flow(*boxes, inside=page)
    page.resize(220, 200)
    page.show()
    two_rows = 2 * 20 + flow.spacing()
    assert flow.heightForWidth(220) == two_rows
    asked = boxes[0].asked
    for _ in range(10):
        assert flow.heightForWidth(220) == two_rows
    assert boxes[0].asked == asked
    assert flow.heightForWidth(1000) == 20
    boxes[1].hide()
    boxes[2].hide()
    assert flow.heightForWidth(220) == 20
    boxes[0].wanted = QSize(100, 50)
    boxes[0].updateGeometry()
    assert flow.heightForWidth(220) == 50
    more = Box(100, 20)
    flow.addWidget(more)
    more.show()
    assert flow.heightForWidth(220) == 50 + flow.spacing() + 20
    flow.removeWidget(more)
    assert flow.heightForWidth(220) == 50
