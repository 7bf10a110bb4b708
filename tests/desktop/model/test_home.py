"""What Home shows, as values."""

import pytest

from desktop.model.home import MOST_SHOWN, FinishedGame, LastReview, load_review, opponents, played_games
from engine.ground.json_text import JsonError
from engine.pgn.standings import Record
from engine.play.people.persons import PERSONS

REVIEW = LastReview("You", "Aino", "2026-11-23 01:00", (81.5, None), (3, 0), "1. e4 *")


def test_the_newest_games_come_first_and_persons_have_their_records() -> None:
    rows = [
        ("You", "Aino", "1-0", "2026.01.01"),
        ("Tom", "You", "1-0", "2026.01.02"),
        ("You", "Ratsu (Club player)", "0-1", "2026.01.03"),
        ("You", "Aino", "1/2-1/2", "2026.01.04"),
        ("You", "Tom", "*", "2026.01.05"),
        ("Aino", "You", "0-1", "2026.01.06"),
    ]
    found = played_games(rows)
    assert found.total == 6 and len(found.last) == 6
    assert len(played_games(rows * 3).last) == MOST_SHOWN
    assert found.last[0] == FinishedGame(5, "Aino", "You", "0-1", "2026.01.06")
    assert found.records == (("aino", Record(won=2, drawn=1)), ("tom", Record(lost=1)))


def test_whom_to_play_again_comes_before_those_of_the_users_strength() -> None:
    found = opponents(played_games([("You", "Aino", "0-1", "")]), 2_000)
    assert (found[0][0].name, found[0][1]) == ("Aino", Record(lost=1)) and len(found) == 6
    nearest = min((person for person in PERSONS if person.key != "aino"), key=lambda person: abs(person.elo - 2_000))
    assert found[1] == (nearest, Record())
    assert len({person.key for person, _ in found}) == len(found)


def test_the_last_review_is_read_as_it_was_written() -> None:
    assert load_review(REVIEW.dump()) == REVIEW
    assert load_review(REVIEW.dump().replace(b', "effort": 400000', b"")) == REVIEW, "of a version without the effort"


@pytest.mark.parametrize("damaged", [b"", b"[]", REVIEW.dump().replace(b"81.5", b"181.5"), REVIEW.dump()[:-9]])
def test_a_damaged_review_is_refused(damaged: bytes) -> None:
    with pytest.raises(JsonError):
        load_review(damaged)


def test_without_a_rating_the_faces_reach_from_the_weakest_to_the_strongest() -> None:
    """A new user saw 1200 to 1800 only."""
    elos = [person.elo for person, _ in opponents(played_games([]), None)]
    everybody = sorted(person.elo for person in PERSONS)
    assert elos == sorted(elos) and (elos[0], elos[-1]) == (everybody[0], everybody[-1]) and len(set(elos)) == 6
    assert len(opponents(played_games([("You", "Aino", "0-1", "")]), None, 12)) == 12
