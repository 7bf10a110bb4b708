"""`ratsu coach`: explains why a move is a mistake, and names the themes of puzzles."""

import argparse
import contextlib
import json
import sys
from pathlib import Path

from engine.coach.puzzles import read_puzzles
from engine.console.coaching import agreement_data, agreement_rows, agreement_text, move_data, move_text
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.pgn.common import add_json
from engine.console.position_argument import position_of
from engine.console.typed_move import parse_move
from engine.game.limits import Limits
from engine.game.python_board import board_of
from engine.ground.errors import RatsuError
from engine.play.review.coaching import explain_move
from engine.play.review.own_judge import own_judge
from tablebases.tables import Tablebases

HELP = "says why a move is a mistake, and names the themes of puzzles"
DEFAULT_NODES = 300_000  # a position, as in a review


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("fen", nargs="?", help="the position as FEN in quotes, or startpos; with --move")
    parser.add_argument("--move", metavar="MOVE", help="the move to explain: e4, Nf3, e2e4")
    parser.add_argument("--spoken", action="store_true", help="moves in words, to be read aloud")
    parser.add_argument("--elo", type=int, default=0, metavar="N", help="say too what people of this rating play")
    parser.add_argument("--chess960", action="store_true", help="castling as in Chess960")
    parser.add_argument("--no-tables", action="store_true", help="do not ask endgame tables")
    add_limit_arguments(parser)
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="name the themes of each puzzle of a CSV file")
    parser.add_argument(
        "--check", type=Path, metavar="FILE", help="compare our themes with the column Themes of a CSV file"
    )
    add_json(parser)
    parser.epilog = (
        "examples:\n  ratsu coach 'rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2' --move g4\n"
        "  ratsu coach --puzzles puzzles.csv --json\n  ratsu coach --check puzzles.csv"
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the explanation or the themes. Raises RatsuError."""
    if arguments.puzzles is not None:
        return _puzzles(arguments.puzzles, arguments.json)
    if arguments.check is not None:
        rows = agreement_rows(arguments.check)
        print(json.dumps(agreement_data(rows)) if arguments.json else agreement_text(rows))
        return 0
    if arguments.fen is None or arguments.move is None:
        raise RatsuError("give a position and --move, or --puzzles FILE, or --check FILE")
    return _explain(arguments)


def _puzzles(path: Path, as_json: bool) -> int:
    found = {puzzle.name: puzzle.found() for puzzle in read_puzzles(path)}
    print(json.dumps(found) if as_json else "\n".join(f"{name}  {' '.join(told)}" for name, told in found.items()))
    return 0


def _explain(arguments: argparse.Namespace) -> int:
    board = board_of(position_of(arguments.fen, chess960=arguments.chess960))
    move = parse_move(board, arguments.move)
    with contextlib.ExitStack() as stack:
        tables = None if arguments.no_tables else stack.enter_context(Tablebases(()))
        judge = own_judge(limits_of(arguments) or Limits(nodes=DEFAULT_NODES), tables)
        found = explain_move(judge, board, move, elo=arguments.elo)
        for problem in tables.problems if tables else ():
            print(f"ratsu coach: {problem}", file=sys.stderr)
    if found is None:
        return 1
    if arguments.json:
        print(json.dumps(move_data(board, move, found), ensure_ascii=False))
    else:
        print(move_text(board, move, found, arguments.spoken))
    return 0
