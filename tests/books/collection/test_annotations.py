"""A collection keeps whole games: variations, comments, signs, every header; older collections learn it without a loss."""

import gzip
import io
import sqlite3
from contextlib import closing
from pathlib import Path

import chess.pgn
import pytest

from books.collection import schema
from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.imports import Import, import_pgn
from books.collection.query import Query
from books.collection.search import search
from engine.pgn.reader import games_of, read_games
from engine.pgn.writer import written_game
from tests.helpers.shared import REPOSITORY

ANNOTATED = """[Event "Cup"]
[Site "Oulu"]
[Date "1970.01.02"]
[Round "1"]
[White "Müller"]
[Black "Tal"]
[Result "1-0"]
[WhiteElo "2500?"]
[Annotator "Kotov, Alexander"]
[TimeControl "40/9000"]

{Before it all.} 1. e4 $1 e5 (1... c5 2. Nf3 (2. c3 {Alapin} d5) 2... d6) 2. Nf3 Nc6
{[%clk 1:02:03] Known [%csl Ge4].} 3. Bb5 xyzzy 1-0
"""
PLAIN = """[Event "Cup"]
[Site "Oulu"]
[Date "1970.01.02"]
[Round "1"]
[White "Müller"]
[Black "Tal"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0
"""


NOT_IN_2 = (
    "ALTER TABLE games DROP COLUMN more",
    *(
        f"DROP TABLE {name}"
        for name in ("tags", "texts", "runs", "homes", "bin", "edited", "originals", "signatures", "sides")
    ),
)
"""What makes a collection of today one of version 2."""


def collected(folder: Path, *texts: str, name: str = "games.pgn") -> Path:
    path = folder / "my.collection"
    with Collection(path, create=True) as games:
        for number, text in enumerate(texts):
            source = folder / f"{number}{name}"
            source.write_bytes(gzip.compress(text.encode()) if name.endswith("gz") else text.encode())
            import_pgn(games, source)
    return path


def exported(path: Path) -> list[str]:
    with Collection(path) as games:
        return [text_of(games, game) for game in search(games, Query(), -1)]


@pytest.mark.parametrize("name", ["games.pgn", "games.pgn.gz"])
def test_variations_comments_signs_headers_and_unread_text_come_out_as_they_went_in(tmp_path: Path, name: str) -> None:
    (text,) = exported(collected(tmp_path, ANNOTATED, name=name))
    assert written_game(games_of(text)[0]) == written_game(games_of(ANNOTATED)[0])
    theirs = chess.pgn.read_game(io.StringIO(text.replace("xyzzy", "")))
    assert theirs is not None and theirs.headers["WhiteElo"] == "2500?" and theirs.comment == "Before it all."
    assert [str(node.move) for node in theirs.variations[0].variations] == ["e7e5", "c7c5"]
    assert theirs.next() is not None and theirs.next().nags == {1}  # type: ignore[union-attr]


def test_every_file_of_faults_comes_out_of_a_collection_as_it_went_in(tmp_path: Path) -> None:
    checked = 0
    for source in sorted((REPOSITORY / "tests" / "data" / "pgn").glob("*.pgn")):
        path = tmp_path / f"{source.name}.collection"
        with Collection(path, create=True) as games:
            report = import_pgn(games, source, language="en")
        if report.duplicates:
            continue
        mine, its = [games_of(text) for text in exported(path)], list(read_games(source, language="en"))
        assert len(mine) == len(its), source.name
        for (game, *_), other in zip(mine, its, strict=True):
            assert written_game(game, game.prelude) == written_game(other, other.prelude), source.name
            checked += 1
    assert checked > 50


def test_a_second_copy_gives_its_annotations_to_the_first_and_other_ones_stay_beside_them(tmp_path: Path) -> None:
    other = ANNOTATED.replace("Alapin", "not Alapin")
    texts = exported(collected(tmp_path, PLAIN, ANNOTATED, ANNOTATED.replace("\n3. Bb5", " 3. Bb5"), PLAIN, other))
    assert ["not Alapin" in text for text in texts] == [False, True]
    assert all("{Alapin}" in text or "{not Alapin}" in text for text in texts)


def test_each_of_the_seven_tags_is_searched_by_its_name(tmp_path: Path) -> None:
    """`site:` and `result:` found nothing."""
    wijk = '[Event "Corus"]\n[Site "Wijk aan Zee"]\n[Result "0-1"]\n\n1. e4 e5 0-1\n'
    named = '[Event "Match in Wijk"]\n[Site "Amsterdam"]\n[Result "1-0"]\n\n1. d4 d5 1-0\n'
    words = (
        "site:wijk",
        "event:wijk",
        "wijk",
        "site:amsterdam result:1-0",
        "result:0-1",
        "event:amsterdam",
        "site:corus",
    )
    with Collection(collected(tmp_path, wijk, named)) as games:
        found = [[game.id for game in search(games, Query(headers=word))] for word in words]
    assert found == [[1], [2], [1, 2], [2], [1], [], []]


def test_a_game_with_german_letters_is_kept_with_its_annotations(tmp_path: Path) -> None:
    german = '[White "A"]\n[Black "B"]\n\n1. Sf3 {gut} Sf6 (1... d5 2. d4) 2. g3 g6 3. Lg2 Lg7 4. Sc3 *\n'
    (text,) = exported(collected(tmp_path, german))
    game = chess.pgn.read_game(io.StringIO(text))
    assert game is not None and not game.errors
    assert [move.uci() for move in game.mainline_moves()][:5] == ["g1f3", "g8f6", "g2g3", "g7g6", "f1g2"]
    assert "{gut}" in text and "1... d5" in text


def test_games_are_found_by_words_of_any_header(tmp_path: Path) -> None:
    other = '[Event "League"]\n[White "Kotov"]\n[Black "Bo"]\n[Annotator "Ra"]\n\n1. d4 d5 *\n'
    with Collection(collected(tmp_path, ANNOTATED, other)) as games:
        found = {
            words: [game.id for game in search(games, Query(headers=words))]
            for words in (
                "kotov",
                "annotator:kotov",
                "white:kotov",
                "muller OULU 9000",
                "1970 league",
                "nobody",
                "no:e",
            )
        }
    assert found == {
        "kotov": [1, 2],
        "annotator:kotov": [1],
        "white:kotov": [2],
        "muller OULU 9000": [1],
        "1970 league": [],
        "nobody": [],
        "no:e": [],
    }


def older(path: Path) -> None:
    """Makes a collection what version 2 had."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript("; ".join((*NOT_IN_2, "PRAGMA user_version = 2")))


def test_an_older_collection_is_copied_brought_up_to_date_and_learns_its_annotations(tmp_path: Path) -> None:
    path = collected(tmp_path, ANNOTATED, PLAIN.replace("Tal", "Bo"))
    older(path)
    with Collection(path) as games:
        assert len(search(games, Query())) == 2
        assert games.db.execute("PRAGMA user_version").fetchone()[0] == schema.VERSION
        import_pgn(games, tmp_path / "0games.pgn")  # not left out as done: it has what was not kept then
    assert "{Alapin}" in exported(path)[0] and len(exported(path)) == 2
    with closing(sqlite3.connect(tmp_path / "backups" / "my-format2.collection")) as copy:
        assert copy.execute(
            "SELECT count(*), (SELECT user_version FROM pragma_user_version) FROM games"
        ).fetchone() == (
            2,
            2,
        )


def test_a_collection_that_cannot_be_copied_stays_as_it_was(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN)
    older(path)
    (tmp_path / "backups").write_text("no folder")
    with pytest.raises(CollectionError, match="from an older Ratsu"):
        Collection(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT user_version FROM pragma_user_version").fetchone() == (2,)


def test_a_collection_of_a_newer_ratsu_is_refused_in_words(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    with pytest.raises(CollectionError, match="written by a newer Ratsu; update the program"):
        Collection(path)


def test_two_programs_import_into_one_collection_at_once(tmp_path: Path) -> None:
    """The second one met tags that had come since it began, under the numbers that it meant to give."""
    sources = []
    for number, annotator in enumerate(("Kotov", "Keres")):
        sources.append(tmp_path / f"{number}.pgn")
        sources[-1].write_text(ANNOTATED.replace("Kotov, Alexander", annotator).replace("Tal", annotator))
    path = tmp_path / "my.collection"
    with Collection(path, create=True) as one, Collection(path) as other:
        waiting = Import(one, sources[0], None, "")
        import_pgn(other, sources[1])
        assert waiting.run().added == 1
    assert [games_of(text)[0].header("Annotator") for text in exported(path)] == ["Keres", "Kotov"]


@pytest.mark.parametrize("elo", ["0020003000", "0012" + "1" * 5000, "None", "02500", "²500"])
def test_a_rating_that_is_none_stays_a_header(elo: str, tmp_path: Path) -> None:
    (text,) = exported(collected(tmp_path, PLAIN.replace("\n\n1.", f'\n[WhiteElo "{elo}"]\n\n1.')))
    assert games_of(text)[0].header("WhiteElo") == elo


def test_a_damaged_text_that_is_compared_is_told(tmp_path: Path) -> None:
    path = collected(tmp_path, ANNOTATED)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE texts SET data = x'0102'")
    source = tmp_path / "again.pgn"
    source.write_text(ANNOTATED.replace("Alapin", "Rossolimo"))
    with Collection(path) as games, pytest.raises(CollectionError, match="damaged"):
        import_pgn(games, source)


def test_comments_from_a_copy_with_other_names_leave_list_search_and_game_the_same(tmp_path: Path) -> None:
    stored = PLAIN.replace("Müller", "Bologan,V").replace("Tal", "Almasi,Z")
    copy = ANNOTATED.replace("Müller", "Bologan, Viktor").replace("Tal", "Almasi, Zoltan")
    path = collected(tmp_path, stored)
    (tmp_path / "copy.pgn").write_text(copy, encoding="utf-8")
    with Collection(path) as games:
        report = import_pgn(games, tmp_path / "copy.pgn")
        (game,) = search(games, Query())
        whole = games_of(text_of(games, game))[0]
    assert (report.added, report.duplicates, report.completed) == (0, 1, 1)
    assert (game.white, game.black) == ("Bologan,V", "Almasi,Z")
    assert (whole.headers["White"], whole.headers["Black"]) == (game.white, game.black)
    assert "Alapin" in written_game(whole) and whole.headers["Annotator"] == "Kotov, Alexander"
    (tmp_path / "again.pgn").write_text(copy, encoding="utf-8")
    with Collection(path) as games:
        again = import_pgn(games, tmp_path / "again.pgn")
    assert (again.added, again.duplicates, again.completed) == (0, 1, 0)


def test_tags_that_only_the_copy_has_come_to_the_stored_game_and_none_go(tmp_path: Path) -> None:
    full = '[WhiteElo "2010"]\n[BlackElo "1990"]\n[ECO "C54"]\n'
    noted = ANNOTATED.replace('[WhiteElo "2500?"]\n', "")
    for stored, copy in (
        (PLAIN, full + PLAIN),
        (full + PLAIN, ANNOTATED),
        (noted, full + PLAIN),
        (PLAIN, full + noted),
    ):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        path = collected(folder, stored)
        (folder / "copy.pgn").write_text(copy, encoding="utf-8")
        with Collection(path) as games:
            report = import_pgn(games, folder / "copy.pgn")
            assert (report.added, report.duplicates, report.completed) == (0, 1, 1)
            (game,) = search(games, Query(elo_min=1980))
            whole = games_of(text_of(games, game))[0]
            assert (game.white_elo, game.black_elo, game.eco) == (2010, 1990, "C54")
            assert (whole.headers["WhiteElo"], whole.headers["ECO"]) == ("2010", "C54")
            assert ("Alapin" in written_game(whole)) is ("Alapin" in stored + copy)
            for number, text in enumerate((stored, copy)):
                (folder / f"again{number}.pgn").write_text(text, encoding="utf-8")
                assert import_pgn(games, folder / f"again{number}.pgn").added == 0
