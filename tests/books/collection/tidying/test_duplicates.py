"""Games that a collection has twice: found, kept, merged and deleted, with undo."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from books.collection.editing import binned, deleted, restored
from books.collection.game_collection import Collection
from books.collection.importing.imports import import_pgn
from books.collection.query import Query
from books.collection.search import search
from books.collection.tidying.duplicate_changes import merged_into_first
from books.collection.tidying.duplicates import (
    DuplicateGroup,
    DuplicateKind,
    _Candidate,
    _Groups,
    duplicates_of_collection,
    duplicates_of_file,
    keep_apart,
)
from engine.pgn.merging import MergeError
from tests.books.collection.test_identity import DRAW, LONG, MATE, game

SAME = (
    game(f"{LONG} {{long}}", Round="3", White="Smith, John"),
    game(LONG.replace("2. Nf3", "2. Nf3 {good} (2. f4 exf4)"), White="Smith J", Annotator="Kotov"),
)
LONGER = (game(f"{LONG} 23. Ng4", "1-0", Black="Cole"), game(f"{LONG} 23. Ng4 Qd8 24. Qe5", "1-0", Black="Cole"))
AGAINST = (game(LONG, "1-0", Black="Dean"), game(LONG, "0-1", Black="Dean"))
OTHERS = (
    game(LONG, Site="https://lichess.org/aaaaaaaa", White="x", Black="y"),
    game(LONG, Site="https://lichess.org/bbbbbbbb", White="x", Black="y"),
    game(MATE, "1-0", Round="1", Event="X"),
    game(MATE, "1-0", Round="2", Event="X"),
    game(DRAW, Date="2001.01.01", Event="A", Black="Evans"),
    game(f"{DRAW} 15. Nd2 Ng7", Date="2003.01.01", Event="B", Black="Evans"),
)


@pytest.fixture
def collection(tmp_path: Path) -> Iterator[Collection]:
    path = tmp_path / "games.pgn"
    path.write_text("".join((*SAME, *LONGER, *AGAINST, *OTHERS)), encoding="utf-8")
    with Collection(tmp_path / "games.ratsugames", create=True) as games:
        assert import_pgn(games, path).added == 12
        yield games


def found(games: Collection) -> list[DuplicateGroup]:
    return list(duplicates_of_collection(games, lambda _done, _total: True))


def test_copies_longer_games_and_contradictions_are_found_and_no_others(collection: Collection) -> None:
    groups = {(group.kind, group.numbers) for group in found(collection)}
    assert groups == {
        (DuplicateKind.SAME, (2, 1)),
        (DuplicateKind.LONGER, (4, 3)),
        (DuplicateKind.CONTRADICTION, (5, 6)),
    }


def test_a_game_that_was_cut_short_is_found_however_much_longer_the_other_is(tmp_path: Path) -> None:
    """A game of 19 moves, of which the collection has all 80, was not found: more than 30 moves were another game."""
    whole = f"{LONG} " + " ".join(f"{move}. {'Ng4 Kf8' if move % 2 else 'Ne5 Kg8'}" for move in range(23, 60))
    short, names = LONG, {"White": "Van Wely, Loek", "Black": "Leko, Peter"}
    path = tmp_path / "cut.pgn"
    path.write_text(
        game(short, "1-0", Event="Corus", Date="2010.01.26", **names)
        + game(whole, "1-0", Event="Corus", Date="2010.01.26", **names)
        + game(whole.replace("59. Ng4 Kf8", "59. Ng4 h5"), "1-0", Event="Corus", Date="2010", **names)
    )
    groups = list(duplicates_of_file(path, lambda _done, _total: True))
    assert [(group.kind, group.numbers) for group in groups] == [(DuplicateKind.LONGER, (2, 1))]


def test_a_file_has_the_same_groups_as_its_collection(collection: Collection, tmp_path: Path) -> None:
    groups = list(duplicates_of_file(tmp_path / "games.pgn", lambda _done, _total: True))
    assert sorted(sorted(group.numbers) for group in groups) == [[1, 2], [3, 4], [5, 6]]


def test_games_that_the_user_keeps_are_not_listed_again(collection: Collection) -> None:
    keep_apart(collection, [(2, 1), (5, 6)])
    assert [group.numbers for group in found(collection)] == [(4, 3)]
    keep_apart(collection, [(2, 1)], kept=False)
    assert len(found(collection)) == 2


def test_merging_keeps_what_every_copy_has_and_is_undone_as_one_step(collection: Collection) -> None:
    before = state(collection)
    change = merged_into_first(collection, [(2, 1), (4, 3)], lambda _done, _total: True)
    assert len(collection) == 10
    text = (collection.text(2) or b"").decode()
    for part in ("{ good }", "2. f4 exf4", "{ long }", '[Round "3"]', '[Annotator "Kotov"]', '[White "Smith J"]'):
        assert part.replace("{ ", "{").replace(" }", "}") in text.replace("{ ", "{").replace(" }", "}")
    assert [group.kind for group in found(collection)] == [DuplicateKind.CONTRADICTION]
    back = restored(change)
    assert state(collection) == before
    restored(back)
    assert len(collection) == 10


def test_the_poorer_games_go_into_the_bin_and_come_back(collection: Collection) -> None:
    before = state(collection)
    change = deleted(collection, [number for group in found(collection) for number in group.numbers[1:]])
    assert [one.id for one in binned(collection)] == [1, 3, 6]
    assert found(collection) == []
    restored(change)
    assert state(collection) == before


def test_a_merge_that_fails_changes_nothing(collection: Collection, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(collection)
    collection.db.execute("UPDATE games SET start_fen = 'k7/8/8/8/8/8/8/K7 w - - 0 1', moves = x'' WHERE id = 3")
    with pytest.raises(MergeError, match="another start position"):
        merged_into_first(collection, [(2, 1), (4, 3)], lambda _done, _total: True)
    assert len(collection) == 12 and state(collection)[:2] == before[:2]


def test_a_merge_appears_at_once(collection: Collection) -> None:
    before = state(collection)

    def go_on(_done: int, _total: int) -> bool:
        with Collection(collection.path) as other:
            assert state(other) == before, "a kill here would leave this"
        return True

    change = merged_into_first(collection, [(2, 1), (4, 3)], go_on)
    assert len(collection) == 10
    restored(change)
    assert state(collection) == before


def test_a_stopped_merge_leaves_the_rest(collection: Collection) -> None:
    merged_into_first(collection, [(2, 1), (4, 3)], lambda done, _total: not done)
    assert len(collection) == 11
    assert [group.numbers for group in found(collection) if group.kind is not DuplicateKind.CONTRADICTION] == [(4, 3)]


def test_a_stopped_search_ends(collection: Collection) -> None:
    assert list(duplicates_of_collection(collection, lambda _done, _total: False)) == []


def state(games: Collection) -> list[tuple[object, ...]]:
    return [(*one, games.text(one.id)) for one in search(games, Query(), -1)]


def test_groups_that_turn_out_to_be_one_become_one() -> None:
    """Two pairs, and then a game of the first is found to be that of the second."""
    groups, games = _Groups(), [cast(_Candidate, SimpleNamespace(number=number)) for number in range(4)]
    groups.join(games[0], games[1], DuplicateKind.SAME)
    groups.join(games[2], games[3], DuplicateKind.LONGER)
    groups.join(games[1], games[3], DuplicateKind.SAME)
    assert groups._group[0] == groups._group[3] == [0, 1, 2, 3]
    assert groups._kinds == {0: {DuplicateKind.SAME, DuplicateKind.LONGER}}
