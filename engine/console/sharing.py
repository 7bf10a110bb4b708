"""Shares the user's data with the user's other computers. The window adds its settings."""

from collections.abc import Callable
from pathlib import Path

from books.collection.game_collection import Collection
from books.folder import BOOKS, USER_BOOK
from books.store.book_file import BookFile
from engine.console.deck import deck_at
from engine.ground.errors import RatsuError
from engine.ground.text import Text
from engine.ground.user_files import COLLECTION_SUFFIX, COLLECTIONS, TRAINING
from engine.sharing.book import BookPart
from engine.sharing.collection import CollectionPart
from engine.sharing.exchange import GAMES, Exchange, Exchanged
from engine.sharing.training import TrainingPart


def share_data(exchange: Exchange, data: Path) -> None:
    """Shares the deck, the user's own book and the collections of the data folder. What cannot be used is a problem of the
    exchange; the rest continues."""
    _share(exchange, lambda: exchange.share(TrainingPart(deck_at(data / TRAINING))))
    _share(exchange, lambda: _share_book(exchange, data / BOOKS / USER_BOOK))
    folder = data / COLLECTIONS
    names = {path.stem for path in folder.glob(f"*{COLLECTION_SUFFIX}")}
    new = exchange.missing(GAMES, [f"{GAMES}{name}" for name in names])
    for name in sorted({*names, *(part.removeprefix(GAMES) for part in new)}):
        path = folder / f"{name}{COLLECTION_SUFFIX}"
        if path.name == Path(path.name).name and path.parent == folder:  # a name from outside must not be a path
            _share(exchange, lambda name=name, path=path: _share_games(exchange, name, path))  # type: ignore[misc]


def summary(found: Exchanged) -> Text:
    """Says what an exchange did."""
    numbers = sum(found.sent.values()), sum(found.came.values()), len(found.computers)
    return Text("%1 {change|changes} sent, %2 {change|changes} came; %3 other {computer|computers}.", *numbers)


def _share(exchange: Exchange, share: Callable[[], None]) -> None:
    try:
        share()
    except RatsuError as error:
        exchange.problems.append(error.text)


def _share_book(exchange: Exchange, path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with BookFile(path) as book:
        exchange.share(BookPart("book", book))


def _share_games(exchange: Exchange, name: str, path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with Collection(path, create=True) as collection:
        exchange.share(CollectionPart(name, collection))
