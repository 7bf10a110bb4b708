"""A double click on a button that gives way to others: the second click is not taken by what came into its place."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.views.analysis.mistakes_page import MistakesPage
from desktop.views.analysis.tactics_page import TacticsPage
from desktop.views.kit.buttons import settled_button
from desktop.views.window.mode_bar import Mode
from tests.desktop.services.training.test_mistake_trainer import AFTER_QH5, exercise
from tests.desktop.views.conftest import MakeWindow

INTERVAL = 300  # ms


@pytest.fixture(autouse=True)
def fast_hand(qapp: QApplication, slow_hand: None) -> None:
    qapp.setDoubleClickInterval(INTERVAL)


def click(button: QWidget) -> None:
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_button_that_has_just_come_takes_no_click_but_a_key(qtbot: QtBot) -> None:
    clicks: list[str] = []
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(400, 100)
    button = settled_button("End", lambda: clicks.append("end"))
    button.setParent(page)
    page.show()
    click(button)
    assert not clicks
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert clicks == ["end"], "the keyboard need not wait"
    qtbot.wait(INTERVAL + 50)
    click(button)
    assert clicks == ["end"] * 2
    button.move(0, 4)
    click(button)
    assert clicks == ["end"] * 3, "it still lies where it lay"
    button.move(250, 4)
    click(button)
    assert clicks == ["end"] * 3, "it has come from elsewhere"
    qtbot.wait(INTERVAL + 50)
    button.settle()
    click(button)
    assert clicks == ["end"] * 3, "what it would end has just come"


def test_a_double_click_forgets_one_mistake(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """The second click forgot the next one, which nobody had seen."""
    window = make_window()
    mistakes = window.services.mistakes
    window.services.decks._path = tmp_path / "training.json"
    for one in (exercise(), exercise(AFTER_QH5[:3], "b8c6", "g7g6")):
        mistakes.save((one,))
    qtbot.waitUntil(lambda: mistakes.state.saved == 2)
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("mistakes")
    panel = window.body.side.panel("mistakes")
    assert isinstance(panel, MistakesPage)
    mistakes.train()
    qtbot.waitUntil(lambda: mistakes.state.question is not None)
    qtbot.wait(INTERVAL + 50)
    click(panel.forget)
    click(panel.forget)
    click(panel.next)
    assert mistakes.state.index == 1 and mistakes.state.phase is DrillPhase.ASKING
    mistakes.count()
    qtbot.waitUntil(lambda: mistakes.state.saved == 1)


@pytest.mark.parametrize("size", [(960, 540), (1280, 800), (760, 1040)], ids=str)
def test_a_double_click_on_train_does_not_end_the_session(
    qtbot: QtBot, make_window: MakeWindow, size: tuple[int, int]
) -> None:
    window = make_window(width=size[0], height=size[1])
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("tactics")
    panel = window.body.side.panel("tactics")
    assert isinstance(panel, TacticsPage)
    tactics = window.services.tactics
    qtbot.wait(INTERVAL + 50)
    click(panel.train)
    qtbot.waitUntil(lambda: tactics.state.question is not None)
    taking = [one for one in panel.findChildren(QPushButton) if one.isVisible() and one.isEnabled()]
    assert panel.end in taking and panel.hint in taking
    for button in taking:  # whichever lies there: what it is called in this language decides
        click(button)
    assert tactics.state.phase is DrillPhase.ASKING and tactics.state.hint == 0
    qtbot.wait(INTERVAL + 50)
    click(panel.end)
    assert tactics.state.question is None, "and now it ends"
