"""The review of a game, as a library: what each move cost, and the coach's reasons."""

from collections.abc import Callable

from engine.api.positions import position_of
from engine.api.sources import Book, Tables
from engine.coach.claim_words import english
from engine.game.limits import Limits
from engine.game.stopper import Stopper
from engine.game.tree import Game
from engine.jobs.job import Context
from engine.jobs.review import ReviewJob, review_of
from engine.play.review.own_judge import own_judge
from engine.play.review.values import GameReview, MoveReview, ReviewRequest

DEFAULT_NODES = 300_000
"""Nodes a position, about a third of a second; also the default of `ratsu review`."""


def review(
    game: Game,
    *,
    nodes: int = DEFAULT_NODES,
    book: Book | None = None,
    tables: Tables | None = None,
    progress: Callable[[int, int], bool] | None = None,
) -> GameReview | None:
    """Reviews the main line of a game: the loss of each move, better lines and accuracy. Moves in `book` are not faulted.

    `progress` is called with the positions done and in total, and stops the review by returning False; the result is then
    None. The same game with the same nodes gets the same review on every machine.
    :raises RatsuError: the game has a move that is not legal, or starts from no playable position.
    """
    stopper = Stopper()

    def shown(done: int, total: int) -> None:
        if progress is not None and not progress(done, total):
            stopper.stop()

    shared, limits = None if tables is None else tables.tablebases, Limits(nodes=nodes)
    job = ReviewJob(lambda limits: own_judge(limits, shared), lambda: None if book is None else book.library)
    return review_of(job, ReviewRequest(position_of(game), limits), Context(stopper, shown))


def reason_of(move: MoveReview) -> str:
    """Returns the coach's English sentences about a faulted move, each of them proved; empty without one."""
    return english(move.claims)
