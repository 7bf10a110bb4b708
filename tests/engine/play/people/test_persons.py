"""The persons one can play against: enough of them, each different, each and accepted by the mover."""

from itertools import pairwise

from engine.levels import HUMAN_FROM, HUMAN_TO
from engine.play.mover import RatsuMover
from engine.play.people.character import AGGRESSION, taste_of
from engine.play.people.persons import PERSONS, person_named


def test_there_are_a_dozen_persons_from_beginner_to_expert_and_no_two_alike() -> None:
    assert len(PERSONS) >= 12
    assert min(person.elo for person in PERSONS) == HUMAN_FROM and max(person.elo for person in PERSONS) == HUMAN_TO
    for name in ("key", "name", "taste", "about", "hello"):
        assert len({getattr(person, name) for person in PERSONS}) == len(PERSONS), name
    assert {person.style for person in PERSONS} == set(AGGRESSION)


def test_the_next_rating_is_never_far() -> None:
    ratings = sorted(person.elo for person in PERSONS)
    assert max(high - low for low, high in pairwise(ratings)) <= 200


def test_every_opening_that_a_person_likes_can_be_played() -> None:
    for person in PERSONS:
        assert taste_of(person.taste), person.name


def test_a_mover_takes_every_person() -> None:
    mover = RatsuMover(seed=1)
    for person in PERSONS:
        assert mover.set_options(person.options) == (), person.name
    mover.close()


def test_a_key_of_a_newer_version_names_nobody() -> None:
    assert person_named("aino") is PERSONS[0] and person_named("somebody newer") is None
