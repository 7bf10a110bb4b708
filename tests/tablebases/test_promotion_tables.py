"""The game of bringing a pawn through: its parts of tables follow from the moves, and a triangulation cannot be done without."""

import os
import random
from pathlib import Path

import chess
import pytest

from tablebases.generate.make import generate
from tablebases.generate.placements import PLACEMENTS
from tablebases.generate.promotion_tables import make_part
from tablebases.lessons import LESSONS, EndgameLesson
from tablebases.promotion_tables import PARTS, PromotionTables
from tablebases.tables import Tablebases
from tablebases.wdl import Wdl

WHITE_PAWNS = {"KRPvKR": 1, "KPPvKP": 2}
PIECES = {"KRPvKR": "KRkr", "KPPvKP": "Kk"}
TRIANGLES = [lesson for lesson in LESSONS if lesson.theme == "triangulation"]


def some_positions(name: str, count: int, seed: int) -> list[chess.Board]:
    """Legal positions of a part, with White the stronger side and either to move; every other one mirrored or turned."""
    found: list[chess.Board] = []
    generator = random.Random(seed)
    while len(found) < count:
        placement = generator.choice(sorted(PLACEMENTS[name]))
        squares = generator.sample([square for square in chess.SQUARES if square not in placement], len(PIECES[name]))
        board = chess.Board(None)
        for number, square in enumerate(placement):
            board.set_piece_at(square, chess.Piece(chess.PAWN, number < WHITE_PAWNS[name]))
        for square, symbol in zip(squares, PIECES[name], strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        board.turn = generator.random() < 0.5
        if generator.random() < 0.5:
            board = board.transform(chess.flip_horizontal)
        if generator.random() < 0.5:
            board = board.mirror()
        if board.is_valid():
            found.append(board)
    return found


def by_moves(tables: PromotionTables, board: chess.Board) -> Wdl:
    """The best of the results after each move, as a player would find it."""
    found = []
    for move in board.legal_moves:
        after = board.copy()
        after.push(move)
        result = tables.probe_wdl(after)
        assert result is not None, after.fen()
        found.append(Wdl(-result))
    return max(found, default=Wdl.LOSS if board.is_check() else Wdl.DRAW)


@pytest.mark.parametrize("name", PLACEMENTS)
@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_each_result_follows_from_those_after_its_moves(name: str, count: int) -> None:
    tables, results = PromotionTables(), set()
    for board in some_positions(name, count, seed=3):
        result = tables.probe_wdl(board)
        assert result == by_moves(tables, board), board.fen()
        results.add(result)
    assert results >= {Wdl.WIN, Wdl.DRAW, Wdl.LOSS}


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("3Q4/8/8/8/8/1k6/r7/3KR3 b - - 0 1", Wdl.LOSS),  # nothing to be captured, no check that wins something
        ("3Q4/3r4/8/8/8/1k6/8/4R1K1 b - - 0 1", Wdl.DRAW),  # the queen is captured
        ("Q4K2/8/8/8/8/1k6/7r/4R3 b - - 0 1", Wdl.DRAW),  # a check from h8 wins it
        ("3B4/8/8/8/8/1k6/r7/3KR3 b - - 0 1", Wdl.DRAW),  # a bishop does not count
        ("3q4/8/8/8/8/1K6/R7/3kr3 w - - 0 1", Wdl.LOSS),  # the other colours
    ],
)
def test_a_promotion_counts_if_the_piece_stays(fen: str, result: Wdl) -> None:
    assert PromotionTables().probe_wdl(chess.Board(fen)) == result


def test_what_no_part_holds_is_not_guessed() -> None:
    tables = PromotionTables()
    for fen in (
        "8/8/8/8/2P5/K6k/R6r/8 w - - 0 1",
        "8/8/1p6/8/2P5/K6k/P7/8 w - - 0 1",
        "8/8/8/3Q4/8/K6k/R6r/8 w - - 0 1",
    ):
        assert tables.probe_wdl(chess.Board(fen)) is None and tables.rank(chess.Board(fen)) is None


def test_the_parts_are_no_tables_for_anybody_else() -> None:
    with Tablebases() as tables:
        assert not {info.file.signature for info in tables.tables()} & PLACEMENTS.keys()


@pytest.mark.parametrize("name", ["KPPvKP", pytest.param("KRPvKR", marks=pytest.mark.long)])  # 2 s, and 2 minutes
def test_the_shipped_parts_are_what_the_generator_makes(name: str) -> None:
    with Tablebases() as tables:
        assert make_part(name, PLACEMENTS[name], tables.prober) == (PARTS / f"{name}.rtbw").read_bytes()


@pytest.mark.parametrize(
    "lesson", [TRIANGLES[0], *(pytest.param(each, marks=pytest.mark.long) for each in TRIANGLES[1:])]
)
def test_a_triangulation_wins_only_through_the_same_position_with_black_to_move(lesson: EndgameLesson) -> None:
    fen = lesson.fen
    same = fen.replace(" w ", " b ")
    game = _KingsOnly(chess.Board(fen))
    assert fen in game.won() and same in game.won()
    assert fen not in game.won(without=same)


class _KingsOnly:
    """All positions in which only the kings have moved, as a graph: a pawn move or capture that wins ends it."""

    def __init__(self, start: chess.Board) -> None:
        self._tables = PromotionTables()
        self._won_at: dict[str, bool] = {}
        self._moves: dict[str, list[str]] = {}
        self._at_once: dict[str, bool] = {}
        self._start = start.fen()
        todo = [start]
        while todo:
            board = todo.pop()
            if board.fen() not in self._moves:
                todo += self._add(board)

    def _add(self, board: chess.Board) -> list[chess.Board]:
        """Black's answers that hold the game make a position worthless: it is left without an end."""
        white, after, ends = board.turn, [], []
        for move in board.legal_moves:
            king = board.piece_type_at(move.from_square) == chess.KING and not board.is_capture(move)
            child = board.copy(stack=False)
            child.push(move)
            child.halfmove_clock, child.fullmove_number = 0, 1
            won = self._won(child)
            if king and won:
                after.append(child)
            elif not king or not white:
                ends.append(won)
        self._moves[board.fen()] = [child.fen() for child in after]
        self._at_once[board.fen()] = any(ends) if white else all(ends)
        return after

    def _won(self, board: chess.Board) -> bool:
        """Whether White wins by the tables; a position is reached by several moves, and asked for once."""
        fen = board.fen()
        if fen not in self._won_at:
            self._won_at[fen] = self._tables.probe_wdl(board) == (Wdl.WIN if board.turn else Wdl.LOSS)
        return self._won_at[fen]

    def won(self, without: str = "") -> set[str]:
        """The positions that White wins, if one of them may not be entered."""
        found: set[str] = set()
        while True:
            new = {fen for fen in self._moves if fen not in found and fen != without and self._follows(fen, found)}
            if not new:
                return found
            found |= new

    def _follows(self, fen: str, found: set[str]) -> bool:
        if " w " in fen:
            return self._at_once[fen] or any(after in found for after in self._moves[fen])
        return self._at_once[fen] and all(after in found for after in self._moves[fen])


@pytest.fixture(name="complete_tables")
def complete(tmp_path: Path) -> Path:
    """A folder with the whole table of rook and pawn against rook."""
    if known := os.environ.get("RATSU_COMPLETE_TABLES"):
        return Path(known)
    list(generate(["KRPvKR"], tmp_path))
    return tmp_path


@pytest.mark.long  # 26 minutes of one core and 1.6 GB, unless the folder of RATSU_COMPLETE_TABLES holds the table
def test_the_complete_table_agrees_about_each_rook_ending(complete_tables: Path) -> None:
    with Tablebases([complete_tables]) as tables:
        for lesson in LESSONS:
            if lesson.signature == "KRPvKR":
                assert tables.probe_wdl(chess.Board(lesson.fen)) == (Wdl.WIN if lesson.win else Wdl.DRAW), lesson
