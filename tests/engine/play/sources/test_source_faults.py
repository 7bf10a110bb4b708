"""No fault of a book or a table costs a move: a legal move each time, and one message."""

import io
import random
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

import chess
import pytest

from books.choice.choose import Chooser
from books.choice.library import Library
from books.errors import BookBusyError
from books.folder import LEARNED_BOOK, USER_BOOK, default_folder
from engine.game.limits import GamePosition, Limits
from engine.game.move_choice import ChoiceSource, MoveChoice
from engine.game.reason import text_reason
from engine.ground.errors import RatsuError
from engine.ground.text import Text
from engine.play.mover import RatsuMover
from engine.play.sources.faults import SourceFaults
from engine.protocols.line_streams import LineWriter
from engine.protocols.uci import UciServer
from tablebases.files.folders import BUILT_IN
from tests.books.damage import WRONG_VALUES, columns_spoilt, pages_turned, small_book
from tests.helpers.doubles import RandomPlayer, ScriptedMover

START = GamePosition(chess.STARTING_FEN, chess960=False)
FAST = Limits(depth=1)
ENDING = GamePosition("8/8/8/4k3/8/8/3QK3/8 w - - 0 1", chess960=False)


class Broken:
    """A book and tablebases that fail."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault
        self.asked = 0

    @property
    def problems(self) -> Sequence[RatsuError]:
        return ()

    def choose(self, board: chess.Board) -> None:
        self.asked += 1
        board.push(next(iter(board.legal_moves)))  # and leaves the board in disorder
        raise self.fault

    def rank(self, board: chess.Board) -> None:
        self.asked += 1
        board.pop() if board.move_stack else board.push(next(iter(board.legal_moves)))
        raise self.fault


FAULTS = [
    RatsuError("The book is damaged. Put back a copy."),
    sqlite3.DatabaseError("database disk image is malformed"),
    OSError(5, "Input/output error"),
    TypeError("unsupported operand"),
    ValueError("math domain error"),
    RecursionError(),
    MemoryError(),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("source", [ChoiceSource.BOOK, ChoiceSource.TABLEBASES])
def test_whatever_a_source_raises_the_search_moves_and_it_is_told_once(
    source: ChoiceSource, fault: Exception, capsys: pytest.CaptureFixture[str]
) -> None:
    broken, faults = Broken(fault), SourceFaults()
    book, tables = (broken, None) if source is ChoiceSource.BOOK else (None, broken)
    chain = ScriptedMover(book, tables, RandomPlayer(), faults)
    for _ in range(3):
        choice = chain.choose(ENDING, FAST)
        assert chess.Move.from_uci(choice.move) in chess.Board(ENDING.fen).legal_moves
    told = str(*faults.take())
    assert told == str(fault) if isinstance(fault, RatsuError) else type(fault).__name__ in told and "left out" in told
    assert broken.asked == 1
    assert faults.take() == ()
    faults.forgive(source)
    chain.choose(ENDING, FAST)
    assert broken.asked == 2


def test_a_move_that_is_not_legal_is_a_fault_of_its_source() -> None:
    class Wrong(Broken):
        def choose(self, board: chess.Board) -> MoveAnswer:  # type: ignore[override]
            return MoveAnswer(chess.Move.from_uci("e2e5"))

    faults = SourceFaults()
    assert (
        ScriptedMover(Wrong(OSError()), None, RandomPlayer(), faults).choose(START, FAST).source is ChoiceSource.SEARCH
    )
    assert "e2e5, which is not legal" in str(faults.take()[0])


class MoveAnswer:
    reason = text_reason("book")
    excluded = ()

    def __init__(self, move: chess.Move) -> None:
        self.move = move


def chosen(library: Library, position: GamePosition = START) -> tuple[MoveChoice, tuple[Text, ...]]:
    faults = SourceFaults()
    chain = ScriptedMover(Chooser(library, None, random.Random(1)), None, RandomPlayer(), faults)
    choices = [chain.choose(position, FAST) for _ in range(2)]
    assert all(chess.Move.from_uci(choice.move) in chess.Board(position.fen).legal_moves for choice in choices)
    return choices[0], faults.take()


def _libraries(path: Path, contents: Iterator[bytes]) -> Iterator[Library]:
    for content in contents:
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        path.write_bytes(content)
        library = Library(path, path.with_name("learned.ratsubook"), None)
        yield library
        library.close()


def test_every_page_turned_over_costs_no_move_and_one_message(tmp_path: Path) -> None:
    original, path = tmp_path / "original.ratsubook", tmp_path / "user.ratsubook"
    small_book(original)
    messages = 0
    for library in _libraries(path, pages_turned(original)):
        told = chosen(library)[1]
        assert len(told) <= 1 and all(str(path) in str(problem) for problem in told)
        assert not any("Another program" in str(problem) for problem in told)  # what could not be opened keeps no lock
        messages += len(told)
    assert messages >= 2


@pytest.mark.parametrize(
    "values",
    [pytest.param(("text", 2**62), id="few"), pytest.param(WRONG_VALUES, id="all", marks=pytest.mark.long)],
)
def test_wrong_values_in_every_column_cost_no_move_and_one_message(tmp_path: Path, values: tuple[object, ...]) -> None:
    original, path = tmp_path / "original.ratsubook", tmp_path / "user.ratsubook"
    small_book(original)
    messages = 0
    for spoilt in columns_spoilt(original, ("moves", "positions"), path, values):
        library = Library(path, tmp_path / "learned.ratsubook", None)
        told = chosen(library)[1]
        assert len(told) <= 1, spoilt
        messages += len(told)
        for problem in told:
            table, column = spoilt.split(" ")[0].split(".")
            assert f"table {table}, column {column}" in str(problem) and str(path) in str(problem), (spoilt, problem)
        library.look_up(chess.Board())  # what the panel does
        (
            library.history(),
            library.comment_at(chess.Board()),
            library.forcing(),
            library.version(),
            library.listed_books(),
        )
        library.close()
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    assert messages >= 10 * len(values)


def test_a_damaged_book_leaves_the_others_in_use(tmp_path: Path) -> None:
    original, path = tmp_path / "original.ratsubook", tmp_path / "user.ratsubook"
    small_book(original)
    for spoilt in columns_spoilt(original, ("moves",), path):
        if spoilt.startswith("moves.weight 'text'"):
            break
    library = Library(path, tmp_path / "learned.ratsubook", original)
    choice, told = chosen(library)
    assert choice.source is ChoiceSource.BOOK and choice.move == "e2e4" and len(told) == 1
    with pytest.raises(RatsuError, match=r"cannot be changed: The book .*user\.ratsubook is damaged"):
        library.add_move(chess.Board(), chess.Move.from_uci("d2d4"))
    library.close()


def test_a_busy_book_is_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "user.ratsubook"
    small_book(path)
    library = Library(path, tmp_path / "learned.ratsubook", None)
    assert library.user is not None
    with monkeypatch.context() as patch:
        patch.setattr(library.user, "rows", _busy)
        assert len(chosen(library)[1]) == 1
    assert chosen(library)[0].source is ChoiceSource.BOOK
    library.close()


def _busy(_key: int) -> list[object]:
    raise BookBusyError("Another program is using the book.")


def test_uci_with_a_damaged_book_moves_every_time_and_says_so_once() -> None:
    folder = default_folder()
    folder.mkdir(parents=True)
    small_book(folder / "original")
    for spoilt in columns_spoilt(folder / "original", ("moves",), folder / USER_BOOK):
        if spoilt.startswith("moves.weight 'text'"):
            break
    assert not (folder / LEARNED_BOOK).exists()
    lines = _uci("setoption name OwnBook value true", *["position startpos", "go depth 1"] * 3)
    moves = [line.split()[1] for line in lines if line.startswith("bestmove")]
    assert len(moves) == 3 and all(chess.Move.from_uci(move) in chess.Board().legal_moves for move in moves)
    said = [line for line in lines if "damaged" in line]
    assert len(said) == 1 and said[0].startswith("info string The book") and "column weight: 'text'" in said[0]


def _uci(*commands: str) -> list[str]:
    mover, out = RatsuMover(seed=1), io.BytesIO()
    server = UciServer(mover, LineWriter(out))
    for command in commands:
        server.handle(command)
        assert server.wait(60)
    mover.close()
    return out.getvalue().decode().splitlines()


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    for kind in (".rtbw", ".rtbz"):
        shutil.copy(BUILT_IN / f"KQvK{kind}", tmp_path)
    return tmp_path


def _mover_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> RatsuMover:
    monkeypatch.setattr("tablebases.tables.BUILT_IN", folder / "nowhere")
    mover = RatsuMover(seed=1)
    mover.set_option("SyzygyPath", str(folder))
    return mover


def test_flipped_and_cut_tables_cost_no_move_and_one_message_each(
    tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = random.Random(3)
    legal = {move.uci() for move in chess.Board(ENDING.fen).legal_moves}
    for kind in (".rtbw", ".rtbz"):
        path = tables / f"KQvK{kind}"
        whole = path.read_bytes()
        for number in range(12):
            content = bytearray(whole)
            content[source.randrange(len(whole))] ^= 1 << source.randrange(8)
            path.write_bytes(bytes(content) if number % 3 else whole[: 64 * source.randrange(1, len(whole) // 64) + 16])
            mover = _mover_on(tables, monkeypatch)
            choices = [mover.choose(ENDING, Limits(depth=3)) for _ in range(3)]
            assert {choice.move for choice in choices} <= legal
            told = [problem for choice in choices for problem in choice.problems]
            assert len(told) <= 1 and all(str(path) in str(problem) for problem in told), told
            mover.close()
        path.write_bytes(whole)


def test_tables_that_vanish_cost_no_move(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mover = _mover_on(tables, monkeypatch)
    for path in tables.glob("KQvK.*"):
        path.unlink()
    choices = [mover.choose(ENDING, Limits(depth=4)) for _ in range(3)]
    told = [problem for choice in choices for problem in choice.problems]
    assert all(choice.source is ChoiceSource.SEARCH for choice in choices)
    assert len(told) == len(set(told)) and 1 <= len(told) <= 2
    assert all("KQvK" in str(problem) and "cannot be read" in str(problem) for problem in told)
    mover.close()
