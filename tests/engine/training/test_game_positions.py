"""Unlabelled positions: those of the games, endings more often, and games of the engine itself to their end."""

import random
from itertools import islice
from pathlib import Path

import chess
import chess.pgn

from engine.training import game_positions
from engine.training.generate import write
from engine.training.packing import RECORD_BYTES, piece_placement

GAMES = """[Event "Short"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *

[Event "Set up"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. Kd2 Kd7 2. Kd3 Kd6 3. Ke4 Ke6 4. Kd4 Kd6 5. Ke4 Ke6 6. Kd4 *
"""


def placements(records: bytes) -> list[str]:
    return [piece_placement(records[start : start + RECORD_BYTES]) for start in range(0, len(records), RECORD_BYTES)]


def test_the_positions_are_those_of_the_games_behind_the_opening(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text(GAMES * 40, encoding="utf-8")
    blocks = list(game_positions.of_files([file], 1))
    found = placements(b"".join(blocks))
    with file.open(encoding="utf-8") as source:
        game = chess.pgn.read_game(source)
    assert game is not None
    wanted = {
        " ".join(node.board().fen().split()[:2])
        for node in game.mainline()
        if game_positions.FIRST_PLY <= node.ply() < 20
    }
    assert set(found) == wanted
    assert 0.1 < len(found) / (40 * len(wanted)) < 0.3  # the share of positions with many pieces


def test_positions_with_few_pieces_are_taken_more_often() -> None:
    dice = random.Random(1)
    taken = {pieces: sum(game_positions.wanted(pieces, dice) for _ in range(1_000)) for pieces in (7, 11, 18, 30)}
    assert taken[7] == 1_000
    assert taken[7] > taken[11] > taken[18] > taken[30] > 100


def test_own_games_are_played_to_their_end_and_a_file_is_continued(tmp_path: Path) -> None:
    games = list(islice(game_positions.of_own_games(60, 3), 6))
    boards = [chess.Board(placement + " - - 0 1") for records in games for placement in placements(records)]
    assert all(board.is_valid() and not board.is_check() for board in boards)
    assert min(len(board.piece_map()) for board in boards) <= 8  # nobody gave up
    output = tmp_path / "own.bin"
    output.write_bytes(games[0] + b"half a record")
    held = write(output, iter(games[1:]), 10_000, lambda held: True)
    assert output.read_bytes() == b"".join(games)
    assert held == len(boards)
    assert write(output, iter(games), held, lambda held: True) == held
