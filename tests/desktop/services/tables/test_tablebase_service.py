"""Tables that are slow to answer are told of, and their answer is still shown."""

import threading

from pytestqt.qtbot import QtBot

from desktop.model.endgame import TablesAnswer
from desktop.model.game.state import GameState
from desktop.services.tables.tablebase_service import TablebaseService
from engine.game.position import Position
from engine.game.tree import Game
from tablebases.tables import Tablebases


def test_a_slow_answer_is_told_in_time_and_shown_when_it_comes(qtbot: QtBot) -> None:
    gate = threading.Event()
    with Tablebases() as tables:

        def slow() -> Tablebases:
            gate.wait(60)
            return tables

        service = TablebaseService(slow, answer_ms=30)
        service.look_at(GameState(1, Game.new(Position.of("8/8/8/4k3/8/8/8/KQ6 w - - 0 1", chess960=None)), 0))
        qtbot.waitUntil(lambda: service.state.late, timeout=5000)
        assert service.state.answer is TablesAnswer.WAITING
        gate.set()
        qtbot.waitUntil(lambda: service.state.answer is TablesAnswer.KNOWN, timeout=5000)
        assert not service.state.late and service.state.source == "KQvK.rtbz"
        assert service.close()


def test_a_list_that_was_asked_for_comes_though_the_files_are_verified_meanwhile(qtbot: QtBot) -> None:
    """Verify, or its Stop, while a new folder was read: its tables were not listed until the dialog was opened again."""
    gate = threading.Event()
    with Tablebases() as tables:

        def slow() -> Tablebases:
            gate.wait(60)
            return tables

        service = TablebaseService(slow)
        service.list_tables()
        service.verify()
        service.cancel()
        gate.set()
        qtbot.waitUntil(lambda: bool(service.tables.lines), timeout=5000)
        service.verify()
        service.list_tables()
        many = len(service.tables.lines)
        assert many and service.tables.to_check == sum(line.checksum == "unchecked" for line in service.tables.lines)
        qtbot.waitUntil(lambda: all(line.checksum != "unchecked" for line in service.tables.lines), timeout=5000)
        assert service.tables.to_check == 0 and len(service.tables.lines) == many
        assert service.close()
