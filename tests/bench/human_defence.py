"""How much harder the endgame trainer's defence is for people than the longest one:
`python -m tests.bench.human_defence --positions 300 --elo 1200`.

Lost positions of a signature with the defender to move, in pairs: the longest defence, and the trainer's. After each, the
chance that a person of the rating gives the win away, by the predictor with its search (the trainer asks the network alone),
and the share of legal moves that do. `plies`: how much sooner the win ends against best play.
"""

import argparse
import random
from statistics import fmean

import chess

from engine.drill.sources.likely_errors import LikelyErrors
from engine.play.people.human_replies import human_replies
from tablebases.probe.negamax import random_position
from tablebases.tables import Tablebases
from tablebases.trainer import defence, uniform_error
from tablebases.wdl import Wdl

SIGNATURES = ("KPvK", "KQvKR", "KQvKP", "KRvKP", "KBPvK", "KPvKP", "KRvK", "KBBvK")


def main() -> None:
    """Prints a line for each signature."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=100, help="of each signature")
    parser.add_argument("--elo", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=60)
    asked = parser.parse_args()
    generator, erring, people = random.Random(asked.seed), LikelyErrors(asked.elo), human_replies(asked.elo)
    with Tablebases() as tables:

        def after(board: chess.Board, move: chess.Move) -> tuple[float, float]:
            then = board.copy()
            then.push(move)
            ranking = tables.rank(then)
            if ranking is None or not ranking.moves:
                return 0.0, 0.0
            right = [row.move for row in ranking.moves if row.wdl == ranking.wdl]
            chances = people.chances(then)
            return 1 - sum(chances[then.uci(one)] for one in right), uniform_error(then, right)

        for signature in SIGNATURES:
            rows: list[tuple[float, ...]] = []
            while len(rows) < asked.positions:
                board = chess.Board(random_position(signature, generator.getrandbits(62)), chess960=False)
                if tables.probe_wdl(board) != Wdl.LOSS or board.is_game_over():
                    continue
                ranking, hard = tables.rank(board), defence(tables, board, erring)
                assert ranking is not None and hard is not None
                played = next(row for row in ranking.moves if row.move == hard)
                given = abs(ranking.top.dtz or 0) - abs(played.dtz or 0)
                rows.append((*after(board, ranking.top.move), *after(board, hard), given))
            longest, wrong, trained, wrong_then, sooner = (fmean(column) for column in zip(*rows, strict=True))
            print(
                f"{signature:<7} people err {longest:6.1%} -> {trained:6.1%}   "
                f"moves that err {wrong:6.1%} -> {wrong_then:6.1%}   {sooner:4.1f} plies sooner",
                flush=True,
            )


if __name__ == "__main__":
    main()
