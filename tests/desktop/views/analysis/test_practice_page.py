"""The page Practice in the window: three kinds of questions, by mouse and by keyboard."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from desktop.model.drill import DrillPhase
from desktop.views.analysis.practice_page import PracticePage
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.drill.sources.guess import shipped_games
from engine.drill.sources.visualise import VisualKind, VisualTask
from tests.desktop.looks import cut_texts, without_name
from tests.desktop.views.conftest import MakeWindow


def page_of(qtbot: QtBot, window: MainWindow) -> PracticePage:
    window.show_mode(Mode.TRAIN)
    window.body.side.show_panel("practice")
    page = window.body.side.panel("practice")
    assert isinstance(page, PracticePage)
    qtbot.waitUntil(lambda: page.game.count() == len(shipped_games()) + 2, timeout=20_000)
    return page


@pytest.mark.parametrize("language", ["en", "fi"])
def test_the_choice_fits_and_everything_has_a_name(qtbot: QtBot, make_window: MakeWindow, language: str) -> None:
    window = make_window(width=960, height=700)
    window.services.settings.set("language", language)
    page = page_of(qtbot, window)
    for kind in range(page.kind.count()):
        page.kind.setCurrentIndex(kind)
        main = [one for one in page.findChildren(QPushButton) if one.property("look") == "primary" and one.isVisible()]
        assert main == [page.train][: kind != 2], "one main action; no clock lesson is due"
        assert (cut_texts(page), without_name(page)) == ([], [])


def test_clock_lessons_lead_to_the_mirror_that_finds_them(qtbot: QtBot, make_window: MakeWindow) -> None:
    """The page named the mirror, and one had to search it in the menus."""
    window = make_window()
    page = page_of(qtbot, window)
    seen = []
    for kind in range(page.kind.count()):
        page.kind.setCurrentIndex(kind)
        seen.append(page.mirror.isVisible())
    assert seen == [False, False, True] and page.mirror.text() in page.about.text()
    page.mirror.click()
    assert window.modes.mode is Mode.MIRROR


def test_a_game_is_guessed_and_each_guess_is_said_in_words(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page, trainer = page_of(qtbot, window), window.services.practice
    page.game.setCurrentIndex(4)
    page.train.setFocus()
    QTest.keyClick(page.train, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING, timeout=20_000)
    question = trainer.state.question
    assert question is not None and question.game is shipped_games()[2]
    assert page.heading.text() == f"Guess {'White' if question.game.white else 'Black'}’s move"
    assert page.status.text().endswith(f"Move 1 of {len(question.game.asked)}, points: 0.")
    window.services.game.play_move(question.played)
    qtbot.waitUntil(lambda: "was played. Points: 10 of 10." in page.feedback.text(), timeout=20_000)
    assert page.status.text().endswith("points: 10.")
    assert page.next.isEnabled()
    trainer.end()
    assert page.train.isVisible()


def test_a_question_without_a_board_hides_it_and_is_answered_by_keys(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page, trainer = page_of(qtbot, window), window.services.practice
    board = window.body.panel
    page.kind.setCurrentIndex(1)
    page.kinds.setCurrentIndex(2)
    page.train.click()
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING, timeout=20_000)
    task = trainer.state.question
    assert isinstance(task, VisualTask) and board.in_mind.isVisible() and page.entry.isVisible()
    QTest.keyClicks(page.entry, task.solution)
    QTest.keyClick(page.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.feedback.text().startswith("Right. Your rating: 1500 → "), timeout=20_000)
    qtbot.waitUntil(page.next.hasFocus, timeout=20_000)
    assert not board.in_mind.isVisible()
    QTest.keyClick(page.next, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.entry.hasFocus() and not page.entry.text(), timeout=20_000)
    trainer.visualise([VisualKind.COLOUR])
    qtbot.waitUntil(lambda: page.light.isVisible(), timeout=20_000)
    assert board.in_mind.isVisible() and page.heading.text().startswith("Which colour is ")
    trainer.end()
    assert not board.in_mind.isVisible()


def test_a_move_that_is_not_legal_is_refused_in_words_and_not_counted(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    page, trainer = page_of(qtbot, window), window.services.practice
    trainer.visualise([VisualKind.BLINDFOLD])
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.ASKING, timeout=20_000)
    assert not window.body.panel.in_mind.isVisible() and page.heading.text().endswith("And now?")
    QTest.keyClicks(page.entry, "Kz9")
    QTest.keyClick(page.entry, Qt.Key.Key_Return)
    assert page.feedback.text() and trainer.state.phase is DrillPhase.ASKING and trainer.state.asked == 0
    page.entry.clear()
    task = trainer.state.question
    assert isinstance(task, VisualTask)
    QTest.keyClicks(page.entry, task.solution)
    QTest.keyClick(page.entry, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: trainer.state.phase is DrillPhase.RIGHT, timeout=20_000)
