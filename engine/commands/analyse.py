"""`ratsu analyse`: the engine's analysis of a position."""

import argparse
import json
import sys
from contextlib import closing
from typing import Any

import chess

from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.position_argument import position_of
from engine.game.info import Info, PovScore
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import MoveChoice
from engine.game.python_board import board_of, variation
from engine.game.reason_words import english
from engine.ground.errors import PositionError
from engine.play.explanation import explanation_data
from engine.play.mover import RatsuMover

HELP = "analyse a position: lines, scores and, with --explain, the evaluation's terms"
DEFAULT_TIME_MS = 3000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", help="the position as FEN in quotes, or startpos")
    parser.add_argument("--moves", default="", help="moves played from there: 'e4 e5' or 'e2e4 e7e5'")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    add_limit_arguments(parser)
    parser.add_argument("--lines", type=int, default=1, help="how many lines to show (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="search threads (default 1)")
    parser.add_argument("--hash", type=int, default=64, help="hash table in MB (default 64)")
    parser.add_argument("--explain", action="store_true", help="show the static evaluation term by term")
    parser.add_argument(
        "--style", default="normal", help="whose evaluation and search: a style by name, or a style file"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object; scores are the side to move's")
    parser.epilog = (
        "example:\n  ratsu analyse 'r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1PP2/2NP4/PPP3PP/R1BQK1NR w KQkq - 0 6' --depth 12"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the lines as they are found, or one JSON object.
    :raises PositionError, MoveError, OptionError: an argument is invalid."""
    position = position_of(arguments.fen, arguments.moves, chess960=arguments.chess960)
    board = board_of(position)
    only_best = arguments.lines == 1  # with several lines, bad moves are of interest too
    with closing(RatsuMover(narrows_root=only_best)) as mover:
        return _search(arguments, mover, position, board)


def _search(arguments: argparse.Namespace, mover: RatsuMover, position: GamePosition, board: chess.Board) -> int:
    names = ("MultiPV", "Threads", "Hash", "Style")
    for name, value in zip(names, (arguments.lines, arguments.threads, arguments.hash, arguments.style), strict=True):
        mover.set_option(name, str(value))
    limits = limits_of(arguments) or Limits(move_time_ms=DEFAULT_TIME_MS)
    if arguments.json:
        choice = mover.choose(position, limits)
        _tell_problems(choice)
        explained = explanation_data(mover.explain_terms(position)) if arguments.explain else None
        print(json.dumps(_as_json(board, choice, explained), indent=2))
        return 0
    if arguments.explain:
        print(mover.explain(position) + "\n")
    _require_move(board)  # before it the search would show a line without moves
    choice = mover.choose(position, limits, lambda info: print(line_text(board, info), flush=True))
    _tell_problems(choice)
    best = board.san(board.parse_uci(choice.move))
    print(f"\nbest move {best}   ({choice})")
    return 0


def _tell_problems(choice: MoveChoice) -> None:
    for problem in choice.problems:
        print(problem, file=sys.stderr)


def _require_move(board: chess.Board) -> None:
    if not any(board.legal_moves):
        raise PositionError("there is no legal move in %1", board.fen())


def line_text(board: chess.Board, info: Info) -> str:
    """A line of analysis as text; the score is White's."""
    worth = str(PovScore(info.score, bool(board.turn)))
    seconds = info.time_ms / 1000
    return f"{info.depth:3}/{info.selective_depth:<3} {worth:>8} {seconds:8.2f}s {info.nodes:>11}  {variation(board, info.pv)}"


def _as_json(board: chess.Board, choice: MoveChoice, explained: Any) -> dict[str, Any]:
    result = choice.result
    answer: dict[str, Any] = {
        "fen": board.fen(),
        "best_move": choice.move,
        "best_move_san": board.san(board.parse_uci(choice.move)),
        "source": choice.source.value,
        "reason": english(choice.reason),
        "nodes": result.nodes if result else 0,
        "time_ms": result.time_ms if result else 0,
        "lines": [_line_json(board, info) for info in (result.lines if result else ())],
    }
    if explained is not None:
        answer["evaluation"] = explained
    return answer


def _line_json(board: chess.Board, info: Info) -> dict[str, Any]:
    return {
        "rank": info.multipv,
        "depth": info.depth,
        "selective_depth": info.selective_depth,
        **info.score.data,
        "wdl": info.wdl,
        "nodes": info.nodes,
        "time_ms": info.time_ms,
        "pv": list(info.pv),
        "pv_san": variation(board, info.pv),
    }
