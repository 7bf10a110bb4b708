"""`ratsu review FILE.pgn`: whole games annotated: signs, accuracy, better lines."""

import argparse
import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from books.choice.library import Library, library_in
from books.folder import default_folder
from engine.coach.claim_words import english
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.pgn.common import Meter, add_json, ended
from engine.console.pgn.rewriting import numbers_of
from engine.errors import RatsuError
from engine.game.limits import GamePosition, Limits
from engine.pgn.edit import save_games
from engine.pgn.reader import read_games
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game
from engine.play.review.annotate import with_review
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.review.reviewer import review_game
from engine.play.review.showing import review_data, review_text
from engine.play.review.values import GameReview
from engine.text import Text
from tablebases.tables import Tablebases

HELP = "reviews games: faulted moves with better lines, accuracy, average loss"
DEFAULT_NODES = 300_000  # a position; about a third of a second


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    parser.add_argument("-o", "--output", type=Path, help="write the annotated games to this file")
    parser.add_argument("--words", action="store_true", help="with -o: write why moves are faulted as comments too")
    add_limit_arguments(parser)
    parser.add_argument("--no-book", action="store_true", help="do not ask the opening book")
    parser.add_argument("--no-tables", action="store_true", help="do not ask endgame tables")
    add_json(parser)
    parser.epilog = "example:\n  ratsu review game.pgn --json\n  ratsu review games.pgn --games 1-3 -o reviewed.pgn"


def run(arguments: argparse.Namespace) -> int:
    """One report a game. What was found is kept: a review that was stopped continues the next time. Raises RatsuError."""
    chosen = numbers_of(arguments.games) if arguments.games else None
    limits = limits_of(arguments) or Limits(nodes=DEFAULT_NODES)
    words = english if arguments.words else None
    texts: list[str] = []
    with Meter().listening() as meter, _rooms(arguments) as (library, tables):
        games = read_games(arguments.file)
        for game in games:
            if chosen is not None and game.number not in chosen:
                continue
            judge = own_judge(limits, tables)
            review = _reviewed(game, judge, library, meter)
            if review is None:
                break
            _show(arguments, game, review)
            if arguments.output is not None:
                texts.append(written_game(with_review(game, review, words), game.prelude))
        if arguments.output is not None and not meter.cancelled:
            if chosen is None and games.tail:
                texts.append(games.tail)
            save_games(arguments.output, texts)
    return ended(meter)


@contextlib.contextmanager
def _rooms(arguments: argparse.Namespace) -> Iterator[tuple[Library | None, Tablebases | None]]:
    with contextlib.ExitStack() as stack:
        library = None
        if not arguments.no_book:
            folder = default_folder()
            library = stack.enter_context(contextlib.closing(library_in(folder)))
        tables = None if arguments.no_tables else stack.enter_context(Tablebases(()))
        yield library, tables
        for problem in (*(library.problems if library else ()), *(tables.problems if tables else ())):
            print(f"ratsu review: {problem}", file=sys.stderr)


def _reviewed(game: PgnGame, judge: PositionJudge, library: Library | None, meter: Meter) -> GameReview | None:
    """Raises RatsuError with the game's number."""
    if game.refused:
        first = game.problems[0]
        raise RatsuError("game %1 cannot be reviewed: %2: %3", game.number, Text(first.kind.value), first.token)
    position = GamePosition(game.start_fen, tuple(node.uci for node in game.main_line()), game.chess960)
    try:
        return review_game(position, judge, library, default_folder().parent / "reviews", meter)
    except RatsuError as error:
        raise RatsuError("game %1 cannot be reviewed: %2", game.number, error) from error


def _show(arguments: argparse.Namespace, game: PgnGame, review: GameReview) -> None:
    names = {name: game.headers.get(name, "?") for name in ("White", "Black")}
    if arguments.json:
        heading = {"game": game.number, **names, "result": game.result}
        print(json.dumps({**heading, **review_data(review)}, ensure_ascii=False), flush=True)
    else:
        print(f"{names['White']} - {names['Black']}  {game.result}", review_text(review), "", sep="\n", flush=True)
