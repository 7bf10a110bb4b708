"""What people would play, as a user sees it: columns that are clicked and read, arrows, and nothing that moves."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.services.engines import likely_moves_service
from desktop.views.analysis.analysis_panel import AnalysisPanel
from desktop.views.analysis.likely_moves_strip import LikelyMovesRow, LikelyMovesStrip
from desktop.views.board.board_scene import Brush
from desktop.views.book.book_panel import BookPanel
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from engine.game.limits import GamePosition
from engine.play.people.likely_moves import LikelyHumanMoves, LikelyMove
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeView, MakeWindow
from tests.desktop.views.game.test_repainting import settle
from tests.desktop.views.row_texts import row_texts

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
LIKELY = (LikelyMove("e7e5", "e5", 0.5), LikelyMove("g8f6", "Nf6", 0.25), LikelyMove("b8c6", "Nc6", 0.05))


@pytest.fixture
def window(make_window: MakeWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """After 1. e4, with people whose answers are known."""

    def here(position: GamePosition, elo: int) -> LikelyHumanMoves:
        return LikelyHumanMoves("", elo, LIKELY if len(position.moves) == 1 else ())

    def looked(_position: GamePosition, found: LikelyHumanMoves) -> LikelyHumanMoves:
        moves = (found.moves[0], LikelyMove("g8f6", "Nf6", 0.25, mistake=True), *found.moves[2:])
        return LikelyHumanMoves(found.fen, found.elo, moves, wrong=0.25)

    monkeypatch.setattr(likely_moves_service, "likely_human_moves", here)
    monkeypatch.setattr(likely_moves_service, "with_mistakes", looked)
    made = make_window()
    made.services.settings.set("people_moves", True)
    made.services.game.play_move("e2e4")
    return made


def strip_in(window: MainWindow, qtbot: QtBot, mode: Mode, key: str) -> LikelyMovesStrip:
    window.show_mode(mode)
    panel = window.body.side.panel(key)
    assert isinstance(panel, (AnalysisPanel, BookPanel))
    qtbot.waitUntil(lambda: window.services.people.state.wrong is not None, timeout=10_000)
    return panel.people


def test_the_analysis_shows_moves_and_who_goes_wrong(window: MainWindow, qtbot: QtBot) -> None:
    strip = strip_in(window, qtbot, Mode.ANALYSE, "analysis")
    assert [move.san for move in strip.moves.rows] == ["e5", "Nf6", "Nc6"]
    assert strip.sentence.text() == "25\u00a0% go wrong here"
    said = strip.moves.accessibleDescription()
    assert said.startswith("Players rated 1500: 50\u00a0% play 1...e5, 25\u00a0% go wrong here")
    assert row_texts(strip.moves)[-1] == "5\u00a0% of players rated 1500 play Nc6"


def test_the_book_says_it_in_a_sentence_where_its_games_end(window: MainWindow, qtbot: QtBot) -> None:
    strip = strip_in(window, qtbot, Mode.BOOK, "book")  # the book of this test is empty
    assert strip.sentence.text() == "Players rated 1500: 50\u00a0% play 1...e5, 25\u00a0% go wrong here"


def test_a_click_and_the_keyboard_play_the_move(window: MainWindow, qtbot: QtBot) -> None:
    moves: LikelyMovesRow = strip_in(window, qtbot, Mode.ANALYSE, "analysis").moves
    window.activateWindow()
    moves.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(moves.hasFocus)
    QTest.keyClick(moves, Qt.Key.Key_Right)
    assert row_texts(moves)[moves.currentIndex().row()] == "25\u00a0% of players rated 1500 play Nf6, a mistake"
    QTest.keyClick(moves, Qt.Key.Key_Return)
    assert window.services.game.state.last_move == "g8f6"
    window.services.game.go_back()
    qtbot.waitUntil(lambda: window.services.people.state.fen == window.services.game.state.fen, timeout=10_000)
    QTest.mouseClick(moves.viewport(), Qt.MouseButton.LeftButton, pos=moves.row_rect(0).center().toPoint())
    assert window.services.game.state.last_move == "e7e5"


def test_nothing_moves_when_the_answer_comes_or_the_position_changes(window: MainWindow, qtbot: QtBot) -> None:
    window.show_mode(Mode.ANALYSE)
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel)
    QApplication.processEvents()
    board, strip = window.body.panel.board, panel.people
    places = [(board.geometry(), strip.moves.geometry(), strip.rating.geometry(), strip.height())]
    qtbot.waitUntil(lambda: window.services.people.state.wrong is not None, timeout=10_000)
    places.append((board.geometry(), strip.moves.geometry(), strip.rating.geometry(), strip.height()))
    window.services.game.play_move("e7e5")  # nobody has a move there
    qtbot.waitUntil(lambda: strip.sentence.text() == "The game is over here.", timeout=10_000)
    places.append((board.geometry(), strip.moves.geometry(), strip.rating.geometry(), strip.height()))
    assert places[0] == places[1] == places[2]


def test_arrows_are_drawn_on_wish_and_go_with_the_panel(window: MainWindow, qtbot: QtBot) -> None:
    strip_in(window, qtbot, Mode.ANALYSE, "analysis")
    board = window.body.panel.board
    window.actions_by_key["analysis"].setChecked(False)
    assert not board.engine_shapes
    window.actions_by_key["people_arrows"].trigger()
    assert [shape.brush for shape in board.engine_shapes] == [Brush.YELLOW, Brush.RED]  # 5 % are too few
    window.show_mode(Mode.PLAY)
    assert board.engine_shapes == ()


def test_the_key_shows_and_hides_it_and_the_rating_is_chosen_in_it(window: MainWindow, qtbot: QtBot) -> None:
    strip = strip_in(window, qtbot, Mode.ANALYSE, "analysis")
    strip.rating.setValue(1900)
    qtbot.waitUntil(lambda: window.services.people.state.elo == 1900, timeout=10_000)
    window.actions_by_key["people_moves"].trigger()
    assert strip.isHidden() and not window.services.people.state.moves
    assert not window.actions_by_key["people_arrows"].isEnabled()


def test_enter_plays_a_column_that_is_there_when_the_strip_has_become_narrow(qtbot: QtBot) -> None:
    """The fourth of four columns was chosen, and only one had room: an internal error."""
    strip = LikelyMovesRow()
    qtbot.addWidget(strip)
    strip.resize(400, 40)
    strip.show()
    played = [("e2e4", "e4"), ("d2d4", "d4"), ("g1f3", "Nf3"), ("c2c4", "c4")]
    strip.show_people(
        LikelyHumanMoves(START_FEN, 1500, tuple(LikelyMove(uci, san, 0.2) for uci, san in played)), faded=False
    )
    for _ in range(3):
        QTest.keyClick(strip, Qt.Key.Key_Right)
    strip.resize(70, 40)
    chosen: list[str] = []
    strip.chosen.connect(chosen.append)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert chosen == ["e2e4"]
    strip.show_people(LikelyHumanMoves(START_FEN, 1500), faded=False)
    QTest.keyClick(strip, Qt.Key.Key_Return)
    assert chosen == ["e2e4"], "nobody plays anything"


def test_steps_with_the_key_held_fade_the_row_once_and_lay_no_panel_out(
    make_view: MakeView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = make_view(LikelyMovesRow, rest={"parent": None}).view
    people = LikelyHumanMoves(AFTER_E4, 1500, LIKELY)
    row.show_people(people, False)
    painted, laid_out = list[LikelyMove](), list[object]()
    paint = LikelyMovesRow.paint_row

    def heard(self: LikelyMovesRow, *given: Any, **named: Any) -> None:
        painted.append(given[2])
        paint(self, *given, **named)

    monkeypatch.setattr(LikelyMovesRow, "paint_row", heard)
    monkeypatch.setattr(LikelyMovesRow, "updateGeometry", laid_out.append)
    settle(qtbot)
    painted.clear()
    row.show_people(people, True)
    settle(qtbot)
    assert set(painted) == set(LIKELY), "they are faded"
    painted.clear()
    for _ in range(5):
        row.show_people(people, True)
        QApplication.processEvents()
    assert not painted and not laid_out
    row.show_people(LikelyHumanMoves(AFTER_E4, 1500, LIKELY[:2]), False)
    QApplication.processEvents()
    assert set(painted) == set(LIKELY[:2])
