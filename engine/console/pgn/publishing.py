"""`ratsu pgn publish`: games as HTML or LaTeX. For PDF, use the window, lualatex, or a browser's print command."""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.console.meter import Meter
from engine.console.pgn.common import show
from engine.console.pgn.rewriting import numbers_of
from engine.game.letters import LETTERS, shown
from engine.game.tree import Game
from engine.ground.errors import RatsuError
from engine.ground.text import counted
from engine.pgn.reader import read_games
from engine.publishing.document import PageOptions
from engine.publishing.publish import PublishFormat, publish
from engine.publishing.wording import Wording


def add_publishing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--to", type=Path, required=True, metavar="FILE", help="file to write: .html or .tex")
    parser.add_argument("--games", default="", metavar="N,M-P", help="games by number, counted from 1 (default: all)")
    parser.add_argument("--title", default="", help="title of the file (default: the players of the first game)")
    parser.add_argument("--columns", type=int, choices=(1, 2), default=2, help="columns of a page (default: 2)")
    parser.add_argument(
        "--letters", choices=sorted(LETTERS), default="figurines", help="piece letters (default: figurines)"
    )
    parser.add_argument(
        "--diagrams", type=int, default=0, metavar="N", help="a diagram after every N moves too, beside those asked for"
    )
    parser.add_argument("--no-details", action="store_true", help="without evaluations and times")


def publish_games(arguments: argparse.Namespace) -> int:
    """Writes the file; a cancelled one is removed."""
    if arguments.diagrams < 0:
        raise RatsuError("--diagrams has to be 0 or more")
    letters = LETTERS[arguments.letters]
    form = PublishFormat(
        Wording(moves=lambda san: shown(san, letters)),
        PageOptions(arguments.diagrams, not arguments.no_details),
        arguments.columns,
        title=arguments.title,
    )
    with Meter().listening() as meter:
        games = read_games(arguments.file, meter, arguments.language)
        count = publish(_chosen(games, arguments.games), arguments.to, form, lambda _: not meter.cancelled)
    show(
        arguments, {"games": count, "file": str(arguments.to)}, f"{counted(count, 'game')} published in {arguments.to}"
    )
    return 0


def _chosen(games: Iterable[Game], numbers: str) -> Iterator[Game]:
    chosen = numbers_of(numbers) if numbers else None
    last = max(chosen) if chosen else 0
    for number, game in enumerate(games, 1):
        if chosen is None or number in chosen:
            yield game
        if number == last:
            return
