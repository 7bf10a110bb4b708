"""What a person enters for a tag is written as PGN has it, or refused, at every door."""

from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.query import Query
from books.collection.retagging import retagged
from books.collection.search import search
from engine.game.tags.entered import TagError, entered
from engine.game.tags.names import tag_name
from engine.game.tree import Game
from engine.pgn.edit import HeaderEdit
from tests.books.collection.test_annotations import PLAIN, collected


@pytest.mark.parametrize(
    ("name", "text", "written"),
    [
        *(("Result", text, "1/2-1/2") for text in ("1/2", "½-½", "0.5-0.5", "1/2-1/2", "remis")),
        *(("Result", text, text) for text in ("1-0", "0-1", "*", "0-0")),
        *(
            ("Date", text, "1985.07.03")
            for text in ("3.7.1985", "1985-07-03", "19850703", " 1985.07.03 ", "3 July 1985")
        ),
        *(("EventDate", text, "1985.07.??") for text in ("7.1985", "July 1985", "1985.07.??")),
        ("Date", "1985", "1985.??.??"),
        ("Date", "?", "????.??.??"),
        ("UTCDate", "25/12/1985", "1985.12.25"),
        ("WhiteElo", "2450 (FIDE)", "2450"),
        ("BlackElo", "0", "-"),
        ("BlackElo", "-", "-"),
        ("ECO", "b90", "B90"),
        ("ECO", "?", "?"),
        ("TimeControl", "G/90;+30", "5400+30"),
        ("TimeControl", "?", "?"),
        ("TimeControl", "unlimited", "-"),
        ("Event", "31.2.2010", "31.2.2010"),
        ("Date", "", ""),
    ],
)
def test_what_is_readable_gets_the_form_of_pgn(name: str, text: str, written: str) -> None:
    assert entered(name, text) == written
    assert entered(name, written) == written


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("Result", text) for text in ("1-5", "1-1", "½-0", "won")),
        *(
            ("Date", text)
            for text in ("31.2.2010", "xyz", "2010.13.01", "03/07/1985", "01.02.03", "29.2.2011", "8.1850.3")
        ),
        *(("WhiteElo", text) for text in ("abc", "-5", "12345")),
        ("ECO", "F00"),
        ("TimeControl", "fast"),
        ("TimeControl", "depth 10"),
    ],
)
def test_what_is_not_is_refused_with_an_example(name: str, text: str) -> None:
    with pytest.raises(TagError, match=f"{tag_name(name)}: “.*” cannot be read. Write "):
        entered(name, text)


def test_headers_of_many_games(tmp_path: Path) -> None:
    path = collected(tmp_path, PLAIN)
    with Collection(path) as games:
        for name, value in (("Result", "1/2"), ("Date", "3.7.1985"), ("WhiteElo", "2450 (FIDE)")):
            retagged(games, search(games, Query()), HeaderEdit((name,), value), lambda: True)
        (game,) = search(games, Query())
        assert (game.result, game.date, game.white_elo) == ("1/2-1/2", "1985.07.03", 2450)
        for name, value in (("Result", "1-5"), ("Date", "31.2.2010"), ("WhiteElo", "abc")):
            with pytest.raises(TagError):
                retagged(games, search(games, Query()), HeaderEdit((name,), value), lambda: True)
        assert search(games, Query()) == [game]


def test_a_part_replaced_gives_a_value_of_its_tag_or_names_the_game() -> None:
    game = Game.new(headers={"White": "Ann", "Black": "Bob", "Date": "1985.07.31"})
    assert HeaderEdit(("Date",), "1986", "1985").applied(game).header("Date") == "1986.07.31"
    with pytest.raises(
        TagError, match=r"Ann – Bob, 1985.07.31: Date: “1985.06.31” cannot be read. .* Nothing was changed"
    ):
        HeaderEdit(("Date",), ".06.", ".07.").applied(game)
