"""The doctor's findings and the refined book."""

from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from books.choice.layers import LayeredMove
from books.choice.library import Library
from books.entry import Flag, MoveRow
from books.errors import BookDiskError
from books.evaluations.values import EngineIdentity
from books.key import encode, position_key
from books.learning.evaluations import StoredAnalyser
from books.repertoire import book_check as doctor
from books.repertoire.book_check import BookProblem
from books.repertoire.check_report import CheckReport
from books.repertoire.refine import refine, withhold_unchecked
from books.store.book_file import BookFile
from engine.game.reason_words import english
from tests.books.helpers import TableAnalyser, after, line, white_values


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    opened = Library(tmp_path / "user.ratsubook", tmp_path / "learned.ratsubook", None)
    opened.add_line(chess.Board(), line("1.e4 e5 2.Nf3"))
    opened.add_line(chess.Board(), line("1.g4 d5"))
    yield opened
    opened.close()


def test_a_recommended_move_that_gives_up_half_a_pawn_is_found_and_a_flag_proposed(library: Library) -> None:
    analyse = TableAnalyser(white_values("1.g4", value=-60) | white_values("1.e4", value=10))
    visit = next(doctor.walk(library.moves_on))
    findings = doctor.blunders(visit, analyse)
    assert [(finding.problem, finding.move.uci(), finding.proposal) for finding in findings] == [
        (BookProblem.BLUNDER, "g2g4", Flag.DUBIOUS)
    ]


def test_the_walk_goes_where_games_are_likeliest_to_come(library: Library) -> None:
    library.learned.put_rows(  # type: ignore[union-attr]
        [
            MoveRow(position_key(after(text)), encode(after(text), after(text).parse_san(san)), wins=games)
            for text, san, games in (("", "e4", 30), ("", "g4", 70), ("1.g4", "d5", 10), ("1.g4", "e5", 60))
        ]
    )
    chances = {visit.board.fen(): round(visit.chance, 2) for visit in doctor.walk(library.moves_on)}
    assert list(chances) == [after(text).fen() for text in ("", "1.g4", "1.e4", "1.e4 e5")]
    assert list(chances.values()) == [1.0, 0.7, 0.3, 0.3]  # an added move counts as one game: 31 and 71 of 102


def test_of_a_move_that_nobody_judged_nothing_worse_than_dubious_is_said(library: Library) -> None:
    board = chess.Board()
    library.learned.put_rows([MoveRow(position_key(board), encode(board, board.parse_san("h4")), wins=1)])  # type: ignore[union-attr]
    findings = doctor.blunders(next(doctor.walk(library.moves_on)), TableAnalyser(white_values("1.h4", value=-400)))
    assert [(finding.problem, finding.proposal) for finding in findings] == [(BookProblem.UNCHECKED, Flag.DUBIOUS)]


def test_locked_moves_are_left_alone(library: Library) -> None:
    library.set_locked(chess.Board(), chess.Move.from_uci("g2g4"), True)
    analyse = TableAnalyser(white_values("1.g4", value=-300))
    assert doctor.blunders(next(doctor.walk(library.moves_on)), analyse) == []


def test_a_line_that_ends_badly_is_found(library: Library) -> None:
    analyse = TableAnalyser(white_values("1.e4 e5 2.Nf3", value=-120))
    found = [
        finding
        for visit in doctor.walk(library.moves_on)
        for finding in doctor.bad_leaves(visit, library.moves_on, analyse)
    ]
    assert [english(finding.reason) for finding in found] == ["2.Nf3 ends the book at -1.20"]


def test_layers_that_contradict_each_other_are_found(library: Library) -> None:
    board = chess.Board()
    assert library.learned is not None
    code = encode(board, chess.Move.from_uci("e2e4"))
    library.learned.put_rows([MoveRow(position_key(board), code, Flag.BAD, evaluation=-150)])
    found = doctor.conflicts(next(doctor.walk(library.moves_on)))
    assert len(found) == 1
    assert "the learned layer decides" in english(found[0].reason)


def test_rows_no_line_reaches_are_found(library: Library) -> None:
    reached = {visit.key for visit in doctor.walk(library.moves_on)}
    assert doctor.unreachable([*reached, 5], reached) == [5]


def test_the_ends_of_lines_are_not_looked_up_if_all_positions_are_known(library: Library) -> None:
    asked = list[int]()

    def moves_on(board: chess.Board) -> list[tuple[chess.Move, LayeredMove]]:
        asked.append(position_key(board))
        return library.moves_on(board)

    known = {row.key for row in library.all_rows()}
    assert [visit.key for visit in doctor.walk(moves_on, known=known)] == asked
    assert set(asked) == {visit.key for visit in doctor.walk(library.moves_on)} == known


def test_a_refined_book_recommends_no_move_that_gives_up_half_a_pawn(tmp_path: Path) -> None:
    with BookFile(tmp_path / "b.ratsubook") as book:
        rows = []
        for text, flag in (("e4", Flag.STRONG), ("g4", Flag.STRONG), ("d4", Flag.NORMAL)):
            board = chess.Board()
            rows.append(MoveRow(position_key(board), encode(board, board.parse_san(text)), flag, 10, wins=10))
        book.put_rows(rows)
        analyse = TableAnalyser(white_values("1.g4", value=-150) | white_values("1.g4 d5", value=-150))
        refined = refine(book, analyse)
        assert refined.keys == {position_key(chess.Board()), position_key(after("1.g4"))}  # with the refutation added
        assert refined.moves == 4
        flags = {
            chess.square_name(row.move & 63): (row.flag, row.evaluation)
            for row in book.rows(position_key(chess.Board()))
        }
        assert flags == {"e2": (Flag.STRONG, 0), "g2": (Flag.BAD, -150), "d2": (Flag.NORMAL, None)}  # None: unchecked
        refutation = book.rows(position_key(after("1.g4")))
        assert [row.flag for row in refutation] == [Flag.STRONG]


def test_what_no_engine_checked_is_seen_but_not_recommended(tmp_path: Path) -> None:
    with BookFile(tmp_path / "b.ratsubook") as book:
        for text, san in (("", "e4"), ("1.e4", "e5"), ("1.e4 e5", "Nf3")):
            board = after(text)
            book.put_rows([MoveRow(position_key(board), encode(board, board.parse_san(san)), Flag.STRONG, 10, wins=10)])
        refined = refine(book, TableAnalyser({}), most=2)
        assert withhold_unchecked(book, refined) == 1
        assert [book.rows(position_key(after(text)))[0].flag for text in ("", "1.e4", "1.e4 e5")] == [
            Flag.STRONG,
            Flag.STRONG,
            Flag.UNCHECKED,
        ]


def test_an_evaluation_of_enough_nodes_counts_whichever_engine_made_it(tmp_path: Path) -> None:
    table = TableAnalyser(white_values("1.e4", value=25))  # it counts a node for each legal move: 20
    first = StoredAnalyser(tmp_path / "e.db", EngineIdentity("engine", "old"), table, 1)
    first(chess.Board())
    first.close()
    for enough, searched in ((21, 1), (20, 0)):
        cached = StoredAnalyser(tmp_path / "e.db", EngineIdentity("engine", f"new {enough}"), table, enough)
        found = cached(chess.Board())
        assert (found.centipawns, cached.searched) == (25, searched)
        cached.close()


def test_evaluations_are_remembered_between_runs(tmp_path: Path) -> None:
    table = TableAnalyser(white_values("1.e4", value=25))
    for searched in (1, 0):
        cached = StoredAnalyser(tmp_path / "e.db", EngineIdentity("table"), table, 20)
        assert cached(chess.Board()).centipawns == 25
        assert cached.searched == searched
        cached.close()
    other = StoredAnalyser(tmp_path / "e.db", EngineIdentity("table"), table, 21)
    other(chess.Board())
    assert other.searched == 1
    other.close()


def test_a_report_that_the_disk_refuses_is_told_with_its_path(tmp_path: Path) -> None:
    (tmp_path / "checks").write_text("in the way")
    with pytest.raises(BookDiskError, match=r"checks[/\\].*\.json was not written: .*"):
        CheckReport(1, "all books", 1).save(tmp_path)
