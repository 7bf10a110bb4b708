"""The evaluation term by term is of the position that is shown."""

import threading

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.explanation import ExplainState
from desktop.services.engines import explain_service
from desktop.services.engines.explain_service import ExplainService
from desktop.services.engines.style_service import StyleService
from desktop.services.game.game_service import GameService


def test_what_is_explained_of_a_position_that_was_left_again_is_not_shown(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step forth and back: the terms of the other position stayed until the next step."""
    games, gate, asked = GameService(), threading.Event(), threading.Event()
    first = games.state
    games.play_move("e2e4")

    def explained(fen: str, _chess960: bool, _style: object) -> ExplainState:
        if fen != first.fen:
            asked.set()
            assert gate.wait(60)
        return ExplainState(fen)

    monkeypatch.setattr(explain_service, "_explained", explained)
    service = ExplainService(StyleService(None))
    service._settle.setInterval(0)
    service.look_at(first)
    service.want(True)
    qtbot.waitUntil(lambda: service.state is not None)
    service.look_at(games.state)
    qtbot.waitUntil(asked.is_set)
    service.look_at(first)
    qtbot.waitUntil(lambda: not service._settle.isActive())
    gate.set()
    qtbot.wait(50)
    assert service.state is not None and service.state.fen == first.fen
    assert service.close()
