"""The nodes that an analysis needs to get two plies deeper: from the start, and from its stored line after a restart.

python -m tests.bench.continued_analysis [--nodes 300000]
"""

import argparse

from books.evaluations.store import EvaluationStore
from books.evaluations.values import KeptEvaluation, KeptLine
from books.store.database import IN_MEMORY
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.play.identity import own_identity
from engine.play.mover import RatsuMover
from engine.play.sources.stored_search import ContinuedAnalysis

POSITIONS = (
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6",
    "r3r1k1/pp1n1pp1/2p2q1p/3p4/3P4/1QPBP3/P4PPP/R3R1K1 w - - 0 18",
    "r1b2rk1/2q1bppp/p1n1pn2/1p6/3NP3/1BN1B3/PPP1QPPP/R4RK1 w - - 0 12",
    "r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R b KQkq - 0 8",
    "2r2rk1/1b2bppp/pq2pn2/1p1n4/3N4/1BN1B3/PPQ2PPP/2RR2K1 w - - 0 16",
)
DEEPER = 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nodes", type=int, default=300_000, help="of the stored analysis")
    given = parser.parse_args()
    fresh = continued = 0
    for fen in POSITIONS:
        position, there = GamePosition(fen, chess960=False), Position.of(fen, chess960=False)
        found = RatsuMover().search(position, Limits(nodes=given.nodes))
        deeper = Limits(depth=found.lines[0].depth + DEEPER)
        with EvaluationStore(IN_MEMORY) as store:
            store.keep(KeptEvaluation(there, own_identity(), found.nodes, tuple(map(KeptLine.of, found.lines))))
            again = ContinuedAnalysis(RatsuMover(), lambda store=store: store, own_identity)  # type: ignore[misc]
            result = again.choose(position, deeper).result
        before = RatsuMover().search(position, deeper)
        assert result is not None
        fresh, continued = fresh + before.nodes, continued + result.nodes
        print(f"depth {deeper.depth}: {before.nodes:,} nodes, continued {result.nodes:,}  {fen}", flush=True)
    print(f"together: {fresh:,} nodes, continued {continued:,}: {continued / fresh:.2f}")


if __name__ == "__main__":
    main()
