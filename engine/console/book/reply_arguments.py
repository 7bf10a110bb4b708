"""Options of the trainer: the games or people whose replies count."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from books.errors import CancelledError
from engine.console.exploring import collections_of
from engine.console.meter import Meter
from engine.ground.user_files import collection_path

if TYPE_CHECKING:
    from books.repertoire.lines import ReplyWorld


def add_replies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replies",
        nargs="+",
        type=collection_path,
        default=[],
        metavar="SOURCE",
        help="count replies in the games of these collections, PGN files or folders",
    )
    parser.add_argument("--people", action="store_true", help="count replies as people of --elo play them")


def world_of(arguments: argparse.Namespace) -> ReplyWorld:
    """Returns the world of a command line. :raises RatsuError: it cannot be used, or the user stopped the reading."""
    from engine.play.book.reply_worlds import ReplyWorldChoice, open_world

    meter = Meter("reading games")
    paths = tuple(collections_of(arguments.replies, meter)) if arguments.replies else ()
    if meter.cancelled:
        raise CancelledError("Stopped. What was not finished was left out.")
    names = tuple(path.name for path in arguments.replies)
    return open_world(ReplyWorldChoice(paths, names, elo=arguments.elo if arguments.people else 0))
