"""Cards of FSRS that come from a file."""

import json
from datetime import UTC, datetime

import pytest

from engine.json_text import JsonError, JsonValue
from engine.play.cards import Grade, graded, read_card

NOW = datetime(2026, 11, 24, tzinfo=UTC)


def test_a_card_is_read_as_it_was_written() -> None:
    card, _ = graded(None, Grade.RIGHT, NOW)
    assert read_card(JsonValue(card, "card")) == card


def test_a_card_whose_last_review_has_no_time_zone_is_refused_as_it_could_not_be_graded() -> None:
    card, _ = graded(None, Grade.RIGHT, NOW)
    told = json.loads(card)
    told["last_review"] = "2026-11-24T00:00:00"
    with pytest.raises(JsonError, match="without a time zone"):
        read_card(JsonValue(json.dumps(told), "card"))
