"""The compiled prober against chess.syzygy on the same files, the vectors of the format description, threads, the search's door.

Vectors: Syzygy format description, section 14. The shipped tables store exact plies, the published ones may be one ply short
(format description, section 9).
"""

import json
import threading
from pathlib import Path

import chess
import chess.syzygy
import pytest

from tablebases.files.folders import BUILT_IN, TableKind
from tablebases.probe.geometry import position_index
from tablebases.signature import signatures_of
from tablebases.tables import Tablebases
from tests.helpers.shared import shared_file
from tests.tablebases.positions import en_passant_boards, random_boards

ALL = signatures_of(3) + signatures_of(4)


def compare(boards: list[chess.Board], folder: Path) -> int:
    """Asserts that both probers agree wherever chess.syzygy has an answer; returns how many answers there were."""
    compared = 0
    tables = Tablebases([folder], built_in=False)
    with chess.syzygy.open_tablebase(str(folder)) as reference:
        for board in boards:
            wdl, dtz = reference.get_wdl(board), reference.get_dtz(board)
            assert (board.fen(), tables.probe_wdl(board), tables.probe_dtz(board)) == (board.fen(), wdl, dtz)
            compared += wdl is not None
    assert tables.problems == ()
    return compared


def test_results_and_distances_equal_python_chess_over_all_35_signatures() -> None:
    assert len(ALL) == 35
    boards = [board for number, name in enumerate(ALL) for board in random_boards(name, 24, number)]
    assert compare(boards, BUILT_IN) == 35 * 24


def test_en_passant_positions_equal_python_chess() -> None:
    assert compare(list(en_passant_boards(400, 3)), BUILT_IN) == 400


@pytest.mark.long
def test_ten_thousand_positions_and_five_thousand_en_passant_equal_python_chess() -> None:
    boards = [board for number, name in enumerate(ALL) for board in random_boards(name, 286, 100 + number)]
    assert compare(boards, BUILT_IN) == 35 * 286
    assert compare(list(en_passant_boards(5000, 4)), BUILT_IN) == 5000


def test_published_files_are_read_as_python_chess_reads_them() -> None:
    folder = shared_file("data/syzygy")
    names = sorted(path.stem for path in folder.glob("*.rtbw"))
    boards = [board for number, name in enumerate(names) for board in random_boards(name, 60, number)]
    assert compare(boards + list(en_passant_boards(60, 5)), folder) > 400


def exact_or_rounded(published: int) -> tuple[int, int]:
    """What exact tables may say where published ones say this."""
    return published, published + (published > 0) - (published < 0)


def vectors() -> list[dict[str, object]]:
    loaded: list[dict[str, object]] = json.loads(shared_file("syzygy/vectors.json").read_text())
    return loaded


def test_the_vectors_of_the_format_description_are_probed_right() -> None:
    with Tablebases() as tables:
        for vector in vectors():
            board = chess.Board(str(vector["fen"]))
            published = vector["probe_dtz"]
            assert isinstance(published, int)
            assert tables.probe_wdl(board) == vector["probe_wdl"], board.fen()
            assert tables.probe_dtz(board) in exact_or_rounded(published), board.fen()


@pytest.mark.parametrize(
    ("fen", "with_right", "without_right"),
    [
        ("8/8/8/8/2pP4/4K3/6k1/8 b - d3", (0, 0), (-2, -1)),
        ("8/8/8/8/2K2pP1/8/8/k7 b - g3", (2, 1), (-2, -1)),
        ("1K6/8/8/8/5pP1/8/8/5k2 b - g3", (2, 1), (0, 0)),
        ("8/8/8/8/2K1pP2/7k/8/8 b - f3", (2, 1), (2, 3)),
        ("8/8/8/6K1/3Pp3/8/8/2k5 b - d3", (2, 1), (2, 1)),
    ],
)
def test_en_passant_vectors(fen: str, with_right: tuple[int, int], without_right: tuple[int, int]) -> None:
    with Tablebases() as tables:
        for ep, expected in ((True, with_right), (False, without_right)):
            board = chess.Board(f"{fen if ep else fen.rsplit(' ', 1)[0] + ' -'} 0 1")
            assert tables.probe_wdl(board) == expected[0]
            assert tables.probe_dtz(board) in exact_or_rounded(expected[1])


def listed_squares(board: chess.Board, vector: dict[str, object], codes: list[int]) -> tuple[list[int], int]:
    """A vector's squares in list order from the first side's point of view, and the leading pawn's file group."""
    name = str(vector["table"])
    first, second = name.split("v")
    white = "".join(letter * len(board.pieces("?PNBRQK".index(letter), chess.WHITE)) for letter in "KQRBNP")
    flip = not board.turn if first == second else white != first
    squares: list[int] = []
    for code in dict.fromkeys(codes):
        for square in board.pieces(code & 7, (code < 8) != flip):
            squares.append(square ^ 56 if flip and "P" in name else square)
    if "P" not in name:
        return squares, -1
    leaders = codes.count(codes[0])
    flaps = {square: 6 * min(square & 7, 7 - (square & 7)) + (square >> 3) - 1 for square in squares[:leaders]}
    lead = min(flaps, key=lambda square: (flaps[square], square & 7))
    squares.remove(lead)
    return [lead, *squares], flaps[lead] // 6


def test_positions_have_the_index_that_the_vectors_name() -> None:
    checked = 0
    for vector in vectors():
        for kind in ("wdl", "dtz"):
            if vector[f"{kind}_index"] is None:
                continue
            codes, order = vector[f"{kind}_pieces"], vector[f"{kind}_order"]
            assert isinstance(codes, list)
            assert isinstance(order, list)
            squares, file = listed_squares(chess.Board(str(vector["fen"])), vector, codes)
            index = position_index(bytes(codes), order[0], order[1] if len(order) > 1 else 15, file, squares)
            assert index == vector[f"{kind}_index"], (vector["fen"], kind)
            checked += 1
    assert checked == 43


def test_many_threads_get_the_same_answers_from_tables_nobody_has_read_yet() -> None:
    boards = [board for number, name in enumerate(ALL) for board in random_boards(name, 6, 50 + number)]
    fresh = Tablebases()
    answers: list[list[tuple[object, object]]] = [[] for _ in range(6)]

    def ask(mine: list[tuple[object, object]]) -> None:
        mine.extend((fresh.probe_wdl(board), fresh.probe_dtz(board)) for board in boards)

    threads = [threading.Thread(target=ask, args=(mine,)) for mine in answers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with Tablebases() as calm:
        expected = [(calm.probe_wdl(board), calm.probe_dtz(board)) for board in boards]
    assert all(mine == expected for mine in answers)


def test_the_package_ships_the_whole_3_4_man_set_and_every_file_is_sound() -> None:
    with Tablebases() as tables:
        files = [info.file for info in tables.tables()]
        assert {(file.signature, file.kind) for file in files} == {(name, kind) for name in ALL for kind in TableKind}
        assert sum(file.size for file in files) <= 5_500_000
        assert {tables.check(file).value for file in files} == {"verified"}
        assert tables.max_pieces == 4


def test_a_file_too_large_to_hold_is_read_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = list(random_boards("KQvKR", 50, 1)) + list(random_boards("KPvKP", 50, 2))
    with Tablebases() as held:
        expected = [(held.probe_wdl(board), held.probe_dtz(board)) for board in boards]
    monkeypatch.setattr("tablebases.tables.HELD_IN_FULL", 1000)
    monkeypatch.setattr("tablebases.tables.HEAD", 64)
    tables = Tablebases()
    assert [(tables.probe_wdl(board), tables.probe_dtz(board)) for board in boards] == expected


def test_a_large_file_that_shrinks_under_us_is_refused_not_a_crash(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("KQvK", "KRvK", "KQvKR"):
        for kind in TableKind:
            (tmp_path / f"{name}{kind.value}").write_bytes((BUILT_IN / f"{name}{kind.value}").read_bytes())
    monkeypatch.setattr("tablebases.tables.HELD_IN_FULL", 10_000)
    tables = Tablebases([tmp_path], built_in=False)
    boards = list(random_boards("KQvKR", 60, 9))
    assert None not in [tables.probe_wdl(board) for board in boards]
    with (tmp_path / "KQvKR.rtbw").open("r+b") as file:
        file.truncate(4096)
    with Tablebases() as sound:
        for board in boards:
            assert tables.probe_wdl(board) in (None, sound.probe_wdl(board))
    assert "KQvKR.rtbw" in str(tables.problems[0])


def test_after_damage_met_in_play_a_sound_copy_takes_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        for name in ("KQvK", "KRvK", "KQvKR"):
            for kind in TableKind:
                (tmp_path / folder / f"{name}{kind.value}").write_bytes((BUILT_IN / f"{name}{kind.value}").read_bytes())
    monkeypatch.setattr("tablebases.tables.HELD_IN_FULL", 10_000)
    tables = Tablebases([tmp_path / "one", tmp_path / "two"], built_in=False)
    boards = list(random_boards("KQvKR", 60, 9))
    assert None not in [tables.probe_wdl(board) for board in boards]
    with (tmp_path / "one" / "KQvKR.rtbw").open("r+b") as file:
        file.truncate(4096)
    unanswered = sum(tables.probe_wdl(board) is None for board in boards)
    assert unanswered == 1  # the probe that met the damage
    assert str(tmp_path / "one") in str(tables.problems[0])
    assert len(tables.problems) == 1
