"""A trainer's question and the board belong together: the way back to it, one kind of hint, buttons in one row."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.views.analysis.mistakes_page import MistakesPage
from desktop.views.analysis.review_panel import ReviewPanel
from desktop.views.main_window import MainWindow
from engine.play.review.exercises import MistakeExercise
from tests.desktop.services.training.test_mistake_trainer import exercise
from tests.desktop.views.conftest import MakeWindow

LONG = 30_000


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    made = make_window()
    made.resize(1280, 840)
    made.services.game.play_move("e2e4")
    made.body.side.show_panel("review")
    return made


def retry_of(window: MainWindow) -> MistakesPage:
    panel = window.body.side.panel("review")
    assert isinstance(panel, ReviewPanel)
    return panel.retry


def test_a_question_whose_board_is_left_offers_the_way_back(qtbot: QtBot, window: MainWindow) -> None:
    """The panel said "Play it on the board" while the board showed another game."""
    games, mistakes = window.services.game, window.services.mistakes
    home = games.state.tab
    mistakes.begin((exercise(), exercise()))
    page = retry_of(window)
    assert page.isVisible() and not page.to_question.isVisible()
    QApplication.processEvents()
    places = [button.pos() for button in (page.hint, page.solution, page.end)]
    games.select_tab(home)
    QApplication.processEvents()
    assert page.to_question.isVisible() and [button.pos() for button in (page.hint, page.solution, page.end)] == places
    QTest.mouseClick(page.to_question, Qt.MouseButton.LeftButton)
    assert (games.state.tab, games.state.current) == (mistakes.state.tab, mistakes.state.node)
    assert not page.to_question.isVisible()
    games.select_tab(home)
    mistakes.end()
    assert not page.to_question.isVisible() and games.state.tab == home


def test_the_lamp_below_the_board_gives_the_hint_that_counts(qtbot: QtBot, window: MainWindow) -> None:
    """It showed the engine's move at no cost."""
    mistakes = window.services.mistakes
    mistakes.begin((exercise(),))
    window.actions_by_key["hint"].trigger()
    assert mistakes.state.hint == 1 and not window.services.match.thinking
    window.services.game.play_move("g7g6")
    qtbot.waitUntil(lambda: mistakes.state.phase is DrillPhase.RIGHT, timeout=LONG)
    assert (mistakes.state.right, mistakes.state.answered) == (0, 1), "with help it was not right at the first try"


def test_the_buttons_of_a_question_stand_in_one_row_where_there_is_room(qtbot: QtBot, window: MainWindow) -> None:
    window.services.mistakes.begin((exercise(),))
    page = retry_of(window)
    row = (page.hint, page.solution, page.next, page.end)
    qtbot.waitUntil(lambda: len({button.y() for button in row}) == 1, timeout=LONG)


def test_the_end_of_a_session_can_save_its_mistakes(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """It named a button of another page."""
    mistakes = window.services.mistakes
    mistakes.begin((exercise(),))
    page = retry_of(window)
    assert not page.save.isVisible()
    mistakes.solve()
    mistakes.end()
    assert page.save.isVisible() and page.save.text() in page.feedback.text()
    saved: list[tuple[MistakeExercise, ...]] = []
    monkeypatch.setattr(mistakes, "save", saved.append)
    page.save.click()
    assert saved == [(exercise(),)]
