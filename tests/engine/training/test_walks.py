"""Walks round games: roots of the games given, quiet and labelled, file after file; nothing that is there is lost."""

import struct
from array import array
from pathlib import Path

import chess
import pytest

from engine.ground.errors import RatsuError
from engine.rules.board import CoreBoard
from engine.training import walks
from engine.training.packing import RECORD_BYTES, piece_placement
from tests.helpers.positions import core_of

PGN = """[Event "One"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *

[Event "Set up"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]

1. Kd2 Kd7 2. Kd3 Kd6 *
"""


class _Judge:
    """Each position is worth the same."""

    def __init__(self, centipawns: int) -> None:
        self._centipawns = centipawns

    def label(self, records: bytearray, share: float) -> None:
        for start in range(0, len(records), RECORD_BYTES):
            (before,) = struct.unpack_from("<h", records, start + 24)
            struct.pack_into("<h", records, start + 24, round(before + share * (self._centipawns - before)))


def _judges() -> list[_Judge]:
    return [_Judge(2), _Judge(12)]


def _split(data: bytes) -> list[bytes]:
    return [data[start : start + RECORD_BYTES] for start in range(0, len(data), RECORD_BYTES)]


def _make(games: list[Path], recipe: walks.WalkSettings, threads: int = 2, seconds: float = 0.5) -> int:
    return walks.make(games, recipe, _judges, threads, seconds, lambda made, elapsed: None)  # type: ignore[arg-type]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(PGN * 3, encoding="utf-8")
    return path


def test_files_hold_judged_quiet_positions_near_the_games(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "near"
    made = _make([games], walks.WalkSettings(folder, 0, 1, file_records=300))
    paths = sorted(folder.iterdir())
    records = [record for path in paths for record in _split(path.read_bytes())]
    assert made == len(records) > 1_000
    assert {path.suffix for path in paths} == {".bin"}
    assert {path.name[:2] for path in paths} == {"00", "01"}
    assert len(paths) > 4
    assert {struct.unpack_from("<h", record, 24)[0] for record in records} == {7}
    boards = [chess.Board(piece_placement(record) + " - - 0 1") for record in records[::53]]
    assert all(board.is_valid() and not board.is_check() for board in boards)
    assert min(len(board.piece_map()) for board in boards) > 20  # of the game, not of the one set up
    _make([games], walks.WalkSettings(folder, 0, 2, file_records=300))
    assert len(list(folder.iterdir())) > len(paths)
    assert b"".join(path.read_bytes() for path in paths) == b"".join(records)


def test_games_of_the_format_of_people_are_read(tmp_path: Path) -> None:
    board = CoreBoard.start()
    moves = array("H")
    for text in ("e2e4", "e7e5", "g1f3"):
        moves.append(board.parse_uci(text))
        board.push(moves[-1])
    head = struct.pack("<HHHBBBBH", 1500, 1500, 300, 0, 0, 255, 255, len(moves))
    path = tmp_path / "some.games"
    path.write_bytes((head + moves.tobytes()) * 2)
    assert list(walks.moves_of(path)) == [moves, moves]


def test_own_games_are_roots_too(tmp_path: Path) -> None:
    made = _make([], walks.WalkSettings(tmp_path / "own", 1.0, 3), threads=1, seconds=1.0)
    records = [record for path in (tmp_path / "own").iterdir() for record in _split(path.read_bytes())]
    assert made == len(records) > 100
    cores = [core_of(chess.Board(piece_placement(record) + " - - 0 1")) for record in records[::97]]
    assert len({core.fen() for core in cores}) > 1


def test_no_games_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RatsuError, match="no games"):
        _make([], walks.WalkSettings(tmp_path / "none", 0, 1))
    with pytest.raises(RatsuError):
        _make([tmp_path / "missing.games"], walks.WalkSettings(tmp_path / "none", 0, 1))
