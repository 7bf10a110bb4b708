"""Positions solved by ten passes of a project, and by one search of the same nodes.

    python -m tests.bench.project_solving FILE.epd ...

Both have the same nodes for each position, and a fresh memory. Solved is a position whose move is one of `bm` or none of `am`.
`--judge COMMAND` asks another engine, with `--judge-nodes`, which of two different moves is better.
"""

import argparse
import shlex
from dataclasses import replace
from pathlib import Path

import chess
import chess.engine

from books.evaluations.projects import Projects
from books.evaluations.store import EvaluationStore
from books.store.database import IN_MEMORY
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.play.project.growth import OWN, search
from engine.play.project.open_project import OpenProject
from engine.player import Player
from tests.bench.solved_positions import Problem, problems

CLOSE = 20  # centipawns


def by_passes(player: Player, board: chess.Board, nodes: int, passes: int) -> str:
    """The best move of a project after some passes."""
    player.new_game()
    left = nodes * passes
    with EvaluationStore(IN_MEMORY) as store:
        Projects(store).make("bench", Position.of(board.fen(), board.chess960), (OWN,), nodes)
        project = OpenProject(store, "bench")
        while left > 0 and (chosen := project.next_order()) is not None:
            order = replace(chosen[0], nodes=min(chosen[0].nodes, left))
            found = search(order, player)
            left -= max(1, found.nodes)
            project.absorb(order, found)
        return next(iter(project.tree.best_line()), "0000")


def by_search(player: Player, board: chess.Board, nodes: int) -> str:
    """The move of one search."""
    player.new_game()
    return player.search(GamePosition(board.fen(), chess960=board.chess960), Limits(nodes=nodes)).best_move or "0000"


def better(judge: chess.engine.SimpleEngine, problem: Problem, moves: tuple[str, str], nodes: int) -> int:
    """1 if the first move is better, -1 if the second is, 0 if they are close."""
    found = []
    for move in moves:
        limit = chess.engine.Limit(nodes=nodes)
        info = judge.analyse(problem.board, limit, root_moves=[chess.Move.from_uci(move)])
        found.append(info["score"].pov(problem.board.turn).score(mate_score=100_000))
    gain = found[0] - found[1]
    return 0 if abs(gain) < CLOSE else 1 if gain > 0 else -1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--nodes", type=int, default=10_000, help="of one pass")
    parser.add_argument("--passes", type=int, default=10)
    parser.add_argument("--most", type=int, default=1_000, help="positions of each file")
    parser.add_argument("--judge", default="", help="a UCI engine")
    parser.add_argument("--judge-nodes", type=int, default=1_000_000)
    given = parser.parse_args()
    player = Player()
    judge = chess.engine.SimpleEngine.popen_uci(shlex.split(given.judge)) if given.judge else None
    try:
        for path in given.files:
            counts, judged = [0, 0], [0, 0, 0]
            asked = list(problems(path))[: given.most]
            for problem in asked:
                moves = (
                    by_passes(player, problem.board, given.nodes, given.passes),
                    by_search(player, problem.board, given.nodes * given.passes),
                )
                solved = [problem.solved_by(chess.Move.from_uci(move)) for move in moves]
                counts = [count + one for count, one in zip(counts, solved, strict=True)]
                if judge is not None and moves[0] != moves[1]:
                    judged[1 - better(judge, problem, moves, given.judge_nodes)] += 1
            gain = 100 * (counts[0] / max(1, counts[1]) - 1)
            print(
                f"{path.name}: {len(asked)} positions, {given.passes} passes of {given.nodes} nodes solve {counts[0]}, ",
                end="",
            )
            print(f"one search {counts[1]} ({gain:+.0f} %)", end="")
            words = (
                f"; judged: {judged[0]} moves better, {judged[1]} alike, {judged[2]} worse" if judge is not None else ""
            )
            print(words, flush=True)
    finally:
        if judge is not None:
            judge.quit()


if __name__ == "__main__":
    main()
