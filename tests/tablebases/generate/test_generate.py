"""The generator: published counts to the position, files equal to the shipped ones, resume, cancel, full disk.

Counts: figures table of the tablebase text: positions up to symmetry, wins with the winner to move, losses with the loser to
move. It counts two equal men as different; here each position counts once, so KNNvK's and KBBvK's figures are halved.
"""

from collections import deque
from functools import cache
from pathlib import Path

import chess
import pytest

from tablebases import signature as signatures
from tablebases.errors import GenerationError
from tablebases.files.folders import BUILT_IN, TableKind
from tablebases.generate.compress import code_lengths
from tablebases.generate.count import statistics
from tablebases.generate.make import generate, plan
from tablebases.generate.pawns import placements
from tablebases.generate.retrograde import Solver
from tablebases.tables import Tablebases

Counts = dict[str, dict[int, int]]


@cache
def solved(signature: str) -> tuple[Counts, Counts]:
    """Counts for the first and second side to move, freshly solved."""
    tables = Tablebases()
    solver = Solver(signature, tables.prober)
    for placement in placements(signature):
        deque(solver.solve(placement), 0)
    first, second = statistics(solver)
    solver.release()
    return first, second


def made(wanted: list[str], folder: Path) -> list[str]:
    """The tables that were made, with nothing taken from the package."""
    *_, last = generate(wanted, folder, use_built_in=False)
    return [table.signature for table in last.made]


def total(counts: dict[int, int]) -> int:
    return sum(counts.values())


def test_king_and_pawn() -> None:
    white, black = solved("KPvK")
    assert total(white["won"]) == 62_480
    assert total(black["lost"]) == 48_802
    assert total(white["won"]) + total(black["lost"]) == 111_282


def test_king_and_rook_to_the_ply() -> None:
    white, black = solved("KRvK")
    assert (total(white["won"]), max(white["won"])) == (21_959, 31)
    assert (total(black["drawn"]), total(black["lost"])) == (2_796, 25_260)
    # fmt: off
    by_distance = [27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390]
    # fmt: on
    assert black["lost"] == dict(zip(range(0, 33, 2), by_distance, strict=True))


def test_king_and_queen() -> None:
    white, black = solved("KQvK")
    assert (total(white["won"]), max(white["won"])) == (18_081, 19)
    assert (total(black["lost"]), total(black["drawn"])) == (25_160, 2_896)


def test_lone_minor_pieces_never_win() -> None:
    for name in ("KBvK", "KNvK"):
        for side in solved(name):
            assert side["won"] == {}
            assert side["lost"] == {}


def test_two_knights_win_only_with_mate_in_one() -> None:
    white, black = solved("KNNvK")
    assert white["won"] == {1: 154 // 2}
    assert black["lost"] == {0: 30 // 2}


# Boards that the mirror on the long diagonal maps onto themselves by exchanging the two bishops: counted once either way.
SELF_MIRRORED = 558

# Of 4 men: winner or loser to move, (wins, draws, losses) where published, longest distance and how often.
FOUR_MEN = {
    "KBBvK": (0, "won", 37, None, (625_902 // 2, (644_640 + SELF_MIRRORED) // 2, 0)),
    "KBNvK": (0, "won", 65, 138, (1_352_913, 6_665, 0)),
    "KQvKR": (1, "lost", 62, 11, None),
    "KRvKN": (1, "lost", 54, 2, None),
    "KRvKB": (1, "lost", 36, 1, None),
    "KQvKN": (1, "lost", 38, None, None),
    "KQvKB": (1, "lost", 24, None, None),
    "KQvKQ": (0, "won", 19, None, (467_214, 646_911, 5_091)),
    "KRvKR": (0, "won", 7, None, (392_459, 946_389, 9_058)),
    "KQvKP": (1, "lost", 53, None, None),
    "KRvKP": (0, "won", 25, None, None),
    "KPvKP": (0, "won", 21, None, None),
}
QUICK = ("KBBvK",)


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in FOUR_MEN]
)
def test_four_men_have_the_published_figures(name: str) -> None:
    side, kind, longest, count, split = FOUR_MEN[name]
    counts = solved(name)[side]
    assert max(counts[kind]) == longest
    if count is not None:
        assert counts[kind][longest] == count
    if split is not None:
        assert (total(counts["won"]), total(counts["drawn"]), total(counts["lost"])) == split


def test_two_bishops_mirror_each_other_in_558_positions() -> None:
    found = 0
    for first in (0, 9, 18, 27):
        for second in range(0, 64, 9):
            for upper in chess.SQUARES:
                board = chess.Board(None)
                mirrored = chess.square(chess.square_rank(upper), chess.square_file(upper))
                if abs(first - second) <= 9 or mirrored >= upper:
                    continue
                board.set_piece_map(
                    {
                        first: chess.Piece.from_symbol("K"),
                        second: chess.Piece.from_symbol("k"),
                        upper: chess.Piece.from_symbol("B"),
                        mirrored: chess.Piece.from_symbol("B"),
                    }
                )
                found += not board.was_into_check()
    assert found == SELF_MIRRORED


@pytest.mark.long
def test_queen_against_rook_with_white_to_move() -> None:
    white = solved("KQvKR")[0]
    assert (total(white["won"]), total(white["drawn"]), total(white["lost"])) == (1_108_111, 8_963, 2_142)


@pytest.mark.long
@pytest.mark.parametrize("name", signatures.signatures_of(4))
def test_no_four_man_position_is_cursed_or_blessed(name: str) -> None:
    for side in solved(name):
        assert max([*side["won"], *side["lost"], 0]) <= 100


def test_generated_files_are_those_that_are_shipped(tmp_path: Path) -> None:
    assert set(made(["KPvK", "KNNvK"], tmp_path)) == {"KPvK", "KNNvK", "KQvK", "KRvK", "KBvK", "KNvK"}
    for path in tmp_path.glob("*.rtb?"):
        assert path.read_bytes() == (BUILT_IN / path.name).read_bytes(), path.name


def test_a_run_that_was_stopped_goes_on_after_what_is_finished(tmp_path: Path) -> None:
    for step in generate(["KQvK", "KRvK"], tmp_path, use_built_in=False):
        if step.number == 1:
            break
    assert sorted(path.name for path in tmp_path.glob("*.rtb?")) == ["KQvK.rtbw", "KQvK.rtbz"]
    assert made(["KQvK", "KRvK"], tmp_path) == ["KRvK"]
    assert made(["KQvK", "KRvK"], tmp_path) == []


def test_a_damaged_table_is_made_again(tmp_path: Path) -> None:
    assert made(["KRvK"], tmp_path) == ["KRvK"]
    content = bytearray((tmp_path / "KRvK.rtbz").read_bytes())
    content[1000] ^= 1
    (tmp_path / "KRvK.rtbz").write_bytes(content)
    assert made(["KRvK"], tmp_path) == ["KRvK"]
    assert (tmp_path / "KRvK.rtbz").read_bytes() == (BUILT_IN / "KRvK.rtbz").read_bytes()


def test_prerequisites_come_first_and_too_many_men_are_refused() -> None:
    order = plan(["KPvKP"])
    assert order.index("KQvKP") < order.index("KPvKP")
    with pytest.raises(GenerationError, match="up to 5 pieces"):
        plan(["KRPvKRP"])


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(GenerationError, match="file"):
        made(["KQvK"], tmp_path / "file" / "inside")


def test_a_missing_smaller_table_is_told_not_guessed() -> None:
    solver = Solver("KQvKR", Tablebases([], built_in=False).prober)
    with pytest.raises(GenerationError, match="smaller table"):
        list(solver.solve(()))


def test_code_lengths_fill_the_code_space_and_favour_the_frequent() -> None:
    counts = [0, 900, 50, 30, 15, 5, 1]
    lengths = code_lengths(counts)
    assert sum(2.0**-length for length in lengths if length) == 1.0  # complete: Kraft's sum
    assert lengths[0] == 0
    assert lengths[1] == min(length for length in lengths if length)
    fibonacci = [1, 1]
    while len(fibonacci) < 60:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert max(code_lengths(fibonacci)) <= 32  # plain Huffman would need 59 bits


def test_all_signatures_of_three_and_four_men_are_planned_once() -> None:
    wanted = signatures.signatures_of(3) + signatures.signatures_of(4)
    assert sorted(plan(wanted)) == sorted(wanted)
    assert {kind.value for kind in TableKind} == {".rtbw", ".rtbz"}
