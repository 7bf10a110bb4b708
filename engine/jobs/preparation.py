"""Preparing for an opponent: his games read, crossed with the user's books, and the lines to steer for kept as a book beside
them, dated and removable.

    (found,) = findings(Preparing(open_library), PrepareWish((path,), "Tal"), context)
    path = keep(library, found, date.today())      # a book of the user's; `remove` takes it away again
    write_sparring_book(found.opponent, path)      # what he plays, for engine.play.sources.sparring
"""

import functools
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import field
from datetime import date
from pathlib import Path

import chess

from books.building.imports import new_book
from books.choice.library import Library
from books.entry import BookMove, Layer
from books.errors import BookError
from books.folder import book_file_name, free_book_path
from books.learning.evaluations import CachedAnalyser
from books.preparation.layer import sparring_rows, steering_rows
from books.preparation.opponent import RATING_META, Choice, Opponent, Results, by_year, read_opponent
from books.preparation.steer import Judge, Plan, SteerOptions, plan
from books.preparation.tree import Tree
from books.progress import Progress
from books.store.book_file import BookFile
from books.store.cache_file import IN_MEMORY
from books.store.connecting import Access
from engine.ground.values import dataclass
from engine.jobs.job import Context, Job
from engine.play.book.analyser import EngineAnalyser

PREPARED = "prepared"
"""The note in a book file that says for which day, and so that it may be removed whole."""

SPARRING = "sparring"
"""The folder of the openings of opponents, beside the user's books."""


@dataclass(frozen=True)
class PrepareWish:
    """What to prepare. `games`: PGN files with his games; `white`: the side that I shall have (None: either); `choice`: which
    of his games count, for its years and results. `nodes`: positions that no book has evaluated are searched so long (0: not
    at all), and kept in `evaluations`."""

    games: tuple[Path, ...]
    name: str
    white: bool | None = None
    choice: Choice = field(default_factory=Choice)
    options: SteerOptions = field(default_factory=SteerOptions)
    nodes: int = 0
    evaluations: Path | None = None


@dataclass(frozen=True)
class Side:
    """What there is for one colour of mine: his games with the other, year by year, his tree, and where to lead him."""

    white: bool
    results: Results
    years: dict[int | None, Results]
    tree: Tree
    plan: Plan


@dataclass(frozen=True)
class Preparation:
    """What was found, and for each colour that was asked for where to lead him."""

    opponent: Opponent
    sides: tuple[Side, ...]


class Preparing(Job[PrepareWish, Preparation]):
    """Reads his games and finds where to lead him with the moves of the library; all of it at the end."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library

    def run(self, wish: PrepareWish, context: Context) -> Iterator[Preparation]:
        """Raises BookError if he has no game there."""
        library = self._open()
        opponent = read_opponent(wish.games, wish.name, context.progress)
        looked_up = functools.lru_cache(maxsize=20_000)(lambda fen: library.look_up(chess.Board(fen, chess960=False)))

        def at(board: chess.Board) -> tuple[BookMove, ...]:
            return looked_up(board.fen())

        analyser = EngineAnalyser(wish.nodes, context.stopper) if wish.nodes else None
        kept = wish.evaluations or IN_MEMORY
        with ExitStack() as opened:
            cached = CachedAnalyser(kept, analyser.effort, analyser, wish.nodes) if analyser else None
            if cached is not None:
                opened.callback(cached.close)
            judge = _judge(at, cached)
            sides = tuple(
                _side(opponent, wish, white, lambda board: my_moves(at(board)), judge, context.progress)
                for white in (True, False)
                if wish.white in (None, white)
            )
        yield Preparation(opponent, sides)


def my_moves(found: tuple[BookMove, ...]) -> list[chess.Move]:
    """My repertoire in a position: what the books would play, and what I have in my own and may be played; likeliest first."""
    mine = [
        move
        for move in found
        if move.probability > 0 or (move.flag.playable and {Layer.USER, Layer.BOOK} & set(move.layers))
    ]
    return [move.move for move in sorted(mine, key=lambda move: -move.probability)]


def keep(library: Library, found: Preparation, day: date) -> Path:
    """Writes the moves to steer by as a book of the user's, active at once. Returns its file.
    :raises BookError: there is nothing to steer for, or it cannot be written."""
    if not any(side.plan.steps for side in found.sides):
        raise BookError(
            "Your books have no move where “%1” has games; there is nothing to steer for.", found.opponent.asked
        )
    title = f"{found.opponent.asked} {day:%Y.%m.%d}"
    path = free_book_path(_folder(library), title)
    with new_book(path, title) as book:
        book.put_rows(steering_rows((side.plan, side.tree) for side in found.sides))
        book.put_meta(PREPARED, day.isoformat())
    library.list_book(path)
    return path


def prepared(library: Library) -> list[tuple[Path, str, date]]:
    """The user's books that preparing made: file, title, day. Those that cannot be read are left out."""
    found = []
    for entry in library.listed_books():
        try:
            with BookFile(entry.path, Access.READ) as book:
                day, title = book.meta(PREPARED), book.meta("title")
            if day:
                found.append((entry.path, title or entry.path.stem, date.fromisoformat(day)))
        except (BookError, ValueError):
            continue
    return found


def remove(library: Library, path: Path) -> None:
    """Takes a book that preparing made off the user's books and deletes its file.
    :raises BookError: it is none, or it cannot be deleted."""
    path = path.absolute()
    if path not in [found for found, _, _ in prepared(library)]:
        raise BookError("%1 is no book that was made by preparing for an opponent; nothing was removed.", path)
    library.arrange_books([entry for entry in library.listed_books() if entry.path != path])
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise BookError("%1 is off your books, but could not be deleted (%2).", path, error) from error


def write_sparring_book(opponent: Opponent, path: Path) -> int:
    """Writes what an opponent plays as a book to spar with. Returns how many moves. Raises BookError."""
    with new_book(path, opponent.asked) as book:
        book.put_rows(sparring_rows(opponent.games, opponent.asked))
        book.put_meta(RATING_META, str(opponent.rating or ""))
        return book.count()


def sparring_path(library: Library, name: str) -> Path:
    """Where an opponent's openings lie; those kept before under the same name are replaced. Raises BookError."""
    folder = _folder(library) / SPARRING
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise BookError("the folder %1 cannot be created (%2)", folder, error) from error
    return folder / book_file_name(name)


def _side(
    opponent: Opponent,
    wish: PrepareWish,
    white: bool,
    moves: Callable[[chess.Board], list[chess.Move]],
    judge: Judge,
    progress: Progress,
) -> Side:
    choice = Choice(not white, wish.choice.since, wish.choice.until, wish.choice.half_points)
    games = opponent.chosen(choice)
    tree = Tree(games)
    return Side(white, tree.results, by_year(games), tree, plan(tree, white, moves, judge, wish.options, progress))


def _judge(at: Callable[[chess.Board], tuple[BookMove, ...]], analyse: CachedAnalyser | None) -> Judge:
    """What the books say a position is worth: their best evaluated move; else what a search finds."""

    def judge(board: chess.Board) -> int | None:
        values = [move.evaluation for move in at(board) if move.evaluation is not None]
        if values:
            return max(values)
        if analyse is None or board.is_game_over():
            return None
        return analyse(board).centipawns

    return judge


def _folder(library: Library) -> Path:
    if library.user is None:
        raise BookError("Your own book could not be opened, so no other book can be added.")
    return library.user.path.parent


JOB = Preparing
