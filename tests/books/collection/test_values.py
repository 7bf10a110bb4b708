"""Values of tags in a collection: dates and results are found, counted and sorted by value; their text comes back unchanged."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from books.collection.export import text_of
from books.collection.game_collection import Collection
from books.collection.importing.imports import ImportReport, import_pgn
from books.collection.making import store_date_values
from books.collection.patterns import QueryError, date_of
from books.collection.query import Query
from books.collection.search import search
from engine.jobs.collecting import ImportedFile

DATES = (
    "1985.7.3",
    "19850703",
    "3.7.1985",
    "1985",
    "10/31/2000",
    "12.2019",
    "Oct 15, 2016",
    "Today",
    "",
    "?",
    "2100.01.01",
)
RESULTS = ("1-0", "0.5-0.5", "1:0", "½-½", "White wins", "-+", "½-0", "r1-0", "?", "1/2-1/2", "0-0")
TEXT = "".join(
    f'[Event "G{number}"]\n[White "A {number}"]\n[Black "B"]\n[Date "{date}"]\n[Result "{result}"]\n\n'
    f"1. e4 e5 {number}. Nf3 *\n\n"
    for number, (date, result) in enumerate(zip(DATES, RESULTS, strict=True), 1)
)


@pytest.fixture
def imported(tmp_path: Path) -> Iterator[tuple[Collection, ImportReport]]:
    source = tmp_path / "games.pgn"
    source.write_text(TEXT, "utf-8")
    with Collection(tmp_path / "c.db", create=True) as collection:
        yield collection, import_pgn(collection, source)


def test_dates_are_searched_as_dates(imported: tuple[Collection, ImportReport]) -> None:
    collection, _ = imported

    def found(first: str, last: str) -> list[str]:
        return [game.event for game in search(collection, Query(date_from=first, date_to=last))]

    assert found("1985.07", "1985.07") == ["G1", "G2", "G3"]
    assert found("", "1990") == ["G1", "G2", "G3", "G4"]
    assert found("2000", "2019.12.31") == ["G5", "G7"]
    assert found("2000", "2020") == ["G5", "G6", "G7"]
    assert found("31.10.2000", "Oct 31, 2000") == ["G5"]
    assert found("2020", "") == ["G11"]


@pytest.mark.parametrize("text", ["3/7/1985", "07", "yesterday", "13.13.1985"])
def test_an_uncertain_date_is_not_searched_for(text: str) -> None:
    with pytest.raises(QueryError):
        date_of(text)


def test_results_count_by_value(imported: tuple[Collection, ImportReport]) -> None:
    collection, _ = imported
    assert [game.event for game in search(collection, Query(result="1-0"))] == ["G1", "G3", "G5"]
    assert [game.event for game in search(collection, Query(result="1/2-1/2"))] == ["G2", "G4", "G10"]


def test_the_text_of_each_tag_comes_back(imported: tuple[Collection, ImportReport]) -> None:
    collection, _ = imported
    for game, date, result in zip(collection.games(list(range(1, 12))), DATES, RESULTS, strict=True):
        text = text_of(collection, game)
        assert f'[Date "{date}"]' in text and f'[Result "{result}"]' in text


def test_the_import_says_how_many_values_it_could_not_read(imported: tuple[Collection, ImportReport]) -> None:
    _, report = imported
    assert dict(report.unread) == {"Date": 1, "Result": 1}
    assert "2 values of tags could not be read (Date 1, Result 1)" in str(ImportedFile(Path("a.pgn"), report).text)


def test_dates_of_older_collections_get_values(imported: tuple[Collection, ImportReport]) -> None:
    collection, _ = imported
    before = [text_of(collection, game) for game in collection.games(list(range(1, 12)))]
    with collection.transaction() as db:
        for number, date in enumerate(DATES, 1):
            db.execute("UPDATE games SET date = ?, more = NULL WHERE id = ?", (date, number))
        db.execute("UPDATE games SET more = x'01000000' WHERE id = 5")
        store_date_values(db)
    stored = collection.games(list(range(1, 12)))
    assert [game.date for game in stored[:4]] == ["1985.07.03", "1985.07.03", "1985.07.03", "1985.??.??"]
    for game, date, old in zip(stored, DATES, before, strict=True):
        assert f'[Date "{date or "????.??.??"}"]' in text_of(collection, game) and f'[Date "{date}"]' in old
    assert len(stored[4].more) == 2
    assert [game.event for game in search(collection, Query(date_to="1990"))] == ["G1", "G2", "G3", "G4"]
