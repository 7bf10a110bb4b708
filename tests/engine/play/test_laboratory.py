"""The laboratory: every method finds the same value, each cuts what the texts say, and the figures of M11 come out."""

import random

import pytest

from engine.game.stopper import Stopper
from engine.jobs.job import Context, findings
from engine.jobs.laboratory import JOB, LaboratoryRequest
from engine.play.laboratory import TEXT_KINDS, Measure, count_of, measures, playouts
from engine.rules.board import CoreBoard
from engine.rules.perft import MoveKinds, count_kinds

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
MATE = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"


def rows(board: CoreBoard, depth: int, experiment: str) -> list[Measure]:
    found = []
    for row in measures(board, depth, Stopper()):
        if str(row.experiment) == experiment:
            found.append(row)
        elif found:  # the others need not run
            break
    return found


@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_moves_are_counted_by_kind_as_in_the_text(depth: int) -> None:
    assert count_kinds(CoreBoard.start(), depth, lambda: False) == TEXT_KINDS[depth]


def test_moves_by_kind_of_a_position_with_all_kinds() -> None:
    """Kiwipete at depth 3: the published figures (chessprogramming.org, Perft Results)."""
    board = CoreBoard.from_fen(KIWIPETE, chess960=False)
    assert count_kinds(board, 3, lambda: False) == MoveKinds(97_862, 17_102, 45, 3_162, 0, 993, 1)
    assert board.fen() == KIWIPETE


def test_the_pieces_of_a_deep_count_add_up() -> None:
    board = CoreBoard.from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", chess960=False)
    assert count_kinds(board, 5, lambda: False) == MoveKinds(674_624, 52_051, 1_165, 0, 0, 52_950, 0)


@pytest.mark.parametrize("fen", [KIWIPETE, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"])
def test_every_method_finds_the_value_of_minimax(fen: str) -> None:
    found = rows(CoreBoard.from_fen(fen, chess960=False), 3, "Methods of search")
    assert [str(row.variant) for row in found][:3] == ["minimax", "alpha-beta", "captures first"]
    assert len({row.score for row in found[:-1]}) == 1, "only the null move may err"
    minimax, alpha_beta, captures, best = (row.nodes for row in found[:4])
    assert minimax > 3 * alpha_beta and captures < alpha_beta, "what Knuth and Moore promise"
    assert best <= 1.2 * captures


def test_a_remembered_position_changes_what_a_short_search_knows() -> None:
    found = rows(CoreBoard.start(), 1, "Permanent table")
    assert len(found) == 2 and "remembered" in str(found[1].remark)


def test_random_games_see_a_mate_in_one() -> None:
    move, share, played = playouts(CoreBoard.from_fen(MATE, chess960=False), 400, random.Random(3), lambda: False)
    assert (move, played) == ("a1a8", 400)
    assert share == 1.0
    assert (
        playouts(CoreBoard.from_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess960=False), 9, random.Random(1), bool)[2]
        == 0
    )


def test_a_mate_is_found_by_every_search() -> None:
    board = CoreBoard.from_fen(MATE, chess960=False)
    for row in measures(board, 2, Stopper()):
        assert row.move in ("a1a8", ""), str(row.variant)


def test_a_stop_ends_it_and_leaves_out_what_was_broken_off() -> None:
    stopper = Stopper()
    seen = []
    for row in measures(CoreBoard.start(), 3, stopper):
        seen.append(row)
        if len(seen) == 4:
            stopper.stop()
    assert len(seen) == 4
    assert count_of(CoreBoard.start(), 3) == 3 + 7 + 2 + 2 + 3


def test_the_progress_of_the_experiments_is_counted_in_rows() -> None:
    steps = list[tuple[int, int]]()
    found = list(
        findings(JOB(), LaboratoryRequest(depth=1), Context(shown=lambda done, total: steps.append((done, total))))
    )
    assert steps == [(done, len(found)) for done in range(len(found) + 1)]
