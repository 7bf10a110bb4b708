"""What a repertoire has grown to is stored: the next start asks the books only about what was edited since."""

import json
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copyfile

import chess
import pytest
from hypothesis import given, settings

from books.choice.library import Library
from books.entry import Layer
from books.key import position_key
from books.repertoire.lines import BookWorld, Prospect, Spots, grow, left_out, prospect
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import ReplySource
from books.store.schema import GROWN
from tests.books.repertoire.test_growth import EDITS, ROW, WALKS, edited, walked


def opened(folder: Path, name: str = "user") -> Library:
    return Library(folder / f"{name}.ratsubook", folder / "learned.ratsubook", None)


@contextmanager
def asked_of(library: Library) -> Iterator[list[int]]:
    """Notes the keys that the books are asked about."""
    asked, look = list[int](), library.moves_on

    def moves_on(board: chess.Board) -> object:
        asked.append(position_key(board))
        return look(board)

    library.moves_on = moves_on  # type: ignore[method-assign,assignment]
    try:
        yield asked
    finally:
        library.moves_on = look  # type: ignore[method-assign]


def spots_of(library: Library) -> tuple[Spots, list[int]]:
    """The positions as after a start, and the keys that the books were asked about."""
    with asked_of(library) as asked:
        return RepertoireStore(library, least_stored=1).spots(ROW), asked


def grown(library: Library) -> Spots:
    return grow(ROW, library.moves_on, library.titles(), library.names.at)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A book of four lines, whose repertoire is stored."""
    library = opened(tmp_path)
    for first in range(4):
        library.add_line(chess.Board(), walked([first, *[1] * 11])[1])
    assert len(spots_of(library)[0]) > 20
    library.close()
    return tmp_path


def test_a_start_asks_the_books_nothing(folder: Path) -> None:
    library = opened(folder)
    spots, asked = spots_of(library)
    assert not asked
    assert [spot.name for spot in spots.values()] == [spot.name for spot in grown(library).values()]
    assert spots == grown(library) and [spot.name for spot in spots.values()] == [
        (k, s.board.turn) for k, s in spots.items()
    ]
    assert all(spot.board.move_stack == list(spot.path[-1:]) for spot in spots.values())
    library.close()


@given(WALKS, EDITS)
@settings(max_examples=15, deadline=None)
def test_after_edits_and_starts_it_is_as_if_grown_afresh(
    walks: list[list[int]], edits: list[tuple[str, list[int], int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = opened(Path(folder))
        for walk in walks:
            library.add_line(chess.Board(), walked(walk)[1])
        for kind, numbers, number in edits:
            edited(library, kind, numbers, number)
            assert spots_of(library)[0] == grown(library)
        library.close()


def test_after_an_edit_a_start_asks_only_about_what_it_touches(folder: Path) -> None:
    library = opened(folder)
    edited(library, "flag", [0, 1], 3)
    spots, asked = spots_of(library)
    assert 0 < len(set(asked)) < 5 and spots == grown(library)
    library.close()


@pytest.mark.parametrize(
    "name", ["path", "answers", "accepted", "marked", "unchecked", "mine", "replies", "after", "board"]
)
def test_a_stored_position_is_whole_whichever_attribute_is_asked_for_first(folder: Path, name: str) -> None:
    """Its moves are taken from the columns when one of them is asked for."""
    library = opened(folder)
    library.add_line(chess.Board(), walked([2, 3])[1])
    edited(library, "flag", [0, 1], 3)
    afresh = grown(library)
    spots_of(library)
    stored, asked = spots_of(library)
    assert not asked
    for key, spot in stored.items():
        assert getattr(spot, name) == getattr(afresh[key], name) and spot == afresh[key]
    assert [spot.key for spot in spots_of(library)[0].values()] == list(afresh)
    assert spots_of(library)[0] == afresh and afresh == spots_of(library)[0]
    library.close()


def test_threads_may_take_the_moves_of_a_stored_position_at_once(folder: Path) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    library = opened(folder)
    afresh = grown(library)
    try:
        for _ in range(5):
            spots, gate = spots_of(library)[0], threading.Barrier(4)
            found: list[object] = []

            def take(spots: Spots = spots, gate: threading.Barrier = gate, found: list[object] = found) -> None:
                gate.wait()
                found.append([(spot.after, spot.path, spot.mine) for spot in spots.values()])

            threads = [threading.Thread(target=take) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert found == [[(spot.after, spot.path, spot.mine) for spot in afresh.values()]] * 4
    finally:
        sys.setswitchinterval(interval)
        library.close()


def test_a_start_takes_what_is_not_asked_from_the_last_one_until_an_edit(folder: Path) -> None:
    library = opened(folder)
    first = RepertoireStore(library, least_stored=1)
    assert first.left_out(ROW) == left_out(first.spots(ROW))
    edited(library, "flag", [0, 1], 3)
    for _ in range(2):
        store = RepertoireStore(library, least_stored=1)
        assert store.left_out(ROW) == left_out(grown(library))
    with library.own().transaction() as connection:
        connection.execute(f"UPDATE {GROWN} SET spots = ? WHERE place LIKE '%left out'", (zlib.compress(b"[1"),))
    assert RepertoireStore(library, least_stored=1).left_out(ROW) == left_out(grown(library))
    library.close()


def test_a_damaged_row_counts_as_missing(folder: Path) -> None:
    library = opened(folder)
    user = library.own()
    stored = zlib.decompress(user.query(f"SELECT spots FROM {GROWN}")[0][0])
    cut = zlib.compress(stored[:-8])
    for blob in (b"", b"no", zlib.compress(b"[1"), zlib.compress(json.dumps([{}, [[1, 2]]]).encode()), cut):
        with user.transaction() as connection:
            connection.execute(f"UPDATE {GROWN} SET spots = ?", (blob,))
        spots, asked = spots_of(library)
        assert asked and spots == grown(library)
    library.close()


def prospect_of(library: Library) -> tuple[Prospect, int]:
    """The prospect as after a start, and how often the books were asked for it."""
    store = RepertoireStore(library, least_stored=1)
    store.spots(ROW)
    with asked_of(library) as asked:
        return store.prospect(ROW), len(asked)


def test_a_start_takes_the_gaps_from_the_last_one_until_an_edit(folder: Path) -> None:
    library = opened(folder)
    library.add_line(chess.Board(), walked([0, 2])[1])
    found, asked = prospect_of(library)
    assert asked and found.gaps and found.answered[3]
    assert prospect_of(library) == (found, 0)
    library.close()
    library = opened(folder)
    assert prospect_of(library) == (found, 0)
    library.add_line(chess.Board(), walked([5, 1])[1])
    edited_, asked = prospect_of(library)
    assert asked and edited_ == prospect(grown(library), library.moves_on, library.titles(), ROW.books) != found
    for blob in (b"", zlib.compress(b"[1"), zlib.compress(b"[{}, 1]"), zlib.compress(b"7")):
        with library.own().transaction() as connection:
            connection.execute(f"UPDATE {GROWN} SET spots = ? WHERE place LIKE '%prospect'", (blob,))
        assert prospect_of(library)[0] == edited_
    library.close()


def test_other_replies_are_never_taken_from_the_last_start(folder: Path) -> None:
    class People(BookWorld):
        source = ReplySource(("My games",))

    library = opened(folder)
    library.add_line(chess.Board(), walked([0, 2])[1])
    prospect_of(library)
    store = RepertoireStore(library, least_stored=1)
    store.count_in(People())
    assert {gap.source for gap in store.prospect(ROW).gaps} == {People.source}
    assert {gap.source for gap in prospect_of(library)[0].gaps} == {ReplySource()}
    library.close()


def test_another_choice_of_books_is_another_repertoire(folder: Path) -> None:
    library = opened(folder)
    library.switch_layer(Layer.LEARNED, False)
    spots, asked = spots_of(library)
    assert asked and spots == grown(library)
    library.close()


def test_a_book_put_in_its_place_is_noticed(tmp_path: Path) -> None:
    rows = list[tuple[object, ...]]()
    for name, first in (("user", 0), ("other", 2)):
        library = opened(tmp_path, name)
        library.add_line(chess.Board(), walked([first, 1, 1, 1])[1])
        with library.own().transaction() as connection:  # made on another day
            connection.execute("UPDATE edits SET time = time - ?", (86_400 * first,))
        spots_of(library)
        rows += library.own().query(f"SELECT place, books, spots FROM {GROWN}")
        library.close()
    copyfile(tmp_path / "other.ratsubook", tmp_path / "user.ratsubook")
    library = opened(tmp_path)
    with library.own().transaction() as connection:
        connection.execute(f"DELETE FROM {GROWN}")
        connection.execute(f"INSERT INTO {GROWN} VALUES (?, ?, ?)", rows[0])
    spots, asked = spots_of(library)
    assert asked and spots == grown(library)
    library.close()
