"""`ratsu tablebases train`: the endgame trainer in the terminal, with lessons."""

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

import chess

from engine.console.deck import opened_deck
from engine.console.run_drill import Show, read_move, run_drill
from engine.drill.session import Session
from engine.drill.sources.endgames import (
    SOURCE,
    EndgameQuestion,
    EndgameSource,
    EndgameStep,
    lesson_grader,
    progress,
)
from engine.drill.sources.likely_errors import LikelyErrors
from engine.drill.verdict import AnswerVerdict
from engine.game.outcome import Outcome
from engine.game.side import Side
from engine.ground.errors import RatsuError
from tablebases import signature as signatures
from tablebases.lesson_themes import THEMES
from tablebases.lessons import LESSONS, EndgameLesson, LessonEnd
from tablebases.promotion_tables import PromotionTables
from tablebases.tables import Tablebases
from tablebases.trainer import EndgameExercise, exercise
from tablebases.wdl import Wdl

GOALS = {"win": Wdl.WIN, "draw": Wdl.DRAW}


def add_trainer(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", add_common: Callable[..., None]
) -> None:
    """Adds the `train` action."""
    parser = actions.add_parser("train", help="an ending to win (or hold) against perfect defence")
    parser.add_argument("name", nargs="?", default="", help="signature such as KBNvK")
    parser.add_argument(
        "--lesson", choices=tuple(THEMES), metavar="THEME", help="instead of a signature: a lesson, as fork"
    )
    parser.add_argument("--lessons", action="store_true", help="only list the themes of lessons and your progress")
    parser.add_argument("--elo", type=int, default=1500, help="your rating, which the opponent takes into account")
    parser.add_argument("--goal", choices=tuple(GOALS), default="win", help="what the position is worth (default win)")
    parser.add_argument("--shortest", type=int, default=3, help="least plies to the next capture, pawn move or mate")
    parser.add_argument("--longest", type=int, default=1000, help="most plies to the next capture, pawn move or mate")
    parser.add_argument("--seed", type=int, help="the same seed gives the same position")
    add_common(parser)
    parser.set_defaults(action=_train)


def _train(arguments: argparse.Namespace) -> int:
    if arguments.lessons:
        for row in progress(opened_deck(SOURCE).value(), datetime.now(UTC)):
            name = str(THEMES[row.theme].name)
            print(f"{row.theme:<26}{name:<28}{len(row.solved):>2} of {len(row.lessons):>2} learned, {row.due} due")
        return 0
    if arguments.lesson:
        return _teach(arguments.lesson, arguments.elo)
    if not arguments.name:
        raise RatsuError("name an ending (like KQvKR), or a lesson: --lesson fork; --lessons lists them")
    with Tablebases(arguments.folder) as tables:
        task = exercise(
            tables,
            signatures.parse(arguments.name),
            wdl=GOALS[arguments.goal],
            shortest=arguments.shortest,
            longest=arguments.longest,
            seed=arguments.seed,
        )
        return play(tables, task, input, print, arguments.elo)


def _teach(theme: str, elo: int) -> int:
    """Asks the next lesson of a theme, and saves the result for the window too."""
    file, clock = opened_deck(SOURCE), partial(datetime.now, UTC)
    number = next(row.next for row in progress(file.value(), clock()) if row.theme == theme)
    lesson, card = LESSONS[number], THEMES[theme]
    print("\n".join(map(str, (card.name, card.goal(lesson.win), *card.method))))
    tables = PromotionTables() if lesson.through else Tablebases()
    try:
        task = EndgameExercise(lesson.signature, lesson.fen, Wdl.WIN if lesson.win else Wdl.DRAW, 0)
        source = EndgameSource(
            lambda: tables,
            lesson.fen,
            wins=lesson.win,
            grade=lesson_grader(file, number, clock),
            strict=lesson.through,
            end=lesson.end,
            erring=LikelyErrors(elo),
        )
        return _played(source, task, input, print, lesson)
    finally:
        tables.close()


def play(
    tables: Tablebases, task: EndgameExercise, ask: Callable[[str], str], tell: Callable[[str], object], elo: int = 1500
) -> int:
    """Runs an exercise; returns 0 if its goal was reached, else 1. `ask` reads a move, `tell` writes a line."""
    source = EndgameSource(lambda: tables, task.fen, wins=task.wdl == Wdl.WIN, erring=LikelyErrors(elo))
    return _played(source, task, ask, tell)


def _played(
    source: EndgameSource,
    task: EndgameExercise,
    ask: Callable[[str], str],
    tell: Callable[[str], object],
    lesson: EndgameLesson | None = None,
) -> int:
    session = Session(source)
    show = _EndingShow(session, source, task, ask, tell)
    run_drill(session, show)
    if lesson is not None and lesson.end in (LessonEnd.CAPTURE, LessonEnd.PROMOTION) and show.through:
        tell("Done.")
        return 0
    outcome = show.outcome
    if outcome is None:
        return 1
    tell(f"Game over: {outcome.result}, {outcome.termination.value}")
    return 0 if outcome.winner is show.learner or (task.wdl == Wdl.DRAW and outcome.winner is None) else 1


class _EndingShow(Show[EndgameQuestion]):
    """The printed part of an exercise."""

    def __init__(
        self,
        session: Session[EndgameQuestion],
        source: EndgameSource,
        task: EndgameExercise,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
    ) -> None:
        super().__init__(ask, tell)
        self._session, self._source = session, source
        self.outcome: Outcome | None = None
        self.through = False
        board = chess.Board(task.fen, chess960=False)
        self.learner = Side.of(board.turn)
        goal = "Win" if task.wdl == Wdl.WIN else "Hold the draw"
        tell(f"{task.signature}: {goal}, {self.learner} to move. Moves as Nf3 or g1f3; 'hint', 'quit'.")
        tell(f"{task.fen}\n{board}")

    def ask_move(self, question: EndgameQuestion) -> str | None:
        """Asks for a move; the board is already printed."""
        return read_move(question.board, self, lambda: self._hint(question.board))

    def _hint(self, board: chess.Board) -> str:
        self._session.hint()
        line = self._source.line(board, 1)
        return board.san(board.parse_uci(line[0])) if line else "no hint"

    def show_verdict(self, question: EndgameQuestion, uci: str, verdict: AnswerVerdict[EndgameQuestion]) -> None:
        """Prints the result of the move, and the reply."""
        step = verdict.why
        assert isinstance(step, EndgameStep)
        self.through = step.through
        if step.missed:
            self.tell("That is not the move that the lesson asks for.")
        elif step.judgement is not None:
            self.tell(step.judgement.sentence)
        if step.reply is not None:
            before = step.board.copy()
            before.pop()
            self.tell(f"... {before.san(step.reply)}")
            self.tell(str(step.board))
        self.outcome = step.outcome
