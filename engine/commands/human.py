"""`ratsu human`: the likely moves of people of a rating, with percentages; also line by line for other programs."""

import argparse
import json
import sys
from typing import IO, Any

from engine.console.position_argument import position_of
from engine.game.python_board import board_of
from engine.ground.errors import PositionError, RatsuError
from engine.ground.integers import whole_number
from engine.ground.json_text import parse
from engine.human.predicted_player import PredictedPlayer, Site, seconds_of, site_of_control
from engine.human.predictor import Predictor
from engine.play.people.shallow_scores import ShallowScores

HELP = "show which moves people of a rating would play"
SITES = {"unknown": Site.UNKNOWN, "lichess": Site.LICHESS, "chess.com": Site.CHESS_COM, "other": Site.OTHER}
LOWEST_ELO, HIGHEST_ELO = 400, 2800
HIGHEST_RATING = 4000  # limits of a rating in a line; ratings outside the predictor's range use its nearest end

EPILOG = """examples:
  ratsu human startpos --elo 1500
  ratsu human 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3' --elo 1000 --time-control 300+3
  ratsu human --stdin

With --stdin each line asks, {"fen": "...", "moves": "e2e4 e7e5", "elo": 1500, "opponent": 1600, "time_control": "300+3"}, and
each answer is a line {"g1f3": 0.41, ...}; all but "fen" and "elo" may be left out. "site" may be lichess, chess.com or other.
What was mended in a FEN is said on standard error.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("fen", nargs="?", help="the position as FEN in quotes, or startpos")
    parser.add_argument("--stdin", action="store_true", help="answer questions from the standard input, a line each")
    parser.add_argument("--elo", type=_elo, default=1500, help="rating of the player, 400 to 2800 (default 1500)")
    parser.add_argument("--opponent", type=_elo, default=None, help="rating of the opponent (default: the same)")
    parser.add_argument("--time-control", default="", help="as in PGN: 300+3, 600 (default: not known)")
    parser.add_argument(
        "--site", choices=SITES, default="unknown", help="whose ratings (default: as --time-control says)"
    )
    parser.add_argument("--moves", default="", help="moves played before: 'e4 e5' or 'e2e4 e7e5'")
    parser.add_argument("--lines", type=int, default=8, help="how many moves to show (default 8)")
    parser.add_argument("--no-search", action="store_true", help="by the network alone: faster, less true")
    parser.add_argument("--json", action="store_true", help="print one JSON object with every legal move")


def run(arguments: argparse.Namespace) -> int:
    """Prints the moves. :raises PositionError, MoveError, PredictorError: an argument is invalid, or the predictor is missing."""
    if (arguments.fen is None) == (not arguments.stdin):
        raise RatsuError("give a position or --stdin, one of them")
    control = seconds_of(arguments.time_control)
    if arguments.time_control and not any(control):
        raise RatsuError(
            "the time control %1 is unknown: write seconds and increment, as in 300+3", arguments.time_control
        )
    predictor = Predictor(None if arguments.no_search else ShallowScores())
    if arguments.stdin:
        return answer_lines(predictor, sys.stdin, sys.stdout)
    position = position_of(arguments.fen, arguments.moves, chess960=False)
    site = _site(arguments.site, arguments.time_control)
    question = PredictedPlayer(arguments.elo, arguments.opponent or arguments.elo, *control, site)
    found = predictor.predict(position, question)
    if arguments.json:
        print(json.dumps(found))
        return 0
    board = board_of(position)
    if not found:
        raise PositionError("there is no legal move in %1", board.fen())
    for move, chance in list(found.items())[: max(arguments.lines, 1)]:
        print(f"{board.san(board.parse_uci(move)):8} {100 * chance:5.1f} %")
    return 0


def answer_lines(predictor: Predictor, questions: IO[str], answers: IO[str]) -> int:
    """Answers each line with one line at once; an invalid one with {"error": "..."}."""
    for line in questions:
        if line.strip():
            print(json.dumps(_answer(predictor, line)), file=answers, flush=True)
    return 0


def _answer(predictor: Predictor, line: str) -> dict[str, Any]:
    try:
        query = parse(line)
        elo = query["elo"].whole(0, HIGHEST_RATING)
        control = query.get("time_control", "").text()
        site = _site(query.get("site", "unknown").one_of(tuple(SITES)), control)
        question = PredictedPlayer(elo, query.get("opponent", elo).whole(0, HIGHEST_RATING), *seconds_of(control), site)
        position = position_of(query["fen"].text(), query.get("moves", "").text(), chess960=False)
        return {**predictor.predict(position, question)}
    except RatsuError as error:
        return {"error": str(error)}


def _site(name: str, time_control: str) -> Site:
    """The site of the rating: the given one, or else the usual one for the time control."""
    return SITES[name] or site_of_control(time_control)


def _elo(text: str) -> int:
    elo = whole_number(text, LOWEST_ELO, HIGHEST_ELO)
    if elo is None:
        raise argparse.ArgumentTypeError(
            f"the rating must be a number from {LOWEST_ELO} to {HIGHEST_ELO}, not {text[:20]!r}"
        )
    return elo
