"""Which games are one game that came twice: different games stay apart, copies fall, contradictions are listed."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.import_identity import renew_signatures
from books.collection.importing.imports import ImportReport, import_pgn
from books.collection.query import Query
from books.collection.retagging import retagged
from books.collection.search import search
from engine.game.player_names import cannot_be_same
from engine.pgn.edit import HeaderEdit
from tests.helpers.shared import shared_file

DRAW = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 5. Re1 Nd6 6. Nxe5 Be7 7. Bf1 Nxe5 8. Rxe5 O-O 9. d4 Bf6 10. Re1 Re8 "
    "11. c3 Rxe1 12. Qxe1 Ne8 13. Bf4 d5 14. Bd3 g6"
)
LONG = f"{DRAW} 15. Nd2 Ng7 16. Qe2 c6 17. Re1 Bf5 18. Bxf5 Nxf5 19. Nf3 Ng7 20. Be5 Ne6 21. Bxf6 Qxf6 22. Ne5 Re8"
MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"


def game(moves: str, result: str = "1/2-1/2", **tags: str) -> str:
    headers = {"White": "Alpha, A", "Black": "Beta, B", "Date": "2014.12.01", **tags, "Result": result}
    return "".join(f'[{name} "{value}"]\n' for name, value in headers.items()) + f"\n{moves} {result}\n\n"


LICHESS = {"White": "userone", "Black": "bot", "Event": "Live Chess"}
TWO = {
    "addresses": (
        game(LONG, Site="https://lichess.org/aaaaaaaa", UTCTime="10:00:00", **LICHESS),
        game(LONG, Site="https://lichess.org/bbbbbbbb", UTCTime="10:05:00", **LICHESS),
    ),
    "a short draw of another year": (game(DRAW, Event="Club A"), game(DRAW, Event="Club B", Date="2016.02.02")),
    "given names": (
        game(LONG, White="Smith, John", Black="Jones, Ann"),
        game(LONG, White="Smith, Robert", Black="Jones, Zoe"),
    ),
    "surnames": (
        game(LONG, White="Van der Wiel, John", Black="De Boer"),
        game(LONG, White="Van der Sterren", Black="De Jong"),
    ),
    "nobody's names": (
        game(LONG, White="?", Black="?", Site="Oulu", Date="2001.01.01"),
        game(LONG, White="?", Black="?", Site="Turku", Date="2003.03.03"),
    ),
    "links": (game(MATE, "1-0", Link="https://chess.com/1"), game(MATE, "1-0", Link="https://chess.com/2")),
    "numbers": (game(MATE, "1-0", GameId="1"), game(MATE, "1-0", GameId="2")),
    "rounds of a short game": (
        game(MATE, "1-0", Event="X", Round="1"),
        game(MATE, "1-0", Event="X", Round="2"),
    ),
    "other players of a short draw": (game(DRAW, White="Petrov, A"), game(DRAW, White="Petrovic, A")),
    "times": (game(MATE, "1-0", UTCTime="20:00:00"), game(MATE, "1-0", UTCTime="20:04:00")),
}
ONE = {
    "initials": (
        game(LONG, White="Smith, John", Event="Hastings 56/57"),
        game(LONG, White="Smith J", Event="Hastings"),
    ),
    "spellings": (game(LONG, White="Winawer, Szymon"), game(LONG, White="Winawer Simon A")),
    "a slip of the year": (
        game(DRAW, Event="Hastings9192", Site="Hastings", Date="1991.??.??"),
        game(DRAW, Event="It (cat.14)", Site="Hastings (England)", Date="1992.??.??"),
    ),
    "towns": (game(LONG, Site="Bled/Zagreb/Belgrade"), game(LONG, Site="Yugoslavia ct  Rd: 26")),
    "a side of the board": (
        game(LONG, Site="https://lichess.org/aaaaaaaa"),
        game(LONG, Site="http://www.lichess.org/aaaaaaaa/black"),
    ),
    "an open result": (game(LONG, "1-0"), game(LONG, "*")),
    "the order of a name": (
        game(LONG, White="Magnus Alpha", Black="Beta, Bob"),
        game(LONG, White="Alpha,M", Black="beta"),
    ),
    "letters with strokes": (game(DRAW, White="Müller, Karl"), game(DRAW, White="Mueller K")),
    "a transcription": (game(DRAW, White="Kortchnoi, V"), game(DRAW, White="Kortschnoj, Viktor")),
    "a short game": (
        game(MATE, "1-0", White="Magnus Alpha", Black="Müller, Karl", Event="X", Round="1"),
        game(MATE, "1-0", White="Alpha, Magnus", Black="Mueller, K", Event="X", Round="1"),
    ),
    "a particle": (game(LONG, White="Von Stamm, Wilhelm"), game(LONG, White="Stamm Wilhelm von")),
}


def added(folder: Path, *texts: str) -> ImportReport:
    path = folder / "games.pgn"
    path.write_text("".join(texts), encoding="utf-8")
    with Collection(folder / "games.ratsugames", create=True) as games:
        return import_pgn(games, path)


@pytest.mark.parametrize("kind", TWO)
def test_two_games_stay_two_and_come_only_once(kind: str, tmp_path: Path) -> None:
    first, second = TWO[kind]
    report = added(tmp_path, first, second)
    assert (report.added, report.duplicates, report.contradictions) == (2, 0, ())
    again = added(tmp_path, second, first, second, "\n")
    assert (again.added, again.duplicates) == (0, 3)


@pytest.mark.parametrize("kind", ONE)
def test_copies_of_one_game_fall(kind: str, tmp_path: Path) -> None:
    report = added(tmp_path, *ONE[kind])
    assert (report.added, report.duplicates, report.contradictions) == (1, 1, ())


def test_contradicting_results_are_both_kept_and_listed(tmp_path: Path) -> None:
    report = added(tmp_path, game(LONG, "1-0", Event="X"), game(LONG, "0-1", Event="X"), game(LONG, "0-1", Event="X"))
    assert (report.added, report.duplicates) == (2, 1)
    (found,) = report.contradictions
    assert str(found.text) == "Alpha, A – Beta, B, X, 2014.12.01: 1-0 in game 1, now 0-1"
    assert added(tmp_path, game(LONG, "0-1", Event="X"), "\n").contradictions == ()  # it is there now


def test_a_change_of_tags_makes_no_game_another(tmp_path: Path) -> None:
    texts = TWO["given names"]
    added(tmp_path, *texts)
    with Collection(tmp_path / "games.ratsugames") as games:
        for name, value in (("White", "Miller, Paul"), ("Result", "1-0"), ("Date", "1950.01.01")):
            retagged(games, search(games, Query()), HeaderEdit((name,), value), lambda: True)
    report = added(tmp_path, *texts, "\n")
    assert (report.added, report.duplicates, report.contradictions) == (0, 2, ())


def test_a_name_that_may_be_a_spelling_is_not_another_player() -> None:
    same = ("Kasparov, Gary|Kasparov Garry", "Tal, Mihail|Tal Mikhail", "Von Bardeleben, Curt|Von Bardeleben, K")
    two = ("Benko, Pal C|Benko, Francisco", "Smith, John|Smith, James", "Lasker, Emanuel|Lasker, Ed", "De Boer|De Jong")
    assert not [pair for pair in same if cannot_be_same(*pair.split("|"))]
    assert [pair for pair in two if cannot_be_same(*pair.split("|"))] == list(two)


@pytest.mark.long
def test_copies_in_real_files_fall_and_contradictions_are_listed(tmp_path: Path) -> None:
    """By moves and first words of surnames, as before, 24,578 of 243,379 games were copies and 108 had two results; the
    names' other transcriptions make it 27,305 and 123."""
    folder = shared_file("data/games")
    duplicates, contradictions, games_read = 0, 0, 0
    with Collection(tmp_path / "games.ratsugames", create=True) as games:
        for path in sorted(folder.glob("*.pgn.gz")):
            report = import_pgn(games, path)
            games_read += report.games
            duplicates += report.duplicates
            contradictions += len(report.contradictions)
    assert games_read > 243_000
    assert contradictions in range(109, 140)
    assert duplicates in range(27_305 - 100, 27_305 + 101)


def test_an_older_collection_recognises_its_games_under_new_signatures(tmp_path: Path) -> None:
    path = tmp_path / "games.ratsugames"
    texts = (*TWO["given names"], *ONE["the order of a name"], *TWO["links"], game("", "1-0"))
    added(tmp_path, *texts)
    with closing(sqlite3.connect(path)) as db:  # as version 4: other signatures, and a copy under another name
        before = dict(db.execute("SELECT id, signature FROM games"))
        db.execute("UPDATE games SET signature = id WHERE length(moves) > 0")
        renew_signatures(db)
        assert dict(db.execute("SELECT id, signature FROM games")) == before
        db.commit()
    report = added(tmp_path, *texts, "\n")
    assert (report.added, report.duplicates) == (0, len(texts))


def test_copies_that_an_older_version_kept_apart_both_stay(tmp_path: Path) -> None:
    path = tmp_path / "games.ratsugames"
    first, second = ONE["the order of a name"]
    added(tmp_path, first, second.replace("beta", "Other, Zoe"))
    with closing(sqlite3.connect(path)) as db:
        db.execute("UPDATE players SET name = 'Beta' WHERE name LIKE 'Other%'")
        db.execute("UPDATE games SET signature = id")
        renew_signatures(db)
        db.commit()
        assert db.execute("SELECT count(DISTINCT signature) FROM games").fetchone() == (2,)
    assert added(tmp_path, first, second).duplicates == 2
