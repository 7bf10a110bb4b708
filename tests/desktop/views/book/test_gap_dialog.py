"""Closing gaps of a repertoire in its dialog: what is selected, what is added, what is asked before."""

from dataclasses import replace
from pathlib import Path

import chess
from pytestqt.qtbot import QtBot

from books.choice.library import Library
from books.entry import Flag
from books.repertoire.trainer_values import GapMove
from desktop.views.book.gap_dialog import GapDialog
from desktop.views.book.opening_trainer import OpeningTrainerView
from desktop.views.main_window import MainWindow
from desktop.views.window.mode_bar import Mode
from tests.books.helpers import after, line
from tests.desktop.views.book.test_opening_trainer import click
from tests.desktop.views.conftest import MakeWindow


def trained(qtbot: QtBot, window: MainWindow) -> OpeningTrainerView:
    """The trainer with all openings of White as its repertoire."""
    window.show_mode(Mode.TRAIN)
    view = window.body.side.panel("openings")
    assert isinstance(view, OpeningTrainerView)
    click(qtbot, view, "White, all openings")
    qtbot.waitUntil(lambda: bool(window.services.openings.state.repertoires), timeout=30_000)
    return view


def opened(view: OpeningTrainerView) -> GapDialog:
    """The dialog that closes its biggest gap."""
    view.choice.fill.click()
    dialog = view.findChild(GapDialog)
    assert isinstance(dialog, GapDialog)
    return dialog


def test_gaps_are_closed_one_after_another(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for text in ("e4 e5 Nf3", "e4 c5", "e4 e6"):
        library.add_line(chess.Board(), line(text), Flag.STRONG)
    window = make_window(library=library)
    openings = window.services.openings
    openings._work.nodes = 1_000
    window.services.settings.set("replies", "books")
    view = trained(qtbot, window)
    view.choice.show_gap.click()
    assert [node.san for node in window.services.game.state.game.main_line()] == ["e4", "c5"]
    dialog = opened(view)

    def ready(move: str) -> bool:
        gap = openings.state.gap
        return gap is not None and not gap.busy and gap.row.gap is not None and gap.row.gap.move == move

    for move, answer in (("1...c5", "g1f3"), ("1...e6", "d2d4")):
        qtbot.waitUntil(lambda move=move: ready(move), timeout=60_000)  # type: ignore[misc]
        assert move in dialog.heading.text()
        moves = [candidate.uci for candidate in dialog._candidates]
        assert any(candidate.best for candidate in dialog._candidates)
        assert max(candidate.people or 0 for candidate in dialog._candidates) > 0.1
        dialog.table.setCurrentCell(moves.index(answer), 0)
        dialog.add.click()
    qtbot.waitUntil(lambda: openings.state.gap is None and view.findChild(GapDialog) is None, timeout=30_000)
    assert window.body.messages.notices  # the chances that changed, with undo
    assert {entry.san for entry in library.look_up(after("e4 c5"))} == {"Nf3"}
    (row,) = openings.state.repertoires or ()
    assert row.gap is None


def test_the_best_answer_to_a_gap_is_selected_until_the_user_selects_another(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("e4 e5"), Flag.STRONG)
    window = make_window(library=library)
    openings = window.services.openings
    openings._work.nodes = 0
    dialog = opened(trained(qtbot, window))
    qtbot.waitUntil(lambda: openings.state.gap is not None and not openings.state.gap.busy, timeout=60_000)

    def show(*rows: tuple[str, bool]) -> str:
        gap = openings.state.gap
        assert gap is not None
        found = tuple(GapMove(uci, uci, people=0.1, proposed=proposed) for uci, proposed in rows)
        dialog._update_training(replace(openings.state, gap=replace(gap, candidates=found)))
        return dialog._candidates[dialog.table.currentRow()].uci

    assert show(("f2f4", False), ("g1f3", True)) == "g1f3"
    assert show(("f2f4", False), ("d2d4", True), ("g1f3", False)) == "d2d4"  # more is known
    dialog.table.setCurrentCell(2, 0)
    assert show(("g1f3", False), ("d2d4", True)) == "g1f3"
    dialog.close()


def test_an_answer_that_makes_another_move_rarer_is_added_when_it_is_asked_for_again(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    shipped = tmp_path / "shipped.ratsubook"
    other = Library(shipped, None, None)
    other.add_line(chess.Board(), line("e4 c5 Nf3"))
    other.close()
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", shipped)
    library.add_line(chess.Board(), line("e4 c5"))
    window = make_window(library=library)
    openings = window.services.openings
    openings._work.nodes = 1_000
    window.services.settings.set("replies", "books")
    dialog = opened(trained(qtbot, window))
    qtbot.waitUntil(lambda: "d2d4" in [candidate.uci for candidate in dialog._candidates], timeout=60_000)
    edits = library.history()

    def add_d4() -> None:
        dialog.table.setCurrentCell([candidate.uci for candidate in dialog._candidates].index("d2d4"), 0)
        dialog.add.click()

    add_d4()
    qtbot.waitUntil(lambda: "Press Add again" in dialog.status.text(), timeout=30_000)
    assert "2.Nf3 100 \u2192 " in dialog.status.text()
    assert library.history() == edits
    assert dialog._candidates[dialog.table.currentRow()].uci == "d2d4"
    dialog.add.click()
    qtbot.waitUntil(lambda: openings.state.gap is None, timeout=30_000)
    assert {entry.san: entry.decided_by.value for entry in library.look_up(after("e4 c5"))} == {
        "Nf3": "shipped",
        "d4": "user",
    }
