"""A level that would resign does so against a person, and plays on against itself; its answer to an offered draw."""

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from desktop.model.game.match import FULL_STRENGTH, NewGame, level_at
from engine.game.info import Info, Score, SearchResult
from engine.game.move_choice import ChoiceSource, DrawAnswer, MoveChoice
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.reason import text_reason
from engine.game.side import Side
from engine.play.people.draw_offer import DEAD_MOVES
from tablebases.tables import Tablebases
from tests.desktop.services.conftest import Heard, Make
from tests.desktop.window_doubles import ScriptedChooser, ScriptedSources


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
    ("level", "centipawns", "accepted"), [(None, -120, True), (None, 40, False), (1000, 80, True), (1800, 200, False)]
)
def test_a_draw_offered_late_is_answered_by_the_level(
    make: Make, qtbot: QtBot, level: int | None, centipawns: int, accepted: bool
) -> None:
    class Thinks(ScriptedChooser):
        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            choice = super().choose(position, limits, on_info, stopper)
            line = Info(5, 5, 1, Score(centipawns=centipawns), 10, 1, (choice.move,))
            return MoveChoice(
                choice.move, ChoiceSource.SEARCH, text_reason(""), SearchResult(choice.move, None, (line,))
            )

    services = make(Thinks()).services
    answers = Heard(services.match.draw_answered)
    start = Position.of("4k3/p7/8/8/8/8/P7/4K3 w - - 0 30", chess960=None)
    services.match.new_game(NewGame(Side.WHITE, level=level_at(level) if level else FULL_STRENGTH, start=start))
    services.match.user_move("a2a4")
    qtbot.waitUntil(lambda: services.game.state.user_may_move)
    services.match.offer_draw()
    assert answers.all == [DrawAnswer.TAKEN if accepted else DrawAnswer.BETTER]
    assert services.game.state.outcome == (Outcome(None, Termination.AGREEMENT) if accepted else None)


@pytest.mark.parametrize(
    ("fen", "answer"),
    [
        ("k7/8/8/8/4q3/8/8/K1Q5 w - - 0 1", DrawAnswer.TAKEN),
        ("1k6/8/8/3r4/8/8/R7/6K1 w - - 0 60", DrawAnswer.TAKEN),
        ("k7/8/8/4q3/8/8/8/6K1 w - - 0 60", DrawAnswer.BETTER),
        ("1k6/8/8/8/8/8/8/Q6K w - - 0 60", DrawAnswer.TAKEN),
    ],
)
@pytest.mark.parametrize("level", [None, 1500])
def test_an_endgame_that_was_just_set_up_is_judged_by_the_tables(
    make: Make, monkeypatch: pytest.MonkeyPatch, fen: str, answer: DrawAnswer, level: int | None
) -> None:
    """K+Q v K+Q was "too early", and K+R v K+R at move 60 "not thought about yet"."""
    monkeypatch.setattr(ScriptedSources, "tables", lambda _: Tablebases())
    services = make(ScriptedChooser(hold=True)).services
    answers = Heard(services.match.draw_answered)
    start = Position.of(fen, chess960=None)
    services.match.new_game(NewGame(Side.WHITE, level=level_at(level) if level else FULL_STRENGTH, start=start))
    services.match.offer_draw()
    assert answers.all == [answer]


def test_an_engine_offers_a_draw_in_a_dead_position_and_the_user_may_accept(make: Make, qtbot: QtBot) -> None:
    class Drawn(ScriptedChooser):
        def choose(self, position, limits, on_info=None, stopper=None):  # type: ignore[no-untyped-def]
            choice = super().choose(position, limits, on_info, stopper)
            line = Info(5, 5, 1, Score(centipawns=0), 10, 1, (choice.move,))
            return MoveChoice(
                choice.move, ChoiceSource.SEARCH, text_reason(""), SearchResult(choice.move, None, (line,))
            )

    services = make(Drawn()).services
    offered = Heard(services.match.draw_offered)
    start = Position.of("k7/p7/P7/8/8/8/8/K6R w - - 0 60", chess960=None)
    services.match.new_game(NewGame(Side.WHITE, start=start))
    for number, move in enumerate(["h1h2", "h2h3", "h3h4", "h4h5", "h5h6", "h6h7"], 1):
        assert not offered.all
        services.match.user_move(move)
        qtbot.waitUntil(lambda: services.game.state.user_may_move)
        assert len(offered.all) == (number == DEAD_MOVES)
    services.match.offer_draw()
    assert services.game.state.outcome == Outcome(None, Termination.AGREEMENT)
