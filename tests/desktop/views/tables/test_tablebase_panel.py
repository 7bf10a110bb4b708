"""The tablebase panel over the real built-in tables, used with mouse and keyboard."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.model.endgame import MakingStage, TablebaseRow, TablebaseState, TableMaking, TablesAnswer
from desktop.views.analysis.explain_panel import ExplainPanel
from desktop.views.main_window import MainWindow
from desktop.views.tables.make_dialog import MakeDialog
from desktop.views.tables.tablebase_panel import TablebasePanel, row_height
from desktop.views.tables.tablebase_text import explanation, headline
from desktop.views.tables.tables_dialog import TablesDialog
from desktop.views.window.mode_bar import Mode
from tablebases.files.folders import BUILT_IN
from tests.desktop import looks
from tests.desktop.views.row_texts import row_texts
from tests.desktop.views.tables_window import MakeTablesWindow, tables_window

__all__ = ["tables_window"]
KQK = "8/8/8/4k3/8/8/8/KQ6 w - - 0 1"  # KQvK is always won for the queen unless she hangs or it is stalemate


def panel_of(qtbot: QtBot, window: MainWindow) -> TablebasePanel:
    QTest.mouseClick(window.body.mode_bar.buttons[Mode.TABLES], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.services.tablebases.state.answer is not TablesAnswer.WAITING, timeout=5000)
    card = window.body.side.panel("tablebase")
    assert isinstance(card, TablebasePanel) and card.isVisible()
    return card


def test_every_legal_move_stands_there_best_first_and_a_click_plays_it(
    qtbot: QtBot, tables_window: MakeTablesWindow
) -> None:
    window = tables_window(KQK)
    panel = panel_of(qtbot, window)
    rows = panel.rows.rows
    assert {row.uci for row in rows} == set(window.services.game.state.legal_moves)
    order = ["win", "cursed win", "draw", "blessed loss", "loss"]
    assert [row.verdict for row in rows] == sorted((row.verdict for row in rows), key=order.index)
    wins = [row.dtz or 0 for row in rows if row.verdict == "win"]
    assert wins == sorted(wins) and rows[0].best
    assert panel.verdict.text() == "White wins" and panel.source.text() == "From KQvK.rtbz"
    said = row_texts(panel.rows)
    assert (
        len(said) == len(rows)
        and said[0].startswith(f"{rows[0].san} win")
        and said[-1].startswith(f"{rows[-1].san} draw")
    )
    QTest.mouseClick(
        panel.rows.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, QPoint(40, row_height() + 8)
    )
    assert window.services.game.state.node.uci == rows[1].uci
    qtbot.waitUntil(lambda: panel.verdict.text() == "White wins" and panel.rows.rows != rows, timeout=5000)
    assert panel.rows.rows[0].verdict == "loss", "the rows are the mover's"


def test_the_moves_can_be_walked_and_played_with_the_keyboard(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window(KQK)
    panel = panel_of(qtbot, window)
    wanted = panel.rows.rows[2]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return):
        QTest.keyClick(panel.rows, key)
    assert window.services.game.state.node.uci == wanted.uci


def test_the_best_line_is_played_out_on_request_and_goes_into_the_game(
    qtbot: QtBot, tables_window: MakeTablesWindow
) -> None:
    window = tables_window(KQK)
    panel = panel_of(qtbot, window)
    QTest.mouseClick(panel.best_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(panel.line.text()), timeout=5000)
    assert panel.line.text().startswith("1. ") and panel.line.text().endswith("#")
    QTest.mouseClick(panel.insert_button, Qt.MouseButton.LeftButton)
    line = window.services.game.state.game.main_line()
    assert line[-1].san.endswith("#") and window.services.game.state.current == 0


def test_why_the_tables_do_not_answer_is_said_in_words(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    window = tables_window()
    panel = panel_of(qtbot, window)
    assert "32 pieces" in panel.explanation.text() and not panel.rows.isVisible()
    cases = {
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1": "castle",
        "4k3/pppp4/8/8/8/8/8/4K3 w - - 0 1": "your tables cover 4",
        "7k/5Q2/5K2/8/8/8/8/8 b - - 0 1": "over",
    }
    for fen, words in cases.items():
        assert window.services.files.set_position(fen)
        qtbot.waitUntil(lambda wanted=words: wanted in panel.explanation.text(), timeout=5000)  # type: ignore[misc]


def test_a_missing_table_is_named(qtbot: QtBot, tables_window: MakeTablesWindow, tmp_path: Path) -> None:
    (tmp_path / "KBNvK.rtbw").write_bytes((BUILT_IN / "KBNvK.rtbw").read_bytes())
    window = tables_window("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", built_in=False)
    window.services.settings.set("tablebase_folders", str(tmp_path))
    panel = panel_of(qtbot, window)
    qtbot.waitUntil(lambda: "Missing: KQvK" in panel.explanation.text(), timeout=5000)


def cell(dialog: TablesDialog, row: int, column: int) -> str:
    item = dialog.files.item(row, column)
    return item.text() if item is not None else ""


def test_a_folder_is_added_its_tables_are_listed_and_the_bad_file_is_named_and_left_out(
    qtbot: QtBot, tables_window: MakeTablesWindow, tmp_path: Path
) -> None:
    good, bad = BUILT_IN / "KRvK.rtbw", bytearray((BUILT_IN / "KQvK.rtbw").read_bytes())
    bad[0] ^= 0xFF
    (tmp_path / "KRvK.rtbw").write_bytes(good.read_bytes())
    (tmp_path / "KQvK.rtbw").write_bytes(bad)
    window = tables_window(built_in=False)
    panel = panel_of(qtbot, window)
    QTest.mouseClick(panel.list_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(TablesDialog)
    assert isinstance(dialog, TablesDialog)
    dialog.add_folder(str(tmp_path))  # what the folder chooser answers with
    qtbot.waitUntil(lambda: dialog.files.rowCount() == 2, timeout=5000)
    assert [cell(dialog, row, 0) for row in range(2)] == ["3", "3"]
    QTest.mouseClick(dialog.verify_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.services.tablebases.tables.to_check, timeout=5000)
    states = {cell(dialog, row, 1): cell(dialog, row, 4) for row in range(2)}
    assert states["KRvK"] == "✓ verified" and states["KQvK"].startswith("✗ damaged, left out")
    for name in ("KQvK.rtbw", "KQvK.rtbz"):  # copied again, as the message says, and one that is new
        (tmp_path / name).write_bytes((BUILT_IN / name).read_bytes())
    window.services.tablebases.list_tables()
    qtbot.waitUntil(dialog.problems.isVisible, timeout=5000)
    tall, place = dialog.files.height(), dialog.again_button.mapToGlobal(QPoint(0, 0))
    QTest.mouseClick(dialog.again_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.files.rowCount() == 3, timeout=5000)
    assert {cell(dialog, row, 4) for row in range(3)} == {"not verified"}
    assert not dialog.problems.isVisible()
    qtbot.waitUntil(lambda: dialog.files.height() > tall, timeout=5000)
    assert dialog.again_button.mapToGlobal(QPoint(0, 0)) == place
    dialog.folders.setCurrentRow(1)
    QTest.mouseClick(dialog.remove_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.files.rowCount() == 0, timeout=5000)
    dialog.reject()


FIVE = "8/8/4k3/3n4/8/2NN4/8/4K3 w - - 0 1"


@pytest.mark.parametrize("language", ["en", "fi"])
def test_a_missing_table_is_made_from_the_position_that_lacks_it(
    qtbot: QtBot, tables_window: MakeTablesWindow, tmp_path: Path, language: str
) -> None:
    window = tables_window(FIVE)
    window.services.settings.set("language", language)
    panel = panel_of(qtbot, window)
    qtbot.waitUntil(panel.make_button.isVisible, timeout=5000)
    QTest.mouseClick(panel.make_button, Qt.MouseButton.LeftButton)
    dialog = window.findChild(MakeDialog)
    assert isinstance(dialog, MakeDialog) and dialog.wanted.text() == "KNNvKN"
    assert not dialog.begin_button.isEnabled(), "no folder yet: this window keeps nothing"
    dialog.set_folder(str(tmp_path))  # what the folder chooser answers with
    qtbot.waitUntil(lambda: "KNNvKN" in dialog.needed.text(), timeout=5000)
    assert "23 s" in dialog.cost.text() and "770 M" in dialog.cost.text()
    qtbot.waitUntil(lambda: [*looks.cut_texts(dialog), *looks.without_name(dialog)] == [], timeout=5000)
    assert dialog.begin_button.isEnabled()
    dialog.wanted.setText("KQvKRRR")
    assert not dialog.begin_button.isEnabled(), "at once: Enter would make the table of before"
    qtbot.waitUntil(lambda: "5" in dialog.warning.text(), timeout=5000)
    assert not dialog.begin_button.isEnabled() and not dialog.cost.text()
    dialog.wanted.setText("KQvK")
    qtbot.waitUntil(lambda: "KQvK " in dialog.needed.text(), timeout=5000)
    assert not dialog.begin_button.isEnabled(), "it is built in"
    dialog.reject()


def test_a_making_shows_how_far_it_is_and_continues_when_its_dialog_is_closed(
    qtbot: QtBot, tables_window: MakeTablesWindow, tmp_path: Path
) -> None:
    window = tables_window(FIVE)
    panel = panel_of(qtbot, window)
    maker = window.services.table_maker
    dialog = window.services.make(MakeDialog, wanted="KNNvKN", parent=window)
    dialog.open()
    dialog.set_folder(str(tmp_path))
    qtbot.waitUntil(dialog.begin_button.isEnabled, timeout=5000)
    QTest.mouseClick(dialog.begin_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "KNNvKN" in dialog.stage.text(), timeout=10_000)
    before = dialog.cancel_button.geometry()
    QTest.mouseClick(dialog.pause_button, Qt.MouseButton.LeftButton)
    assert maker.state.phase is MakingStage.PAUSED and dialog.pause_button.text() == "Co&ntinue"
    qtbot.wait(50)
    assert dialog.cancel_button.geometry() == before, "Stop stays where it is"
    dialog.reject()
    assert maker.state.at_work and panel.make_button.text().startswith("Paused, KNNvKN: "), "nothing is done now"
    maker.pause(False)
    assert panel.make_button.text().startswith("Making KNNvKN: ")
    assert window.services.files.set_position(KQK)
    qtbot.waitUntil(lambda: panel.verdict.text() == "White wins", timeout=5000)
    assert panel.make_button.isVisible(), "whatever the position"
    maker.cancel()
    qtbot.waitUntil(lambda: maker.state.phase is MakingStage.STOPPED, timeout=10_000)
    assert not panel.make_button.isVisible()


@pytest.mark.parametrize(("made", "said"), [(1, "Done: one table,"), (3, "Done: 3 tables,")])
def test_the_end_of_a_making_counts_its_tables(tables_window: MakeTablesWindow, made: int, said: str) -> None:
    window = tables_window(FIVE)
    dialog = window.services.make(MakeDialog, wanted="", parent=window)
    window.services.table_maker.changed.emit(TableMaking(phase=MakingStage.DONE, made=made, bytes=117_024))
    assert dialog.stage.text().startswith(said)


def test_a_cursed_win_is_explained() -> None:
    row = TablebaseRow("e1e2", "Ke2", "cursed win", 112, best=True)
    fen = "8/8/8/4k3/8/8/8/KQ6 w - - 20 60"
    state = TablebaseState(fen, TablesAnswer.KNOWN, "cursed win", 112, (row,), clock=20)
    assert headline(state) == "White wins too late: draw"
    assert "Black can claim a draw" in explanation(state) and "10 of the fifty moves are used" in explanation(state)
    lost = TablebaseState(fen.replace(" w ", " b "), TablesAnswer.KNOWN, "blessed loss", -112, (row,))
    assert headline(lost) == "White wins too late: draw" and "White can force mate" in explanation(lost)


def test_the_explained_evaluation_names_the_proved_result_first(qtbot: QtBot, tables_window: MakeTablesWindow) -> None:
    """“Black is better, -5.39” stood above an ending that the tables know as drawn."""
    window = tables_window("7K/8/k1P5/7p/8/8/8/8 w - - 0 1")
    window.actions_by_key["explain"].trigger()
    panel = window.body.side.panel("explain")
    assert isinstance(panel, ExplainPanel)
    qtbot.waitUntil(lambda: panel.total.text() == "By the endgame tables: Draw", timeout=20_000)
    assert window.services.files.paste("8/5k2/8/8/8/8/PPPP4/RNBQK3 w - - 0 1")
    qtbot.waitUntil(lambda: panel.total.text() == "White is better", timeout=20_000)
