"""What the commands that review games share: their arguments, book and tables, and the review of one game."""

import argparse
import contextlib
import sys
from collections.abc import Iterator

from books.choice.library import Library, library_in
from books.folder import default_folder
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.pgn.common import Meter
from engine.errors import MoveError, PositionError, RatsuError
from engine.game.limits import GamePosition, Limits
from engine.pgn.values import PgnGame
from engine.play.review.judge import PositionJudge
from engine.play.review.reviewer import review_game
from engine.play.review.values import GameReview
from engine.play.user_files import REVIEWS
from engine.text import Text
from tablebases.tables import Tablebases

DEFAULT_NODES = 300_000  # a position; about a third of a second


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """How hard positions are searched, and with what."""
    add_limit_arguments(parser)
    parser.add_argument("--no-book", action="store_true", help="do not ask the opening book")
    parser.add_argument("--no-tables", action="store_true", help="do not ask endgame tables")


def review_limits(arguments: argparse.Namespace) -> Limits:
    """What a position may cost."""
    return limits_of(arguments) or Limits(nodes=DEFAULT_NODES)


@contextlib.contextmanager
def rooms(arguments: argparse.Namespace) -> Iterator[tuple[Library | None, Tablebases | None]]:
    """Book and tables, as far as they are wanted; what is wrong with them is said at the end."""
    with contextlib.ExitStack() as stack:
        library = None
        if not arguments.no_book:
            folder = default_folder()
            library = stack.enter_context(contextlib.closing(library_in(folder)))
        tables = None if arguments.no_tables else stack.enter_context(Tablebases(()))
        yield library, tables
        for problem in (*(library.problems if library else ()), *(tables.problems if tables else ())):
            print(f"ratsu: {problem}", file=sys.stderr)


class NotReviewableError(RatsuError):
    """A game has something in it that cannot be reviewed: another variant, a null move. Other games of the file can be."""


def leave_out(error: NotReviewableError) -> None:
    """Says why a game is left out; the command continues, and exits with 1 in the end."""
    print(f"ratsu: {error}", file=sys.stderr)


def reviewed(game: PgnGame, judge: PositionJudge, library: Library | None, meter: Meter) -> GameReview | None:
    """The review of a game, None where it was stopped. Raises NotReviewableError, RatsuError, with the game's number."""
    if game.refused:
        first = game.problems[0]
        raise NotReviewableError("game %1 cannot be reviewed: %2: %3", game.number, Text(first.kind.value), first.token)
    position = GamePosition(game.start_fen, tuple(node.uci for node in game.main_line()), game.chess960)
    try:
        return review_game(position, judge, library, default_folder().parent / REVIEWS, meter)
    except (MoveError, PositionError) as error:
        raise NotReviewableError("game %1 cannot be reviewed: %2", game.number, error) from error
    except RatsuError as error:
        raise RatsuError("game %1 cannot be reviewed: %2", game.number, error) from error
