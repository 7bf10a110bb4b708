"""`ratsu look`: deep analysis of one position."""

import argparse
import json
from typing import Any

import chess

from engine.console.limit_arguments import positive_int
from engine.console.meter import Meter, exit_code
from engine.console.position_argument import position_of
from engine.console.run_job import run_job
from engine.game.info import PovScore
from engine.game.python_board import board_of, variation
from engine.ground.text import counted
from engine.jobs.look import (
    LONGEST,
    DeepLookJob,
    DeepLookRequest,
    FortressFinding,
    LookFinding,
    LookKind,
    MateFinding,
    VerifiedLine,
)
from engine.play.sources.learned_positions import learned_path
from engine.search.fortress import FortressCheck, FortressVerdict
from engine.search.linear import DRAWS, ProbedLine

HELP = "analyses a position deeply: mate in N, fortress, end of the lines, soundness of a line"


SHOWN_PLIES = 16


def report(board: chess.Board, found: LookFinding) -> str:
    """A finding as text, scores from White's point of view."""
    if isinstance(found, FortressFinding):
        return fortress_report(board, found.white_defends, found.check)
    if isinstance(found, MateFinding):
        return _mate_report(board, found)
    return _verified_report(board, found) if isinstance(found, VerifiedLine) else line_report(board, found)


def data(board: chess.Board, found: LookFinding) -> dict[str, Any]:
    if isinstance(found, FortressFinding):
        return fortress_json(found.white_defends, found.check)
    if isinstance(found, MateFinding):
        mate = (len(found.line) + 1) // 2 or None
        moves = {"pv": list(found.line), "pv_san": variation(board, found.line)}
        return {"mate": mate, "moves": found.moves, "ruled_out": found.ruled_out, "nodes": found.nodes, **moves}
    if isinstance(found, VerifiedLine):
        hoped = {"hoped": found.hoped.data, "holds": found.holds, "better": found.better or None}
        return {**hoped, **line_json(board, found.line)}
    return line_json(board, found)


def _mate_report(board: chess.Board, found: MateFinding) -> str:
    nodes = counted(found.nodes, "position")
    if found.line:
        return f"mate in {(len(found.line) + 1) // 2}, proved ({nodes}): {variation(board, found.line)}"
    verdict = "proved" if found.ruled_out else "not decided"
    return f"no mate in {found.moves} found: {verdict} ({nodes})"


def _verified_report(board: chess.Board, found: VerifiedLine) -> str:
    hoped = PovScore(found.hoped, bool(board.turn))
    verdict = "holds" if found.holds else "turns bad"
    better = f"; better is {board.san(board.parse_uci(found.better))}" if found.better else ""
    return f"the line {verdict} ({hoped} expected{better}): {line_report(board, found.line)}"


def line_report(board: chess.Board, line: ProbedLine) -> str:
    """A probed line as text, the score from White's point of view."""
    first = board.san(board.parse_uci(line.moves[0]))
    worth = "draw" if line.end in DRAWS else str(PovScore(line.score, bool(board.turn)))
    text = f"{first:<8} {worth:>8}  {line.end.value} after {counted(len(line.moves), 'ply', 'plies')}"
    return f"{text}: {variation(board, line.moves[:SHOWN_PLIES])}{' ...' if len(line.moves) > SHOWN_PLIES else ''}"


def line_json(board: chess.Board, line: ProbedLine) -> dict[str, Any]:
    return {
        "move": line.moves[0],
        **line.score.data,
        "end": line.end.name.lower(),
        "plies": len(line.moves),
        "nodes": line.nodes,
        "pv": list(line.moves),
        "pv_san": variation(board, line.moves),
    }


def fortress_report(board: chess.Board, white_defends: bool, check: FortressCheck) -> str:
    side = "White" if white_defends else "Black"
    judged = f"{counted(check.positions, 'position')}, {counted(check.captures, 'capture')} judged"
    text = f"{side} defends: {check.verdict.value} ({judged})"
    if check.verdict is FortressVerdict.HOLDS and check.move is not None:
        text += f"; {board.san(board.parse_uci(check.move))} holds"
    return text


def fortress_json(white_defends: bool, check: FortressCheck) -> dict[str, Any]:
    return {
        "defender": "white" if white_defends else "black",
        "verdict": check.verdict.name.lower(),
        "move": check.move,
        "positions": check.positions,
        "captures": check.captures,
    }


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", help="the position as FEN in quotes, or startpos")
    parser.add_argument("--moves", default="", help="moves played from there: 'e4 e5' or 'e2e4 e7e5'")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument(
        "--mate", type=positive_int, nargs="?", const=LONGEST, metavar="N", help=f"prove a mate in N ({LONGEST})"
    )
    parser.add_argument(
        "--fortress", action="store_true", help="decide by exhaustion whether the worse side can hold for ever"
    )
    parser.add_argument(
        "--verify",
        nargs="?",
        const="",
        metavar="LINE",
        help="follow a line (moves in coordinates) or the engine's beyond its end",
    )
    parser.add_argument(
        "--linear", action="store_true", help="follow the line after each move (or --only) to its end, up to 400 plies"
    )
    parser.add_argument("--only", default="", help="with --linear: these first moves only, in coordinates")
    parser.add_argument("--file", default="", help="remember proofs in another file than the user's")
    parser.add_argument("--forget", action="store_true", help="do not remember proofs")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a finding; scores are the side to move's"
    )
    parser.epilog = (
        "Without --mate, --fortress, --verify or --linear: all four. Proved draws and mates are remembered (ratsu learned).\n"
        "example:\n  ratsu look '4k1r1/p3Pp1r/1p3Pp1/rp1K2Pp/pP4bP/P7/8/8 w - - 0 1' --fortress"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the findings. Raises PositionError, MoveError, LearnedError."""
    position = position_of(arguments.fen, arguments.moves, chess960=arguments.chess960)
    board, meter, lines = board_of(position), Meter(), list[ProbedLine]()
    chosen = (arguments.mate, arguments.fortress, arguments.verify is not None, arguments.linear)
    looks = tuple(look for look, wanted in zip(LookKind, chosen, strict=True) if wanted or not any(chosen))
    store = None if arguments.forget else learned_path(arguments.file)
    moves = tuple((arguments.only if arguments.linear else arguments.verify or "").split())
    for found in run_job(DeepLookJob(store), DeepLookRequest(position, looks, moves, arguments.mate or LONGEST), meter):
        print(json.dumps(data(board, found)) if arguments.json else report(board, found), flush=True)
        lines += [found] if isinstance(found, ProbedLine) else []
    if len(lines) > 1 and not arguments.json:
        best = max(lines, key=lambda line: line.value)
        print(f"\nbest in the end: {report(board, best)}")
    return exit_code(meter)
