"""Searching games by what stood on the board, compared with python-chess playing each game over."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess.pgn
import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.patterns import QueryError
from books.collection.query import Query
from books.collection.search import search
from tests.books.collection.search_oracle import KINDS, Boards, Kind, boards_of
from tests.helpers.real_games import sample_games
from tests.helpers.shared import shared_file


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    folder = tmp_path_factory.mktemp("patterns")
    (folder / "games.pgn").write_text("".join(sample_games()[:200]), encoding="utf-8")
    with Collection(folder / "all", create=True) as opened:
        assert import_pgn(opened, folder / "games.pgn").added == len(sample_games()[:200])
        yield opened


@pytest.fixture(scope="module")
def lines(games: Collection) -> list[Boards]:
    """Every position of every game."""
    with (Path(games.path).parent / "games.pgn").open(encoding="utf-8") as file:
        read = iter(partial(chess.pgn.read_game, file), None)
        return [boards_of(game.mainline_moves()) for game in read]


def found(games: Collection, **query: object) -> list[int]:
    return [game.id for game in search(games, Query(**query), -1)]  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_every_kind_finds_what_python_chess_finds(games: Collection, lines: list[Boards], kind: Kind) -> None:
    theirs = [number for number, boards in enumerate(lines, 1) if kind.holds(boards)]
    assert [game.id for game in search(games, kind.query, -1)] == theirs


def test_most_kinds_find_something(games: Collection) -> None:
    """The comparison would prove nothing of a kind that none of the games has."""
    shared_file("data/games/sample_2000.pgn")
    empty = [kind.name for kind in KINDS if not search(games, kind.query, 1)]
    assert set(empty) <= {"White has the pawn", "similar ending", "mate with a queen on d8"}


def test_all_of_it_together_with_headers(games: Collection) -> None:
    shared_file("data/games/sample_2000.pgn")
    alone = found(games, manoeuvre="Nd2-f1-g3")
    white = found(games, manoeuvre="Nd2-f1-g3", result="1-0", pieces="Ng3")
    assert set(white) < set(alone) and white
    assert all(game.result == "1-0" for game in games.games(white))


def test_a_search_can_be_stopped(games: Collection) -> None:
    assert search(games, Query(pieces="Ka1"), -1, lambda _done, _all: False) == []


@pytest.mark.parametrize(
    ("query", "said"),
    [
        (Query(pieces="Nd9"), "Nd5"),
        (Query(material="KRvKR > rooks"), "KRPvKR"),
        (Query(difference="R"), "RvB"),
        (Query(manoeuvre="Nd2"), "Nd2-f1-g3"),
        (Query(structure="no/board"), "is not a position"),
        (Query(date_from="abc"), "1985.07.15"),
        (Query(date_to="2013.99"), "1985.07.15"),
        (Query(date_to="01/02/2013"), "1985.07.15"),
        (Query(date_from="19"), "1985.07.15"),
    ],
)
def test_what_cannot_be_understood_is_told_with_an_example(games: Collection, query: Query, said: str) -> None:
    with pytest.raises(QueryError, match=said):
        search(games, query)
