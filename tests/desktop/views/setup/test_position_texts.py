"""The editor reads the same texts as every other door (`tests/engine/protocols/test_position_doors.py`)."""

from desktop.views.setup.position_dialog import PositionDialog
from engine.rules.fen import START_FEN
from tests.desktop.views.conftest import MakeView
from tests.helpers.position_texts import BOARD, TYPED


def test_the_editor_reads_every_text(make_view: MakeView) -> None:
    editor = make_view(PositionDialog, rest={"fen": START_FEN, "chess960": False}).view
    for text, fen in TYPED:
        editor.fen.setText(text)
        editor.fen.textEdited.emit(text)
        assert editor.setup.fen.split()[:2] == fen.split()[:2] and not editor.fen_problem.text()
        assert editor.play_button.isEnabled(), text


def test_a_guess_is_shown_and_can_be_played(make_view: MakeView) -> None:
    editor = make_view(PositionDialog, rest={"fen": START_FEN, "chess960": False}).view
    editor.fen.setText(BOARD)
    editor.fen.textEdited.emit(BOARD)
    assert "White was assumed" in editor.fen_notes.text() and "KQkq was assumed" in editor.fen_notes.text()
    assert editor.play_button.isEnabled()
    editor.turn.setCurrentIndex(1)
    editor.turn.activated.emit(1)
    assert editor.setup.fen.split()[1] == "b" and not editor.fen_notes.text()
