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

from books.evaluations.projects import Project, ProjectNode
from books.evaluations.store import key_of
from engine.game.limits import GamePosition, Limits
from engine.game.position import Position
from engine.play.project.growth import evaluation, order_of, search
from engine.play.project.tree import ProjectTree
from engine.player import Player
from tests.bench.solved_positions import Problem, problems

CLOSE = 20  # centipawns


def by_passes(board: chess.Board, nodes: int, passes: int) -> str:
    """The best move of a project after some passes."""
    root = Position.of(board.fen(), board.chess960)
    tree, project = ProjectTree(root), Project(0, "", root, ("ratsu",), nodes, "", 0)
    left = nodes * passes
    while left > 0:
        task = next(tree.work(), None)
        if task is None:
            break
        order = order_of(tree, task, project)
        order = replace(order, nodes=min(order.nodes, left))
        found = search(order)
        left -= max(1, found.nodes)
        kept = evaluation(order, found)
        node = tree.nodes.get(key_of(order.position)) or tree.add(ProjectNode(order.position))
        if kept is not None:
            tree.learn(kept)
        node.kept = replace(node.kept, visits=node.kept.visits + 1, locked=kept is None)
    return next(iter(tree.best_line()), "0000")


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
                    by_passes(problem.board, given.nodes, given.passes),
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
