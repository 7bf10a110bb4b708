"""Shares the user's data with the user's other computers. The window adds its settings."""

from collections.abc import Callable
from pathlib import Path

from books.choice.user_books import BookList, ListedBook
from books.collection.game_collection import Collection
from books.folder import BOOKS, SUFFIX, USER_BOOK, book_file_name
from books.store.book_file import BookFile
from engine.console.deck import deck_at
from engine.ground.errors import RatsuError
from engine.ground.user_files import COLLECTION_SUFFIX, COLLECTIONS, TRAINING
from engine.sharing.book import BookPart
from engine.sharing.collection import CollectionPart
from engine.sharing.exchange import BOOK, GAMES, OWN_BOOK, Exchange
from engine.sharing.training import TrainingPart

MOST_MOVES = 20_000
"""Of a book that is shared, beside the user's own: every move is read in each exchange."""


def share_data(exchange: Exchange, data: Path) -> None:
    """Shares the deck, the user's books and the collections of the data folder. What cannot be used is a problem of the
    exchange; the rest continues."""
    _share(exchange, lambda: exchange.share(TrainingPart(deck_at(data / TRAINING))))
    _share(exchange, lambda: _share_books(exchange, data / BOOKS))
    folder = data / COLLECTIONS
    names = {path.stem for path in folder.glob(f"*{COLLECTION_SUFFIX}")}
    new = exchange.missing(GAMES, [f"{GAMES}{name}" for name in names])
    for name in sorted({*names, *(part.removeprefix(GAMES) for part in new)}):
        path = folder / f"{name}{COLLECTION_SUFFIX}"
        if path.name == Path(path.name).name and path.parent == folder:  # a name from outside must not be a path
            _share(exchange, lambda name=name, path=path: _share_games(exchange, name, path))  # type: ignore[misc]


def _share(exchange: Exchange, share: Callable[[], None]) -> None:
    try:
        share()
    except RatsuError as error:
        exchange.problems.append(error.text)


def _share_books(exchange: Exchange, folder: Path) -> None:
    """The user's own book, and those in its list that lie beside it. One that is new here is listed, switched off."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with BookFile(folder / USER_BOOK) as own:
        _share(exchange, lambda: exchange.share(BookPart(OWN_BOOK, own)))
        shelf = BookList(own)
        listed = {book.path for book in shelf.entries() if book.path.parent == folder.absolute() and book.path.exists()}
        names = {path.stem for path in listed}
        new = exchange.missing(BOOK, [f"{BOOK}{name}" for name in names])
        for name in sorted({*names, *(part.removeprefix(BOOK) for part in new)}):
            path = folder.absolute() / f"{name}{SUFFIX}"
            if path.name == book_file_name(name):  # from outside: neither a path nor a book of the program
                _share(exchange, lambda name=name, path=path: _share_book(exchange, name, path))  # type: ignore[misc]
                if path not in listed and path.exists():
                    shelf.arrange([*shelf.entries(), ListedBook(path, active=False)])


def _share_book(exchange: Exchange, name: str, path: Path) -> None:
    with BookFile(path) as book:
        if book.count() > MOST_MOVES:
            raise RatsuError("%1 has more than %2 moves and is not shared.", path, MOST_MOVES)
        exchange.share(BookPart(f"{BOOK}{name}", book))


def _share_games(exchange: Exchange, name: str, path: Path) -> None:
    with Collection(path, create=True) as collection:
        exchange.share(CollectionPart(name, collection))
