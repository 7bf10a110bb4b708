"""`ratsu analyse`: what the engine thinks of a position."""

import argparse
import json
from typing import Any

import chess

from engine.info import Info, Score
from engine.limits import GamePosition, Limits
from engine.mover import MoveChoice
from engine.play.chain import board_of
from engine.play.explanation import explanation_data
from engine.play.full_mover import FullMover
from engine.play.limit_arguments import add_limit_arguments, limits_of

HELP = "analyse a position: lines, scores and, with --explain, the evaluation's terms"
DEFAULT_TIME_MS = 3000


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("fen", help="the position as FEN in quotes, or startpos")
    parser.add_argument("--moves", default="", help="moves played from there, in coordinates: 'e2e4 e7e5'")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    add_limit_arguments(parser)
    parser.add_argument("--lines", type=int, default=1, help="how many lines to show (default 1)")
    parser.add_argument("--threads", type=int, default=1, help="search threads (default 1)")
    parser.add_argument("--hash", type=int, default=64, help="hash table in MB (default 64)")
    parser.add_argument("--explain", action="store_true", help="show the static evaluation term by term")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end and nothing else")
    parser.epilog = (
        "example:\n  ratsu analyse 'r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1PP2/2NP4/PPP3PP/R1BQK1NR w KQkq - 0 6' --depth 12"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the lines as they are found, or one JSON object. Raises PositionError, MoveError, OptionError."""
    fen = chess.STARTING_FEN if arguments.fen == "startpos" else arguments.fen
    position = GamePosition(fen, tuple(arguments.moves.split()), arguments.chess960)
    board = board_of(position)
    mover = FullMover()
    for name, value in (("MultiPV", arguments.lines), ("Threads", arguments.threads), ("Hash", arguments.hash)):
        mover.set_option(name, str(value))
    limits = limits_of(arguments) or Limits(move_time_ms=DEFAULT_TIME_MS)
    if arguments.json:
        choice = mover.choose(position, limits)
        explained = explanation_data(mover.explain_terms(position)) if arguments.explain else None
        print(json.dumps(_as_json(board, choice, explained), indent=2))
        return 0
    if arguments.explain:
        print(mover.explain(position) + "\n")
    choice = mover.choose(position, limits, lambda info: print(line_text(board, info), flush=True))
    best = board.san(board.parse_uci(choice.move))
    print(f"\nbest move {best}   ({choice})")
    return 0


def line_text(board: chess.Board, info: Info) -> str:
    """A line of analysis for people; the score is the mover's."""
    worth = score_text(info.score)
    seconds = info.time_ms / 1000
    return (
        f"{info.depth:3}/{info.selective_depth:<3} {worth:>8} {seconds:8.2f}s {info.nodes:>11}  {_san(board, info.pv)}"
    )


def score_text(score: Score) -> str:
    """`+0.31`, `#5` (mates) or `#-3` (is mated), from the mover's point of view."""
    return f"#{score.mate}" if score.mate is not None else f"{(score.centipawns or 0) / 100:+.2f}"


def _san(board: chess.Board, pv: tuple[str, ...]) -> str:
    moves = [board.parse_uci(pv[0])] if pv else []
    replay = board.copy(stack=False)
    for index, text in enumerate(pv):
        move = replay.parse_uci(text)
        moves[index:] = [move]
        replay.push(move)
    return board.variation_san(moves) if moves else ""


def _as_json(board: chess.Board, choice: MoveChoice, explained: Any) -> dict[str, Any]:
    result = choice.result
    answer: dict[str, Any] = {
        "fen": board.fen(),
        "best_move": choice.move,
        "best_move_san": board.san(board.parse_uci(choice.move)),
        "source": choice.source.value,
        "reason": choice.reason,
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
        "centipawns": info.score.centipawns,
        "mate": info.score.mate,
        "wdl": info.wdl,
        "nodes": info.nodes,
        "time_ms": info.time_ms,
        "pv": list(info.pv),
        "pv_san": _san(board, info.pv),
    }
