"""Zip archives of PGN files, as weekly collections of games come."""

import zipfile
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from engine.pgn.edit import append_games, change_games
from engine.pgn.errors import PgnError
from engine.pgn.reader import read_games
from tests.engine.pgn.test_index import listed

ONE, TWO = '[Event "one"]\n\n1. e4 e5 1-0\n', '[Event "two"]\n\n1. d4 d5 0-1'


@pytest.fixture(params=[zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A text and two PGN files of three games; the first one ends without a line break."""
    path = tmp_path / "week.zip"
    with zipfile.ZipFile(path, "w", request.param) as file:
        file.writestr("read me.txt", "[not a game]")
        file.writestr("a.PGN", TWO)
        file.writestr("folder/b.pgn", f"{ONE}\n{TWO}\n")
    return path


def test_all_pgn_files_of_an_archive_are_read(archive: Path) -> None:
    assert [game.headers["Event"] for game in read_games(archive)] == ["two", "one", "two"]


def test_an_archive_is_listed_and_imported_like_a_file(archive: Path, tmp_path: Path) -> None:
    with listed(archive) as games:
        assert [games.game(row).headers["Event"] for row in range(len(games))] == ["two", "one", "two"]
    with Collection(tmp_path / "a.ratsugames", create=True) as collection:
        report = import_pgn(collection, archive)
    assert (report.games, report.added, report.problems) == (3, 2, 0)


def test_an_archive_is_never_changed(archive: Path) -> None:
    before = archive.read_bytes()
    with listed(archive) as games:
        with pytest.raises(PgnError, match="only reads"):
            append_games(archive, [ONE])
        with pytest.raises(PgnError, match="only reads"):
            change_games(games, {0: None})
    assert archive.read_bytes() == before


def test_an_archive_without_games_or_with_damage_is_refused_by_name(archive: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with zipfile.ZipFile(other, "w") as file:
        file.writestr("picture.png", b"\x89PNG")
    with pytest.raises(PgnError, match=r"other\.zip holds no PGN file"):
        list(read_games(other))
    archive.write_bytes(archive.read_bytes()[:-30])
    with pytest.raises(PgnError, match=r"week\.zip is damaged"):
        list(read_games(archive))


def test_a_locked_archive_is_refused_with_what_to_do(archive: Path) -> None:
    content = bytearray(archive.read_bytes())
    for head, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):  # bit 0: a password is needed
        place = content.find(head)
        while place >= 0:
            content[place + flags] |= 1
            place = content.find(head, place + 4)
    archive.write_bytes(content)
    with pytest.raises(PgnError, match="unpack it by hand"):
        list(read_games(archive))


def test_a_small_archive_does_not_fill_the_memory(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("a.pgn", "w") as text:
        for _ in range(40):
            text.write(bytes(1 << 20))
    with pytest.raises(PgnError, match="200 times"):
        list(read_games(path))
