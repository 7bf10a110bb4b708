"""Rows of an import: what is made in compiled code is what the plain rules say, and a batch that fails leaves nothing."""

import hashlib
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.downloads import DownloadImport
from books.collection.importing.imports import import_pgn
from books.collection.rows import other_tags, signature
from engine.game.tags.dates import date_text, date_value, stored_date
from engine.game.tags.ratings import elo_in
from engine.game.tags.results import TOKENS
from engine.pgn.mainlines import MainLineReader
from tests.helpers.shared import shared_file

NUMBERS = st.text("0123456789?+-. ²٣", max_size=7) | st.integers(0, 10**19).map(str) | st.text(max_size=5)
VALUES = NUMBERS | st.sampled_from(("1985.7.3", "1985.07.03", "1:0", "1-0", "½-½", "2450 (FIDE)", "????.07.??", ""))
GAME = '[White "Tal"]\n[Black "Müller"]\n[Annotator "%s"]\n\n1. e4 e5 2. Nf3 Nc6 %s\n\n'


@given(NUMBERS)
def test_the_year_is_that_of_the_date(date: str) -> None:
    assert stored_date(date).year == date_value(date).year


@given(
    st.dictionaries(st.sampled_from(("White", "ECO", "WhiteElo", "BlackElo", "Annotator", "Result", "Date")), VALUES)
)
def test_tags_that_no_column_gives_back_are_kept_whole(headers: dict[str, str]) -> None:
    elos = {name: value for name, value in headers.items() if name.endswith("Elo") and value == str(elo_in(value))}
    plain = {"White", "ECO", *elos}
    plain |= {name for name, value in headers.items() if name == "Result" and value in TOKENS}
    plain |= {name for name, value in headers.items() if name == "Date" and value and value == date_text(value)}
    expected = [tag for tag in headers.items() if tag[0] not in plain]
    assert other_tags(headers) == expected


def test_the_signature_of_real_games_is_that_of_the_plain_rule(tmp_path: Path) -> None:
    source = shared_file("data/games/sample_2000.pgn")
    lines = MainLineReader("", language="en").feed(source.read_bytes() + GAME.encode() % (b"a", b"*"), True)
    assert any(len(line.moves) < 20 for line in lines)
    for line in lines:
        parts = [line.moves.tobytes(), (line.start_fen or "").encode()]
        if len(line.moves) < 20:
            parts.append(line.headers.get("Date", "").encode())
        digest = hashlib.blake2b(b"\0".join(parts), digest_size=8).digest()
        assert signature(line) == int.from_bytes(digest, "little", signed=True)
    with Collection(tmp_path / "games", create=True) as games:
        import_pgn(games, source)
        kept = {row[0] for row in games.db.execute("SELECT signature FROM games")}
        assert kept == {signature(line) for line in lines[:-1]}


def test_a_batch_that_fails_leaves_no_numbers_of_names_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Collection(tmp_path / "games", create=True) as games:
        source = DownloadImport(games, "https://example.org")
        source.add((GAME % ("first", "*")).encode())
        with monkeypatch.context() as broken:
            broken.setattr("books.collection.schema.INSERT_BLOCK", "INSERT INTO nowhere VALUES (?, ?, ?)")
            with pytest.raises(CollectionError):
                source.save(1)
        assert len(games) == 0
        source.add((GAME % ("second", "1-0")).replace("Tal", "Petrosian").encode())
        assert source.save(2).added == 1
        game = games.games([1])[0]
        assert (game.white, game.black, game.result) == ("Petrosian", "Müller", "1-0")
        assert list(games.tags(game.more).values()) == [("Annotator", "second")]


def test_others_may_write_while_a_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.pgn.streams.BLOCK_BYTES", 100_000)
    monkeypatch.setattr("books.collection.importing.imports.BATCH_GAMES", 500)
    path = tmp_path / "games"
    asked = []

    def read_on(done: int, total: int) -> bool:
        other = sqlite3.connect(path, isolation_level=None, timeout=0)
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")
        other.close()
        asked.append(done)
        return True

    with Collection(path, create=True) as games:
        import_pgn(games, shared_file("data/games/sample_2000.pgn"), read_on)
    assert len(asked) > 10


def test_a_rating_that_is_not_given_is_none(tmp_path: Path) -> None:
    (tmp_path / "games.pgn").write_text(
        '[White "A"]\n[BlackElo "2000"]\n\n1. e4 *\n\n[White "B"]\n[WhiteElo "?"]\n\n1. d4 *\n'
    )
    with Collection(tmp_path / "games", create=True) as games:
        import_pgn(games, tmp_path / "games.pgn")
        assert games.db.execute("SELECT white_elo, black_elo FROM games").fetchall() == [(None, 2000), (None, None)]


def test_a_game_that_comes_twice_from_a_service_counts_as_known(tmp_path: Path) -> None:
    text = '[Site "https://lichess.org/abcdefgh"]\n' + GAME % ("one", "1-0")
    with Collection(tmp_path / "games", create=True) as games:
        source = DownloadImport(games, "https://lichess.org/a")
        for expected in ((1, 1, 0), (2, 1, 1)):
            source.add(text.encode())
            report = source.save(1)
            assert (report.games, report.added, report.duplicates) == expected
