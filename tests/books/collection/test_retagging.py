"""Tags of many games of a collection are changed, searched for, and changed back to the byte."""

from pathlib import Path

import pytest

from books.collection.editing import restored
from books.collection.export import text_of
from books.collection.game_collection import Collection, CollectionError
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.retagging import retagged
from books.collection.search import ply_of, search
from books.explorer.explorer import explore
from engine.pgn.edit import HeaderEdit
from engine.rules.board import CoreBoard
from tests.books.collection.packed_traits import check_traits
from tests.books.collection.test_annotations import ANNOTATED, PLAIN, collected

OTHER = PLAIN.replace("Müller", "Keres").replace("Bb5", "Bc4")


def dump(path: Path) -> list[object]:
    """All that games are made of; names that nobody uses any more may stay."""
    with Collection(path) as games:
        return [
            games.db.execute(f"SELECT * FROM {table}").fetchall() for table in ("games", "texts", "traits", "blocks")
        ]


def edited(path: Path, edit: HeaderEdit) -> object:
    with Collection(path) as games:
        return retagged(games, search(games, Query()), edit, lambda: True)


def test_plain_and_annotated_games_are_found_by_their_new_tags_and_keep_all_else(tmp_path: Path) -> None:
    path = collected(tmp_path, ANNOTATED, OTHER)
    edited(path, HeaderEdit(("Event",), "Olympiad"))
    edited(path, HeaderEdit(("Black",), "Botvinnik"))
    edited(path, HeaderEdit(("Annotator",), "Bronstein", "Kotov, Alexander"))
    with Collection(path) as games:
        assert len(search(games, Query(event="olympiad", black="botvinnik"))) == 2
        assert not search(games, Query(black="tal"))
        (annotated,) = search(games, Query(headers="annotator:bronstein"))
        text = text_of(games, annotated)
        assert '[Event "Olympiad"]' in text and '[Annotator "Bronstein"]' in text
        assert "{Alapin}" in text and "[%clk 1:02:03]" in text and "xyzzy" in text
    source = tmp_path / "games.pgn"
    with Collection(path) as games:
        source.touch()
        report = import_pgn(games, source)
        assert report.added == 0  # the same games, whatever their tags say now
        assert len(search(games, Query(event="olympiad"))) == 2


def test_result_elo_and_year_count_in_the_statistics(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN, OTHER)
    for name, value in (("Result", "0-1"), ("WhiteElo", "2400"), ("Date", "2001.05.06"), ("TimeControl", "60+1")):
        edited(path, HeaderEdit((name,), value))
    with Collection(path) as games:
        check_traits(games)
        (found,) = explore(games, CoreBoard.start())
        assert (found.games, found.black_wins, found.average_elo, found.last_year) == (2, 2, 2400, 2001)


def test_a_change_is_taken_back_and_done_again_to_the_byte(tmp_path: Path) -> None:
    path = collected(tmp_path, ANNOTATED, OTHER)
    before = dump(path)
    change = edited(path, HeaderEdit(("Result",), "0-1"))
    after = dump(path)
    assert after != before
    again = restored(change)  # type: ignore[arg-type]
    assert dump(path) == before
    restored(again)
    assert dump(path) == after


def test_what_was_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN)
    change = edited(path, HeaderEdit(("Event",), "One"))
    edited(path, HeaderEdit(("Event",), "Two"))
    with pytest.raises(CollectionError, match="have changed since"):
        restored(change)  # type: ignore[arg-type]
    with Collection(path) as games:
        assert search(games, Query())[0].event == "Two"


def test_a_stopped_change_changes_nothing(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN, OTHER)
    before = dump(path)
    with Collection(path) as games:
        answers = iter((True, False))
        assert retagged(games, search(games, Query()), HeaderEdit(("Event",), "x"), lambda: next(answers)) is None
    assert dump(path) == before


@pytest.mark.parametrize(
    ("query", "ply"),
    [
        (Query(manoeuvre="nb8-c6"), 4),
        (Query(pieces="Bc4"), 5),
        (Query(event="cup"), 0),
        (Query(opening="king's pawn"), 1),
    ],
)
def test_a_hit_knows_where_in_the_game_it_is(tmp_path: Path, query: Query, ply: int) -> None:
    path = collected(tmp_path, OTHER)
    with Collection(path) as games:
        (game,) = search(games, query)
        assert ply_of(query, game) == ply
