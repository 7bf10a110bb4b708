"""Every panel and the row of tools fit the narrowest side that the window gives them: nothing is cut at its right edge."""

from itertools import product

import pytest
from PySide6.QtWidgets import QApplication

from desktop.views.game.controls import ControlRow
from desktop.views.window.panel_stack import PanelStack
from desktop.views.window.panels import PANELS
from engine.game.tree import Game
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


@pytest.mark.parametrize("plies", [0, 80])
@pytest.mark.parametrize("language", ["en", "fi"])
def test_no_tab_of_a_panel_is_cut(make_window: MakeWindow, language: str, plies: int) -> None:
    """Beside a long game *Mistakes* and *Drills* were out of sight at 760x1040."""
    window = make_window(language=language, width=1280, height=800)
    game, at = Game.new(), 0
    for ply in range(plies):
        game, at = game.add_move(at, ("g1f3", "g8f6", "f3g1", "f6g8")[ply % 4])
    window.services.game.open_tab(game)
    for size, mode in product(SIZES, {mode for spec in PANELS for mode in spec.modes}):
        window.resize(*size)
        window.show_mode(mode)
        QApplication.processEvents()
        bars = [stack.bar for stack in window.body.side.findChildren(PanelStack) if stack.isVisible()]
        assert bars and all(bar.tabRect(bar.count() - 1).right() < bar.width() for bar in bars), (size, mode)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_row_of_tools_is_whole(make_window: MakeWindow, language: str) -> None:
    window = make_window(language=language, width=760, height=540)
    window.start_game()
    row, side = window.findChild(ControlRow), window.body.side
    for size in (*SIZES, (1024, 700), (1024, 768), (900, 700)):
        window.resize(*size)
        QApplication.processEvents()
        assert row is not None and cut_texts(row) == []
        assert row.geometry().right() <= side.geometry().right() and row.width() >= row.minimumWidth(), size
