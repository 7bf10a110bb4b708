"""Cards of FSRS by the days of the user's calendar: what comes again after days is due from midnight on, at whatever hour it was
answered. FSRS itself knows moments only: who trains an hour earlier than the day before would find nothing."""

from __future__ import annotations

from copy import copy
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fsrs import Card, Rating, Scheduler

_DAY = timedelta(days=1)


def midnight(time: float, days: int = 0) -> float:
    """When the day of the user's clock that holds `time` begins, or the one so many days later; seconds since 1970."""
    # Without a time zone: the day before or after a change of the clocks has another offset.
    day = datetime.fromtimestamp(time).replace(hour=0, minute=0, second=0, microsecond=0)  # noqa: DTZ006
    return (day + days * _DAY).timestamp()


def due_from(card: Card) -> float:
    """When a card is due, in seconds since 1970: after minutes to the second, after days from midnight on."""
    last = card.last_review
    if last is None or card.due - last < _DAY:
        return card.due.timestamp()
    return midnight(last.timestamp(), (card.due - last).days)


def reviewed(scheduler: Scheduler, card: Card, rating: Rating, now: datetime) -> Card:
    """The card after an answer. FSRS is told the days of the calendar that went by: it would count 23 hours as none."""
    last = card.last_review
    if last is not None and card.due - last >= _DAY:
        days = (_day(now) - _day(last)).days
        if days > 0:
            card = copy(card)
            card.last_review = now - days * _DAY
    return scheduler.review_card(card, rating, now)[0]


def _day(time: datetime) -> date:
    """The date on the user's clock."""
    return datetime.fromtimestamp(time.timestamp()).date()  # noqa: DTZ006
