"""Endgames: a position against the perfect defence of the tables, and when a lesson comes again.

The cards of lessons are named by their position, so that a later list of lessons keeps them.
"""

from __future__ import annotations

from datetime import datetime

import chess

from engine.drill.deck import Card, Deck, Grade
from engine.drill.verdict import Effort, Graded, Verdict
from engine.game.outcome import Outcome, by_rules
from engine.ground.values import dataclass
from tablebases.lessons import LESSONS
from tablebases.trainer import Exercise, Judgement, Ranks, defence, judge

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


@dataclass(frozen=True)
class EndgameQuestion:
    """The learner is to move."""

    board: chess.Board
    new: bool = False


@dataclass(frozen=True)
class EndgameStep:
    """What a move did (None: the tables do not know), the answer (None: the game is over), the board after it, and the end."""

    judgement: Judgement | None
    reply: chess.Move | None
    board: chess.Board
    outcome: Outcome | None


class EndgameSource:
    """One exercise, played to its end."""

    hint_fails = False

    def __init__(self, tables: Ranks, exercise: Exercise) -> None:
        self._tables = tables
        self._first: EndgameQuestion | None = EndgameQuestion(chess.Board(exercise.fen, chess960=False))

    def next(self) -> EndgameQuestion | None:
        """The exercise, once."""
        first, self._first = self._first, None
        return first

    def judge(self, question: EndgameQuestion, uci: str) -> Verdict[EndgameQuestion]:
        """A move is right unless the result slips. The opponent answers; `why` is an `EndgameStep`."""
        board, move = question.board.copy(), chess.Move.from_uci(uci)
        judged = judge(self._tables, board, move)
        board.push(move)
        outcome, reply = by_rules(board), None
        if outcome is None:
            reply = defence(self._tables, board) or next(iter(board.legal_moves))
            board.push(reply)
            outcome = by_rules(board)
        step = EndgameStep(judged, reply, board, outcome)
        return Verdict(judged is None or not judged.slipped, None if outcome else EndgameQuestion(board), why=step)

    def answered(self, question: EndgameQuestion, right: bool, effort: Effort) -> Graded:
        """An exercise has no card; a lesson is graded by `answered`."""
        return Graded()
