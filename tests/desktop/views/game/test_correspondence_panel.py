"""The correspondence panel with the keyboard: a game is begun, moves are typed and made on the board, Home reminds."""

from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from books.evaluations.projects import MoveMark
from books.evaluations.store import EvaluationStore
from desktop.views.game.correspondence_dialog import CorrespondenceDialog
from desktop.views.game.correspondence_panel import CorrespondencePanel
from desktop.views.home.home_cards import HomeRow
from desktop.views.home.home_page import HomePage
from desktop.views.main_window import MainWindow
from desktop.views.projects.project_panel import ProjectPanel
from desktop.views.window.mode_bar import Mode
from tests.desktop.views.conftest import MakeWindow


def begun(
    make_window: MakeWindow, qtbot: QtBot, folder: Path, language: str = "en"
) -> tuple[MainWindow, CorrespondencePanel]:
    window = make_window(language=language)
    window.services.correspondence.today = lambda: date(2026, 11, 5)
    window.services.correspondence.path = folder / "correspondence games.pgn"
    window.show_mode(Mode.PLAY)
    window.body.side.show_panel("correspondence")
    panel = window.findChild(CorrespondencePanel)
    assert isinstance(panel, CorrespondencePanel) and panel.empty.isVisible() and not panel.game.isVisible()
    panel.new.click()
    dialog = window.findChildren(CorrespondenceDialog)[-1]
    assert dialog.opponent.hasFocus() or dialog.focusWidget() is dialog.opponent
    assert not dialog.ok_button.isEnabled() and not dialog.moved.isEnabled()
    QTest.keyClicks(dialog.opponent, "Virtanen")
    dialog.ok_button.click()
    qtbot.waitUntil(lambda: panel.game.isVisible() and panel.rows.count() == 1, timeout=30_000)
    return window, panel


def typed(panel: CorrespondencePanel, text: str) -> None:
    panel.moves.setText(text)
    QTest.keyClick(panel.moves, Qt.Key.Key_Return)


def test_a_game_is_begun_and_played(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window, panel = begun(make_window, qtbot, tmp_path)
    assert panel.rows.item(0).text() == "● Virtanen   Your move   50 days left"
    assert panel.clocks.text() == "You: 50 days for 10 moves\nVirtanen: 50 days for 10 moves"
    assert not panel.condition.isEnabled() and not panel.copy.isEnabled() and not panel.play.isEnabled()
    typed(panel, "e5")
    assert panel.moves.text() == "e5", "a wrong move stays to be corrected"
    window.services.game.play_move("e2e4")
    panel.moves.clear()
    assert panel.play.text() == "Play 1. e4" and panel.play.isEnabled()
    panel.play.click()
    qtbot.waitUntil(lambda: panel.rows.item(0).text() == "○ Virtanen   1. e4   waiting   50 days left", timeout=30_000)
    panel.moves.setText("e5 Nf3")
    panel.condition.click()
    assert panel.moves.text() == "" and panel.lines.item(0).text() == "If 1... e5 2. Nf3"
    panel.copy.click()
    assert QGuiApplication.clipboard().text() == "1. e4; if 1... e5 2. Nf3"
    panel.drop.click()
    assert panel.lines.count() == 0 and not panel.lines.isVisible()
    typed(panel, "c5")
    qtbot.waitUntil(lambda: panel.rows.item(0).text().startswith("● Virtanen   1... c5   Your move"), timeout=30_000)
    menu = panel.ends.menu()
    assert menu is not None
    menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: panel.empty.isVisible() and not panel.game.isVisible(), timeout=30_000)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Your move in 1 game; 50 days left against Virtanen."),
        ("fi", "Sinun siirtosi 1 pelissä; 50 päivää jäljellä, vastassa Virtanen."),
    ],
)
def test_home_reminds_and_opens_the_game(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path, language: str, said: str
) -> None:
    window, panel = begun(make_window, qtbot, tmp_path, language)
    window.services.game.open_tab(window.services.game.state.game)  # another game is shown meanwhile
    assert not panel.game.isVisible()
    window.show_mode(Mode.HOME)
    home = window.findChild(HomePage)
    assert isinstance(home, HomePage)

    def rows() -> list[HomeRow]:
        return [row for row in home.going.rows() if isinstance(row, HomeRow)]

    qtbot.waitUntil(lambda: bool(rows()), timeout=30_000)
    assert home.going.sentence.text() == said
    rows()[0].click()
    qtbot.waitUntil(panel.game.isVisible, timeout=30_000)


def test_a_game_has_a_project_whose_played_moves_are_the_only_ones(
    make_window: MakeWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    window, panel = begun(make_window, qtbot, tmp_path)
    projects = window.services.projects
    projects._open_store = lambda: EvaluationStore(tmp_path / "evaluations.db")
    typed(panel, "e4 c5 Nf3")
    window.services.game.play_move("d7d6")  # analysis
    panel.project.click()
    qtbot.waitUntil(lambda: projects.state.shown is not None, timeout=30_000)
    assert projects.state.name == "You - Virtanen 2026.11.05"
    shown = window.findChild(ProjectPanel)
    assert shown is not None and shown.isVisible() and window.modes.mode is Mode.PLAY
    assert [row.san for row in projects.state.shown.rows] == ["", "2... d6"]  # type: ignore[union-attr]
    window.body.side.show_panel("correspondence")
    typed(panel, "Nc6")
    panel.project.click()
    qtbot.waitUntil(lambda: len(projects.state.shown.rows) == 3, timeout=30_000)  # type: ignore[union-attr]
    marks = {row.san: row.mark for row in projects.state.shown.rows}  # type: ignore[union-attr]
    assert marks == {"": None, "2... Nc6": MoveMark.FORCED, "2... d6": MoveMark.CANDIDATE}
