"""Work on the user's books: list, import, building, export."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from desktop.model.book.books_dialog import BookFileRow, BooksReport, BuildRequest
from engine.ground.errors import RatsuError
from engine.ground.text import NOTHING, Text

if TYPE_CHECKING:
    from books.choice.library import Library
    from books.progress import Progress

Open = Callable[[], "Library"]
IMPORTED = (".bin", ".abk", ".ctg", ".pgn")


def rows(open_library: Open) -> tuple[BookFileRow, ...]:
    library = open_library()
    edited = library.edited
    return tuple(
        replace(_row(entry.path, entry.active), edited=entry.path == edited) for entry in library.listed_books()
    )


Listed = tuple[tuple[BookFileRow, ...], tuple[BookFileRow, ...]]
"""The user's other books, and the built-in layers."""


def listed(open_library: Open) -> Listed:
    """Every book that the engine can use."""
    from books.entry import Layer

    library = open_library()
    own = tuple(
        replace(
            _row(entry.path, entry.active),
            layer=entry.layer.value,
            edited=entry.layer is Layer.USER and library.edited is None and bool(library.titles()),
        )
        for entry in library.layers()
    )
    return rows(open_library), own


def switch(open_library: Open, layer: str, active: bool) -> tuple[Listed, BooksReport]:
    """Activates or deactivates a layer. Returns the list, and the changes of the chances in the start position."""
    from books.entry import Layer

    library = open_library()
    return _watched(open_library, lambda: library.switch_layer(Layer(layer), active))


def new(open_library: Open, title: str, white: bool | None) -> BooksReport:
    """Makes an empty book that takes the edits. Returns a report for the user."""
    from books.repertoire import shelf

    path = shelf.new_book(open_library(), title, white)
    return BooksReport(Text("“%1” is one of your books now and takes your edits.", _title_of(path)))


def rename(open_library: Open, path: Path, title: str, white: bool | None) -> BooksReport:
    from books.repertoire import shelf

    shelf.rename(open_library(), path, title, white)
    return BooksReport()


def copy(open_library: Open, path: Path, title: str, progress: Progress) -> BooksReport:
    """Copies a book. Returns a report for the user."""
    from books.repertoire import shelf

    made = shelf.copy(open_library(), path, title, progress)
    return BooksReport(Text("“%1” is one of your books now.", _title_of(made)))


def merge(open_library: Open, path: Path, into: Path, progress: Progress) -> BooksReport:
    """Merges a book into another. Returns a report for the user."""
    from books.repertoire import shelf

    done = shelf.merge(open_library(), path, into, progress)
    return BooksReport(Text("“%1” was merged into “%2”: %3 {change|changes}.", _title_of(path), _title_of(into), done))


def edit_in(open_library: Open, path: Path | None) -> tuple[Listed, BooksReport]:
    """Sends the edits into a book; None: the user's own. Returns the list."""
    open_library().edit_in(path)
    return listed(open_library), BooksReport()


def adopt(
    open_library: Open, source: Path | tuple[str, str], sides: Mapping[bool, str], progress: Progress
) -> BooksReport:
    """Makes a study a repertoire: a PGN file, or the name and the PGN of games without a file. Returns a report for the
    user."""
    from books.folder import book_file_name
    from books.repertoire import shelf

    library = open_library()
    if isinstance(source, Path):
        done = shelf.adopt(library, source, progress, sides)
    else:
        name, pgn = source
        with TemporaryDirectory(prefix=".study-", dir=shelf.folder_of(library)) as folder:
            file = Path(folder) / Path(book_file_name(name)).with_suffix(".pgn")
            file.write_text(pgn, encoding="utf-8")
            done = shelf.adopt(library, file, progress, sides)
    return BooksReport(Text("“%1” is a repertoire now. %2", _title_of(done.path), done.imported.text))


def _title_of(path: Path) -> str:
    from books.store.book_file import BookFile
    from books.store.connecting import Access

    with BookFile(path, Access.READ) as book:
        return book.meta("title") or path.stem


def _watched(open_library: Open, change: Callable[[], None]) -> tuple[Listed, BooksReport]:
    import chess

    from books.building.chance_changes import ChanceComparison

    with ChanceComparison(open_library(), [(chess.Board(), None)]) as watch:
        change()
    return listed(open_library), BooksReport(changes=watch.changes)


def _row(path: Path, active: bool) -> BookFileRow:
    from books.entry import SIDE
    from books.store.book_file import BookFile
    from books.store.connecting import Access

    try:
        with BookFile(path, Access.READ) as book:
            side = book.meta(SIDE) or ""
            return BookFileRow(path, book.meta("title") or path.stem, path.stat().st_size / 1e6, active, side=side)
    except RatsuError as problem:
        return BookFileRow(path, path.stem, 0.0, active, problem.text)


def arrange(open_library: Open, order: Sequence[tuple[Path, bool]]) -> tuple[Listed, BooksReport]:
    """Sets the order and the active books. Returns the same as `switch`."""
    from books.choice.user_books import ListedBook

    library = open_library()
    return _watched(open_library, lambda: library.arrange_books([ListedBook(path, active) for path, active in order]))


def add(open_library: Open, path: Path, progress: Progress) -> BooksReport:
    """Adds a book: one of Ratsu in its place, another program's converted to a new file. Returns a report for the user."""
    from books.building import imports
    from books.folder import SUFFIX, free_book_path

    library = open_library()
    if path.suffix.lower() == SUFFIX:
        return _shelved(library, path, NOTHING, made=False)
    target = free_book_path(_folder(library), path.stem)
    done = imports.import_file(path, target, progress)
    return _shelved(library, target, Text("%1: %2", path.name, done.text), made=True)


def build(open_library: Open, request: BuildRequest, progress: Progress) -> BooksReport:
    """Builds a book from games and adds it. Returns a report for the user."""
    from books.building import imports
    from books.building.build import BuildOptions, MoveCounter, flagged
    from books.folder import free_book_path
    from books.formats.games import read_lines
    from books.openings import shipped_names

    library = open_library()
    options = BuildOptions(
        request.plies, min_games=request.min_games, players=(request.player,) if request.player else ()
    )
    target = free_book_path(_folder(library), request.title or request.games[0].stem)
    with (
        MoveCounter(options, shipped_names()) as counter,
        imports.new_book(target, request.title or target.stem) as book,
    ):
        for path in request.games:
            for game in read_lines(path, request.plies, progress):
                counter.add(game)
        book.put_counted(flagged(counter.counts(), options))
        count, games = book.count(), counter.games
        if not count:
            counter.check_counted()
            raise RatsuError(
                "No move was played %1 {time|times} or more in %2 finished {game|games}; no book was made. Ask for "
                "fewer games a move.",
                request.min_games,
                games,
            )
    told = Text("%1: %2 {move|moves} of %3 {game|games}.", target.stem, count, games)
    return _shelved(library, target, told, made=True)


def _shelved(library: Library, path: Path, text: Text, made: bool) -> BooksReport:
    """Adds a book to the user's, unless a move would be played less often: then it waits for confirmation. `text` is
    extended by the changes in the start position. `made`: the file was made for this.
    """
    import chess

    from books.building.chance_changes import keys_of, preview

    watch = preview(library, lambda books: books.list_book(path), [(chess.Board(), None)], keys=keys_of(path))
    if not watch.falls:
        library.list_book(path)
    text = text or (Text("%1:", path.name) if watch.falls else Text("“%1” is one of your books now.", path.name))
    return BooksReport(text, watch.changes, watch.lowered, path if watch.falls else None, made)


def agree(open_library: Open, path: Path, _progress: Progress) -> BooksReport:
    """Adds a book after the user has seen its effect. Returns a report for the user."""
    open_library().list_book(path)
    return BooksReport(Text("“%1” is one of your books now.", path.name))


def write(open_library: Open, path: Path, only: Path | None, progress: Progress) -> BooksReport:
    """Writes all books merged, or `only` one file, as Polyglot, flagged PGN or Ratsu's format. Returns a report for the
    user.
    """
    from books.store.book_file import BookFile
    from books.store.connecting import Access
    from engine.play.book.book_export import write_book

    if only is None:
        done = write_book(path, open_library(), progress)
    else:
        with BookFile(only, Access.READ) as book:
            done = write_book(path, book, progress, open_library())
    return BooksReport(Text("%1: %2", path.name, done.text))


def _folder(library: Library) -> Path:
    if library.user is None:
        raise RatsuError("Your own book could not be opened, so no other book can be added.")
    return library.user.path.parent
