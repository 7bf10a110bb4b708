"""Endgame lessons come again by FSRS: what slipped soon, what was held later, new ones after those that are due."""

from datetime import UTC, datetime, timedelta

from engine.drill.deck import Deck
from engine.drill.sources import endgames
from tablebases.lessons import LESSONS

START = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_new_deck_asks_all_lessons_in_their_order() -> None:
    assert endgames.due(Deck(), START) == tuple(range(len(LESSONS)))


def test_what_slipped_comes_before_new_ones_and_what_was_right_days_later() -> None:
    deck = endgames.answered(endgames.answered(Deck(), 4, START, right=False), 0, START, right=True)
    assert endgames.card(deck, 4).days < endgames.card(deck, 0).days
    now = START + timedelta(hours=1)
    assert endgames.due(deck, now)[:2] == (4, 0) and 4 not in endgames.due(deck, now)[1:]
    for _ in range(3):
        deck = endgames.answered(deck, 0, now, right=True)
        now += timedelta(days=endgames.card(deck, 0).days)
    assert endgames.card(deck, 0).days > 5
    assert endgames.due(deck, now)[0] in (0, 4)
