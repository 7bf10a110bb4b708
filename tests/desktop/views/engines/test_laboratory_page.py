"""The page of the laboratory: begun from the keyboard, its rows read by a screen reader, stopped."""

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.model.job import JobPhase
from desktop.services.engines.laboratory_service import LaboratoryService
from desktop.services.game.game_service import GameService
from desktop.views.engines.laboratory_page import LaboratoryPage, MeasureRows
from engine.ground.text import NOTHING, Text
from engine.play.laboratory import Measure, measures


def test_the_rows_of_each_experiment_are_shown_and_read(qtbot: QtBot, qapp: QApplication) -> None:
    games, service = GameService(), LaboratoryService()
    page = LaboratoryPage(games, service)
    qtbot.addWidget(page)
    page.show()
    page.plies.setValue(2)
    QTest.keyClick(page.begin, Qt.Key.Key_Space)
    assert service.state.running and not page.begin.isEnabled()
    qtbot.waitUntil(lambda: service.state.phase is JobPhase.DONE, timeout=60_000)

    def views() -> list[MeasureRows]:
        return [view for view in page.findChildren(MeasureRows) if view.isVisibleTo(page)]

    qtbot.waitUntil(
        lambda: [len(view.rows) for view in views()] == [2, 7, 2, 2, 3]
    )  # Qt shows the last ones a little later
    kinds, methods = views()[:2]
    read = str(kinds.model().index(1, 0).data())
    assert read.startswith("depth 2: 400 positions in ")
    assert read.endswith(" ms, captures 0, en passant 0, castles 0, promotions 0, checks 0, mates 0; as in the text")
    assert methods.row_text(methods.rows[0]).startswith("minimax: ")
    assert kinds.row_size().height() == 2 * methods.row_size().height(), "rows without a remark are half as high"
    page.grab()
    assert service.close()


def test_castling_of_chess960_is_shown(qtbot: QtBot, qapp: QApplication) -> None:
    row = Measure(Text("x"), Text("y"), 1, 1.0, 30, "c1a1", NOTHING)
    view = MeasureRows("x", "4k3/8/8/8/8/8/8/R1K5 w Q - 0 1")
    qtbot.addWidget(view)
    assert view.row_text(row).endswith("+0.30  O-O-O")


def test_stop_keeps_what_was_found(qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = threading.Event()

    def held(*asked: object) -> Iterator[Measure]:
        """On a busy machine all rows are there before the stop."""
        for number, row in enumerate(measures(*asked)):  # type: ignore[arg-type]
            assert number < 3 or stopped.wait(60)
            yield row

    monkeypatch.setattr("engine.jobs.laboratory.measures", held)
    service = LaboratoryService()
    page = LaboratoryPage(GameService(), service)
    qtbot.addWidget(page)
    page.plies.setValue(6)
    page.begin.click()
    qtbot.waitUntil(lambda: len(service.state.rows) >= 3, timeout=60_000)
    page.stop.click()
    stopped.set()
    qtbot.waitUntil(lambda: service.state.phase is JobPhase.STOPPED, timeout=60_000)
    assert len(service.state.rows) < 19
    assert page.begin.isEnabled()
    assert service.close()
