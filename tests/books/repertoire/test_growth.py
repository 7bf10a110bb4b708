"""A repertoire that is grown again after edits is the one that is grown anew."""

import tempfile
from pathlib import Path

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from books.choice.library import Library
from books.entry import Flag
from books.key import position_key
from books.repertoire.lines import grow
from books.repertoire.store import RepertoireStore
from books.repertoire.trainer_values import MINE, Repertoire
from books.store import journal
from tests.books.helpers import line

ROW = Repertoire(0, "White", True, books=(MINE,))
WALKS = st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=7), min_size=1, max_size=4)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(("add", "flag", "switch", "value", "remove", "undo", "redo")),
        st.lists(st.integers(0, 3), max_size=5),
        st.integers(0, 4),
    ),
    min_size=1,
    max_size=6,
)


def walked(numbers: list[int]) -> tuple[chess.Board, list[chess.Move]]:
    """The position after the legal moves that numbers choose, and those moves."""
    board, moves = chess.Board(), []
    for number in numbers:
        moves.append(sorted(board.legal_moves, key=chess.Move.uci)[number])
        board.push(moves[-1])
    return board, moves


def edited(library: Library, kind: str, numbers: list[int], number: int) -> None:
    """Makes one edit of the book."""
    board, moves = walked(numbers)
    here = library.moves_on(board)
    move = here[number % len(here)][0] if here else None
    if kind == "add":
        library.add_line(chess.Board(), moves)
    elif kind == "undo":
        library.undo()
    elif kind == "redo":
        library.redo()
    elif kind == "value":
        with journal.edit(library.own(), "user", "value") as edit:
            edit.put_position(edit.position(position_key(board))._replace(value=200 * (number - 2)))
    elif move is not None and kind == "flag":
        library.set_flag(board, move, list(Flag)[number])
    elif move is not None and kind == "remove":
        library.delete(board, move)
    elif move is not None:
        library.switch_line(board, move, off=bool(number % 2))


@given(WALKS, EDITS)
@settings(max_examples=15, deadline=None)
def test_after_any_edits_it_is_as_if_grown_anew(
    walks: list[list[int]], edits: list[tuple[str, list[int], int]]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        library = Library(Path(folder) / "user.ratsubook", Path(folder) / "learned.ratsubook", None)
        for walk in walks:
            library.add_line(chess.Board(), walked(walk)[1])
        store = RepertoireStore(library)
        store.spots(ROW)
        for kind, numbers, number in edits:
            edited(library, kind, numbers, number)
            spots = store.spots(ROW)
            assert spots == grow(ROW, library.moves_on, library.titles(), library.names.at)
            assert [spot.key for spot in spots.values()] == [*spots]
            assert store.prospect(ROW) == RepertoireStore(library).prospect(ROW)
        library.close()


def test_own_lines_have_no_limit_and_those_of_other_books_have(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("1.e4 e5 2.Nf3 Nc6 3.Bb5 a6"))
    assert len(grow(ROW, library.moves_on, most=0)) == 7
    library.close()
    shipped = Library(None, None, tmp_path / "user.ratsubook")
    row = Repertoire(0, "White", True, books=("shipped",))
    assert len(grow(row, shipped.moves_on, most=4)) == 5
    assert len(grow(row, shipped.moves_on)) == 7
    shipped.close()


def test_an_edit_asks_the_book_only_about_what_it_touches(tmp_path: Path) -> None:
    library = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    for first in range(4):
        library.add_line(chess.Board(), walked([first, *[1] * 11])[1])
    store, asked = RepertoireStore(library), list[int]()
    store.spots(ROW)
    look = library.moves_on

    def moves_on(board: chess.Board) -> object:
        asked.append(position_key(board))
        return look(board)

    library.moves_on = moves_on  # type: ignore[method-assign,assignment]
    moves = walked([0, 1, 1])[1]
    library.set_flag(walked([0, 1])[0], moves[-1], Flag.STRONG)
    assert len(store.spots(ROW)) > 20
    assert asked == [position_key(walked([0, 1])[0])]
    library.close()
