"""The health of the book in the window: what a check finds is listed, shown on the board, taken back or repaired by a click; it
can be stopped."""

from functools import partial
from pathlib import Path

import chess
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from books.repertoire import check_report as health
from books.repertoire.book_check import BookFinding
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from desktop.model.job import JobPhase, JobState
from desktop.views.book.health_dialog import HealthDialog
from desktop.views.main_window import MainWindow
from engine.game.reason_words import english
from engine.jobs import health as health_job
from engine.jobs.health import HealthRequest
from tests.books.helpers import after, line
from tests.desktop.views.conftest import MakeWindow


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A book that recommends the fool's mate: after 1.f3 e5 2.g4 Black mates at once."""
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.f3 e5 2.g4"))
    return opened


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check searches little: the machine may be busy."""
    monkeypatch.setattr(health_job, "HealthRequest", partial(HealthRequest, nodes=3_000))
    monkeypatch.setattr(health, "CERTAIN_NODES", 3_000)


def dialog_of(window: MainWindow) -> HealthDialog:
    window.actions_by_key["book_health"].trigger()
    dialog = window.findChild(HealthDialog)
    assert isinstance(dialog, HealthDialog)
    return dialog


def button(dialog: HealthDialog, text: str) -> QPushButton:
    return next(found for found in dialog.findChildren(QPushButton) if text in found.text())


def findings(window: MainWindow) -> tuple[BookFinding, ...]:
    report = window.services.health.state.last
    return report.findings if report is not None else ()


def number_of(window: MainWindow, move: str) -> int:
    return next(number for number, one in enumerate(findings(window)) if one.move.uci() == move)


def checked(qtbot: QtBot, window: MainWindow) -> HealthDialog:
    """The dialog after a check of everything of the user's own."""
    dialog = dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    return dialog


def test_a_mistake_is_learned_by_a_click_and_taken_back_by_another(
    make_window: MakeWindow, qtbot: QtBot, library: Library
) -> None:
    window = make_window(library=library)
    dialog, board = checked(qtbot, window), after("1.f3 e5")
    number = number_of(window, "g2g4")
    row = findings(window)[number]
    assert (row.fen, row.proposal, row.lesson) == (board.fen(), Flag.BAD, None)
    assert library.look_up(board)[-1].flag is Flag.NORMAL  # nothing is written yet
    assert dialog.all.text() == "&Learn all (2)"  # and 1.f3
    dialog.all.click()
    qtbot.waitUntil(lambda: bool(findings(window)) and findings(window)[-1].lesson is not None, timeout=60_000)
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    number = number_of(window, "g2g4")
    row, report = findings(window)[number], window.services.health.state.last
    assert report is not None and row.lesson is not None and not dialog.all.isEnabled()
    assert english(row.reason).startswith("2.g4 (normal) loses: mated in 1, 2.")
    assert dialog.status.text() == f"Positions checked: {report.positions}, findings: {len(report.findings)}."
    assert library.look_up(board)[-1].flag is Flag.BAD
    qtbot.waitUntil(
        lambda: bool(window.services.learning.state.rows), timeout=20_000
    )  # it is in the log of what was learned
    frame = dialog._frames[number][1]
    next(found for found in frame.findChildren(QPushButton) if found.text() == "Undo").click()
    qtbot.waitUntil(lambda: findings(window)[number].undone, timeout=20_000)
    assert library.look_up(board)[-1].flag is Flag.NORMAL
    assert button(dialog, "Undone").isEnabled() is False
    dialog.close()


def test_escape_stops_the_check(make_window: MakeWindow, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[bool] = []
    window = make_window(library=library)
    monkeypatch.setattr(window.services.health, "stop", lambda: stopped.append(True))
    QTest.keyClick(dialog_of(window), Qt.Key.Key_Escape)
    assert stopped == [True]


def test_a_check_with_few_nodes_says_that_it_only_proposes(
    make_window: MakeWindow, qtbot: QtBot, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "CERTAIN_NODES", 3_001)
    window = make_window(library=library)
    dialog = checked(qtbot, window)
    row = findings(window)[number_of(window, "g2g4")]
    assert (row.proposal, row.lesson, row.open) == (Flag.BAD, None, True)
    assert "all findings are proposals" in dialog.status.text()
    assert library.look_up(after("1.f3 e5"))[-1].flag is Flag.NORMAL
    dialog.close()


def test_a_flag_that_the_user_chose_is_repaired_by_a_click(
    make_window: MakeWindow, qtbot: QtBot, library: Library
) -> None:
    board = after("1.f3 e5")
    library.set_flag(board, board.parse_san("g4"), Flag.STRONG)
    window = make_window(library=library)
    dialog = checked(qtbot, window)
    number = number_of(window, "g2g4")
    assert dialog.all.text() == "&Learn all (1)"  # 1.f3; the chosen flag is another matter
    frame = dialog._frames[number][1]
    next(found for found in frame.findChildren(QPushButton) if "Mark as bad" in found.text()).click()
    qtbot.waitUntil(lambda: findings(window)[number].repaired, timeout=20_000)
    assert library.look_up(board)[-1].flag is Flag.BAD
    assert button(dialog, "Repaired").isEnabled() is False
    library.undo()  # one edit
    assert library.look_up(board)[-1].flag is Flag.STRONG
    dialog.close()


def test_the_last_report_is_there_when_the_dialog_opens_again(
    make_window: MakeWindow, qtbot: QtBot, library: Library
) -> None:
    window = make_window(library=library)
    checked(qtbot, window).close()
    found = findings(window)
    qtbot.waitUntil(lambda: window.findChild(HealthDialog) is None)
    window.services.health._set(JobState())  # as after a start of the program
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: findings(window) == found, timeout=20_000)
    dialog.close()


def test_a_repertoire_can_be_checked(make_window: MakeWindow, qtbot: QtBot, library: Library) -> None:
    RepertoireStore(library).save(Repertoire(0, "Fool's", True))
    window = make_window(library=library)
    dialog = dialog_of(window)
    qtbot.waitUntil(lambda: dialog.scope.count() == 3, timeout=20_000)
    assert dialog.scope.itemText(2) == "Repertoire: Fool's"
    dialog.scope.setCurrentIndex(2)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    assert "g2g4" in [one.move.uci() for one in findings(window)]
    dialog.close()


def test_a_finding_is_shown_on_the_board(make_window: MakeWindow, qtbot: QtBot, library: Library) -> None:
    window = make_window(library=library)
    dialog = dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=60_000)
    button(dialog, "Show").click()
    assert window.services.game.state.fen == findings(window)[0].fen
    dialog.close()


def test_stopping_keeps_what_was_found(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(library=Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook"))
    health = window.services.health
    health.begin(HealthRequest(nodes=3_000))
    qtbot.waitUntil(lambda: health.state.last is not None and health.state.last.positions > 1, timeout=300_000)
    health.stop()
    qtbot.waitUntil(lambda: health.state.phase is JobPhase.STOPPED, timeout=20_000)
    assert health.state.last is not None and health.state.last.positions > 1


def test_a_book_without_own_moves_says_so(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(library=Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None))
    dialog = dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.health.state.phase is JobPhase.DONE, timeout=20_000)
    assert "nothing of your own" in dialog.status.text()
    dialog.close()
