"""Spellings of one name are found together, proposed in the fullest frequent form, and corrected with undo."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from books.collection.editing import restored
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from books.collection.tidying import spellings
from books.collection.tidying.spellings import Respelling, SpellingKind, respelled, spelling_groups
from engine.ground.name_sounds import given_alike
from tests.books.collection.test_retagging import dump

PLAYERS, EVENTS = SpellingKind.PLAYERS, SpellingKind.EVENTS


def game(white: str, event: str = "?", year: int = 1960, number: int = 0) -> str:
    """A game that differs from the others by its round and moves."""
    moves = f"1. {'abcdefgh'[number % 8]}3 {'abcdefgh'[number // 8 % 8]}6"
    tags = {"Event": event, "Date": f"{year}.??.??", "Round": str(number), "White": white, "Black": "Keres, Paul"}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f'[Result "*"]\n\n{moves} *\n\n'


def made(folder: Path, *games: tuple[str, str, int]) -> Path:
    source, path = folder / "games.pgn", folder / "Mine.ratsugames"
    source.write_text("".join(game(*one, number) for number, one in enumerate(games)), encoding="utf-8")
    with Collection(path, create=True) as collection:
        assert import_pgn(collection, source).added == len(games)
    return path


def players(*names: str) -> list[tuple[str, str, int]]:
    return [(name, "?", 1960) for name in names]


def groups(path: Path, kind: SpellingKind = PLAYERS) -> list[list[tuple[str, int]]]:
    with Collection(path) as collection:
        found = spelling_groups(collection, kind)
    return [[(one.name, one.games) for one in group.spellings] for group in found]


def test_the_most_frequent_full_form_is_proposed(tmp_path: Path) -> None:
    names = ["Kortchnoi, V"] * 4 + ["Korchnoi Viktor"] * 3 + ["Kortschnoj, Viktor"] * 2 + ["Korchnoi, Viktor", "Tal, M"]
    assert groups(made(tmp_path, *players(*names))) == [
        [("Kortschnoj, Viktor", 2), ("Kortchnoi, V", 4), ("Korchnoi Viktor", 3), ("Korchnoi, Viktor", 1)]
    ]


def test_a_name_that_fits_two_players_is_left_out(tmp_path: Path) -> None:
    names = (
        "Adams, Michael",
        "Adams,Michael",
        "Adams, Mark",
        "Adams, M",
        "Adams",
        "Rohde Michael A",
        "Brooks, Michael A",
    )
    assert groups(made(tmp_path, *players(*names))) == [[("Adams, Michael", 1), ("Adams,Michael", 1)]]


def test_namesakes_of_other_times_stay_apart(tmp_path: Path) -> None:
    games = [("Smith, John", "?", 1880), ("Smith,John", "?", 1885), ("Smith John", "?", 1995), ("Jones, A", "?", 1900)]
    assert groups(made(tmp_path, *games)) == [[("Smith, John", 1), ("Smith,John", 1)]]


def test_years_and_slips_are_shown(tmp_path: Path) -> None:
    path = made(
        tmp_path, ("Perez, Francisco", "?", 1950), ("Prez, Francisco", "?", 1955), ("Perez, Francisco", "?", 1961)
    )
    with Collection(path) as collection:
        (group,) = spelling_groups(collection, PLAYERS)
    assert [(one.name, one.first, one.last) for one in group.spellings] == [
        ("Perez, Francisco", 1950, 1961),
        ("Prez, Francisco", 1955, 1955),
    ]


def test_events_differ_by_numbers_and_play_offs_but_not_by_order_or_abbreviation(tmp_path: Path) -> None:
    names = [
        "USA-ch 12",
        "12th USA Championship",
        "USA-ch 13",
        "Vienna",
        "Vienna+",
        "Candidates",
        "Candidtaes",
        "URS-ch",
    ]
    path = made(tmp_path, *(("?", name, 1960) for name in names))
    assert groups(path, EVENTS) == [
        [("12th USA Championship", 1), ("USA-ch 12", 1)],
        [("Candidates", 1), ("Candidtaes", 1)],
    ]


def test_corrections_change_players_on_both_sides_and_are_undone_to_the_byte(tmp_path: Path) -> None:
    path = made(tmp_path, *players("Keres, P", "Keres Paul", "Tal, M"))
    before = dump(path)
    with Collection(path) as collection:
        change = Respelling({"Keres, P": "Keres, Paul", "Keres Paul": "Keres, Paul", "Tal, M": "Tal, Mihail"}, {})
        done = respelled(collection, change)
        assert done is not None and len(done.numbers) == 3
        found = search(collection, Query())
        assert {one.white for one in found} == {"Keres, Paul", "Tal, Mihail"}
        assert {one.black for one in found} == {"Keres, Paul"}
    assert groups(path) == []
    restored(done)
    assert dump(path) == before


def test_a_search_and_a_correction_can_be_stopped(tmp_path: Path) -> None:
    path = made(tmp_path, *players("Keres, P", "Keres Paul"))
    before = dump(path)
    with Collection(path) as collection:
        assert spelling_groups(collection, PLAYERS, lambda _done, _total: False) == []
        assert respelled(collection, Respelling({"Keres, P": "Keres, Paul"}, {}), lambda _done, _total: False) is None
    assert dump(path) == before


@given(st.text("aeimn", max_size=6), st.text("aeimn", max_size=6))
def test_given_names_of_any_letters_compare_both_ways(one: str, other: str) -> None:
    assert given_alike(one, other) is given_alike(other, one)  # `yae` and `ya` ended the search with an IndexError


def test_the_counting_of_names_is_half_of_the_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spellings, "_STEP", 2)
    path, steps = made(tmp_path, *players(*(f"Keres {letter}" for letter in "ABCDE"))), list[tuple[int, int]]()
    with Collection(path) as collection:
        spelling_groups(collection, EVENTS, lambda done, total: not steps.append((done, total)))  # type: ignore[func-returns-value]
    assert steps == [(0, 10), (2, 10), (4, 10)]
