"""The deep look as a user drives it: proofs, their tree, the positions that are remembered, and all of it after a restart."""

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QInputDialog, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from desktop.services.all_services import Services
from desktop.services.engines.remembered_service import RememberedService
from desktop.views.analysis.analysis_panel import AnalysisPanel
from desktop.views.analysis.deep_look_panel import DeepLookPanel
from desktop.views.game.eval_bar import EvalBar
from engine.game.info import Score
from engine.rules.board import CoreBoard
from engine.search.linear import ProbedLine, probe_line
from engine.search.position_learning import DRAW, LearnedFile, LearnedPosition
from tests.desktop.views.conftest import MakeView, Shown

LONG = 30_000
SIX_MOVER = "8/8/2p5/1pP4p/1P5P/6P1/2K5/kN1B4 w - - 0 1"  # figure 20 of the source texts
FIGURE_18 = "4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """The file of remembered positions."""
    return tmp_path / "learned.txt"


@pytest.fixture
def look(make_view: MakeView, compose: Callable[[], Services], store: Path) -> Shown[DeepLookPanel]:
    """The panel at the mate in six."""
    return opened(make_view, compose(), store, SIX_MOVER)


def opened(make_view: MakeView, services: Services, store: Path, fen: str) -> Shown[DeepLookPanel]:
    services.look._needs = (store,)
    services.remembered._store = store
    services.files.set_position(fen)
    services.remembered.window_shown()
    return make_view(DeepLookPanel, services=services)


def drawn(fen: str) -> LearnedPosition:
    board = CoreBoard.from_fen(fen, chess960=False)
    board.push_uci("d5d6")
    after = f"{board.key:016x}"
    board.pop()
    return replace(LearnedPosition.of(board, 0, 120, True, "fortress check"), proof=DRAW, line="d5d6", also=after)


def child(row: QTreeWidgetItem) -> QTreeWidgetItem:
    found = row.child(0)
    assert found is not None
    return found


def prove(qtbot: QtBot, panel: DeepLookPanel) -> None:
    panel.mate.click()
    qtbot.waitUntil(lambda: panel.verdict.text() == "#6  proved", timeout=LONG)


def test_a_mate_is_proved_walked_and_added_to_the_notation(qtbot: QtBot, look: Shown[DeepLookPanel]) -> None:
    panel, games = look.view, look.services.game
    prove(qtbot, panel)
    assert "Mate in 6, proved" in panel.status.text() and panel.tree.isEnabled()
    first = panel.tree.topLevelItem(0)
    assert first is not None and first.text(0) == "1. Bg4" and first.text(1) == "#6"
    qtbot.waitUntil(lambda: first.childCount() == 2, timeout=LONG)
    row = child(first)
    assert row.text(0) == "1... hxg4 2. h5" and row.text(1) == "#5"
    row.setExpanded(True)
    qtbot.waitUntil(lambda: row.childCount() > 0 and child(row).text(1) == "#4", timeout=LONG)
    panel.tree.itemActivated.emit(row, 0)
    game = games.state.game
    assert [node.uci for node in game.main_line()] == ["d1g4", "h5g4", "h4h5"]


def test_a_proof_is_written_into_the_game_once(qtbot: QtBot, look: Shown[DeepLookPanel]) -> None:
    panel, games = look.view, look.services.game
    assert panel.write.isHidden()
    prove(qtbot, panel)
    panel.write.click()
    panel.write.click()
    assert games.state.node.comment == "#6  proved"


def test_a_proof_decides_the_lines_until_it_is_forgotten(qtbot: QtBot, look: Shown[DeepLookPanel]) -> None:
    panel, analysis = look.view, look.services.analysis
    analysis.look_at(look.services.game.state)
    analysis.set_running(True)
    qtbot.waitUntil(lambda: bool(analysis.state.lines), timeout=LONG)
    assert not analysis.state.proof
    prove(qtbot, panel)
    qtbot.waitUntil(lambda: analysis.state.proof == "mate", timeout=LONG)
    best = analysis.state.lines[0]
    assert best.evaluation.score.score == Score(mate=6) and best.wdl == (1000, 0, 0) and best.moves[0] == "d1g4"
    panel.list.setCurrentRow(0)
    panel.forget.click()
    qtbot.waitUntil(lambda: not analysis.state.proof and panel.list.count() == 0, timeout=LONG)
    assert panel.verdict.text() == "Deep look"


def test_a_proved_draw_is_known_after_a_restart(
    qtbot: QtBot, make_view: MakeView, compose: Callable[[], Services], store: Path
) -> None:
    LearnedFile(store).add(drawn(FIGURE_18))
    look = opened(make_view, compose(), store, FIGURE_18)
    panel, analysis, games = look.view, look.services.analysis, look.services.game
    qtbot.waitUntil(lambda: panel.verdict.text() == "0.00  drawn, proved", timeout=LONG)
    analysis.look_at(games.state)
    analysis.set_running(True)
    qtbot.waitUntil(lambda: analysis.state.proof == "draw", timeout=LONG)
    assert analysis.state.evaluation is not None and analysis.state.evaluation.white_share == 0.5
    assert analysis.state.lines[0].wdl == (0, 1000, 0) and analysis.state.lines[0].moves[0] == "d5d6"
    assert not panel.verify.isEnabled()
    games.play_move("d5d6")
    assert panel.verdict.text() == "0.00  drawn, proved", "so is the position after the move that holds"
    figures = make_view(AnalysisPanel, services=look.services).view.main.figures
    qtbot.waitUntil(lambda: "drawn, proved" in figures.text() and "W 0 D 100 L 0" in figures.text(), timeout=LONG)


def test_the_bar_says_that_it_is_proved(qtbot: QtBot, look: Shown[DeepLookPanel]) -> None:
    bar, analysis = EvalBar(), look.services.analysis
    qtbot.addWidget(bar)
    analysis.look_at(look.services.game.state)
    analysis.set_running(True)
    prove(qtbot, look.view)
    qtbot.waitUntil(lambda: analysis.state.proof == "mate", timeout=LONG)
    bar.show_evaluation(analysis.state.evaluation, analysis.state.proof)
    assert bar.toolTip() == "#6, proved"


def test_a_position_is_remembered_with_a_note_and_shown_again(
    qtbot: QtBot, look: Shown[DeepLookPanel], store: Path
) -> None:
    panel, analysis, games = look.view, look.services.analysis, look.services.game
    assert not panel.remember.isEnabled()
    analysis.look_at(games.state)
    analysis.set_running(True)
    qtbot.waitUntil(panel.remember.isEnabled, timeout=LONG)
    panel.remember.click()
    qtbot.waitUntil(lambda: panel.list.count() == 1, timeout=LONG)
    (entry,) = LearnedFile(store).read()
    assert (entry.fen, entry.exact, entry.proof) == (SIX_MOVER, True, "")
    panel.list.setCurrentRow(0)
    panel.note.click()
    dialog = panel.findChild(QInputDialog)
    assert dialog is not None
    dialog.setTextValue("from the thesis")
    dialog.accept()
    qtbot.waitUntil(lambda: "from the thesis" in panel.list.item(0).text(), timeout=LONG)
    games.open_tab(games.state.game.__class__.new())
    panel.list.setCurrentRow(0)
    panel.show_it.click()
    assert games.state.fen == SIX_MOVER


def test_findings_stay_with_their_game(qtbot: QtBot, look: Shown[DeepLookPanel]) -> None:
    panel, games = look.view, look.services.game
    prove(qtbot, panel)
    games.open_tab(games.state.game.__class__.new())
    assert not panel.tree.isEnabled() and "another game" in panel.status.text()
    panel.tree.itemActivated.emit(panel.tree.topLevelItem(0), 0)
    assert not games.state.game.root.children


def test_lines_are_followed_verified_and_stopped(
    qtbot: QtBot, look: Shown[DeepLookPanel], monkeypatch: pytest.MonkeyPatch
) -> None:
    panel, stopped, lines = look.view, threading.Event(), iter(range(100))

    def probed(*asked: object, **how: object) -> ProbedLine:
        """On a busy machine all lines are followed before the stop."""
        assert next(lines) < 2 or stopped.wait(60)
        return probe_line(*asked, **how)  # type: ignore[arg-type]

    monkeypatch.setattr("engine.jobs.look.probe_line", probed)
    look.services.files.set_position("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
    panel.verify.click()
    qtbot.waitUntil(lambda: panel.status.text() == "The line holds.", timeout=LONG)
    assert panel.tree.topLevelItemCount() == 1 and panel.tree.isEnabled()
    panel.lines.click()
    qtbot.waitUntil(
        lambda: panel.status.text().startswith("Following") and panel.tree.topLevelItemCount() > 1, timeout=LONG
    )
    panel.stop.click()
    stopped.set()
    qtbot.waitUntil(lambda: not look.services.look.state.running and not panel.stop.isVisible(), timeout=LONG)
    assert panel.status.text() == "Stopped."


def test_a_damaged_file_is_said_and_left(qtbot: QtBot, look: Shown[DeepLookPanel], store: Path) -> None:
    store.write_text("not such a file")
    look.services.remembered.refresh()
    qtbot.waitUntil(lambda: "is damaged" in look.view.status.text(), timeout=LONG)
    assert store.read_text() == "not such a file"


def test_without_a_file_nothing_is_remembered(qapp: object) -> None:
    service = RememberedService(None)
    service.window_shown()
    service.refresh()
    assert service.state.rows == () and service.proven(SIX_MOVER, chess960=False) is None
    assert service.close()
