"""Cards of FSRS that come from a file."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from engine.ground.json_text import JsonError, JsonValue
from engine.play.cards import Grade, days_between, graded, read_card

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def test_a_card_is_read_as_it_was_written() -> None:
    card, due = graded(None, Grade.RIGHT, NOW)
    assert read_card(JsonValue(card, "card")) == (card, due)


def test_what_comes_again_after_days_is_due_from_midnight_and_counts_whole_days() -> None:
    """Whoever trained an hour earlier than the day before found nothing; and 35 hours were one day to FSRS."""
    evening = datetime(2026, 11, 24, 21, 0).astimezone(UTC)
    card, due = graded(None, Grade.RIGHT, evening)
    assert due == (evening + timedelta(minutes=10)).timestamp(), "minutes are minutes"
    card, due = graded(card, Grade.RIGHT, evening + timedelta(minutes=10))
    assert days_between(card) == 2
    assert due == datetime(2026, 11, 26).astimezone().timestamp()
    assert read_card(JsonValue(card, "card")) == (card, due), "also what an older version has kept"
    morning, exactly = (graded(card, Grade.RIGHT, evening + timedelta(hours=hours)) for hours in (35, 49))
    assert json.loads(morning[0])["stability"] == json.loads(exactly[0])["stability"]


def test_a_card_whose_last_review_has_no_time_zone_is_refused_as_it_could_not_be_graded() -> None:
    card, _ = graded(None, Grade.RIGHT, NOW)
    told = json.loads(card)
    told["last_review"] = "2026-11-24T00:00:00"
    with pytest.raises(JsonError, match="without a time zone"):
        read_card(JsonValue(json.dumps(told), "card"))
