"""Visualise: questions answered without looking at the pieces, with a rating: square colours, knight paths, blindfold moves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from enum import Enum
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

from engine.drill.deck import Deck, DeckStore, answer_at
from engine.drill.verdict import AnswerVerdict, GivenAnswer, Graded
from engine.ground.codec import Within, of_json
from engine.ground.json_text import JsonValue
from engine.ground.values import dataclass
from engine.play.tactics.glicko import PUZZLE_DEVIATION, Glicko

if TYPE_CHECKING:
    import chess

    from engine.coach.puzzles import Puzzle

SOURCE = "visualise"
PROGRESS = "progress"  # the name of the note
LIGHT, DARK = "light", "dark"
DRAWN = 8  # tasks of which the one nearest to the user's rating is asked
_COLOUR_RATING = 700
_KNIGHT_RATINGS = (0, 800, 1000, 1250, 1500, 1700, 1900)  # by the number of moves; hand-set, as all of these
_BLIND_STEP = 200  # added to a puzzle's rating for two half-moves that are not on the board
_COUNT = Within(0, 10**9)


class VisualKind(Enum):
    """The kind of a task."""

    COLOUR = "colour"
    KNIGHT = "knight"
    BLINDFOLD = "blindfold"


@dataclass(frozen=True)
class VisualTask:
    """A question, and its rating. COLOUR: the colour of `start`. KNIGHT: a shortest path from `start` to `goal`. BLINDFOLD: the
    position `fen` is shown, `told` (coordinates) is not played on the board, and the next move is `answer`."""

    kind: VisualKind
    rating: int
    start: str = ""
    goal: str = ""
    fen: str = ""
    told: tuple[str, ...] = ()
    answer: str = ""

    @property
    def board(self) -> chess.Board:
        """The position in which the answer is given; empty for tasks without pieces."""
        import chess

        board = chess.Board(self.fen or None, chess960=False) if self.fen else chess.Board.empty(chess960=False)
        for move in self.told:
            board.push_uci(move)
        return board

    @property
    def told_text(self) -> str:
        """The moves that are not on the board: `23. Qxf7+ Kd8`."""
        import chess

        board = chess.Board(self.fen, chess960=False)
        return board.variation_san(map(chess.Move.from_uci, self.told))

    @property
    def solution(self) -> str:
        """The answer as text: a colour, a path, or a move in SAN."""
        if self.kind is VisualKind.COLOUR:
            return colour_of(self.start)
        if self.kind is VisualKind.KNIGHT:
            return " ".join(path_of(self.start, self.goal))
        board = self.board
        return board.san(board.parse_uci(self.answer))

    def fits(self, given: str) -> bool:
        """Whether an answer is right: `light`, `c3 d5`, or a move in coordinates. Any shortest path and any mate is right."""
        if self.kind is VisualKind.COLOUR:
            return given == colour_of(self.start)
        if self.kind is VisualKind.KNIGHT:
            path = [word for word in given.lower().replace(",", " ").split() if word in _squares()]
            path = path[1:] if path[:1] == [self.start] else path
            whole = [self.start, *path]
            steps = all(two in _knight_squares(one) for one, two in pairwise(whole))
            return steps and whole[-1] == self.goal and len(path) == len(path_of(self.start, self.goal))
        if given == self.answer:
            return True
        board = self.board
        board.push_uci(given)
        return board.is_checkmate()


def colour_of(square: str) -> str:
    """`light` or `dark`."""
    return DARK if (ord(square[0]) - ord("a") + int(square[1]) - 1) % 2 == 0 else LIGHT


@cache
def path_of(start: str, goal: str) -> tuple[str, ...]:
    """A shortest path of a knight, without its first square."""
    paths: list[tuple[str, ...]] = [()]
    seen = {start}
    while paths:
        path = paths.pop(0)
        here = path[-1] if path else start
        if here == goal:
            return path
        for square in _knight_squares(here):
            if square not in seen:
                seen.add(square)
                paths.append((*path, square))
    raise AssertionError("a knight reaches every square")


def _knight_squares(square: str) -> list[str]:
    column, row = ord(square[0]) - ord("a"), int(square[1]) - 1
    steps = [(one, two) for one in (-2, -1, 1, 2) for two in (-2, -1, 1, 2) if abs(one) != abs(two)]
    reached = [(column + one, row + two) for one, two in steps if 0 <= column + one < 8 and 0 <= row + two < 8]
    return [f"{chr(ord('a') + one)}{two + 1}" for one, two in reached]


@dataclass(frozen=True)
class VisualProgress:
    """The user's rating, and the answers at the first try."""

    glicko: Glicko = field(default_factory=Glicko)
    solved: Annotated[int, _COUNT] = 0
    failed: Annotated[int, _COUNT] = 0

    def after(self, rating: int, right: bool) -> VisualProgress:
        """Returns the progress after a task of this rating."""
        glicko = self.glicko.after([(rating, PUZZLE_DEVIATION, float(right))])
        return replace(self, glicko=glicko, solved=self.solved + right, failed=self.failed + (not right))


class VisualSource:
    """Tasks near the user's rating, without end."""

    hint_fails = True

    def __init__(self, file: DeckStore, chance: random.Random, kinds: Sequence[VisualKind] = tuple(VisualKind)) -> None:
        """`kinds` are asked."""
        self.file, self._chance, self._kinds = file, chance, tuple(kinds)

    def next(self) -> VisualTask:
        """Returns a task. :raises RatsuError: the deck cannot be read."""
        rating = progress_of(self.file.value()).glicko.rating
        drawn = [self._drawn(self._chance.choice(self._kinds)) for _ in range(DRAWN)]
        return min(drawn, key=lambda task: abs(task.rating - rating))

    def _drawn(self, kind: VisualKind) -> VisualTask:
        if kind is VisualKind.COLOUR:
            return VisualTask(kind, _COLOUR_RATING, start=self._square())
        if kind is VisualKind.KNIGHT:
            start = self._square()
            goal = self._chance.choice([square for square in _squares() if square != start])
            return VisualTask(kind, _KNIGHT_RATINGS[len(path_of(start, goal))], start=start, goal=goal)
        return blindfold(self._chance.choice(_long_puzzles()))

    def _square(self) -> str:
        return self._chance.choice(_squares())

    def judge(self, question: VisualTask, answer: str) -> AnswerVerdict[VisualTask]:
        """Judges an answer; see `VisualTask.fits`."""
        return AnswerVerdict(question.fits(answer))

    def answered(self, question: VisualTask, right: bool, effort: GivenAnswer) -> Graded:
        """Rates the answer and stores the result at once."""
        values = {"kind": question.kind.value, "question": str(question), "rating": question.rating, "right": right}
        answer = answer_at(datetime.now(UTC), source=SOURCE, **values)
        self.file.change(
            lambda deck: with_progress(deck, progress_of(deck).after(question.rating, right)).recorded(answer)
        )
        return Graded()


def blindfold(puzzle: Puzzle) -> VisualTask:
    """The last move of a puzzle's solution, to be found from its first position."""
    import chess

    board = chess.Board(puzzle.fen, chess960=False)
    board.push_uci(puzzle.moves[0])
    told, answer = puzzle.moves[1:-1], puzzle.moves[-1]
    rating = puzzle.rating + _BLIND_STEP * len(told) // 2
    return VisualTask(VisualKind.BLINDFOLD, rating, fen=board.fen(), told=told, answer=answer)


@cache
def _long_puzzles() -> tuple[Puzzle, ...]:
    """The shipped puzzles with a solution of two or three moves."""
    from engine.coach.puzzles import shipped_puzzles

    return tuple(puzzle for puzzle in shipped_puzzles() if len(puzzle.moves) in (4, 6))


@cache
def _squares() -> tuple[str, ...]:
    return tuple(f"{column}{row}" for column in "abcdefgh" for row in range(1, 9))


def progress_of(deck: Deck) -> VisualProgress:
    progress = deck.noted(SOURCE).get(PROGRESS, VisualProgress())
    assert isinstance(progress, VisualProgress)
    return progress


def with_progress(deck: Deck, progress: VisualProgress) -> Deck:
    return deck.with_notes(SOURCE, {PROGRESS: progress})


def read_note(key: str, row: JsonValue) -> VisualProgress:
    """Reads the progress from a file. :raises JsonError: it is damaged."""
    JsonValue(key, row.place).one_of((PROGRESS,))
    return of_json(VisualProgress, row)
