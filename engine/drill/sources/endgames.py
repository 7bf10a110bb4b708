"""Endgame training: positions against perfect defence by the tables, and lessons with spaced repetition.

Cards and notes of lessons are named by their position, so that they survive a changed list of lessons.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import chess

from engine.drill.deck import Card, Deck, DeckStore, Grade
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.game.outcome import Outcome, by_rules
from engine.ground.codec import Within, of_json
from engine.ground.json_text import JsonValue
from engine.ground.values import dataclass
from tablebases.errors import TablebaseError
from tablebases.lesson_themes import PATH
from tablebases.lessons import LESSONS, LessonEnd
from tablebases.trainer import EndgameJudgement, Erring, Ranks, defence, judge, uniform_error

if TYPE_CHECKING:
    from engine.coach.claims import HintTopic

SOURCE = "endgames"
_FEW = 4  # pieces that whole tables know
HINT_PLIES = 3  # of the line whose subject is the first hint


@dataclass(frozen=True)
class LessonNote:
    """The number of times that a lesson was completed without a slip and without help."""

    solved: Annotated[int, Within(0, 10**6)] = 0


@dataclass(frozen=True)
class ThemeProgress:
    """The progress in a theme: its lessons by number, those that were completed, and those to repeat now."""

    theme: str
    lessons: tuple[int, ...]
    solved: frozenset[int]
    due: int

    @property
    def next(self) -> int:
        """The first lesson that is not completed, or the first one."""
        return next((number for number in self.lessons if number not in self.solved), self.lessons[0])


def progress(deck: Deck, now: datetime) -> tuple[ThemeProgress, ...]:
    """Returns the progress by theme: first the course for beginners, then the others."""
    numbers: dict[str, list[int]] = {theme: [] for theme in PATH}
    for number, lesson in enumerate(LESSONS):
        numbers.setdefault(lesson.theme, []).append(number)
    again = {*repeated(deck, now)}
    done = {number for number, lesson in enumerate(LESSONS) if _note(deck, lesson.fen).solved}
    return tuple(
        ThemeProgress(theme, tuple(found), frozenset(done & {*found}), len(again & {*found}))
        for theme, found in numbers.items()
    )


def repeated(deck: Deck, now: datetime) -> tuple[int, ...]:
    """Returns the numbers of the lessons to repeat now, the longest due first."""
    numbers = {lesson.fen: number for number, lesson in enumerate(LESSONS)}
    return tuple(numbers[fen] for fen in deck.due(SOURCE, numbers, now))


def read_note(key: str, row: JsonValue) -> LessonNote:
    """Reads a note from a file. :raises JsonError: it is damaged."""
    return of_json(LessonNote, row)


def _note(deck: Deck, fen: str) -> LessonNote:
    note = deck.noted(SOURCE).get(fen, LessonNote())
    assert isinstance(note, LessonNote)
    return note


def due(deck: Deck, now: datetime) -> tuple[int, ...]:
    """Returns the numbers of the lessons to play now: due ones, the longest due first, then new ones in the order of
    `progress`."""
    order = [number for found in progress(deck, now) for number in found.lessons]
    return (*repeated(deck, now), *(number for number in order if LESSONS[number].fen not in deck.of(SOURCE)))


def card(deck: Deck, number: int) -> Card:
    return deck.of(SOURCE)[LESSONS[number].fen]


def answered(deck: Deck, number: int, now: datetime, *, right: bool, helped: bool = False) -> Deck:
    fen = LESSONS[number].fen
    if right and not helped:
        deck = deck.with_notes(SOURCE, {fen: LessonNote(_note(deck, fen).solved + 1)})
    return deck.answered(SOURCE, fen, _grade(right, helped), now)


LessonGrader = Callable[[bool, bool], Graded]
"""Grades the card of a lesson: whether it was completed without a slip, and whether with a hint."""


def lesson_grader(file: DeckStore, number: int, clock: Callable[[], datetime]) -> LessonGrader:
    def graded(right: bool, helped: bool) -> Graded:
        now = clock()
        found = card(file.change(lambda deck: answered(deck, number, now, right=right, helped=helped)), number)
        return Graded(_grade(right, helped), found.due, found.days)

    return graded


def _grade(right: bool, helped: bool) -> Grade:
    return Grade.WRONG if not right else Grade.HELPED if helped else Grade.RIGHT


@dataclass(frozen=True)
class EndgameQuestion:
    """A position with the learner to move. `line`: the best play from it, in coordinates, once a hint was asked for."""

    board: chess.Board
    line: tuple[str, ...] = ()

    @property
    def look(self) -> HintTopic:
        """The hint's first step: the kind of move to find."""
        from engine.coach.hint_topic import look_for

        return look_for(self.board.fen(), self.line[:HINT_PLIES], chess960=False)


@dataclass(frozen=True)
class EndgameStep:
    """The judgement of a move (None: unknown to the tables), the opponent's reply or None, the board after it, and the
    outcome. `through`: the pawn is promoted, or the piece captured, which completes the lesson. `missed`: the move keeps the
    win, but is not the one that the lesson asks for."""

    judgement: EndgameJudgement | None
    reply: chess.Move | None
    board: chess.Board
    outcome: Outcome | None
    through: bool = False
    missed: bool = False

    @property
    def over(self) -> bool:
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
        grade: LessonGrader | None = None,
        strict: bool = False,
        end: LessonEnd = LessonEnd.MATE,
        erring: Erring = uniform_error,
    ) -> None:
        """`tables` is called when a move is judged. `wins`: a draw counts as a slip. `grade` grades the card, if there
        is one. `strict`: a slip gets no reply, and a position unknown to the tables is an error. `end`: what completes the
        exercise. `erring`: how often the learner is expected to go wrong, by which the opponent chooses its moves."""
        self._tables, self._wins, self._grade, self._strict = tables, wins, grade, strict
        self._end, self._erring = end, erring
        self._first: EndgameQuestion | None = EndgameQuestion(chess.Board(fen, chess960=False))

    def next(self) -> EndgameQuestion | None:
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
        step = EndgameStep(judged, None, board, by_rules(board), self._through(board), self._misses(judged, board))
        wrong = slipped or step.missed
        if not step.over and not (wrong and self._strict):
            board = board.copy()
            reply = defence(tables, board, self._erring) or next(iter(board.legal_moves))
            board.push(reply)
            step = replace(step, reply=reply, board=board, outcome=by_rules(board))
        drawn = step.outcome is not None and step.outcome.winner is None
        right = not wrong and not (self._wins and drawn)
        return AnswerVerdict(right, None if step.over else EndgameQuestion(step.board), why=step)

    def _misses(self, judged: EndgameJudgement | None, board: chess.Board) -> bool:
        """Whether a move that keeps the win misses what the exercise asks for."""
        if self._end is LessonEnd.MATE_AT_ONCE:
            return not board.is_checkmate()
        return self._end is LessonEnd.CAPTURE and judged is not None and judged.lost > 0

    def _through(self, board: chess.Board) -> bool:
        """Whether the learner's move has completed the exercise, whatever follows."""
        if self._end is LessonEnd.CAPTURE:
            return bool(chess.popcount(board.occupied_co[board.turn]) == 1)
        return self._strict and bool(board.peek().promotion) and len(board.piece_map()) > _FEW

    def line(self, board: chess.Board, most: int) -> tuple[str, ...]:
        """Returns the best play of both sides to the end of the exercise, in coordinates, at most that number of plies. Empty
        if no table has the position."""
        tables, line, board = self._tables(), list[str](), board.copy()
        learner = board.turn
        while len(line) < most and by_rules(board) is None:
            if line and board.turn != learner and self._through(board):
                break
            move = defence(tables, board, self._erring if board.turn != learner else None)
            if move is None:
                break
            line.append(move.uci())
            board.push(move)
        return tuple(line)

    def answered(self, question: EndgameQuestion, right: bool, effort: GivenAnswer) -> Graded:
        return self._grade(right, effort.hints > 0) if self._grade is not None else Graded()
