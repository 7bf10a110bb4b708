"""Test positions solved by the engine and by another UCI engine, in one run: `python -m tests.bench.solved_positions FILE.epd`.

Each position has a fixed number of nodes (the same on any machine, however busy) or of seconds. Solved is a position where the
move chosen at the end is one of `bm` or none of `am`. `--engine PATH` asks another engine the same, with the same limit.
`--judge PATH` asks a third one, with many more nodes, what Ratsu's other moves are worth beside those of `bm`.
"""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import chess
import chess.engine

from engine.game.limits import GamePosition, Limits
from engine.player import Player

MATE = 100_000
CLOSE = 20  # centipawns: less than what two runs of a judge differ by
WON = 400  # centipawns, from the side that was to solve it


class Problem(NamedTuple):
    """A position, its moves to play (`bm`) or to avoid (`am`), and its name."""

    board: chess.Board
    best: frozenset[chess.Move]
    avoided: frozenset[chess.Move]
    name: str

    def solved_by(self, move: chess.Move) -> bool:
        """Whether the move is right."""
        return move in self.best if self.best else move not in self.avoided


def problems(path: Path) -> Iterator[Problem]:
    """The problems of an EPD file that say what to play or to avoid."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        board, operations = chess.Board.from_epd(line)
        best, avoided = (_moves(operations.get(name)) for name in ("bm", "am"))
        if best or avoided:
            yield Problem(board, best, avoided, str(operations.get("id", f"line {number}")))


def _moves(value: object) -> frozenset[chess.Move]:
    return frozenset(move for move in value if isinstance(move, chess.Move)) if isinstance(value, list) else frozenset()


def own_chooser(limits: Limits, hash_mb: int, network: bool) -> Callable[[chess.Board], chess.Move]:
    """Ratsu, with a fresh memory for each position."""
    player = Player()
    player.set_option("Hash", hash_mb)
    player.set_option("Use NNUE", network)

    def choose(board: chess.Board) -> chess.Move:
        player.new_game()
        best = player.search(GamePosition(board.fen(), chess960=False), limits).best_move
        return chess.Move.from_uci(best or "0000")

    return choose


def report(
    name: str, choose: Callable[[chess.Board], chess.Move], asked: list[Problem]
) -> list[tuple[Problem, chess.Move]]:
    """Prints how many were solved and the names of the rest; returns the rest with the moves chosen."""
    chosen = [(problem, choose(problem.board)) for problem in asked]
    failed = [(problem, move) for problem, move in chosen if not problem.solved_by(move)]
    names = ", ".join(problem.name for problem, _ in failed) or "none"
    print(f"{name}: {len(asked) - len(failed)} of {len(asked)} solved; not: {names}", flush=True)
    return failed


def judge(engine: chess.engine.SimpleEngine, nodes: int, failed: list[tuple[Problem, chess.Move]]) -> None:
    """Prints what the engine thinks of each move that was chosen instead of those asked for, from the side to move."""
    as_good = won = 0

    def score(board: chess.Board, move: chess.Move) -> chess.engine.Score:
        told = engine.analyse(board, chess.engine.Limit(nodes=nodes), root_moves=[move], game=object())
        return told["score"].pov(board.turn)

    for problem, move in failed:
        own = score(problem.board, move)
        best = {asked: score(problem.board, asked) for asked in sorted(problem.best, key=str)}
        most = max((other.score(mate_score=MATE) for other in best.values()), default=MATE)
        good = own.score(mate_score=MATE) >= most - CLOSE
        as_good += good
        won += not good and own.score(mate_score=MATE) >= WON
        others = ", ".join(f"{problem.board.san(asked)} {other}" for asked, other in best.items())
        print(f"{problem.name}: {problem.board.san(move)} {own}; asked for: {others}", flush=True)
    rest = len(failed) - as_good - won
    print(f"{as_good} are as good within {CLOSE} centipawns; {won} others also win, by {WON} or more; {rest} do not")


def main() -> None:
    """Prints one line for each engine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, help="EPD file with bm or am")
    parser.add_argument("--nodes", type=int, default=1_200_000, help="a position (default 1,200,000: about a second)")
    parser.add_argument("--seconds", type=float, help="seconds a position instead of nodes")
    parser.add_argument("--hash", type=int, default=64, help="MB (default 64)")
    parser.add_argument("--classical", action="store_true", help="Ratsu without its network")
    parser.add_argument("--engine", help="another UCI engine, for example /usr/games/toga2")
    parser.add_argument("--judge", help="an engine that judges the moves that were not asked for")
    parser.add_argument("--judge-nodes", type=int, default=20_000_000, help="for each move (default 20,000,000)")
    arguments = parser.parse_args()
    asked = list(problems(arguments.file))
    seconds: float | None = arguments.seconds
    limits = Limits(nodes=arguments.nodes) if seconds is None else Limits(move_time_ms=int(1000 * seconds))
    failed = report("ratsu", own_chooser(limits, arguments.hash, not arguments.classical), asked)
    if arguments.judge:
        with chess.engine.SimpleEngine.popen_uci(arguments.judge) as engine:
            engine.configure({"Hash": 256})
            judge(engine, arguments.judge_nodes, failed)
    if arguments.engine:
        limit = chess.engine.Limit(nodes=arguments.nodes) if seconds is None else chess.engine.Limit(time=seconds)
        with chess.engine.SimpleEngine.popen_uci(arguments.engine) as engine:
            wanted = {"OwnBook": False, "Hash": arguments.hash, "Threads": 1}
            engine.configure({name: value for name, value in wanted.items() if name in engine.options})
            report(
                arguments.engine,
                lambda board: engine.play(board, limit, game=board.epd()).move or chess.Move.null(),
                asked,
            )


if __name__ == "__main__":
    main()
