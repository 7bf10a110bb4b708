"""Cards of FSRS that come from a file."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from engine.drill.deck import Deck, Grade, graded, read_card
from engine.ground.json_text import JsonError, JsonValue

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def test_a_card_is_read_as_it_was_written() -> None:
    card = graded(None, Grade.RIGHT, NOW)
    assert read_card(JsonValue(card.text, "card")) == card


def test_what_comes_again_after_days_is_due_from_midnight_and_counts_whole_days() -> None:
    """Whoever trained an hour earlier than the day before found nothing; and 35 hours were one day to FSRS."""
    evening = datetime(2026, 11, 24, 21, 0).astimezone(UTC)
    card = graded(None, Grade.RIGHT, evening)
    assert card.due == (evening + timedelta(minutes=10)).timestamp(), "minutes are minutes"
    card = graded(card, Grade.RIGHT, evening + timedelta(minutes=10))
    assert card.days == 2
    assert card.due == datetime(2026, 11, 26).astimezone().timestamp()
    assert read_card(JsonValue(card.text, "card")).due == card.due, "also what an older version has kept"
    morning, exactly = (graded(card, Grade.RIGHT, evening + timedelta(hours=hours)) for hours in (35, 49))
    assert json.loads(morning.text)["stability"] == json.loads(exactly.text)["stability"]


def test_a_card_whose_last_review_has_no_time_zone_is_refused_as_it_could_not_be_graded() -> None:
    told = json.loads(graded(None, Grade.RIGHT, NOW).text)
    told["last_review"] = "2026-11-24T00:00:00"
    with pytest.raises(JsonError, match="without a time zone"):
        read_card(JsonValue(json.dumps(told), "card"))


def test_what_is_due_comes_in_the_order_of_its_days_and_equal_ones_in_that_of_the_questions() -> None:
    deck = Deck()
    for day, question in ((3, "c"), (1, "b"), (1, "a"), (2, "d")):
        evening = NOW + timedelta(days=day, hours=20)
        for minutes in (0, 10):
            deck = deck.answered("one", question, Grade.RIGHT, evening + timedelta(minutes=minutes))
    assert deck.due("one", "abcde", NOW + timedelta(days=60)) == ["a", "b", "d", "c"]
    assert deck.due("one", "badc", NOW + timedelta(days=60)) == ["b", "a", "d", "c"]
    assert not deck.due("one", "abcde", NOW) and not deck.due("another", "abcde", NOW + timedelta(days=60))
