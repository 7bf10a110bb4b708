"""The user's own mistakes: judged by the engine, and saved for training by the names of their positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from engine.drill.deck import Deck, DeckStore, Grade
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.ground.codec import of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, JsonValue
from engine.ground.values import dataclass
from engine.play.review.exercises import MistakeExercise

if TYPE_CHECKING:
    from engine.play.review.judge import PositionJudge

SOURCE = "mistakes"
MOST = 30  # asked in one session
FORGIVEN = 5.0  # points below the best move that still count as right: what a review does not fault

DOUBTFUL = 12.0  # points up to which a fault is searched again: 3...Nf6 of the Two Knights lost 6 with 300,000 nodes, 0 with more


@dataclass(frozen=True)
class SavedMistake:
    """A saved mistake. A deleted one stays in the file, so that looking through the same games does not bring it back."""

    exercise: MistakeExercise
    forgotten: bool = False


@dataclass(frozen=True)
class Loss:
    """The loss of an answer, in points; `best`: it is the engine's own move."""

    best: bool = False
    points: float = 0.0


class MistakeSource:
    """A sequence of exercises."""

    hint_fails = False

    def __init__(
        self,
        exercises: Iterable[MistakeExercise],
        judge: Callable[[], PositionJudge],
        clock: Callable[[], datetime],
        file: DeckStore | None = None,
    ) -> None:
        """`judge` is called when the first answer is judged. `file`: the deck, if the answers count for the cards."""
        self._left, self._judge, self._clock, self._file = iter(exercises), judge, clock, file
        self.stopper = Stopper()  # of the judgement that runs

    def next(self) -> MistakeExercise | None:
        return next(self._left, None)

    def judge(self, question: MistakeExercise, uci: str) -> AnswerVerdict[MistakeExercise]:
        """Judges a move: one that loses next to nothing is right. `why` is a `Loss`, which does not reveal the
        solution.
        :raises RatsuError: the engine refuses the position, or was stopped."""
        loss = Loss(best=True)
        if uci != question.better[0]:
            loss = self._loss(question, uci, self._judge())
            if FORGIVEN < loss.points <= DOUBTFUL:
                loss = self._loss(question, uci, self._judge().deeper())
        return AnswerVerdict(loss.points <= FORGIVEN and uci != question.played, why=loss)

    def _loss(self, exercise: MistakeExercise, uci: str, judge: PositionJudge) -> Loss:
        stopper, after = self.stopper, exercise.board
        after.push_uci(uci)
        position = GamePosition(exercise.start_fen, (*exercise.moves, uci), chess960=exercise.chess960)
        worth = judge.worth(after, position, stopper)
        if worth is None:
            raise RatsuError("the judgement was stopped")
        share = worth.share if exercise.white else 1 - worth.share
        return Loss(points=max(0.0, 100 * (exercise.share - share)))

    def answered(self, question: MistakeExercise, right: bool, effort: GivenAnswer) -> Graded:
        grade = Grade.WRONG if not right else Grade.HELPED if effort.hints else Grade.RIGHT
        if self._file is None:
            return Graded(grade)
        now = self._clock()
        card = self._file.change(lambda deck: answered(deck, question, grade, now)).of(SOURCE)[question.id]
        return Graded(grade, card.due, card.days)


def saved(deck: Deck) -> tuple[MistakeExercise, ...]:
    """Returns all saved mistakes except deleted ones, in the order of saving."""
    return tuple(note.exercise for note in deck.noted(SOURCE).values() if not note.forgotten)


def due(deck: Deck, now: datetime, most: int = MOST) -> tuple[MistakeExercise, ...]:
    """Returns the mistakes to ask now, the longest due first, new ones last."""
    known = {one.id: one for one in saved(deck)}
    new = (one for key, one in known.items() if key not in deck.of(SOURCE))
    return (*(known[key] for key in deck.due(SOURCE, known, now)), *new)[:most]


def counts(deck: Deck, now: datetime) -> tuple[int, int, float | None]:
    """Returns the number due, the number in all, and the seconds until the next becomes due (None: all are due)."""
    known, cards, time = saved(deck), deck.of(SOURCE), now.timestamp()
    later = [cards[one.id].due - time for one in known if one.id in cards and cards[one.id].due > time]
    return len(known) - len(later), len(known), min(later, default=None)


def add(file: DeckStore, exercises: Iterable[MistakeExercise], *, by_hand: bool = False) -> int:
    """Saves exercises. Existing ones keep their cards; deleted ones stay deleted, unless chosen `by_hand`. Returns the
    number of new ones.
    :raises RatsuError: the deck cannot be written."""
    found = {one.id: SavedMistake(one) for one in exercises}
    new: dict[str, SavedMistake] = {}

    def added(deck: Deck) -> Deck:
        known: Mapping[str, SavedMistake] = deck.noted(SOURCE)
        new.clear()
        new.update({key: one for key, one in found.items() if key not in known or (by_hand and known[key].forgotten)})
        for key in new:
            deck = deck.without_card(SOURCE, key)
        return deck.with_notes(SOURCE, new)

    file.change(added)
    return len(new)


def forgot(exercise: MistakeExercise) -> Callable[[Deck], Deck]:
    return lambda deck: deck.with_notes(SOURCE, {exercise.id: SavedMistake(exercise, forgotten=True)})


def answered(deck: Deck, exercise: MistakeExercise, grade: Grade, now: datetime) -> Deck:
    """Returns the deck after an answer; a mistake deleted meanwhile is saved again."""
    known = deck.noted(SOURCE).get(exercise.id, SavedMistake(exercise))
    noted = deck.with_notes(SOURCE, {exercise.id: replace(known, forgotten=False)})
    return noted.answered(SOURCE, exercise.id, grade, now)


def read_note(key: str, row: JsonValue) -> SavedMistake:
    """Reads a mistake from a file, under its name.

    :raises JsonError: it is damaged.
    :raises PositionError, MoveError, ValueError: a position or move in it is illegal.
    """
    note = _checked(of_json(SavedMistake, row))
    if note.exercise.id != key:
        raise JsonError("%1 is another position", row.place)
    return note


def note_of(row: JsonValue) -> SavedMistake:
    """Reads a mistake from a table of its exercise's values. Raises as `read_note`."""
    return _checked(SavedMistake(of_json(MistakeExercise, row), row.get("forgotten", False).flag()))


def _checked(note: SavedMistake) -> SavedMistake:
    if not note.exercise.better:
        raise ValueError("no better move")
    note.exercise.board.parse_uci(note.exercise.better[0])
    return note
