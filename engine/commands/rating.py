"""`ratsu rating FILE.pgn --player NAME`: estimates a rating from the moves alone, with its interval."""

import argparse
from collections.abc import Mapping
from pathlib import Path

from engine.console.meter import Meter, exit_code
from engine.console.pgn.common import add_json, show
from engine.console.pgn.rewriting import numbers_of
from engine.console.reviewing import unread_of
from engine.ground.errors import RatsuError
from engine.ground.rating import Rating
from engine.ground.text import counted
from engine.pgn.reader import read_games
from engine.play.review.rating.estimate import INTERVAL, rating_words, ratings_of
from engine.play.review.rating.games import guess_of, look_at, side_of
from engine.play.review.rating.move_analyser import MoveAnalyser
from engine.play.review.rating.scale import EloScale, scale_of

HELP = "estimates a player's rating from the moves alone, with its interval"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose rating: the surname or whole name")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    parser.add_argument(
        "--scale",
        choices=[scale.value for scale in EloScale],
        help="whose ratings are meant (default: as the tags say; games that do not say it get no rating)",
    )
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu rating mine.pgn --player Virtanen\n\n"
        "One line a game, then one for each scale: lichess, chess.com and FIDE. Neither results, clocks nor ratings of the file\n"
        "are looked at. Site says which scale is meant; over the board it is a place with its country: Helsinki FIN. The\n"
        "opponent's moves count too, unless a tag says that it is a program."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints one estimate per game, then one for all. Raises RatsuError."""
    chosen = numbers_of(arguments.games) if arguments.games else None
    scale = EloScale(arguments.scale) if arguments.scale else None
    looker, guesses, played, cut, unscaled = MoveAnalyser(), [], 0, 0, 0
    with Meter().listening() as meter:
        for game in read_games(arguments.file):
            white = side_of(game, arguments.player)
            if white is None or game.refused or (chosen is not None and game.number not in chosen):
                continue
            looks = look_at(looker, game, meter)
            if looks is None:
                break
            played += 1
            unknown = (scale or scale_of(game.headers)) is None
            unscaled += unknown
            guess = guess_of(game, looks, white, scale)
            guesses += [guess] if guess is not None else []
            ratings = ratings_of([] if guess is None else [guess])
            meter.clear()
            row: dict[str, object] = {"game": game.number, "color": "white" if white else "black", **_data(ratings)}
            read = f"; {game.unread}" if game.unread else ""
            cut += bool(read)
            text = f"game {game.number}: {rating_words(ratings, unknown)}{read}"
            show(arguments, {**row, "unread": unread_of(game)}, text)
    if not played and not meter.cancelled:
        raise RatsuError("no game of %1 was found", arguments.player)
    read = f"; {counted(cut, 'game')} not read to the end" if cut else ""
    read += f"; {counted(unscaled, 'game')} of an unknown scale" if unscaled and guesses else ""
    ratings = ratings_of(guesses)
    for one in [{name: rating} for name, rating in ratings.items()] or [{}]:
        text = f"all {played}: {rating_words(one, bool(unscaled))}{_holds(one)}{read}"
        show(arguments, {"all": played, **_data(one), "unread": cut, "unscaled": unscaled}, text)
    return exit_code(meter)


def _holds(ratings: Mapping[EloScale, Rating[int]]) -> str:
    return f"; the interval holds {100 * INTERVAL:.0f} % of players" if ratings else ""


def _data(ratings: Mapping[EloScale, Rating[int]]) -> dict[str, object]:
    for scale, rating in ratings.items():
        return {"scale": scale.value, **rating._asdict()}
    return {"scale": None, "elo": None, "low": None, "high": None, "games": 0}
