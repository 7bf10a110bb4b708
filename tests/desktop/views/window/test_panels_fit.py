"""Every panel fits the narrowest side that the window gives it: nothing is cut at its right edge, where it cannot be scrolled."""

import pytest
from PySide6.QtWidgets import QApplication

from desktop.views.window.panels import PANELS
from tests.desktop.looks import scrolls_sideways
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
