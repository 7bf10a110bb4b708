"""Endgame training: positions against perfect defence by the tables, and lessons with spaced repetition.

The cards of lessons are named by their position, so that they survive a changed list of lessons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import chess

from engine.drill.deck import Card, Deck, DeckStore, Grade
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.game.outcome import Outcome, by_rules
from engine.ground.values import dataclass
from tablebases.errors import TablebaseError
from tablebases.lessons import LESSONS
from tablebases.trainer import EndgameJudgement, Ranks, defence, judge

SOURCE = "endgames"
_FEW = 4  # pieces that whole tables know


def due(deck: Deck, now: datetime) -> tuple[int, ...]:
    """Returns the numbers of the lessons to play now: due ones, the longest due first, then new ones in order."""
    numbers = {lesson.fen: number for number, lesson in enumerate(LESSONS)}
    again = deck.due(SOURCE, numbers, now)
    return tuple(numbers[fen] for fen in (*again, *(fen for fen in numbers if fen not in deck.of(SOURCE))))


def card(deck: Deck, number: int) -> Card:
    """Returns the card of a lesson that was played."""
    return deck.of(SOURCE)[LESSONS[number].fen]


def answered(deck: Deck, number: int, now: datetime, *, right: bool) -> Deck:
    """Returns the deck after a lesson was played."""
    return deck.answered(SOURCE, LESSONS[number].fen, _grade(right), now)


def lesson_grader(file: DeckStore, number: int, clock: Callable[[], datetime]) -> Callable[[bool], Graded]:
    """Returns the function that grades the card of a lesson."""

    def graded(right: bool) -> Graded:
        now = clock()
        found = card(file.change(lambda deck: answered(deck, number, now, right=right)), number)
        return Graded(_grade(right), found.due, found.days)

    return graded


def _grade(right: bool) -> Grade:
    return Grade.RIGHT if right else Grade.WRONG


@dataclass(frozen=True)
class EndgameQuestion:
    """A position with the learner to move."""

    board: chess.Board


@dataclass(frozen=True)
class EndgameStep:
    """The judgement of a move (None: unknown to the tables), the opponent's reply or None, the board after it, and the
    outcome. `through`: the pawn is promoted, which completes the lesson."""

    judgement: EndgameJudgement | None
    reply: chess.Move | None
    board: chess.Board
    outcome: Outcome | None
    through: bool = False

    @property
    def over(self) -> bool:
        """Whether the exercise is finished."""
        return self.through or self.outcome is not None

    @property
    def few(self) -> bool:
        """Whether whole tables cover the number of pieces."""
        return len(self.board.piece_map()) <= _FEW


class EndgameSource:
    """One exercise, played to its end."""

    hint_fails = False

    def __init__(
        self,
        tables: Callable[[], Ranks],
        fen: str,
        *,
        wins: bool,
        grade: Callable[[bool], Graded] | None = None,
        strict: bool = False,
    ) -> None:
        """`tables` is called when a move is judged. `wins`: a draw counts as a slip. `grade` grades the card, if there
        is one. `strict`: a slip gets no reply, and a position unknown to the tables is an error."""
        self._tables, self._wins, self._grade, self._strict = tables, wins, grade, strict
        self._first: EndgameQuestion | None = EndgameQuestion(chess.Board(fen, chess960=False))

    def next(self) -> EndgameQuestion | None:
        """Returns the exercise, once."""
        first, self._first = self._first, None
        return first

    def judge(self, question: EndgameQuestion, uci: str) -> AnswerVerdict[EndgameQuestion]:
        """Judges a move: it is right unless the result slips. The opponent replies; `why` is an `EndgameStep`.
        :raises TablebaseError: no table has the position, and `strict` is set."""
        tables, board, move = self._tables(), question.board.copy(), chess.Move.from_uci(uci)
        judged = judge(tables, board, move)
        if judged is None and self._strict:
            raise TablebaseError("no table knows %1; the exercise ends here", board.fen())
        slipped = judged is not None and judged.slipped
        board.push(move)
        step = EndgameStep(judged, None, board, by_rules(board), self._through(board))
        if not step.over and not (slipped and self._strict):
            board = board.copy()
            reply = defence(tables, board) or next(iter(board.legal_moves))
            board.push(reply)
            step = replace(step, reply=reply, board=board, outcome=by_rules(board), through=self._through(board))
        drawn = step.outcome is not None and step.outcome.winner is None
        right = not slipped and not (self._wins and drawn)
        return AnswerVerdict(right, None if step.over else EndgameQuestion(step.board), why=step)

    def _through(self, board: chess.Board) -> bool:
        return self._strict and bool(board.peek().promotion) and len(board.piece_map()) > _FEW

    def answered(self, question: EndgameQuestion, right: bool, effort: GivenAnswer) -> Graded:
        """Grades the card of a lesson."""
        return self._grade(right) if self._grade is not None else Graded()
