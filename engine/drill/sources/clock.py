"""Clock lessons: moves about which the user thought far longer or shorter than people do, asked again.

After a long thought the answer has a time limit; after a hasty move it has none, but it must not lose what the move lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING

from engine.drill.deck import Deck, DeckStore, Grade
from engine.drill.sources.mistakes import FORGIVEN
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.game.limits import GamePosition
from engine.game.stopper import Stopper
from engine.ground.codec import of_json
from engine.ground.errors import RatsuError
from engine.ground.json_text import JsonError, JsonValue
from engine.ground.values import dataclass
from engine.play.people.thinking import ClockExercise
from engine.play.review.judging import loss_points

if TYPE_CHECKING:
    from engine.play.review.judge import PositionJudge
    from engine.play.review.values import PositionEvaluation

SOURCE = "clock"
MOST = 20  # asked in one session


@dataclass(frozen=True)
class ClockAnswer:
    """The judgement of an answer: points of winning probability lost, the seconds that it took, whether that was too
    long, and the best line in coordinates."""

    lost: float = 0.0
    took_s: float = 0.0
    late: bool = False
    best: tuple[str, ...] = ()


class ClockSource:
    """A sequence of clock exercises."""

    hint_fails = True

    def __init__(
        self,
        exercises: Iterable[ClockExercise],
        judge: Callable[[], PositionJudge],
        clock: Callable[[], datetime],
        file: DeckStore,
    ) -> None:
        """`judge` is called when the first answer is judged."""
        self._left, self._judge, self._clock, self.file = iter(exercises), judge, clock, file
        self._asked = clock()
        self.stopper = Stopper()  # of the judgement that runs

    def next(self) -> ClockExercise | None:
        self._asked = self._clock()
        return next(self._left, None)

    def judge(self, question: ClockExercise, uci: str) -> AnswerVerdict[ClockExercise]:
        """Judges a move and its time; `why` is a `ClockAnswer`. :raises RatsuError: the engine refuses the position, or was
        stopped."""
        took = (self._clock() - self._asked).total_seconds()
        best, given = self._worth(question), self._worth(question, uci)
        lost = loss_points(best.share, given.share, question.white)
        late = bool(question.limit_s) and took > question.limit_s
        return AnswerVerdict(lost <= FORGIVEN and not late, why=ClockAnswer(lost, took, late, best.line))

    def best(self, question: ClockExercise) -> tuple[str, ...]:
        """Returns the best line, in coordinates. Raises as `judge`."""
        return self._worth(question).line

    def _worth(self, question: ClockExercise, *uci: str) -> PositionEvaluation:
        """The evaluation of the position, or of the one after a move."""
        board = question.board
        for move in uci:
            board.push_uci(move)
        position = GamePosition(question.start_fen, (*question.moves, *uci), chess960=question.chess960)
        worth = self._judge().worth(board, position, self.stopper)
        if worth is None:
            raise RatsuError("the judgement was stopped")
        return worth

    def answered(self, question: ClockExercise, right: bool, effort: GivenAnswer) -> Graded:
        grade, now = Grade.RIGHT if right else Grade.WRONG, self._clock()
        card = self.file.change(lambda deck: deck.answered(SOURCE, question.id, grade, now)).of(SOURCE)[question.id]
        return Graded(grade, card.due, card.days)


def due(deck: Deck, now: datetime, most: int = MOST) -> tuple[ClockExercise, ...]:
    """Returns the exercises to ask now, the longest due first, new ones last."""
    known = deck.noted(SOURCE)
    new = (key for key in known if key not in deck.of(SOURCE))
    return tuple(known[key] for key in (*deck.due(SOURCE, known, now), *new))[:most]


def add(file: DeckStore, exercises: Iterable[ClockExercise]) -> int:
    """Saves exercises; existing ones keep their cards. Returns the number of new ones. :raises RatsuError: the deck cannot be
    written."""
    found = {one.id: one for one in exercises}
    new: dict[str, ClockExercise] = {}

    def added(deck: Deck) -> Deck:
        new.clear()
        new.update({key: one for key, one in found.items() if key not in deck.noted(SOURCE)})
        return deck.with_notes(SOURCE, new)

    file.change(added)
    return len(new)


def read_note(key: str, row: JsonValue) -> ClockExercise:
    """Reads an exercise from a file, under its name.

    :raises JsonError: it is damaged.
    :raises PositionError, MoveError, ValueError: a position or move in it is illegal.
    """
    note = of_json(ClockExercise, row)
    if note.id != key:
        raise JsonError("%1 is another position", row.place)
    note.board.parse_uci(note.played)
    return note
