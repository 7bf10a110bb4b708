"""`ratsu rating FILE.pgn --player NAME`: estimates a rating from the moves alone, with its interval."""

import argparse
from pathlib import Path

from engine.console.meter import Meter, exit_code
from engine.console.mirror_text import rating_text
from engine.console.pgn.common import add_json, show
from engine.console.pgn.rewriting import numbers_of
from engine.console.reviewing import unread_of
from engine.ground.errors import RatsuError
from engine.ground.rating import Rating
from engine.ground.text import counted
from engine.pgn.reader import read_games
from engine.play.review.rating.estimate import tables
from engine.play.review.rating.games import guess_of, look_at, side_of
from engine.play.review.rating.move_analyser import MoveAnalyser

HELP = "estimates a player's rating from the moves alone, with its interval"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose rating: the surname or whole name")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu rating mine.pgn --player Virtanen\n\n"
        "One line a game, then one for all of them. Neither results, clocks nor ratings of the file are looked at. The tags\n"
        "TimeControl and Site say which scale is meant. The opponent's moves count too, unless a tag says that it is a program."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints one estimate per game, then one for all. Raises RatsuError."""
    chosen = numbers_of(arguments.games) if arguments.games else None
    looker, guesses, played, cut = MoveAnalyser(), [], 0, 0
    with Meter().listening() as meter:
        for game in read_games(arguments.file):
            white = side_of(game, arguments.player)
            if white is None or game.refused or (chosen is not None and game.number not in chosen):
                continue
            looks = look_at(looker, game, meter)
            if looks is None:
                break
            played += 1
            guess = guess_of(game, looks, white)
            guesses += [guess] if guess is not None else []
            rating = tables()[True].rating([] if guess is None else [guess])
            meter.clear()
            row: dict[str, object] = {"game": game.number, "color": "white" if white else "black", **_data(rating)}
            read = f"; {game.unread}" if game.unread else ""
            cut += bool(read)
            show(arguments, {**row, "unread": unread_of(game)}, f"game {game.number}: {rating_text(rating)}{read}")
    if not played and not meter.cancelled:
        raise RatsuError("no game of %1 was found", arguments.player)
    rating = tables()[True].rating(guesses)
    read = f"; {counted(cut, 'game')} not read to the end" if cut else ""
    show(arguments, {"all": played, **_data(rating), "unread": cut}, f"all {played}: {rating_text(rating)}{read}")
    return exit_code(meter)


def _data(rating: Rating[int] | None) -> dict[str, object]:
    return {"elo": None, "low": None, "high": None, "games": 0} if rating is None else rating._asdict()
