"""The user's books as things: a new one, a copy, another name or side, one merged into another, and a study as a
repertoire."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from books.building import imports
from books.choice.library import Library
from books.choice.user_books import ListedBook
from books.entry import SIDE, SIDES
from books.errors import BookError
from books.folder import SUFFIX, book_file_name, free_book_path
from books.formats import any_format
from books.formats.study import Study, study_of
from books.progress import Progress, silent
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import Repertoire
from books.store.book_file import BookFile
from books.store.connecting import Access


class AdoptedStudy(NamedTuple):
    """A study that is now one of the user's books: its file, what was imported, and the repertoires for it."""

    path: Path
    imported: imports.ImportResult
    repertoires: tuple[Repertoire, ...]


def new_book(library: Library, title: str, white: bool | None = None) -> Path:
    """Makes an empty book, which is active and takes the user's edits from now on. `white`: only for White (True) or
    Black. Returns its path.
    :raises BookError: it cannot be written."""
    path = free_book_path(folder_of(library), _checked(title))
    with imports.new_book(path, title.strip()):
        pass
    describe(path, title, white)
    library.list_book(path)
    library.edit_in(path)
    return path


def rename(library: Library, path: Path, title: str, white: bool | None) -> None:
    """Changes the title and the side of one of the user's books (`white`: None: both sides).
    :raises BookError: it cannot be written."""
    describe(path, title, white)
    library.replaced(path)


def describe(path: Path, title: str, white: bool | None) -> None:
    """Writes the title and the side of a book. :raises BookError: it cannot be written."""
    with BookFile(path, Access.WRITE) as book:
        book.put_meta("title", _checked(title))
        book.put_meta(SIDE, SIDES[white] if white is not None else "")


def copy(library: Library, path: Path, title: str, progress: Progress = silent) -> Path:
    """Copies a book into a new one, which is active: moves, values, comments and chapters, without the journal. Returns
    its path.
    :raises BookError: it cannot be written."""
    target = free_book_path(folder_of(library), _checked(title))
    imports.import_file(path, target, progress)
    with BookFile(path, Access.READ) as book:
        side = book.meta(SIDE)
    describe(target, title, None if not side else side == SIDES[True])
    library.list_book(target)
    return target


def merge(library: Library, path: Path, into: Path, progress: Progress = silent) -> int:
    """Merges a book into another as one edit, which can be undone; the first one stays. Returns the number of changes.
    :raises BookError: it cannot be written, or both are the same book."""
    if path.absolute() == into.absolute():
        raise BookError("%1 cannot be merged into itself. Choose another book.", path)
    rows, positions = any_format.read_rows(path, progress), any_format.read_positions(path, progress)
    chapters = any_format.read_chapters(path, progress).texts
    with BookFile(path, Access.READ) as book:
        title = book.meta("title") or path.stem
    with BookFile(into, Access.WRITE) as target:
        done = imports.merge(rows, target, f"{title} merged in", progress, positions, title, chapters)
    library.replaced(into)
    return done


def adopt(
    library: Library, file: Path, progress: Progress = silent, sides: Mapping[bool, str] | None = None
) -> AdoptedStudy:
    """Makes a study or a file of lines a repertoire: a book with its chapters, which is active, and a repertoire for each
    side from which chapters are seen. If no chapter says a side, it is the one with fewer alternatives. A book that was
    made of the same study before is replaced. `sides`: the words added to the names if there are two.

    :raises BookError: the file cannot be read, or the earlier book has edits made by hand.
    :raises CancelledError: the user stopped it; nothing changed."""
    chapters = any_format.read_chapters(file, progress).texts
    study = study_of(chapters)
    name = study.name or file.stem
    target = folder_of(library) / book_file_name(name)
    library.let_go(target.absolute())
    done = imports.import_file(file, target, progress)
    wanted = study.sides or [_side_with_fewer_alternatives(study)]
    describe(target, name, wanted[0] if len(wanted) == 1 else None)
    listed = library.listed_books()
    library.replaced(target.absolute())
    if any(entry.path == target.absolute() for entry in listed):  # its place in the order stays
        library.arrange_books(
            [ListedBook(entry.path, entry.active or entry.path == target.absolute()) for entry in listed]
        )
    else:
        library.list_book(target)
    return AdoptedStudy(target, done, add_repertoires(library, target, name, wanted, sides))


def add_repertoires(
    library: Library, path: Path, name: str, whites: Sequence[bool], sides: Mapping[bool, str] | None = None
) -> tuple[Repertoire, ...]:
    """Adds a repertoire of one book for each of these sides (True: White), unless there is one, and returns them. `sides`
    as in `adopt`. :raises BookError: they cannot be written."""
    words = sides or {True: "White", False: "Black"}
    store = RepertoireStore(library)
    books, known = (str(path.absolute()),), store.all()
    made = []
    for white in whites:
        called = f"{name}: {words[white]}" if len(whites) > 1 else name
        there = next((row for row in known if row.books == books and row.white is white), None)
        made.append(there or store.save(Repertoire(0, called, white, books=books)))
    return tuple(made)


def remove_repertoires(library: Library, path: Path) -> None:
    """Removes the repertoires of one book alone; what was learned stays. :raises BookError: they cannot be written."""
    store = RepertoireStore(library)
    for row in store.all():
        if row.books == (str(path.absolute()),):
            store.remove(row.id)


def folder_of(library: Library) -> Path:
    """Returns the folder of the user's books. :raises ReadOnlyBookError: the user's own book cannot be changed."""
    return library.own_flags().path.parent


def book_named(library: Library, name: str) -> Path:
    """Returns the path of one of the user's other books by its path, its file's name, or its title.
    :raises BookError: none has this name, or several have."""
    given = Path(name)
    titles = library.titles()
    listed = [entry.path for entry in library.listed_books()]
    if given.suffix.lower() == SUFFIX and given.exists():
        return given.absolute()
    found = [path for path in listed if name in (str(path), path.name, path.stem)]
    found = found or [path for path in listed if titles.get(str(path), "").casefold() == name.casefold()]
    if len(found) == 1:
        return found[0]
    if found:
        raise BookError("Several of your books are called %1. Name the file.", name)
    raise BookError("None of your books is called %1. `ratsu book stats` lists them.", name)


def _side_with_fewer_alternatives(study: Study) -> bool:
    more = {True: 0, False: 0}
    for chapter in study.chapters:
        game, white_first = chapter.game, " w " in chapter.fen
        for node in game.table:
            more[(node.ply % 2 == 0) is white_first] += max(0, len(node.children) - 1)
    return more[True] <= more[False]


def _checked(title: str) -> str:
    if not title.strip():
        raise BookError("A book needs a name. Give it one.")
    return title.strip()
