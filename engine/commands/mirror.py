"""`ratsu mirror FILE.pgn --player NAME`: what many games say of one player."""

import argparse
from pathlib import Path

from books.folder import default_folder
from engine.console.meter import Meter, ended
from engine.console.mirror_text import mirror_text
from engine.console.pgn.common import add_json, show
from engine.ground.errors import RatsuError
from engine.pgn.reader import read_games
from engine.play.review.mirror import OwnGame
from engine.play.review.mirror_work import FILE, MirrorFile, MirrorWorker, mirror_from
from engine.play.review.rating.games import side_of

HELP = "shows a player's strengths and weaknesses over many games"


def configure(parser: argparse.ArgumentParser) -> None:
    """Adds the arguments."""
    parser.add_argument("file", type=Path, help="PGN file: plain, .gz, .zst")
    parser.add_argument("--player", required=True, metavar="NAME", help="whose games: the surname or whole name")
    add_json(parser)
    parser.epilog = (
        "example:\n  ratsu mirror mine.pgn --player Virtanen\n\n"
        "What was found is kept: the same games cost nothing the next time. `people`: what people of the estimated rating lose.\n"
        "`worst`: game and ply of the dearest moves."
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints the mirror. Raises RatsuError."""
    path = default_folder().parent / FILE
    try:
        kept = MirrorFile(path)
    except OSError as error:
        raise RatsuError("%1 cannot be read (%2). Move it away to start again.", path, error) from error
    games: list[OwnGame] = []
    cut: list[dict[str, object]] = []
    with Meter().listening() as meter:
        worker = MirrorWorker(kept)
        for game in read_games(arguments.file):
            white = side_of(game, arguments.player)
            if white is None or game.refused:
                continue
            found = worker.game(game, white, meter)
            if found is None:
                break
            games.append(found)
            if game.unread:
                cut.append({"game": game.number, "unread": str(game.unread)})
    if not games and not meter.cancelled:
        raise RatsuError("no game of %1 was found", arguments.player)
    mirror = mirror_from(games)
    lines = [f"game {row['game']}: {row['unread']}" for row in cut]
    show(arguments, {**mirror.data, "unread": cut}, "\n".join((*lines, mirror_text(mirror))))
    return ended(meter)
