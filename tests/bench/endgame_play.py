"""Plays won and drawn endings with the whole engine against perfect play: `python -m tests.bench.endgame_play`.

Random positions; the engine has a fixed time (or number of nodes) a move, its opponent plays from the tables: in won positions
the longest defence, in drawn ones any move that keeps the draw (random, so that the engine has to find its way). Counted are wins
within the fifty-move rule and draws held. Promise with tables: all won, none lost.
"""

import argparse
import random
import time

import chess

from engine.game.limits import GamePosition, Limits
from engine.play.mover import RatsuMover
from tablebases.errors import TablebaseError
from tablebases.tables import Tablebases
from tablebases.trainer import exercise
from tablebases.wdl import Wdl

ENDINGS = ("KBNvK", "KQvKR", "KRvKN", "KPvK", "KQvKP")
LONGEST_DRAW = 40  # moves after which a drawn game that is still drawn counts as held


def play(
    mover: RatsuMover, tables: Tablebases, fen: str, goal: Wdl, limits: Limits, rng: random.Random
) -> tuple[bool, float]:
    """One game; returns (whether the goal was reached, longest think in ms)."""
    board = chess.Board(fen)
    engine = board.turn
    moves: list[str] = []
    slowest = 0.0
    mover.new_game()
    while not board.is_game_over() and board.halfmove_clock < 100 and not board.is_repetition(3):
        if goal == Wdl.DRAW and len(moves) >= 2 * LONGEST_DRAW:
            return tables.probe_wdl(board) == Wdl.DRAW, slowest
        if board.turn == engine:
            started = time.monotonic()
            choice = mover.choose(GamePosition(fen, tuple(moves), chess960=False), limits)
            slowest = max(slowest, 1000 * (time.monotonic() - started))
            move = chess.Move.from_uci(choice.move)
        else:
            ranking = tables.rank(board)
            assert ranking is not None
            move = ranking.top.move if goal == Wdl.WIN else rng.choice(ranking.best)
        board.push(move)
        moves.append(move.uci())
    outcome = board.outcome()
    winner = outcome.winner if outcome else None
    return (winner == engine if goal == Wdl.WIN else winner in (None, engine)), slowest


def main() -> None:
    """Prints one line for each ending and goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=200, help="won positions in all, and as many drawn ones")
    parser.add_argument("--time-ms", type=int, default=50)
    parser.add_argument("--nodes", type=int, help="nodes a move instead of time: the same on any machine")
    parser.add_argument("--endings", nargs="+", default=ENDINGS, metavar="KBNvK")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-tables", action="store_true", help="the engine searches alone")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    limits = Limits(nodes=arguments.nodes) if arguments.nodes else Limits(move_time_ms=arguments.time_ms)
    tables, mover = Tablebases(), RatsuMover(seed=1)
    if arguments.without_tables:
        mover.set_option("SyzygyProbeLimit", 0)
    for goal, word in ((Wdl.WIN, "won"), (Wdl.DRAW, "held")):
        for name in arguments.endings:
            reached, count, slowest, started = (
                0,
                arguments.positions // len(arguments.endings),
                0.0,
                time.process_time(),
            )
            for _ in range(count):
                try:
                    task = exercise(tables, name, wdl=goal, seed=rng.randrange(1 << 30))
                except TablebaseError:
                    continue  # a goal that the ending does not offer
                fine, think = play(mover, tables, task.fen, goal, limits, rng)
                reached += fine
                slowest = max(slowest, think)
                if not fine:
                    print(f"  not {word}: {task.fen}", flush=True)
            print(
                f"{name}: {reached} of {count} {word}, longest think {slowest:.0f} ms, "
                f"{time.process_time() - started:.0f} CPU s",
                flush=True,
            )


if __name__ == "__main__":
    main()
