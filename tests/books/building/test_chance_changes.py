"""Whatever is added, imported or merged: no move is played less often without being told."""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import chess
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from books.building import imports
from books.building.build import BuildOptions, MoveCounter, flagged_rows
from books.building.chance_changes import LEAST, ChanceComparison, EditedMoves, keys_of, positions_of, preview
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.formats.games import GameLine
from books.key import encode, position_key
from books.repertoire.report import missing_moves, report_game
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import ALL_BOOKS, Repertoire
from books.store.book_file import BookFile
from tests.engine.drill.sources.test_every_own_move import own_moves

Line = list[int]
_LINE = st.lists(st.integers(0, 3), min_size=1, max_size=4)
LINES = st.lists(st.tuples(_LINE, st.lists(st.sampled_from(Flag), min_size=4, max_size=4)), min_size=1, max_size=5)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def moves_of(line: Line) -> list[chess.Move]:
    """A line by the numbers of its moves among the first four, by name."""
    board, moves = chess.Board(), []
    for number in line:
        moves.append(sorted(board.legal_moves, key=chess.Move.uci)[number])
        board.push(moves[-1])
    return moves


def rows_of(lines: list[tuple[Line, list[Flag]]]) -> list[MoveRow]:
    rows = {}
    for number, (line, flags) in enumerate(lines):
        for (board, move), flag in zip(positions_of(chess.Board(), moves_of(line)), flags, strict=False):
            assert move is not None
            key, code = position_key(board), encode(board, move)
            rows[key, code] = MoveRow(key, code, flag, 10 * (number + 1), inherits=number % 2)
    return list(rows.values())


@contextmanager
def library_with(lines: list[tuple[Line, list[Flag]]]) -> Iterator[tuple[Library, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        shipped = Path(folder) / "shipped.ratsubook"
        with BookFile(shipped) as book:
            book.put_rows(rows_of(lines))
        library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", shipped)
        yield library, Path(folder)
        library.close()


def everywhere(library: Library) -> dict[int, dict[int, float]]:
    return {key: library.chances_at(key) for key in {row.key for row in library.all_rows()}}


def fallen(library: Library, before: dict[int, dict[int, float]]) -> set[int]:
    """The positions in which a move is played less often than before."""
    return {
        key
        for key, was in before.items()
        if any(library.chances_at(key).get(code, 0.0) <= chance - LEAST for code, chance in was.items())
    }


def shown_first(
    library: Library, change: Callable[[Library], object], asked: EditedMoves, keys: Sequence[int] = ()
) -> ChanceComparison:
    """Makes a change after it was shown. Until then nothing of it is in the books, and what was shown is what comes."""
    before, edits, shelf = everywhere(library), library.history(), library.listed_books()
    watch = preview(library, change, asked, keys=keys)
    assert (everywhere(library), library.history(), library.listed_books()) == (before, edits, shelf)
    with ChanceComparison(library, asked, keys=keys) as made:
        change(library)
    assert (watch.changes, watch.lowered) == (made.changes, made.lowered)
    assert watch.falls or not fallen(library, before)
    return watch


def told(watch: ChanceComparison, asked: list[tuple[chess.Board, chess.Move | None]]) -> int:
    """How many positions the watch says are played otherwise: each of those asked for that it names, and those counted."""
    named = {change.san for change in watch.changes if change.after <= change.before - LEAST}
    numbered = {
        position_key(board)
        for board, _ in asked
        for move in board.legal_moves
        if f"{board.fullmove_number}{'.' if board.turn else '...'}{board.san(move)}" in named
    }
    return len(numbered) + watch.lowered


@FEW
@given(
    LINES, st.lists(st.integers(0, 3), min_size=1, max_size=4), st.none() | st.sampled_from([Flag.STRONG, Flag.NORMAL])
)
def test_an_added_line_lowers_no_chance_that_is_not_shown(
    lines: list[tuple[Line, list[Flag]]], added: Line, flag: Flag | None
) -> None:
    with library_with(lines) as (library, _):
        before, moves = everywhere(library), moves_of(added)
        asked = positions_of(chess.Board(), moves)
        watch = shown_first(library, lambda books: books.add_line(chess.Board(), moves, flag), asked)
        down = fallen(library, before)
        assert down <= {position_key(board) for board, _ in asked}
        assert told(watch, asked) >= len(down)
        if flag is None:  # a move that the book plays is still played
            kept = {position_key(board): encode(board, move) for board, move in asked if move is not None}
            for key, code in kept.items():
                assert library.chances_at(key).get(code, 0.0) >= before.get(key, {}).get(code, 0.0) - LEAST


@FEW
@given(LINES, LINES, st.booleans())
def test_an_imported_book_lowers_no_chance_that_is_not_shown(
    lines: list[tuple[Line, list[Flag]]], other: list[tuple[Line, list[Flag]]], merge: bool
) -> None:
    with library_with(lines) as (library, folder):
        before, rows = everywhere(library), rows_of(other)
        asked: list[tuple[chess.Board, chess.Move | None]] = [(chess.Board(), None)]
        target = folder / "other.ratsubook"
        with BookFile(target) as book:
            book.put_rows(rows)

        def bring(books: Library) -> None:
            if merge:
                imports.merge(rows, books.own(), "import")
            else:
                books.list_book(target)

        watch = shown_first(library, bring, asked, keys_of(target))
        assert told(watch, asked) >= len(fallen(library, before))


GAMES = st.lists(st.tuples(_LINE, st.sampled_from([0, 1, 2])), min_size=1, max_size=8)  # moves, White's half points


@FEW
@given(LINES, GAMES)
def test_a_book_built_from_games_lowers_no_chance_that_is_not_shown_and_its_own_moves_are_right(
    lines: list[tuple[Line, list[Flag]]], games: list[tuple[Line, int]]
) -> None:
    options = BuildOptions(min_games=1)
    with library_with(lines) as (library, folder), MoveCounter(options) as counter:
        for line, half_points in games:
            played = [(position_key(board), encode(board, move)) for board, move in walked(line)]
            counter.add(GameLine([key for key, _ in played], [code for _, code in played], half_points, "A", "B"))
        before, target = everywhere(library), folder / "built.ratsubook"
        with BookFile(target) as book:
            book.put_rows(flagged_rows(counter.counts(), options))
        asked: list[tuple[chess.Board, chess.Move | None]] = [(chess.Board(), None)]
        watch = shown_first(library, lambda books: books.list_book(target), asked, keys_of(target))
        assert told(watch, asked) >= len(fallen(library, before))
        assert accepts_every_own_move(library), "the first move of a game is asked"


@FEW
@given(LINES, _LINE)
def test_a_move_that_a_report_adds_lowers_no_chance_that_is_not_shown_and_is_right(
    lines: list[tuple[Line, list[Flag]]], game: Line
) -> None:
    with library_with(lines) as (library, _):
        before = everywhere(library)
        for departure in missing_moves(report_game(library, moves_of(game), own_white=True))[:1]:
            asked: list[tuple[chess.Board, chess.Move | None]] = [(departure.board, departure.move)]
            add = partial(Library.add_move, board=departure.board, move=departure.move)
            watch = shown_first(library, add, asked)
            down = fallen(library, before)
            assert down <= {position_key(departure.board)} and told(watch, asked) >= len(down)
            accepts_every_own_move(library)
            assert departure.move in own_moves(library, departure.board)


def walked(line: Line) -> list[tuple[chess.Board, chess.Move]]:
    return [(board, move) for board, move in positions_of(chess.Board(), moves_of(line)) if move is not None]


def accepts_every_own_move(library: Library) -> int:
    """Wherever the trainer asks, each move that the user's books have as one to be played is right. Returns how many."""
    count = 0
    for white in (True, False):
        for spot in RepertoireStore(library).spots(Repertoire(0, "", white, books=ALL_BOOKS)).values():
            mine = own_moves(library, spot.board) if spot.own else set()
            assert mine <= {*spot.answers, *spot.accepted}
            count += len(mine)
    return count
