"""Games of a collection are replaced, deleted, put back and added: everything that counts games agrees after each change."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from books.collection import indexing
from books.collection.accuracies import accuracies, store_accuracies
from books.collection.editing import (
    added,
    binned,
    copied,
    deleted,
    emptied,
    put_back,
    replaced,
    restored,
)
from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.downloads import DownloadImport
from books.collection.importing.imports import import_pgn
from books.collection.positions import games_with_positions
from books.collection.query import Query
from books.collection.search import search
from books.collection.stored_games import StoredChange
from books.explorer.counted import GameRef
from books.explorer.explorer import explore
from engine.pgn.reader import first_game
from engine.rules.board import CoreBoard
from tests.books.collection.packed_traits import check_traits
from tests.books.collection.test_older_index import played, version_4
from tests.books.collection_mutants import damage
from tests.helpers.shared import REPOSITORY

START = CoreBoard.start().key
LINES = ("e4 e5 Nf3 Nc6", "e4 e5 Nf3 Nc6 Bb5", "e4 c5", "d4 d5 c4", "d4 d5 c4 e6", "Nf3 d5 c4", "")
WORDS = ("", "{good}", "{bad}")


def text(line: str, word: str = "", number: int = 0, result: str = "1-0") -> str:
    values = {"Event": "Cup", "Site": "Oulu", "Round": number, "White": f"A{number}", "Black": "B"}
    values |= {"Date": f"20{number % 100:02}.01.01", "Result": result}
    tags = "".join(f'[{name} "{value}"]\n' for name, value in values.items())
    return f"{tags}\n{word} {line} {result}\n"


def made(folder: Path, *texts: str, name: str = "my") -> Path:
    """A collection of these games."""
    path, source = folder / f"{name}.collection", folder / f"{name}.pgn"
    source.write_text("\n".join(texts), encoding="utf-8")
    with Collection(path, create=True) as games:
        import_pgn(games, source)
    return path


def exported(games: Collection) -> dict[int, str]:
    return {game.id: text_of(games, game) for game in search(games, Query(), -1)}


def counts(games: Collection) -> dict[int, tuple[object, ...]]:
    """What the explorer says of each move."""
    return {
        row.move: (row.games, row.white_wins, row.draws, row.black_wins, row.last_year)
        for row in explore(games, CoreBoard.start())
    }


def check(games: Collection) -> None:
    """Every part of the collection says the same as the games themselves."""
    texts = exported(games)
    assert len(games) == len(texts) == games.db.execute("SELECT count(*) FROM games").fetchone()[0]
    assert len(games.traits()) == 16 * (games.last + 1) and max(texts, default=0) <= games.last
    found = games_with_positions(games, list(played(games)))
    assert {key: list(zip(*reached, strict=True)) for key, reached in found.items()} == played(games)
    numbers = search(games, Query(positions=(START,)), -1)
    assert sum(row.games for row in explore(games, CoreBoard.start())) == len(numbers) == len(texts)
    assert accuracies(games).keys() <= texts.keys()
    assert not texts.keys() & {game.id for game in binned(games)}
    check_traits(games)
    assert damage(games) == []


def test_a_hundred_edits_of_a_game_leave_one_game_and_the_counts_of_the_explorer(tmp_path: Path) -> None:
    path = made(tmp_path, *(text(f"1. e4 e5 {n}. Nf3 Nc6", number=n) for n in range(2, 42)))
    with Collection(path) as games:
        before = counts(games)
        for number in range(100):
            replaced(games, 7, first_game(text("1. e4 e5 2. Nf3 Nc6", f"{{note {number}}}", 8)))
        assert counts(games) == before and len(games) == 40
        assert "note 99" in text_of(games, games.games([7])[0])
        for number in range(100):
            replaced(games, 7, first_game(text(("1. d4 d5", "1. c4", "1. e4 e5 2. Nf3 Nc6")[number % 3], "", 8)))
        assert sum(row[0] for row in counts(games).values()) == len(games) == 40  # type: ignore[misc]
        replaced(games, 7, first_game(text("1. e4 e5 2. Nf3 Nc6", "", 8)))
        assert counts(games) == before
        assert len(games.db.execute("SELECT * FROM runs").fetchall()) == 2
        check(games)


@settings(max_examples=12, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 3))
def test_after_any_changes_the_collection_is_that_of_its_games_imported_afresh(
    tmp_path_factory: pytest.TempPathFactory, chance: random.Random, fan: int
) -> None:
    folder = tmp_path_factory.mktemp("edits")
    path = made(folder, *(text(f"1. {chance.choice(LINES[:-1])}", number=n) for n in range(30)))
    undo: list[StoredChange] = []
    states: list[dict[int, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(indexing, "FAN", fan + 1)
        patch.setattr(indexing, "SMALL", fan)
        for _ in range(10):
            with Collection(path) as games:
                _change(games, chance, folder, undo, states)
                check(games)
        while undo:
            with Collection(path) as games:
                before = states.pop()
                again = restored(undo.pop())
                assert exported(games) == before
                check(games)
                redone = restored(restored(again))
                assert exported(games) == before or redone
    with Collection(path) as games, Collection(folder / "fresh", create=True) as fresh:
        added(fresh, [first_game(found) for found in exported(games).values()])
        assert list(exported(fresh).values()) == list(exported(games).values())
        assert counts(fresh) == counts(games)


def _change(
    games: Collection, chance: random.Random, folder: Path, undo: list[StoredChange], states: list[dict[int, str]]
) -> None:
    """One random change. What cannot be undone empties the undo."""
    there, kind = exported(games), chance.randrange(7)
    some = chance.sample(sorted(there), min(len(there), chance.randint(1, 4)))
    if kind < 3 and there:
        game = text(f"1. {chance.choice(LINES)}".strip(" 1."), chance.choice(WORDS), chance.randrange(50))
        undo.append(replaced(games, some[0], first_game(game)))
    elif kind == 3:
        undo.append(deleted(games, some))
    elif kind == 4:
        undo.append(put_back(games, [game.id for game in binned(games)][: len(some)]))
    elif kind == 5:
        undo.clear()
        states.clear()
        emptied(games, [game.id for game in binned(games)][:2])
        added(games, [first_game(text("1. e4 e5", number=chance.randrange(50)))])
        return
    else:
        undo.clear()
        states.clear()
        (folder / "more.pgn").write_text(text("1. c4 e5", number=50 + chance.randrange(50)), encoding="utf-8")
        import_pgn(games, folder / "more.pgn")
        return
    states.append(there)


def test_the_position_index_follows_where_a_position_has_a_list_of_many_games(tmp_path: Path) -> None:
    """The first game of such a list is its witness, and the others are not replayed."""
    path = version_4(tmp_path)
    with Collection(path) as games:
        replaced(games, 1, first_game(text("1. d4 d5")))
        deleted(games, [2, 3, 20])
        assert {row.games for row in explore(games, CoreBoard.start())} == {20, 1}
        check(games)
        deleted(games, range(1, 25))
        assert explore(games, CoreBoard.start()) == [] and len(games) == 0
        put_back(games, range(4, 20))
        assert [row.games for row in explore(games, CoreBoard.start())] == [16]
        check(games)


def test_an_edit_changes_tags_statistics_text_and_accuracy_with_the_moves(tmp_path: Path) -> None:
    path = made(tmp_path, text("1. e4 e5"), text("1. d4 d5", number=3))
    with Collection(path) as games:
        store_accuracies(games, {1: (80.0, 70.0), 2: (60.0, 50.0)})
        new = '[White "Tal"]\n[Black "B"]\n[Annotator "Me"]\n[Date "1960.02.03"]\n[Result "0-1"]\n\n1. c4 (1. b3) e5 0-1\n'
        change = replaced(games, 1, first_game(new))
        (found,) = search(games, Query(player="tal"))
        assert (found.id, found.date, found.result, found.annotated) == (1, "1960.02.03", "0-1", True)
        assert search(games, Query(headers="annotator:me")) == [found]
        (c4,) = [row for row in explore(games, CoreBoard.start()) if GameRef(0, 1) in row.top_games]
        assert (c4.games, c4.black_wins, c4.last_year) == (1, 1, 1960)
        assert accuracies(games).keys() == {2}, "the accuracies were those of other moves"
        deleted(games, [2])
        assert accuracies(games) == {}
        restored(change)
        assert accuracies(games) == {1: (80.0, 70.0)} and exported(games)[1] == text_of(games, games.games([1])[0])


def test_undo_is_refused_after_another_change_and_then_changes_nothing(tmp_path: Path) -> None:
    path = made(tmp_path, text("1. e4 e5"), text("1. d4 d5", number=3))
    with Collection(path) as games:
        first = replaced(games, 1, first_game(text("1. e4 c5")))
        gone = deleted(games, [2])
        replaced(games, 1, first_game(text("1. e4 e6")))
        emptied(games)
        before = exported(games)
        for change in (first, gone):
            with pytest.raises(CollectionError, match="have changed since"):
                restored(change)
        assert exported(games) == before
        with pytest.raises(CollectionError, match="no longer exists"):
            replaced(games, 2, first_game("1. e4 *"))


def test_a_file_that_comes_again_neither_doubles_an_edited_game_nor_brings_a_deleted_one_back(tmp_path: Path) -> None:
    moves = ("1. e4 e5 2. Nf3", "1. d4 d5 2. c4", "1. c4 c5 2. g3")
    path = made(tmp_path, *(text(line, number=n) for n, line in enumerate(moves)))
    with Collection(path) as games:
        replaced(games, 1, first_game(text("1. e4 e5 2. Nf3 Nc6 3. Bb5", "{mine}", 0)))
        deleted(games, [2])
        before = exported(games)
        (tmp_path / "export.pgn").write_text("\n".join(before.values()), encoding="utf-8")
        (tmp_path / "copy.pgn").write_bytes((tmp_path / "my.pgn").read_bytes())
        report = import_pgn(games, tmp_path / "copy.pgn")
        assert (report.added, report.duplicates, report.binned) == (0, 3, 1)
        report = import_pgn(games, tmp_path / "export.pgn")
        assert (report.added, report.duplicates, report.binned) == (0, 2, 0)
        assert exported(games) == before
        assert emptied(games) == 1 and games.last == 3
        report = import_pgn(games, tmp_path / "copy.pgn")
        assert report.added == 0, "the file was read completely and has not changed"
        os.utime(tmp_path / "copy.pgn", ns=(1, 1))
        report = import_pgn(games, tmp_path / "copy.pgn")
        assert (report.added, report.binned) == (1, 0) and sorted(exported(games)) == [1, 3, 4]
        check(games)


def test_a_download_does_not_overwrite_an_edited_game(tmp_path: Path) -> None:
    game = '[Event "Rated"]\n[Site "https://lichess.org/abc"]\n[White "A"]\n[Black "B"]\n\n1. e4 {%s} e5 2. Nf3 *\n'
    with Collection(tmp_path / "my.collection", create=True) as games:
        arrivals = DownloadImport(games, "https://lichess.org/a")
        arrivals.add((game % "short").encode())
        arrivals.save(1)
        replaced(games, 1, first_game(game % "my own words"))
        arrivals.add((game % ("a longer text of the server" * 9)).encode())
        arrivals.save(2)
        assert len(games) == 1 and "my own words" in exported(games)[1]


def test_games_are_added_although_they_are_there_and_copied_between_collections(tmp_path: Path) -> None:
    one = made(tmp_path, text("1. e4 e5", "{good}"), text("1. d4 d5", number=3), name="one")
    two = made(tmp_path, text("1. e4 e5"), name="two")
    with Collection(one) as source, Collection(two) as target:
        assert copied(source, [2, 1], target) == [2, 3]
        assert list(exported(target).values())[1:] == [exported(source)[2], exported(source)[1]]
        assert added(source, [first_game(exported(source)[1])] * 3) == [3, 4, 5]
        deleted(source, [1, 2])
        assert copied(source, [3], source) == [6]
        put_back(source, [1])
        assert len(source) == 5
        check(source)
        check(target)


def test_games_that_were_put_back_after_the_index_was_rebuilt_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path, *(text(f"1. {line}", number=n) for n, line in enumerate(LINES[:-1])))
    with Collection(path) as games:
        deleted(games, [1, 2, 3])
        emptied(games, [1])  # more than a quarter is gone: the run is rebuilt
        assert len(games) == 3
        put_back(games, [2])
        check(games)
        assert sorted(exported(games)) == [2, 4, 5, 6] and games.last == 6


def test_look_ups_see_one_state_of_the_file_while_another_program_joins_runs(tmp_path: Path) -> None:
    path = made(tmp_path, *(text(f"1. {line}", number=n) for n, line in enumerate(LINES[:-1])))
    with Collection(path) as games, Collection(path) as other:
        with games.snapshot():
            before = counts(games)
            for number in range(20):
                added(other, [first_game(text("1. b3", number=number))])
            assert counts(games) == before
        assert sum(row[0] for row in counts(games).values()) == 26  # type: ignore[misc]
        check(games)


def test_many_small_imports_leave_few_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "SMALL", 8)
    path = made(tmp_path, text("1. e4 e5"))
    with Collection(path) as games:
        for number in range(150):
            added(games, [first_game(text(f"1. {LINES[number % 6]}", number=number))])
        (runs,) = games.db.execute("SELECT count(*) FROM runs").fetchone()
        assert runs <= 2 * indexing.FAN
        check(games)


KILLED = """
import random, sys
from books.collection.editing import *
from books.collection.game_collection import Collection
from engine.pgn.reader import first_game
chance = random.Random(int(sys.argv[2]))
with Collection(sys.argv[1]) as games:
    put_back(games, [game.id for game in binned(games)])
    print("ready", flush=True)
    for _ in range(10_000):
        there = [row[0] for row in games.db.execute("SELECT id FROM games")]
        number = chance.choice(there)
        kind = chance.randrange(5)
        if kind < 2:
            replaced(games, number, first_game("1. e4 {%d} %s *" % (chance.random() * 1e9, chance.choice(("e5", "c5")))))
        elif kind == 2:
            restored(deleted(games, there[: 20]))
        elif kind == 3:
            deleted(games, [number])
            added(games, [first_game("1. d4 d5 *")])
        else:
            emptied(games)
"""


@pytest.mark.parametrize("kills", [4, pytest.param(40, marks=pytest.mark.long)])
def test_changes_that_are_killed_again_and_again_leave_a_whole_collection(tmp_path: Path, kills: int) -> None:
    path = made(tmp_path, *(text(f"1. {LINES[n % 6]}", number=n) for n in range(60)))
    chance = random.Random(kills)
    for number in range(kills):
        command = [sys.executable, "-c", KILLED, str(path), str(number)]
        with subprocess.Popen(command, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None and child.stdout.readline() == "ready\n"
            time.sleep(chance.uniform(0, 0.3))
            os.kill(child.pid, signal.SIGKILL)
        assert child.returncode == -signal.SIGKILL  # it was still at work
        with Collection(path) as games:
            check(games)


Work = Callable[[Collection], object]
CHANGES: dict[str, Work] = {
    "replaced": lambda games: replaced(games, 1, first_game(text("1. b3 b6"))),
    "deleted": lambda games: deleted(games, [1, 2]),
    "put back": lambda games: put_back(games, [3]),
    "emptied": emptied,
    "added": lambda games: added(games, [first_game(text("1. b3 b6"))]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_that_fails_on_the_way_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    path = made(tmp_path, *(text(f"1. {line}", number=n) for n, line in enumerate(LINES[:-1])))
    with Collection(path) as games:
        deleted(games, [3])
        before = exported(games)

        def broken(*_: object) -> None:
            games.db.execute("SELECT * FROM nowhere")

        for name in ("stored_games.index_games", "stored_games.drop_games", "editing.tidy_runs"):
            monkeypatch.setattr(f"books.collection.{name}", broken)
        monkeypatch.setattr("books.collection.importing.imports.join_runs", broken)
        with pytest.raises(CollectionError, match="no such table"):
            CHANGES[change](games)
        monkeypatch.undo()
        assert exported(games) == before and [game.id for game in binned(games)] == [3]
        check(games)
