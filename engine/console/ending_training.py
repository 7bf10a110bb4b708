"""`ratsu tablebases train`: the endgame trainer in the terminal."""

import argparse
from collections.abc import Callable

import chess

from engine.console.run_drill import Show, read_move, run_drill
from engine.drill.session import Session
from engine.drill.sources.endgames import EndgameQuestion, EndgameSource, EndgameStep
from engine.drill.verdict import AnswerVerdict
from engine.game.outcome import Outcome
from engine.game.side import Side
from tablebases import signature as signatures
from tablebases.tables import Tablebases
from tablebases.trainer import EndgameExercise, defence, exercise
from tablebases.wdl import Wdl

GOALS = {"win": Wdl.WIN, "draw": Wdl.DRAW}


def add_trainer(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]", add_common: Callable[..., None]
) -> None:
    """Adds the `train` action."""
    parser = actions.add_parser("train", help="an ending to win (or hold) against perfect defence")
    parser.add_argument("name", help="signature such as KBNvK")
    parser.add_argument("--goal", choices=tuple(GOALS), default="win", help="what the position is worth (default win)")
    parser.add_argument("--shortest", type=int, default=3, help="least plies to the next capture, pawn move or mate")
    parser.add_argument("--longest", type=int, default=1000, help="most plies to the next capture, pawn move or mate")
    parser.add_argument("--seed", type=int, help="the same seed gives the same position")
    add_common(parser)
    parser.set_defaults(action=_train)


def _train(arguments: argparse.Namespace) -> int:
    with Tablebases(arguments.folder) as tables:
        task = exercise(
            tables,
            signatures.parse(arguments.name),
            wdl=GOALS[arguments.goal],
            shortest=arguments.shortest,
            longest=arguments.longest,
            seed=arguments.seed,
        )
        return play(tables, task, input, print)


def play(tables: Tablebases, task: EndgameExercise, ask: Callable[[str], str], tell: Callable[[str], object]) -> int:
    """Runs an exercise; returns 0 if its goal was reached, else 1. `ask` reads a move, `tell` writes a line."""
    show = _EndingShow(tables, task, ask, tell)
    run_drill(Session(EndgameSource(lambda: tables, task.fen, wins=task.wdl == Wdl.WIN)), show)
    outcome = show.outcome
    if outcome is None:
        return 1
    tell(f"Game over: {outcome.result}, {outcome.termination.value}")
    return 0 if outcome.winner is show.learner or (task.wdl == Wdl.DRAW and outcome.winner is None) else 1


class _EndingShow(Show[EndgameQuestion]):
    """The printed part of an exercise."""

    def __init__(
        self, tables: Tablebases, task: EndgameExercise, ask: Callable[[str], str], tell: Callable[[str], object]
    ) -> None:
        super().__init__(ask, tell)
        self._tables = tables
        self.outcome: Outcome | None = None
        board = chess.Board(task.fen, chess960=False)
        self.learner = Side.of(board.turn)
        goal = "Win" if task.wdl == Wdl.WIN else "Hold the draw"
        tell(f"{task.signature}: {goal}, {self.learner} to move. Moves as Nf3 or g1f3; 'hint', 'quit'.")
        tell(f"{task.fen}\n{board}")

    def ask_move(self, question: EndgameQuestion) -> str | None:
        """Asks for a move; the board is already printed."""
        return read_move(question.board, self, lambda: self._hint(question.board))

    def _hint(self, board: chess.Board) -> str:
        best = defence(self._tables, board)
        return board.san(best) if best else "no hint"

    def show_verdict(self, question: EndgameQuestion, uci: str, verdict: AnswerVerdict[EndgameQuestion]) -> None:
        """Prints the result of the move, and the reply."""
        step = verdict.why
        assert isinstance(step, EndgameStep)
        if step.judgement is not None:
            self.tell(step.judgement.sentence)
        if step.reply is not None:
            before = step.board.copy()
            before.pop()
            self.tell(f"... {before.san(step.reply)}")
            self.tell(str(step.board))
        self.outcome = step.outcome
