"""Lists of any number of games: pages, sorting and searching without the whole list in memory."""

import tracemalloc
from array import array
from pathlib import Path

import pytest

from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.listing.game_rows import PAGE, GameRows
from books.collection.query import Query
from books.collection.search import numbers_found, search
from engine.game.tags.order import in_order, sort_key

GAMES = 1000
NAMES = ("Müller, Anna", "Tal, Mihail", "adams, Michael", "Ødegård, Lars", "Żak, Jan")


def text(number: int) -> str:
    white, black = NAMES[number % 5], NAMES[number * 7 % 5]
    moves = " ".join(f"{at + 1}. {'Nf3 Nf6' if at % 2 == 0 else 'Ng1 Ng8'}" for at in range(number % 9))
    elo = f'[WhiteElo "{1000 + number * 37 % 900}"]\n' if number % 3 else ""
    return (
        f'[Event "Cup {number % 11}"]\n[Site "Oulu"]\n[Date "{1900 + number % 97}.??.??"]\n[Round "{number}"]\n'
        f'[White "{white}"]\n[Black "{black}"]\n[Result "{("1-0", "0-1", "1/2-1/2")[number % 3]}"]\n{elo}\n{moves} *\n\n'
    )


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows")
    (folder / "games.pgn").write_text("".join(map(text, range(GAMES))), encoding="utf-8")
    with Collection(folder / "all", create=True) as games:
        assert import_pgn(games, folder / "games.pgn").added == GAMES
    return folder / "all"


@pytest.fixture
def rows(path: Path) -> GameRows:
    found = GameRows(path)
    with Collection(path) as collection:
        for numbers in numbers_found(collection, Query()):
            found.add(numbers)
    return found


def test_all_games_are_listed_without_their_numbers_in_memory(rows: GameRows) -> None:
    assert rows.numbers == range(1, GAMES + 1)


def test_a_page_is_read_when_one_of_its_rows_is_asked_for(rows: GameRows) -> None:
    assert rows.known(300) is None
    assert rows.game(300).id == 301
    first = 300 // PAGE * PAGE
    assert [getattr(rows.known(row), "id", 0) for row in (first, first + PAGE - 1, first - 1)] == [
        first + 1,
        first + PAGE,
        0,
    ]


def test_old_pages_leave_the_memory(path: Path) -> None:
    rows = GameRows(path, array("I", [1 + row % GAMES for row in range(100 * PAGE)]))
    for row in range(0, len(rows), PAGE):
        rows.read_pages([row])
    assert rows.known(0) is None and rows.known(len(rows) - 1) is not None


def test_rows_added_while_the_last_page_was_read_appear(path: Path) -> None:
    rows = GameRows(path, array("I", [5, 6]))
    assert rows.game(1).id == 6
    rows.add(array("I", [9]))
    assert rows.game(2).id == 9


@pytest.mark.parametrize("column", ["White", "Black", "Event", "Date", "Result", "Round", "ECO", "WhiteElo"])
@pytest.mark.parametrize("descending", [False, True])
def test_sorting_is_that_of_the_texts(rows: GameRows, path: Path, column: str, descending: bool) -> None:
    key = sort_key(column)
    names = {"White": "white", "Black": "black", "Event": "event", "Date": "date", "Result": "result", "Round": "round",
             "ECO": "eco", "WhiteElo": "white_elo"}  # fmt: skip
    with Collection(path) as collection:
        texts = [str(getattr(game, names[column]) or "") for game in search(collection, Query(), -1)]
    chosen = [row for row in range(GAMES) if row % 4]
    assert list(rows.sorted(column, chosen, descending)) == in_order(chosen, lambda row: key(texts[row]), descending)


def test_few_of_many_are_sorted_alike(path: Path) -> None:
    few = GameRows(path, array("I", [900, 3, 501, 77]))
    assert [few.numbers[row] for row in few.sorted("Date", range(4))] == [3, 501, 900, 77]


def test_words_find_rows_whatever_their_accents(rows: GameRows) -> None:
    with_muller = [row for row in range(GAMES) if "Müller, Anna" in (NAMES[row % 5], NAMES[row * 7 % 5])]
    assert list(rows.matching("muller anna")) == with_muller


def test_a_deleted_game_has_an_empty_row(path: Path) -> None:
    assert GameRows(path, array("I", [GAMES + 7])).game(0).white == ""


def test_a_long_list_takes_little_memory(path: Path) -> None:
    tracemalloc.start()
    rows = GameRows(path, range(1, 10_000_001))
    rows.game(9_999_999)
    assert tracemalloc.get_traced_memory()[1] < 5 << 20
    tracemalloc.stop()
