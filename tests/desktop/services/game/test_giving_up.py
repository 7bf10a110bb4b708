"""A level that would resign does so against a person, and plays on against itself; its answer to an offered draw."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import FULL_STRENGTH, NewGame, level_at
from engine.game.info import Info, Score, SearchResult
from engine.game.move_choice import DrawAnswer, MoveChoice, Source
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.reason import told
from engine.game.side import Side
from tests.desktop.services.conftest import Heard, Make
from tests.desktop.window_doubles import ScriptedChooser


class GivesUp(ScriptedChooser):
    def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
        return replace(super().choose(position, limits, on_info, stopper), resigns=True)


def test_an_engine_that_gives_up_loses_to_the_person(make: Make, qtbot: QtBot) -> None:
    services = make(GivesUp()).services
    services.match.new_game(NewGame(Side.WHITE))
    services.match.user_move("e2e4")
    qtbot.waitUntil(lambda: not services.game.state.playing)
    assert services.game.state.outcome == Outcome(Side.WHITE, Termination.RESIGNATION)
    assert len(services.game.state.game.main_line()) == 1


def test_an_engine_against_itself_does_not_give_up(make: Make, qtbot: QtBot) -> None:
    services = make(GivesUp()).services
    services.match.new_game(NewGame(engines=True))
    qtbot.waitUntil(lambda: services.game.state.node.ply >= 3)


@pytest.mark.parametrize(
    ("level", "centipawns", "accepted"), [(None, -120, True), (None, 40, False), (1000, 200, True), (1800, 200, False)]
)
def test_a_draw_offered_late_is_answered_by_the_level(
    make: Make, qtbot: QtBot, level: int | None, centipawns: int, accepted: bool
) -> None:
    class Thinks(ScriptedChooser):
        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            choice = super().choose(position, limits, on_info, stopper)
            line = Info(5, 5, 1, Score(centipawns=centipawns), 10, 1, (choice.move,))
            return MoveChoice(choice.move, Source.SEARCH, told(""), SearchResult(choice.move, None, (line,)))

    services = make(Thinks()).services
    answers = Heard(services.match.draw_answered)
    start = Position.of("4k3/p7/8/8/8/8/P7/4K3 w - - 0 30", chess960=None)
    services.match.new_game(NewGame(Side.WHITE, level=level_at(level) if level else FULL_STRENGTH, start=start))
    services.match.user_move("a2a4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move)
    services.match.offer_draw()
    assert answers.all == [DrawAnswer.TAKEN if accepted else DrawAnswer.BETTER]
    assert services.game.state.outcome == (Outcome(None, Termination.AGREEMENT) if accepted else None)
