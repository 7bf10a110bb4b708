"""A click in any panel changes the game in front and no other one."""

import random
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from desktop.model.job import JobPhase
from desktop.views.analysis.analysis_lines import LinesView
from desktop.views.analysis.analysis_panel import AnalysisPanel
from desktop.views.analysis.likely_moves_strip import LikelyMovesRow
from desktop.views.book.book_rows import BookRows
from desktop.views.game.eval_graph import EvalGraph
from desktop.views.game.notation_view import NotationView
from desktop.views.main_window import MainWindow
from desktop.views.tables.tablebase_panel import TablebaseRows
from desktop.views.window.mode_bar import Mode
from engine.game.tree import Game
from engine.pgn.writer import written_game
from tests.books.helpers import line
from tests.desktop.views.conftest import MakeWindow
from tests.desktop.views.test_monkey import close_popup

LONG = 20_000
LEFT = Qt.MouseButton.LeftButton
GAMES = ("e4 e5 Nf3 Nc6 Bb5 a6", "d4 d5 c4 e6 Nc3 Nf6", "e4 c5 Nf3 d6 d4 cxd4")
CLICKED = (LinesView, LikelyMovesRow, BookRows, TablebaseRows, EvalGraph, NotationView, QAbstractItemView)
PANELS = ("analysis", "review", "explain", "book", "explorer", "book_report", "tablebase", "game")
KEYS = (
    "engine_move",
    "insert_line",
    "insert_evaluation",
    "threat",
    "lock",
    "more_lines",
    "explain_move",
    "good",
    "undo",
)
EVENTS, SEEDS = 30, (2,)
LONG_EVENTS, LONG_SEEDS = 1_500, range(101, 111)


def panel_of(window: MainWindow) -> AnalysisPanel:
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel)
    return panel


def contents(window: MainWindow) -> dict[int, bytes]:
    """The PGN of every open game."""
    states = (window.services.game.state_of(title.tab) for title in window.services.game.tabs.titles)
    return {state.tab: written_game(state.game).encode() for state in states if state is not None}


@pytest.fixture
def window(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """Three games, a book, and two engines; the first game is in front, analysed."""
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for moves in GAMES:
        library.add_line(chess.Board(), line(moves))
    made = make_window(library=library, width=1400, height=900)
    for moves in GAMES:
        made.services.game.open_tab(Game.new(), saved=False)
        for move in moves.split():
            made.services.match.typed_move(move)
    made.services.analysis.choose(("ratsu", "second"))
    made.services.settings.set("analysis_lines", 3)
    show(made, 0)
    made.actions_by_key["analysis"].trigger()
    wait_for_lines(qtbot, made)
    return made


def show(window: MainWindow, number: int) -> int:
    tab = window.services.game.tabs.titles[number].tab
    window.services.game.select_tab(tab)
    return tab


def wait_for_lines(qtbot: QtBot, window: MainWindow) -> None:
    analysis, game = window.services.analysis, window.services.game
    qtbot.waitUntil(
        lambda: bool(analysis.state.lines) and analysis.state.game_fen == game.state.fen and analysis.state.depth > 2,
        timeout=LONG,
    )


@pytest.mark.parametrize("on", [False, True], ids=["switched off", "running"])
def test_the_lines_of_one_game_are_not_under_another(window: MainWindow, on: bool) -> None:
    """The first click on them brought their game to the front and added its moves."""
    if not on:
        window.actions_by_key["analysis"].trigger()
    panel, before = panel_of(window), contents(window)
    show(window, 1)
    blocks = (panel.main, *panel.others)
    assert len(blocks) == 2 and not any(block.lines.lines for block in blocks)
    for block in blocks:
        for x in (10, 90):
            QTest.mouseClick(block.lines.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, QPoint(x, 15))
    assert contents(window) == before
    show(window, 0)
    assert panel.lines.lines, "back in its game, its last lines are there"


def test_a_position_that_stays_is_of_the_game_in_front(window: MainWindow) -> None:
    window.actions_by_key["lock"].trigger()
    assert panel_of(window).note.startswith("Stays")
    before = contents(window)
    show(window, 1)
    assert window.services.analysis.setup.locked is None and not panel_of(window).note
    QTest.mouseClick(panel_of(window).lines.viewport(), LEFT, Qt.KeyboardModifier.NoModifier, QPoint(10, 15))
    assert contents(window) == before


@pytest.mark.parametrize("seed", SEEDS)
def test_random_clicks_change_only_the_game_in_front(qtbot: QtBot, window: MainWindow, seed: int) -> None:
    click_about(qtbot, window, seed, EVENTS)


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG_SEEDS)
def test_many_random_clicks_change_only_the_game_in_front(qtbot: QtBot, window: MainWindow, seed: int) -> None:
    click_about(qtbot, window, seed, LONG_EVENTS)


def click_about(qtbot: QtBot, window: MainWindow, seed: int, events: int) -> None:
    """Clicks in panels, with another game in front for each. A review writes into its own game when it is done."""
    chance, history = random.Random(seed), list[str]()
    closing = QTimer(window)  # a button with a menu waits in a loop of its own until the menu is closed
    closing.timeout.connect(close_popup)
    closing.start(10)
    review, reviewed = window.services.review, -1
    for _ in range(events):
        front = show(window, chance.randrange(len(GAMES)))
        before = contents(window)
        history.append(f"{front}: {gesture(window, chance)}")
        QApplication.processEvents()
        close_popup()
        for dialog in window.findChildren(QDialog):
            dialog.reject()
        after = contents(window)
        if review.state.phase is JobPhase.RUNNING:
            reviewed = front
        others = {tab: text for tab, text in before.items() if tab not in (front, reviewed)}
        assert {tab: after.get(tab) for tab in others} == others, history[-10:]
        if not review.running:
            reviewed = -1
        for title in window.services.game.tabs.titles[len(GAMES) :]:  # a gesture may open a game of its own
            window.services.game.close_tab(title.tab)
        if chance.random() < 0.3:
            qtbot.wait(chance.choice((1, 70, 150)))
    closing.stop()


def gesture(window: MainWindow, chance: random.Random) -> str:
    """One click, key or action in a panel; says which."""
    side = window.body.side
    if chance.random() < 0.3:
        window.show_mode(chance.choice((Mode.PLAY, Mode.ANALYSE, Mode.ANALYSE, Mode.BOOK, Mode.TABLES)))
        side.show_panel(chance.choice(PANELS))
        return "panel"
    if chance.random() < 0.2:
        action = window.actions_by_key[chance.choice((*KEYS, "analysis", "back", "forward", "first"))]
        if action.isEnabled():
            action.trigger()
        return action.objectName()
    found = [part for part in side.findChildren(QWidget) if isinstance(part, CLICKED) and part.isVisible()]
    buttons = [part for part in side.stack.findChildren(QAbstractButton) if part.isVisible() and part.isEnabled()]
    lines = [part for part in found if isinstance(part, LinesView) and part.lines]
    chosen = chance.choice([*found, *found, *buttons, *(4 * lines)])
    x = chance.choice((10, chance.randrange(max(1, chosen.width()))))  # at the left are the scores of lines
    place = QPoint(x, chance.randrange(max(1, min(chosen.height(), 90))))
    target = chosen.viewport() if isinstance(chosen, QAbstractItemView | NotationView) else chosen
    if isinstance(chosen, LinesView) and chance.random() < 0.2:
        QTest.keyClick(chosen, chance.choice((Qt.Key.Key_1, Qt.Key.Key_2)))
    elif chance.random() < 0.2:
        QTest.mouseDClick(target, LEFT, Qt.KeyboardModifier.NoModifier, place)
    else:
        QTest.mouseMove(target, place)
        QTest.mouseClick(target, LEFT, Qt.KeyboardModifier.NoModifier, place)
    return f"{type(chosen).__name__} {place.x()},{place.y()}"
