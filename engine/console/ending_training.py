"""`ratsu tablebases train`: the endgame trainer in the terminal."""

import argparse
from collections.abc import Callable
from functools import partial

import chess

from engine.console.typed_move import parse_move
from engine.game.outcome import by_rules
from engine.game.side import Side
from engine.ground.errors import MoveError
from tablebases import signature as signatures
from tablebases.tables import Tablebases
from tablebases.trainer import Exercise, defence, exercise, judge
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


def play(tables: Tablebases, task: Exercise, ask: Callable[[str], str], tell: Callable[[str], object]) -> int:
    """Plays an exercise; returns 0 if its goal was reached, else 1. `ask` reads a move, `tell` writes a line."""
    board = chess.Board(task.fen, chess960=False)
    learner = Side.of(board.turn)
    goal = "Win" if task.wdl == Wdl.WIN else "Hold the draw"
    tell(f"{task.signature}: {goal}, {learner} to move. Moves as Nf3 or g1f3; 'hint', 'quit'.")
    tell(f"{task.fen}\n{board}")
    while (outcome := by_rules(board)) is None:
        if Side.of(board.turn) is learner:
            move = ask_move(board, partial(_hint, tables, board), ask, tell)
            if move is None:
                return 1
            judged = judge(tables, board, move)
            if judged is not None:
                tell(judged.sentence)
            board.push(move)
        else:
            move = defence(tables, board) or next(iter(board.legal_moves))
            tell(f"... {board.san(move)}")
            board.push(move)
            tell(str(board))
    tell(f"Game over: {outcome.result}, {outcome.termination.value}")
    return 0 if outcome.winner is learner or (task.wdl == Wdl.DRAW and outcome.winner is None) else 1


def _hint(tables: Tablebases, board: chess.Board) -> str:
    best = defence(tables, board)
    return board.san(best) if best else "no hint"


def ask_move(
    board: chess.Board, hint: Callable[[], str], ask: Callable[[str], str], tell: Callable[[str], object]
) -> chess.Move | None:
    """The learner's move; None if he leaves."""
    while True:
        try:
            text = ask("your move: ").strip()
        except EOFError:
            return None
        if text in ("quit", "q"):
            return None
        if text == "hint":
            tell(hint())
            continue
        try:
            return parse_move(board, text)
        except MoveError as refused:
            tell(str(refused))
