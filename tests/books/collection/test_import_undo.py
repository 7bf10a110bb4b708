"""The undo of an import takes back what it added and what it completed; the same games can be imported again after it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from books.collection.any_file import import_file
from books.collection.editing import added, binned, deleted, replaced, restored
from books.collection.game_collection import Collection, CollectionError
from books.collection.importing import imports, undo
from books.collection.importing.downloads import DownloadImport
from books.collection.importing.imports import ImportReport, import_pgn
from books.collection.stored_games import StoredChange, spans
from engine.pgn.reader import first_game
from tests.books.collection.chessbase.test_chessbase import random_game
from tests.books.collection.chessbase.written_base import write_base
from tests.books.collection.test_editing import check, exported, text

BARE = "".join(text(f"1. {line}", number=n) for n, line in enumerate(("e4 e5", "d4 d5", "c4 c5")))
NOTED = "".join(text(f"1. {line}", "{good}", number=n) for n, line in enumerate(("e4 e5", "d4 d5", "b3 b6")))
"""The first two games of `BARE` with comments, and a new one."""


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Collection]:
    """A collection of the games `BARE`."""
    with Collection(tmp_path / "my.collection", create=True) as made:
        imported(made, tmp_path / "bare.pgn", BARE)
        yield made


def imported(games: Collection, path: Path, content: str) -> ImportReport:
    path.write_text(content, encoding="utf-8")
    return import_pgn(games, path)


def undo_of(report: ImportReport) -> StoredChange:
    assert report.undo is not None
    return report.undo


def test_undo_takes_back_what_was_added_and_what_was_completed(games: Collection, tmp_path: Path) -> None:
    before = exported(games)
    report = imported(games, tmp_path / "noted.pgn", NOTED)
    assert (report.added, report.completed, tuple(report.numbers)) == (1, 2, (4,))
    after = exported(games)
    redo = restored(undo_of(report))
    assert exported(games) == before and [game.id for game in binned(games)] == [4]
    check(games)
    back = restored(redo)
    assert exported(games) == after and not binned(games)
    check(games)
    restored(back)
    assert exported(games) == before


def test_a_file_whose_import_was_undone_can_be_imported_again(games: Collection, tmp_path: Path) -> None:
    first = imported(games, tmp_path / "noted.pgn", NOTED)
    after = exported(games)
    restored(undo_of(first))
    again = import_pgn(games, tmp_path / "noted.pgn")
    assert (again.added, again.duplicates, again.completed, again.binned) == (1, 2, 2, 0)
    assert exported(games) == after and tuple(again.numbers) == (4,)
    check(games)
    assert import_pgn(games, tmp_path / "noted.pgn").added == 0
    restored(undo_of(again))
    assert len(games) == 3 and [game.id for game in binned(games)] == [4]


def test_a_copy_in_another_file_brings_a_game_of_an_undone_import_back(games: Collection, tmp_path: Path) -> None:
    restored(undo_of(imported(games, tmp_path / "one.pgn", text("1. b3 b6", number=7))))
    report = imported(games, tmp_path / "other.pgn", text("1. b3 b6", "{good}", number=7))
    assert (report.added, report.completed, report.binned) == (1, 1, 0)
    assert "{good}" in "".join(exported(games).values())
    restored(undo_of(report))
    assert len(games) == 3
    check(games)


def test_a_game_that_the_user_has_deleted_stays_in_the_bin(games: Collection, tmp_path: Path) -> None:
    deleted(games, [1])
    report = imported(games, tmp_path / "noted.pgn", NOTED)
    restored(undo_of(report))
    again = import_pgn(games, tmp_path / "noted.pgn")
    assert (again.added, again.binned) == (1, 1) and [game.id for game in binned(games)] == [1]


def test_games_of_one_file_that_complete_each_other_are_taken_back(games: Collection, tmp_path: Path) -> None:
    before = exported(games)
    both = text("1. b3 b6", number=7) + text("1. b3 b6", "{good}", number=7)
    report = imported(games, tmp_path / "both.pgn", both)
    assert (report.added, report.duplicates) == (1, 1)
    restored(restored(restored(undo_of(report))))
    assert exported(games) == before
    check(games)


def test_an_import_of_several_batches_is_undone_as_one(
    games: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "BATCH_GAMES", 2)
    monkeypatch.setattr(imports, "PIECE_BYTES", 300)
    before = exported(games)
    many = NOTED + "".join(text("1. g3 g6", number=n) for n in range(10, 20)) + NOTED.replace("{good}", "")
    report = imported(games, tmp_path / "many.pgn", many)
    assert isinstance(undo_of(report).moved, range) and report.added == 11
    restored(undo_of(report))
    assert exported(games) == before
    check(games)


def test_a_stopped_import_that_was_undone_resumes_where_it_began(
    games: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.pgn"
    path.write_text("".join(text("1. g3 g6", number=n) for n in range(9, 30)), encoding="utf-8")
    monkeypatch.setattr(imports, "BATCH_GAMES", 2)
    monkeypatch.setattr(imports, "PIECE_BYTES", 300)
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 600)
    import_pgn(games, path, lambda done, total: done < total / 2)
    half = exported(games)
    rest = import_pgn(games, path)
    restored(undo_of(rest))
    assert exported(games) == half
    assert import_pgn(games, path).done and len(games) == 24


def test_a_completed_game_that_was_changed_since_is_left_alone(games: Collection, tmp_path: Path) -> None:
    report = imported(games, tmp_path / "noted.pgn", NOTED)
    replaced(games, 1, first_game(text("1. e4 e6")))
    before = exported(games)
    with pytest.raises(CollectionError, match="changed since"):
        restored(undo_of(report))
    assert exported(games) == before and import_pgn(games, tmp_path / "noted.pgn").added == 0


def test_an_import_that_completes_too_much_has_no_undo(
    games: Collection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(undo, "MOST_BYTES", 700)
    report = imported(games, tmp_path / "noted.pgn", NOTED)
    assert report.undo is None and (report.added, report.completed) == (1, 2)


def test_what_changes_nothing_has_no_undo(games: Collection, tmp_path: Path) -> None:
    assert imported(games, tmp_path / "copy.pgn", BARE).undo is None
    assert import_pgn(games, tmp_path / "bare.pgn").undo is None


def test_an_import_of_chessbase_is_undone_and_made_again(games: Collection, tmp_path: Path) -> None:
    base = write_base(tmp_path, [(random_game(seed, 60), []) for seed in range(5)])
    before = exported(games)
    restored(undo_of(import_file(games, base)))
    assert exported(games) == before
    assert import_file(games, base).added == 5 and not binned(games)


GAMES = ("abcdefgh", "ijklmnop")


def downloaded(games: Collection, *sites: str, word: str = "") -> ImportReport:
    source = DownloadImport(games, "https://lichess.org/@/a")
    for site in sites:
        source.add(text("1. b4 b5", word, 8).replace("Oulu", f"https://lichess.org/{site}").encode())
    return source.save(len(sites), stamp=5)


def test_a_download_is_undone_and_made_again(games: Collection) -> None:
    before = exported(games)
    report = downloaded(games, *GAMES)  # the same moves: only the addresses differ
    assert report.added == 2
    after = exported(games)
    restored(undo_of(report))
    assert exported(games) == before
    assert downloaded(games, *GAMES).added == 2 and exported(games) == after
    more = downloaded(games, GAMES[0], word="{a long remark}")
    assert "a long remark" in "".join(exported(games).values())
    restored(undo_of(more))
    assert exported(games) == after
    check(games)


def test_games_added_by_hand_are_no_import(games: Collection) -> None:
    added(games, [first_game(text("1. b3 b6"))])
    assert len(games) == 4


@pytest.mark.parametrize(
    ("numbers", "found"), [((), []), ((1,), [(1, 1)]), ((1, 2, 4), [(1, 2), (4, 4)]), (range(3, 9), [(3, 8)])]
)
def test_numbers_in_rows(numbers: range, found: list[tuple[int, int]]) -> None:
    assert list(spans(numbers)) == found
