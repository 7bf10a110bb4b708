"""A person as an opponent: what is kept of a game, what is said in it, and a face for each."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import desktop
from desktop.model.find_level import nearest_person
from desktop.model.game.match import NewGame, level_at, level_of
from desktop.model.game.match_course import MatchCourse
from desktop.model.game.snapshot import Snapshot, dump, load
from desktop.model.game.speech import person_of, speech_of
from desktop.model.game.state import GameState
from engine.game.outcome import Outcome, Termination
from engine.game.side import Side
from engine.game.tree import Game
from engine.ground.text import NOTHING
from engine.play.people.persons import PERSONS, person_named

FACES = Path(desktop.__file__).parent / "resources" / "faces"
YUKI = person_named("yuki")


def test_everybody_has_a_face_of_their_own() -> None:
    drawings = {path.stem: path.read_bytes() for path in FACES.glob("*.svg")}
    assert set(drawings) == {one.key for one in PERSONS} and len(set(drawings.values())) == len(PERSONS)
    for drawing in drawings.values():
        assert ET.fromstring(drawing).attrib["viewBox"] == "0 0 96 96"


def test_a_game_against_a_person_is_kept_as_one() -> None:
    match = NewGame(human=Side.BLACK, person=YUKI, finding=True).match()
    kept = Snapshot(Game.new(), 0, 0, match, True, None, "", "2026-11-22 21:00")
    found = load(dump(kept)).match
    assert found == match and found is not None
    assert person_of(found) is YUKI and found.white.level.elo == 1400


def test_levels_of_any_rating_are_found_again_by_their_key() -> None:
    assert level_of(level_at(1437).key) == level_at(1437)
    for key in ("elo x", "elo 99999", "elo "):
        assert level_of(key).elo is None


def state_with(outcome: Outcome | None) -> GameState:
    match = NewGame(person=YUKI).match()
    course = MatchCourse.begin(match.control, Side.WHITE)
    course = course.over(0) if outcome is not None else course
    return GameState(1, replace(Game.new(), outcome=outcome), 0, match, course=course)


def test_the_person_greets_and_comments_on_the_result() -> None:
    assert YUKI is not None
    assert speech_of(state_with(None)) == YUKI.hello
    endings = {Side.WHITE: YUKI.lost, Side.BLACK: YUKI.won, None: YUKI.drawn}
    for winner, words in endings.items():
        assert speech_of(state_with(Outcome(winner, Termination.RESIGNATION))) == words
    assert speech_of(GameState(1, Game.new(), 0)) == NOTHING


def test_the_nearest_person_is_at_even_chances() -> None:
    assert nearest_person(1390) is YUKI
    assert nearest_person(300).elo == min(person.elo for person in PERSONS)


def test_the_person_speaks_about_its_last_move_until_the_next_one() -> None:
    told = []
    for first in ("e2e4", "d2d4", "c2c4", "b2b3", "a2a3", "h2h3"):
        game, at, words = Game.new(), 0, []
        for uci in f"{first} e7e5 g1f3 d8h4 f3h4 a7a6 b1c3 a6a5".split():
            game, at = game.add_move(at, uci)
            words.append(str(speech_of(replace(state_with(None), game=game, current=at, live=at))))
        told.append(words[5:])
    assert any(at_once and at_once == still != later for at_once, still, later in told)
