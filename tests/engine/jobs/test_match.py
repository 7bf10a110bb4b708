"""The job of a match."""

from pathlib import Path

from books.evaluations.store import EvaluationStore
from books.evaluations.values import LEAST_NODES
from engine.jobs.job import Context, last
from engine.jobs.match import MatchJob, MatchRequest
from engine.play.identity import own_identity
from engine.rules.board import CoreBoard


def test_what_the_engines_found_at_full_strength_is_stored(tmp_path: Path) -> None:
    request = MatchRequest(("ratsu name=strong", "ratsu level=1200"), nodes=LEAST_NODES, games=2, max_moves=3)
    with EvaluationStore(tmp_path / "e.db") as store:
        found = last(MatchJob(open_store=lambda: store).run(request, Context()))
        assert found is not None and len(found.results) == 2
        kept = store.latest(100)
        assert kept and {one.engine for one in kept} == {own_identity()}
        for one in kept:
            board = CoreBoard.from_fen(one.position.fen, chess960=False)
            assert one.nodes >= LEAST_NODES and one.lines[0].moves[0] in board.legal_uci_moves()


def test_a_store_that_cannot_be_used_does_not_end_a_match(tmp_path: Path) -> None:
    path = tmp_path / "e.db"
    path.write_bytes(b"no database" * 1_000)
    request = MatchRequest(("ratsu name=a", "ratsu name=b"), nodes=LEAST_NODES, games=2, max_moves=1)
    found = last(MatchJob(open_store=lambda: EvaluationStore(path)).run(request, Context()))
    assert found is not None and len(found.results) == 2
