"""Repertoires: how often each opening is played, what is refused, and what is told."""

import chess
import pytest

from engine.game.limits import GamePosition, Limits
from engine.game.reason import Reason, ReasonKind, Share
from engine.game.reason_words import ENGLISH, text
from engine.ground.errors import OptionError
from engine.play.people.character import Character
from engine.play.people.human_mover import HumanMover
from engine.play.people.repertoire import KNOWN_SHARE, PersonRepertoire

ENGLISH_AND_SICILIAN = PersonRepertoire.of("75 c2c4 e7e5 b1c3, 20 d2d4, 90 e2e4 c7c5")


@pytest.fixture(scope="module")
def people() -> HumanMover:
    return HumanMover()


def after(*moves: str) -> GamePosition:
    return GamePosition(chess.STARTING_FEN, moves, chess960=False)


def test_openings_are_played_as_often_as_they_say(people: HumanMover) -> None:
    likes, others = Character(1500, repertoire=ENGLISH_AND_SICILIAN), Character(1500)
    chances = people.chances(after(), likes).of
    assert chances["c2c4"] == pytest.approx(0.75) and chances["d2d4"] == pytest.approx(0.20)
    assert chances["c2c4"] > 0.5 > people.chances(after(), others).of["c2c4"]
    assert sum(chances.values()) == pytest.approx(1)
    assert people.chances(after("e2e4"), likes).of["c7c5"] == pytest.approx(KNOWN_SHARE)
    assert people.chances(after("c2c4", "e7e5"), likes).of["b1c3"] == pytest.approx(KNOWN_SHARE)
    assert people.chances(after("d2d4"), likes).of == people.chances(after("d2d4"), others).of


def test_the_reason_tells_what_people_play_and_not_the_persons_habit(people: HumanMover) -> None:
    child = Character(600, repertoire=ENGLISH_AND_SICILIAN)
    choice = people.choose(after("e2e4"), Limits(search_moves=("c7c5",)), child, 1)
    found = people.chances(after("e2e4"), child)
    assert choice is not None and found.people["c7c5"] < 0.3 < found.of["c7c5"]
    assert choice.reason == Reason(ReasonKind.AS_PEOPLE, ("800", Share(found.people["c7c5"])))


def test_a_move_that_loses_something_is_not_played_by_heart(people: HumanMover) -> None:
    """The line goes on as if the queen were not attacked."""
    likes = Character(1500, repertoire=PersonRepertoire.of("e2e4 * d1h5 * a2a3"))
    attacked = after("e2e4", "e7e5", "d1h5", "g8f6")
    assert people.chances(attacked, likes).of == people.chances(attacked, Character(1500)).of


def test_a_line_that_names_the_answers_comes_before_one_that_does_not() -> None:
    both = PersonRepertoire.of("d2d4 * c1f4, d2d4 g8f6 c1g5")
    assert both.moves(chess.STARTING_FEN, ("d2d4", "g8f6")) == {"c1g5": 1}
    assert both.moves(chess.STARTING_FEN, ("d2d4", "d7d5")) == {"c1f4": 1}
    assert both.moves("8/8/8/8/8/8/8/K1k5 w - - 0 1", ()) == {}


def test_the_shares_are_told() -> None:
    told = "Opens with 1.c4 (75%), 1.d4 (20%). Answers 1.e4 with 1...c5 (95%)."
    assert text(ENGLISH_AND_SICILIAN.words, ENGLISH) == told


@pytest.mark.parametrize("bad", ["e2e5", "e2e4 e2e4", "castle", "e2e4," * 600, "e2e4 *", "* knight", "0 e2e4", "85"])
def test_openings_that_cannot_be_played_are_refused(bad: str) -> None:
    with pytest.raises(OptionError):
        PersonRepertoire.of(bad)


def test_no_openings_are_no_repertoire() -> None:
    assert PersonRepertoire.of("") == PersonRepertoire.of(" , ") == PersonRepertoire()
