"""The analysis as a user drives it: lines, little board, insertion, threat, lock, chosen moves, several engines."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.views.analysis.analysis_lines import LinesView
from desktop.views.analysis.analysis_panel import AnalysisPanel
from desktop.views.analysis.explain_panel import ExplainPanel
from desktop.views.board.board_scene import Brush
from desktop.views.board.hover_board import HoverBoard
from desktop.views.engines.restrict_dialog import RestrictDialog
from desktop.views.main_window import MainWindow
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeView, MakeWindow, Shown
from tests.desktop.views.row_texts import row_texts

LONG = 20_000


def panel_of(window: MainWindow) -> AnalysisPanel:
    panel = window.body.side.panel("analysis")
    assert isinstance(panel, AnalysisPanel)
    return panel


@pytest.fixture
def window(make_window: MakeWindow, qtbot: QtBot) -> MainWindow:
    """Three lines of the position after 1. e4."""
    made = make_window()
    made.services.game.play_move("e2e4")
    made.services.settings.set("analysis_lines", 3)
    made.actions_by_key["analysis"].trigger()
    wait_for_lines(qtbot, made.services)
    return made


@pytest.fixture
def analysed(make_view: MakeView, qtbot: QtBot) -> Shown[AnalysisPanel]:
    """The panel alone, with the same lines."""
    made = make_view(AnalysisPanel, analysis_lines=3)
    made.services.game.play_move("e2e4")
    made.services.analysis.set_running(True)
    wait_for_lines(qtbot, made.services)
    return made


def wait_for_lines(qtbot: QtBot, services: Services, fen: str = "") -> None:
    analysis, game = services.analysis, services.game
    wanted = fen or game.state.fen
    qtbot.waitUntil(
        lambda: len(analysis.state.lines) == 3 and analysis.state.game_fen == wanted and analysis.state.depth > 2,
        timeout=LONG,
    )


def hover(lines: LinesView, place: QPoint) -> None:
    glob = QPointF(lines.mapToGlobal(place))
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(place), glob, Qt.MouseButton.NoButton, Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(lines.viewport(), event)


def test_three_lines_have_scores_figures_and_arrows(window: MainWindow) -> None:
    panel = panel_of(window)
    assert [line.rank for line in panel.lines.lines] == [1, 2, 3]
    said = row_texts(panel.lines)
    assert len(said) == 3 and all(line.text in text for line, text in zip(panel.lines.lines, said, strict=True))
    assert "depth" in panel.main.figures.text() and "kn" in panel.main.figures.text()
    arrows = window.body.panel.board.engine_shapes
    assert [shape.brush for shape in arrows].count(Brush.GREEN) == 1 and len(arrows) == 3
    window.services.settings.set("analysis_arrows", False)
    window.services.analysis.set_lines(2)
    assert window.body.panel.board.engine_shapes == ()


def test_the_panel_says_that_one_thread_works_on_battery(
    qtbot: QtBot, analysed: Shown[AnalysisPanel], monkeypatch: pytest.MonkeyPatch
) -> None:
    analysed.services.settings.set("threads", 2)
    monkeypatch.setattr(analysed.services.analysis, "_saves_power", lambda: True)
    analysed.services.analysis._power.timeout.emit()
    qtbot.waitUntil(lambda: "on battery: 1 thread" in analysed.view.main.figures.text(), timeout=LONG)


def test_a_move_under_the_mouse_shows_its_position_on_a_little_board(window: MainWindow) -> None:
    lines = panel_of(window).lines
    hover(lines, lines.place_of(1, 1))
    board = window.findChild(HoverBoard)
    assert isinstance(board, HoverBoard) and board.isVisible()
    assert len(board.canvas.scene.pieces) >= 31 and board.canvas.scene.last_move is not None
    hover(lines, QPoint(5, 5))
    assert not board.isVisible()
    window.actions_by_key["flip"].trigger()
    hover(lines, lines.place_of(0, 0))
    assert board.canvas.flipped, "it stands as the large one"
    lines.hide()
    assert not board.isVisible()


def test_a_click_on_a_move_inserts_the_line_up_to_it_and_one_on_the_score_the_whole(
    analysed: Shown[AnalysisPanel],
) -> None:
    game, lines = analysed.services.game, analysed.view.lines
    start = game.state.current
    moves = lines.lines[1].moves
    place = lines.place_of(1, 2)
    hover(lines, place)
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert game.state.game.moves(game.state.current) == ("e2e4", *moves[:3])
    game.undo()
    assert game.state.current == start and not game.state.node.children, "one step of undo"


def test_the_whole_line_goes_into_the_notation_without_moving_the_board(
    qtbot: QtBot, analysed: Shown[AnalysisPanel]
) -> None:
    game, lines = analysed.services.game, analysed.view.lines
    start, moves = game.state.current, lines.lines[0].moves
    QTest.mouseClick(lines.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(10, 15))
    assert game.state.current == start
    assert len(game.state.game.main_line(start)) == len(moves)


def test_the_engines_move_and_evaluation_come_by_keys(qtbot: QtBot, window: MainWindow) -> None:
    game, state = window.services.game, window.services.analysis.state
    best, text = state.lines[0].moves[0], str(state.lines[0].evaluation.score)
    window.actions_by_key["insert_evaluation"].trigger()
    node = game.state.node
    assert node.evaluation is not None and node.comment.startswith(text[:3])
    window.actions_by_key["insert_evaluation"].trigger()
    assert game.state.node.comment.count("/") == 1, "a newer one replaces it"
    assert text[:2] in window.body.side.notation.toPlainText()
    window.actions_by_key["engine_move"].trigger()
    assert game.state.last_move == best


def test_a_key_plays_the_first_move_of_a_line(analysed: Shown[AnalysisPanel]) -> None:
    lines = analysed.view.lines
    second = lines.lines[1].moves[0]
    lines.setFocus()
    QTest.keyClick(lines, Qt.Key.Key_2)
    assert analysed.services.game.state.last_move == second


def test_the_menu_of_a_line_keeps_the_line_that_it_was_opened_for(analysed: Shown[AnalysisPanel]) -> None:
    block, game = analysed.view.main, analysed.services.game
    first, second = block.state.lines[:2]
    analysed.services.analysis.set_running(False)
    block.lines.menu_wanted.emit(0, QPoint(0, 0))
    (menu,) = block.findChildren(QMenu)
    block.show_state(replace(block.state, lines=(second,)), named=False)  # the search has found a better one
    play, insert = menu.actions()[:2]
    insert.trigger()
    assert game.state.game.child_with(game.state.current, first.moves[0]), insert.text()
    play.trigger()
    assert game.state.last_move == first.moves[0], play.text()


def test_a_long_name_of_an_engine_makes_the_panel_no_wider(analysed: Shown[AnalysisPanel]) -> None:
    analysed.services.analysis.set_running(False)
    panel = analysed.view
    panel.main.show_state(replace(panel.main.state, source="Stockfish dev-20261127 " * 9), named=True)
    layout = panel.main.layout()
    assert layout is not None
    layout.invalidate()
    assert layout.minimumSize().width() < panel.width() // 2
    assert panel.main.figures.text().startswith("Stockfish") and "depth" in panel.main.figures.text()


def test_the_threat_is_shown_in_red_and_said_and_lifted_by_the_same_key(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_key["threat"].trigger()
    panel = panel_of(window)
    qtbot.waitUntil(lambda: bool(window.services.analysis.state.threat) and bool(panel.lines.lines), timeout=LONG)
    assert "other side" in panel.note
    qtbot.waitUntil(
        lambda: {shape.brush for shape in window.body.panel.board.engine_shapes} == {Brush.RED}, timeout=LONG
    )
    window.actions_by_key["threat"].trigger()
    wait_for_lines(qtbot, window.services)
    assert not panel.note


def test_locked_the_lines_stay_and_a_click_inserts_them_where_they_belong(qtbot: QtBot, window: MainWindow) -> None:
    game, panel = window.services.game, panel_of(window)
    locked_at, fen = game.state.current, game.state.fen
    window.actions_by_key["lock"].trigger()
    assert panel_of(window).note.startswith("Stays at the position after ")
    assert "1.e4" in panel.note
    game.go_first()
    assert window.services.analysis.state.game_fen == fen
    first = panel.lines.lines[0].moves[0]
    QTest.mouseClick(panel.lines.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(10, 15))
    assert game.state.game.child_with(locked_at, first) is not None
    window.actions_by_key["lock"].trigger()
    wait_for_lines(qtbot, window.services, START_FEN)


def test_moves_are_chosen_in_a_dialog_and_told_in_the_panel(qtbot: QtBot, window: MainWindow) -> None:
    window.actions_by_key["restrict_moves"].trigger()
    dialog = window.findChild(RestrictDialog)
    assert isinstance(dialog, RestrictDialog)
    assert dialog.moves.count() == 20  # Black's moves after 1. e4: chess
    item = next(dialog.moves.item(row) for row in range(20) if dialog.moves.item(row).text() == "e5")
    item.setCheckState(Qt.CheckState.Unchecked)
    dialog.accept()
    assert window.services.analysis.setup.excluded == ("e7e5",)
    assert "Without: e5" in panel_of(window).note
    window.services.analysis.restrict(only=("c7c5", "e7e5"))
    assert "Only: c5, e5" in panel_of(window).note


def test_moves_to_analyse_are_those_of_the_position_that_is_analysed(window: MainWindow) -> None:
    """They were those of the shown one, or of the one that was shown when the dialog came."""
    analysis, game = window.services.analysis, window.services.game
    window.actions_by_key["lock"].trigger()
    game.play_move("e7e5")
    window.actions_by_key["restrict_moves"].trigger()
    dialog = window.findChild(RestrictDialog)
    assert isinstance(dialog, RestrictDialog)
    named = {dialog.moves.item(row).text() for row in range(dialog.moves.count())}
    assert {"e5", "c5"} <= named and "Nf3" not in named
    window.actions_by_key["lock"].trigger()
    game.play_move("g1f3")  # of a broadcast that is followed
    named = {dialog.moves.item(row).text() for row in range(dialog.moves.count())}
    assert {"Nc6", "d6"} <= named and "c5" in named and "Nf3" not in named
    dialog._tick(False)
    dialog.moves.item(0).setCheckState(Qt.CheckState.Checked)
    dialog.accept()
    assert analysis.setup.only and set(analysis.setup.only) <= set(game.state.legal_moves)


def test_a_line_s_menu_that_stayed_open_while_the_position_changed_says_so(window: MainWindow) -> None:
    """Analyse only and Leave out did nothing then, without a word."""
    analysis, block = window.services.analysis, panel_of(window).main
    block.lines.menu_wanted.emit(0, QPoint(0, 0))
    (menu,) = block.findChildren(QMenu)
    only, without = (action for action in menu.actions() if action.text().startswith(("Analyse only", "Leave ")))
    window.services.game.go_first()
    for action in (only, without):
        action.trigger()
        (notice,) = window.body.messages.notices
        assert notice.accessibleName() == "The position has changed, so the moves to analyse were not changed."
        notice.dismiss()
        assert not analysis.setup.only and not analysis.setup.excluded


def test_an_analysis_that_is_off_shows_no_lines_of_another_position(analysed: Shown[AnalysisPanel]) -> None:
    """The lines of the start position stayed for ten minutes, even at a mate, and nothing said so."""
    panel, games = analysed.view, analysed.services.game
    analysed.services.analysis.set_running(False)
    here = panel.lines.lines
    assert len(here) == 3
    games.go_back()
    assert not panel.lines.isVisible() and not panel.main.figures.text() and not panel._empty.isHidden()
    games.go_forward()
    assert panel.lines.lines == here and panel.lines.isVisible() and panel._empty.isHidden()


def test_two_engines_stand_side_by_side_under_their_names(qtbot: QtBot, analysed: Shown[AnalysisPanel]) -> None:
    analysed.services.analysis.choose(("ratsu", "second"))
    panel = analysed.view
    qtbot.waitUntil(lambda: bool(panel.others) and len(panel.others[0].lines.lines) == 3, timeout=LONG)
    assert "Second engine" in panel.others[0].figures.text() and "Ratsu" in panel.main.figures.text()
    analysed.services.analysis.choose(("ratsu",))
    assert panel.others == []


def test_the_evaluation_is_explained_term_by_term(qtbot: QtBot, make_window: MakeWindow) -> None:
    window = make_window()
    window.actions_by_key["explain"].trigger()
    panel = window.body.side.panel("explain")
    assert isinstance(panel, ExplainPanel)
    qtbot.waitUntil(lambda: panel.model.rowCount() > 3, timeout=LONG)
    network, material = panel.model.index(0, 0), panel.model.index(1, 0)
    assert network.data() == "Network by piece" and panel.model.rowCount(network) == 30
    assert panel.figures.text.startswith("Network: ") and "Classical: " in panel.figures.text
    assert material.data() == "Material" and panel.model.rowCount(material)
    assert panel.model.parent(panel.model.index(0, 1, material)) == material
    assert panel.total.text() == "About even"
    panel.table.setExpanded(material, True)
    window.services.game.play_move("e2e4")
    qtbot.waitUntil(lambda: window.services.explain.state.fen == window.services.game.state.fen, timeout=LONG)  # type: ignore[union-attr]
    assert panel.table.isExpanded(panel.model.index(1, 0)), "what was opened stays open"


def test_every_picture_of_an_action_or_a_panel_is_there(qapp: object) -> None:
    from desktop.views.kit.icons import glyph
    from desktop.views.window.action_table import ACTIONS
    from desktop.views.window.panels import PANELS

    pictures = {spec.picture for spec in ACTIONS} | {spec.picture for spec in PANELS}
    pictures.discard("")
    assert all(not glyph(picture).isEmpty() for picture in pictures)


def test_no_two_actions_have_the_same_key() -> None:
    from collections import Counter

    from desktop.views.window.action_table import ACTIONS

    counted = Counter(keys for spec in ACTIONS for keys in spec.keys)
    assert [keys for keys, count in counted.items() if count > 1] == []
    assert len({spec.key for spec in ACTIONS}) == len(ACTIONS)
