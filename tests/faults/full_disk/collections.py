"""Collections of games."""

import sqlite3
from contextlib import closing
from pathlib import Path

from books.collection import schema
from books.collection.accuracies import accuracies, store_accuracies
from books.collection.any_file import import_file
from books.collection.editing import added, binned, deleted, emptied, replaced
from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.downloads import DownloadImport
from books.collection.labels import label_counts, labelled, renamed
from books.collection.query import Query
from books.collection.retagging import retagged
from books.collection.search import search
from engine.pgn.edit import HeaderEdit
from engine.pgn.reader import first_game
from tests.books.collection.chessbase.test_archive import archive
from tests.books.collection.test_older_index import version_3
from tests.faults.full_disk.writing import NOISE, Writers, game

MANY = 1_000  # games with an accuracy
ARCHIVED = 300
OLD_GAMES = 12
NAMES = {1: "Ann", 2: "Bob"}
LABELS = {1: "Openings", 2: "Openings/" + "Sicilian" * 20}


def _games(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        arrivals = DownloadImport(games, "https://site/ann")
        arrivals.add(game(number).encode())
        arrivals.save(number)


def _games_there(path: Path) -> int:
    with Collection(path) as games:
        return len(games)


def _accuracies(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            arrivals = DownloadImport(games, "https://site/ann")
            for game in range(MANY):
                arrivals.add(f'[White "A{game}"]\n[Black "B"]\n\n1. e4 *\n'.encode())
            arrivals.save(1)
        store_accuracies(games, dict.fromkeys(range(1, MANY + 1), (10.0 * number, None)))


def _accuracies_there(path: Path) -> int:
    with Collection(path) as games:
        (found,) = {white for white, _ in accuracies(games).values()}
    return round((found or 0) / 10)


def _archive(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            DownloadImport(games, "https://site/ann").save(1)
            archive(path.parent, ARCHIVED)
        else:
            import_file(games, path.parent / "small.cbv")


def _archive_there(path: Path) -> int:
    with Collection(path) as games:
        return 2 if len(games) == ARCHIVED else 1


def _upgrade(path: Path, number: int) -> None:
    if number == 1:
        version_3(path.parent).rename(path)
    else:
        Collection(path).close()


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        (found,) = db.execute("PRAGMA user_version").fetchone()
        (games,) = db.execute("SELECT count(*) FROM games").fetchone()
    assert games == OLD_GAMES and found in (3, schema.VERSION)
    return 2 if found == schema.VERSION else 1


def _tags(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            arrivals = DownloadImport(games, "https://site/ann")
            arrivals.add(game(1, NOISE).encode())
            arrivals.save(1)
        retagged(games, list(search(games, Query())), HeaderEdit(("Annotator",), NAMES[number]), lambda: True)


def _tags_there(path: Path) -> int:
    with Collection(path) as games:
        (found,) = search(games, Query())
        return next(number for number, name in NAMES.items() if f'[Annotator "{name}"]' in text_of(games, found))


def _edits(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            added(games, [first_game(game(1, NOISE))])
        else:
            replaced(games, 1, first_game(game(2, NOISE[::-1])))


def _edits_there(path: Path) -> int:
    with Collection(path) as games:
        (found,) = search(games, Query())
        assert len(games) == 1
        return 2 if NOISE[::-1] in text_of(games, found) else 1


def _bin(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            added(games, [first_game(game(number)) for number in range(MANY)])
        else:
            deleted(games, range(1, MANY + 1))


def _bin_there(path: Path) -> int:
    with Collection(path) as games:
        assert len(games) + len(binned(games)) == MANY and len(games) in (0, MANY)
        return 1 if len(games) else 2


def _emptied(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            added(games, [first_game(game(number)) for number in range(MANY)])
            deleted(games, range(1, MANY + 1))
        else:
            emptied(games)


def _emptied_there(path: Path) -> int:
    with Collection(path) as games:
        assert len(games) == 0 and len(binned(games)) in (0, MANY)
        return 1 if binned(games) else 2


def _labels(path: Path, number: int) -> None:
    with Collection(path, create=not path.exists()) as games:
        if number == 1:
            added(games, [first_game(game(number)) for number in range(MANY)])
            labelled(games, range(1, MANY + 1), LABELS[1])
        else:
            renamed(games, LABELS[1], LABELS[2])


def _labels_there(path: Path) -> int:
    with Collection(path) as games:
        ((label, count),) = label_counts(games).items()
    assert count == MANY
    return 2 if label == LABELS[2] else 1


WRITERS: Writers = {
    "games.ratsugames": (_games, _games_there),
    "accuracies.ratsugames": (_accuracies, _accuracies_there),
    "archived.ratsugames": (_archive, _archive_there),
    "upgraded.ratsugames": (_upgrade, _version),
    "tags.ratsugames": (_tags, _tags_there),
    "edits.ratsugames": (_edits, _edits_there),
    "bin.ratsugames": (_bin, _bin_there),
    "labels.ratsugames": (_labels, _labels_there),
    "emptied.ratsugames": (_emptied, _emptied_there),
}
