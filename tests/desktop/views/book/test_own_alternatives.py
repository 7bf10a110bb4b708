"""Several own moves in a position, and own moves without a card, in the window."""

from pathlib import Path

import chess
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from desktop.model.drill import DrillPhase
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.window.mode_bar import Mode
from tests.books.helpers import line
from tests.desktop.views.book.test_opening_trainer import click, show_new, wait_for
from tests.desktop.views.conftest import MakeWindow, Mouse


def test_the_other_own_move_of_a_position_is_asked_for_and_what_is_left_out_is_said(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("e4"), Flag.STRONG)
    library.add_line(chess.Board(), line("d4"))
    library.add_line(chess.Board(), line("g4"), Flag.BAD)
    window = make_window(library=library)
    window.services.openings._next.setInterval(1)
    window.show_mode(Mode.TRAIN)
    view = window.body.side.panel("openings")
    assert isinstance(view, OpeningTrainerView)
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(window.services.openings.state.repertoires), timeout=30_000)
    assert "Not asked: 1 own move marked $ or ?." in view.choice.prospect.text()
    click(qtbot, view, "Train White")
    qtbot.waitUntil(lambda: window.services.openings.state.phase is DrillPhase.SHOWING, timeout=30_000)
    assert "Your other moves here: d4" in view.feedback.text()
    show_new(qtbot, window)
    mouse = Mouse(qtbot, window.body.panel.board)
    mouse.drag("e2", "e4")
    qtbot.waitUntil(lambda: "What else does White play, besides e4?" in view.feedback.text(), timeout=30_000)
    assert "Right: e4. Your lines have 1 other move here." in view.feedback.text()
    assert window.services.game.state.current == 0
    mouse.drag("d2", "d4")
    wait_for(qtbot, window, DrillPhase.DONE)
    assert view.status.text() == "1 of 1 right"
