"""A console game that was not over is found again, and stands in its PGN file once."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest

from engine.commands import play
from engine.console.game_in_terminal import ConsoleGame, ConsoleSettings
from engine.console.game_record import MOST_LEFT, GameOnDisk, GameRecord, InterruptedGame
from engine.console.signals import HeardInput
from engine.game.game_journal import GameJournal
from engine.game.time_control import parse
from engine.ground.errors import RatsuError
from engine.pgn.edit import EditUndo, save_games, undone
from engine.pgn.reader import read_games
from engine.play.worker_pool import WorkerPool
from engine.protocols.line_streams import LineReader
from tests.helpers.doubles import RandomMover, RandomPlayer


def begin(
    settings: ConsoleSettings, *lines: str, words: tuple[str, ...] = (), left: InterruptedGame | None = None
) -> str:
    told: list[str] = []
    ConsoleGame(RandomMover(), settings, iter(lines), told.append, GameOnDisk(words), left).play()
    return "\n".join(told)


def left_games() -> list[InterruptedGame]:
    disk = GameOnDisk()
    found = disk.left()
    disk.close()
    return found


def moves_in(path: Path) -> list[list[str]]:
    return [[node.san for node in game.main_line()][::2] for game in read_games(path)]


def test_a_game_that_was_left_is_continued_with_its_clock_and_comments_and_is_in_the_file_once(tmp_path: Path) -> None:
    path, words = tmp_path / "game.pgn", ("--pgn", str(tmp_path / "game.pgn"))
    save_games(path, ['[White "Other"]\n\n1. a4 *'])
    settings = ConsoleSettings(control=parse("300+3|60+1"), save_to=path)
    assert "ratsu play --resume continues it" in begin(settings, "e4", "d4", words=words)
    (left,) = left_games()
    assert (left.human, left.words, left.control) == (chess.WHITE, words, parse("300+3|60+1"))
    assert 290_000 < (left.clock.white_ms or 0) <= 306_000 and left.clock.moves_made == (2, 2)
    begin(settings, "Nc3", "resign", words=words, left=left)
    assert moves_in(path) == [["a4"], ["e4", "d4", "Nc3"]]
    assert all(node.clock_ms is not None for node in [*read_games(path)][1].main_line())
    assert left_games() == []


def test_a_kill_between_the_file_and_the_journal_leaves_the_game_once(tmp_path: Path) -> None:
    path, words = tmp_path / "game.pgn", ("--pgn", str(tmp_path / "game.pgn"))
    begin(ConsoleSettings(save_to=path), "e4", words=words)
    (left,) = left_games()
    before = left.path.read_bytes()
    begin(ConsoleSettings(save_to=path), "d4", words=words, left=left)
    (newer,) = left_games()
    newer.path.write_bytes(before)  # the file has a move that the journal has not
    (left,) = left_games()
    begin(ConsoleSettings(save_to=path), "c4", "resign", words=words, left=left)
    assert moves_in(path) == [["e4", "c4"]]


def test_a_game_whose_file_is_gone_is_still_offered(tmp_path: Path) -> None:
    path, words = tmp_path / "game.pgn", ("--pgn", str(tmp_path / "game.pgn"))
    begin(ConsoleSettings(save_to=path), "e4", words=words)
    path.unlink()
    (left,) = left_games()
    begin(ConsoleSettings(save_to=path), "d4", words=words, left=left)
    assert moves_in(path) == [["e4", "d4"]]


def test_a_game_without_a_file_is_kept_and_one_that_is_over_is_not() -> None:
    assert "not over" in begin(ConsoleSettings(), "e4")
    assert [left.game.header("White") for left in left_games()] == ["Human"]
    begin(ConsoleSettings(), "e4", "resign", left=left_games()[0])
    assert left_games() == []
    assert "not over" not in begin(ConsoleSettings())  # without a move


def test_of_many_games_the_newest_are_offered() -> None:
    for _ in range(MOST_LEFT + 2):
        begin(ConsoleSettings(), "e4")
    assert len(left_games()) == MOST_LEFT
    assert len(left_games()) == MOST_LEFT


def test_a_chess960_game_with_black_is_continued_as_it_was_called() -> None:
    board = chess.Board.from_chess960_pos(17)
    begin(ConsoleSettings(chess.BLACK, board.fen(), True), words=("--level", "1200", "--hash", "1"))
    (left,) = left_games()
    found = play._as_before(left)
    assert (found.fen, found.chess960, found.level, found.hash) == (board.fen(), True, "1200", 1)
    assert left.human is chess.BLACK


def test_a_new_game_leaves_the_one_before_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.pgn"
    begin(ConsoleSettings(save_to=path), "e4", "new", "d4", "quit")
    assert moves_in(path) == [["e4"], ["d4"]]


def test_what_cannot_be_kept_is_told_once_and_the_file_is_written_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(GameJournal, "write", full)
    told = begin(ConsoleSettings(save_to=tmp_path / "game.pgn"), "e4", "d4")
    assert told.count("The game cannot be saved for recovery after a crash") == 1
    assert moves_in(tmp_path / "game.pgn") == [["e4", "d4"]]


def test_a_damaged_journal_stops_nobody(tmp_path: Path) -> None:
    begin(ConsoleSettings(), "e4")
    (left,) = left_games()
    left.path.write_bytes(left.path.read_bytes()[:200])
    assert left_games() == []
    assert left.path.exists()


@pytest.fixture
def hangup() -> Iterator[None]:
    """A closed terminal is heard, also where the tests run under nohup."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hangup")
def test_a_signal_in_the_middle_of_a_write_waits_for_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.pgn"

    def hung_up(change: EditUndo) -> EditUndo | None:
        done = undone(change)
        signal.raise_signal(signal.SIGHUP)
        return done

    monkeypatch.setattr("engine.console.game_record.undone", hung_up)
    told = begin(ConsoleSettings(save_to=path), "e4", "d4", "c4")
    assert [len(moves) for moves in moves_in(path)] == [1]
    assert "saved" not in told  # nobody reads it
    assert len(left_games()) == 1


@pytest.mark.parametrize("part", ["add", "take_back"])
def test_a_signal_between_a_move_on_the_board_and_its_record_waits(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, noted = tmp_path / "game.pgn", getattr(GameRecord, part)

    def terminated(record: GameRecord, *comment: str) -> None:
        signal.raise_signal(signal.SIGTERM)
        noted(record, *comment)

    monkeypatch.setattr(GameRecord, part, terminated)
    assert f"saved to {path}" in begin(ConsoleSettings(save_to=path), "e4", "d4", "takeback", "c4")
    assert moves_in(path) == [["e4"]]


@pytest.mark.usefixtures("hangup")
def test_a_signal_as_the_engine_begins_to_think_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    give = WorkerPool.give

    def hung_up(pool: WorkerPool[object, object], item: object) -> None:
        give(pool, item)
        signal.raise_signal(signal.SIGHUP)

    monkeypatch.setattr(WorkerPool, "give", hung_up)
    mover, started = RandomMover(RandomPlayer(think_s=600)), time.monotonic()
    ConsoleGame(mover, ConsoleSettings(), iter(["e4"]), lambda _: None, GameOnDisk()).play()
    assert time.monotonic() - started < 300
    assert len(left_games()) == 1


def test_a_file_whose_name_is_too_long_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match=r"the name is too long\. Nothing was changed\. Choose a shorter name\."):
        begin(ConsoleSettings(save_to=tmp_path / f"{'n' * 300}.pgn"), "e4")


def test_a_signal_is_heard_while_nobody_types() -> None:
    """One that came just before Python began to read waited for the next line. Here another thread of the program gets it."""
    reading, writing = os.pipe()

    def read(typed: HeardInput) -> Iterator[str]:
        for line in LineReader(typed):
            begun.set()
            yield line or ""

    def terminate() -> None:
        """The game has read its first move, so that signals are its own by now."""
        assert begun.wait(60)
        over.wait(0.5)
        signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        if not over.wait(60):
            late.append("heard by the next line only")
            os.write(writing, b"d4\n")

    begun, over, late = threading.Event(), threading.Event(), list[str]()
    sender = threading.Thread(target=terminate)
    os.write(writing, b"e4\n")
    sender.start()
    with HeardInput(reading) as typed:
        ConsoleGame(RandomMover(), ConsoleSettings(), read(typed), list[str]().append, GameOnDisk()).play()
    over.set()
    sender.join()
    os.close(writing)
    assert not late
    assert len(left_games()) == 1
