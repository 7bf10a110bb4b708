"""The persons one can play against: enough of them, each different, and each accepted by the mover."""

import re
from itertools import pairwise

from engine.game.reason_words import ENGLISH, text
from engine.levels import HUMAN_FROM, HUMAN_TO
from engine.play.mover import RatsuMover
from engine.play.people.character import AGGRESSION
from engine.play.people.persons import PERSONS, person_named
from engine.play.people.repertoires import REPERTOIRES
from engine.play.people.temperament import Resigning


def test_there_are_a_dozen_persons_from_beginner_to_expert_and_no_two_alike() -> None:
    assert len(PERSONS) >= 12
    assert min(person.elo for person in PERSONS) == HUMAN_FROM and max(person.elo for person in PERSONS) == HUMAN_TO
    for name in ("key", "name", "repertoire", "about", "hello"):
        assert len({getattr(person, name) for person in PERSONS}) == len(PERSONS), name
    assert {person.style for person in PERSONS} == set(AGGRESSION)


def test_the_next_rating_is_never_far() -> None:
    ratings = sorted(person.elo for person in PERSONS)
    assert max(high - low for low, high in pairwise(ratings)) <= 200


def test_everybody_has_openings_for_both_colours_and_tells_them() -> None:
    assert set(REPERTOIRES) == {person.key for person in PERSONS}
    for person in PERSONS:
        told = text(person.repertoire.words, ENGLISH)
        assert told.startswith("Opens with 1.") and "Answers 1.e4 with 1..." in told and ", 1.d4 with 1..." in told, (
            person.name
        )
    assert len({text(person.repertoire.words, ENGLISH) for person in PERSONS}) == len(PERSONS)


def test_temperaments_differ() -> None:
    assert {person.resigning for person in PERSONS} == set(Resigning)
    assert str(PERSONS[0].temperament) == "Plays fast and hardly ever resigns."


def test_a_mover_takes_every_person() -> None:
    mover = RatsuMover(seed=1)
    for person in PERSONS:
        assert mover.set_options(person.options) == (), person.name
    mover.close()


def test_a_key_of_a_newer_version_names_nobody() -> None:
    assert person_named("nelli") is PERSONS[0] and person_named("somebody newer") is None


CLAIMS = re.compile(
    r"\b(saw|caught|copied|lost|found|broke|burned|held|went|took|calculated|invested|reach|traps? caught|f7|f2|"
    r"(one|last|first|same) moves?|endgames?|too (early|late)|inaccuracy)\b",
    re.IGNORECASE,
)


def test_what_is_said_after_a_game_is_true_of_any_game() -> None:
    """Nelli had lost her knights though both stood on the board, and Sofia had calculated further in a game of three moves."""
    told = {
        (person.name, text(words, ENGLISH))
        for person in PERSONS
        for words in (person.hello, person.won, person.lost, person.drawn)
        if CLAIMS.search(text(words, ENGLISH))
    }
    assert told == set()
