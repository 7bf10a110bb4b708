"""The icons: an unknown name is told at once, and a fault while one is painted leaves the program alive."""

import gc
import sys

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QPainter, QPixmap

from desktop.views.kit import icons


def test_an_unknown_name_is_told_where_the_icon_is_made(qapp: object) -> None:
    with pytest.raises(KeyError, match="a name of no icon"):
        icons.icon("a name of no icon")


def test_a_fault_while_an_icon_is_painted_leaves_no_painter_behind(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The exception kept a painter whose picture was gone: a segmentation fault when it was forgotten."""

    def fail(*_: object) -> None:
        raise KeyError("painting")

    monkeypatch.setattr(icons, "paint_glyph", fail)
    for _ in range(4):
        try:
            icons.icon("horse").pixmap(QSize(20, 20))
        except KeyError as error:
            trace = error.__traceback__
            while trace is not None:
                painters = [value for value in trace.tb_frame.f_locals.values() if isinstance(value, QPainter)]
                assert not any(painter.isActive() for painter in painters)
                trace = trace.tb_next
    sys.last_value = sys.last_traceback = sys.last_type = None
    gc.collect()
    monkeypatch.undo()
    picture: QPixmap = icons.icon("horse").pixmap(QSize(20, 20))
    assert not picture.isNull()
