"""Arguments and the loop of all commands that review games."""

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import cache

from books.choice.library import Library
from books.choice.open_library import library_in
from books.evaluations.store import EvaluationStore
from books.folder import default_folder
from engine.console.limit_arguments import add_limit_arguments, limits_of
from engine.console.meter import Meter
from engine.game.limits import GamePosition, Limits
from engine.ground.errors import MoveError, PositionError, RatsuError
from engine.ground.text import Text
from engine.ground.user_files import EVALUATIONS, REVIEWS, data_folder
from engine.jobs.job import Context
from engine.jobs.review import ReviewJob, review_of
from engine.pgn.values import PgnGame
from engine.play.review.judge import PositionJudge
from engine.play.review.own_judge import own_judge
from engine.play.review.values import GameReview, ReviewRequest
from tablebases.tables import Tablebases

DEFAULT_NODES = 300_000  # a position; about a third of a second


def add_review_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of the search: limits, book and tables."""
    add_limit_arguments(parser)
    parser.add_argument("--no-book", action="store_true", help="do not ask the opening book")
    parser.add_argument("--no-tables", action="store_true", help="do not ask endgame tables")


def unread_of(game: PgnGame) -> str | None:
    """The place up to which a game was read, for `--json`; None if all of it was."""
    return str(game.unread) if game.unread else None


def tell_unread(game: PgnGame) -> None:
    """Reports on standard error that a game's figures cover only its beginning."""
    if game.unread:
        print(f"ratsu: game {game.number}: {game.unread}", file=sys.stderr)


class Reviewing:
    """Reviews games. A game that cannot be reviewed is reported and left out; the exit code `code` is then 1. `judge`, new
    for each game, is for questions about it afterwards."""

    judge: PositionJudge

    def __init__(
        self,
        limits: Limits,
        library: Library | None,
        tables: Tablebases | None,
        evaluations: Callable[[], EvaluationStore],
        meter: Meter,
    ) -> None:
        self.code = 0
        self._limits, self._library, self._tables, self._meter = limits, library, tables, meter
        self._evaluations = evaluations

    def review(self, game: PgnGame) -> GameReview | None:
        """Returns the review; None if it was stopped (the meter is then cancelled) or the game was left out.
        :raises RatsuError: with the game's number."""
        self.judge = self._judge(self._limits)
        position = GamePosition(game.start_fen, tuple(node.uci for node in game.main_line()), chess960=game.chess960)
        if game.refused:
            first = game.problems[0]
            kind = Text(first.kind.value)
            self._leave_out(Text("game %1 cannot be reviewed: %2: %3", game.number, kind, first.token))
            return None
        job = ReviewJob(self._judge, lambda: self._library, data_folder() / REVIEWS)
        try:
            return review_of(job, ReviewRequest(position, self._limits), Context(self._meter.stopper, self._meter))
        except (MoveError, PositionError) as error:  # a null move, a start of another variant
            self._leave_out(Text("game %1 cannot be reviewed: %2", game.number, error))
            return None
        except RatsuError as error:
            raise RatsuError("game %1 cannot be reviewed: %2", game.number, error) from error

    def _judge(self, limits: Limits) -> PositionJudge:
        return own_judge(limits, self._tables, self._evaluations)

    def _leave_out(self, why: Text) -> None:
        print(f"ratsu: {why}", file=sys.stderr)
        self.code = 1


@contextlib.contextmanager
def reviewing(arguments: argparse.Namespace, meter: Meter) -> Iterator[Reviewing]:
    """Opens book and tables as requested; their problems are reported at the end."""
    limits = limits_of(arguments) or Limits(nodes=DEFAULT_NODES)
    with contextlib.ExitStack() as stack:
        library = None
        if not arguments.no_book:
            folder = default_folder()
            library = stack.enter_context(contextlib.closing(library_in(folder)))
        tables = None if arguments.no_tables else stack.enter_context(Tablebases(()))
        store = cache(lambda: stack.enter_context(EvaluationStore(data_folder() / EVALUATIONS)))
        yield Reviewing(limits, library, tables, store, meter)
        for problem in (*(library.problems if library else ()), *(tables.problems if tables else ())):
            print(f"ratsu: {problem}", file=sys.stderr)
