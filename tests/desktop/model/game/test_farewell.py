"""A word at the end of a game."""

from dataclasses import replace

import pytest

from desktop.model.game.farewell import parting_word
from desktop.model.game.match import NewGame
from desktop.model.game.match_course import MatchCourse
from desktop.model.game.state import GameState
from engine.game.outcome import Outcome, Termination
from engine.game.position import Position
from engine.game.side import Side
from engine.game.time_control import NO_CLOCK
from engine.game.tree import Game

MATE = Outcome(Side.WHITE, Termination.CHECKMATE)


def ended(winner: Side | None, how: Termination, new: NewGame | None = None) -> GameState:
    match = (new or NewGame()).match()
    game = Game.new().with_outcome(Outcome(winner, how))
    course = MatchCourse.begin(NO_CLOCK, Side.WHITE).over(0)
    return GameState(1, game, 0, match=match, course=course)


@pytest.mark.parametrize("how", list(Termination))
def test_the_end_has_a_word_unless_an_engine_failed(how: Termination) -> None:
    said = {winner: str(parting_word(ended(winner, how))) for winner in (Side.WHITE, Side.BLACK, None)}
    if how in (Termination.CHECKMATE, Termination.RESIGNATION, Termination.FLAG):
        assert said[Side.WHITE] and said[Side.BLACK] and said[Side.WHITE] != said[Side.BLACK]
    if how in (Termination.STALEMATE, Termination.AGREEMENT, Termination.THREEFOLD):
        assert said[None]
    if how in (Termination.CRASH, Termination.STALL, Termination.FAULT):
        assert set(said.values()) == {""}


def test_a_mate_in_one_move_is_one_move() -> None:
    game, live = Game.new(Position.of("6k1/5ppp/8/8/8/8/8/K6R w - - 0 1", chess960=None)).add_move(0, "h1d1")
    mated = replace(ended(Side.WHITE, Termination.CHECKMATE), game=game.with_outcome(MATE), live=live)
    assert str(parting_word(mated)) == "Mate in one move: quick work!"


def test_nobody_is_spoken_to_where_two_people_or_two_engines_play_or_the_game_goes_on() -> None:
    for new in (NewGame(None), NewGame(engines=True)):
        assert not parting_word(ended(Side.WHITE, Termination.CHECKMATE, new))
    over = ended(Side.WHITE, Termination.CHECKMATE)
    assert parting_word(over) and not parting_word(replace(over, course=MatchCourse.begin(NO_CLOCK, Side.WHITE)))
