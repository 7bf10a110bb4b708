"""The user's own mistakes, saved to be asked again, by the names of their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from engine.drill.deck import Deck, DeckStore, Grade
from engine.ground.codec import of_json
from engine.ground.json_text import JsonError, JsonValue
from engine.ground.values import dataclass
from engine.play.review.exercises import Exercise

SOURCE = "mistakes"
MOST = 30  # asked in one session


@dataclass(frozen=True)
class Saved:
    """A saved mistake. One that the user has forgotten on purpose stays in the file: whoever looks through the same games again
    must not bring it back."""

    exercise: Exercise
    forgotten: bool = False


def saved(deck: Deck) -> tuple[Exercise, ...]:
    """All but the forgotten ones, in the order in which they were saved."""
    return tuple(note.exercise for note in deck.noted(SOURCE).values() if not note.forgotten)


def due(deck: Deck, now: datetime, most: int = MOST) -> tuple[Exercise, ...]:
    """Those to be asked now, the longest due first, new ones last."""
    known = {one.id: one for one in saved(deck)}
    new = (one for key, one in known.items() if key not in deck.of(SOURCE))
    return (*(known[key] for key in deck.due(SOURCE, known, now)), *new)[:most]


def counts(deck: Deck, now: datetime) -> tuple[int, int, float | None]:
    """How many are due, how many there are, and the seconds until one more is due, if nobody trains (None: all are)."""
    known, cards, time = saved(deck), deck.of(SOURCE), now.timestamp()
    later = [cards[one.id].due - time for one in known if one.id in cards and cards[one.id].due > time]
    return len(known) - len(later), len(known), min(later, default=None)


def add(file: DeckStore, exercises: Iterable[Exercise], *, by_hand: bool = False) -> int:
    """Saves exercises; those that are there already keep their cards, and those that were forgotten stay away, unless they were
    chosen `by_hand`. Returns how many are new. Raises RatsuError."""
    found = {one.id: Saved(one) for one in exercises}
    new: dict[str, Saved] = {}

    def added(deck: Deck) -> Deck:
        known: Mapping[str, Saved] = deck.noted(SOURCE)
        new.clear()
        new.update({key: one for key, one in found.items() if key not in known or (by_hand and known[key].forgotten)})
        for key in new:
            deck = deck.without_card(SOURCE, key)
        return deck.with_notes(SOURCE, new)

    file.change(added)
    return len(new)


def forgot(exercise: Exercise) -> Callable[[Deck], Deck]:
    """What forgets a mistake."""
    return lambda deck: deck.with_notes(SOURCE, {exercise.id: Saved(exercise, forgotten=True)})


def answered(deck: Deck, exercise: Exercise, grade: Grade, now: datetime) -> Deck:
    """The deck after an answer; one that was forgotten meanwhile is saved again."""
    known = deck.noted(SOURCE).get(exercise.id, Saved(exercise))
    noted = deck.with_notes(SOURCE, {exercise.id: replace(known, forgotten=False)})
    return noted.answered(SOURCE, exercise.id, grade, now)


def read_note(key: str, row: JsonValue) -> Saved:
    """The mistake of a file under its name.

    :raises JsonError: it is damaged. :raises ValueError: a position or a move in it is not legal.
    """
    note = _checked(of_json(Saved, row))
    if note.exercise.id != key:
        raise JsonError("%1 is another position", row.place)
    return note


def note_of(row: JsonValue) -> Saved:
    """A mistake as a table of its exercise's values. Raises as `read_note`."""
    return _checked(Saved(of_json(Exercise, row), row.get("forgotten", False).flag()))


def _checked(note: Saved) -> Saved:
    import chess  # here, not above: the window starts without it

    exercise = note.exercise
    board = chess.Board(exercise.start_fen, chess960=exercise.chess960)
    if not exercise.better:
        raise ValueError("no better move")
    for move in (*exercise.moves, exercise.better[0]):
        board.push_uci(move)
    return note
