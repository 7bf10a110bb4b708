"""Archives of ChessBase: every kind of block comes back to the byte, damage is a sentence, and games come into a collection."""

import io
import os
import random
import time
from dataclasses import replace
from pathlib import Path

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.collection.any_file import import_file
from books.collection.chessbase.archive import NEEDED, entries, unpack, unpacked_block
from books.collection.chessbase.errors import ChessBaseError
from books.collection.game_collection import Collection
from engine.ground import leftovers
from tests.books.collection.chessbase.written_archive import packed, write_archive
from tests.books.collection.chessbase.written_base import write_base

MOVES = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *"


def archive(folder: Path, count: int = 300) -> Path:
    """An archive of so many games, as ChessBase names the files in it."""
    games: list[tuple[chess.pgn.Game, list[bytes]]] = []
    for number in range(count):
        game = chess.pgn.read_game(io.StringIO(f'[White "Tal {number}"]\n[Black "Keres"]\n\n{MOVES}\n'))
        assert game is not None
        games.append((game, []))
    made = folder / "made"
    made.mkdir()
    base = write_base(made, games)
    files = {f"small{suffix}": base.with_suffix(suffix).read_bytes() for suffix in NEEDED}
    return write_archive(folder / "small.cbv", {**files, "small.html\\picture.jpg": b"not needed", "small.ini": b""})


@given(st.binary(max_size=600), st.integers(0, 3), st.integers(1, 40))
def test_every_kind_of_block_comes_back(part: bytes, kind: int, times: int) -> None:
    content = part * times + bytes(times) + part
    assert unpacked_block(packed(content, kind), len(content)) == content
    if content:
        with pytest.raises(ChessBaseError, match="exceeds its stated size"):
            unpacked_block(packed(content, kind), len(content) - 1)


def test_the_files_that_reading_needs_come_back(tmp_path: Path) -> None:
    path = archive(tmp_path)
    (tmp_path / "out").mkdir()
    base = unpack(path, tmp_path / "out")
    assert base is not None
    assert sorted(found.name for found in (tmp_path / "out").iterdir()) == sorted(f"base{suffix}" for suffix in NEEDED)
    for suffix in NEEDED:
        assert base.with_suffix(suffix).read_bytes() == (tmp_path / "made" / "small").with_suffix(suffix).read_bytes()
    assert [entry.name for entry in entries(path)][-2:] == ["small.html/picture.jpg", "small.ini"]


def test_an_archive_comes_into_a_collection_once_and_can_be_stopped(tmp_path: Path) -> None:
    path = archive(tmp_path)
    with Collection(tmp_path / "c", create=True) as collection:
        unpacking = import_file(collection, path, lambda done, total: False)
        assert (unpacking.added, unpacking.done) == (0, False)
        reading = import_file(collection, path, lambda done, total: done < 0.75 * total)
        assert 0 < reading.added < 300 and not reading.done
        report = import_file(collection, path)
        assert (report.added, report.done, len(collection)) == (300, True, 300)
        again = replace(report, added=0, duplicates=report.games, numbers=(), undo=None)
        assert import_file(collection, path) == again and len(collection) == 300


def test_another_number_of_databases_and_a_password_are_refused_in_words(tmp_path: Path) -> None:
    files = {"a.cbh": b"x", "b.cbh": b"x"}
    with pytest.raises(ChessBaseError, match="holds 2 databases"):
        unpack(write_archive(tmp_path / "a.cbv", files), tmp_path)
    with pytest.raises(ChessBaseError, match="has a password"):
        unpack(tmp_path / "a.cbz", tmp_path)
    with pytest.raises(ChessBaseError, match="cannot be read"):
        unpack(tmp_path / "none.cbv", tmp_path)
    (tmp_path / "text.cbv").write_bytes(b"Hello, this is no archive")
    with pytest.raises(ChessBaseError, match="not a ChessBase archive"):
        unpack(tmp_path / "text.cbv", tmp_path)


def test_names_in_an_archive_lead_nowhere_else(tmp_path: Path) -> None:
    out = tmp_path / "out" / "inner"
    out.mkdir(parents=True)
    names = ("../../a.cbh", "..\\..\\a.cbg", "/tmp/a.cba")
    unpack(write_archive(tmp_path / "a.cbv", dict.fromkeys(names, b"content")), out)
    assert sorted(found.name for found in tmp_path.rglob("*") if found.is_file()) == [
        *["a.cbv", "base.cba", "base.cbg", "base.cbh"]
    ]


def test_damage_never_gives_more_than_a_sentence(tmp_path: Path) -> None:
    content = archive(tmp_path, 40).read_bytes()
    path, chance = tmp_path / "damaged.cbv", random.Random(1)
    refused = 0
    for _ in range(300):
        damaged = bytearray(content[: chance.choice((len(content), chance.randrange(len(content))))])
        for _ in range(chance.randrange(6) if damaged else 0):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)
        try:
            unpack(path, tmp_path)
        except ChessBaseError:
            refused += 1
    assert refused > 100


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", ["small.cbv", "small.cbh"])
def test_a_pipe_is_refused_at_once(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with (
        Collection(tmp_path / "c", create=True) as collection,
        pytest.raises(ChessBaseError, match=f"{name} cannot be read: .*a pipe"),
    ):
        import_file(collection, tmp_path / name)


@pytest.mark.skipif(os.name == "nt", reason="nothing is claimed there")
def test_what_a_killed_import_has_unpacked_is_removed_by_the_next_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folders = {name: tmp_path / f"ratsu-archive-{name}" for name in ("dead", "young", "living")}
    for name, folder in folders.items():
        folder.mkdir()
        (folder / "owner").touch()
        (folder / "base.cbg").write_bytes(b"large")
        if name != "young":
            for path in (folder / "owner", folder):
                os.utime(path, (time.time() - 100,) * 2)
    with (folders["living"] / "owner").open("rb") as owner:
        leftovers.claim(owner.fileno())
        with leftovers.owned_folder("ratsu-archive-") as own:
            assert own.is_dir() and own.parent == tmp_path
            assert [folder.exists() for folder in folders.values()] == [False, True, True]
        assert not own.exists()
