"""`ratsu review FILE.pgn`: annotates whole games with signs, accuracy and better lines."""

import argparse
import json
import sys
from pathlib import Path

from engine.coach.claim_words import english
from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_json, is_same_file, is_standard_output, put_games
from engine.console.pgn.rewriting import numbers_of
from engine.console.reviewing import add_review_arguments, reviewing, unread_of
from engine.ground.errors import RatsuError
from engine.pgn.errors import PgnError
from engine.pgn.index import stamp_of
from engine.pgn.reader import read_games
from engine.pgn.values import PgnGame
from engine.pgn.writer import written_game
from engine.play.review.annotate import with_review
from engine.play.review.review_text import review_data, review_text
from engine.play.review.values import GameReview

HELP = "reviews games: faulted moves with better lines, accuracy, average loss"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        help="write the annotated games to this file, or to standard output (-), the reports then to standard error",
    )
    parser.add_argument("--words", action="store_true", help="with -o: write why moves are faulted as comments too")
    add_review_arguments(parser)
    add_json(parser)
    parser.epilog = "example:\n  ratsu review game.pgn --json\n  ratsu review games.pgn --games 1-3 -o reviewed.pgn"


def run(arguments: argparse.Namespace) -> int:
    """Prints one report per game. Results are saved, so that a stopped review resumes the next time. Raises RatsuError."""
    chosen = numbers_of(arguments.games) if arguments.games else None
    words = english if arguments.words else None
    texts: list[str] = []
    whole = chosen is None or (arguments.output is not None and is_same_file(arguments.file, arguments.output))
    count = 0
    with Meter().listening() as meter, reviewing(arguments, meter) as reviews:
        stamp = stamp_of(arguments.file)
        games = read_games(arguments.file)
        for game in games:
            if chosen is not None and game.number not in chosen:
                if whole:  # written into the same file: its other games remain
                    texts.append(written_game(game, game.prelude))
                continue
            count += 1
            review = reviews.review(game)
            if review is None and meter.cancelled:
                break
            if review is None:  # it cannot be reviewed, and remains unchanged
                texts.append(written_game(game, game.prelude))
                continue
            _show(arguments, game, review)
            if arguments.output is not None:
                texts.append(written_game(with_review(game, review, words), game.prelude))
        if not count and not meter.cancelled:
            raise RatsuError("no game of %1 was chosen, or it has none: nothing to review", arguments.file)
        if arguments.output is not None and not meter.cancelled:
            if whole and games.tail:
                texts.append(games.tail)
            if is_same_file(arguments.file, arguments.output) and stamp_of(arguments.file) != stamp:
                raise PgnError("%1 was changed by another program meanwhile; try again", arguments.file)
            put_games(arguments.output, texts)
    return exit_code(meter, reviews.code)


def _show(arguments: argparse.Namespace, game: PgnGame, review: GameReview) -> None:
    stream = sys.stderr if is_standard_output(arguments.output) else sys.stdout
    names = {name: game.headers.get(name, "?") for name in ("White", "Black")}
    if arguments.json:
        heading = {"game": game.number, **names, "result": game.result, "unread": unread_of(game)}
        print(json.dumps({**heading, **review_data(review)}, ensure_ascii=False), file=stream, flush=True)
    else:
        print(
            f"{names['White']} - {names['Black']}  {game.result}",
            *((str(game.unread),) if game.unread else ()),
            review_text(review),
            "",
            sep="\n",
            file=stream,
            flush=True,
        )
