"""Building from games: exact counts, bounded memory, flags, nothing half made."""

import random
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import chess
import chess.pgn
import pytest

from books.building.build import BuildOptions, MoveCount, MoveCounter, flagged, flagged_rows, flags_by_score
from books.building.imports import new_book
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.errors import BookError, CancelledError
from books.formats.games import read_lines
from books.key import encode, position_key
from books.openings import shipped_names
from books.store.book_file import BookFile
from books.store.connecting import Access
from tests.books.helpers import line
from tests.helpers.shared import shared_file


def test_the_counts_are_those_of_python_chess(tmp_path: Path) -> None:
    sample = shared_file("data/games/sample_2000.pgn").read_text().split("\n\n[Event")[:150]
    path = tmp_path / "games.pgn"
    path.write_text("\n\n[Event".join(sample) + "\n")
    expected: Counter[tuple[int, int]] = Counter()
    with path.open() as file:
        while (game := chess.pgn.read_game(file)) is not None:
            board = game.board()
            for move in list(game.mainline_moves())[:16]:
                expected[position_key(board), encode(board, move)] += 1
                board.push(move)
    with MoveCounter(
        BuildOptions(max_ply=16, min_games=1), in_memory=200
    ) as counter:  # so small that it spills many times
        for line in read_lines(path, 16):
            counter.add(line)
        counted = list(counter.counts())
    assert {(count.key, count.move): count.games for count in counted} == dict(expected)
    assert [count.key for count in counted] == sorted(count.key for count in counted)


def test_results_are_those_of_the_side_that_moves(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 1-0\n\n[Result "*"]\n\n1. e4 c5 *\n')
    with MoveCounter(BuildOptions(min_games=1)) as counter:
        for line in read_lines(path, 10):
            counter.add(line)
        counts = {count.key: count for count in counter.counts()}
    assert counts[position_key(chess.Board())][2:] == (1, 0, 0)
    assert sum(count.losses for count in counts.values()) == 1
    assert counter.games == 1  # the unfinished game says nothing


def test_options_choose_sides_players_and_depth(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[White "Anand"]\n[Black "Carlsen"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 Nc6 3. a3 a6 4. h3 h6 1-0\n')

    def plies(options: BuildOptions) -> int:
        with MoveCounter(options, shipped_names()) as counter:
            for line in read_lines(path, 100):
                counter.add(line)
            return sum(1 for _ in counter.counts())

    assert plies(BuildOptions(min_games=1, max_ply=3)) == 3
    assert plies(BuildOptions(min_games=1, players=("carlsen",))) == 4
    assert plies(BuildOptions(min_games=1, winner_only=True)) == 4
    assert plies(BuildOptions(min_games=1, after_theory=1)) == 5  # C44 is named after 2...Nc6; one ply more


def test_flags_follow_the_score() -> None:
    moves = [MoveCount(1, number, *wdl) for number, wdl in enumerate([(60, 0, 40), (5, 5, 30), (5, 0, 6), (3, 0, 1)])]
    assert flags_by_score(moves) == [Flag.STRONG, Flag.BAD, Flag.NORMAL, Flag.NORMAL]
    rows = list(flagged_rows(moves, BuildOptions(min_games=5)))
    assert [row.weight for row in rows] == [120, 15, 10]


def test_a_cancelled_build_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Result "1-0"]\n\n1. e4 e5 1-0\n')
    target = tmp_path / "b.ratsubook"

    def build() -> None:
        with new_book(target, "t"), MoveCounter(BuildOptions()) as counter:
            for line in read_lines(path, 10, lambda done, total: False):
                counter.add(line)

    with pytest.raises(CancelledError):
        build()
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["games.pgn"]


def test_a_new_book_replaces_neither_work_by_hand_nor_what_is_no_book(tmp_path: Path) -> None:
    built, own, letter = tmp_path / "built.ratsubook", tmp_path / "own.ratsubook", tmp_path / "letter.ratsubook"
    for _ in range(2):  # a built book is built again
        with new_book(built, "t"):
            pass
    library = Library(own, tmp_path / "learned.ratsubook", None)
    library.add_line(chess.Board(), line("e4 e5"), Flag.STRONG)
    library.close()
    letter.write_text("dear friend")
    for path, told in ((own, "made by hand"), (letter, "letter.ratsubook already exists")):
        before = path.read_bytes()
        with pytest.raises(BookError, match=told), new_book(path, "t"):
            pass
        assert path.read_bytes() == before


def test_two_books_built_for_one_place_at_once_are_whole_and_the_last_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "b.ratsubook"
    with new_book(path, "first") as first:
        first.put_rows([MoveRow(1, 1)])
        with new_book(path, "second") as second:
            second.put_rows([MoveRow(2, 1)])
        first.put_rows([MoveRow(3, 1)])
    with BookFile(path, Access.READ) as book:
        assert [row.key for row in book.all_rows()] == [1, 3]
    assert [entry.name for entry in tmp_path.iterdir() if entry.is_file()] == ["b.ratsubook"]


def test_what_was_made_by_hand_while_a_book_was_built_stays(tmp_path: Path) -> None:
    path = tmp_path / "b.ratsubook"

    def build() -> None:
        with new_book(path, "t"), closing(Library(path, tmp_path / "learned.ratsubook", None)) as library:
            library.add_line(chess.Board(), line("e4 e5"), Flag.STRONG)

    with pytest.raises(BookError, match="made by hand"):
        build()
    with BookFile(path, Access.READ) as book:
        assert len(list(book.all_rows())) == 2


KILLED = """
import os, sys
from pathlib import Path
from books.store.book_file import BookFile
book = BookFile(Path(sys.argv[1]))
book.put_rows([row._replace(weight=77) for row in book.all_rows()])
os._exit(9)
"""


def test_a_book_built_over_one_whose_writer_was_killed_holds_only_what_is_new(tmp_path: Path) -> None:
    path, link = tmp_path / "built.ratsubook", tmp_path / "link.ratsubook"
    link.symlink_to(path)
    with new_book(path, "old") as old:
        old.put_rows([MoveRow(key, 1) for key in range(20)])
    assert subprocess.run([sys.executable, "-c", KILLED, path], check=False).returncode == 9
    assert path.with_name("built.ratsubook-wal").stat().st_size
    with new_book(link, "new") as new:
        new.put_rows([MoveRow(100, 1)])
    with BookFile(path, Access.READ) as book:
        assert [row.key for row in book.all_rows()] == [100]
    assert link.is_symlink()


@pytest.mark.parametrize(("least", "score"), [(1, 0.0), (3, 0.0), (1, 0.5), (12, 0.6)])
def test_counted_moves_are_written_as_their_rows(tmp_path: Path, least: int, score: float) -> None:
    chance = random.Random(1)
    keys = sorted(chance.randint(-(2**63), 2**63 - 1) for _ in range(300))
    counts = [
        MoveCount(key, move, chance.randint(0, 9), chance.randint(0, 9), chance.randint(1, 9))
        for key in keys
        for move in range(chance.choice((1, 1, 1, 3)))
    ]
    options = BuildOptions(min_games=least, min_score=score)
    with BookFile(tmp_path / "rows.ratsubook") as rows, BookFile(tmp_path / "counted.ratsubook") as counted:
        rows.put_rows(flagged_rows(counts, options))
        counted.put_counted(flagged(counts, options))
        assert list(rows.all_rows()) == list(counted.all_rows()) != []
        for key in keys[::30]:
            kept = [move for move in counts if move.key == key and move.games >= least]
            kept = [move for move in kept if move.wins + move.draws / 2 >= score * move.games]
            assert [row.flag for row in rows.rows(key)] == flags_by_score(kept)
