"""Training positions: what is packed is what was on the board, results are told from the right side, files resume."""

import os
import random
import struct
from pathlib import Path

import chess
import pytest

from engine.training.generate import GameSettings, Generator, games_of, write
from engine.training.packing import RECORD_BYTES, pack, piece_placement
from engine.training.teacher import Teacher, TeacherError
from engine.training.training_game import TrainingGame
from tests.helpers.positions import core_of, random_boards
from tests.helpers.program import make_script

# A teacher that answers at once: the first legal move, score 7 for the side to move.
DOUBLE = """
import sys
import chess
board = chess.Board()
for line in sys.stdin:
    words = line.split()
    if words[0] == "isready":
        print("readyok", flush=True)
    elif words[0] == "position":
        board = chess.Board(" ".join(words[2:]))
        assert board.is_valid() and board.fen().split()[:4] == words[2:6], line
    elif words[0] == "go":
        best = min(board.legal_moves, key=lambda move: (board.is_capture(move), move.uci()[::-1]))
        print(f"info depth 1 score cp 7 pv {best}")
        print(f"bestmove {best}", flush=True)
"""


@pytest.fixture
def command(tmp_path: Path) -> str:
    script = tmp_path / "teacher"
    make_script(script, DOUBLE)
    return str(script)


@pytest.fixture
def teacher(command: str) -> Teacher:
    return Teacher(command, depth=1)


def test_a_packed_position_reads_back() -> None:
    for index, board in enumerate(random_boards(21, 2_000)):
        if index % 20 == 0:
            record = bytes(pack(core_of(board), -123, index))
            assert len(record) == RECORD_BYTES
            assert piece_placement(record) == f"{board.board_fen()} {'w' if board.turn else 'b'}"
            assert struct.unpack_from("<h", record, 24) == (-123,)


def test_games_are_written_whole_and_a_file_is_taken_up_again(teacher: Teacher, tmp_path: Path) -> None:
    path = tmp_path / "positions.bin"
    generator = Generator(teacher, seed=1)
    games = iter(generator.next_game, None)
    held = write(path, games, 40, lambda done: True)
    assert held >= 40
    assert path.stat().st_size == held * RECORD_BYTES
    with path.open("ab") as file:
        file.write(b"torn")
    more = write(path, games, held + 30, lambda done: True)
    teacher.close()
    data = path.read_bytes()
    assert len(data) == more * RECORD_BYTES
    assert b"torn" not in data
    for start in range(0, len(data), RECORD_BYTES):
        placement = piece_placement(data[start : start + RECORD_BYTES])
        board = chess.Board(placement + " - - 0 1")
        assert board.is_valid()
        assert not board.is_check()


def test_the_questions_are_the_positions_of_a_legal_game(teacher: Teacher) -> None:
    teacher.close()
    game, source = TrainingGame(GameSettings(random_moves_permille=0), 7), random.Random(7)
    game.start()
    board = chess.Board(game.question().decode().removeprefix("position fen ").strip())
    for _ in range(300):
        played = board.copy()
        line: list[str] = []
        while len(line) < 4 and not played.is_game_over():
            move = source.choice(list(played.legal_moves))
            line.append(move.uci())
            played.push(move)
        if not line or game.answer(5, " ".join(line).encode()):
            break
        reached = chess.Board(game.question().decode().removeprefix("position fen ").strip())
        met = [board.copy()]
        for text in line:
            board.push_uci(text)
            met.append(board.copy())
        board = next(one for one in met[1:] if one.epd() == reached.epd())
    assert len(game.records()) % RECORD_BYTES == 0


def test_a_move_of_the_teacher_that_is_not_legal_is_told() -> None:
    game = TrainingGame(GameSettings(), 1)
    game.start()
    with pytest.raises(ValueError, match="a1a1"):
        game.answer(0, b"a1a1")


def test_progress_can_stop_the_work(teacher: Teacher, tmp_path: Path) -> None:
    games = iter(Generator(teacher, seed=2).next_game, None)
    held = write(tmp_path / "few.bin", games, 1_000_000, lambda done: False)
    teacher.close()
    assert 0 < held < 1_000


def test_a_missing_teacher_is_told_by_name() -> None:
    with pytest.raises(TeacherError, match="no-such-engine"):
        Teacher("no-such-engine", depth=1)


def test_several_teachers_play_the_games_that_each_would_play_alone(command: str) -> None:
    first = 1_795_634_960_000_000_000  # nanoseconds of the clock, where no seed is given
    alone = [next(games_of(command, 1, first + lane)) for lane in range(3)]
    games = games_of(command, 1, first, processes=3)
    together: list[bytes] = []
    while sum(game in together for game in alone) < 2:  # one teacher may be far ahead of the others on a busy machine
        assert len(together) < 500
        together.append(next(games))
    games.close()  # and the teachers end: a child that is left fails the test
    assert len(set(together)) == len(together)


def test_a_teacher_that_dies_among_several_is_told(command: str, tmp_path: Path) -> None:
    dying = tmp_path / "dying"
    script = "for line in open(0):\n    if line == 'isready\\n':\n        print('readyok', flush=True)\n        break\n"
    make_script(dying, script)
    with pytest.raises(TeacherError, match="the teacher"):
        next(games_of(str(dying), 1, 1, processes=2))


@pytest.mark.parametrize("content", [b"short", b'[White "Old"]\n[Black "B"]\n[Result "*"]\n\n1. e4 *\n\n'])
def test_a_file_of_another_kind_is_not_cut(content: bytes, tmp_path: Path) -> None:
    (path := tmp_path / "games.pgn").write_bytes(content)
    with pytest.raises(OSError, match="it does not hold training positions"):
        write(path, iter(()), 40, lambda done: True)
    assert path.read_bytes() == content


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such pipes")
def test_nobody_waits_for_the_other_end_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(path := tmp_path / "positions.bin")
    with pytest.raises(OSError, match="a pipe, not a file"):
        write(path, iter(()), 40, lambda done: True)
