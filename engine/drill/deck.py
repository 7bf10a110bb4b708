"""The deck: FSRS cards by source and question, so that everything learned is repeated before it is forgotten.

FSRS uses exact times. Here a card due after days is due from midnight of the user's clock, whatever the hour of the
answer; otherwise a user who trains an hour earlier than the day before would find nothing due.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Hashable, Iterable, Mapping
from copy import copy
from dataclasses import field, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import Enum
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from engine.ground.json_text import JsonError, JsonValue, parse
from engine.ground.values import dataclass

if TYPE_CHECKING:
    import fsrs

_DAY = timedelta(days=1)
_NOTHING: Mapping[Any, Any] = MappingProxyType({})


class Grade(Enum):
    """The grade of an answer; `value` is FSRS' name for it."""

    WRONG = "Again"
    HELPED = "Hard"
    RIGHT = "Good"
    FAST = "Easy"


@dataclass(frozen=True)
class Card:
    """A card in FSRS' JSON form."""

    text: str

    @property
    def mark(self) -> str:
        """A checksum of the text."""
        return f"{zlib.crc32(self.text.encode()):08x}"

    @cached_property
    def read(self) -> fsrs.Card:
        """The FSRS card; callers must not change it."""
        return _read(self.text)

    @cached_property
    def due(self) -> float:
        """Due time in seconds since 1970: to the second after minutes, from midnight after days."""
        card, last = self.read, self.read.last_review
        if last is None or card.due - last < _DAY:
            return card.due.timestamp()
        return midnight(last.timestamp(), (card.due - last).days)

    @property
    def learned(self) -> bool:
        """Whether the last answer was right: after a wrong one it waits for its first step again."""
        return bool(self.read.step) or self.read.state.name == "Review"

    @property
    def days(self) -> float:
        last = self.read.last_review
        return (self.read.due - last) / _DAY if last is not None else 0.0


@lru_cache(maxsize=50_000)
def _read(text: str) -> fsrs.Card:
    from fsrs import Card

    return Card.from_json(text)


def is_card(text: str) -> bool:
    try:
        return isinstance(Card(text).due, float)
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, OSError):
        return False


def read_card(found: JsonValue) -> Card:
    """Reads a card from a file. :raises JsonError: it is invalid."""
    card = Card(found.text())
    parse(card.text)
    try:
        last = card.read.last_review
        zoned = last is None or last.tzinfo is not None
        if zoned:
            float(card.due)
    except Exception as error:
        raise JsonError("%1 is not a card (%2)", found.place, type(error).__name__) from error
    if not zoned:  # FSRS could not grade the next answer
        raise JsonError("%1 has a last review without a time zone", found.place)
    return card


@cache
def scheduler() -> fsrs.Scheduler:
    from fsrs import Scheduler

    return Scheduler()


@cache
def _exact_scheduler() -> fsrs.Scheduler:
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False)


def graded(card: Card | None, grade: Grade, now: datetime) -> Card:
    """Returns the card after an answer (None: a new card). Days are counted by calendar, because FSRS counts 23 hours
    as 0 days."""
    return _graded(scheduler(), card, grade, now, None)


def graded_again(card: Card | None, grade: Grade, now: datetime) -> Card:
    """Returns the same on every computer: days by the time zone of `now`, and intervals without FSRS' chance."""
    return _graded(_exact_scheduler(), card, grade, now, now.tzinfo)


def _graded(by: fsrs.Scheduler, card: Card | None, grade: Grade, now: datetime, zone: tzinfo | None) -> Card:
    import fsrs

    known = card.read if card is not None else fsrs.Card(card_id=int(now.timestamp() * 1000))
    last = known.last_review
    if last is not None and known.due - last >= _DAY:
        days = (_date(now, zone) - _date(last, zone)).days
        if days > 0:
            known = copy(known)
            known.last_review = now - days * _DAY
    return Card(by.review_card(known, fsrs.Rating[grade.value], now.astimezone(UTC))[0].to_json())


def midnight(time: float, days: int = 0) -> float:
    """Returns the midnight that begins the local day of `time`, or of a later day; seconds since 1970."""
    # Without a time zone, because the offset changes with daylight saving time.
    day = datetime.fromtimestamp(time).replace(hour=0, minute=0, second=0, microsecond=0)  # noqa: DTZ006
    return (day + days * _DAY).timestamp()


def _date(time: datetime, zone: tzinfo | None) -> date:
    """Returns the date in a time zone (None: the local one)."""
    return datetime.fromtimestamp(time.timestamp(), zone).date()


def answer_at(now: datetime, **values: object) -> dict[str, Any]:
    """Returns an answer as it is recorded: with its time in seconds since 1970, and the seconds from UTC to local time."""
    offset = datetime.fromtimestamp(now.timestamp()).astimezone().utcoffset() or timedelta()
    return {"time": now.timestamp(), "zone": int(offset.total_seconds()), **values}


@dataclass(frozen=True)
class Deck:
    """`cards` by source and question; `notes`: further data of a source, by question or other name. `answers`: those since the
    last exchange with the user's other computers, as JSON; None: there was none yet, and answers are not recorded."""

    cards: Mapping[str, Mapping[Any, Card]] = field(default_factory=lambda: _NOTHING)
    notes: Mapping[str, Mapping[str, Any]] = field(default_factory=lambda: _NOTHING)
    answers: tuple[Mapping[str, Any], ...] | None = None

    def of(self, source: str) -> Mapping[Any, Card]:
        """Returns the cards of a source by question."""
        return self.cards.get(source, _NOTHING)

    def noted(self, source: str) -> Mapping[str, Any]:
        return self.notes.get(source, _NOTHING)

    def due(self, source: str, questions: Iterable[Any], now: datetime) -> list[Any]:
        """Returns those of the questions that were asked before and are due, the longest due first; ties keep their
        order."""
        cards, time = self.of(source), now.timestamp()
        return sorted(
            (one for one in questions if one in cards and cards[one].due <= time), key=lambda one: cards[one].due
        )

    def answered(self, source: str, question: Hashable, grade: Grade, now: datetime) -> Deck:
        before = self.of(source).get(question)
        after = graded(before, grade, now)
        if self.answers is None:
            return self.with_card(source, question, after)
        texts = {"before": before.mark if before is not None else "", "after": after.text}
        answer = answer_at(now, kind="card", source=source, question=question, grade=grade.value, **texts)
        return self.with_card(source, question, after).recorded(answer)

    def recorded(self, answer: Mapping[str, Any]) -> Deck:
        """Returns the deck with an answer for the user's other computers (`answer_at`)."""
        return self if self.answers is None else replace(self, answers=(*self.answers, answer))

    def with_card(self, source: str, question: Hashable, card: Card) -> Deck:
        return replace(self, cards=_with(self.cards, source, {question: card}))

    def without_card(self, source: str, question: Hashable) -> Deck:
        left = {one: card for one, card in self.of(source).items() if one != question}
        return replace(self, cards=MappingProxyType({**self.cards, source: MappingProxyType(left)}))

    def with_notes(self, source: str, notes: Mapping[str, Any]) -> Deck:
        """Returns the deck with these notes; other notes of the source stay."""
        return replace(self, notes=_with(self.notes, source, notes))

    def over(self, older: Deck) -> Deck:
        """Returns both decks merged; this one wins."""
        cards, notes = older.cards, older.notes
        for source, found in self.cards.items():
            cards = _with(cards, source, found)
        for source, noted in self.notes.items():
            notes = _with(notes, source, noted)
        return replace(self, cards=cards, notes=notes)


class DeckStore(Protocol):
    """A stored deck."""

    def value(self) -> Deck:
        """Returns the present deck."""

    def change(self, change: Callable[[Deck], Deck]) -> Deck:
        """Replaces the deck. Returns the new one. :raises RatsuError: it cannot be written."""


def _with(by_source: Mapping[str, Mapping[Any, Any]], source: str, new: Mapping[Any, Any]) -> Mapping[str, Any]:
    return MappingProxyType({**by_source, source: MappingProxyType({**by_source.get(source, _NOTHING), **new})})
