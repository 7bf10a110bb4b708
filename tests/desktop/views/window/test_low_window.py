"""The smallest window, 960x540: the buttons of every trainer are in sight, before it asks and, of two, while it does."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.views.analysis.mistakes_page import MistakesPage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from desktop.views.window.panel_stack import PanelScroll
from desktop.views.world.world_page import WorldPage
from tests.desktop.services.training.test_mistake_trainer import exercise
from tests.desktop.views.conftest import MakeWindow

LONG = 30_000


def beyond(window: MainWindow, key: str) -> list[str]:
    """The buttons of a panel that are not wholly in sight."""
    window.body.side.show_panel(key)
    QApplication.processEvents()
    panel = window.body.side.panel(key)
    assert panel is not None
    scroll = panel.parentWidget()
    while not isinstance(scroll, PanelScroll):
        assert scroll is not None
        scroll = scroll.parentWidget()
    seen = scroll.viewport().rect()
    shown = [button for button in panel.findChildren(QPushButton) if button.isVisible()]
    assert shown

    def place(button: QPushButton) -> QRect:
        return button.rect().translated(button.mapTo(scroll.viewport(), button.rect().topLeft()))

    return [button.text() for button in shown if not seen.contains(place(button))]


@pytest.fixture(params=["en", "fi"])
def low(request: pytest.FixtureRequest, make_window: MakeWindow) -> MainWindow:
    window = make_window(width=960, height=540, language=request.param)
    window.services.game.play_move("e2e4")  # the sheet is not empty
    window.show_mode(Mode.TRAIN)
    return window


def test_the_endgames(low: MainWindow) -> None:
    assert beyond(low, "endgames") == []


def test_the_tactics(qtbot: QtBot, low: MainWindow) -> None:
    assert beyond(low, "tactics") == []
    panel = low.body.side.panel("tactics")
    assert panel is not None
    panel.train.click()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: low.services.tactics.state.question is not None, timeout=LONG)
    assert beyond(low, "tactics") == []


def test_the_mistakes_also_with_what_the_answer_allows(qtbot: QtBot, low: MainWindow) -> None:
    trainer = low.services.mistakes
    assert beyond(low, "mistakes") == []
    trainer.begin((exercise(), exercise()))
    assert beyond(low, "mistakes") == []
    low.services.game.play_move("g8f6")
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.WRONG, timeout=LONG)
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=LONG)
    assert beyond(low, "mistakes") == []
    panel = low.body.side.panel("mistakes")
    assert isinstance(panel, MistakesPage) and "\u00a0%" in panel.feedback.text(), "no line ends before the sign"


def test_the_rows_stay_where_they_are_when_a_mistake_is_answered(qtbot: QtBot, make_window: MakeWindow) -> None:
    """In a tall window the rows were spread, and moved up when the sentence below them came."""
    window = make_window(width=1280, height=840)
    window.show_mode(Mode.TRAIN)
    trainer = window.services.mistakes
    trainer.begin((exercise(), exercise()))
    window.body.side.show_panel("mistakes")
    panel = window.body.side.panel("mistakes")
    assert isinstance(panel, MistakesPage)
    QApplication.processEvents()
    rows = (panel.heading, panel.question, panel.hint, panel.next, panel.feedback)
    before = [row.y() for row in rows]
    window.services.game.play_move("g8f6")
    qtbot.waitUntil(lambda: trainer.state.reason is not None, timeout=LONG)
    QApplication.processEvents()
    assert panel.why.isVisible()
    assert [row.y() for row in rows] == before


@pytest.mark.parametrize("language", ["en", "fi"])
@pytest.mark.parametrize("size", [(960, 540), (960, 1040), (760, 1040)], ids=str)
def test_begin_and_send_are_in_sight_in_every_low_panel(
    make_window: MakeWindow, size: tuple[int, int], language: str
) -> None:
    window = make_window(width=size[0], height=size[1], language=language)
    window.services.game.play_move("e2e4")
    for mode, key in ((Mode.TRAIN, "endgames"), (Mode.TABLES, "online"), (Mode.TABLES, "broadcast")):
        window.show_mode(mode)
        assert beyond(window, key) == [], (key, size)


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_form_of_get_my_games_needs_no_scroll_bar(make_window: MakeWindow, language: str) -> None:
    """Its only button was below the edge of the window, and grey."""
    window = make_window(width=960, height=540, language=language)
    window.show_mode(Mode.WORLD)
    QApplication.processEvents()
    page = window.findChild(WorldPage)
    assert isinstance(page, WorldPage)
    (area,) = page.findChildren(QScrollArea)
    assert area.verticalScrollBar().maximum() == 0
    assert page.fetch.isVisible() and page.fetch.width() < page.width() // 2
