"""Every panel and the row of tools fit the narrowest side that the window gives them: nothing is cut at its right edge."""

import pytest
from PySide6.QtWidgets import QApplication

from desktop.views.game.controls import ControlRow
from desktop.views.window.panel_stack import PanelStack
from desktop.views.window.panels import PANELS
from tests.desktop.looks import cut_texts, scrolls_sideways
from tests.desktop.views.conftest import MakeWindow

SIZES = ((760, 1040), (960, 540))


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_panel_is_cut_at_its_right_edge(make_window: MakeWindow, size: tuple[int, int], language: str) -> None:
    window = make_window(language=language, width=size[0], height=size[1])
    cut = {}
    for spec in PANELS:
        window.show_mode(spec.modes[0])
        window.body.side.show_panel(spec.key)
        QApplication.processEvents()
        if wide := scrolls_sideways(window.body.side):
            cut[spec.key] = wide
    assert not cut


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_tab_of_a_panel_is_cut(make_window: MakeWindow, size: tuple[int, int], language: str) -> None:
    window = make_window(language=language, width=1280, height=800)
    window.resize(*size)
    for mode in {mode for spec in PANELS for mode in spec.modes}:
        window.show_mode(mode)
        QApplication.processEvents()
        bars = [stack.bar for stack in window.body.side.findChildren(PanelStack) if stack.isVisible()]
        assert bars and all(bar.tabRect(bar.count() - 1).right() < bar.width() for bar in bars), mode


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", [*SIZES, (1024, 700), (1024, 768), (900, 700)], ids=str)
def test_the_row_of_tools_is_whole(make_window: MakeWindow, size: tuple[int, int], language: str) -> None:
    window = make_window(language=language, width=size[0], height=size[1])
    window.start_game()
    QApplication.processEvents()
    row = window.findChild(ControlRow)
    assert row is not None and cut_texts(row) == []
    side = window.body.side
    assert row.geometry().right() <= side.geometry().right() and row.width() >= row.minimumWidth()
