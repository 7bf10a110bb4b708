"""The book doctor in the window: what it finds is listed, shown on the board and repaired by a click; it can be stopped."""

from pathlib import Path

import chess
import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.book.doctor import DoctorPhase, DoctorWish
from desktop.services.book.doctor_work import DoctorWork
from desktop.views.book.doctor_dialog import DoctorDialog
from desktop.views.main_window import MainWindow
from engine.game.reason_words import english
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
    """The doctor searches little: the machine may be busy."""
    kept = DoctorWork.__init__
    monkeypatch.setattr(DoctorWork, "__init__", lambda self, open_library, nodes: kept(self, open_library, 3_000))


def dialog_of(window: MainWindow) -> DoctorDialog:
    window.actions_by_key["book_doctor"].trigger()
    dialog = window.findChild(DoctorDialog)
    assert isinstance(dialog, DoctorDialog)
    return dialog


def button(dialog: DoctorDialog, text: str) -> QPushButton:
    return next(found for found in dialog.findChildren(QPushButton) if text in found.text())


def test_a_mistake_is_found_and_repaired_by_a_click(make_window: MakeWindow, qtbot: QtBot, library: Library) -> None:
    window = make_window(library=library)
    doctor, dialog = window.services.doctor, dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: doctor.state.phase is DoctorPhase.DONE, timeout=60_000)
    board = after("1.f3 e5")
    row = next(row for row in doctor.state.rows if row.uci == "g2g4")
    assert (row.fen, row.flag) == (board.fen(), "?")
    assert english(row.reason).startswith("2.g4 (normal) loses: mated in 1, 2.")
    assert dialog.status.text() == f"{doctor.state.done} positions examined, {len(doctor.state.rows)} findings."
    frame = dialog._frames[row.number][1]
    next(found for found in frame.findChildren(QPushButton) if "Mark as bad" in found.text()).click()
    qtbot.waitUntil(lambda: doctor.state.rows[row.number].repaired, timeout=20_000)
    flags = {entry.move.uci(): entry.flag for entry in library.look_up(board)}
    assert flags["g2g4"] is Flag.BAD
    assert button(dialog, "Repaired").isEnabled() is False
    library.undo()  # one edit
    assert {entry.move.uci(): entry.flag for entry in library.look_up(board)}["g2g4"] is Flag.NORMAL
    dialog.close()


def test_a_finding_is_shown_on_the_board(make_window: MakeWindow, qtbot: QtBot, library: Library) -> None:
    window = make_window(library=library)
    dialog = dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.doctor.state.phase is DoctorPhase.DONE, timeout=60_000)
    button(dialog, "Show").click()
    assert window.services.game.state.fen == window.services.doctor.state.rows[0].fen
    dialog.close()


def test_stopping_keeps_what_was_found(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(library=Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook"))
    doctor = window.services.doctor
    doctor.start(DoctorWish(own=False, positions=0))
    qtbot.waitUntil(lambda: doctor.state.done > 1, timeout=60_000)
    doctor.stop()
    qtbot.waitUntil(lambda: doctor.state.phase is DoctorPhase.STOPPED, timeout=20_000)
    assert doctor.state.done > 1


def test_a_book_without_own_moves_says_so(make_window: MakeWindow, qtbot: QtBot, tmp_path: Path) -> None:
    window = make_window(library=Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None))
    dialog = dialog_of(window)
    dialog.start.click()
    qtbot.waitUntil(lambda: window.services.doctor.state.phase is DoctorPhase.DONE, timeout=20_000)
    assert "nothing of your own" in dialog.status.text()
    dialog.close()
