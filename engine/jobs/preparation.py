"""Prepares for an opponent: crosses the opponent's games with the user's books, and saves lines to aim for as a dated,
removable book.

    (found,) = findings(PreparationJob(open_library), PreparationRequest((path,), "Tal", folder), context)
    path = keep(library, found, date.today())      # a book of the user's; `remove` deletes it
    write_sparring_book(found, path)               # the opponent's moves, for engine.play.sources.sparring
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
from books.entry import SIDE, SIDES, BookMove, Layer
from books.errors import BookError
from books.explorer.explorer import Explorer
from books.folder import book_file_name, free_book_path
from books.learning.evaluations import StoredAnalyser
from books.preparation.layer import sparring_rows, steering_rows
from books.preparation.opponent import RATING_META, GameSelection, Opponent, OpponentResults, by_year, read_opponent
from books.preparation.opponent import results as results_of
from books.preparation.opponent_moves import OpponentMoves
from books.preparation.steering import Judge, SteeringPlan, SteerOptions, plan
from books.progress import Progress
from books.repertoire import shelf
from books.store.book_file import BookFile
from books.store.connecting import Access
from engine.ground.user_files import EVALUATIONS, data_folder
from engine.ground.values import dataclass
from engine.jobs.indexing import IndexJob, IndexRequest
from engine.jobs.job import Context, Job
from engine.play.book.analyser import EngineAnalyser
from engine.play.identity import own_identity

PREPARED = "prepared"
"""The note in a book file with the day of the preparation, which marks the book as removable."""

MOST_OPENINGS, MOST_ANSWERS = 6, 3
SPARRING = "sparring"
"""The folder of opponents' openings, beside the user's books."""


@dataclass(frozen=True)
class PreparationRequest:
    """The request for a preparation. `games`: collections, game files and folders with the opponent's games; `folder`: of
    the explorer's indexes of files; `white`: the user's side (None: both); `choice`: filter of the opponent's games by
    year and result; `without`: spellings of the name that are another player's. `nodes`: search
    limit for positions that no book has evaluated (0: no search); results are stored in `evaluations`."""

    games: tuple[Path, ...]
    name: str
    folder: Path
    white: bool | None = None
    choice: GameSelection = field(default_factory=GameSelection)
    options: SteerOptions = field(default_factory=SteerOptions)
    nodes: int = 0
    evaluations: Path | None = None
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class SidePreparation:
    """The preparation for one colour of the user's: the opponent's games with the other colour, by year, the opponent's
    first moves (after each first move, if the user has White), and the lines to aim for."""

    white: bool
    results: OpponentResults
    years: dict[int | None, OpponentResults]
    openings: tuple[tuple[tuple[chess.Move, ...], OpponentResults], ...]
    plan: SteeringPlan


@dataclass(frozen=True)
class Preparation:
    """The result, with one side for each requested colour. `collections`: those of the sources."""

    opponent: Opponent
    sides: tuple[SidePreparation, ...]
    collections: tuple[Path, ...] = ()


class PreparationJob(Job[PreparationRequest, Preparation]):
    """Reads the opponent's games and finds lines to aim for in the library's moves. Yields one finding, at the end."""

    def __init__(self, open_library: Callable[[], Library]) -> None:
        self._open = open_library

    def run(self, request: PreparationRequest, context: Context) -> Iterator[Preparation]:
        """:raises BookError: the opponent has no game in the files."""
        sources = list(IndexJob().run(IndexRequest(request.games, request.folder), context))
        if context.stopper.asked():
            return
        library, collections = self._open(), tuple(one.collection for one in sources)
        looked_up = functools.lru_cache(maxsize=20_000)(lambda fen: library.look_up(chess.Board(fen, chess960=False)))

        def at(board: chess.Board) -> tuple[BookMove, ...]:
            return looked_up(board.fen())

        analyser = EngineAnalyser(request.nodes, context.stopper) if request.nodes else None
        kept = request.evaluations or data_folder() / EVALUATIONS
        with ExitStack() as opened:
            explorer = opened.enter_context(Explorer.opened(collections))
            where = ", ".join(path.name for path in request.games)
            opponent = read_opponent(explorer, request.name, where, context.progress, request.without)
            cached = StoredAnalyser(kept, own_identity(), analyser, request.nodes) if analyser else None
            if cached is not None:
                opened.callback(cached.close)
            judge = _judge(at, cached)
            sides = tuple(
                _side(explorer, opponent, request, white, lambda board: my_moves(at(board)), judge, context.progress)
                for white in (True, False)
                if request.white in (None, white)
            )
        yield Preparation(opponent, sides, collections)


def my_moves(found: tuple[BookMove, ...]) -> list[chess.Move]:
    """The user's repertoire in a position: the playable moves of the books and of the user's own, likeliest first."""
    mine = [
        move
        for move in found
        if move.probability > 0 or (move.flag.playable and {Layer.USER, Layer.BOOK} & set(move.layers))
    ]
    return [move.move for move in sorted(mine, key=lambda move: -move.probability)]


def keep(library: Library, found: Preparation, day: date) -> Path:
    """Saves the moves to aim for as an active book of the user's, with a repertoire for each side. Returns its file.
    :raises BookError: there are no such moves, or the file cannot be written."""
    if not any(side.plan.steps for side in found.sides):
        raise BookError(
            "Your books have no move where “%1” has games; there is nothing to steer for.", found.opponent.asked
        )
    title = f"{found.opponent.asked} {day:%Y.%m.%d}"
    path = free_book_path(_folder(library), title)
    with new_book(path, title) as book:
        book.put_rows(steering_rows(side.plan for side in found.sides))
        book.put_meta(PREPARED, day.isoformat())
        sides = [side.white for side in found.sides if side.plan.steps]
        book.put_meta(SIDE, SIDES[sides[0]] if len(sides) == 1 else "")
    library.list_book(path)
    shelf.add_repertoires(library, path, title, sides)
    return path


def prepared(library: Library) -> list[tuple[Path, str, date]]:
    """The user's books made by preparation: file, title, day. Unreadable ones are left out."""
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
    """Removes a book made by preparation from the user's books, with its repertoires, and deletes its file.
    :raises BookError: it was not made by preparation, or cannot be deleted."""
    path = path.absolute()
    if path not in [found for found, _, _ in prepared(library)]:
        raise BookError("%1 is not a book made by preparing for an opponent. Nothing was removed.", path)
    library.arrange_books([entry for entry in library.listed_books() if entry.path != path])
    shelf.remove_repertoires(library, path)
    library.let_go(path)
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise BookError("%1 is off your books, but could not be deleted (%2).", path, error) from error


def write_sparring_book(found: Preparation, path: Path) -> int:
    """Writes an opponent's moves as a sparring book. Returns the number of moves. :raises BookError: it cannot be written,
    or the games can no longer be read."""
    opponent = found.opponent
    with Explorer.opened(found.collections) as explorer, new_book(path, opponent.asked) as book:
        for white in (True, False):
            moves = OpponentMoves(explorer, opponent.filter(GameSelection(white)))
            book.put_rows(sparring_rows(moves, white, opponent.asked))
        book.put_meta(RATING_META, str(opponent.rating or ""))
        return book.count()


def sparring_path(library: Library, name: str) -> Path:
    """The path of an opponent's openings. A second opponent of that name has the same path.
    :raises BookError: the folder cannot be created."""
    folder = _folder(library) / SPARRING
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise BookError("the folder %1 cannot be created (%2)", folder, error) from error
    return folder / book_file_name(name)


def _side(
    explorer: Explorer,
    opponent: Opponent,
    request: PreparationRequest,
    white: bool,
    moves: Callable[[chess.Board], list[chess.Move]],
    judge: Judge,
    progress: Progress,
) -> SidePreparation:
    choice = GameSelection(not white, request.choice.since, request.choice.until, request.choice.half_points)
    games = opponent.chosen(choice)
    tree = OpponentMoves(explorer, opponent.filter(choice))
    led = plan(tree, white, moves, judge, request.options, progress)
    return SidePreparation(white, results_of(games), by_year(games), tuple(_openings(tree, white)), led)


def _openings(tree: OpponentMoves, mine_first: bool) -> Iterator[tuple[tuple[chess.Move, ...], OpponentResults]]:
    """The opponent's most common first moves; `mine_first`: those after each of mine."""
    board = chess.Board()
    for move, ended in list(tree.moves(board).items())[:MOST_OPENINGS]:
        if not mine_first:
            yield (move,), ended
            continue
        board.push(move)
        for answer, replied in list(tree.moves(board).items())[:MOST_ANSWERS]:
            yield (move, answer), replied
        board.pop()


def _judge(at: Callable[[chess.Board], tuple[BookMove, ...]], analyse: StoredAnalyser | None) -> Judge:
    """The value of a position in the books: its best evaluated move, or else a search's."""

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


JOB = PreparationJob
