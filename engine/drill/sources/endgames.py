"""Endgame lessons, by their position, so that a later list of lessons keeps the cards."""

from __future__ import annotations

from datetime import datetime

from engine.drill.deck import Card, Deck, Grade
from tablebases.lessons import LESSONS

SOURCE = "endgames"


def due(deck: Deck, now: datetime) -> tuple[int, ...]:
    """The numbers of the lessons to be played now: those that were played before, the longest due first, then new ones in their
    order."""
    numbers = {lesson.fen: number for number, lesson in enumerate(LESSONS)}
    again = deck.due(SOURCE, numbers, now)
    return tuple(numbers[fen] for fen in (*again, *(fen for fen in numbers if fen not in deck.of(SOURCE))))


def card(deck: Deck, number: int) -> Card:
    """The card of a lesson that was played."""
    return deck.of(SOURCE)[LESSONS[number].fen]


def answered(deck: Deck, number: int, now: datetime, *, right: bool) -> Deck:
    """The deck after a lesson was played."""
    return deck.answered(SOURCE, LESSONS[number].fen, Grade.RIGHT if right else Grade.WRONG, now)
